"""Plays: sessions written down with what each line examines, and the questions in them.

A play is a list of lines like `move s4 1 | pile_to_pile turned`: what is typed, and the criteria
of its exercise that it is a question of. Each such line becomes a question that is asked among
the others, and in a session of its own with as few lines before it as it can do with; a line
marked with `!` before it is never left out of the session of a later one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from patience_grader.suite.sessions import File
from suites.terminal.bank.staging import Game, after, scene
from suites.terminal.scenes import Question
from terminal.commands import Deal, Load, Move, Save, Undo, read_command
from terminal.history import History
from terminal.refusal import Refused
from terminal.table import PILES, SLOTS, Table

__all__: list[str] = []


@dataclass(frozen=True)
class Play:
    """A start, the lines that are typed, and the files that are there."""

    start: Table
    lines: Sequence[str]
    files: Mapping[str, File] = field(default_factory=dict)
    whole: bool = False
    """Whether each question needs all lines before it, as those about `undo` do."""


@dataclass(frozen=True)
class _Line:
    text: str
    examines: tuple[str, ...]
    is_kept: bool


def questions(*plays: Play) -> dict[str, tuple[Question, ...]]:
    """The questions of the plays by what they examine."""
    found: dict[str, list[Question]] = {}
    for play in plays:
        games = _Games(play)
        lines = [_read(line) for line in play.lines]
        among = scene(play.start, [line.text for line in lines], play.files)
        for number, line in enumerate(lines, 1):
            if line.examines:
                before, later = _needed(games, lines, number, whole=play.whole)
                alone = scene(play.start, [*before, line.text, *later], play.files)
                assert among.steps[number].refused == alone.steps[len(before) + 1].refused
                question = Question(among, number, alone, len(before) + 1)
                for name in line.examines:
                    found.setdefault(name, []).append(question)
    return {name: tuple(asked) for name, asked in found.items()}


def _read(line: str) -> _Line:
    typed, _, examines = line.partition(" | ")
    return _Line(typed.removeprefix("!"), tuple(examines.split()), typed.startswith("!"))


def _needed(
    games: _Games, lines: Sequence[_Line], number: int, *, whole: bool
) -> tuple[list[str], list[str]]:
    """The lines that a line needs before it, and one after it that shows what it has changed."""
    before, asked, rest = lines[: number - 1], lines[number - 1].text, lines[number:]
    if whole:
        return [line.text for line in before], []
    wanted = _about(games.after(before), asked)
    for line in [*reversed(before), *reversed(before)]:
        fewer = [one for one in before if one is not line]
        if not line.is_kept and _about(games.after(fewer), asked) == wanted:
            before = fewer
    game = games.after(before)
    if not _is_refused(game, asked):
        return [line.text for line in before], []
    showing = [line.text for line in rest if not _is_refused(game, line.text)]
    later = [one for one in [*showing, "deal"] if isinstance(read_command(one), Move | Deal)]
    return [line.text for line in before], later[:1]


class _Games:
    """The games that lines lead to from a start. What lines begin with is played once."""

    def __init__(self, play: Play) -> None:
        self._known: dict[tuple[str, ...], Game] = {(): (History(play.start), dict(play.files))}

    def after(self, lines: Sequence[_Line]) -> Game:
        """The game after these lines, of which those that are refused change nothing."""
        return self._after(tuple(line.text for line in lines))

    def _after(self, texts: tuple[str, ...]) -> Game:
        if texts not in self._known:
            game = self._after(texts[:-1])
            with suppress(Refused):
                game, _ = after(game, texts[-1])
            self._known[texts] = game
        return self._known[texts]


def _is_refused(game: Game, line: str) -> bool:
    try:
        after(game, line)
    except Refused:
        return True
    return False


def _about(game: Game, line: str) -> object:
    """All that decides what comes of a line."""
    table = game[0].now
    try:
        command = read_command(line)
    except Refused:
        return table
    match command:
        case Move(card, target):
            piles = [pile for pile in table.piles if card in pile.hidden + pile.shown]
            onto = (
                table.piles[PILES.index(target)]
                if target in PILES
                else table.foundations[SLOTS.index(target)]
            )
            stock = table.stock
            from_stock = stock if card in stock.dealt + stock.coming else None
            suit = [top for top in table.foundations if top and top.suit is card.suit]
            return piles, onto, from_stock, suit
        case Deal():
            return table.stock
        case Save(_):
            return table
        case Load(_):
            return game[1], table if _is_refused(game, line) else None
        case Undo():
            return [_changes(before, table) for before in game[0].past[-1:]]
    return None


def _changes(before: Table, now: Table) -> object:
    """What has become of what, from one table to the next."""
    was, is_now = ((one.stock, *one.foundations, *one.piles) for one in (before, now))
    return [(one, other) for one, other in zip(was, is_now, strict=True) if one != other]
