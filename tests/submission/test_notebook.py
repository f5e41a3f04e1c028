"""What is taken out of a notebook: which cells count, in which file, and where lines stand."""

from __future__ import annotations

import ast
import gc
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from notebooks import Json, as_notebook, cell, notebook_of
from packing import write, zip_bytes
from patience_grader.course.coursework import Course, Coursework
from patience_grader.errors import SubmissionError
from patience_grader.nbgrader_plugin.writing import instructor_notebook
from patience_grader.submission.notebook.cells import MAX_CELLS, MAX_SOURCE, Cell, read_cells
from patience_grader.submission.notebook.extract import Taken, beginning_of, extract, latest, noted
from patience_grader.submission.notebook.locate import candidates, owner
from patience_grader.submission.reading import Submission, doubts, narrowed, read_submission
from patience_grader.submission.upload import Upload, at
from sample import ROOT, SUBMISSIONS

KLONDIKE, GUESSING, TERMINAL = map(Course(ROOT).coursework, ("klondike", "guessing", "terminal"))
DECK = "def deck_of_52():\n    return ()"
SHOW = "def show(board):\n    return ''"


def taken(*cells: Json) -> Taken:
    return extract(read_cells(as_notebook(cells)), KLONDIKE)


def code(text: str) -> str:
    """What a file holds besides its beginning, in one form however it is laid out."""
    beginning = ast.parse(beginning_of(KLONDIKE)).body
    return ast.unparse(ast.Module(ast.parse(text).body[len(beginning) :], []))


def same(text: str, *parts: str) -> bool:
    return code(text) == ast.unparse(ast.parse("\n".join(parts)))


def test_a_cell_goes_into_the_file_of_the_function_that_it_is_for() -> None:
    files = taken(cell(DECK, "deck_of_52"), cell(SHOW, "show")).files
    assert list(files) == ["deck.py", "game.py"]
    assert same(files["deck.py"], DECK)
    assert same(files["game.py"], SHOW)


def test_a_cell_counts_in_full_when_it_defines_a_function_whatever_it_is_called() -> None:
    text = f"import sys\nsys.setrecursionlimit(5000)\n{SHOW}"
    assert same(taken(cell(text)).files["game.py"], text)
    assert same(taken(cell(text, "deck_of_52")).files["game.py"], text)


def test_helpers_are_found_wherever_they_stand_and_nothing_else_is_run() -> None:
    helpers = "import math\nONE = 1\nclass Pile:\n    size = ONE"
    tried = "print(show(None))\nfor x in range(3):\n    ONE += 1\nPile()\nunused = 7"
    using = "def show(board):\n    return Pile().size + math.pi"
    files = taken(cell(tried), cell(using, "show"), cell(helpers), cell(DECK, "deck_of_52")).files
    assert same(files["game.py"], using, helpers)
    assert same(files["deck.py"], DECK)


def test_an_import_that_not_everybody_has_and_a_global_variable_count() -> None:
    guarded = "try:\n    import numpy as np\nexcept ImportError:\n    np = None"
    chosen = "if True:\n    LIMIT = 3\nelse:\n    LIMIT = 4"
    tried = "if np:\n    print(np)"
    using = "def show(board):\n    global count\n    count += LIMIT\n    return np, count"
    files = taken(cell("count = 0"), cell(guarded), cell(chosen), cell(tried), cell(using, "show"))
    assert same(files.files["game.py"], "count = 0", guarded, chosen, using)


def test_what_another_function_cell_defines_is_brought_without_the_rest_of_it() -> None:
    deck = f"print('loading')\nSUITS = 4\ndef half(n):\n    return n // SUITS\n{DECK}"
    show = "def show(board):\n    return half(8)"
    files = taken(cell(deck, "deck_of_52"), cell(show, "show")).files
    assert same(files["game.py"], "SUITS = 4\ndef half(n):\n    return n // SUITS", show)


