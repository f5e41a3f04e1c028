"""The questions of exercise 2: screen, menu and commands."""

from suites.terminal.bank.plays import Play, questions
from suites.terminal.bank.staging import scene
from suites.terminal.bank.start import PLAIN
from suites.terminal.bank.tables import saved, start

__all__ = ["END", "INTERFACE", "LONG", "QUIT"]

_TABLE = start({1: "D5", 2: "s4", 3: "H10", 4: "c6", 5: "HA", 6: "sA", 7: "cQ"}, "D2 HJ s10 DA")
_LATER = start({1: "s9", 2: "D4", 3: "HJ", 4: "c8", 5: "HK", 6: "s3", 7: "DQ"}, "c5 D9")
QUIT = (
    PLAIN[1],
    scene(_TABLE, ["quit", "deal"]),
    scene(_TABLE, ["move D5 4", "menu", "quit", "menu"]),
)
END = (PLAIN[0], scene(_TABLE, []), scene(_TABLE, ["move D5 4", "menu"]))
LONG = questions(
    Play(
        start(
            {
                1: "c7",
                2: "D2 H8",
                3: "c3 s9",
                4: "H4 D10",
                5: "s5 cJ",
                6: "D6 HQ",
                7: "sK",
            }
        ),
        [f"move {card} 7 | piles" for card in "HQ cJ D10 s9 H8 c7 D6 s5 H4 c3 D2".split()],
    )
)
"""A pile of 18 cards, to which they go one by one."""
INTERFACE = questions(
    Play(
        start({1: "D5", 2: "s4", 3: "H10", 4: "c6", 5: "HA", 6: "sA", 7: "cQ"}, "D2 HJ"),
        [
            "menu | menu",
            "MOVE D5 4 | case",
            "MENU",
            "Move S4 4 | case",
            "move Sa a | case",
            "help | help",
            "DEAL | case",
            "move ha B | case",
            "menu | menu",
            "help | help",
        ],
    ),
    Play(
        start({1: "s9", 2: "DA", 3: "H10", 4: "cK", 5: "c2", 6: "D8", 7: "HQ"}, "cA D3 HJ"),
        [
            "help | help",
            "move S9 3 | case",
            "mOvE d8 3 | case",
            "move DA d | case",
            "move hq 4 | case",
            "dEaL | case",
            "move CA b | case",
            "mvoe",
            "menu | menu",
            "help | help",
        ],
    ),
    Play(
        start({1: "D5", 2: "s4", 3: "H10", 4: "c6", 5: "HA", 6: "sA", 7: "cQ"}, "D2"),
        [
            "  move   D5    4  | blanks",
            " move  s4 4 | blanks",
            "move sA A   | blanks",
            "    deal | blanks",
            "move HA     B | blanks",
            "deal    | blanks",
            "  menu  ",
        ],
    ),
    Play(
        _TABLE,
        [
            *("deal", "Undo | case_too", "deal", "  undo  | blanks_too", "MENU | case_too"),
            *("  menu | blanks_too", "Help | case_too", "help   | blanks_too"),
            *("SAVE kept.txt | case_too", "  save   mine | blanks_too"),
            *("Load good.txt | case_too", "deal", " load   good.txt  | blanks_too"),
            *("QUIT | case_too", "   quit  | blanks_too", "deal"),
        ],
        {"good.txt": saved(_LATER)},
    ),
    Play(
        _TABLE,
        [
            "mvoe D5 4 | unknown goes_on",
            "deal",
            "zzzz | unknown",
            "dealing | unknown goes_on",
            "move D5 4",
            "moved s4 4 | unknown",
            "qiut | unknown",
            "12 | unknown goes_on",
            "move s4 4",
            "move sA | words goes_on",
            "deal",
            "move | words",
            "move sA A 4 | words",
            "deal now | words goes_on",
            "deal",
            "move sA A B | words",
            "menu now | words goes_on",
            "move sA A",
            "quit now | words",
            "deal deal | words",
            "undo it | words",
            "save | words",
            "load | words",
            "move 4 | words goes_on",
            "move HA B",
        ],
    ),
    Play(
        _TABLE,
        [
            *(f"!{line} | goes_on" for line in ("mvoe D5 4", "move D0 4", "deal now", "zzzz")),
            *(f"!{line} | goes_on" for line in ("move HA E", "move s4 7", "12", "move sA")),
            "deal",
        ],
    ),
    Play(
        _TABLE,
        [
            "move H11 4 | no_card goes_on",
            "deal",
            "move X3 4 | no_card",
            "move D0 4 | no_card goes_on",
            "move D5x 4 | no_card",
            "move D5 4",
            "move HX A | no_card",
            "move [] 4 | no_card",
            "move s14 A | no_card goes_on",
            "move s4 4",
            "move hello B | no_card",
            "move H B | no_card",
            "deal",
        ],
    ),
    Play(
        start({1: "HJ", 2: "sQ", 3: "DA", 4: "HK", 5: "cJ", 6: "DQ", 7: "sA"}),
        [
            "move H11 2 | no_card",
            "move D1 A | no_card",
            "move s12 4 | no_card",
            "move H14 A | no_card",
            "move HJ 2",
        ],
    ),
    Play(
        start({1: "D5", 2: "s4", 3: "HJ", 4: "c6", 5: "HA", 6: "sA", 7: "cQ"}, "D2 H10"),
        [
            "move HJ 8 | no_target goes_on",
            "deal",
            "move HJ 9 | no_target",
            "move HJ 0 | no_target goes_on",
            "deal",
            "move HJ 77 | no_target",
            "move HA E | no_target goes_on",
            "deal",
            "move HA BX | no_target",
            "move HA Z | no_target",
            "move s4 12 | no_target",
            "move s4 -1 | no_target",
            "move D5 44 | no_target",
            "move D5 4",
            "move cQ 4 | goes_on",
            "move s4 4",
            "move sA 3 | goes_on",
            "deal",
            "move HJ C | goes_on",
            "move HJ 7",
        ],
    ),
)
