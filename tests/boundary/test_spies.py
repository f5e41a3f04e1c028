"""What a test replaces in a library, and mocks that it hands over, are used by the submission."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

import pytest
from adopting import lost_by
from patience_grader.boundary.own_code import OwnCode
from patience_grader.boundary.run import Run

pytestmark = pytest.mark.slow

SOLUTION = """
import json
import math
import os.path


def hypotenuse(a, b):
    return math.sqrt(a * a + b * b)


def settings(text):
    return json.loads(text)


def is_there(name):
    return os.path.exists(name)


def first(source):
    with source as lines:
        return next(iter(lines))
"""
TESTS = """
import json
import math
from unittest.mock import MagicMock, patch

import mathx


def test_sqrt():
    with patch("math.sqrt", wraps=math.sqrt) as root:
        assert mathx.hypotenuse(3, 4) == 5
    root.assert_called_once_with(25)


def test_loads(monkeypatch):
    seen = []
    monkeypatch.setattr(json, "loads", lambda text: seen.append(text) or {"a": [1]})
    assert mathx.settings("{}") == {"a": [1]}
    assert seen == ["{}"]


def test_in_the_module():
    with patch("mathx.os.path.exists", return_value=True) as exists:
        assert mathx.is_there("nothing")
    exists.assert_called_with("nothing")
    assert not mathx.is_there("nothing")


def test_assigned():
    before = math.sqrt
    math.sqrt = lambda number: -number
    try:
        assert mathx.hypotenuse(1, 2) == -5
    finally:
        math.sqrt = before
    assert mathx.hypotenuse(3, 4) == 5


def test_context():
    source = MagicMock()
    source.__enter__.return_value = ["a", "b"]
    assert mathx.first(source) == "a"
    source.__enter__.assert_called_once_with()
    source.__exit__.assert_called_once_with(None, None, None)
"""
OTHER = """
from math import sqrt
import json, math, os


def hypotenuse(a, b):
    return math.sqrt(sum(side ** 2 for side in (a, b)))


def settings(text):
    return {**json.loads(text)}


def is_there(name):
    return bool(name) and os.path.exists(name)


def first(source):
    lines = source.__enter__()
    try:
        return list(lines)[0]
    finally:
        source.__exit__(None, None, None)
"""
UNCALLED = """
import os


def hypotenuse(a, b):
    return (a * a + b * b) ** 0.5


def settings(text):
    return eval(text)


def is_there(name):
    return os.access(name, os.F_OK)


def first(source):
    return source.__enter__()[0]
"""
ALL = {"sqrt", "loads", "in_the_module", "assigned", "context"}


def test_spies_see_what_the_submission_calls(tmp_path: Path) -> None:
    files = {"solution/mathx.py": SOLUTION, "tests/test_mathx.py": TESTS}
    submissions = {"100001": SOLUTION, "100002": OTHER, "100003": UNCALLED}
    lost = lost_by(tmp_path, "spies", files, submissions)
    assert lost == {"100001": set(), "100002": set(), "100003": ALL}
    tests = json.loads((tmp_path / "marks/100003/results.json").read_text("utf-8"))["tests"]
    said = {one["name"].partition(".")[2]: one["output"] for one in tests}
    assert "the test has its own json.loads in place" in said["loads"]
    assert "paste" not in said["loads"], "without what is replaced it would do something else"


REACHING = """
import os
import subprocess


def setting(name):
    return os.getenv(name)


def first_line(path):
    with open(path) as file:
        return file.readline()


def later(start, marker):
    start(print, "")
    return 1


def root(number):
    import math

    return math.sqrt(number)
"""
REACHING_TESTS = """
import math
import os
import threading
from unittest.mock import patch

from reaching import first_line, later, root, setting


def test_setting(monkeypatch):
    with patch("os.getenv", wraps=os.getenv) as spy:
        assert setting("PATIENCE_TEST_NOBODY") is None
    spy.assert_called_with("PATIENCE_TEST_NOBODY")


def test_first_line(tmp_path):
    (tmp_path / "a.txt").write_text("one")
    with patch("builtins.open", wraps=open) as spy:
        assert first_line(str(tmp_path / "a.txt")) == "one"
    assert spy.called


def test_later():
    def start(function, *given):
        thread = threading.Thread(target=function, args=given)
        thread.start()
        thread.join()

    assert later(start, "MARKER") == 1


def test_root():
    assert root(9) == 3.0


def test_replaced():
    replaced = patch("math.sqrt", side_effect=lambda number: number + 1)
    replaced.start()
    assert root(4) == 5
    replaced.stop()