def test_two_files_may_have_helpers_of_the_same_name() -> None:
    deck = f"SIZE = 52\n{DECK}"
    game = "SIZE = 7\ndef show(board):\n    return SIZE"
    files = taken(cell(deck, "deck_of_52"), cell(game, "show")).files
    assert same(files["game.py"], game)


def test_the_last_definition_counts() -> None:
    again = "def show(board):\n    return 'better'"
    text = taken(cell(SHOW, "show"), cell(again)).files["game.py"]
    names: dict[str, object] = {}
    exec(code(text), names)
    assert names["show"](None) == "better"  # type: ignore[operator]


def test_a_variable_of_an_experiment_replaces_no_function() -> None:
    using = "def draw(board):\n    return 1\ndef solve(board):\n    return draw(board)"
    files = taken(cell(using, "draw"), cell("draw = 5\nfrom os import draw")).files
    assert same(files["game.py"], using)


def test_an_assignment_that_fails_breaks_nothing() -> None:
    pairs = "PAIRS = [\n  unheard_of()\n]"
    show = "def show(board):\n    return PAIRS"
    text = taken(cell(pairs), cell(show, "show")).files["game.py"]
    names: dict[str, object] = {}
    exec(code(text), names)
    assert "show" in names
    assert "PAIRS" not in names


def test_strings_over_several_lines_stay_as_they_are() -> None:
    text = 'TEXT = """\none\n  two\n""".strip()\n'
    found = taken(cell(text), cell("def show(board):\n    return TEXT", "show")).files["game.py"]
    names: dict[str, object] = {}
    exec(code(found), names)
    assert names["TEXT"] == "one\n  two"


@pytest.mark.parametrize(
    "source",
    [
        f"%matplotlib inline\n{SHOW}",
        f"{SHOW}\n!ls -l\nshow?",
        f"files = !ls\n{SHOW}",
        f"%%time\n{SHOW}",
        f"\n\n%%capture out\n{SHOW}",
        f"from __future__ import annotations\n{SHOW}",
    ],
)
def test_what_only_a_notebook_understands_is_left_out(source: str) -> None:
    text = taken(cell(source, "show")).files["game.py"]
    names: dict[str, object] = {}
    exec(compile(text, "game.py", "exec"), names)
    assert "show" in names


def test_a_percent_sign_in_a_text_is_no_magic() -> None:
    text = 'def show(board):\n    return """\n%d cards\n!\n"""'
    assert same(taken(cell(text, "show")).files["game.py"], text)


def test_a_cell_of_another_language_is_none() -> None:
    assert taken(cell("%%bash\ndef show(board): pass")).files == {}


def test_a_cell_that_is_no_python_breaks_its_file_and_no_other() -> None:
    files = taken(cell(DECK, "deck_of_52"), cell("def show(board:", "show"), cell("((")).files
    assert same(files["deck.py"], DECK)
    with pytest.raises(SyntaxError):
        ast.parse(files["game.py"])


def test_a_broken_cell_is_forgiven_when_another_defines_its_function() -> None:
    files = taken(cell("def show(board:", "show"), cell(SHOW)).files
    assert same(files["game.py"], SHOW)


@pytest.mark.parametrize("name", ["set-up", "test_show"])
def test_cells_that_were_handed_out_to_be_run_are_not_the_students(name: str) -> None:
    assert taken(cell(SHOW, name)).files == {}


def test_a_history_counts_as_the_last_run_of_each_cell() -> None:
    runs = ["def show(board:", SHOW, "HELP = 1", "def show(board):\n    return HELP", "show(1)"]
    cells = latest([Cell(number, text) for number, text in enumerate(runs)], KLONDIKE)
    assert [one.number for one in cells] == [2, 3, 4]


