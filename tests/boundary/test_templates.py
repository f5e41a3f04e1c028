"""A submission's format strings tell it nothing of the process that decides marks."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, earned, marked
from patience_grader.boundary.templates import looks_inside, looks_inside_anew

LABELS = """
class Account:
    def __init__(self, owner):
        self.owner = owner


def template():
    return "{p.name}-{p.age:>{width}}"


def named():
    return "{0.owner}"


def told(ask):
    return ask("{p.name}-{p.age}")
"""
OF_LABELS = """
from dataclasses import dataclass

from labels import Account, named, template, told


@dataclass
class Person:
    name: str
    age: int


WANTED = "Al-  3"


def test_template():
    assert template().format(p=Person("Al", 3), width=3) == WANTED


def test_named():
    assert named().format(Account("hidden%d" % 5)) == "hidden5"


def test_told():
    assert told(lambda text: text.format(p=Person("Al", 3))) == "Al-3"
"""
HOSTILE = (
    LABELS.replace("{p.name}-{p.age:>{width}}", "{p.__init__.__globals__[WANTED]}")
    .replace(
        "{0.owner}",
        "{0.patience_known.run.__init__.__globals__[sys].modules[test_labels].test_named.__code__"
        ".co_consts[3]}",
    )
    .replace("{p.name}-{p.age}", "{p.__init__.__globals__[WANTED]}")
)
OTHER = (
    LABELS.replace("{p.name}-{p.age:>{width}}", "{p.name}-{p.age:{width}}")
    .replace('"{0.owner}"', '"{.owner}"')
    .replace("{p.name}-{p.age}", "{p.name!s}-{p.age:d}")
)


def test_what_looks_inside_loses(tmp_path: Path) -> None:
    files = {"solution/labels.py": LABELS, "tests/test_labels.py": OF_LABELS}
    assert not adopted(tmp_path, "labels", files).left_out
    texts = {"other": OTHER, "hostile": HOSTILE}
    states = marked(tmp_path, "labels", {name: {"labels.py": one} for name, one in texts.items()})
    assert len(earned(states["other"])) == 3
    assert not earned(states["hostile"])


@pytest.mark.parametrize(
    "text",
    [
        "{p.__init__}",
        "{0[_hidden]}",
        "{:{0.__class__}}",
        "a {x} and {y.z._w!r:>5}",
        "{0.patience_known.run}",
        "}{0.__class__",  # put between "{:" and "}", as what says how wide a column is
        "{0[_hidden]",
        "{0.gi_frame.f_code}",
        "{error.tb_frame",
        "{0.f_globals[WANTED]}",
    ],
)
def test_fields_that_look_inside_are_told(text: str) -> None:
    assert looks_inside(text)
    said = [["x", {"name": ["t", text]}]]
    assert looks_inside_anew(said, None)
    assert not looks_inside_anew(said, [text])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "}{",
        "{p.name}",
        "{0[a_b]:_}",
        "{1: <sol._Node object>}",
        "__init__",
        "{{p.__x__}}",
        "}{x: a._b",
        "{ {x}._",
        "{0.frame} {0.f_number}",
    ],
)
def test_other_texts_are_texts(text: str) -> None:
    assert not looks_inside(text)
