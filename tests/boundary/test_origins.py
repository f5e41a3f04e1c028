"""Logs of the root logger, exceptions from nothing, mocks of classes, and classes with keywords."""

from __future__ import annotations

from pathlib import Path

from adopting import adopted, earned, marked

LOADER = """
import logging

log = logging.getLogger(__name__)

class Lost(Exception):
    pass

class Plugin:
    known = {}

    def __init_subclass__(cls, name=None, bases=(), body=1):
        Plugin.known[name or cls.__name__] = cls

def load(number):
    log.info("loaded %d", number)
    log.debug("all of it")
    return number

class Job:
    def run(self, text):
        return text.upper()

class Loud(Job):
    def run(self, text):
        return super().run(text) + "!"

def find(key):
    try:
        return {"a": 1}[key]
    except KeyError:
        raise Lost(key) from None

def index(key):
    try:
        return ["a"].index(key)
    except ValueError:
        raise KeyError(key) from None
"""
SUITE = """
import inspect
import logging
from unittest import mock

import pytest
from loader import Job, Loud, Lost, Plugin, find, index, load

def test_log(caplog):
    with caplog.at_level(logging.INFO):
        assert load(2) == 2
    assert [one.getMessage() for one in caplog.records] == ["loaded 2"]

def test_quiet(caplog):
    load(2)
    assert caplog.text == ""

def test_from_none():
    with pytest.raises(Lost) as failed:
        find("b")
    assert failed.value.__suppress_context__ and failed.value.__cause__ is None

def test_amid():
    with pytest.raises(Lost) as failed:
        find("b")
    assert failed.value.__suppress_context__ or failed.value.__context__ is None

def test_index():
    with pytest.raises(KeyError) as failed:
        index("b")
    assert failed.value.__suppress_context__ and failed.value.__cause__ is None

def test_mocked():
    made = mock.Mock(spec=Loud)
    made.run("a")
    made.run.assert_called_with("a")
    with pytest.raises(AttributeError):
        made.walk
    assert Loud().run("a") == "A!"

def test_looked_at():
    assert not isinstance(inspect.getattr_static(Loud, "count", None), staticmethod)

def test_patched():
    with mock.patch.object(Job, "run", return_value="Z"):
        assert Loud().run("a") == "Z!"

def test_name():
    class Own(Plugin, name="own", bases=(1,), body=2):
        pass

    assert Plugin.known["own"] is Own
"""


def test_what_is_logged_raised_and_named(tmp_path: Path) -> None:
    given = {"solution/loader.py": LOADER, "tests/test_loader.py": SUITE}
    assert adopted(tmp_path, "loader", given).left_out == ()
    versions = {
        "right": LOADER,
        "root": LOADER.replace("log.info", "logging.info").replace("log.debug", "logging.debug"),
        "more": LOADER.replace(
            "class Loud(Job):", "class Loud(Job):\n    count = iter(())\n    def stop(self): pass"
        ),
        "by_class": LOADER.replace("super().run(text)", "Job.run(self, text)"),
        "loud": LOADER.replace("log.info", "log.warning"),
        "silent": LOADER.replace("log.info", "print"),
        "context": LOADER.replace(" from None", ""),
        "cause": LOADER.replace("except KeyError:", "except KeyError as e:").replace(
            "Lost(key) from None", "Lost(key) from e"
        ),
    }
    states = marked(
        tmp_path, "loader", {one: {"loader.py": text} for one, text in versions.items()}
    )
    every = {
        f"loader.{one}"
        for one in "log quiet from_none amid index mocked looked_at patched name".split()
    }
    assert {one: {name[7:] for name in every - earned(states[one])} for one in versions} == {
        **{one: set() for one in ("right", "root", "more", "by_class")},
        "loud": {"quiet"},
        "silent": {"log"},
        "context": {"from_none", "amid", "index"},
        "cause": {"from_none"},
    }
