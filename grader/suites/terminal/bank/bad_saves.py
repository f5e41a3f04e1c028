"""The questions of exercise 6 about what cannot be saved or loaded."""

from __future__ import annotations

from collections.abc import Sequence

from patience_grader.suite.sessions import File
from suites.terminal.bank.plays import Play, questions
from suites.terminal.bank.tables import saved, start, table
from suites.terminal.scenes import Numbered

__all__ = ["NUMBERED", "REFUSED"]

_START = start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "c9 sA"}, "c7 HA DQ s9")
_GOOD = saved(
    table(
        {
            1: "sK HQ cJ",
            2: "s2",
            4: "[c4] [c5] [HK] c7",
            5: "[c6] [D4] [sJ] [s10] D8",
            6: "[D9] [c3] H10 s9",
            7: "[D6] [D7] [H6] [DJ] [D2] [H4] c10",
        },
        "[] H2 sA DA",
        "c2 H8 | D5 H3 * sQ",
    )
)
_LINES = _GOOD.splitlines()
_NOTED = ["# The lines are counted.", "", *_LINES[:4], "   # all of them", *_LINES[4:]]


def _changed(*changes: tuple[str, str], lines: Sequence[str] = _LINES) -> str:
    text = _text(lines)
    for find, put in changes:
        assert text.count(find) == 1, find
        text = text.replace(find, put)
    return text


