"""The lock of the guests, layer by layer: an attack gets further without it than with it."""

from __future__ import annotations

import errno
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import warm
from patience_grader.errors import KitError
from patience_grader.sandbox.answers import Crashed, Raised, Returned
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.doctor import BUDGET, LIMITS, Bait, Trial, bait, lacks_required
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.layers import LAYERS, Layer
from patience_grader.sandbox.talk import Preload
from patience_grader.text.sanitize import sanitize
from refusing import LANDLOCK, LANDLOCK_RESTRICT, SECCOMP, UNSHARE, named
from sample import zip_of
from small_course import TOTAL, small_course, solution

ROOT = Path(__file__).parents[2]
ORDINARY = 61_000
"""A user number that no account has."""
WAIT_MS = 60_000
"""When a test gives up, not how long anything may take."""

PREPARED = Trial()
MISSING = frozenset(PREPARED.missing)


@pytest.fixture(scope="module", autouse=True)
def trial() -> Iterator[Trial]:
    with PREPARED as one:
        yield one


@pytest.fixture(scope="module")
def given() -> Iterator[Bait]:
    with bait() as one:
        yield one


def needs(*names: str) -> None:
    """Skips a test of layers that this machine does not grant."""
    for name in MISSING & set(names):
        pytest.skip(f"this machine has no {name}: {PREPARED.missing[name]}")


def off(names: str) -> frozenset[str]:
    return frozenset(names.split())


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
class TestEveryLayer:
    def test_its_attack_is_refused_by_the_whole_lock(
        self, layer: Layer, trial: Trial, given: Bait
    ) -> None:
        needs(layer.name)
        assert not trial.gets_further(layer.attack, given, frozenset(), writes=layer.writes)

    def test_its_attack_is_refused_by_it_alone(
        self, layer: Layer, trial: Trial, given: Bait
    ) -> None:
        needs(layer.name)
        assert not trial.gets_further(layer.attack, given, layer.beside, writes=layer.writes)

    def test_its_attack_gets_further_without_it(
        self, layer: Layer, trial: Trial, given: Bait
    ) -> None:
        needs(layer.name)
        if layer.name == "user" and os.geteuid() != 0:
            pytest.skip("who is not root has nothing to drop")
        assert trial.gets_further(
            layer.attack, given, layer.beside | {layer.name}, writes=layer.writes
        )

    def test_it_is_held(self, layer: Layer, trial: Trial) -> None:
        needs(layer.name)
        without = off({"no-open": "landlock", "quota": "mounts"}.get(layer.name, ""))
        writes = layer.writes
        assert layer.name in trial.parent(without, writes=writes).held
        assert layer.name not in trial.parent(without | {layer.name}, writes=writes).held


