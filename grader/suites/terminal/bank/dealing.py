"""The questions of exercise 4: dealing."""

from suites.terminal.bank.staging import scene
from suites.terminal.bank.tables import start

__all__ = ["ACES", "ACE_OUT", "BEFORE", "ROUNDS", "STOCK", "TAKE", "TAKEN_OUT"]

STOCK = 24
ROUNDS = scene(start({1: "D5", 2: "HJ", 3: "c7"}), ["deal"] * (2 * STOCK + 2))
"""The whole stock, its reset, and all of it again."""
TAKE = scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "s4 H8 s9 DQ"),
    ["deal", "move s4 1", "deal", "deal", "move s9 4", "deal"],
)
BEFORE = scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "H8 s4 c9 DQ"),
    ["deal", "deal", "move s4 1", "deal"],
)
TAKEN_OUT = scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "H8 DQ cK s4"),
    [*["deal"] * 4, "move s4 1", *["deal"] * (STOCK - 4), "deal", *["deal"] * 4],
)
ACES = scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "HA s9 DA DQ"),
    ["deal", "move HA A", "deal", "deal", "move DA B", "deal"],
)
"""Cards are taken to foundations, for programs that cannot take them to piles."""
ACE_OUT = scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "H8 DQ cK sA"),
    [*["deal"] * 4, "move sA A", *["deal"] * (STOCK - 4), "deal", *["deal"] * 4],
)