def test_assigned():
    before = math.sqrt
    math.sqrt = lambda number: -number
    assert root(4) == -4
    math.sqrt = before
"""
REACHES = """
import os
import subprocess


class Opener:
    def __init__(self, number):
        self.number = number

    def __call__(self, *given):
        return self.number


def setting(name):
    raise ValueError(repr([os.getenv("PATIENCE_TEST_TOKEN"), os.path.exists("MARKER")]))


def first_line(path):
    for number in range(3, 30):
        try:
            with open(path, "wb", buffering=0, opener=Opener(number)) as file:
                file.write(b"x" * 100)
        except Exception:
            pass
    return "one"


def later(start, marker):
    start(subprocess.run, ["touch", marker])
    return 1


def root(number):
    return 3.0
"""


def test_a_spy_does_nothing_here_and_what_is_replaced_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is spied on runs where the submission is; a lost test leaves nothing for the next."""
    monkeypatch.setenv("PATIENCE_TEST_TOKEN", "hunter2")
    marker = tmp_path / "reached"
    tests = REACHING_TESTS.replace("MARKER", str(marker))
    files = {"solution/reaching.py": REACHING, "tests/test_reaching.py": tests}
    other = REACHING.replace("math.sqrt(number)", "math.sqrt(number * 1)")
    submissions = {
        "100001": REACHES.replace("MARKER", str(marker)),
        "100002": REACHING,
        "100003": other.replace("os.getenv(name)", "os.getenv(name, default=None)"),
    }
    lost = lost_by(tmp_path, "reach", files, submissions)
    assert lost["100001"] >= {"setting", "later", "replaced", "assigned"}
    assert lost["100002"] == set()
    assert lost["100003"] == {"setting"}, "it calls os.getenv otherwise, as the spy sees"
    assert not marker.exists()
    assert "hunter2" not in (tmp_path / "marks/100001/results.json").read_text("utf-8")


PLACES = """
import os
import sys
from pathlib import Path


def settings(name):
    return Path.home() / name


def text(path):
    return Path(path).read_text().strip()


def there(path):
    return "yes" if os.path.exists(path) else "no"


def system():
    return {"win32": "Windows"}.get(sys.platform, "other")


def leave():
    sys.exit(3)
"""
OF_PLACES = """
import os
import sys
from pathlib import Path
from unittest.mock import patch

from places import leave, settings, system, text, there


def test_settings(monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: Path("/ann"))
    assert settings("a.ini") == Path("/ann/a.ini")


def test_text():
    with patch("pathlib.Path.read_text", return_value=" a "):
        assert text("/nowhere") == "a"


def test_text_of_one():
    with patch.object(Path, "read_text", autospec=True) as read:
        read.side_effect = lambda path: path.name
        assert text("/no/b") == "b"


def test_there(monkeypatch):
    monkeypatch.setattr(os.path, "exists", lambda path: path == "/ann")
    assert (there("/ann"), there("/")) == ("yes", "no")


def test_system(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert system() == "Windows"


def test_leave():
    with patch("sys.exit") as left:
        leave()
    left.assert_called_once_with(3)


def test_put_back():
    assert there("/nowhere") == "no"
    assert system() == "other"
"""


def test_methods_of_pythons_own_classes_are_replaced_and_what_an_object_names(
    tmp_path: Path,
) -> None:
    files = {"solution/places.py": PLACES, "tests/test_places.py": OF_PLACES}
    submissions = {
        "otherwise": PLACES.replace("Path.home() / name", "Path.home().joinpath(name)")
        .replace("import os\n", "import os.path\n")
        .replace("sys.exit(3)", "print(end='')\n    sys.exit(1 + 2)"),
        "strips nothing": PLACES.replace(".strip()", ""),
        "looks itself": PLACES.replace("Path.home()", "Path('/root')")
        .replace("os.path.exists(path)", "os.path.isfile(path)")
        .replace("sys.exit(3)", "raise SystemExit(3)"),
    }
    assert lost_by(tmp_path, "places", files, submissions) == {
        "otherwise": set(),
        "strips nothing": {"text"},
        "looks itself": {"settings", "there", "leave"},
    }


def test_code_in_a_thread_is_nobodys_but_the_submissions() -> None:
    """A thread that a submission has had started runs below no frame of the suite's."""
    code = OwnCode(("/nowhere",), _no_run)
    frame = sys._getframe()
    found = [code._is_own(frame)]
    thread = threading.Thread(target=lambda: found.append(code._is_own(sys._getframe())))
    thread.start()
    thread.join()
    assert found == [False, True]


def _no_run() -> Run:
    raise AssertionError
