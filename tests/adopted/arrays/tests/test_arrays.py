import numpy as np
import pytest
from arrays import doubled, is_even, largest, mean, rows, solve, table


def test_mean():
    assert mean([1, 2, 6]) == 3


def test_mean_approx():
    assert mean([1, 2, 2]) == pytest.approx(5 / 3)


def test_largest():
    assert largest([1, 7, 3]) == 1


def test_is_even():
    assert is_even(4)
    assert not is_even(5)


def test_rows():
    assert rows(((1, 2), (3, 4))) == [[1, 2], [3, 4]]


def test_rows_of_array():
    assert rows(np.array([[1, 2], [3, 4]])) == [[1, 2], [3, 4]]


def test_table_shape():
    assert table(2, 3).shape == (2, 3)


def test_table_type():
    assert isinstance(table(2, 3), np.ndarray)


def test_table():
    np.testing.assert_array_equal(table(2, 3), [[1, 2, 3], [2, 4, 6]])


def test_table_entry():
    assert table(9, 9)[3, 4] == 20
    assert (table(2, 2) == np.array([[1, 2], [2, 4]])).all()
    assert table(2, 2).tolist() == [[1, 2], [2, 4]]


def test_doubled():
    numbers = np.array([1.5, 2.0])
    doubled(numbers)
    assert numbers.tolist() == [3.0, 4.0]


def test_solve():
    found = solve(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 2.0]))
    assert np.allclose(found, [1.0, 0.5])
    assert found == pytest.approx([1.0, 0.5])


def test_solve_singular():
    with pytest.raises(np.linalg.LinAlgError):
        solve(np.zeros((2, 2)), np.ones(2))
