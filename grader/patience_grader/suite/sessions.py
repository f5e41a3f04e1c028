"""Sessions: how a suite examines a whole program, by typing lines and reading what is printed.

A `Session` is asked of every submission once, however many criteria look at it; `played`
says what came of it, also when it broke off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from ..marks.asked import Asked
from ..marks.verdict import Evidence, State, Verdict, VerdictReached
from ..sandbox.answers import Answer, Crashed, InvalidReply, Raised, Returned, TimedOut
from ..sandbox.batch import Batch
from ..sandbox.guest.wire import Types
from ..sandbox.student import Student
from ..text.repeats import without_repeats
from .judging import describe, state_of

__all__ = ["File", "Played", "Session", "lose_session", "played"]

File = str | tuple[int, ...]
"""What is in a file: a text, or the bytes of what is not one."""

PROGRAM = "__main__"
_MOST_SHOWN = 4_000
"""So many characters are shown of the beginning and of the end of a very long text."""
_MOST_TYPED = 60
"""So many lines stand one by one where they are to be typed again."""
_TYPE = "type this in the folder that holds your package"
_SAVE_AND_TYPE = "save these files in the folder that holds your package, and type there"


@dataclass(frozen=True)
class Session:
    """The start of a program, with the lines that are typed and the files that are there."""

    package: str
    lines: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    files: tuple[tuple[str, File], ...] = ()
    """What is in the files, by name; a name may have folders before it."""

    @cached_property
    def batch(self) -> Batch:
        """The session as a question."""
        required = (self.arguments, self.lines, self.files)
        return Batch([(PROGRAM, required)], Types([]), lasting=True, takes_long=True)


@dataclass(frozen=True)
class Played:
    """What came of a session."""

    parts: tuple[str, ...]
    """What was printed before the first line was read, and after each of them."""
    ended: str
    """`exit` and the code, or in words why it ended otherwise."""
    after_end: str | None = None
    """What was printed after the end of the input; None if the program has not come to it."""
    trace: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    state: State = State.FAILED
    """The state of a criterion that is lost because of how the session ended."""

    @property
    def exit_code(self) -> int | None:
        """The exit code, if the program came to its end."""
        word, _, code = self.ended.partition(" ")
        return int(code) if word == "exit" and code.isdigit() else None

    def part(self, number: int) -> str | None:
        """What answered the line of this number (from 1); None when it was not read."""
        return self.parts[number] if number < len(self.parts) else None

    def broke_off_at(self, number: int) -> bool:
        """Whether the program broke off when it answered the line of this number."""
        is_last = number == len(self.parts) - 1 and self.after_end is None
        return bool(self.broke_off) and is_last

    @property
    def broke_off(self) -> str:
        """Why the session broke off, in words; empty when it came to its end."""
        if self.exit_code is not None:
            return ""
        if self.ended == "flood":
            return "it printed too much at once, or kept asking for input after the input had ended"
        return self.ended


def played(student: Student, session: Session) -> Played:
    """What came of the session; the same for every criterion that asks."""
    (answer,) = student.ask(session.batch, session)
    return _read(answer, len(session.lines))


def _read(answer: Answer, lines: int) -> Played:
    """What came of so many lines."""
    match answer:
        case Returned((tuple(parts), str(ended), tuple(trace), tuple(files))) if (
            _are_texts(parts) and _are_texts(trace) and all(map(_is_file, files))
        ):
            state = State.RAISED if ended.startswith("raised") else State.FAILED
            if ended.startswith("raised MemoryError"):
                state = State.OUT_OF_MEMORY
            shown, after_end = _parted(parts, lines)
            return Played(shown, ended, after_end, trace, files, state)
        case TimedOut() | Crashed():
            shown, after_end = _parted(tuple(answer.seen.split("\0")), lines)
            return Played(shown, describe(answer), after_end, state=state_of(answer))
        case Raised():
            return Played(("",), describe(answer), state=state_of(answer))
    odd = answer if isinstance(answer, InvalidReply) else InvalidReply("no session")
    return Played(("",), describe(odd), state=state_of(odd))


def _parted(parts: tuple[str, ...], lines: int) -> tuple[tuple[str, ...], str | None]:
    """What answers the lines, and what came after the end of the input."""
    shown, rest = parts[: lines + 1], parts[lines + 1 :]
    return shown, "".join(rest) if rest else None


def _are_texts(values: tuple[object, ...]) -> bool:
    return all(isinstance(one, str) for one in values)


def _is_file(value: object) -> bool:
    """Whether it is a name and a text."""
    return isinstance(value, tuple) and len(value) == 2 and _are_texts(value)


def lose_session(  # noqa: PLR0913 all of it is what a student is told
    session: Session,
    play: Played,
    *,
    reason: str,
    upto: int,
    expected: str,
    got: str,
    given: str = "",
) -> NoReturn:
    """Raises VerdictReached: the session went wrong at the line of number `upto`."""
    reached = play.part(upto) is not None
    called = _called(session, upto)
    files = [one for one in session.files if _is_named(one[0], called)]
    evidence = Evidence(
        called=called,
        given=_cut(given),
        expected=_cut(expected),
        got=_cut(got),
        trace=play.trace,
        snippet=_snippet(files, called if upto > _MOST_TYPED else _one_by_one(session, upto)),
        repeat=_SAVE_AND_TYPE if files else _TYPE,
    )
    if play.broke_off_at(upto) or (play.broke_off and not reached):
        raise VerdictReached(
            Verdict(play.state, f"the program ended there: {play.broke_off}", evidence)
        )
    raise VerdictReached(Verdict(State.FAILED, reason, evidence))


def _cut(text: str) -> str:
    """The text, or the beginning and the end of a very long one."""
    if len(text) <= 2 * _MOST_SHOWN:
        return text
    gone = len(text) - 2 * _MOST_SHOWN
    return f"{text[:_MOST_SHOWN]}\n… ({gone} characters left out) …\n{text[-_MOST_SHOWN:]}"


def asked_in(session: Session, answer: Answer) -> Asked:
    """The session with what came of it, to be shown to the instructor."""
    play = _read(answer, len(session.lines))
    ended = play.broke_off or play.ended
    after = [play.after_end] if play.after_end else []
    got = "\n".join([*play.parts, *after, f"({ended})"])
    return Asked(_called(session, len(session.lines)), "", "", got, None)


def _called(session: Session, upto: int) -> str:
    return "\n".join([_start(session), *without_repeats(_typed(session, upto), _times)])


def _one_by_one(session: Session, upto: int) -> str:
    return "\n".join([_start(session), *_typed(session, upto)])


def _start(session: Session) -> str:
    return " ".join(["python3 -m", session.package, *session.arguments])


def _typed(session: Session, upto: int) -> Iterator[str]:
    return (f"> {line}" for line in session.lines[:upto])


def _times(line: str, count: int) -> str:
    return f"{line}    ({count} times)"


def _is_named(name: str, called: str) -> bool:
    """Whether the file, or the folder in which it lies, is named there."""
    folder, _, _ = name.rpartition("/")
    return name in called or bool(folder and folder in called)


def _snippet(files: Sequence[tuple[str, File]], typed: str) -> str:
    """These files and the lines, to play it again."""
    return "\n\n".join([*(f"--- {name} ---\n{_written(file)}" for name, file in files), typed])


def _written(file: File) -> str:
    """What is in a file, for a person to make it again."""
    if isinstance(file, str):
        return file.rstrip()
    return f"(not a text: the bytes {bytes(file).hex(' ')})"
