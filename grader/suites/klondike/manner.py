"""What is right for a Klondike question, and how a question is drawn and written as Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from klondike import board as board_module
from klondike import cards as cards_module
from klondike import deck as deck_module
from klondike import errors as errors_module
from klondike import game
from klondike.board import Board, Column, Pillars, Placed
from klondike.cards import Card, Suit, Value
from klondike.errors import MoveError
from patience_grader.sandbox.guest.wire import Seed, Types
from patience_grader.suite import Arguments, Expected, Manner, Refusal
from patience_grader.suite import Value as Right
from suites.klondike import boards

_REFERENCE = {"deck": deck_module, "game": game}
_DRAWN_AT_MOST = 4000
_PART_AT_MOST = 120
_COLUMNS = 7
_MOST_COLUMNS = 12


def settled(value: Any) -> Any:
    """A board with every column flipped, since a student may flip inside a move.

    Anything that is no board comes back as it is.
    """
    if not is_board(value):
        return value
    columns = tuple(
        ((column[0][0], True), *column[1:]) if column else () for column in value.columns
    )
    return replace(value, columns=columns)


def is_board(value: Any) -> bool:
    """Whether a value that came back is a board whose columns can be looked at."""
    return (
        isinstance(value, Board)
        and isinstance(value.columns, tuple)
        and len(value.columns) == len(boards.COLUMNS)
        and all(is_column(column) for column in value.columns)
        and isinstance(value.pillars, Pillars)
    )


def is_column(value: Any) -> bool:
    """Whether a value that came back is a column that can be looked at."""
    return isinstance(value, tuple) and all(
        isinstance(placed, tuple) and len(placed) == 2 and isinstance(placed[0], Card)
        for placed in value
    )


def visible(column: Column) -> Column:
    """The visible cards of a column."""
    return tuple(placed for placed in column if placed.visible)


def refusals(function: str, arguments: Arguments) -> tuple[str, ...]:
    """The errors that are right for a question; empty when the call is allowed.

    Where several failures hold at once any of them is right. Moving from an empty
    column has names of its own (interface: what is left open).
    """
    match function, arguments:
        case "game.move", (int(count), int(source), int(target), Board() as board):
            return _refusals_of_move(count, board.columns[source], board.columns[target])
        case "game.move_stack", (int(source), int(target), Board() as board):
            column = board.columns[source]
            if not column:
                return ("InvalidCount", "ColumnEmpty", "MovingTooManyCards")
            return _refusals_of_move(len(visible(column)), column, board.columns[target])
    try:
        reference(function, arguments)
    except MoveError as error:
        return (type(error).__name__,)
    return ()


def _refusals_of_move(count: int, source: Column, target: Column) -> tuple[str, ...]:
    if count < 1:
        return ("InvalidCount",)
    if not source:
        return ("MovingTooManyCards", "ColumnEmpty")
    names = []
    if count > len(visible(source)):
        names.append("MovingTooManyCards")
    highest = source[:count][-1].card
    if not target and highest.value != Value.KING:
        names.append("ColumnKing")
    if target and not game.can_stack(highest, target[0].card):
        names.append("WrongOrder")
    return tuple(names)


def reference(function: str, arguments: Arguments) -> Any:
    """What the reference's function of this name returns. Raises what it raises."""
    module, _, name = function.partition(".")
    made = [Random(one.seed) if isinstance(one, Seed) else one for one in arguments]
    return getattr(_REFERENCE[module], name)(*made)


def solved_rightly(before: Board, after: Any) -> bool:
    """Whether `after` is what `solve` may make of `before`.

    Uncovered hidden cards may have taken part, or wait, or some of them; every other
    card that can go up from a column must have gone.
    """
    if not is_board(after):
        return False
    board, going = before, True
    while going:
        going = False
        for index, column in enumerate(board.columns):
            if len(column) > len(after.columns[index]) and _goes_up(board, column):
                board = game.flip(game.move_to_pillar(index, board))
                going = True
    if settled(after) != settled(board):
        return False
    return not any(
        column and _goes_up(board, column) and before.columns[index][-len(column)].visible
        for index, column in enumerate(board.columns)
    )


def _goes_up(board: Board, column: Column) -> bool:
    card = column[0].card
    return game.can_stack_on_pillar(card, board.pillars.top(card.suit))


