"""Exercise 6: saving and loading."""

import re
from collections.abc import Callable

from patience_grader.sandbox.student import Student
from patience_grader.suite.sessions import played
from suites.terminal import evidence
from suites.terminal.bank.saves import (
    AT,
    GAME,
    LOADED,
    LOADED_WRONG,
    OWN,
    REFUSED,
    REPLACED,
    ROUND,
    SAVE,
    STAYS,
)
from suites.terminal.dealt import deals
from suites.terminal.looks import agree, either, lose, right, says_error, sees
from suites.terminal.reader import PILES, SLOTS, Save, error_in, read_saved, read_screen, understood
from suites.terminal.scenes import Act, Scene


def test_header(student: Student) -> None:
    """The first line."""
    _saved(student, lambda save, right: save.header == right.header, "the first line")


def test_stock(student: Student) -> None:
    """The cards of the stock."""
    _saved(student, lambda save, right: save.cards("stock") == right.cards("stock"), "the stock")


def test_dealt(student: Student) -> None:
    """What has been dealt and what is to come."""

    def bar(save: Save) -> list[int]:
        words = [word for word in save.lines.get("stock", ()) if word != "[]"]
        return [place for place, word in enumerate(words) if word == "|"]

    _saved(student, lambda save, right: bar(save) == bar(right), "the | in the stock")


def test_foundations(student: Student) -> None:
    """The top cards."""

    def tops(save: Save) -> list[list[str]]:
        return [[understood(word) for word in save.lines.get(slot, ())] for slot in SLOTS]

    _saved(student, lambda save, right: tops(save) == tops(right), "the foundations")


def test_piles(student: Student) -> None:
    """The cards of the piles."""

    def piles(save: Save) -> list[tuple[str, ...] | None]:
        return [save.cards(pile) or save.lines.get(pile) for pile in PILES]

    _saved(student, lambda save, right: piles(save) == piles(right), "the piles")


def test_faces(student: Student) -> None:
    """The faces of the cards in the piles."""

    def faces(save: Save) -> list[set[str]]:
        words = [save.lines.get(pile, ()) for pile in PILES]
        return [{one for one in line if one.startswith("[") and one != "[]"} for line in words]

    _saved(student, lambda save, right: faces(save) == faces(right), "the square brackets")


def test_replaced(student: Student) -> None:
    """A file that is there already."""
    play = played(student, REPLACED.session)
    text = dict(play.files).get(GAME, "")
    if "older" in text or not read_saved(text).lines:
        lose(REPLACED, play, 2, f"{GAME} was not replaced")


def test_goes_on(student: Student) -> None:
    """The game goes on."""
    sees(student, SAVE, AT + 2, "piles tops")
    if deals(student):
        sees(student, SAVE, AT + 1, "Stock")
    evidence.saves(student)


def test_load_piles(student: Student) -> None:
    """The piles after loading."""
    sees(student, LOADED["stock"], 1, "piles")


def test_load_faces(student: Student) -> None:
    """The face-down cards after loading."""
    sees(student, LOADED["faces"], 2, "!5")
    sees(student, LOADED["faces"], 3, "!4")


def test_load_stock(student: Student) -> None:
    """The stock after loading."""
    for step in (1, 2, 3):
        sees(student, LOADED["stock"], step, "Stock")
    either(
        lambda: sees(student, LOADED["taken"], 2, "Stock"),
        lambda: sees(student, ROUND, len(ROUND.lines), "Stock"),
    )


def test_load_reset(student: Student) -> None:
    """Stocks at their ends."""
    sees(student, LOADED["reset"], 1, "=Stock")
    sees(student, LOADED["reset"], 2, "Stock")
    sees(student, LOADED["to_the_end"], 1, "Stock")
    sees(student, LOADED["to_the_end"], 2, "Stock")
    sees(student, LOADED["empty"], 1, "Stock")


