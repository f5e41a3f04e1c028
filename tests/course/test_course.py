"""The course folder and its handout: what is read from them, and what is refused."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from patience_grader.course.coursework import Course, Coursework, find_course, read_coursework
from patience_grader.errors import InputError
from patience_grader.marks.scheme import read_scheme
from sample import zip_of
from warm import patience

ROOT = Path(__file__).parents[2]
HANDOUT = "handout/klondike.md"
WORTHS = """\
deck_of_52 4, shuffle 6, show 10, setup 10, is_won 2, flip 2, update_column 2, can_stack 2,
can_stack_on_pillar 2, draw 2, move 6, move_stack 2, move_from_discard 3, move_to_pillar 4,
move_from_pillar 3, solve 6"""
TABLE = """\
| criterion | what we look for | marks |
|---|---|---:|
| **1 `deal`** | **Dealing** | **1** |
| `deal.third` | A third. | 1/3 |
| `deal.rest` | The rest. | 2/3 |
| **2 `play`** | **Playing** | **1.0** |
| `play.once` | It plays. | 1.0 |
| | **total** | **2** |
"""


@pytest.fixture(scope="module")
def klondike() -> Coursework:
    return Course(ROOT).coursework("klondike")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the course, to be broken."""
    (tmp_path / "handout").mkdir()
    shutil.copy(ROOT / HANDOUT, tmp_path / HANDOUT)
    shutil.copytree(ROOT / "solution", tmp_path / "solution")
    (tmp_path / "grader" / "suites" / "klondike").mkdir(parents=True)
    return tmp_path


def replace_line(course: Path, start: str, new: str) -> None:
    """Puts other lines where the one line stands that begins so."""
    lines = (course / HANDOUT).read_text(encoding="utf-8").splitlines(keepends=True)
    [place] = [number for number, line in enumerate(lines) if line.startswith(start)]
    lines[place : place + 1] = [f"{new}\n"] if new else []
    (course / HANDOUT).write_text("".join(lines), encoding="utf-8")


def line_that_begins(course: Path, start: str) -> int:
    lines = (course / HANDOUT).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(start))


def refusal(course: Path) -> str:
    with pytest.raises(InputError) as fault:
        read_coursework(course, "klondike")
    return str(fault.value)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hours = 0", "about.hours must be a number > 0.0"),
        ("weight = 101", "about.weight must be a number <= 100.0"),
        ('ask = ""', "about.ask must be a text of length >= 1"),
        ("errors = 3", "about.errors must be a text, not a whole number"),
        ("marks = 66", "there is no key `marks`"),
        ("deadline = 2026-12-04T16:30:00", "the deadline belongs in [late]"),
    ],
)
def test_what_cannot_stand_at_the_top_is_refused_with_its_line(
    course: Path, line: str, why: str
) -> None:
    replace_line(course, "hours = 20", line)
    noted = refusal(course)
    assert noted.startswith(f"{HANDOUT}:{line_that_begins(course, line)}: ")
    assert why in noted


def test_the_exercises_and_their_worths_are_those_of_the_interface(klondike: Coursework) -> None:
    worths = {name: Fraction(worth) for name, worth in map(str.split, WORTHS.split(","))}
    scheme = klondike.scheme
    assert {one.name: one.worth for one in scheme.exercises} == worths
    assert [one.name for one in scheme.exercises] == list(worths)
    assert scheme.total == sum(worths.values()) == 66


def test_there_are_81_criteria_and_they_add_up(klondike: Coursework) -> None:
    criteria = klondike.scheme.criteria
    assert len({one.id for one in criteria}) == len(criteria) == 81
    assert sum(one.worth for one in criteria) == 66
    for exercise in klondike.scheme.exercises:
        assert sum(one.worth for one in exercise.criteria) == exercise.worth
        assert {one.exercise for one in exercise.criteria} == {exercise.name}


def test_every_criterion_knows_its_line_of_the_handout(klondike: Coursework) -> None:
    lines = (ROOT / HANDOUT).read_text(encoding="utf-8").splitlines()
    for one in klondike.scheme.criteria:
        assert lines[one.line - 1].startswith(f"| `{one.id}` | {one.title} |")


def test_supplied_are_the_files_that_are_not_written_by_students(klondike: Coursework) -> None:
    assert klondike.required == ("deck.py", "game.py")
    assert klondike.optional == ("study.py", "page.html", "page.css")
    package = {file.name for file in klondike.solution.glob("*.py")}
    assert set(klondike.supplied) == package - {"deck.py", "game.py", "study.py"}
    assert klondike.reference == klondike.required


