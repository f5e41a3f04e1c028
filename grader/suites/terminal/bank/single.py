"""The questions of exercise 3: moving single cards."""

from suites.terminal.bank.staging import medley, scene
from suites.terminal.bank.tables import start

__all__ = [
    "ACE_OF_STOCK",
    "BACK",
    "KING",
    "KING_OF_STOCK",
    "NEXT_OF_STOCK",
    "NOT_SHOWN",
    "ONLY_KING",
    "OTHER_SUIT",
    "PILES",
    "REFUSED",
    "SLOTS",
    "STOCK",
]

PILES = scene(
    start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "sA"}),
    ["move s4 1", "move sA A", "move s2 A", "move s2 5"],
)
_TABLE = {1: "D5", 2: "H9", 3: "HJ", 4: "c10", 5: "H3", 6: "sK", 7: "cA"}
STOCK = scene(start(_TABLE, "c4"), ["deal", "move c4 1"])
ACE_OF_STOCK = scene(start(_TABLE, "HA"), ["deal", "move HA A"])
NEXT_OF_STOCK = scene(start(_TABLE, "c2"), ["deal", "move cA A", "move c2 A"])
SLOTS = scene(
    start({3: "H9", 4: "HA", 5: "DA", 6: "cA", 7: "sA"}),
    ["move HA D", "move DA C", "move cA B", "move sA A"],
)
BACK = scene(start({1: "D2", 7: "sA"}), ["move sA A", "move sA 1"])
KING = scene(start({1: "D5", 4: "c6", 5: "H8", 7: "sK"}), ["move D5 4", "move sK 1"])
KING_OF_STOCK = scene(start({1: "D5", 4: "c6", 5: "H8"}, "HK"), ["move D5 4", "deal", "move HK 1"])

ONLY_KING = scene(
    start({1: "D5", 3: "H4", 4: "c6", 5: "HQ", 6: "sA"}),
    ["move D5 4", "move H4 1", "deal", "move HQ 1", "deal", "move sA 1", "deal"],
)
REFUSED = medley(
    start({1: "D5", 2: "s4 H4", 3: "s5", 4: "c4", 5: "D2", 6: "s2", 7: "sA"}, "c3 HQ DK"),
    {
        "colour": ["move H4 1", "deal", "move c4 3", "deal"],
        "rank": [
            "move s2 1",
            "deal",
            "move s5 1",
            "deal",
            "move D5 4",
            "deal",
            "move sA 1",
            "deal",
        ],
        "face_down": ["move s4 1", "deal"],
        "only_ace": ["move c4 B", "deal", "move D5 C", "deal", "move s2 D", "deal"],
        "not_next": ["move s5 A", "deal"],
        "under_top": ["move sA 5", "deal"],
    },
    setup={
        "not_next": ["move sA A"],
        "under_top": ["move sA A", "move s2 A"],
    },
)
OTHER_SUIT = scene(
    start({1: "D2", 2: "c2", 3: "sA"}), ["move sA A", "move D2 A", "deal", "move c2 A", "deal"]
)
NOT_SHOWN = scene(
    start({1: "D5", 2: "H8", 5: "c10"}, "s4 DQ"), ["move s4 1", "deal", "deal", "move s4 1", "deal"]
)
