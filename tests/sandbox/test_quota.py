"""What a program writes is bounded in sum and leaves nothing behind, with namespaces or without."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience_grader.sandbox.doctor import lacks_required
from patience_grader.sandbox.guest import emptying
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.talk import Preload
from patience_grader.sandbox.watch import Limits
from patience_grader.suite.sessions import Played, Session, played

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="guests are locked on Linux")

MIB, SLACK, TURNOVER = 1, 64 << 10, 64
"""The size, and what `guest.keeper` allows beyond it and in all."""
LIMITS = Limits(10.0, 20, 30, 60, 256, scratch_mib=MIB)
PROGRAM = Preload("game", {}, (), program=True)
NAMESPACES = frozenset({"pids", "network", "ipc", "hostname", "mounts"})
WAYS = {"with namespaces": frozenset[str](), "without": NAMESPACES, "pids": NAMESPACES - {"pids"}}
MOST = (MIB << 20) + SLACK


@pytest.fixture(scope="module", params=WAYS, ids=list(WAYS))
def parent(request: pytest.FixtureRequest) -> Iterator[Parent]:
    parent = Parent(PROGRAM, LIMITS, without=WAYS[request.param])
    yield parent
    parent.close()


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary directory of its own, which guests of any user may go through."""
    base = Path(tempfile.mkdtemp(prefix="quota-"))
    base.chmod(0o755)
    monkeypatch.setattr(tempfile, "tempdir", str(base))
    monkeypatch.setenv("TMPDIR", str(base))
    yield base
    base.rmdir()


def run(parent: Parent, main: str) -> Played:
    with Student(parent, Types([]), {"__main__": main}, {"__main__": ""}) as student:
        return played(student, Session("game", (), (), ()))


COUNT = """
import os
def lies():
    total = 0
    for folder, _, files in os.walk("."):
        for name in files:
            total += max(os.lstat(os.path.join(folder, name)).st_blocks * 512, 0)
    return total
"""
FILLING = {
    "many files": """
try:
    for number in range(10_000):
        open(f"f{number}", "wb", buffering=0).write(bytes(1000))
except OSError as error: print(error.errno)
""",
    "a few large files": """
try:
    for number in range(9):
        for _ in range(16): open(f"f{number}", "ab").write(bytes(1 << 16))
except OSError as error: print(error.errno)
""",
    "sparse files, filled": """
try:
    for number in range(9):
        with open(f"f{number}", "wb", buffering=0) as file:
            file.truncate(1 << 20)
            for place in range(0, 1 << 20, 4096): os.pwrite(file.fileno(), b"x", place)
except OSError as error: print(error.errno)
""",
    "shared memory of a file": """
import mmap
try:
    for number in range(9):
        with open(f"f{number}", "w+b", buffering=0) as file:
            file.truncate(1 << 20)
            with mmap.mmap(file.fileno(), 1 << 20) as memory:
                for place in range(0, 1 << 20, 4096): memory[place] = 1
except OSError as error: print(error.errno)
""",
    "several pieces at once": """
try:
    for number in range(9):
        with open(f"f{number}", "wb", buffering=0) as file:
            for _ in range(16): os.writev(file.fileno(), [bytes(1 << 15)] * 2)
except OSError as error: print(error.errno)
""",
    "folders in folders": """
try:
    for number in range(2_000):
        os.mkdir("d"); os.chdir("d"); open("f", "wb", buffering=0).write(bytes(4096))
except OSError as error: print(error.errno)
while os.path.exists("../f"): os.chdir("..")
os.chdir("..")
""",
    "by the number of the channel": """
import errno
for number in range(9):
    file = os.open(f"f{number}", os.O_CREAT | os.O_WRONLY)
    try:
        keep = os.dup(3)
        os.dup2(file, 3)
        try:
            for _ in range(16): os.write(3, bytes(1 << 16))
        finally: os.dup2(keep, 3)
    except OSError as error: print(error.errno); break
""",
}


@pytest.mark.parametrize("filling", FILLING.values(), ids=FILLING)
def test_no_more_can_lie_there_than_the_coursework_allows(parent: Parent, filling: str) -> None:
    play = run(parent, f"{COUNT}{filling}\nprint('lies', lies())")
    printed = "".join(play.parts).split()
    ended = "it was killed by SIGBUS" in play.broke_off  # memory of a file that has no room
    assert ended or printed[-2] == "lies", play
    assert ended or int(printed[-1]) <= MOST