class Klondike(Manner):
    """The manner of this coursework."""

    types = Types([cards_module, board_module, errors_module])
    functions = tuple(
        f"game.{name}"
        for name in (
            "can_stack can_stack_on_pillar update_column flip draw move move_stack "
            "move_from_discard move_to_pillar move_from_pillar"
        ).split()
    )

    def expect(self, function: str, arguments: Arguments) -> Expected:
        """What the reference does, and what the handout leaves open beside it."""
        names = refusals(function, arguments)
        if names:
            return Refusal(names)
        right = reference(function, arguments)
        if function == "game.solve":
            (board,) = arguments
            assert isinstance(board, Board)
            return Right(right, lambda value: value == right or solved_rightly(board, value))
        if isinstance(right, Board) and function != "game.flip":
            wanted = settled(right)
            return Right(right, lambda value: bool(value == right or settled(value) == wanted))
        return Right(right, lambda value: bool(value == right))

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:
        """The same question on simpler boards, and with a smaller count."""
        if not arguments:
            return
        *rest, last = arguments
        if isinstance(last, Board):
            found = sorted(boards.simpler(last), key=boards.size)
            yield from ((*rest, board) for board in found)
        if function == "game.move" and isinstance(rest[0], int) and rest[0] > 1:
            yield (1, *rest[1:], last)
            yield (rest[0] - 1, *rest[1:], last)

    def draw(self, value: object) -> str:
        """A board as `show` draws it, cards by their symbols, anything else as Python has it."""
        try:
            drawn = _draw(value)
        except (TypeError, ValueError, AttributeError, IndexError):
            drawn = repr(value)
        return drawn[:_DRAWN_AT_MOST]

    def given(self, arguments: Arguments) -> str:
        """The board a question is asked on, drawn."""
        return "\n\n".join(_draw(one) for one in arguments if isinstance(one, Board))

    def call(self, function: str, arguments: Arguments) -> str:
        """The call in short: `move(2, 3, 6, board)`."""
        return f"{function.partition('.')[2]}({', '.join(_short(one) for one in arguments)})"

    def snippet(self, function: str, arguments: Arguments) -> str:
        """Lines that make the same call in the student's own folder."""
        module, _, name = function.partition(".")
        written = [_python(one) for one in arguments]
        call = f"print({name}({', '.join(code for code, _ in written)}))"
        needs = set().union(*(parts for _, parts in written))
        lines = [line for part, line in _PRELUDE.items() if part in needs]
        spaced = [f"{line}\n" if line.startswith("def ") else line for line in lines]
        return "\n".join([*spaced, f"from klondike.{module} import {name}", call])


_PRELUDE = {
    "random": "from random import Random",
    "card": "from klondike.cards import Card, Suit, Value",
    "board": "from klondike.board import Board, Pillars, Placed",
    "card ": (
        "def card(text): "
        "return Card({suit.name[0]: suit for suit in Suit}[text[0]], Value(int(text[1:])))"
    ),
    "pile": "def pile(text): return tuple(card(word) for word in text.split())",
    "column": (
        "def column(text): "
        'return tuple(Placed(card(word.strip("?")), "?" not in word) for word in text.split())'
    ),
}
_CARD = {"card", "card "}
_PILE = _CARD | {"pile"}
_COLUMN = _CARD | {"board", "column"}


def _python(value: object) -> tuple[str, set[str]]:
    """A value as Python code, and which lines of the prelude that needs."""
    match value:
        case Board(deck, discard, pillars, columns):
            drawn = ", ".join(f'"{_words_of_column(column)}"' for column in columns)
            code = (
                f'Board(pile("{_words(deck)}"), pile("{_words(discard)}"), '
                f"{_pillars(pillars)}, tuple(map(column, [{drawn}])))"
            )
            return code, _PILE | _COLUMN
        case Card():
            return f'card("{_word(value)}")', _CARD
        case Seed(seed):
            return f"Random({seed})", {"random"}
        case Suit() | Value():
            return repr(value), {"card"}
        case tuple() if value and all(isinstance(one, Card) for one in value):
            return f'pile("{_words(value)}")', _PILE
        case list() if value and all(isinstance(one, Card) for one in value):
            return f'list(pile("{_words(value)}"))', _PILE
        case tuple() if value and all(isinstance(one, Placed) for one in value):
            return f'column("{_words_of_column(value)}")', _COLUMN
        case tuple() if len(value) == len(boards.COLUMNS):
            drawn = ", ".join(f'"{_words_of_column(column)}"' for column in value)
            return f"tuple(map(column, [{drawn}]))", _COLUMN
        case _:
            return repr(value), set()


