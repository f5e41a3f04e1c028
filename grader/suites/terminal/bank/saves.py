"""The questions of exercise 6: what is saved, and what is loaded."""

from suites.terminal.bank.plays import Play, questions
from suites.terminal.bank.staging import scene
from suites.terminal.bank.tables import saved, start, table
from suites.terminal.reader import STOCK

__all__ = ["GAME", "LOADED", "REPLACED", "SAVED", "UNUSUAL"]

GAME = "game.txt"
_START = start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "c9 sA"}, "c7 HA DQ s9")


def _saves(before: list[str], after: list[str], name: str = GAME) -> Play:
    """The game is saved and played on, loaded, and played on in the same way."""
    again = [f"{line} | own" for line in after]
    played_on = [f"{line} | goes_on" for line in after]
    lines = [*before, f"save {name} | saved", *played_on, f"load {name} | own", *again]
    return Play(_START, lines, whole=True)


_OLDER = "an older file\n"
REPLACED = (
    scene(_START, ["deal", "save Own.Game"], {"Own.Game": _OLDER * 200}),
    scene(_START, [f"save {GAME}"], {GAME: saved(table({}, "[] [] [] []", "|*"))}),
    scene(_START, [f"save {GAME}", "deal", f"save {GAME}"]),
    scene(_START, ["deal", "save mine"], {"mine": _OLDER}),
)

_PILES = {
    1: "sK HQ cJ",
    2: "s2",
    4: "[c4] [c5] [HK] c7",
    5: "[c6] [D4] [sJ] [s10] D8",
    6: "[H2] [D9] [c3] H10 s9",
    7: "[D6] [D7] [H6] [DJ] [D2] [H4] c10",
}
_TOPS = "[] HA sA DA"
_MIDDLE = saved(table(_PILES, _TOPS, "c2 H8 | D5 H3 * sQ"))
_OTHER = saved(
    table(
        {
            1: "[c9] [HJ] D4",
            2: "[H7] H2",
            3: "H5 c4",
            6: "[D3] [cQ] [H9] sK",
            7: "[s8] [HK] [cJ] [DK] [s6] cK DQ sJ D10 s9 H8 c7 D6 s5",
        },
        "c2 [] [] HA",
        "s3 D8 DA | c3 * s4",
    )
)
_THIRD = saved(
    table({3: "[sK] [D7] c8", 5: "H7", 6: "[HQ] s3 D2 cA", 7: "DK"}, "HA sA [] []", "* D9 | c6")
)
_HIGH = saved(table({2: "[cK] HQ", 5: "sK", 7: "[DQ] cQ"}, "HJ sQ DJ c10", "DK cJ | *"))
_FEW = saved(table({2: "[cK] HQ"}, "HJ sJ DJ c10", "DK cJ | *"))
_END = saved(table({2: "[cK] HQ"}, "HJ sJ DJ c10", "* |"))
_NONE = saved(table({2: "[HK] DK", 3: "cK", 7: "sK"}, "HQ DQ cQ sQ", "|"))
_NEW = saved(start({1: "s9", 3: "D10", 4: "c4 D3", 6: "H2", 7: "s4 DA"}, "D9 D7"))
_PLAIN = _NEW.replace("| D9 ", "D9 | ")
_LINES = _PLAIN.splitlines()
_BEFORE = [line for line in _LINES if not line.startswith("stock")]


def _text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