def test_what_is_deleted_and_still_open_is_bounded_too(parent: Parent) -> None:
    play = run(
        parent,
        """
import os
total, files = 0, []
try:
    for number in range(60):
        files.append(open("f", "wb", buffering=0))
        for _ in range(8): total += files[-1].write(bytes(1 << 16))
        os.unlink("f")
except OSError: pass
print(total)
""",
    )
    assert int("".join(play.parts).split()[-1]) <= TURNOVER * (MIB << 20)


def test_an_ordinary_program_notices_nothing(parent: Parent) -> None:
    play = run(
        parent,
        """
import json, os, pathlib, shutil, sqlite3, tempfile
for number in range(300):
    with open("save.part", "w") as file: json.dump(list(range(500)), file)
    os.replace("save.part", "save.json")
pathlib.Path("more/inner").mkdir(parents=True)
pathlib.Path("more/inner/a.txt").write_text("x" * 100_000)
shutil.copy("save.json", "more/copy.json")
with open("save.json", "a") as file: print("end", file=file)
shutil.rmtree("more")
for number in (1, 2):
    with sqlite3.connect("kept.db") as kept:
        kept.execute("create table if not exists rows (number)")
        kept.execute("insert into rows values (?)", [number])
    kept.close()
other = sqlite3.connect("kept.db")
print(other.execute("select * from rows").fetchall())
other.close()
os.remove("kept.db")
print(sorted(os.listdir()), os.path.getsize("save.json"))
""",
    )
    assert play.broke_off == ""
    assert "".join(play.parts) == "[(1,), (2,)]\n['save.json'] 2394\n"


LEAVING = {
    "rights taken from all": """
import os
for number in range(400): open(f"f{number}", "w").close()
for number in range(20):
    os.mkdir(f"d{number}"); open(f"d{number}/x", "w").close(); os.chmod(f"d{number}", 0)
try: os.chmod(".", 0)
except OSError: pass
""",
    "folders in folders": """
import os
try:
    for number in range(2_000): os.mkdir("d" * 200); os.chdir("d" * 200)
except OSError: pass
while os.path.realpath("..") != os.path.realpath(os.getcwd()):
    try:
        os.chmod(".", 0); os.chdir("..")
    except OSError: break
""",
    "odd names": r"""
import os
for name in [b"-rf", b"\xff\xfe", b"a\nb", b" ", b"...", b"~", b"*", b"\x1b[2J", b"x" * 255]:
    open(name, "w").close()
    os.mkdir(b"d" + name[:200]); open(b"d" + name[:200] + b"/" + name, "w").close()
""",
}


@pytest.mark.parametrize("leaving", LEAVING.values(), ids=LEAVING)
@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
def test_nothing_is_left_in_the_temporary_directory(
    temporary: Path, way: frozenset[str], leaving: str
) -> None:
    parent = Parent(PROGRAM, LIMITS, without=way)
    try:
        run(parent, leaving)
        play = run(parent, "import os\nprint(os.listdir())")
    finally:
        parent.close()
    assert "".join(play.parts) == "[]\n"
    assert list(temporary.iterdir()) == []


def test_nothing_is_left_when_the_worker_is_killed(temporary: Path) -> None:
    worker = f"""
import sys
sys.path[:0] = {[str(Path(__file__).parent), *sys.path]!r}
from test_quota import *
parent = Parent(PROGRAM, LIMITS, without=NAMESPACES)
guest = parent.fork(1)
print("ready", flush=True)
sys.stdin.read()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", worker], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout
    assert process.stdin
    assert process.stdout.readline() == b"ready\n"
    (folder,) = temporary.glob("patience-scratch-*")
    for number in range(100):
        (folder / f"f{number}").touch()
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()
    until = time.monotonic() + 30
    while list(temporary.iterdir()) and time.monotonic() < until:
        os.sched_yield()
    assert list(temporary.iterdir()) == []


def test_links_are_removed_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/kept").touch()
    folder = tmp_path / "scratch"
    (folder / "deep/deeper").mkdir(parents=True)
    for place in (folder / "link", folder / "deep/link", folder / "deep/deeper/link"):
        place.symlink_to(tmp_path / "mine")
    emptying.empty(folder)
    assert list(folder.iterdir()) == []
    assert (tmp_path / "mine/kept").exists()


@pytest.mark.parametrize(
    ("missing", "lacking"),
    [
        ({"mounts"}, []),
        ({"quota"}, []),
        ({"mounts", "quota"}, ["mounts"]),
        ({"landlock"}, ["landlock"]),
    ],
)
def test_what_must_hold_where_files_are_written(missing: set[str], lacking: list[str]) -> None:
    assert lacks_required(missing, writes=True) == lacking