# What else a layer refuses, as the body of `attack(bait)`, with the layers beside it.
FURTHER = [
    ("limits", "a process", "os.waitpid(os.fork() or os._exit(0), 0)", "seccomp"),
    ("limits", "more descriptors", "[os.dup(0) for _ in range(200)]", "no-open"),
    ("limits", "a longer file", "os.write(os.memfd_create('m'), b'x')", "seccomp"),
    ("limits", "a lower bound", "import resource; resource.setrlimit(7, (900, 900))", "seccomp"),
    ("seccomp", "a socket", "import socket; socket.socket()", "network"),
    ("seccomp", "a local socket", "import socket; socket.socketpair()", ""),
    ("seccomp", "a process", "os.waitpid(os.fork() or os._exit(0), 0)", "limits"),
    ("seccomp", "a thread", "import threading; threading.Thread(target=int).start()", "limits"),
    ("seccomp", "a program", "os.waitpid(os.posix_spawn('/bin/true', ['true'], {}), 0)",
     "limits landlock no-open mounts"),
    ("seccomp", "a signal", "os.kill(os.getpid(), 0)", ""),
    ("seccomp", "a memory file", "os.memfd_create('m')", ""),
    ("seccomp", "its tie", "check(libc.prctl(1, 0, 0, 0, 0))", ""),
    ("seccomp", "a keyring", "check(libc.syscall(KEYCTL, 0, -1, 1))", ""),
    ("seccomp", "tracing", "check(libc.ptrace(0, 0, 0, 0))", "limits"),
    ("seccomp", "a user namespace", "check(libc.unshare(0x10000000))", ""),
    ("seccomp", "a mode of a file", "os.chmod(bait['file'], 0o644)",
     "user landlock mounts no-open"),
    ("seccomp", "files out of memory", "import mmap; file = open(os.__file__, 'rb'); "
     "mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ).madvise(20)", "no-open"),
    ("seccomp", "a pipe", "os.pipe()", ""),
    ("seccomp", "the clock of another process",
     "import time; time.clock_gettime((~os.getppid() << 3) | 2)", ""),
    ("seccomp", "flags of a stream", "os.set_blocking(0, False)", ""),
    ("seccomp", "flags of a stream, by fcntl", "import fcntl; fcntl.fcntl(0, 4, os.O_APPEND)", ""),
    ("seccomp", "a place to wait that others have, too",
     "check(libc.syscall(FUTEX, ctypes.byref(ctypes.c_int(0)), 1, 1, 0, 0, 0))", ""),
    ("seccomp", "a group of processes", "os.setpgid(0, 0)", "session"),
    ("seccomp", "a lower bound", "import resource; resource.setrlimit(4, (0, 0))", ""),
    ("landlock", "a folder's names", "os.listdir('/')", "no-open"),
    ("landlock", "other packages", "os.listdir('/usr/share')", "mounts no-open"),
    ("landlock", "a new file", "os.close(os.open('/tmp/' + str(bait['pid']), os.O_CREAT)); "
     "os.unlink('/tmp/' + str(bait['pid']))", "seccomp mounts no-open"),
    ("mounts", "a writable place", "os.close(os.open('/tmp', os.O_TMPFILE | os.O_RDWR))",
     "seccomp landlock no-open"),
    ("mounts", "processes", "os.listdir('/proc')", "landlock no-open"),
    ("no-open", "whether a file is there", "os.stat('/')", "landlock"),
    ("no-open", "a descriptor more", "os.dup(0)", "landlock"),
    ("privileges", "a set-uid program", "assert not libc.prctl(39, 0, 0, 0, 0)",
     "seccomp landlock no-open"),
    ("network", "a port", "import socket; socket.create_connection(('127.0.0.1', bait['port']))",
     "seccomp landlock no-open"),
]  # fmt: skip

ATTACK = """
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
KEYCTL, FUTEX = {{"x86_64": (250, 202), "aarch64": (219, 98)}}[os.uname().machine]

def check(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")

def attack(bait):
    try:
        {body}
    except (OSError, RuntimeError, ValueError, AssertionError):
        return False
    return True
"""


@pytest.mark.parametrize(
    ("name", "body", "beside"), [(one[0], *one[2:]) for one in FURTHER],
    ids=[f"{one[0]}: {one[1]}" for one in FURTHER],
)  # fmt: skip
def test_a_layer_refuses_more(name: str, body: str, beside: str, trial: Trial, given: Bait) -> None:
    needs(name)
    if name == "limits" and "process" in body and os.geteuid() == 0:
        needs("user")
    attack = ATTACK.format(body=body)
    assert not trial.gets_further(attack, given, off(beside))
    assert trial.gets_further(attack, given, off(beside) | {name})


def test_a_call_by_a_foreign_numbering_ends_the_guest(trial: Trial, given: Bait) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("only x86_64 has a second numbering")
    x32_getpid = "import ctypes\ndef attack(bait): return ctypes.CDLL(None).syscall(0x40000027)"
    assert trial.run(x32_getpid, given) == Crashed("it was killed by SIGSYS")


CALLS = {"clone3": (435, 435), "openat2": (437, 437), "preadv2": (327, 286)}


@pytest.mark.parametrize("call", CALLS)
def test_what_no_filter_can_look_into_is_unknown_to_the_kernel(call: str, trial: Trial) -> None:
    number = CALLS[call][os.uname().machine == "aarch64"]
    attack = "import ctypes\ndef attack(bait):\n    c = ctypes.CDLL(None, use_errno=True)\n"
    attack += f"    return c.syscall({number}, 0, 0, 0) and ctypes.get_errno()"
    assert trial.run(attack, {}) == Returned(errno.ENOSYS)


READ = """
import os

def attack(bait):
    file = os.open(os.__file__, os.O_RDONLY)
    os.posix_fadvise(file, 0, 0, {advice})
    return os.preadv(file, [bytearray(3)], 0)
"""


def test_advice_on_files_is_not_taken_and_hinders_nobody(trial: Trial) -> None:
    """There is no advice -1: the kernel refuses it where it hears of it."""
    needs("landlock")
    assert trial.run(READ.format(advice=-1), {}) == Returned(3)


MAKES = """
import os

def attack(bait):
    for _ in range(bait["files"]):
        open("a", "w").close()
        os.remove("a")
    open("a", "w").close()
    return os.stat("a").st_ino
"""


