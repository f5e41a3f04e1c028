"""The questions of exercise 5: moving several cards."""

from suites.terminal.bank.staging import medley, scene
from suites.terminal.bank.tables import start

__all__ = [
    "FOUNDATION",
    "KING",
    "KING_AND_QUEEN",
    "MANY",
    "ONLY_KING",
    "PART",
    "PART_OF_MANY",
    "REFUSED",
    "TURNED",
    "TURNED_BY_MANY",
    "TWO",
]

TWO = scene(start({1: "D5", 2: "s4", 3: "HJ", 4: "c6"}), ["move s4 1", "move D5 4"])
MANY = scene(
    start({1: "D5", 2: "s4", 3: "H3", 4: "c6", 5: "c2", 6: "DA"}),
    ["move s4 1", "move H3 1", "move c2 1", "move DA 1", "move D5 4"],
)
PART = scene(
    start({1: "D5", 2: "s4", 3: "H3", 4: "HJ", 6: "H5"}), ["move s4 1", "move H3 1", "move s4 6"]
)
PART_OF_MANY = scene(
    start({1: "D5", 2: "s4", 3: "H3", 4: "c2", 5: "HJ", 6: "H5"}),
    ["move s4 1", "move H3 1", "move c2 1", "move s4 6"],
)
TURNED_BY_MANY = scene(
    start({1: "HQ", 2: "s4", 3: "c9 D5", 4: "c6", 5: "H3"}),
    ["move s4 3", "move H3 3", "move D5 4"],
)
KING_AND_QUEEN = scene(
    start({1: "D5", 2: "HQ", 4: "c6", 7: "sK"}), ["move D5 4", "move HQ 7", "move sK 1"]
)
TURNED = scene(
    start({1: "HQ", 2: "s4", 3: "c9 D5", 4: "c6", 5: "DJ s10"}), ["move s4 3", "move D5 4"]
)
KING = scene(
    start({1: "D5", 2: "HQ", 4: "c6", 5: "cJ", 7: "sK"}),
    ["move D5 4", "move HQ 7", "move cJ 7", "move sK 1"],
)
REFUSED = medley(
    start({1: "D5", 2: "s4", 3: "H6", 4: "c7", 5: "H5", 6: "D6 DQ", 7: "c5"}),
    {
        "face_down": ["move D6 4", "deal"],
        "colour": ["move D5 3", "deal"],
        "rank": ["move D5 4", "deal", "move D5 7", "deal"],
        "last": ["move D5 5", "deal"],
    },
    setup={act: ["move s4 1"] for act in ("colour", "rank", "last")},
)
ONLY_KING = scene(
    start({1: "D5", 2: "HQ", 3: "cJ", 4: "c6"}),
    ["move D5 4", "move cJ 2", "move HQ 1", "deal", "move c6 1", "deal"],
)
FOUNDATION = scene(
    start({1: "H2", 2: "HA", 4: "cA"}),
    ["move HA A", "move cA 1", "move H2 A", "deal", "move H2 B", "deal"],
)
