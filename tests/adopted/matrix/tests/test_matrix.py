import copy

import pytest

import matrix
from matrix import Matrix

A = Matrix([[1, 2], [3, 4]])
ZERO = Matrix([[0, 0], [0, 0]])
CASES = [([[1]], [[1]]), ([[1, 2, 3]], [[1], [2], [3]])]


def test_add():
    assert A + A == Matrix([[2, 4], [6, 8]])


def test_add_other():
    with pytest.raises(TypeError):
        A + 1


def test_scale():
    assert A * 2 == 2 * A == Matrix([[2, 4], [6, 8]])


def test_product():
    assert A @ Matrix([[1, 0], [0, 1]]) == A


def test_negative():
    assert (-A)[0, 1] == -2


def test_item():
    m = copy.deepcopy(A)
    m[0, 0] = 9
    assert m[0, 0] == 9
    assert A[0, 0] == 1
    assert 9 in m and 9 not in A


def test_out_of_range():
    with pytest.raises(IndexError):
        A[5, 5]


def test_iterate():
    assert list(A) == [(1, 2), (3, 4)]
    assert [sum(row) for row in A] == [3, 7]
    first, second = A
    assert second == (3, 4)


def test_size_and_truth():
    assert len(A) == 2
    assert A
    assert not ZERO


def test_hash():
    assert hash(A) == hash(Matrix([[1, 2], [3, 4]]))
    assert len({A, Matrix([[1, 2], [3, 4]]), ZERO}) == 2
    assert {A: "x"}[Matrix([[1, 2], [3, 4]])] == "x"


def test_call():
    assert A(lambda x: x * x).rows == [[1, 4], [9, 16]]


def test_in_place():
    m = Matrix([[1, 1], [1, 1]])
    same = m
    m += A
    assert same is m
    assert m.rows == [[2, 3], [4, 5]]


@pytest.mark.parametrize("rows, expected", CASES)
def test_transpose(rows, expected):
    assert matrix.transpose(rows) == expected
    assert Matrix(rows).transpose().rows == expected


def test_transpose_keeps():
    rows = [[1, 2], [3, 4]]
    matrix.transpose(rows)
    assert rows == [[1, 2], [3, 4]]


def test_rotate():
    rows = [[1, 2], [3, 4]]
    assert matrix.rotate(rows) is None
    assert rows == [[3, 1], [4, 2]]


def test_identity_rows_differ():
    rows = matrix.identity(2)
    rows[0][0] = 7
    assert rows == [[7, 0], [0, 1]]


def test_spiral():
    assert matrix.spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]]) == [1, 2, 3, 6, 9, 8, 7, 4, 5]
