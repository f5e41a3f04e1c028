"""Makes scenes: sessions are played by the rules of the reference solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from patience_grader.suite.sessions import Session
from suites.terminal.bank.renaming import renamed
from suites.terminal.bank.tables import start_file
from suites.terminal.scenes import PACKAGE, START, Act, Scene, Step
from terminal.commands import Deal, Load, Move, Save, Undo, play, read_command
from terminal.history import History
from terminal.refusal import Refused
from terminal.saves import read_save, read_start, write_save
from terminal.screen import draw
from terminal.table import Table, is_won

_read_start = lru_cache(read_start)


def session(
    lines: Sequence[str], arguments: Sequence[str] = (), files: Mapping[str, str] | None = None
) -> Session:
    """The session with the cards of this edition; every session of the bank is made here."""
    given = tuple((name, renamed(text)) for name, text in (files or {}).items())
    return Session(PACKAGE, tuple(map(renamed, lines)), tuple(arguments), given)


def scene(start: Table, lines: Sequence[str], files: Mapping[str, str] | None = None) -> Scene:
    """The session that begins with this table, and what is right in it."""
    made = session(lines, [START], {START: start_file(start), **(files or {})})
    return Scene(made, tuple(_steps(made)))


def _steps(made: Session) -> Iterator[Step]:
    there = dict(made.files)
    game = History(_read_start(there[START]))
    yield _step(game.now)
    for line in made.lines:
        try:
            command = read_command(line)
            if isinstance(command, Move | Deal | Undo):
                game = play(game, command)
            elif isinstance(command, Load | Save) and "/" in command.file:
                raise Refused(command.file)
            elif isinstance(command, Save):
                there[command.file] = write_save(game.now)
                yield _step(game.now, saved=there[command.file])
                continue
            elif isinstance(command, Load):
                if command.file not in there:
                    raise Refused(command.file)
                game = History(read_save(there[command.file]))
            yield _step(game.now)
        except Refused:
            yield _step(game.now, refused=True)


def _step(table: Table, *, refused: bool = False, saved: str = "") -> Step:
    return Step(draw(table), refused, is_won(table), saved)


def medley(
    start: Table,
    acts: Mapping[str, Sequence[str]],
    files: Mapping[str, str] | None = None,
    setup: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Act]:
    """The acts of a medley. `setup` are lines that an act needs before its own."""
    lines: list[str] = []
    before = {name: tuple((setup or {}).get(name, ())) for name in acts}
    first: dict[str, int] = {}
    done: set[str] = set()
    for name, own in acts.items():
        lines += [line for line in before[name] if line not in done]
        done.update(before[name])
        first[name] = len(lines)
        lines += own
    whole = scene(start, lines, files)
    made = {}
    for name, own in acts.items():
        alone = scene(start, (*before[name], *own), files)
        made[name] = Act(whole, first[name], alone, len(before[name]))
        assert _goes_as_alone(made[name]), f"{name} goes otherwise alone"
    return made


def _goes_as_alone(act: Act) -> bool:
    among = act.medley.steps[act.first + 1 :][: act.count]
    alone = act.alone.steps[act.before + 1 :]
    return [step.refused for step in among] == [step.refused for step in alone]
