"""Answers as a guest wrote them down, read with distrust.

Nothing here is believed: what breaks a rule of `wire` is not an answer, and what a guest says
about the student's files is checked against the files themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast

from .answers import Answer, Frame, Missing, Raised, Returned
from .batch import Batch
from .declared import Declared, Fitting
from .guest import node_reader, wire
from .guest.sources import file_of
from .shared import SharedFrame, written

_MOST_TEXT = 200
_MOST_MESSAGE = 2_000
_MOST_NAMES = 20
_MOST_PLACES = 9
_MOST_KNOWN = 200
_MOST_WRITTEN = 4_000


@dataclass
class Sources:
    """The lines of the files a guest has loaded, by the names it has for them."""

    package: str
    lines: dict[str, list[str]] = field(default_factory=dict)
    raised: dict[bytes, Raised] = field(default_factory=dict)
    """Exceptions that were read already, by what was written; not too many."""

    def put(self, module: str, text: str) -> None:
        """The file of this module now holds the text."""
        self.raised.clear()
        self.lines[file_of(self.package, module)] = text.splitlines()

    def frame(self, file: str, line: int, function: str) -> Frame | None:
        """The frame with the line that really stands there; None when there is none."""
        lines = self.lines.get(file, [])
        if not 0 < line <= len(lines):
            return None
        return Frame(file, line, function[:_MOST_TEXT], lines[line - 1].strip()[:_MOST_TEXT])


@dataclass(frozen=True)
class Question:
    """What is known of the questions that answers are to be given to."""

    nonce: str
    count: int
    batch: Batch
    types: wire.Types
    sources: Sources
    in_turn: bool = False
    """Whether the answers are to calls of the batch in any order, each any number of times."""


def answers_in(frame: bytes, first: int, question: Question) -> Sequence[Answer] | SharedFrame:
    """The answers in a frame that must begin with the answer number `first`.

    Raises WireError when it is anything else.
    """
    shared, begin = question.batch.shared, f'["{question.nonce}",{first},'.encode()
    may_be_shared = question.batch.lasting and not question.in_turn and frame.startswith(begin)
    rows = frame[len(begin) :] if may_be_shared else b""
    if may_be_shared and (known := shared.of_frame(first, rows)):
        return known
    answers = read_answers(wire.decoded(frame, answers=True), first, question)
    if may_be_shared:
        shared.share_frame(first, rows, answers)
    return answers


def read_answers(message: object, first: int, question: Question) -> list[Answer]:
    """The answers in a message that must begin with the answer number `first`.

    Raises WireError when the message is anything else.
    """
    if not isinstance(message, list) or len(message) != 3:
        raise wire.WireError("a malformed answer")
    if type(message[1]) is not int or message[:2] != [question.nonce, first]:
        raise wire.WireError("an answer to another question")
    rows = message[2]
    if not isinstance(rows, list) or not 0 < len(rows) <= question.count - first:
        raise wire.WireError("more or fewer answers than questions")
    if question.in_turn:
        return [_read_once(row, question) for row in rows]
    if not question.batch.lasting:
        return [_answer(row, question) for row in rows]
    return [_shared_or_read(row, number, question) for number, row in enumerate(rows, first)]


def _read_once(row: object, question: Question) -> Answer:
    """The answer, which is read only if it was not said before, word for word."""
    try:
        said = repr(row)
    except RecursionError as fault:
        raise wire.WireError("an answer nested too deeply") from fault
    shared = question.batch.shared
    answer = shared.of_turn(said)
    if answer is None:
        answer = _answer(row, question)
        shared.share_turn(said, answer)
    return answer


def _shared_or_read(row: object, number: int, question: Question) -> Answer:
    shared = question.batch.shared
    answer = shared.of(number, row)
    if answer is None:
        answer = _answer(row, question)
        shared.share(number, row, answer)
    return answer


def _answer(row: object, question: Question) -> Answer:
    if not isinstance(row, list) or len(row) != 4:
        raise wire.WireError("a malformed answer")
    kind, payload, ref, places = row
    if not isinstance(places, list) or not all(type(place) is int for place in places):
        raise wire.WireError("a malformed answer")
    changed = tuple(places[:_MOST_PLACES])
    if kind == "value":
        return _returned(payload, ref, question, changed)
    if kind == "missing":
        return Missing()
    if kind == "raised":
        return _raised_once(payload, question, changed)
    raise wire.WireError("an answer of an unknown kind")


def _returned(
    payload: object, ref: object, question: Question, changed: tuple[int, ...]
) -> Returned:
    batch, fit = question.batch, Fitting(_declared(question.types))
    before = batch.values
    try:
        values = node_reader.read_answer(
            payload, question.types, before, batch.sizes, keep_lists=batch.keep_lists, fit=fit
        )
        weight = sum(map(wire.weight_of, cast(list[Any], payload)))
    except wire.TooLargeError as fault:
        return Returned(wire.Opaque(str(fault)), changed)
    if type(ref) is not int or not 0 <= ref < len(before) + len(values):
        raise wire.WireError("a malformed answer")
    value = before[ref] if ref < len(before) else values[ref - len(before)]
    strange = next((one.description for one in values if type(one) is wire.Opaque), "")
    return Returned(value, changed, fit.odd or strange, weight)


_declared = lru_cache(maxsize=4)(Declared)


def _raised_once(payload: object, question: Question, changed: tuple[int, ...]) -> Raised:
    """The exception, which is read only if it was not said before, word for word."""
    known, key = question.sources.raised, written([payload, changed])
    if key in known:
        return known[key]
    found = _raised(payload, question, changed)
    if len(known) < _MOST_KNOWN and len(key) < _MOST_WRITTEN:
        known[key] = found
    return found


def _raised(payload: object, question: Question, changed: tuple[int, ...]) -> Raised:
    if not isinstance(payload, list) or len(payload) != 5:
        raise wire.WireError("a malformed exception")
    name, supplied, builtin, message, frames = payload
    if not isinstance(name, str) or not isinstance(message, str) or not isinstance(frames, list):
        raise wire.WireError("a malformed exception")
    known = set(question.types.errors.values())
    mine = tuple(error for error in _names(supplied) if error in known)
    if len(set(mine) - question.types.roots) > 1:  # one that is several errors is none of them
        mine = ()
    rows = [read_frame(frame, question.sources) for frame in frames[:_MOST_NAMES]]
    shown = tuple(row for row in rows if row)
    lengths = [len(message), *(len(row.function) + len(row.source) for row in shown)]
    return Raised(
        name[:_MOST_TEXT],
        mine,
        _names(builtin),
        message[:_MOST_MESSAGE],
        shown,
        changed,
        sum(lengths) // 10,
    )


def _names(said: object) -> tuple[str, ...]:
    if not isinstance(said, list) or len(said) > _MOST_NAMES:
        raise wire.WireError("a malformed exception")
    if not all(isinstance(one, str) for one in said):
        raise wire.WireError("a malformed exception")
    return tuple(one[:_MOST_TEXT] for one in said)


def read_frame(frame: object, sources: Sources) -> Frame | None:
    """A line of a traceback, as a guest says it; None when it is not a line of the student's.

    Raises WireError.
    """
    if not isinstance(frame, list) or len(frame) != 4 or type(frame[1]) is not int:
        raise wire.WireError("a malformed exception")
    if not isinstance(frame[0], str) or not isinstance(frame[2], str):
        raise wire.WireError("a malformed exception")
    return sources.frame(frame[0], frame[1], frame[2])
