"""Makes scenes: sessions are played by the rules of the reference solution."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from patience_grader.suite.sessions import File, Session
from suites.terminal.bank.renaming import renamed
from suites.terminal.bank.tables import start_file
from suites.terminal.scenes import PACKAGE, START, Scene, Step
from terminal.commands import Deal, Load, Move, Save, Undo, play, read_command
from terminal.history import History
from terminal.refusal import Refused
from terminal.saves import read_save, read_start, write_save
from terminal.screen import draw
from terminal.table import Table, is_won

__all__: list[str] = []

Game = tuple[History, dict[str, File]]
"""A game and the files that are there."""

_read_start = lru_cache(read_start)
_read_save = lru_cache(read_save)
_read_command = lru_cache(read_command)


def session(
    lines: Sequence[str], arguments: Sequence[str] = (), files: Mapping[str, File] | None = None
) -> Session:
    """The session with the cards of this edition; every session of the bank is made here."""
    given = tuple(
        (name, renamed(text) if isinstance(text, str) else text)
        for name, text in (files or {}).items()
    )
    return Session(PACKAGE, tuple(map(renamed, lines)), tuple(arguments), given)


def scene(start: Table, lines: Sequence[str], files: Mapping[str, File] | None = None) -> Scene:
    """The session that begins with this table, and what is right in it."""
    made = session(lines, [START], {START: start_file(start), **(files or {})})
    return Scene(made, tuple(_steps(made)))


def _steps(made: Session) -> Iterator[Step]:
    files = dict(made.files)
    text = files[START]
    assert isinstance(text, str)
    game: Game = History(_read_start(text)), files
    yield _step(game[0].now)
    for line in made.lines:
        try:
            game, saved = after(game, line)
            yield _step(game[0].now, saved=saved)
        except Refused:
            yield _step(game[0].now, refused=True)


def _step(table: Table, *, refused: bool = False, saved: str = "") -> Step:
    return Step(draw(table), refused, is_won(table), saved)


def after(game: Game, line: str) -> tuple[Game, str]:
    """The game after a line, and what it saves. Raises Refused when it is not carried out."""
    now, files = game
    command = _read_command(line)
    if isinstance(command, Move | Deal | Undo):
        return (play(now, command), files), ""
    if isinstance(command, Save):
        text = write_save(now.now)
        return (now, {**files, _place(files, command.file): text}), text
    if isinstance(command, Load):
        given = files.get(_place(files, command.file))
        if not isinstance(given, str):
            raise Refused(command.file)
        return (History(_read_save(given)), files), ""
    return game, ""


def _place(files: Mapping[str, File], name: str) -> str:
    """The name as it is among the files. Raises Refused where its folder is not there."""
    place = posixpath.normpath(name)
    folder = posixpath.dirname(place)
    if folder and not any(one.startswith(f"{folder}/") for one in files):
        raise Refused(name)
    if any(one.startswith(f"{place}/") for one in files):
        raise Refused(name)
    return place
