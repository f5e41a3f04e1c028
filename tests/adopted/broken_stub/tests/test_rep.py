from rep import add2
def test_a():
    assert add2(1) == 3