def test_how_many_files_a_guest_has_made_is_not_told_to_the_next(trial: Trial) -> None:
    needs("mounts")
    first = trial.run(MAKES, {"files": 9}, writes=True)
    assert isinstance(first, Returned)
    assert trial.run(MAKES, {"files": 9}, writes=True) == first


MODULES = (
    "abc argparse array ast asyncio base64 binascii bisect calendar cmath code codecs collections "
    "collections.abc colorsys concurrent.futures configparser contextlib contextvars copy csv "
    "ctypes dataclasses datetime decimal difflib dis doctest email enum errno fileinput fnmatch "
    "fractions functools gc getopt getpass gettext glob graphlib gzip hashlib heapq hmac html "
    "html.parser http importlib.resources inspect io ipaddress itertools json keyword linecache "
    "locale logging math mimetypes multiprocessing numbers operator os os.path pathlib pdb pickle "
    "pkgutil platform pprint profile queue random re reprlib sched secrets select selectors shelve "
    "shlex shutil signal socket sqlite3 stat statistics string struct subprocess symtable sys "
    "tempfile textwrap this threading time timeit token tokenize traceback tracemalloc types "
    "typing unicodedata unittest unittest.mock urllib.parse urllib.request uuid warnings weakref "
    "xml.dom.minidom xml.etree.ElementTree zipfile zlib zoneinfo"
).split()
IMPORT = """
import importlib

def attack(bait):
    failed = []
    for name in bait["names"].split():
        try:
            importlib.import_module(name)
        except BaseException as error:
            failed.append(f"{name}: {error!r}")
    return ", ".join(failed)
"""


def importable() -> str:
    """The modules that this Python was built with."""
    code = "import importlib, sys\nfor one in sys.argv[1:]:\n try: importlib.import_module(one)"
    code += "\n except ImportError: pass\n else: print(one, file=sys.stderr)"
    command = [sys.executable, "-c", code, *MODULES]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr


@pytest.mark.parametrize("without", ["", "mounts", "landlock no-open", "landlock no-open mounts"])
def test_the_standard_library_can_be_imported(without: str, trial: Trial) -> None:
    assert trial.run(IMPORT, {"names": importable()}, off(without)) == Returned("")


def test_without_files_the_usual_modules_are_there_all_the_same(trial: Trial) -> None:
    usual = "argparse collections.abc copy dataclasses enum functools itertools json logging "
    usual += "math random re statistics string typing unittest.mock"
    assert trial.run(IMPORT, {"names": usual}, off("landlock")) == Returned("")


def test_a_module_that_cannot_be_read_is_named(trial: Trial) -> None:
    answer = trial.run("import wave\ndef attack(bait): return True", {}, off("landlock"))
    assert isinstance(answer, Raised)
    assert answer.message == "module wave is not available when your code is marked"


def test_a_message_of_python_names_no_path_of_the_machine(trial: Trial) -> None:
    answer = trial.run("from random import nothing\ndef attack(bait): pass", {})
    assert isinstance(answer, Raised)
    shown = "cannot import name 'nothing' from 'random' ((python)/random.py)"
    assert sanitize(answer.message) == shown
    assert [frame.source for frame in answer.frames] == ["from random import nothing"]


OUTLIVING = """
import os
import socket

def attack(bait):
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        line = socket.create_connection(("127.0.0.1", bait["port"]))
        while said := line.recv(1):
            line.sendall(said)
        os._exit(0)
    return True
"""


def outlives(trial: Trial, without: frozenset[str]) -> bool:
    """Whether a process that a guest has started is there when its guest is gone."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        guest = trial.parent(without).fork(0)
        assert list(guest.load([("attack", OUTLIVING, "")], BUDGET)) == [Returned(None)]
        batch = Batch([("attack.attack", ({"port": server.getsockname()[1]},))], Types([]))
        assert list(guest.ask(batch, Types([]), BUDGET)) == [Returned(True)]
        line, _ = server.accept()
        with line:
            guest.close()
            try:
                line.sendall(b"?")
                return line.recv(1) == b"?"
            except OSError:
                return False


def test_nothing_that_a_guest_starts_outlives_it(trial: Trial) -> None:
    needs("pids")
    beside = off("seccomp limits network landlock no-open")
    assert not outlives(trial, beside)
    assert outlives(trial, beside | {"pids"})


GRADER = """
import signal
import sys
from patience_grader.sandbox.doctor import LIMITS
from patience_grader.sandbox.guest import wire
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.talk import Preload

