"""What is neither right nor wrong by itself is wrong where the solution has numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import lost_by

pytestmark = pytest.mark.slow

SOLUTION = """
import numpy as np


def mean(numbers):
    return sum(numbers) / len(numbers) if numbers else float("nan")


def doubled(numbers):
    return 2 * numbers


def least(numbers):
    return np.min(numbers)


def found(numbers, wanted):
    return [place for place, one in enumerate(numbers) if one == wanted]


def times(numbers, wanted):
    return numbers.count(wanted)


def both(numbers):
    return min(numbers), [float(one) for one in numbers]
"""
TESTS = """
import math

import numpy as np
import pytest
from numbers_of import both, doubled, found, least, mean, times


def test_mean():
    for numbers, right in (([1, 2], 1.5), ([-1, 1], 0.0)):
        if abs(mean(numbers) - right) > 1e-9:
            pytest.fail("wrong")


def test_none():
    assert math.isnan(mean([]))


def test_doubled():
    assert np.allclose(doubled(np.array([1.0, 2.0])), [2.0, 4.0])


def test_no_elements():
    assert doubled(np.array([])).size == 0


def test_least():
    assert np.allclose(least(np.array([3.0, 5.0])), 3.0)


def test_found():
    assert not found([1, 2], 3)
    assert found([1, 2], 2) == [1]


def test_times():
    assert not times([1], 2)


def test_both():
    least, rest = both([1, 2])
    assert least == 1
    assert found([2], 2) == [0]
    assert len(rest) == 2
"""
NAN = """
import numpy as np


def mean(numbers):
    return float("nan")


def doubled(numbers):
    return np.full(2, np.nan)[: len(numbers)]


def least(numbers):
    return np.float64("nan")


def found(numbers, wanted):
    return np.array([place for place, one in enumerate(numbers) if one == wanted]).tolist()


def times(numbers, wanted):
    return []


def both(numbers):
    return 1, [float("nan"), 5.0]
"""
EMPTY = """
import numpy as np


def mean(numbers):
    return complex("nan")


def doubled(numbers):
    return np.empty((0, 1))


def least(numbers):
    return []


def found(numbers, wanted):
    return []


def times(numbers, wanted):
    return ()


def both(numbers):
    return np.array([]), []
"""


def test_what_nearly_every_check_is_true_of_is_no_number(tmp_path: Path) -> None:
    files = {"solution/numbers_of.py": SOLUTION, "tests/test_numbers_of.py": TESTS}
    submissions = {"right": SOLUTION, "nan": NAN, "empty": EMPTY}
    assert lost_by(tmp_path, "numbers_of", files, submissions) == {
        "right": set(),
        "nan": {"mean", "doubled", "least"},
        "empty": {"mean", "none", "doubled", "least", "found", "both"},
    }
