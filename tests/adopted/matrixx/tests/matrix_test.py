import math, operator, pytest
from matrix import Matrix as M, DimensionError, det, transpose, rotate_in_place, roots, spiral, fill
A = M([[1, 2], [3, 4]])
B = M([[0, 1], [1, 0]])
I2 = M.identity(2)
GRID = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
class TestOps:
    """Operators."""
    def test_add(self): assert (A + B).rows == [[1, 3], [4, 4]]
    def test_add_eq(self): assert A + B == M([[1, 3], [4, 4]])
    def test_sub(self): assert (A - B)[0, 1] == 1
    def test_matmul(self): assert (A @ B).rows == [[2, 1], [4, 3]]
    def test_pow(self): assert (A ** 2).rows == (A @ A).rows and A ** 0 == I2
    def test_scalar(self): assert (2 * A).rows == (A * 2).rows == [[2, 4], [6, 8]]
    def test_imul(self):
        m = M([[1]]); n = m
        m *= 5
        assert m is n and m[0, 0] == 5
    @pytest.mark.parametrize("op", [operator.add, operator.sub, operator.matmul])
    def test_identity_ops(self, op): assert isinstance(op(A, I2), M)
    @pytest.mark.parametrize("op,want", [(operator.add, 2), (operator.sub, 0), (operator.mul, None)], ids=["add", "sub", "mul"])
    def test_ops(self, op, want):
        if want is None:
            pytest.skip("not for matrices")
        assert op(A, A)[0, 0] == want
    def test_neg(self): assert (-A)[1][1] == -4
    def test_notimpl(self):
        with pytest.raises(TypeError): A + 1
    def test_dim(self):
        with pytest.raises(DimensionError) as e: A + M([[1]])
        assert e.value.args == ("(2, 2) vs (1, 1)",)
    def test_ragged(self):
        with pytest.raises(DimensionError): M([[1], [2, 3]])
    def test_shape(self): assert A.shape == (2, 2) and M([[1, 2, 3]]).T.shape == (3, 1)
    def test_str(self): assert str(A) == "1 2\n3 4" and repr(A) == "Matrix([[1, 2], [3, 4]])"
    def test_iter(self): assert [sum(r) for r in A] == [3, 7] and len(A) == 2
    def test_call(self): assert A([1, 1]) == [3, 7]
    def test_round(self): assert round(M([[1.26]]), 1).rows == [[pytest.approx(1.3)]]
    def test_map(self): assert A.map(lambda x: x % 2 == 0).rows == [[False, True], [False, True]]
    def test_map_builtin(self): assert A.map(float).rows == [[1.0, 2.0], [3.0, 4.0]] and A.map(math.sqrt)[0, 0] == 1
    def test_independent(self):
        src = [[1, 2]]
        m = M(src); m[0, 0] = 9
        assert src == [[1, 2]]
    def test_setitem(self):
        m = M.identity(2); m[0, 1] = 7
        assert m[0] == [1, 7]
    def test_rows_mutable(self):
        m = M.identity(1); m.rows[0][0] = 4
        assert m[0, 0] == 4
@pytest.mark.parametrize("rows,want", [([[5]], 5), ([[1, 2], [3, 4]], -2), (GRID, 0)])
def test_det(rows, want): assert det(rows) == want
def test_det_big(): assert det([[10**30, 1], [1, 10**30]]) == 10**60 - 1
def test_transpose():
    assert transpose(GRID) == [[1, 4, 7], [2, 5, 8], [3, 6, 9]]
    assert GRID[0] == [1, 2, 3]
def test_rotate():
    g = [[1, 2], [3, 4]]; alias = g
    assert rotate_in_place(g) is None
    assert alias == [[3, 1], [4, 2]]
def test_roots(): assert roots(1, 0, 1) == (1j, -1j) and roots(1, -3, 2)[0].real == 2
def test_roots_complex(): assert all(isinstance(r, complex) for r in roots(1, 2, 3))
def test_spiral(): assert list(spiral(GRID)) == [1, 2, 3, 6, 9, 8, 7, 4, 5]
def test_spiral_lazy():
    g = spiral(GRID)
    assert iter(g) is g and next(g) == 1
def test_fill():
    g = [[0, 0, 1], [0, 1, 1]]
    assert fill(g, 0, 0, 7) == 3
    assert g == [[7, 7, 1], [7, 1, 1]]
def test_module_global_unchanged(): assert A.rows == [[1, 2], [3, 4]]
@pytest.mark.slow
@pytest.mark.timeout(5)
def test_marked(): assert det([[3]]) == 3