def test_a_hand_in_that_is_marked_has_nothing_of_the_further_study(klondike: Coursework) -> None:
    sources = klondike.preload().supplied
    assert sources["klondike.cards"] == klondike.supplied["cards.py"]
    names = ["__main__", "board", "cards", "commands", "errors"]
    assert sorted(sources) == [f"klondike.{name}" for name in names]
    assert {"rules.py", "play.py", "fast.py", "session.py"} < set(klondike.not_when_marking)


@pytest.mark.parametrize("name", ["study.py", "game.py", "cards.py"])
def test_a_file_has_one_role(course: Path, name: str) -> None:
    replace_line(course, "optional = ", f'optional = ["study.py", "{name}"]')
    assert refusal(course) == f"{HANDOUT} gives {name} two roles"


def test_the_types_of_a_module_that_students_write_are_not_shared(course: Path) -> None:
    replace_line(course, "shared_types = ", 'shared_types = ["cards", "game"]')
    assert refusal(course) == f"{HANDOUT} gives game.py two roles"


def test_worths_are_exact() -> None:
    scheme = read_scheme(TABLE, "handout/cards.md", 2)
    assert [one.worth for one in scheme.criteria] == [Fraction(1, 3), Fraction(2, 3), 1]
    assert [(one.number, one.name, one.title) for one in scheme.exercises] == [
        ("1", "deal", "Dealing"),
        ("2", "play", "Playing"),
    ]


def test_the_copy_of_the_course_is_whole_before_it_is_broken(course: Path) -> None:
    assert read_coursework(course, "klondike").scheme.total == 66


@pytest.mark.parametrize(
    ("start", "new", "blamed", "why"),
    [
        pytest.param(
            "| **7 `draw`**",
            "| **7 `draw`** | **Drawing** | **3** |",
            "| **7 `draw`**",
            "draw's criteria add up to 2, not 3",
            id="sum of an exercise",
        ),
        pytest.param(
            "| | **total**",
            "| | **total** | **67** |",
            "| | **total**",
            "the exercises add up to 66, not 67",
            id="total of the table",
        ),
        pytest.param(
            "total = ",
            "total = 67",
            "| | **total**",
            "the total is 66, but the front matter says 67",
            id="total of the front matter",
        ),
        pytest.param(
            "| | **total**",
            "",
            "| `solve.hidden`",
            "the last row of the marks table must state the total",
            id="no total",
        ),
        pytest.param(
            "| `draw.recycles`",
            "| `draw.turns` | Again. | 0.5 |",
            "| `draw.turns` | Again.",
            "draw.turns is already in line",
            id="criterion twice",
        ),
        pytest.param(
            "| `draw.recycles`",
            "| `flip.recycles` | Astray. | 0.5 |",
            "| `flip.recycles`",
            "flip.recycles is under another exercise",
            id="criterion astray",
        ),
        pytest.param(
            "| `draw.turns`",
            "| draw turns | No code. | 1 |",
            "| draw turns",
            "a row must be",
            id="no criterion",
        ),
        pytest.param(
            "timezone = ",
            'timezone = "Europe/London"\ndeadline = 2026-12-04 16:30',
            "deadline = 2026-12-0",
            "; write it as 2026-12-04T16:30:00",
            id="a deadline: 2026-12-04 16:30",
        ),
        pytest.param(
            "timezone = ",
            'timezone = "Europe/London"\ndeadline = 2026-12-04',
            "deadline = 2026-12-0",
            "must be a date and time, not a date; write it as",
            id="a deadline: 2026-12-04",
        ),
        pytest.param(
            "timezone = ",
            'timezone = "Europe/London"\ndeadline = "4.12.2026"',
            'deadline = "4',
            "must be a date and time; write it as",
            id="a deadline: 4.12.2026",
        ),
        pytest.param(
            "title = ", "title = Cards", "title", "write a text in", id="no quotation marks"
        ),
        pytest.param("title = ", 'title = "Klon', "title", "front matter: Illegal", id="not TOML"),
        pytest.param(
            "title = ", "title = 3", "title", "title must be a text, not a whole number", id="type"
        ),
        pytest.param(
            "required = ",
            'required = ["a.py", 3]',
            "required",
            "required must be a text",
            id="item",
        ),
        pytest.param(
            "version = ",
            'version = "1"\nmisreading_costs = 66.5',
            "misreading_costs",
            "misreading_costs is 66.5; write 'in full', or a number of marks from 0 to 66",
            id="too many marks for a misreading",
        ),
        pytest.param(
            "version = ",
            'version = "1"\nmisreading_costs = nan',
            "misreading_costs",
            "misreading_costs is nan",
            id="no number of marks for a misreading",
        ),
        pytest.param(
            "version = ",
            'version = "1"\nmisreading_costs = "once"',
            "misreading_costs",
            "misreading_costs cannot be 'once'; write \"in full\" or a number of marks",
            id="no word for what a misreading costs",
        ),
        pytest.param(
            "memory_mib",
            'memory_mib = "1"',
            "memory_mib",
            "limits.memory_mib must be a whole number, not a text",
            id="limit",
        ),
        pytest.param("memory_mib", "", "[limits]", "`memory_mib`", id="missing limit"),
        pytest.param("version = ", "", "+++", "`version`", id="missing key"),
        pytest.param(
            "version = ",
            'version = "1"\ncolour = 1',
            "colour",
            "there is no key `colour`",
            id="unknown key",
        ),
        pytest.param(
            "student_number = ", 'student_number = "[0"', "student_number", "", id="no pattern"
        ),
        pytest.param(
            "[visibility]",
            "[[visibility]]",
            "[[visibility]]",
            "visibility must be a table, not a list",
            id="no table",
        ),
        pytest.param(
            "submission = ",
            'submission = "all"',
            "submission",
            "'all' is not a level for submission (score, kind, input, expected, counterexample)",
            id="no level",
        ),
        pytest.param("staff = ", "staff = 3", "staff", "3 is not a level for staff", id="no word"),
        pytest.param(
            "submission = ",
            'upload = "kind"',
            "upload",
            "upload is not a phase (check, submission, deadline, staff)",
            id="no phase",
        ),
        pytest.param(
            "deck_of_52 = ",
            '"shuffle.fair" = {}\n"shuffle.swift" = {}',
            '"shuffle.swift"',
            "shuffle.swift is neither a criterion nor an exercise",
            id="levels of no criterion",
        ),
        pytest.param(
            "deck_of_52 = ",
            '\n[visibility.criteria."shuffle.swift"]\nsubmission = "kind"',
            '[visibility.criteria."shuffle.swift"]',
            "shuffle.swift is neither a criterion nor an exercise",
            id="levels of no criterion in a table",
        ),
        pytest.param(
            "deck_of_52 = ",
            '"shuffle.fair" = {}\nshuffle = { late = "kind" }',
            "shuffle = ",
            "late is not a phase",
            id="no phase of an exercise",
        ),
        pytest.param(
            "deck_of_52 = ",
            'shuffle.fair = { submission = "score" }',
            "shuffle.fair",
            "fair is not a phase (check, submission, deadline, staff); "
            "put a criterion's name in quotation marks",
            id="no quotation marks",
        ),
        pytest.param(
            "deck_of_52 = ",
            'deck_of_52 = "score"',
            "deck_of_52 = ",
            'write deck_of_52 = { submission = "score" }',
            id="a level without a phase",
        ),
        pytest.param(
            "[visibility.criteria]",
            "criteria = 3\n[suite]",
            "criteria = ",
            "[visibility.criteria] must be a table",
            id="no table of criteria",
        ),
    ],
)
def test_a_broken_handout_is_refused_at_the_right_line(
    course: Path, start: str, new: str, blamed: str, why: str
) -> None:
    replace_line(course, start, new)
    said = refusal(course)
    assert said.startswith(f"{HANDOUT}:{line_that_begins(course, blamed)}: ")
    assert why in said


