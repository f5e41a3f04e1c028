"""What a test replaces in a library, and mocks that it hands over, are used by the submission."""

from __future__ import annotations

import json

import pytest
from adopting import adopted, earned, marked

pytestmark = pytest.mark.slow

SOLUTION = """
import json
import math
import os.path


def hypotenuse(a, b):
    return math.sqrt(a * a + b * b)


def settings(text):
    return json.loads(text)


def is_there(name):
    return os.path.exists(name)


def first(source):
    with source as lines:
        return next(iter(lines))
"""
TESTS = """
import json
import math
from unittest.mock import MagicMock, patch

import mathx


def test_sqrt():
    with patch("math.sqrt", wraps=math.sqrt) as root:
        assert mathx.hypotenuse(3, 4) == 5
    root.assert_called_once_with(25)


def test_loads(monkeypatch):
    seen = []
    monkeypatch.setattr(json, "loads", lambda text: seen.append(text) or {"a": [1]})
    assert mathx.settings("{}") == {"a": [1]}
    assert seen == ["{}"]


def test_in_the_module():
    with patch("mathx.os.path.exists", return_value=True) as exists:
        assert mathx.is_there("nothing")
    exists.assert_called_with("nothing")
    assert not mathx.is_there("nothing")


def test_assigned():
    before = math.sqrt
    math.sqrt = lambda number: -number
    try:
        assert mathx.hypotenuse(1, 2) == -5
    finally:
        math.sqrt = before
    assert mathx.hypotenuse(3, 4) == 5


def test_context():
    source = MagicMock()
    source.__enter__.return_value = ["a", "b"]
    assert mathx.first(source) == "a"
    source.__enter__.assert_called_once_with()
    source.__exit__.assert_called_once_with(None, None, None)
"""
OTHER = """
from math import sqrt
import json, math, os


def hypotenuse(a, b):
    return math.sqrt(sum(side ** 2 for side in (a, b)))


def settings(text):
    return {**json.loads(text)}


def is_there(name):
    return bool(name) and os.path.exists(name)


def first(source):
    lines = source.__enter__()
    try:
        return list(lines)[0]
    finally:
        source.__exit__(None, None, None)
"""
UNCALLED = """
import os


def hypotenuse(a, b):
    return (a * a + b * b) ** 0.5


def settings(text):
    return eval(text)


def is_there(name):
    return os.access(name, os.F_OK)


def first(source):
    return source.__enter__()[0]
"""
ALL = {"sqrt", "loads", "in_the_module", "assigned", "context"}


def test_spies_see_what_the_submission_calls(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("spies")
    files = {"solution/mathx.py": SOLUTION, "tests/test_mathx.py": TESTS}
    assert adopted(root, "spies", files).left_out == ()
    submissions = {"100001": SOLUTION, "100002": OTHER, "100003": UNCALLED}
    found = marked(root, "spies", {name: {"mathx.py": text} for name, text in submissions.items()})
    lost = {
        name: ALL - {one.partition(".")[2] for one in earned(each)} for name, each in found.items()
    }
    assert lost == {"100001": set(), "100002": set(), "100003": ALL}
    tests = json.loads((root / "marks/100003/results.json").read_text("utf-8"))["tests"]
    said = {one["name"].partition(".")[2]: one["output"] for one in tests}
    assert "the test has its own json.loads in place" in said["loads"]
    assert "paste" not in said["loads"], "without what is replaced it would do something else"
