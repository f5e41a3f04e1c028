"""The questions of exercise 7: undo."""

from suites.terminal.bank.staging import medley, scene
from suites.terminal.bank.tables import start

__all__ = [
    "ACE_TAKEN",
    "BACK",
    "DEALS_ON",
    "MOVES_ON",
    "NEW_MOVE",
    "NO_MOVE",
    "RESET",
    "TAKEN",
    "TO_FOUNDATION",
    "UNDONE",
]

_TABLE = start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "c9 sA"}, "c7 HA DQ s9")
UNDONE = medley(
    _TABLE,
    {
        "nothing": ["undo"],
        "deal": ["deal", "undo"],
        "no_step": ["deal", "move HJ 1", "mvoe", "menu", "move X3 1", "undo"],
        "five": [
            *("deal", "deal", "move s4 1", "deal", "move sA A", "deal", "move s2 A"),
            *["undo"] * 6,
        ],
        "limit": [*["deal"] * 7, *["undo"] * 3, "deal", *["undo"] * 4],
        "new_deal": [*["deal"] * 3, "undo", "deal", *["undo"] * 3],
    },
)
TO_FOUNDATION = scene(_TABLE, ["move sA A", "undo", "move sA A", "move s2 A", "undo"])
BACK = scene(start({1: "H3", 2: "s2", 3: "sA"}), ["move sA A", "move s2 A", "move s2 1", "undo"])
TAKEN = scene(
    start({1: "D8", 2: "s4", 3: "HJ", 4: "c6"}, "H2 c7 HA DQ"),
    ["deal", "deal", "move c7 1", "undo", "deal"],
)
ACE_TAKEN = scene(
    start({1: "D8", 2: "s4", 3: "HJ", 4: "c6"}, "H2 cA HQ DQ"),
    ["deal", "deal", "move cA A", "undo", "deal"],
)
NEW_MOVE = scene(
    _TABLE, ["move s4 1", "move sA A", "move s2 5", "undo", "move s2 A", "undo", "undo", "undo"]
)
NO_MOVE = scene(_TABLE, ["move s4 1", "move HJ 1", "mvoe", "menu", "move X3 1", "undo"])
MOVES_ON = scene(_TABLE, ["move s4 1", "undo", "move s4 1", "move H3 1"])
DEALS_ON = scene(_TABLE, ["deal", "undo", "deal", "deal"])
RESET = scene(_TABLE, [*["deal"] * 25, "undo"])