@pytest.mark.parametrize("worth", ["one", "", "0", "-1", "1,5", "1/0", "1e1", "nan", "½", "12345"])
def test_what_is_no_number_of_marks_is_refused_at_its_line(course: Path, worth: str) -> None:
    replace_line(course, "| `draw.turns`", f"| `draw.turns` | It turns. | {worth} |")
    line = line_that_begins(course, "| `draw.turns`")
    assert refusal(course) == f"{HANDOUT}:{line}: {worth!r} is not a number of marks"


def test_a_word_of_the_prose_is_not_taken_for_a_key_of_the_front_matter(course: Path) -> None:
    replace_line(course, "package = ", "")
    with (course / HANDOUT).open("a", encoding="utf-8") as handout:
        handout.write("\npackage is a word, too.\n")
    assert refusal(course).startswith(f"{HANDOUT}:1: ")


def test_a_handout_without_front_matter_is_refused(course: Path) -> None:
    text = (course / HANDOUT).read_text(encoding="utf-8")
    for broken in (text.removeprefix("+++\n"), text.replace("+++\n\n# Klondike", "\n# Klondike")):
        (course / HANDOUT).write_text(broken, encoding="utf-8")
        assert refusal(course).startswith(f"{HANDOUT}:1: the handout must begin with front matter")


def test_a_handout_that_is_no_text_is_refused(course: Path) -> None:
    text = (course / HANDOUT).read_text(encoding="utf-8")
    (course / HANDOUT).write_bytes(text.encode("utf-16"))
    with pytest.raises(InputError):
        Course(course).coursework("klondike")


