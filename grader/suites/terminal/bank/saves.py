"""The questions of exercise 6: saving and loading."""

from collections.abc import Sequence

from suites.terminal.bank.staging import medley, scene
from suites.terminal.bank.tables import saved, start, start_file, table

__all__ = [
    "AT",
    "GAME",
    "LOADED",
    "LOADED_WRONG",
    "OWN",
    "REFUSED",
    "REPLACED",
    "ROUND",
    "SAVE",
    "STAYS",
]

GAME = "game.txt"
_START = start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "c9 sA"}, "c7 HA DQ s9")
_BEFORE = ["deal", "deal", "deal", "move D5 4", "move s4 4", "move sA A", "move s2 A"]
AT = len(_BEFORE) + 1
"""The line that saves."""
SAVE = scene(_START, [*_BEFORE, f"save {GAME}", "deal", "move H3 4"])
REPLACED = scene(_START, ["deal", f"save {GAME}"], {GAME: "an older file\n" * 200})
OWN = scene(_START, [*_BEFORE, f"save {GAME}", "deal", "move H3 4", f"load {GAME}", "deal"])

_PILES = {
    1: "sK HQ",
    2: "[D9] [c3] H10 s9",
    4: "[HK] c7",
    5: "[sJ] [s10] D8",
    6: "s2",
    7: "[DJ] [D2] [H4] c10",
}
_TOPS = "[] H2 sA []"
_MIDDLE = saved(table(_PILES, _TOPS, "c2 H8 | D5 H3 * sQ"))
_LINES = _MIDDLE.splitlines()


def _changed(find: str, put: str) -> str:
    assert find in _MIDDLE, find
    return _MIDDLE.replace(find, put)


def _text(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


_GOOD = {
    "stock": (_MIDDLE, ["deal", "deal"]),
    "faces": (_MIDDLE, ["move D8 2", "move c7 2"]),
    "taken": (_MIDDLE, ["move H8 2"]),
    "tops": (_MIDDLE, ["move s2 C"]),
    "reset": (saved(table(_PILES, _TOPS, "| c2 H8 D5 H3 * sQ")), ["deal"]),
    "to_the_end": (saved(table(_PILES, _TOPS, "c2 H8 D5 H3 * sQ |")), ["deal"]),
    "empty": (saved(table({1: "HK", 2: "DK", 3: "cK", 4: "sK"}, "HQ DQ cQ sQ", "|")), []),
    "free": (
        _text(
            ["# A save, written by hand.", "", f"  {_LINES[0]}  # the header", *_LINES[:6:-1]]
            + [f"{line.replace(' ', '   ')}  # as it was" for line in _LINES[1:7]]
        ),
        [],
    ),
}
LOADED = medley(
    _START,
    {name: [f"load {name}.txt", *lines] for name, (_, lines) in _GOOD.items()},
    {f"{name}.txt": text for name, (text, _) in _GOOD.items()},
)
ROUND = scene(_START, ["load round.txt", *["deal"] * 30], {"round.txt": _MIDDLE})
"""All that is to come, the reset, and then what had been dealt before."""
_BAD = {
    "foreign": ["Dear diary,\nno cards today.\n", start_file(_START), _text(_LINES[1:])],
    "version": [_changed("solitaire 1", "solitaire 2")],
    "no_line": [_text([*_LINES[:line], *_LINES[line + 1 :]]) for line in (1, 2, 8)],
    "line_twice": [_text([*_LINES, one]) for one in (_LINES[8], "8:", _LINES[2])],
    "unknown_card": [
        _changed("| D5 ", "| D15 "),
        _changed("B: H2", "B: X2"),
        _changed("sK HQ", "sK HX"),
    ],
    "card_twice": [_changed("3:\n", "3: HK\n"), _changed("3:\n", "3: HA\n")],
    "card_missing": [_changed("6: s2", "6:")],
    "face_order": [_changed("[D9] [c3] H10 s9", "[D9] H10 [c3] s9")],
    "last_hidden": [_changed("[HK] c7", "[HK] [c7]")],
    "sequence": [
        _changed("sK HQ", "HQ sK"),
        _changed("[D9] [c3] H10 s9", "[c3] [s9] H10 D9"),
    ],
}
_NUMBERED = "# The twelfth line counts.\n" + _changed("5: [sJ] [s10]", "5: [sJ] [s15]")
_BAD_FILES = {
    f"{name}{number}.txt": text
    for name, texts in _BAD.items()
    for number, text in enumerate(texts, 1)
}
REFUSED = medley(
    _START,
    {
        **{
            name: [line for n in range(len(texts)) for line in (f"load {name}{n + 1}.txt", "deal")]
            for name, texts in _BAD.items()
        },
        "no_file": ["load nothing.txt", "deal"],
        "no_folder": ["save nowhere/game.txt", "deal"],
    },
    _BAD_FILES,
)
LOADED_WRONG = scene(_START, ["load numbered.txt"], {"numbered.txt": _NUMBERED})
STAYS = tuple(
    scene(_START, ["deal", "move D5 4", f"load {GAME}", "move s4 4", "move sA A"], {GAME: text})
    for text in (_BAD["card_missing"][0], _BAD["version"][0], _BAD["no_line"][2])
)
