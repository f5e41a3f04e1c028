"""A student's functions, asked in a guest: what they do, the table shows."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from patience_grader.errors import InputError, KitError
from patience_grader.sandbox.answers import (
    Answer,
    Crashed,
    Frame,
    InvalidReply,
    Missing,
    Raised,
    Returned,
    TimedOut,
)
from patience_grader.sandbox.at_home import host_at_home
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.talk import Host, Preload
from patience_grader.sandbox.watch import Limits

from .moves import TURN, Move, Refusal
from .position import Position, Undrawable, board_of, position_of
from .spots import PILLARS

SEAT = "seat"
"""The supplied module of a coursework that the table asks."""
LIMITS = Limits(
    cpu_seconds_per_question=1.0,
    cpu_seconds_per_submission=36_000.0,
    wall_seconds_per_question=4.0,
    wall_seconds_per_submission=360_000.0,
    memory_mib=512,
)
_MOST_ASKED = 2_000
"""After so many questions a fresh guest answers, as each remembers what it was asked."""
_MOST_TEXT = 120


class Trouble(Exception):
    """A function did not do what it should; the text says which and what."""


@dataclass(frozen=True)
class Kit:
    """A coursework as the table needs it."""

    package: str
    folder: Path
    """Where the supplied files of the package lie."""
    required: tuple[str, ...]
    """The modules that students write."""
    supplied: tuple[str, ...]
    """The supplied modules that the seat needs, beside those of `values`."""
    values: tuple[str, ...]
    """The supplied modules whose types cross to the guest."""
    rules: Mapping[str, int]
    """The rules to play by, and how many cards a turn draws; 0 where no solver knows them."""
    passes: Mapping[str, int]
    """How often one may go through the stock, by the rules that limit it."""
    timed: frozenset[str]
    """The rules that score as usual, where time can cost points."""
    paid: frozenset[str]
    """The rules by which a game is paid for, so that scores add up to a balance."""

    def can_turn_waste(self, standing: Standing) -> bool:
        """Whether the waste may become the stock once more."""
        limit = self.passes.get(standing.rules)
        return bool(standing.position.waste) and (limit is None or standing.passes + 1 < limit)


@dataclass(frozen=True)
class Standing:
    """A game at one moment."""

    position: Position
    rules: str
    score: int = 0
    moves: int = 0
    passes: int = 0
    emptied: bool = False
    """Whether a column has been empty, which some rules score once."""
    won: bool = False


class Engine:
    """Plays by the functions in a folder."""

    def __init__(self, host: Host, kit: Kit, files: dict[str, str]) -> None:
        """`files` are the source texts of the asked modules, by name."""
        self._host = host
        self._kit = kit
        self._files = {**files, SEAT: _text(kit.folder / f"{SEAT}.py")}
        modules = [importlib.import_module(f"{kit.package}.{name}") for name in kit.values]
        self._types = Types(modules)
        self._student: Student | None = None
        self._asked = 0

    def deal(self, seed: int, rules: str) -> tuple[Standing, str]:
        """The game that the seed deals, and what is to be said about it.

        A deck that cannot be shuffled is dealt as it is. Raises Trouble when there is no game.
        """
        self.close()
        try:
            dealt = self._standing("dealing", self._answer("deal", seed, rules, True))
            return dealt, self._broken_files()
        except Trouble as trouble:
            dealt = self._standing("dealing", self._answer("deal", seed, rules, False))
            return dealt, f"{trouble} The deck is not shuffled."

    def play(self, standing: Standing, moves: Sequence[Move]) -> tuple[Standing, str]:
        """The game after the first of the moves that is allowed, and what is to be said about it.

        Moves to a pillar are asked apart from the others: a function that hangs takes no
        other with it. Raises Trouble when a function fails and no move is allowed, and else
        Refusal.
        """
        refusals: list[Refusal] = []
        troubles: list[Trouble] = []
        for _, alike in groupby(moves, key=lambda move: move.target in PILLARS):
            for move, answer in self._tried(standing, list(alike)):
                try:
                    after = self._standing(str(move), answer)
                except Refusal as refusal:
                    refusals.append(refusal)
                except Trouble as trouble:
                    troubles.append(trouble)
                else:
                    won, note = self._won(after)
                    remarks = [*map(str, troubles[:1]), note]
                    return replace(after, won=won), " ".join(filter(None, remarks))
        raise (*troubles, *refusals, Refusal("No card can go anywhere."))[0]

    def _tried(self, standing: Standing, moves: Sequence[Move]) -> Iterable[tuple[Move, Answer]]:
        noted = self._told(standing)
        calls = [("turn", (noted,)) if move == TURN else ("move", (noted, *move)) for move in moves]
        return zip(moves, self._answers(calls), strict=False)

    def _won(self, standing: Standing) -> tuple[bool, str]:
        doing = "seeing whether the game is won"
        try:
            return bool(self._value(doing, self._answer("is_won", self._told(standing)))), ""
        except (Trouble, Refusal) as reason:
            return False, str(reason)

    def hint(self, standing: Standing) -> Move | None:
        """A move that helps, if there is one. Raises Trouble."""
        doing = "looking for a hint"
        match self._value(doing, self._answer("hint", self._told(standing))):
            case None:
                return None
            case (int(size), int(source), int(target)) if all(
                0 <= pile < 13 for pile in (source, target)
            ):
                return Move(size, source, target) if source else TURN
        raise Trouble(f"{_begun(doing)} gave no move.")

    def close(self) -> None:
        """Ends the guest."""
        if self._student is not None:
            self._student.__exit__(None, None, None)
            self._student = None

    def _told(self, standing: Standing) -> tuple[object, ...]:
        board = board_of(standing.position, self._types)
        counts = (standing.score, standing.moves, standing.passes, standing.emptied)
        return (board, standing.rules, *counts)

    def _standing(self, doing: str, answer: Answer) -> Standing:
        match self._value(doing, answer):
            case (board, str(rules), int(score), int(moves), int(passes), bool(emptied)) if (
                rules in self._kit.rules
            ):
                try:
                    position = position_of(board, self._types)
                except Undrawable as why:
                    raise Trouble(f"{_begun(doing)} cannot be shown: {why}.") from None
                return Standing(position, rules, score, moves, passes, emptied)
        raise Trouble(f"{_begun(doing)} gave no game.")

    def _answer(self, function: str, *arguments: object) -> Answer:
        (answer,) = self._answers([(function, arguments)])
        return answer

    def _answers(self, calls: Sequence[tuple[str, tuple[object, ...]]]) -> Sequence[Answer]:
        """The answers to calls of the seat, up to one that ends the guest."""
        self._asked += 1
        if self._asked > _MOST_ASKED:
            self.close()
        if self._student is None:
            self._asked = 1
            self._student = Student(
                self._host, self._types, self._files, dict.fromkeys(self._files, "")
            )
        full = [(f"{SEAT}.{function}", arguments) for function, arguments in calls]
        try:
            return self._student.ask(Batch(full, self._types))
        except KitError as fault:
            self._student = None
            raise Trouble(f"The functions cannot be asked: {_short(str(fault))}") from fault

    def _value(self, doing: str, answer: Answer) -> Any:
        """What was returned. Raises Refusal for an error of the game, and Trouble."""
        if isinstance(answer, Returned):
            return answer.value
        if isinstance(answer, Raised) and answer.supplied:
            raise Refusal(_short(answer.message))
        is_elsewhere = isinstance(answer, Raised) and not self._frames(answer)
        raise Trouble((is_elsewhere and self._broken_files()) or self._blame(doing, answer))

    def _frames(self, answer: Raised) -> list[Frame]:
        """The frames that lie in the files that students write."""
        files = [f"{self._kit.package}/{name}.py" for name in self._kit.required]
        return [frame for frame in answer.frames if frame.file in files]

    def _blame(self, doing: str, answer: Answer) -> str:
        """One line that names the function not done yet, or what failed and where."""
        match answer:
            case Raised():
                theirs = self._frames(answer)
                if theirs and "NotImplementedError" in answer.builtin:
                    return f"Not done yet: {theirs[-1].function} ({theirs[-1].file})."
                what = f"{answer.name}: {answer.message}" if answer.message else answer.name
                if not theirs:
                    return f"{_begun(doing)} failed: {_short(what)}"
                return f"{theirs[-1].file}, line {theirs[-1].line}: {_short(what)}"
            case TimedOut():
                return f"Stopped, too slow: {doing}."
            case Crashed():
                return f"Stopped: {doing} ended the program ({_short(answer.how)})."
            case InvalidReply():
                return f"Stopped: {doing} gave no answer that can be read."
            case Missing():
                return f"There is nothing to ask for {doing}."
        return f"Stopped: {doing} gave no answer."

    def _broken_files(self) -> str:
        """Which of the files cannot be imported, and why."""
        troubles = self._student.troubles if self._student else {}
        return " ".join(
            f"{name}.py cannot be imported: {self._blame('importing it', answer)}"
            for name, answer in troubles.items()
        )


def _begun(doing: str) -> str:
    return doing[0].upper() + doing[1:]


def _short(text: str) -> str:
    line = "".join(one if one.isprintable() else "�" for one in " ".join(text.split()))
    return line if len(line) <= _MOST_TEXT else line[: _MOST_TEXT - 1] + "…"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise InputError(f"{path} is not a file that can be read") from fault


def files_of(kit: Kit, folder: Path) -> dict[str, str]:
    """The source texts of the asked modules in the folder, or in the package in it.

    Raises InputError when one is not there.
    """
    inner = folder / kit.package
    home = inner if inner.is_dir() else folder
    return {name: _text(home / f"{name}.py") for name in kit.required}


@contextmanager
def seated(kit: Kit, folder: Path) -> Iterator[Engine]:
    """An engine that plays by the files in the folder, locked if this system can."""
    supplied = {
        f"{kit.package}.{name}": _text(kit.folder / f"{name}.py")
        for name in (*kit.values, *kit.supplied)
    }
    files = files_of(kit, folder)
    host = host_at_home(Preload(kit.package, supplied, kit.values), LIMITS)
    try:
        engine = Engine(host, kit, files)
        try:
            yield engine
        finally:
            engine.close()
    finally:
        host.close()