def _text(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def _without(*lines: int) -> str:
    return _text([line for number, line in enumerate(_LINES) if number not in lines])


_LAST = _LINES[1].split()[-1]
"""The last card of the stock."""
_BAD: dict[str, Sequence[tuple[File, tuple[int, ...]]]] = {
    "foreign": [
        ("Dear diary,\nno cards today.\n", (1,)),
        (_text(_LINES[1:]), (1,)),
        ((0xFF, 0xFE, 0x00, 0x81, 0x0A), ()),
        ((*_GOOD.encode()[:60], 0xC3, 0x28, 0x0A), ()),
        ("", ()),
        (_changed(("solitaire 1", "solitaire")), (1,)),
        (_changed(("solitaire 1", "patience 1")), (1,)),
        (_text([*_LINES[1:], _LINES[0]]), (1,)),
    ],
    "version": [
        (_changed(("solitaire 1", "solitaire 2")), (1,)),
        (_changed(("solitaire 1", "solitaire 10")), (1,)),
        (_changed(("solitaire 1", "solitaire one")), (1,)),
        ("# From a later version of the game.\nsolitaire 3\n", ()),
    ],
    "no_line": [(_without(line), ()) for line in (1, 2, 8, 12)],
    "line_twice": [
        (_text([*_LINES, _LINES[8]]), (9, 14)),
        (_text([*_LINES, _LINES[1]]), (2, 14)),
        (_text([*_LINES, "3:"]), (9, 14)),
        (_text([*_LINES, "E: []"]), (14,)),
        (_text([*_LINES, "waste:"]), (14,)),
        (_text([*_LINES[:4], "some words", *_LINES[4:]]), (5,)),
        (_changed(("\n3:\n", "\n0:\n")), ()),
    ],
    "unknown_card": [
        (_changed(("| D5 ", "| D15 ")), (2,)),
        (_changed(("| D5 ", "| D5x ")), (2,)),
        (_changed(("sK HQ", "sK HX")), (7,)),
        (_changed(("sK HQ", "sK H12")), (7,)),
        (_changed(("[s10]", "[s0]")), (11,)),
        (_changed(("[HK] c7", "[] c7")), (10,)),
        (_changed(("stock: c2 H8 |", "stock: c2 H8")), (2,)),
        (_changed(("| D5 ", "| D5 | ")), (2,)),
        (_changed(("A: []", "A:")), (3,)),
        (_changed(("C: sA", "C: sA s2"), ("2: s2", "2:")), ()),
        (_changed((" H8 |", " [H8] |")), (2,)),
        (_changed(("C: sA", "C: [sA]")), (5,)),
        (_changed(("2: s2", "2: | s2")), (8,)),
        (_changed(("[s10]", "[s10")), (11,)),
        (_changed(("sK HQ", "sK HQ]")), (7,)),
    ],
    "card_twice": [
        (_changed(("\n3:\n", "\n3: HK\n")), (9, 10)),
        (_changed(("\n3:\n", "\n3: H2\n")), (4, 9)),
        (_changed(("| D5 ", "| D5 D5 ")), (2,)),
        (_changed(("| D5 ", "| c2 D5 ")), (2,)),
        (_changed((" | D5 ", " | HA D5 ")), (2, 4)),
        (_changed(("[D9] [c3]", "[D9] [D9] [c3]")), (12,)),
        (_changed(("2: s2", "2: D5")), (2, 8)),
    ],
    "card_missing": [
        (_changed(("2: s2", "2:")), ()),
        (_changed((f" {_LAST}\n", "\n")), ()),
        (_changed(("C: sA", "C: []")), ()),
        (_changed(("stock: c2 ", "stock: ")), ()),
    ],
    "face_order": [
        (_changed(("[D9] [c3] H10 s9", "[D9] H10 [c3] s9")), (12,)),
        (_changed(("[sJ] [s10] D8", "sJ [s10] D8")), (11,)),
        (_changed(("[DJ] [D2] [H4] c10", "[DJ] [D2] c10 [H4]")), (13,)),
        (_changed(("sK HQ", "sK [HQ]")), (7,)),
    ],
    "last_hidden": [
        (_changed(("[HK] c7", "[HK] [c7]")), (10,)),
        (_changed(("2: s2", "2: [s2]")), (8,)),
        (_changed(("[H4] c10", "[H4] [c10]")), (13,)),
    ],
    "sequence": [
        (_changed(("sK HQ", "HQ sK")), (7,)),
        (_changed(("2: s2", "2: s2 D2"), ("[D2] ", "")), (8,)),
        (_changed(("sK HQ cJ", "HQ sK"), ("[DJ] [D2]", "[DJ] [cJ] [D2]")), (7,)),
        (_changed(("sK HQ cJ", "sK HQ c10"), ("[H4] c10", "[H4] cJ")), (7,)),
        (_changed((" cA ", " "), ("[HK] c7", "[c7] cA HK")), (10,)),
        (_changed(("[D9] [c3] H10 s9", "[c3] [s9] H10 D9")), (12,)),
        (_changed(("[DJ] [D2] [H4] c10", "[DJ] [D2] c10 H4")), (13,)),
        (_changed(("[HK] c7", "c7 HK")), (10,)),
    ],
}
_NOTED_WRONG = {
    "unknown": (_changed(("[sJ] [s10]", "[sJ] [s15]"), lines=_NOTED), (14,)),
    "hidden": (_changed(("2: s2", "2: [s2]"), lines=_NOTED), (11,)),
    "order": (_changed(("sK HQ", "HQ sK"), lines=_NOTED), (10,)),
    "version": (_changed(("solitaire 1", "solitaire 7"), lines=_NOTED), (3,)),
    "foreign": (_changed(("solitaire 1", "freecell 1"), lines=_NOTED), (3,)),
    "top": (_changed(("B: H2", "B: X2"), lines=_NOTED), (6,)),
}
"""Files with comments and blank lines, which are counted too."""
_AFTER = ("move D5 4", "move s4 4", "move sA A", *["deal"] * 40)
"""What is played on after loads that are refused."""
_PLAYED_ON = 3
"""After one in so many of them the game is played on."""


def _play(*kinds: str) -> tuple[Play, dict[str, tuple[int, ...]]]:
    """A play in which bad files are loaded, and the numbers of their wrong lines by its tags."""
    lines, files, numbers = ["deal"], dict[str, File](), dict[str, tuple[int, ...]]()
    for kind in kinds:
        for letter, (file, wrong) in zip("abcdefghijklmnop", _BAD[kind], strict=False):
            name = f"{kind}-{letter}"
            files[name] = file
            tags = [kind, *([name] if wrong else [])]
            if len(files) % _PLAYED_ON == 1:
                lines += [f"load {name} | {' '.join(tags)} stays", _AFTER[len(files) // _PLAYED_ON]]
            else:
                lines.append(f"load {name} | {' '.join(tags)}")
            numbers |= {name: wrong} if wrong else {}
    return Play(_START, lines, files), numbers


_PLAYS = [
    _play("foreign", "version", "no_line"),
    _play("line_twice", "unknown_card"),
    _play("card_twice", "card_missing", "face_order", "last_hidden", "sequence"),
]
_NOTED_PLAY = Play(
    _START,
    [
        "!load noted",
        *(line for name in _NOTED_WRONG for line in (f"load noted-{name} | noted-{name}", "deal")),
    ],
    {
        "noted": _text(_NOTED),
        **{f"noted-{name}": text for name, (text, _) in _NOTED_WRONG.items()},
    },
)
_NOWHERE = Play(
    _START,
    [
        "deal",
        "load nothing.txt | no_file stays",
        "move D5 4",
        "load games/none.txt | no_file stays",
        "move s4 4",
        "load nowhere/game.txt | no_file stays",
        "deal",
        "load games | no_file stays",
        "move sA A",
        "save nowhere/game.txt | no_folder",
        "deal",
        "save games/deeper/game.txt | no_folder",
        "deal",
        "save game.txt/game.txt | no_folder",
        "deal",
    ],
    {"game.txt": _GOOD, "games/one.txt": _GOOD},
)
_FOUND = questions(*(play for play, _ in _PLAYS), _NOTED_PLAY, _NOWHERE)
REFUSED = {name: _FOUND[name] for name in (*_BAD, "no_file", "no_folder", "stays")}
_NUMBERS = {
    **{name: wrong for _, numbers in _PLAYS for name, wrong in numbers.items()},
    **{f"noted-{name}": wrong for name, (_, wrong) in _NOTED_WRONG.items()},
}
NUMBERED = tuple(Numbered(_FOUND[name][0], wrong) for name, wrong in _NUMBERS.items())
