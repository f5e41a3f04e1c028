"""What a suite replaces of Python's own, and how loggers are set up, reaches submissions alone."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from adopting import adopted, altered, lost, marked
from patience_grader.boundary.notices import noted

LAB = """
import logging
import time

log = logging.getLogger("lab")


def total(numbers):
    found = 0
    for one in numbers:
        found += one
    return found


def largest(numbers):
    found = numbers[0]
    for one in numbers:
        if one > found:
            found = one
    return found


def counted(text):
    found = {}
    for word in text.split():
        found[word] = found.get(word, 0) + 1
    return found


def processed(items):
    for one in items:
        log.debug("item %s", one)
    return len(items)


class Watch:
    def start(self):
        self.begun = time.monotonic()

    def stop(self):
        return time.monotonic() - self.begun
"""
OF_LAB = """
import builtins
import logging
from unittest.mock import patch

import lab
import pytest
from lab import Watch, counted, largest, processed, total


def forbidden(*given, **named):
    raise AssertionError("write it yourself")


def test_total(monkeypatch):
    monkeypatch.setattr(builtins, "sum", forbidden)
    assert total([1, 2]) == 3


def test_largest():
    with patch("builtins.max", side_effect=AssertionError), patch("builtins.sorted") as asked:
        assert largest([1, 3, 2]) == 3
        asked.assert_not_called()


def test_counted(monkeypatch):
    for name in ("sum", "sorted", "max"):
        monkeypatch.setattr(builtins, name, forbidden)
    assert counted("a b a") == {"a": 2, "b": 1}


def test_own_total():
    asked, original = [], sum

    def spy(numbers):
        asked.append(list(numbers))
        return original(numbers)

    with patch("builtins.sum", spy):
        assert total([1, 2]) == 3
        assert sum([2, 3]) == 5
    assert asked == [[2, 3]]


def test_each_item_is_logged(caplog):
    with caplog.at_level(logging.DEBUG):
        assert processed(["a", "b"]) == 2
    assert [one.levelname for one in caplog.records] == ["DEBUG", "DEBUG"]


def test_less_is_logged():
    lab.log.setLevel(logging.INFO)
    assert processed(["a"]) == 1


def test_watch():
    with patch("time.monotonic", side_effect=[10, 17]), patch("time.process_time", int):
        watch = Watch()
        watch.start()
        assert watch.stop() == 7
"""
OTHER = """
import time
from collections import Counter


def total(numbers):
    return numbers[0] + total(numbers[1:]) if numbers else 0


def largest(numbers):
    first, *rest = numbers
    return first if not rest else largest([one for one in rest if one >= first] or [first])


def counted(text):
    return Counter(text.split())


def processed(items):
    import logging

    for number, one in enumerate(items):
        logging.getLogger("lab").debug("number %s: %r", number, one)
    return len(items)


class log:
    @staticmethod
    def setLevel(level):
        pass


class Watch:
    def start(self):
        self.since = time.monotonic()

    def stop(self):
        return time.monotonic() - self.since
"""
MISTAKES = {
    "sum": ("    found = 0\n", "    return sum(numbers)\n    found = 0\n", {"total", "own_total"}),
    "max": ("    found = numbers[0]\n", "    return max(numbers)\n", {"largest"}),
    "sorted": ("    found = numbers[0]\n", "    return sorted(numbers)[-1]\n", {"largest"}),
    "least": ("found.get(word, 0) + 1", "max(1, found.get(word, 0) + 1)", {"counted"}),
    "once": ("log.debug", "return log.debug", {"each_item_is_logged", "less_is_logged"}),
    "start": ("time.monotonic() - self.begun", "self.begun", {"watch"}),
}


@pytest.mark.slow
def test_forbidden_functions_replaced_clocks_and_levels(tmp_path: Path) -> None:
    files = {"solution/lab.py": LAB, "tests/test_lab.py": OF_LAB}
    assert not adopted(tmp_path, "lab", files).left_out
    texts = {"right": LAB, "other": OTHER, **altered(LAB, MISTAKES)}
    states = marked(tmp_path, "lab", {name: {"lab.py": one} for name, one in texts.items()})
    mistaken = {name: mistake for name, (_, _, mistake) in MISTAKES.items()}
    assert lost(states) == {"right": set(), "other": set(), **mistaken}


def test_loggers_that_a_submission_names_are_not_kept(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("suite.part")
    before = set(logging.root.manager.loggerDict)
    for name in ("root", "a.b.c", "suite.part", "suite.part.more", "x" * 300):
        noted(["log", name, logging.WARNING, name], lambda _: None, str)
    assert set(logging.root.manager.loggerDict) == before
    assert [one.name for one in caplog.records] == [
        *("root", "a.b.c", "suite.part", "suite.part.more", "x" * 200),
    ]
