"""What a public test found wrong, in the words of the check."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..marks.verdict import PASTED, PASTED_BESIDE_FILES, Evidence, State, Verdict, in_its_place
from ..sandbox.answers import Missing
from ..suite.credit import ShareAwarded
from ..suite.judging import describe
from ..text.repeats import as_loop, without_repeats
from ..text.sanitize import one_line

_MOST_LINES = 12
_STATES = {
    "raised": State.RAISED,
    "failed": State.FAILED,
    "partial": State.PARTIAL,
    "late": State.TIMED_OUT,
    "crashed": State.CRASHED,
    "memory": State.OUT_OF_MEMORY,
    "absent": State.NOT_ANSWERED,
    "unwritten": State.NOT_ANSWERED,
    "void": State.VOID,
}
_NOT_TRACED = {"absent", "unwritten", "void", "unknown", "late", "crashed", "memory"}

_IMPORTS = {
    "Counter": "from collections import Counter",
    "OrderedDict": "from collections import OrderedDict",
    "defaultdict": "from collections import defaultdict",
    "deque": "from collections import deque",
    "datetime": "import datetime",
    "Decimal": "from decimal import Decimal",
    "Fraction": "from fractions import Fraction",
    "PosixPath": "from pathlib import PosixPath",
    "WindowsPath": "from pathlib import WindowsPath",
}
"""What lines to paste import where they name something of Python's library."""
_GONE = re.compile(r"[/\\]patience-\w+[/\\]")
"""In the name of a folder that was there for the test alone: such lines cannot be pasted."""
_ADVICE = re.compile(r"(, | ?\.\.\. ?| )[Uu]se '?-v+'? to (show|get (more|the full) diff)")
"""What pytest advises its own users: the check has no such option."""


@dataclass(frozen=True)
class Lost:
    """How a criterion was lost, as the process that ran its test says."""

    kind: str
    error: str = ""
    text: str = ""
    trace: tuple[str, ...] = ()
    calls: tuple[tuple[str, str], ...] = ()
    """What the test called, and what came back, if it was traced."""

    @staticmethod
    def read(line: Mapping[str, Any]) -> Lost:
        """What a line says."""
        return Lost(
            line["kind"],
            line.get("error", ""),
            line.get("text", ""),
            tuple(line.get("trace", ())),
            tuple((call, outcome) for call, outcome in line.get("calls", ())),
        )

    @property
    def can_be_traced(self) -> bool:
        """Whether running it again, traced, says more."""
        return self.kind not in _NOT_TRACED


def verdict_of(lost: Lost, expected: Mapping[str, str], modules: Sequence[str]) -> Verdict:
    """How the criterion ends. `expected` says what calls give with the reference."""
    number = _call_to_show(lost, expected)
    call, outcome = lost.calls[number] if number is not None else ("", "")
    right = expected.get(call, "")
    if right == outcome:
        right = ""
    reason = _reason(lost, call, outcome, right)
    return Verdict(
        _STATES[lost.kind],
        one_line(reason)[:500],
        Evidence(
            called=call,
            given="",
            expected=right,
            got=outcome,
            trace=lost.trace,
            note=_note(lost),
            snippet=_snippet(lost, number, modules),
            repeat=PASTED if any("." in one for one in modules) else PASTED_BESIDE_FILES,
        ),
    )


def _call_to_show(lost: Lost, expected: Mapping[str, str]) -> int | None:
    """The last call whose answer is not the reference's, or else the last of all."""
    numbers = range(len(lost.calls) - 1, -1, -1)
    for number in numbers:
        call, outcome = lost.calls[number]
        if expected.get(call, outcome) != outcome:
            return number
    return next(iter(numbers), None)


def _reason(lost: Lost, call: str, outcome: str, right: str) -> str:
    called = f"{call}: " if call else ""
    match lost.kind:
        case "absent":
            return describe(Missing())
        case "unwritten":
            return "it is not written yet (NotImplementedError)"
        case "memory":
            return "it used more memory than it may"
        case "late":
            return f"it took too long (more than {lost.text})"
        case "crashed" | "void" | "partial":
            return lost.text
        case _ if lost.error == ShareAwarded.__name__:
            return lost.text
        case "raised" if lost.error != "AssertionError":
            return f"{called}it raised {_named(lost)}"
    if right:
        return f"{called}{outcome}, {in_its_place(right)}"
    return _comparison(lost)


def _named(lost: Lost) -> str:
    return f"{lost.error}: {lost.text}" if lost.text else lost.error


def _comparison(lost: Lost) -> str:
    """The failed comparison, as pytest words it."""
    first = next(iter(lost.text.strip().splitlines()), "")
    return f"{lost.error}: {first}" if first else lost.error


def _note(lost: Lost) -> str:
    if lost.kind not in ("failed", "raised") or not lost.text:
        return ""
    text = _ADVICE.sub("", re.sub(r"\s+", " ", lost.text))
    return f"The test found: {text[:1_000]}"


def _snippet(lost: Lost, number: int | None, modules: Sequence[str]) -> str:
    """The calls up to the one that went wrong, as lines of Python."""
    if number is None:
        return ""
    calls = []
    for call, outcome in lost.calls[: number + 1]:
        made = call[:1].isupper() and outcome.isidentifier()
        calls.append(f"{outcome} = {call}" if made else call)
    shown = list(without_repeats(calls, as_loop))[-_MOST_LINES:]
    if any(_GONE.search(one) for one in shown):
        return ""
    words = {word for one in shown for word in re.findall(r"\w+(?=[(.])", one)}
    needed = [line for word, line in _IMPORTS.items() if word in words]
    return "\n".join([*needed, *(f"from {name} import *" for name in modules), *shown])


def trouble(line: Mapping[str, Any]) -> str:
    """Why a module cannot be imported, with the line of it that is to blame."""
    error, text = line["error"], line["text"]
    said = f"it raised {error}: {text}" if error and text else f"it raised {error}"
    if not error:
        said = text
    last = next(iter(line["trace"][-1:]), "")
    return f"{line['broken'].rpartition('.')[2]}.py: {said}" + (f" ({last})" if last else "")
