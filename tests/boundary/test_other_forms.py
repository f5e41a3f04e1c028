"""Replies that hold the answer in another form than the solution's."""

from __future__ import annotations

from typing import Any

import pytest
from patience_grader.boundary.exchange import Exchange
from patience_grader.boundary.other_forms import holds_answer, raises_alike


def answered(node: Any, cells: Any = (), kind: str = "ok", printed: str = "") -> list[Any]:
    return [[*cells], printed, "", [kind, node], []]


def box(number: int, *names: str, path: str = "it:Box") -> list[Any]:
    return ["h", number, path, [*names]]


ANSWER = Exchange([], answer=answered(["t", 1, ["t", 2], box(3, "__eq__"), box(4, ".RED")]))


@pytest.mark.parametrize(
    ("reply", "is_held"),
    [
        (ANSWER.answer, True),
        (answered(["c", -1], [[-1, ["list", *ANSWER.answer[3][1][1:]]]]), True),
        (answered(["t", 1, ["t", 2], box(3, "__eq__", "__lt__"), box(4, ".RED")]), True),
        (answered(["t", 1, ["t", 2], box(5, "__eq__"), box(4, ".RED")]), False),
        (answered(["t", 1, ["t", 2], box(3, path="it:Bag"), box(4, ".RED")]), False),
        (answered(["t", 1, ["t", 2], box(3, "__eq__"), box(4, ".BLUE")]), False),
        (answered(["t", 1, ["t", 2, 2], box(3, "__eq__"), box(4, ".RED")]), False),
        (answered(["t", ["true"], ["t", 2], box(3), box(4, ".RED")]), False),
        (answered(ANSWER.answer[3][1], printed="out"), False),
        (answered(ANSWER.answer[3][1], kind="raise"), False),
        ("lost", False),
    ],
)
def test_lists_are_as_good_as_tuples_and_objects_may_do_more(reply: Any, is_held: bool) -> None:
    assert holds_answer([*reply, []] if isinstance(reply, list) else reply, ANSWER) is is_held


def test_what_holds_itself_many_times_is_looked_at_as_far_as_it_agrees() -> None:
    cells = [[-place, ["list", *[["c", -place - 1]] * 50]] for place in range(1, 60)]
    assert not holds_answer([*answered(["c", -1], cells), []], ANSWER)


def test_an_exception_may_say_something_else_but_not_be_another() -> None:
    raised = Exchange([], answer=answered(["x", "builtins:ValueError", ["no"], {}], kind="raise"))
    for cls, is_right in {"builtins:ValueError": True, "builtins:KeyError": False}.items():
        reply = [*answered(["x", cls, ["nope"], {}], kind="raise"), []]
        assert raises_alike(reply, raised) is is_right
        assert not holds_answer(reply, raised)
