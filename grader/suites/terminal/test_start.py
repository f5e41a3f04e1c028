"""Exercise 1: selecting a start."""

from typing import NoReturn

from patience_grader.play import Played, Session, lose_session, played
from patience_grader.sandbox.student import Student
from suites.terminal.reader import Screen, error_in, is_card, read_screen
from suites.terminal.scenes import PACKAGE, START, Scene, right, sees
from suites.terminal.tables import start, start_file
from terminal.screen import draw
from terminal.table import PILES

TABLE = start({1: "H9", 2: "s4", 3: "D10", 4: "cJ", 5: "HA", 6: "c6", 7: "sK"}, "D8 c2 HQ s7")
PLAIN = Scene(TABLE, ["deal", "deal", "deal", "deal"])
_LINES = start_file(TABLE).splitlines()


def _file(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


FREE = Session(
    PACKAGE,
    ["quit"],
    [START],
    {
        START: _file(
            ["# Another order, with comments.", "", *_LINES[:3:-1], "  ", _LINES[0] + "   # one"]
            + [line.replace(" ", "   ") for line in _LINES[1:4]]
        )
    },
)
SHUFFLED = (Session(PACKAGE, ["quit"]), Session(PACKAGE, ["quit"]))


def _without(label: str) -> list[str]:
    return [line for line in _LINES if not line.startswith(label)]


def _bad(lines: list[str]) -> Session:
    return Session(PACKAGE, ["quit"], [START], {START: _file(lines)})


NO_FILE = [Session(PACKAGE, ["quit"], ["nothing.txt"])]
LINES = [
    _bad(_without("5:")),
    _bad([*_LINES, _LINES[2]]),
    _bad([*_without("7:"), _LINES[6].replace("7:", "8:")]),
]
_FIRST, _SECOND = _LINES[1].split()[1:]
SIZES = [
    _bad([f"1: H9 {_FIRST}", f"2: {_SECOND}", *_LINES[2:]]),
    _bad([_LINES[0], f"2: {_SECOND}", *_LINES[2:7], f"{_LINES[7]} {_FIRST}"]),
]
UNKNOWN = [
    _bad([line.replace(" H9", " H19") for line in _LINES]),
    _bad([line.replace(" D10", " X10") for line in _LINES]),
]
TWICE = [_bad([line.replace(" D8 ", " H9 ") for line in _LINES])]


def test_piles(student: Student) -> None:
    """The last cards of the piles."""
    _shows_last_cards(student, PLAIN.session)


def test_stock(student: Student) -> None:
    """The stock in its order."""
    for step in range(1, 5):
        sees(student, PLAIN, step, "Stock")


def test_free(student: Student) -> None:
    """Comments, blank lines, another order."""
    _shows_last_cards(student, FREE)


def test_shuffled(student: Student) -> None:
    """A shuffled deck, another one each time."""
    seen = []
    for session in SHUFFLED:
        play = played(student, session)
        shown = read_screen(play.parts[0])
        last = tuple(_cards(shown, pile) for pile in PILES)
        if len(set(last)) < len(last) or not all(last):
            _lose(session, play, "no table is dealt", "a table with seven piles")
        seen.append(last)
    if seen[0] == seen[1]:
        why = "the same table is dealt again"
        _lose(SHUFFLED[1], play, why, "another table than at the last start")


def test_no_file(student: Student) -> None:
    """A start file that is not there."""
    _refuses(student, NO_FILE)


def test_lines(student: Student) -> None:
    """A line missing, twice, or with another label."""
    _refuses(student, LINES)


def test_sizes(student: Student) -> None:
    """Piles of other sizes."""
    _refuses(student, SIZES)


def test_unknown_card(student: Student) -> None:
    """Something that is no card."""
    _refuses(student, UNKNOWN)


def test_card_twice(student: Student) -> None:
    """A card twice."""
    _refuses(student, TWICE)


def _shows_last_cards(student: Student, session: Session) -> None:
    play = played(student, session)
    shown, wanted = read_screen(play.parts[0]), right(TABLE)
    for pile in PILES:
        if _cards(shown, pile) != _cards(wanted, pile):
            _lose(session, play, "the piles are not those of the start file", draw(TABLE))


def _cards(shown: Screen, pile: str) -> tuple[str, ...]:
    return tuple(card for card in shown.cards(pile) or () if is_card(card))


def _refuses(student: Student, sessions: list[Session]) -> None:
    for session in sessions:
        play = played(student, session)
        text = "".join(play.parts)
        wanted = "Error: ...\n(exit code 2)"
        if not error_in(text):
            _lose(session, play, "no line begins with Error:", wanted)
        if play.exit_code != 2:
            ended = play.broke_off or f"it ended with exit code {play.exit_code}"
            _lose(session, play, ended, wanted)


def _lose(session: Session, play: Played, why: str, expected: str) -> NoReturn:
    lose_session(
        session,
        play,
        reason=why,
        upto=0,
        expected=expected,
        got="".join(play.parts).strip("\n") or "(nothing)",
        given="\n".join(f"{name}:\n{text}" for name, text in session.files.items()),
    )
