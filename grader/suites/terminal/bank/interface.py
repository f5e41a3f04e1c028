"""The questions of exercise 2: screen, menu and commands."""

from suites.terminal.bank.staging import medley, scene
from suites.terminal.bank.tables import start

__all__ = ["BLANKS", "CASE", "DRAWN", "END", "ERRORS", "LAST_SLOT", "MOVED", "QUIT", "REFUSED"]

DRAWN = scene(
    start({1: "H10", 2: "s2", 3: "DJ", 4: "cQ", 5: "HK", 6: "sA", 7: "D7"}), ["menu", "help"]
)
MOVED = scene(
    start({1: "D5", 2: "s4", 3: "H10", 4: "c6", 5: "HA", 6: "sA", 7: "cQ"}, "D2 HJ"),
    ["move D5 4", "deal", "move sA A", "move HA B", "deal"],
)
CASE = scene(
    start({1: "D5", 2: "s4", 3: "H10", 4: "c6", 5: "HA", 6: "sA", 7: "cQ"}, "D2 HJ"),
    ["MOVE D5 4", "Move S4 4", "move Sa a", "DEAL", "move ha B"],
)
BLANKS = scene(
    start({1: "D5", 2: "s4", 3: "H10", 4: "c6", 5: "HA", 6: "sA", 7: "cQ"}),
    ["  move   D5    4  ", " move  s4 4"],
)
_TABLE = start({1: "D5", 2: "s4", 3: "H10", 4: "c6", 5: "HA", 6: "sA", 7: "cQ"}, "D2 HJ")
REFUSED = medley(
    _TABLE,
    {
        "unknown": ["mvoe D5 4", "deal", "shuffle", "deal"],
        "words": ["move D5", "deal", "move", "deal", "move D5 4 4", "deal", "deal 3", "deal"],
        "no_card": ["move H11 4", "deal", "move X3 4", "deal"],
        "no_target": ["move D5 8", "deal", "move D5 E", "deal", "move D5 0", "deal"],
    },
)
ERRORS = scene(_TABLE, ["mvoe", "move X3 4", "move D5 9", "move D5", "deal 3", "move D5 4", "deal"])
LAST_SLOT = scene(_TABLE, ["move sA D"])
QUIT = scene(_TABLE, ["deal", "quit", "deal"])
END = scene(_TABLE, ["deal"])
