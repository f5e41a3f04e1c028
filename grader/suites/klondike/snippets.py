"""Questions written as Python: in short, and as lines to paste."""

from __future__ import annotations

from collections.abc import Iterable

from klondike.board import Board, Pillars, Placed
from klondike.cards import Card, Suit, Value
from patience_grader.sandbox.guest.wire import Seed
from patience_grader.suite.cases import Arguments
from suites.klondike.shapes import COLUMNS


def call_of(function: str, arguments: Arguments) -> str:
    """The call in short: `move(2, 3, 6, board)`."""
    return f"{function.partition('.')[2]}({', '.join(_short(one) for one in arguments)})"


def snippet_of(function: str, arguments: Arguments) -> str:
    """Lines that make the same call in the student's own folder."""
    shown = {"game.show": "{}", **dict.fromkeys(_YES_OR_NO, "repr({})")}.get(function, "drawn({})")
    drawing = "from klondike.drawn import drawn\n" if shown == "drawn({})" else ""
    call = call_in_full(function, arguments)
    return _lines(function, arguments, f"{drawing}print({shown.format(call)})")


def call_in_full(function: str, arguments: Arguments) -> str:
    """The call as Python, which needs lines before it."""
    name = function.partition(".")[2]
    return f"{name}({', '.join(_python(one)[0] for one in arguments)})"


def snippet_of_change(function: str, arguments: Arguments) -> str:
    """Lines that make the call and print whether its arguments stay as they are."""
    given = "".join(f"{_python(one)[0]}, " for one in arguments)
    name = function.partition(".")[2]
    lines = f"""\
from contextlib import suppress
arguments = ({given})
before = repr(arguments)
with suppress(Exception): {name}(*arguments)

print(repr(arguments) == before)"""
    return _lines(function, arguments, lines)


def snippet_of_generator(arguments: Arguments) -> str:
    """Lines that shuffle and print whether the generator has moved on."""
    rng, deck = (_python(one)[0] for one in arguments)
    lines = f"""\
rng = {rng}
before = rng.getstate()
order = shuffle(rng, {deck})
print(rng.getstate() != before)"""
    return _lines("deck.shuffle", arguments, lines)


def _lines(function: str, arguments: Arguments, code: str) -> str:
    """The code, behind what it and the arguments need."""
    module, _, name = function.partition(".")
    needs = set().union(*(_python(one)[1] for one in arguments))
    lines = [line for part, line in _PRELUDE.items() if part in needs]
    spaced = [f"{line}\n" if line.startswith("def ") else line for line in lines]
    return "\n".join([*spaced, f"from klondike.{module} import {name}", code])


def shuffles_of(deck: Iterable[Card], seeds: range, code: str, needs: str = "") -> str:
    """Lines that print something counted over many shuffles.

    The code may use `deck`, and `orders`: for each shuffle the old places of the cards.
    """
    written, parts = _python(tuple(deck))
    lines = [line for part, line in _PRELUDE.items() if part in parts | {"random"}]
    spaced = [f"{line}\n" if line.startswith("def ") else line for line in lines]
    return "\n".join(
        [
            *spaced,
            *([needs] if needs else []),
            "from klondike.deck import shuffle",
            f"deck = {written}",
            f"orders = [[deck.index(card) for card in shuffle(Random(seed), deck)] "
            f"for seed in range({seeds.start}, {seeds.stop})]",
            f"print({code})",
        ]
    )


def compared(one: Arguments, other: Arguments) -> str:
    """Lines that print whether two shuffles give the same order."""
    calls = [call_in_full("deck.shuffle", each) for each in (one, other)]
    return _lines("deck.shuffle", one, f"print({calls[0]} == {calls[1]})")


def in_two_pythons(arguments: Arguments) -> str:
    """Lines that make the call in two processes and print whether the same comes back."""
    text = snippet_of("deck.shuffle", arguments)
    return "\n".join(
        [
            "import os, subprocess, sys",
            f"code = {text!r}",
            "first, second = (subprocess.run([sys.executable, '-c', code], capture_output=True, "
            "text=True, env={**os.environ, 'PYTHONHASHSEED': seed}).stdout for seed in '01')",
            "print(first == second)",
        ]
    )


_YES_OR_NO = ("game.is_won", "game.can_stack", "game.can_stack_on_pillar")
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
        case tuple() if len(value) == len(COLUMNS):
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
        case tuple() if len(value) == len(COLUMNS) and type(value[0]) is tuple:
            return "columns"
        case tuple() | list() if value and isinstance(value[0], Card):
            return f"a {'list' if isinstance(value, list) else 'deck'} of {len(value)}"
        case tuple() if value and isinstance(value[0], Placed):
            return "column"
        case _:
            return repr(value)
