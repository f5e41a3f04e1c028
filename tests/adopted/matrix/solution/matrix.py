class Matrix:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    def __add__(self, other):
        if not isinstance(other, Matrix):
            return NotImplemented
        return Matrix([a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows))

    def __mul__(self, factor):
        return Matrix([x * factor for x in row] for row in self.rows)

    __rmul__ = __mul__

    def __matmul__(self, other):
        columns = list(zip(*other.rows))
        return Matrix([sum(a * b for a, b in zip(r, c)) for c in columns] for r in self.rows)

    def __neg__(self):
        return self * -1

    def __getitem__(self, place):
        row, column = place
        return self.rows[row][column]

    def __setitem__(self, place, value):
        row, column = place
        self.rows[row][column] = value

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __hash__(self):
        return hash(tuple(map(tuple, self.rows)))

    def __iter__(self):
        for row in self.rows:
            yield tuple(row)

    def __contains__(self, value):
        return any(value in row for row in self.rows)

    def __len__(self):
        return len(self.rows)

    def __bool__(self):
        return any(any(row) for row in self.rows)

    def __call__(self, function):
        return Matrix([function(x) for x in row] for row in self.rows)

    def __iadd__(self, other):
        self.rows = (self + other).rows
        return self

    def transpose(self):
        return Matrix(zip(*self.rows))


def transpose(rows):
    return [list(row) for row in zip(*rows)]


def rotate(rows):
    """Turns the rows in place."""
    rows[:] = [list(row)[::-1] for row in zip(*rows)]


def identity(n):
    return [[int(i == j) for j in range(n)] for i in range(n)]


def spiral(rows):
    rows = [list(row) for row in rows]
    found = []
    while rows:
        found += rows.pop(0)
        rows = [list(row) for row in zip(*rows)][::-1]
    return found
