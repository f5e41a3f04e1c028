"""What is remembered from one sitting at the table to the next, in files of a folder."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from patience_grader.errors import WriteError
from patience_grader.text.atomic import make_folder, write_atomically

from .history import History
from .options import Options
from .records import Count, Record
from .saves import Refused, read_save, write_save
from .sitting import TableGame

_MOST_STEPS = 500
"""So many steps can be undone in a game that is taken up again, and then its deal."""
_MOST_BYTES = 4_000_000


class NotRemembered(Exception):
    """A file of the memory cannot be read or written; the text says which, and why."""


class _LastGame(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="patience last game 1"
):
    deal: str
    seconds: Count
    counts: bool
    steps: Annotated[list[str], msgspec.Meta(min_length=1)]
    """The game as saves, as it was dealt first and as it stands last."""


class _Statistics(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="patience statistics 1"
):
    rules: dict[str, Record]


_File = TypeVar("_File", _LastGame, _Statistics, Options)


class Memory:
    """The last game, the statistics and the options. Every method raises NotRemembered."""

    def __init__(self, folder: Path) -> None:
        self._game = folder / "last-game.json"
        self._statistics = folder / "statistics.json"
        self._options = folder / "options.json"

    def last_game(self, rules: Collection[str]) -> tuple[TableGame, int] | None:
        """The game that was left unfinished, by one of these rules, and its seconds."""
        stored = _read(self._game, _LastGame)
        if stored is None:
            return None
        try:
            steps = [read_save(text, "")[0] for text in stored.steps]
        except Refused as refusal:
            raise _set_aside(self._game, str(refusal)) from refusal
        if not {step.rules for step in steps} <= set(rules):
            raise _set_aside(self._game, "its rules are not known")
        history = History(steps[-1], tuple(steps[:-1]))
        return TableGame(history, _name(stored.deal), stored.counts), stored.seconds

    def keep(self, sitting: TableGame, seconds: int) -> None:
        """Remembers the game, or none when it is won."""
        if sitting.now.won:
            self._forget()
            return
        past = sitting.history.past
        steps = (*past[:1], *past[1:][-_MOST_STEPS:], sitting.now)
        saves = [write_save(step, 0) for step in steps]
        _write(self._game, _LastGame(_name(sitting.name), seconds, sitting.counts, saves))

    def records(self) -> Mapping[str, Record]:
        """The statistics of each set of rules."""
        stored = _read(self._statistics, _Statistics)
        return stored.rules if stored else {}

    def add(self, sitting: TableGame, seconds: int, name: str, score: int) -> None:
        """Counts the game as won or as given up, with its score, under the name of its rules."""
        trouble = None
        try:
            records = self.records()
        except NotRemembered as why:
            records, trouble = {}, why
        record = records.get(name, Record())
        record = record.after(won=sitting.now.won, seconds=seconds, score=score)
        _write(self._statistics, _Statistics({**records, name: record}))
        if trouble:
            raise trouble

    def options(self) -> Options:
        """The options that were chosen last."""
        return _read(self._options, Options) or Options()

    def choose(self, options: Options) -> None:
        """Remembers the options."""
        _write(self._options, options)

    def _forget(self) -> None:
        try:
            self._game.unlink(missing_ok=True)
        except OSError as fault:
            raise NotRemembered(f"{self._game} cannot be removed: {fault.strerror}.") from fault


def _name(deal: str) -> str:
    return "".join(one if one.isprintable() else "�" for one in deal)


def _read(path: Path, kind: type[_File]) -> _File | None:
    """What the file holds, `None` where there is none; one that cannot be read is set aside."""
    try:
        if not path.exists():
            return None
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            raise _set_aside(path, "it is not a file of the table")
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as fault:
        raise _set_aside(path, f"{fault.strerror}") from fault
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise _set_aside(path, "it is damaged or from another program") from fault


def _set_aside(path: Path, why: str) -> NotRemembered:
    """Gives the file another name, so that nothing is written over it; says so."""
    names = (path.with_name(f"{path.stem}.unreadable-{number}{path.suffix}") for number in count(1))
    try:
        aside = next(name for name in names if not name.exists())
        path.rename(aside)
    except OSError:
        return NotRemembered(f"{path} cannot be read: {why}.")
    return NotRemembered(f"{path} cannot be read: {why}. It is now called {aside.name}.")


def _write(path: Path, content: _LastGame | _Statistics | Options) -> None:
    try:
        make_folder(path.parent)
        write_atomically(path, msgspec.json.encode(content), mode=0o600)
    except WriteError as fault:
        raise NotRemembered(f"{fault}.") from fault