def test_lines_of_files_are_told_as_lines_of_cells() -> None:
    show = "import math\n\ndef show(board):\n    return math.e"
    found = taken(cell("A = 1\nB = 2"), cell(f"{show} + B", "show"))
    lines = found.files["game.py"].split("\n")
    for line, where in (("B = 2", "cell 1, line 2"), ("    return math.e + B", "the cell of show")):
        said = f"klondike/game.py, line {lines.index(line) + 1}, in show"
        assert noted(said, found.places, "klondike").startswith(where)
    assert noted("game.py, line 2: x", found.places, "klondike") == "game.py, line 2: x"


def test_a_program_is_what_cells_write_into_its_folder() -> None:
    cells = [
        cell("%%writefile terminal/__main__.py\nprint(1)"),
        cell("print(2)"),
        cell("%%writefile -a ./terminal/__main__.py\nprint(3)\n"),
        cell("%%file 'terminal/cards.py'\n"),
        cell("%%writefile terminal/../deck.py\nx"),
        cell("%%writefile /tmp/x.py\nx"),
        cell("%%writefile terminal/sub/x.py\nx"),
    ]
    files = extract(read_cells(as_notebook(cells)), TERMINAL).files
    assert files == {"__main__.py": "print(1)\nprint(3)\n", "cards.py": ""}


@pytest.mark.parametrize("coursework", [KLONDIKE, GUESSING, TERMINAL], ids=lambda one: one.slug)
def test_the_instructors_notebook_holds_the_solution(coursework: Coursework) -> None:
    files = extract(read_cells(instructor_notebook(coursework).encode()), coursework).files
    assert set(files) == set(coursework.reference)
    for name, text in files.items():
        solution = ast.parse((coursework.solution / name).read_text("utf-8"))
        wanted = {ast.dump(one) for one in solution.body if isinstance(one, ast.FunctionDef)}
        assert wanted <= {ast.dump(one) for one in ast.parse(text).body}


ODD = [
    b"",
    b"{nope",
    b"[" * 100_000,
    b"[1, 2]",
    b"{}",
    b'{"cells": 3}',
    b"\xff\xfe\x00",
    json.dumps({"cells": [{}] * (MAX_CELLS + 1)}).encode(),
    json.dumps({"cells": [{"source": "x" * (MAX_SOURCE + 1)}]}).encode(),
]


@pytest.mark.parametrize("data", ODD, ids=range(len(ODD)))
def test_what_is_no_notebook_is_refused(data: bytes) -> None:
    with pytest.raises(SubmissionError):
        read_cells(data)


def test_cells_of_odd_shapes_are_read_as_far_as_they_can_be() -> None:
    document = {
        "cells": [
            7,
            None,
            {"cell_type": "code"},
            {"cell_type": "code", "source": 3, "metadata": []},
            {"cell_type": "code", "source": ["a\r\n", 1, "b\r"], "metadata": {"nbgrader": 3}},
            {"cell_type": [], "source": "\ud800", "metadata": {"nbgrader": {"grade_id": 5}}},
        ]
    }
    assert [
        (one.number, one.source, one.name) for one in read_cells(json.dumps(document).encode())
    ] == [
        (3, "", ""),
        (4, "", ""),
        (5, "a\nb\n", ""),
        (6, "?", ""),
    ]


def test_notebooks_of_older_versions_are_read() -> None:
    old = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": SHOW}]}]}
    assert read_cells(json.dumps(old).encode()) == [Cell(1, SHOW)]


@pytest.mark.parametrize(
    "source",
    ["(" * 5000, "-" * 200_000 + "1", "x = 1\0", "a." * 50_000 + "b"],
    ids=["brackets", "signs", "null", "attributes"],
)
def test_code_that_overwhelms_a_parser_harms_its_own_file_alone(source: str) -> None:
    files = taken(cell(source, "show"), cell(DECK, "deck_of_52")).files
    assert same(files["deck.py"], DECK)


