"""The questions of exercise 1: selecting a start."""

from collections.abc import Sequence

from patience_grader.suite.bank import is_public
from patience_grader.suite.sessions import File, Session
from suites.terminal.bank.staging import scene, session
from suites.terminal.bank.tables import start, start_file
from suites.terminal.scenes import START, Scene

__all__ = ["FREE", "LINES", "NO_FILE", "PLAIN", "SHUFFLED", "SIZES", "TWICE", "UNKNOWN"]

_TABLE = start({1: "H9", 2: "s4", 3: "D10", 4: "cJ", 5: "HA", 6: "c6", 7: "sK"}, "D8 c2 HQ s7")
_LINES = start_file(_TABLE).splitlines()
_DEALS = ["deal"] * 4


def _from(lines: Sequence[str]) -> Session:
    """The session that starts with a file of these lines."""
    return _with("".join(f"{line}\n" for line in lines))


def _with(file: File) -> Session:
    return session(["deal", "quit"], [START], {START: file})


def _changed(number: int, cards: str) -> Session:
    """The session that starts with the line of this number changed."""
    label = _LINES[number - 1].partition(":")[0]
    return _from([*_LINES[: number - 1], f"{label}: {cards}".rstrip(), *_LINES[number:]])


def _cards(number: int) -> list[str]:
    return _LINES[number - 1].split()[1:]


def _moved(number: int, onto: int) -> Session:
    """The session in whose file the last card of a line stands in another line."""
    lines = list(_LINES)
    lines[number - 1], card = lines[number - 1].rsplit(" ", 1)
    lines[onto - 1] += f" {card}"
    return _from(lines)


def _without(label: str) -> list[str]:
    return [line for line in _LINES if not line.startswith(label)]


PLAIN = (
    scene(_TABLE, _DEALS),
    scene(
        start({1: "cK", 2: "HA", 3: "s3", 4: "D7", 5: "c2", 6: "D9", 7: "HJ"}, "s6 H2 DK cA"),
        [*_DEALS, "quit", "deal"],
    ),
    scene(
        start({1: "sQ", 2: "D4", 3: "H8", 4: "c5", 5: "s10", 6: "HK", 7: "DA"}, "cQ s2 D3 H4"),
        _DEALS,
    ),
)


def _freely(lines: Sequence[str]) -> Scene:
    text = "".join(f"{line}\n" for line in lines)
    made = session(_DEALS, [START], {START: text})
    return Scene(made, PLAIN[0].steps)


FREE = (
    _freely(["# A comment.", *(f"{line}   # one" for line in _LINES[:3]), "# 1: H9", *_LINES[3:]]),
    _freely(["", "   ", *(f"   {line}   " for line in _LINES[::-1]), ""]),
    _freely([f"{line.replace(' ', '   ')}# no blank" for line in (*_LINES[4:], *_LINES[:4])]),
)
SHUFFLED = session([*["deal"] * 24, "quit" if is_public() else "menu"])
"""All cards of the stock, whichever they are; no long session is asked in both editions."""
NO_FILE = tuple(
    session(["deal", "quit"], [name])
    for name in (
        ("absent.txt", "gone/start.txt", "nofile")
        if is_public()
        else ("nothing.txt", "nowhere/start.txt", "missing")
    )
)
LINES = (
    _from(_without("5:")),
    _from(_without("stock:")),
    _from([*_LINES, _LINES[2]]),
    _from([*_without("7:"), _LINES[6].replace("7:", "8:")]),
    _from([*_LINES, "A: []"]),
    _from(_LINES[:4]),
)
SIZES = (
    _moved(1, 2),
    _moved(2, 8),
    _moved(8, 7),
)
UNKNOWN = (
    _changed(1, "H19"),
    _changed(1, "H9x"),
    _changed(4, " ".join([*_cards(4)[:-1], f"{_cards(4)[-1][0]}11"])),
    _changed(3, " ".join(["X10", *_cards(3)[1:]])),
    _changed(8, " ".join([*_cards(8)[:5], "|", *_cards(8)[5:]])),
    _changed(4, " ".join([*_cards(4)[:-1], f"[{_cards(4)[-1]}]"])),
)
TWICE = (
    _changed(8, " ".join([*_cards(8)[:-1], _cards(1)[0]])),
    _changed(8, " ".join([*_cards(8)[:-1], _cards(8)[0]])),
    _changed(8, " ".join(_cards(8)[:-1])),
    _changed(8, " ".join([*_cards(8), _cards(5)[-1]])),
)
