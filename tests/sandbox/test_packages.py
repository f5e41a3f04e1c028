"""Third-party packages that a coursework names: importable, and nothing else within reach."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from adopting import adopted, coursework_of
from patience_grader.course.coursework import read_coursework
from patience_grader.course.fingerprint import marking_fingerprint
from patience_grader.course.imported import imported_packages
from patience_grader.course.packages import find_packages
from patience_grader.errors import InputError
from patience_grader.marking.collecting import modules_of
from patience_grader.sandbox.answers import Raised
from patience_grader.sandbox.guest import arrays
from patience_grader.sandbox.guest.nodes import NodeError
from patience_grader.sandbox.guest.values import Codec
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.talk import Host, Preload
from patience_grader.sandbox.unlocked import UnlockedHost
from patience_grader.sandbox.watch import Budget, Limits

LIMITS = Limits(5, 20, 20, 60, 128)
SECRET = Path(__file__)
ROOT_OF_ITS_OWN = "pids network ipc hostname mounts".split()
FILES = {
    "solution/sums.py": "import numpy as np\n\ndef total(x):\n    return np.sum(x)\n",
    "tests/test_sums.py": "from sums import total\n\ndef test_it():\n    assert total([1]) == 1\n",
}


def preload() -> Preload:
    return Preload("", {}, (), installed=find_packages(("numpy",), "here").installed)


@pytest.fixture(scope="module", params=[[], ROOT_OF_ITS_OWN, [*ROOT_OF_ITS_OWN, "landlock"]])
def parent(request: pytest.FixtureRequest) -> Iterator[Parent]:
    """Guests with all locks, without a root of their own, and without Landlock as well."""
    found = Parent(preload(), LIMITS, without=frozenset(request.param))
    yield found
    found.close()


def said(host: Host, code: str) -> str:
    """What a submission finds out, which it says by an exception."""
    text = f"import numpy as np\nimport ctypes, os, pathlib\nraise ValueError(str({code}))\n"
    guest = host.fork(1)
    try:
        (answer,) = guest.load([("it", text, "")], Budget.of(LIMITS, said=1 << 20))
    finally:
        guest.close()
    assert isinstance(answer, Raised), answer
    return answer.message if answer.name == "ValueError" else answer.name


HARMLESS = {
    "np.arange(4).sum()": "6",
    "(np.ones((200, 200)) @ np.ones((200, 200))).sum()": "8000000.0",
    "np.fft.fft([1, 2])[0].real": "3.0",
    "np.ones(1 << 22).sum()": "4194304.0",
    "np.random.random() == np.random.RandomState(1).random()": "True",
    "__import__('importlib.metadata').metadata.version('numpy') == np.__version__": "True",
}


@pytest.mark.parametrize("code", HARMLESS)
def test_what_a_package_does_works_in_the_lock(parent: Parent, code: str) -> None:
    if "no-open" in parent.held and "metadata" in code:
        pytest.skip("no file can be opened")
    assert said(parent, code) == HARMLESS[code]


HOSTILE = {
    f"np.fromfile({str(SECRET)!r}, dtype='u1')": "",
    f"np.memmap({str(SECRET)!r})": "",
    f"np.load({str(SECRET)!r}, allow_pickle=True)": "",
    "os.listdir(pathlib.Path(np.__path__[0]).parent)[300]": "",
    "(pathlib.Path(np.__path__[0]).parent / 'pytest' / '__init__.py').read_text()": "",
    "open(np.__path__[0] + '/mine', 'w')": "",
    "np.save(np.__path__[0] + '/mine', 1)": "",
    "__import__('pytest')": "",
    "__import__('patience_grader')": "",
    f"ctypes.CDLL(None).open({str(SECRET).encode()!r}, 0)": "-1",
    "ctypes.CDLL(None).fork()": "-1",
    "ctypes.CDLL(None).socket(2, 1, 0)": "-1",
    "np.ones(1 << 25)": "",
    "os.environ.get('OPENBLAS_NUM_THREADS')": "None",
}
REFUSALS = {
    *("FileNotFoundError", "PermissionError", "ModuleNotFoundError", "IndexError"),
    *("MemoryError", "_ArrayMemoryError", "numpy._core._exceptions._ArrayMemoryError"),
}


@pytest.mark.parametrize("code", HOSTILE)
def test_a_package_opens_nothing_else(parent: Parent, code: str) -> None:
    assert said(parent, code) in ({HOSTILE[code]} if HOSTILE[code] else REFUSALS)


def test_an_unlocked_guest_has_the_packages_and_no_others() -> None:
    host = UnlockedHost(preload(), LIMITS)
    assert said(host, "np.arange(3).tolist()") == "[0, 1, 2]"
    assert said(host, "__import__('pytest')") == "ModuleNotFoundError"


def test_what_a_package_needs_comes_with_it() -> None:
    found = find_packages(("jinja2",), "here")
    assert set(found.installed.modules) == {"jinja2", "markupsafe"}
    assert not any(path.endswith("site-packages") for path in found.installed.readable)
    assert find_packages((), "here").installed == Preload("", {}, ()).installed


REFUSED = {
    "nothing_of_this_name": "nothing_of_this_name is not installed here; run: pip install",
    "math": "math is part of Python",
    "PyYAML": "packages names PyYAML, which is imported as _yaml",
    "patience_grader": "the kit itself",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_named_is_one_line(name: str) -> None:
    with pytest.raises(InputError) as caught:
        find_packages((name,), "handout/x.md:7")
    assert str(caught.value).startswith("handout/x.md:7: ")
    assert REFUSED[name] in str(caught.value)


def test_a_course_with_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = adopted(tmp_path, "sums", FILES)
    assert done.packages == ("numpy",)
    coursework = coursework_of(tmp_path, "sums")
    assert coursework.packages == ("numpy",)
    before = marking_fingerprint(coursework)
    assert marking_fingerprint(coursework) == before

    newer = SimpleNamespace(versions={"numpy": "99.0"})
    monkeypatch.setattr("patience_grader.course.fingerprint.find_packages", lambda *_: newer)
    assert marking_fingerprint(coursework) != before

    handout = tmp_path / "course" / "handout" / "sums.md"
    handout.write_text(handout.read_text("utf-8").replace('["numpy"]', '["no_such"]', 1), "utf-8")
    why = r"^handout/sums\.md:9: no_such is not installed here; run: pip install no_such$"
    with pytest.raises(InputError, match=why):
        read_coursework(tmp_path / "course", "sums")


def test_adopting_what_imports_what_is_not_installed(tmp_path: Path) -> None:
    files = {**FILES, "solution/sums.py": "x = 1\nimport no_such\n"}
    with pytest.raises(InputError, match=r"^sums\.py:2 imports no_such, .* pip install no_such$"):
        adopted(tmp_path, "sums", files)
    assert not list((tmp_path / "course").iterdir())


def test_what_may_be_missing_is_left_out() -> None:
    optional = b"try:\n    import no_such\nexcept ImportError:\n    import numpy, sums, math\n"
    assert imported_packages({"solution/sums.py": optional}) == ("numpy",)


def test_a_package_that_is_imported_and_not_named(tmp_path: Path) -> None:
    adopted(tmp_path, "sums", FILES)
    handout = tmp_path / "course" / "handout" / "sums.md"
    handout.write_text(handout.read_text("utf-8").replace('["numpy"]', "[]", 1), "utf-8")
    why = r'^sums\.py:1 imports numpy, which handout/sums\.md does not .*: packages = \["numpy"\]$'
    with pytest.raises(InputError, match=why):
        modules_of(coursework_of(tmp_path, "sums"))


MALFORMED = [
    ["ndarray"],
    ["ndarray", "|O", [1], "AAAAAAAAAAA="],
    ["ndarray", "<f8", [2], "AAAAAAAAAAA="],
    ["ndarray", "<f8", [-1], "AAAAAAAAAAA="],
    ["ndarray", "<f8", [True], "AAAAAAAAAAA="],
    ["ndarray", "<f8", "1", "AAAAAAAAAAA="],
    ["ndarray", "<f8", [1] * 33, "AAAAAAAAAAA="],
    ["ndarray", "<f8", [1], "?"],
    ["ndarray", "<f8", [1], 7],
    ["ndarray", ["<f8"], [1], "AAAAAAAAAAA="],
    ["ndarray", "|b1", [1], "Ag=="],
    ["ndarray", "<U1", [1], "/////w=="],
    ["ndarray", "<U0", [1], ""],
    ["ndarray", "<f8", [1 << 30, 0, 1 << 30, 1 << 30], ""],
]


@pytest.mark.parametrize("content", MALFORMED, ids=json.dumps)
def test_arrays_that_are_none(content: list[object]) -> None:
    pytest.importorskip("numpy")
    with pytest.raises(NodeError):
        Codec(first=1).take([[-1, content]])


def test_arrays_and_numbers_come_back_as_they_were() -> None:
    numpy = pytest.importorskip("numpy")
    for value in (
        numpy.zeros((0, 3)),
        numpy.array(4),
        numpy.arange(6, dtype=">i2").reshape(2, 3)[:, ::2],
        numpy.array([True, False]),
        numpy.array([1e400, float("nan"), -0.0]),
        numpy.array([["é", "", "long"]]),
        numpy.array([1 + 2j], dtype="c8"),
    ):
        one, other = Codec(first=1), Codec(first=-1)
        node = one.write(value)
        other.take(one.news())
        back = other.read(node)
        assert back.dtype == value.dtype
        numpy.testing.assert_array_equal(back, value)
    for number in (numpy.float64(0.1), numpy.int8(-3), numpy.bool_(True), numpy.str_("é")):
        back = Codec(first=-1).read(Codec(first=1).write(number))
        assert (type(back), back) == (type(number), number)
    assert not arrays.is_array(numpy.array([None]))
    assert not arrays.is_array(numpy.ma.masked_array([1]))
