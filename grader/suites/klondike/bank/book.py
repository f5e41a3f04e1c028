"""The answers, by the reference solution."""

from __future__ import annotations

from collections.abc import Iterable

from klondike import game
from klondike.board import Board
from patience_grader.suite.bank import Arguments, Book, Known
from suites.klondike.bank.aspects import aspect_of, kind_of
from suites.klondike.bank.endings import endings
from suites.klondike.bank.reference import reference, refusals
from suites.klondike.bank.simpler import simpler, size, without_last


class ReferenceBook(Book):
    """The answers to any question."""

    functions = tuple(
        f"game.{name}"
        for name in (
            "can_stack can_stack_on_pillar update_column flip draw move move_stack "
            "move_from_discard move_to_pillar move_from_pillar"
        ).split()
    )

    def answer(self, function: str, arguments: Arguments) -> Known:
        """What the reference does, and what the handout leaves open beside it."""
        names = refusals(function, arguments)
        if names:
            return Known(refusals=names)
        value = reference(function, arguments)
        match function, arguments:
            case "game.solve", (Board() as board,):
                return Known(value, tuple(one for one in endings(board) if one != value))
        return Known(value)

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:
        """The same question on simpler boards, and with a smaller count."""
        if not arguments:
            return
        *rest, last = arguments
        if isinstance(last, Board):
            found = sorted(simpler(last), key=size)
            yield from ((*rest, board) for board in found)
        match function, arguments:
            case "game.move", (int(count), int(source), target, Board() as board) if count > 1:
                for fewer in sorted({min(2, count - 1), count - 1}):
                    shorter = without_last(board, source, count - fewer)
                    yield (fewer, source, target, shorter)
                yield (1, source, target, board)
                yield (count - 1, source, target, board)

    def aspect(self, function: str, arguments: Arguments) -> str:
        """The aspect of a move that is examined, or the kind of board that is shown."""
        match function, arguments:
            case "game.show", (Board() as board,):
                return kind_of(board)
        return aspect_of(function, arguments)

    def picture(self, value: object) -> str:
        """A board as the reference shows it."""
        return game.show(value) if isinstance(value, Board) else ""