@pytest.mark.parametrize(
    ("addition", "number"),
    [("", "is none"), (f"\n{TABLE}", "are 2")],
    ids=["none", "two tables"],
)
def test_there_must_be_exactly_one_marks_table(course: Path, addition: str, number: str) -> None:
    if not addition:
        replace_line(course, "| criterion |", "| criterion | something else | marks |")
    with (course / HANDOUT).open("a", encoding="utf-8") as handout:
        handout.write(addition)
    said = refusal(course)
    assert said.startswith(HANDOUT)
    assert said.endswith(f"there {number}")


def test_a_marks_table_without_rows_is_refused(course: Path) -> None:
    replace_line(course, "| **1 `deck_of_52`**", "\nNo table any more.\n")
    assert refusal(course).startswith(HANDOUT)


def test_an_asked_file_must_be_in_the_solution(course: Path) -> None:
    (course / "solution" / "klondike" / "game.py").unlink()
    said = refusal(course)
    assert said.startswith(HANDOUT)
    assert "names game.py" in said


@pytest.mark.parametrize("folder", ["solution/klondike", "grader/suites/klondike"])
def test_the_folders_of_solution_and_suites_must_be_there(course: Path, folder: str) -> None:
    shutil.rmtree(course / folder)
    assert refusal(course) == f"{HANDOUT} needs the folder {folder}, which is not there"


def test_only_handouts_with_front_matter_are_courseworks(course: Path) -> None:
    (course / "handout" / "staff.md").write_text("# For staff\n", encoding="utf-8")
    assert Course(course).slugs == ("klondike",)
    (course / "handout" / "old.md").write_bytes(b"\xff\xfe# For staff\n")
    assert Course(course).slugs == ("klondike",)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_front_matter_is_seen_however_the_file_is_saved(
    course: Path, mark: bytes, end: bytes
) -> None:
    data = (course / HANDOUT).read_bytes().replace(b"\n", end)
    (course / HANDOUT).write_bytes(mark + data)
    assert Course(course).coursework("klondike").slug == "klondike"


BROKEN = {
    "TOML": b"+++\nrequired = [\n+++\n",
    "no end": b"+++\npackage = 'whist'\n",
    "not text": b"+++\n\xff\n+++\n",
    "a key is missing": b"+++\npackage = 'whist'\n+++\n",
    "another type": b"+++\npackage = 'whist'\nrequired = 5\n+++\n",
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_handout_that_cannot_be_recognised_leaves_the_others(course: Path, data: bytes) -> None:
    (course / "handout" / "whist.md").write_bytes(data)
    found = Course(course).outlines()
    assert [one.slug for one in found.outlines] == ["klondike"]
    (line,) = found.skipped
    assert "handout/whist.md" in line
    assert "whist was left out" in line


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# Klondike\n", "handout/klondike.md:1: the handout must begin with front matter"),
        (BROKEN["a key is missing"].decode(), "handout/klondike.md:1: front matter: a key is"),
    ],
)
def test_the_only_handout_is_named_when_it_cannot_be_used(
    course: Path, text: str, why: str
) -> None:
    for file in (course / "handout").glob("*.md"):
        file.unlink()
    (course / "handout" / "README.md").write_text("# Handouts\n", "utf-8")
    (course / "handout" / "klondike.md").write_text(text, "utf-8")
    (course / "2600001S.zip").write_bytes(zip_of({"game.py": b""}))
    for more in ((), ("--coursework", "klondike")):
        done = patience("grade", "2600001S.zip", *more, cwd=course)
        assert done.returncode == 2
        assert done.stderr.startswith(f"patience: {why}")
        assert done.stderr.count("\n") == 1


def test_recognising_a_coursework_needs_no_more_than_its_outline(course: Path) -> None:
    (course / "handout" / "whist.md").write_text(
        "+++\npackage = 'whist'\nrequired = ['trick.py']\nnonsense = 1\n+++\n", "utf-8"
    )
    found = Course(course).outlines()
    assert [(one.slug, one.required) for one in found.outlines if one.package == "whist"] == [
        ("whist", ("trick.py",))
    ]
    assert found.skipped == ()


def test_asking_for_an_unknown_coursework_names_those_that_there_are(course: Path) -> None:
    with pytest.raises(InputError, match=r"no coursework 'whist' in .*; choose one of: klondike"):
        Course(course).coursework("whist")


@pytest.mark.parametrize("inside", [".", "solution/klondike", "grader/suites"])
def test_the_course_is_found_from_any_folder_inside_it(
    course: Path, inside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course / inside)
    assert find_course().root.samefile(course)


def test_the_course_named_is_taken_wherever_one_is(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert find_course(course).root == course.resolve()
    monkeypatch.chdir(course.parent)
    assert find_course(Path(course.name)).root == course.resolve()


def test_without_a_course_the_fault_says_how_to_name_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="--course DIR"):
        find_course()
    with pytest.raises(InputError, match="is not a course folder"):
        find_course(tmp_path)
