"""Another function of a submission that is wrong, too, where the reference calls it on the way."""

from __future__ import annotations

import copy
import inspect
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType
from typing import Any

from ..marks.verdict import in_its_place
from ..sandbox.guest.objects import Executor
from .exchange import is_answer
from .link import Link
from .patches import is_forgotten
from .reference import World
from .run import Run
from .signals import BoundarySignal
from .source import Operation, shortened
from .steps import LOST, Step
from .wording import outcome_text

_MOST_CALLS = 200
"""So many calls of the reference are looked at."""
_MOST_ASKED = 10
"""So many of them are asked of the submission."""
_MOST_SECONDS = 0.05
"""So much of the submission's processor time may that take."""
_UNCOUNTED = (
    inspect.CO_VARARGS | inspect.CO_VARKEYWORDS | inspect.CO_GENERATOR | inspect.CO_COROUTINE
)


@dataclass(frozen=True)
class _Call:
    """A call of a function that students write."""

    path: str
    arguments: tuple[Any, ...]


def cause_of(run: Run, step: Step) -> str:
    """What goes wrong already in a function that this call rests on, in one line; or nothing.

    The reference makes the call; what it calls on the way is asked of the submission.
    """
    student, request = run.student, step.request
    assert student is not None
    if step.answer[3][0] == LOST or not student.may_show or not _is_plain_call(request):
        return ""
    if _has_replaced(run.steps.all, step):
        return ""
    spent = student.cpu_seconds
    world = run.boundary.new_world()
    try:
        for call in _inner_calls(run, world, request)[:_MOST_ASKED]:
            if student.cpu_seconds - spent > _MOST_SECONDS:
                break
            if said := _wrong(run, world, call):
                return said
    except (BoundarySignal, Exception):  # noqa: BLE001 it is told only where it can be found
        return ""
    return ""


def _has_replaced(steps: Sequence[Step], step: Step) -> bool:
    """Whether something was replaced for a step, which is there again now: it may do anything."""
    held: dict[tuple[str, str], Any] = {}
    for one in steps:
        held |= {(module, name): value for module, name, value in one.request[2]}
        if one is step:
            break
    return any(value is not None and not is_forgotten(*place) for place, value in held.items())


def _is_plain_call(request: list[Any]) -> bool:
    """Whether a function of a module is called, and none of the suite's objects is handed over."""
    match request[3]:
        case ["call", ["s", str()], list() as arguments, dict() as named]:
            written = repr((request[1], arguments, named))
            return not any(f"['{kind}', " in written for kind in ("h", "k", "kx", "s", "m"))
    return False


def _wrong(run: Run, world: World, call: _Call) -> str:
    """How the submission answers a call, if that is wrong."""
    link = Link(run, run.boundary.reference_lookup(world), is_reference=True, count=0)
    request = link.operation(
        lambda link: ["call", ["s", call.path], link.write_all(call.arguments), {}], [], []
    )
    reply, right = run.asked_alone(request)
    if not isinstance(reply, list) or not is_answer(reply):
        return ""
    got, expected = outcome_text(reply[:5]), outcome_text(right)
    if reply[:5] == right or got == expected:
        return ""
    source = Operation("call", run.binding.named(call.path), call.arguments)
    text = shortened(source.source(run.boundary.importable).text)
    return f"{text} is already wrong: {got}, {in_its_place(expected)}"


def _inner_calls(run: Run, world: World, request: list[Any]) -> list[_Call]:
    """The different calls that the reference makes on the way, in their order."""
    codes = dict(_functions(world, run))
    _, cells, _, operation = request
    asked = operation[1][1]
    found: dict[str, _Call] = {}

    def heard(frame: FrameType, event: str, _: object) -> None:
        path = codes.get(frame.f_code) if event == "call" else None
        if path is None or path == asked or len(found) >= _MOST_CALLS:
            return
        names = inspect.getargs(frame.f_code).args
        arguments = tuple(frame.f_locals[name] for name in names)
        found.setdefault(f"{path}{arguments!r}", _Call(path, copy.deepcopy(arguments)))

    lookup = run.boundary.reference_lookup(world)
    executor = Executor(lookup, _refuse, lambda _: [], shield=world.shield)
    before = sys.getprofile()
    sys.setprofile(heard)
    try:
        with run.boundary.without_effects():
            executor.run([[], cells, [], operation])
    finally:
        sys.setprofile(before)
    return list(found.values())


def _functions(world: World, run: Run) -> Iterator[tuple[CodeType, str]]:
    """The functions of the reference's modules that students write, by their code."""
    for name in run.binding.modules:
        for value in list(vars(world.module(name)).values()):
            is_own = isinstance(value, FunctionType) and value.__module__ == name
            if is_own and not value.__code__.co_flags & _UNCOUNTED:
                yield value.__code__, f"{name}:{value.__qualname__}"


def _refuse(_: object) -> list[Any]:
    raise BoundarySignal("a call that is not expected")