def test_load_foundations(student: Student) -> None:
    """The foundations after loading."""
    sees(student, LOADED["tops"], 1, "tops")
    sees(student, LOADED["tops"], 2, "tops")


def test_free(student: Student) -> None:
    """Comments, blank lines, another order."""
    act, plain = LOADED["free"], LOADED["stock"]
    either(
        lambda: agree(student, plain.medley, plain.first + 1, act.first + 1, "all"),
        lambda: sees(student, act, 1, "all"),
    )


def test_own(student: Student) -> None:
    """The program's own save."""
    agree(student, OWN, AT - 1, AT + 3, "all")
    if deals(student):
        agree(student, OWN, AT + 1, AT + 4, "Stock")


def test_no_file(student: Student) -> None:
    """A file that is not there."""
    _refused(student, "no_file")


def test_no_folder(student: Student) -> None:
    """A folder that is not there."""
    _says_errors(student, REFUSED["no_folder"])
    evidence.saves(student)


def test_foreign(student: Student) -> None:
    """Files that are no saves."""
    _refused(student, "foreign")


def test_version(student: Student) -> None:
    """Another version."""
    _refused(student, "version")


def test_no_line(student: Student) -> None:
    """A line missing."""
    _refused(student, "no_line")


def test_line_twice(student: Student) -> None:
    """A line twice, or another one."""
    _refused(student, "line_twice")


def test_unknown_card(student: Student) -> None:
    """Something that is no card."""
    _refused(student, "unknown_card")


def test_card_twice(student: Student) -> None:
    """A card twice."""
    _refused(student, "card_twice")


def test_card_missing(student: Student) -> None:
    """A card missing."""
    _refused(student, "card_missing")


def test_face_order(student: Student) -> None:
    """A face-down card on a face-up one."""
    _refused(student, "face_order")


def test_last_hidden(student: Student) -> None:
    """A face-down last card."""
    _refused(student, "last_hidden")


def test_sequence(student: Student) -> None:
    """Face-up cards that cannot lie on each other."""
    _refused(student, "sequence")


def test_line_number(student: Student) -> None:
    """The number of the line that is wrong."""
    scene = LOADED_WRONG
    play = played(student, scene.session)
    if not re.search(r"\b12\b", error_in(play.part(1) or "")):
        lose(scene, play, 1, "the error does not name line 12")
    evidence.loads(student)


def test_stays(student: Student) -> None:
    """The game in hand after a load that is refused."""
    went_on = [one for one in STAYS if not _took(student, one, 3)]
    if not went_on:
        sees(student, STAYS[0], 4, "piles tops")
    for scene in went_on:
        sees(student, scene, 4, "piles tops Stock" if deals(student) else "piles tops")
        sees(student, scene, 5, "piles tops")
    evidence.loads(student)


def _refused(student: Student, name: str) -> None:
    _says_errors(student, REFUSED[name])
    evidence.loads(student)


def _says_errors(student: Student, act: Act) -> None:
    for step in range(1, act.count + 1, 2):
        says_error(student, act, step)


def _took(student: Student, scene: Scene, step: int) -> bool:
    """Whether the line was carried out though it must be refused, or ended the program."""
    play = played(student, scene.session)
    part = play.part(step)
    if part is None or play.part(step + 1) is None:
        return True
    shown, before = read_screen(part), right(scene.steps[step])
    return any(shown.cards(place) != before.cards(place) for place in shown.lines)


def _saved(student: Student, agree: Callable[[Save, Save], bool], what: str) -> None:
    """Looks at the file that the program has saved."""
    play = played(student, SAVE.session)
    written = dict(play.files).get(GAME)
    wanted = SAVE.steps[AT].saved
    if written is None:
        lose(SAVE, play, AT, f"there is no file {GAME} after it")
    if not agree(read_saved(written), read_saved(wanted)):
        lose(SAVE, play, AT, f"in {GAME}, {what} is not right", wanted, written)