parent = Parent(Preload("attack", {}, ()), LIMITS, without=frozenset(sys.argv[1].split()))
guest = parent.fork(0)
source = "import signal\\nsignal.pause()"
guest._channel.sendall(wire.pack(["load", "", [["attack", source, ""]], {}]))
print(parent._process.pid, guest.pid, flush=True)
signal.pause()
"""


def has_ended(process: int, patience_ms: int) -> bool:
    watch = select.poll()
    watch.register(process, select.POLLIN)
    return bool(watch.poll(patience_ms))


def after_the_grader_is_killed(without: str) -> tuple[int, int]:
    """Descriptors of the processes of the parent and of a guest."""
    command = [sys.executable, "-c", GRADER, without]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "grader")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as grader:
        assert grader.stdout
        parent, guest = (os.pidfd_open(int(pid)) for pid in grader.stdout.readline().split())
        grader.kill()
    return parent, guest


@pytest.mark.parametrize("without", ["", "pids", "tether"])
def test_guests_end_with_a_grader_that_is_killed(without: str) -> None:
    needs("pids")
    parent, guest = after_the_grader_is_killed(without)
    assert has_ended(parent, WAIT_MS)
    assert has_ended(guest, WAIT_MS)
    os.close(parent)
    os.close(guest)


def test_without_a_tether_a_guest_lives_on() -> None:
    parent, guest = after_the_grader_is_killed("tether pids")
    assert has_ended(parent, WAIT_MS)
    assert not has_ended(guest, 0)
    signal.pidfd_send_signal(guest, signal.SIGKILL)
    os.close(parent)
    os.close(guest)


HUNDREDS = 300
COUNT = """
import os

def attack(bait):
    found = 0
    for number in range(256):
        try:
            os.fstat(number)
        except OSError:
            continue
        found += 1
    return found
