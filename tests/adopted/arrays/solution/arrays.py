"""Arithmetic with arrays."""

import numpy as np


def mean(numbers):
    """The mean of some numbers."""
    return np.mean(numbers)


def largest(numbers):
    """The place of the largest number."""
    return np.argmax(np.asarray(numbers))


def table(rows, columns):
    """A multiplication table."""
    return np.outer(np.arange(1, rows + 1), np.arange(1, columns + 1))


def doubled(numbers):
    """Doubles the numbers of an array in place."""
    numbers *= 2


def rows(matrix):
    """The rows of a matrix as lists."""
    return np.asarray(matrix).tolist()


def is_even(number):
    """Whether a number of an array is even."""
    return np.int64(number) % 2 == 0


def solve(a, b):
    """The solution of a linear system."""
    return np.linalg.solve(a, b)
