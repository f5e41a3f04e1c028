"""The questions of exercise 7: undo."""

from suites.terminal.bank.plays import Play, questions
from suites.terminal.bank.tables import start
from suites.terminal.bank.winning import WON_FROM_PILES
from terminal.table import Table

__all__ = ["UNDO"]

_TABLE = start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "c9 sA"}, "c7 HA DQ s9")
_OTHER = start(
    {1: "s9", 2: "HA", 3: "D10", 4: "c4 D3", 5: "c8", 6: "H2", 7: "s4 DA"}, "D9 D7 H3 c5"
)


_FIVES = start({1: "D5", 2: "D8 s4", 3: "c9", 4: "H5", 5: "c6", 6: "sJ", 7: "HK"})
"""On two piles the same card fits, and one is soon empty."""

_DEALS = ["deal"] * 7
_ROUND = ["deal"] * 25
"""All cards of the stock, and its reset."""
_FIVE = ["undo | five"] * 5
_SIXTH = "undo | not_six"


def _all(*lines: str, table: Table = _TABLE) -> Play:
    """A play in which each question needs all lines before it."""
    return Play(table, lines, whole=True)


UNDO = questions(
    Play(
        _TABLE,
        [
            *("move s4 1", "undo | move turned", "deal", "undo | deal"),
            *("move sA A", "undo | foundation turned", "move sA A", "move s2 A"),
            *("undo | foundation", "deal", "deal", "move HA 6", "undo | taken"),
            "deal | after_taken",
        ],
    ),
    _all("move s4 1", "move H3 1", "undo | second"),
    _all("move s4 1", "move D5 4", "undo | several"),
    _all("move s4 1", "move H3 1", "move D5 4", "undo | several"),
    _all("move H3 2", "move s4 1", "undo | several_turned"),
    _all("move s4 1", "move s4 4", "undo | not_turned", table=_FIVES),
    _all("move D5 5", "move HK 1", "undo | to_empty", table=_FIVES),
    _all(
        *(*["deal"] * 3, *["undo"] * 3, "move s4 1", "deal", "move sA A"),
        *["undo", "undo", "undo | after_new"],
    ),
    Play(
        _OTHER,
        [
            *("move s9 3", "undo | move", "move HA A", "undo | foundation", "move HA A"),
            *("move H2 A", "move DA B", "undo | foundation turned", "deal", "deal", "undo | deal"),
            *("move DA B", "deal", "move D7 5", "undo | taken", "deal | after_taken"),
        ],
    ),
    Play(
        _TABLE,
        [
            *(
                "deal",
                "undo | deal",
                "move D5 4",
                "undo | move",
                "move D5 4",
                "move s4 4",
                "undo | turned",
            ),
            *("deal", "move sA B", "move s2 B", "move s2 5", "undo | foundation"),
            *("move s4 4", "move c7 2", "undo | taken", "deal | after_taken"),
            *("move HA C", "undo | taken", "deal | after_taken"),
        ],
    ),
    _all(*_ROUND, "undo | reset", *_FIVE[1:], _SIXTH),
    _all("move s9 3", *_ROUND, "undo | reset", *_FIVE[1:], _SIXTH, table=_OTHER),
    _all(
        *(*_ROUND, "undo | reset", "deal", "deal | after_reset"),
        *(*["undo"] * 3, "deal", *["undo"] * 3, "undo | limit"),
    ),
    _all(
        *("deal", "move s4 1", "deal", "move H3 1", "deal", "move D5 4", *_FIVE, _SIXTH),
        *(*_DEALS, "undo", "undo", "move s4 1", *["undo"] * 4, "undo | limit"),
    ),
    _all(
        *("move s9 3", "deal", "deal", "move HA B", "deal", "deal", "deal"),
        *(*["undo"] * 3, "deal", *["undo"] * 3, "undo | limit"),
        table=_OTHER,
    ),
    _all("undo | nothing", "move s4 1", "move H3 1", "move sA A", "move s2 A", "move D8 7", *_FIVE),
    _all(
        *("deal", "mvoe", "undo | no_step", "deal", "menu", "undo | no_step"),
        *("move s4 1", "move HJ 1", "undo | no_step"),
        *("deal", "move X3 1", "help", "undo | no_step"),
    ),
    _all("deal", "save kept.txt", "undo | no_step"),
    _all(*WON_FROM_PILES.dealing, "deal", "undo | no_step", table=WON_FROM_PILES.start),
    _all("undo | nothing", *["deal"] * 3, "undo", "deal", "undo", *["undo | after_new"] * 2),
    _all(
        "move s4 1",
        "move sA A",
        "move H3 1",
        "undo",
        "move s2 A",
        "undo",
        *["undo | after_new"] * 2,
    ),
    _all("undo | nothing", "deal", "undo", "deal | on", "deal", "undo", "deal | on"),
    _all("move s4 1", "undo", "move s4 1 | on", "move H3 1", "undo", "move H3 1 | on"),
    _all("move sA A", "undo", "move sA A | on", "undo", "deal", "undo", "move sA A | on"),
    _all("move D5 4", "deal", "deal", "undo", "move s4 4", "undo", *["undo | after_new"] * 2),
)