def _lines(line: str, count: int, end: str = "\n") -> str:
    """So many lines, in which `A` and `B` are names that chain each to the next."""
    return "".join(
        line.replace("A", f"a{number}").replace("B", f"a{number + 1}") + end
        for number in range(count)
    )


MANY: Mapping[str, Callable[[int], str]] = {
    "a chain of names": lambda count: _lines("A = B", count),
    "a chain in one line": lambda count: _lines("A = B", count, ";"),
    "functions that call the next": lambda count: _lines("def A(): B()", count),
    "lambdas that call the next": lambda count: _lines("A = lambda: B()", count),
    "methods of one class": lambda count: "class a0:\n" + _lines(" def A(self): B()", count),
    "comprehensions in one function": lambda count: (
        "def a0():\n" + _lines(" A = [B for B in A]", count)
    ),
    "magics": lambda count: _lines("%A", count),
}


def _seconds_to_extract(cells: Sequence[Cell]) -> float:
    """The processor time, without what collecting the garbage of other tests takes."""
    gc.collect()
    gc.disable()
    try:
        begun = time.process_time()
        extract(cells, KLONDIKE)
        return time.process_time() - begun
    finally:
        gc.enable()


@pytest.mark.slow
@pytest.mark.parametrize("made", MANY.values(), ids=MANY)
def test_taking_out_grows_with_the_cells_and_not_with_their_square(
    made: Callable[[int], str],
) -> None:
    """Eight times as much may take twenty times as long; in a square it would be 64."""
    show = cell("def show(board):\n    return a0", "show")
    few, many = (read_cells(as_notebook([show, cell(made(count))])) for count in (500, 4_000))
    most = 20 * max(0.02, min(_seconds_to_extract(few) for _ in range(3)))
    assert any(_seconds_to_extract(many) < most for _ in range(3))


def test_a_notebook_of_tiny_cells_is_refused_before_each_is_looked_at() -> None:
    for part, why in ((b"[],", "more than 400000 parts"), (b"1,", "more than 2000 cells")):
        data = b'{"cells": [' + part * 1_000_000 + b"{}]}"
        with pytest.raises(SubmissionError, match=why):
            read_cells(data)


def test_whose_a_notebook_is(tmp_path: Path) -> None:
    tree = tmp_path / "submitted" / "alice" / "klondike"
    tree.mkdir(parents=True)
    notebook = tree / "klondike.ipynb"
    notebook.write_text("{}")
    assert {owner(notebook), owner(tree), owner(tree.parent)} == {"alice"}
    alone = tmp_path / "2600000F.ipynb"
    alone.write_text("{}")
    assert owner(alone) == "2600000F"


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["a/b/klondike.ipynb", "x/Klondike.ipynb", "deck.py"], "x/Klondike.ipynb"),
        (["mine.ipynb", "notes.txt"], "mine.ipynb"),
        (["mine.ipynb", "deck.py"], "mine.ipynb"),
        (["mine.ipynb", "other.ipynb"], None),
        (["Kopie von klondike.ipynb", "other.ipynb"], "Kopie von klondike.ipynb"),
        (["klondike (1).ipynb", "klondike-Copy1.ipynb"], None),
        (["a/klondike.ipynb.txt", "other.ipynb"], "a/klondike.ipynb.txt"),
        (["mine.ipynb.json"], "mine.ipynb.json"),
        (["guessing/guessing.ipynb"], None),
        (["deck.py", "game.py"], None),
    ],
)
def test_which_file_is_the_notebook(names: list[str], found: str | None) -> None:
    assert next(iter(candidates(names, "klondike")), None) == found


def python(sample: str) -> dict[str, bytes]:
    return {name: data for name, data in SUBMISSIONS[sample].items() if name.endswith(".py")}