UNUSUAL = {"other.txt": "piles", "third.txt": STOCK, "high.txt": "tops"}
"""What is unusual in a save: if it is refused, that is what has to be judged."""
_FREE = {
    "comment": _text(["# A save, written by hand.", *_LINES]),
    "comments": _text([f"{line}  # as it was" for line in _LINES]),
    "attached": _text([f"{line}#as it was" for line in _LINES]),
    "blanks": _text(["", *_LINES[:4], "   ", "", *_LINES[4:], ""]),
    "order": _text([_LINES[0], *_LINES[:0:-1]]),
    "stocklast": _text([*_BEFORE, _LINES[1]]),
    "indented": _text([f"   {line}   " for line in _LINES]),
    "wide": _text([_LINES[0], *(line.replace(" ", "   ") for line in _LINES[1:])]),
    "ended": _text(_LINES).rstrip("\n"),
    "between": _text([*_LINES[:6], "  # The piles: from 1: to 7:", *_LINES[6:]]),
}
_STOCKS = {
    "reset": "| c2 H8 D5 H3 * sQ",
    "onlyone": "H8 | c2 D5 H3 * sQ",
}
SAVED = questions(
    _saves(["deal"], ["deal", "move D5 4", "move sA D", "move s2 D"]),
    _saves(["move D5 4", "move s4 4", "deal"], ["move c7 2", "deal"]),
    _saves(["move sA D", "deal", "move s2 D"], ["move s2 5", "deal"]),
    _saves(["deal", "deal", "move HA C", "deal"], ["move D5 4", "deal"], "Own.Game"),
    Play(_START, ["save new.txt | saved", "deal | goes_on"], whole=True),
    Play(
        _START,
        [
            *("load none.txt", "save last.txt | saved", "load high.txt", "load last.txt | own"),
            *("load high.txt", "save copy.txt | saved", "load none.txt", "load copy.txt | own"),
            *("load end.txt", "save ./mine | saved", "load none.txt", "load ./mine | own"),
            *("save games/kept.txt", "load none.txt", "load games/kept.txt | own"),
        ],
        {"none.txt": _NONE, "high.txt": _HIGH, "end.txt": _END, "games/one.txt": _HIGH},
        whole=True,
    ),
)
LOADED = questions(
    Play(
        _START,
        [
            "load middle.txt | piles shown tops",
            "deal | stock",
            "deal | stock",
            "move D8 6 | faces",
            "move c7 6 | faces",
            "move s2 C | takes",
            "load other.txt | piles shown tops",
            "deal | stock",
            "move H2 D | takes faces",
            "load third.txt | piles shown tops",
            "deal | stock",
            "load high.txt | piles shown tops",
            "move cJ D | taken",
            "move HQ A | takes faces",
            "deal | taken",
        ],
        {"middle.txt": _MIDDLE, "other.txt": _OTHER, "third.txt": _THIRD, "high.txt": _HIGH},
    ),
    Play(
        _START,
        [
            "load other.txt",
            "deal | stock",
            "load third.txt",
            "deal | stock",
            "load middle.txt",
            "move H8 6 | taken",
            "deal | taken",
        ],
        {"middle.txt": _MIDDLE, "other.txt": _OTHER, "third.txt": _THIRD},
    ),
    Play(_START, ["load high.txt", "move HJ 7 | back"], {"high.txt": _HIGH}),
    Play(
        _START,
        ["!load third.txt", "load middle.txt | piles shown tops"],
        {"middle.txt": _MIDDLE, "third.txt": _THIRD},
    ),
    Play(
        _START,
        ["!load few.txt", *["deal"] * 13, "deal | round"],
        {"few.txt": _FEW},
        whole=True,
    ),
    Play(
        _START,
        [
            "load reset.txt | ends",
            "deal | ends",
            "deal | ends",
            "load end.txt | ends",
            "deal | ends",
            "deal | ends",
            "load empty.txt | ends",
            "load onlyone.txt",
            "move H8 6 | taken",
            "load none.txt | ends",
            "load last.txt | ends",
            "deal | ends",
            "deal | ends",
        ],
        {
            "empty.txt": saved(table({1: "HK", 2: "DK", 3: "cK", 4: "sK"}, "HQ DQ cQ sQ", "|")),
            "none.txt": _NONE,
            "last.txt": saved(table({2: "[HK] DK", 7: "sK"}, "HQ DQ cQ sQ", "cK |")),
            "end.txt": _END,
            **{f"{name}.txt": saved(table(_PILES, _TOPS, text)) for name, text in _STOCKS.items()},
        },
    ),
    Play(
        _START,
        [
            "!load plain.txt",
            "!load start.game",
            *(line for name in _FREE for line in (f"load {name}.txt | free", "load start.game")),
        ],
        {
            "plain.txt": _PLAIN,
            "start.game": saved(_START).replace("| c7 ", "c7 | "),
            **{f"{name}.txt": text for name, text in _FREE.items()},
        },
    ),
)