"""


def test_hundreds_of_guests_leave_nothing_behind() -> None:
    parent = Parent(Preload("attack", {}, ()), LIMITS, without=off("descriptors no-open"))
    batch = Batch([("attack.attack", ({},))], Types([]), lasting=True)
    own = Path("/proc/self/fd")
    before, found, numbers = len(list(own.iterdir())), set(), set()
    for seed in range(HUNDREDS):
        guest = parent.fork(seed)
        numbers.add(guest.pid)
        list(guest.load([("attack", COUNT, "")], BUDGET))
        found |= set(guest.ask(batch, Types([]), BUDGET))
        guest.close()
        del guest
    assert len(found) == 1
    assert len(list(own.iterdir())) == before
    assert not [pid for pid in numbers if Path(f"/proc/{pid}").exists()]
    parent.close()
    assert not Path(f"/proc/{parent._process.pid}").exists()


def test_a_guest_without_all_its_layers_is_not_used(trial: Trial) -> None:
    parent = trial.parent()
    layers = parent.held, parent.missing
    parent._layers = ((*parent.held, "moat"), parent.missing)
    try:
        with pytest.raises(KitError, match="a guest could not be locked"):
            parent.fork(0)
    finally:
        parent._layers = layers


def patience(*arguments: str, refused: Sequence[int] | str = "") -> warm.Done:
    """The command, on this machine or on one that refuses something."""
    environment = {**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))}
    return warm.patience(*arguments, cwd=ROOT, env=environment, refused=named(refused))


def missing_in(said: str) -> set[str]:
    return {row.split()[0] for row in said.splitlines() if row.split()[1:2] == ["MISSING"]}


def test_the_doctor_names_every_layer() -> None:
    done = patience("doctor")
    rows = [row.split()[0] for row in done.stdout.splitlines()[:-1] if row[0] != " "]
    assert rows == [layer.name for layer in LAYERS]
    assert missing_in(done.stdout) == MISSING
    assert done.returncode == bool(MISSING)


NAMESPACES = {"pids", "network", "ipc", "hostname", "mounts"}
REFUSALS = [
    (LANDLOCK, {"landlock"}, "the layers that marks depend on hold"),
    (LANDLOCK_RESTRICT, {"landlock"}, "the layers that marks depend on hold"),
    (UNSHARE, NAMESPACES, "the layers that marks depend on hold"),
    (SECCOMP, {"seccomp"}, "do not mark on this machine"),
]


@pytest.mark.parametrize(
    ("what", "missing", "verdict"), REFUSALS, ids=["Landlock", "its use", "namespaces", "seccomp"]
)
def test_the_doctor_finds_what_a_kernel_refuses(
    what: Sequence[int] | str, missing: set[str], verdict: str
) -> None:
    done = patience("doctor", refused=what)
    # Without mounts, a Python below a folder of root's is not for another user.
    assert missing <= missing_in(done.stdout) <= missing | MISSING | {"user"}
    assert verdict in done.stdout
    assert done.returncode == 1


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str]:
    """What grades the solution, in a small coursework."""
    course = small_course(tmp_path_factory.mktemp("small") / "course")
    files = {f"{name}.py": text.encode() for name, text in solution().items()}
    (course / "2600001F.zip").write_bytes(zip_of({**files, "status.txt": b""}))
    return ["grade", str(course / "2600001F.zip"), "--course", str(course)]


def test_marks_can_be_refused_where_a_layer_is_missing(
    small: Sequence[str], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    arguments = [*small, "--out", str(out), "--require-sandbox"]
    done = patience(*arguments, refused=SECCOMP)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "submissions cannot be locked on this machine (seccomp: " in done.stderr
    assert not out.exists()


def test_a_missing_layer_is_said_once_and_in_the_reports(
    small: Sequence[str], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    done = patience(*small, "--out", str(out), refused=SECCOMP)
    assert (done.returncode, done.stderr.count("not completely locked")) == (0, 1)
    (results,) = out.glob("*/results.json")
    assert "seccomp" in json.loads(results.read_text("utf-8"))["extra_data"]["patience"]["lock"]
    assert "Missing layers: " in (out / "index.html").read_text("utf-8")
    assert "marked already" not in patience(*small, "--out", str(out)).stdout


@pytest.mark.parametrize("what", [LANDLOCK, UNSHARE], ids=["Landlock", "namespaces"])
def test_a_machine_that_grants_less_gives_the_same_marks(
    what: Sequence[int], small: Sequence[str], tmp_path: Path
) -> None:
    arguments = [*small, "--out", str(tmp_path / "out"), "--require-sandbox"]
    done = patience(*arguments, refused=what)
    assert done.returncode == 0
    assert f"{TOTAL} of {TOTAL}" in done.stdout


@pytest.mark.parametrize(
    ("missing", "lacking"),
    [
        ("", []),
        ("ipc pids", []),
        ("landlock", []),
        ("landlock no-open", ["landlock"]),
        ("seccomp limits ipc", ["limits", "seccomp"]),
    ],
)
def test_what_must_not_be_missing(missing: str, lacking: list[str]) -> None:
    assert lacks_required(off(missing)) == lacking


def as_ordinary_user(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """What comes of the command when a user without a name runs it."""
    path = [
        str(ROOT / "grader"),
        str(ROOT / "tests" / "support"),
        *sysconfig.get_paths("venv").values(),
    ]
    environment = {"PYTHONPATH": ":".join(path), "PATH": os.defpath, "HOME": "/"}
    try:
        return subprocess.run(
            command,
            user=ORDINARY,
            group=ORDINARY,
            extra_groups=[],
            env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    except PermissionError as fault:
        return subprocess.CompletedProcess(command, 126, "", str(fault))


@pytest.fixture(scope="module")
def ordinary_python() -> str:
    """A Python of this version that an ordinary user can run, with this project."""
    if os.geteuid() != 0:
        pytest.skip("these tests are run by an ordinary user already")
    code = "import sys, pytest, patience_grader.cli; sys.exit(sys.version_info[:2] != {})"
    for candidate in (sys.executable, shutil.which("python3", path=os.defpath)):
        command = [str(candidate), "-c", code.format(sys.version_info[:2])]
        if candidate and as_ordinary_user(command).returncode == 0:
            return candidate
    pytest.skip("no Python of this version can be run by an ordinary user here")


def test_an_ordinary_user_gets_an_answer_from_the_doctor(ordinary_python: str) -> None:
    done = as_ordinary_user([ordinary_python, "-m", "patience_grader", "doctor"])
    assert done.returncode == bool(missing_in(done.stdout)), done.stderr
    assert not missing_in(done.stdout) & {"limits", "privileges", "seccomp"}


@pytest.mark.slow
def test_every_layer_holds_for_an_ordinary_user(ordinary_python: str) -> None:
    these = "EveryLayer or refuses_more or library or outlives or killed or tether or hundreds"
    with tempfile.TemporaryDirectory() as own:
        os.chown(own, ORDINARY, ORDINARY)
        options = [
            "-q",
            "-n",
            "0",
            "-p",
            "no:cacheprovider",
            "--basetemp",
            f"{own}/pytest",
            "-k",
            these,
        ]
        done = as_ordinary_user([ordinary_python, "-m", "pytest", *options, str(Path(__file__))])
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