RIGHT, OTHER, BLANK = map(
    python, ("reference-solution-66", "beginners-style-66", "untouched-skeleton-0")
)
IMPORTS = as_notebook([cell("import game\ngame.show(game.setup([]))")])
ASIDE = {
    "it only imports": IMPORTS,
    "it is empty": b"",
    "it has no cells": as_notebook([]),
    "it is as handed out": notebook_of(BLANK, KLONDIKE),
    "it holds the same": notebook_of(RIGHT, KLONDIKE),
}


def submitted(folder: Path, files: Mapping[str, bytes], name: str = "2600000F.zip") -> Upload:
    path = folder / name
    if path.suffix == ".zip":
        path.write_bytes(zip_bytes({"status.txt": b"all", **files}))
        return at(path)
    path.mkdir()
    for file, data in files.items():
        (path / file).write_bytes(data)
    return at(path)


def read(upload: Upload) -> Submission:
    return read_submission(upload, replace(KLONDIKE, own_work=""))


def texts(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in files.items()}


@pytest.mark.parametrize("notebook", ASIDE.values(), ids=ASIDE)
@pytest.mark.parametrize("name", ["klondike.ipynb", "mine.ipynb"])
def test_a_notebook_beside_whole_python_files_is_another_file(
    tmp_path: Path, name: str, notebook: bytes
) -> None:
    for upload in (
        submitted(tmp_path, {**RIGHT, name: notebook}),
        submitted(tmp_path, {**RIGHT, "status.txt": b"", name: notebook}, "2600000F"),
    ):
        assert read(upload) == Submission("2600000F", "2600000F", texts(RIGHT), {}, ())
        assert doubts(upload, KLONDIKE) == ()
        assert narrowed(upload, KLONDIKE) == upload


@pytest.mark.parametrize("notebook", [IMPORTS, notebook_of(BLANK, KLONDIKE)])
def test_what_neither_python_file_nor_notebook_gives_is_missing(
    tmp_path: Path, notebook: bytes
) -> None:
    files = {"game.py": RIGHT["game.py"], "klondike.ipynb": notebook}
    submission = read(submitted(tmp_path, files))
    assert submission.files == {"game.py": RIGHT["game.py"].decode()}
    assert (submission.remarks, submission.notes) == (("deck.py is missing",), ())


def _put(path: Path, files: Mapping[str, bytes]) -> Path:
    """The files as a zip, or as a folder if the path has no ending."""
    if path.suffix:
        path.write_bytes(zip_bytes(files))
    else:
        write(path, files)
    return path


@pytest.mark.parametrize("name", ["2600000F.zip", "2600000F"])
@pytest.mark.parametrize("copy", ["klondike (1).ipynb", "klondike-Copy1.ipynb"])
def test_a_copy_with_work_counts_and_not_the_notebook_that_was_handed_out(
    tmp_path: Path, name: str, copy: str
) -> None:
    right, blank = (notebook_of(files, KLONDIKE) for files in (RIGHT, BLANK))
    two = {"klondike.ipynb": blank, copy: right, "status.txt": b"all"}
    upload = narrowed(at(_put(tmp_path / name, two)), KLONDIKE)
    submission = read_submission(upload, KLONDIKE)
    assert "raise NotImplementedError" not in submission.files["game.py"]
    assert submission.notes == (f"{copy} was used, and not klondike.ipynb",)


def test_what_shows_something_to_people_does_nothing_in_a_file() -> None:
    text = f"{SHOW}\ncheck('show')\ndisplay(show(None))"
    found = taken(cell(text, "show")).files["game.py"]
    assert same(found, "check = display = lambda *_, **__: None", text)
    own = "def check(x):\n    return x"
    found = taken(cell(own), cell(text, "show")).files["game.py"]
    assert same(found, "display = lambda *_, **__: None", own, text)


