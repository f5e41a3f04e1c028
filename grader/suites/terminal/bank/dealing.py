"""The questions of exercise 4: dealing."""

from suites.terminal.bank.plays import Play, questions
from suites.terminal.bank.staging import scene
from suites.terminal.bank.tables import start
from suites.terminal.bank.winning import LAST, WON_FROM_PILES, WON_FROM_STOCK

__all__ = ["DEALING", "ROUNDS", "STOCK", "TAKEN_OUT", "WON"]

STOCK = 24
ROUNDS = (
    scene(start({1: "D5", 2: "HJ", 3: "c7"}), ["deal"] * (2 * STOCK + 4)),
    scene(
        start({1: "D5", 2: "s4", 3: "c7 H3", 4: "c6"}),
        ["move D5 4", "deal", "move s4 4", "deal", "move H3 4", *["deal"] * (STOCK + 2)],
    ),
)
"""The whole stock, its reset, and all of it again: twice, and after moves."""
_TABLE = {1: "D5", 2: "HJ", 3: "c7", 4: "D10", 5: "HK", 6: "sK"}
TAKEN_OUT = (
    scene(
        start(_TABLE, "H8 DQ cK s4"),
        [*["deal"] * 4, "move s4 1", *["deal"] * (STOCK + 4)],
    ),
    scene(
        start(_TABLE, "HA s9 DA DQ"),
        ["deal", "move HA A", "deal", "deal", "move DA B", *["deal"] * (STOCK + 4)],
    ),
    scene(
        start(_TABLE, "D4 sQ cQ s9"),
        [*["deal"] * 3, "move cQ 5", "deal", "move s9 4", *["deal"] * (STOCK + 4)],
    ),
)
"""Cards are taken to piles and to foundations; then the stock is dealt twice."""
DEALING = questions(
    Play(
        start(_TABLE, "s4 H8 s9 DQ"),
        [
            "deal | first",
            "move s4 1 | none_before",
            "deal | after_taking",
            "deal",
            "move s9 4 | before",
            "deal | after_taking",
            "move DQ 6 | before",
            "deal | after_taking",
        ],
    ),
    Play(
        start({**_TABLE, 7: "cA"}, "H8 s4 HA DQ c9"),
        [
            "deal | first",
            "move cA B",
            "deal",
            "move s4 1 | before",
            "deal | after_taking",
            "move HA A | before",
            "deal | after_taking",
            "deal",
            "move c9 4 | before",
            "move DQ 6 | before",
            "deal | after_taking",
        ],
    ),
    Play(
        start(_TABLE, "HA s9 DA H2 DQ D2"),
        [
            "deal | first",
            "move HA A | none_before",
            "deal | after_taking",
            "deal",
            "move DA B | before",
            "deal | after_taking",
            "move H2 A | before",
            "move s9 4 | none_before",
            "deal | after_taking",
        ],
    ),
    Play(
        start(
            {1: "H6"},
            "s2 D3 c4 HA sK D8 c9 H10 sJ DQ c3 H5 s6 D7 cA H2 s3 D4 cQ HJ s10 D9 c8 s5",
        ),
        [*["deal"] * STOCK, "move s5 1 | before"],
    ),
    Play(
        start(_TABLE, "cQ sA s2"),
        [
            "deal",
            "move cQ 5 | none_before",
            "deal | after_taking",
            "move sA D | none_before",
            "deal | after_taking",
            "move s2 D | none_before",
            "deal | after_taking",
        ],
    ),
    Play(
        WON_FROM_PILES.start,
        [
            *WON_FROM_PILES.dealing[:-1],
            *["deal | only_one"] * 8,
            f"{WON_FROM_PILES.dealing[-1]} | empty",
            "deal | refused",
            *WON_FROM_PILES.with_a_king_back,
        ],
    ),
    Play(
        start({}),
        [
            *("!load last.txt", "deal", "deal", "deal", "move cK 1 | empty", "deal | refused"),
            *("!load last.txt", "deal", "move cK C | empty", "deal | refused"),
        ],
        {"last.txt": LAST},
    ),
    Play(
        WON_FROM_STOCK.start,
        [
            *WON_FROM_STOCK.dealing[:-1],
            f"{WON_FROM_STOCK.dealing[-1]} | empty_otherwise",
            "deal | refused_otherwise",
        ],
    ),
)
WON = (DEALING["refused"][0].among,)
"""A game that is played on until it is won."""
