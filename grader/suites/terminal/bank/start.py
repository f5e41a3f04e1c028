"""The questions of exercise 1: selecting a start."""

from collections.abc import Sequence

from patience_grader.suite.bank import is_public
from patience_grader.suite.sessions import Session
from suites.terminal.bank.staging import scene, session
from suites.terminal.bank.tables import start, start_file
from suites.terminal.scenes import START

__all__ = ["FREE", "LINES", "NO_FILE", "PLAIN", "SHUFFLED", "SIZES", "TWICE", "UNKNOWN"]

_TABLE = start({1: "H9", 2: "s4", 3: "D10", 4: "cJ", 5: "HA", 6: "c6", 7: "sK"}, "D8 c2 HQ s7")
_LINES = start_file(_TABLE).splitlines()
_FIRST, _SECOND = _LINES[1].split()[1:]


def _from(lines: Sequence[str]) -> Session:
    """The session that starts with a file of these lines."""
    return session(["quit"], [START], {START: "".join(f"{line}\n" for line in lines)})


def _without(label: str) -> list[str]:
    return [line for line in _LINES if not line.startswith(label)]


PLAIN = scene(_TABLE, ["deal", "deal", "deal", "deal"])
FREE = _from(
    ["# Another order, with comments.", "", *_LINES[:3:-1], "  ", _LINES[0] + "   # one"]
    + [line.replace(" ", "   ") for line in _LINES[1:4]]
)
SHUFFLED = session(["quit"])
NO_FILE = (session(["quit"], ["absent.txt" if is_public() else "nothing.txt"]),)
LINES = (
    _from(_without("5:")),
    _from([*_LINES, _LINES[2]]),
    _from([*_without("7:"), _LINES[6].replace("7:", "8:")]),
)
SIZES = (
    _from([f"1: H9 {_FIRST}", f"2: {_SECOND}", *_LINES[2:]]),
    _from([_LINES[0], f"2: {_SECOND}", *_LINES[2:7], f"{_LINES[7]} {_FIRST}"]),
)
UNKNOWN = (
    _from([line.replace(" H9", " H19") for line in _LINES]),
    _from([line.replace(" D10", " X10") for line in _LINES]),
)
TWICE = (_from([line.replace(" D8 ", " H9 ") for line in _LINES]),)