def _word(card: Card) -> str:
    return f"{card.suit.name[0]}{int(card.value)}"


def _words(cards: Iterable[Card]) -> str:
    return " ".join(_word(card) for card in cards)


def _words_of_column(column: Iterable[Placed]) -> str:
    return " ".join(_word(card) + ("" if visible else "?") for card, visible in column)


def _pillars(pillars: Pillars) -> str:
    tops = [(suit.name.lower(), pillars.top(suit)) for suit in Suit]
    return f"Pillars({', '.join(f'{name}=Value({int(top)})' for name, top in tops if top)})"


def _short(value: object) -> str:
    match value:
        case Board():
            return "board"
        case Seed(seed):
            return f"Random({seed})"
        case Card():
            return str(value).strip()
        case tuple() if len(value) == len(boards.COLUMNS) and type(value[0]) is tuple:
            return "columns"
        case tuple() | list() if value and isinstance(value[0], Card):
            return f"a {'list' if isinstance(value, list) else 'deck'} of {len(value)}"
        case tuple() if value and isinstance(value[0], Placed):
            return "column"
        case _:
            return repr(value)


def _draw(value: object) -> str:
    if is_board(value):
        assert isinstance(value, Board)
        return game.show(value)
    if isinstance(value, Board):
        return "\n".join(_parts(value))
    if isinstance(value, tuple) and value:
        return "\n".join(_items(value))
    return value if isinstance(value, str) else repr(value)


def _parts(board: Board) -> Iterator[str]:
    """A board that is not as it should be, part by part."""
    yield "a board that cannot be drawn, with these parts:"
    for name in ("deck", "discard", "pillars"):
        yield f"{name}: {_part(getattr(board, name))}"
    columns: object = board.columns
    if not isinstance(columns, tuple):
        yield f"columns: {_part(columns)}"
        return
    yield f"columns: {len(columns)}" + ("" if len(columns) == _COLUMNS else f", not {_COLUMNS}")
    for index, column in enumerate(columns[:_MOST_COLUMNS]):
        yield f"[{index}] {_draw_column(column) if is_column(column) else _bare(column)}"


def _bare(column: object) -> str:
    if isinstance(column, tuple) and column and all(isinstance(one, Card) for one in column):
        return f"cards, not Placed: {' '.join(str(one).strip() for one in column)}"
    return _part(column)


def _part(value: object) -> str:
    if isinstance(value, tuple) and value and all(isinstance(one, Card) for one in value):
        return f"{len(value)} cards" if len(value) > 1 else str(value[0]).strip()
    return repr(value)[:_PART_AT_MOST]


def _items(value: tuple[object, ...]) -> Iterator[str]:
    if all(isinstance(one, Card) for one in value):
        yield " ".join(str(one).strip() for one in value)
    elif all(is_column(one) for one in value):
        for index, column in enumerate(value):
            yield f"[{index}] {_draw_column(column)}"
    elif is_column(value):
        yield _draw_column(value)
    else:
        yield repr(value)


def _draw_column(column: Any) -> str:
    return " ".join(
        f"{card}".strip() + ("" if visible else " (hidden)") for card, visible in column
    )


class Aspect(Klondike):
    """The manner of a criterion that judges only one aspect of the value that comes back."""

    def __init__(
        self, accepts: Callable[[Any, Arguments], bool], changes: frozenset[int] = frozenset()
    ) -> None:
        """`accepts` is given the value and the arguments; `changes` are free to change."""
        self._accepts = accepts
        self._changes = changes

    def expect(self, function: str, arguments: Arguments) -> Expected:
        """Whatever has the aspect is right; the reference's value is shown."""
        shown = reference(function, arguments)
        return Right(shown, lambda value: self._accepts(value, arguments), self._changes)


MANNER = Klondike()
"""The manner of a criterion for which the whole value counts."""
