"""Which questions of a test do not hang on how those before them in the test are answered.

These can be sent together, as what is asked next tells nothing then about the answer before it. A
question is one of them if the function of the test asks it itself, by a call or an attribute, in a
place that it reaches whatever is answered, with arguments that no answer has had a part in. Whether
that is so is read from the function; where it is in doubt, no question of it is independent. A
wrong answer may end a test, and so may an exception: neither makes it ask something else.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

from .askers import outside
from .binding import BoundMeta
from .gathering import WITHIN
from .link_view import known_of
from .straight import Known, Place, Question, is_plain, node_of, questions_in

Given = Callable[[], Mapping[str, Any]]
"""What a test is called with, by name."""
_KINDS = {"call": "call", "attr": "attr", "name": "attr", "op": "op"}
_OPERATIONS = frozenset(
    (
        "eq ne lt le gt ge add sub mul truediv floordiv mod matmul and_ or_ xor neg pos invert "
        "getitem contains len str repr abs hash int float bool"
    ).split()
)
"""What is asked for once where it stands, unless the answer is that something else is to be."""


class Independence:
    """Tells of each question that is asked on behalf of a test whether it is independent."""

    def __init__(self, test: Callable[..., object], given: Given) -> None:
        """The `test` is called by pytest, perhaps by way of what decorates it.

        With what it is called, as far as that is known by then, is `given` by name.
        """
        self._code: CodeType | None = getattr(_innermost(test), "__code__", None)
        self._given = given
        self._drawn: Mapping[str, Any] = {}
        self._known: Known | None = None
        self._questions: Mapping[Place, Question] = {}
        self._has_looked = False
        self._was_direct = False
        self._last: Place | None = None
        """Where the question before stands."""

    def begin_example(self, drawn: Mapping[str, Any]) -> None:
        """The test is called with these from now on, beside what it is given otherwise."""
        self._drawn = drawn
        self._has_looked = False

    def of_next(self, operation: Sequence[Any]) -> bool:
        """Whether the operation that is asked for now is independent of those before it.

        It is not if something else than the function of the test has asked for the one before:
        what came of that may have become part of this one.
        """
        frame = outside(sys._getframe())  # noqa: SLF001
        was_direct, self._was_direct = self._was_direct, self._is_of_test(frame)
        if frame is None or not self._was_direct:
            return False
        if not self._has_looked:
            self._look_at(frame)
        place = _places(frame.f_code)[frame.f_lasti // 2]
        is_other, self._last = place != self._last, place
        question = self._questions.get(place)
        if not was_direct or question is None or question.kind != _KINDS.get(operation[0]):
            return False
        if question.kind == "op":
            _, name, *operands = operation
            count = sum(map(_is_object, operands))
            return is_other and name in _OPERATIONS and count >= question.count
        return all(_is_object(_argument(operation, one)) for one in question.objects)

    def _is_of_test(self, frame: FrameType | None) -> bool:
        if frame is None or self._code is None:
            return False
        is_within = frame.f_code.co_name in WITHIN and frame.f_code in self._code.co_consts
        return frame.f_code is self._code or is_within

    def _look_at(self, frame: FrameType) -> None:
        """Reads the function, unless it was read with arguments of the same kinds."""
        while frame.f_code is not self._code and frame.f_back is not None:
            frame = frame.f_back
        self._has_looked = True
        held = {**self._given(), **self._drawn}
        known = _known_in(frame.f_code, held)
        if known != self._known:
            node = node_of(frame.f_code)
            self._known = known
            self._questions = questions_in(node, known, frame, held) if node else {}


def _innermost(test: Any) -> Any:
    """The function that a method, a drawn test or a decorated one runs at last."""
    test = getattr(test, "__func__", test)
    test = getattr(getattr(test, "hypothesis", None), "inner_test", test)
    return inspect.unwrap(test)


@lru_cache(maxsize=64)
def _places(code: CodeType) -> tuple[Place, ...]:
    """Which expression each instruction belongs to."""
    return tuple(code.co_positions())


def _known_in(code: CodeType, held: Mapping[str, Any]) -> Known:
    """What a function knows that is called with what it is `held` to be by its names."""
    names = inspect.getargs(code)
    given = {*names.args, *filter(None, (names.varargs, names.varkw))}
    own = {}
    if names.args[:1] == ["self"] and type(type(held.get("self"))) is not BoundMeta:
        classes = reversed(type(held.get("self")).__mro__)
        own = {name: value for one in classes for name, value in vars(one).items()}
        own |= getattr(held.get("self"), "__dict__", {})
    return Known(
        parameters=frozenset(given),
        plain=frozenset(one for one in given if one in held and is_plain(held[one])),
        objects=frozenset(one for one in given if known_of(held.get(one)) is not None),
        own_plain=frozenset(name for name, value in own.items() if is_plain(value)),
        own_objects=frozenset(name for name, value in own.items() if known_of(value) is not None),
    )


def _argument(operation: Sequence[Any], place: int | str) -> Any:
    """What a call is given by place or by name."""
    _, _, arguments, named = operation
    return arguments[place] if isinstance(place, int) else named.get(place)


def _is_object(node: Any) -> bool:
    """Whether this is an object, of which a request tells nothing but its number or name."""
    return isinstance(node, list) and node[:1] in (["h"], ["s"], ["m"])
