import copy, math, cmath
class DimensionError(Exception): pass
class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        if len({len(r) for r in self.rows}) > 1: raise DimensionError("ragged", len(self.rows))
    @classmethod
    def identity(cls, n): return cls([[int(i == j) for j in range(n)] for i in range(n)])
    @property
    def shape(self): return len(self.rows), len(self.rows[0])
    @property
    def T(self): return Matrix(zip(*self.rows))
    def __getitem__(self, key):
        if isinstance(key, tuple):
            i, j = key
            return self.rows[i][j]
        return self.rows[key]
    def __setitem__(self, key, v):
        i, j = key
        self.rows[i][j] = v
    def __add__(self, o):
        if not isinstance(o, Matrix): return NotImplemented
        if self.shape != o.shape: raise DimensionError(f"{self.shape} vs {o.shape}")
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, o.rows)])
    def __sub__(self, o): return self + -1 * o
    def __matmul__(self, o): return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __mul__(self, k): return Matrix([[k * a for a in r] for r in self.rows])
    __rmul__ = __mul__
    def __pow__(self, n):
        m = Matrix.identity(len(self.rows))
        for _ in range(n): m = m @ self
        return m
    def __imul__(self, k):
        for r in self.rows:
            for i in range(len(r)): r[i] *= k
        return self
    def __eq__(self, o): return isinstance(o, Matrix) and self.rows == o.rows
    def __repr__(self): return f"Matrix({self.rows})"
    def __str__(self): return "\n".join(" ".join(map(str, r)) for r in self.rows)
    def __iter__(self): return iter(self.rows)
    def __len__(self): return len(self.rows)
    def __neg__(self): return self * -1
    def __call__(self, v): return [sum(a * b for a, b in zip(r, v)) for r in self.rows]
    def __round__(self, n=0): return Matrix([[round(x, n) for x in r] for r in self.rows])
    def map(self, f): return Matrix([[f(x) for x in r] for r in self.rows])
def det(rows):
    if len(rows) == 1: return rows[0][0]
    return sum((-1) ** j * rows[0][j] * det([r[:j] + r[j+1:] for r in rows[1:]]) for j in range(len(rows)))
def transpose(rows):
    return [list(c) for c in zip(*rows)]
def rotate_in_place(m):
    m[:] = [list(r) for r in zip(*m[::-1])]
def roots(a, b, c):
    d = cmath.sqrt(b * b - 4 * a * c)
    return (-b + d) / (2 * a), (-b - d) / (2 * a)
def spiral(m):
    m = copy.deepcopy(m)
    while m:
        yield from m.pop(0)
        m = [list(r) for r in zip(*m)][::-1]
def fill(m, i, j, c):
    old = m[i][j]
    if old == c: return 0
    n = 0; stack = [(i, j)]
    while stack:
        i, j = stack.pop()
        if 0 <= i < len(m) and 0 <= j < len(m[0]) and m[i][j] == old:
            m[i][j] = c; n += 1
            stack += [(i+1, j), (i-1, j), (i, j+1), (i, j-1)]
    return n