@pytest.mark.parametrize("name", ["2600000F.zip", "2600000F"])
def test_of_several_notebooks_of_a_name_it_is_told_which_one_was_taken(
    tmp_path: Path, name: str
) -> None:
    right, other = (notebook_of(files, KLONDIKE) for files in (RIGHT, OTHER))
    two = {"a/klondike.ipynb": right, "b/Klondike.ipynb": other, "status.txt": b"all"}
    upload = narrowed(at(_put(tmp_path / name, two)), KLONDIKE)
    note = "klondike.ipynb is in it 2 times, not always the same; a/klondike.ipynb was used"
    assert read(upload).notes == doubts(upload, KLONDIKE) == (note,)
    same = submitted(tmp_path, {"a/klondike.ipynb": right, "b/klondike.ipynb": right}, "same.zip")
    assert doubts(same, KLONDIKE) == ()


def test_python_files_count_before_a_notebook_with_other_work(tmp_path: Path) -> None:
    upload = submitted(tmp_path, {**RIGHT, "klondike.ipynb": notebook_of(OTHER, KLONDIKE)})
    note = "klondike.ipynb and Python files beside it both hold work; the Python files were taken"
    right = Submission("2600000F", "2600000F", texts(RIGHT), {}, (), notes=(note,))
    assert read(upload) == right
    assert doubts(upload, KLONDIKE) == (note,)


@pytest.mark.parametrize("line", ["from .deck import mine as setup", "show = setup = lambda *_: 1"])
def test_functions_that_are_bound_otherwise_than_defined_are_work(
    tmp_path: Path, line: str
) -> None:
    own = {**BLANK, "game.py": BLANK["game.py"].partition(b"def show")[0] + line.encode()}
    only = notebook_of({"deck.py": RIGHT["deck.py"], "game.py": SHOW.encode()}, KLONDIKE)
    submission = read(submitted(tmp_path, {**own, "klondike.ipynb": only}))
    assert submission.files["game.py"] == own["game.py"].decode()
    assert submission.places.keys() == {"deck.py"}


@pytest.mark.parametrize("deck", [RIGHT["deck.py"], b"\xff\0"])
def test_a_notebook_gives_what_no_python_file_does(tmp_path: Path, deck: bytes) -> None:
    notebook = notebook_of(RIGHT, KLONDIKE)
    for game in ({}, {"game.py": BLANK["game.py"]}):
        upload = submitted(tmp_path, {"deck.py": deck, **game, "klondike.ipynb": notebook})
        submission = read(upload)
        assert {**submission.files, **submission.broken}.keys() == RIGHT.keys()
        assert submission.broken.keys() == ({"deck.py"} if b"\0" in deck else set())
        assert submission.places.keys() == {"game.py"}
        assert submission.remarks == ()
        assert doubts(upload, KLONDIKE) == submission.notes
        assert submission.notes == (
            "klondike.ipynb and Python files beside it both hold work; "
            "game.py of the notebook was taken",
        )


@pytest.mark.parametrize("changed", [b"", b"# nothing yet\n"])
def test_a_notebook_beside_the_skeleton_is_the_work(tmp_path: Path, changed: bytes) -> None:
    skeleton = {name: data + changed for name, data in BLANK.items()}
    files = {**skeleton, "klondike.ipynb": notebook_of(RIGHT, KLONDIKE)}
    upload = submitted(tmp_path, files, "2600000F")
    assert [*narrowed(upload, KLONDIKE).attempt.files] == ["klondike.ipynb"]
    assert read(upload).places.keys() == RIGHT.keys()
    assert (read(upload).remarks, doubts(upload, KLONDIKE)) == ((), ())


def test_what_a_cell_of_a_program_has_written_is_not_other_work(tmp_path: Path) -> None:
    source = "%%writefile terminal/__main__.py\nprint('now')\n"
    files = {
        "terminal.ipynb": as_notebook([cell(source)]),
        "terminal/__main__.py": b"print('when it was run last')\n",
    }
    upload = submitted(tmp_path, files)
    assert read_submission(upload, TERMINAL).files == {"__main__.py": "print('now')\n"}
    assert doubts(upload, TERMINAL) == ()
