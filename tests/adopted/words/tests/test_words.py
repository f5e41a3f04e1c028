from collections import Counter

import pytest

import textstats
import textstats.counting as counting
from textstats import count_words, most_common
from textstats.cleaning import clean
from textstats.counting import STOP_WORDS, WEIGHTS, by_length, index, unique

from .helper import SAMPLE, check


def test_count():
    assert count_words(SAMPLE) == {"the": 2, "cat": 1, "and": 1, "dog": 1}


def test_count_with_helper():
    check("a b a", a=2, b=1)


def test_empty():
    assert count_words("") == {}
    assert textstats.count_words("  ") == {}


def test_most_common():
    assert most_common("b b a c c c the the the the", 2) == [("c", 3), ("b", 2)]
    assert most_common("x y", n=1) == [("x", 1)]


def test_clean():
    assert clean("  A ") == "a"


def test_clean_type():
    with pytest.raises(TypeError, match=r"expected str, got int"):
        clean(3)


def test_index():
    assert index("a b a") == {"a": [0, 2], "b": [1]}


def test_unique():
    assert unique("a b a") == {"a", "b"}
    assert isinstance(unique(""), frozenset)


def test_by_length():
    assert by_length("a bb c") == {1: {"a", "c"}, 2: {"bb"}}


def test_constants():
    assert "the" in STOP_WORDS
    assert WEIGHTS["title"] > WEIGHTS["body"]
    assert counting.STOP_WORDS == STOP_WORDS


def test_counter():
    assert counting.counter("a a b") == Counter("aab")
    assert counting.counter("a a b").most_common(1) == [("a", 2)]
