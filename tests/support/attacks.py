"""Hostile submissions, and the field on which a whole cohort of them is graded by the real command.

`hostile/*.toml` holds the attacks, a file a group; those on the intake are built here. Every
submission has a room of its own in which harm can be seen: files that must not change, a
mark by which its processes are known. Canaries are planted beside whatever is secret, and
a listener waits on every kind of socket. All of it lies in one folder and on loopback.
"""

from __future__ import annotations

import csv
import ctypes
import encodings.aliases
import hashlib
import io
import json
import os
import re
import secrets
import selectors
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
import tomllib
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from patience_grader.grading.processes import Meter
from sample import ROOT, SOLUTION, STATUS, zip_of
from smaller import HANDOUT, leave

HOSTILE = ROOT / "tests" / "hostile"
LIMITS = {
    "cpu_seconds_per_question": "0.1",
    "cpu_seconds_per_submission": "0.5",
    "wall_seconds_per_question": "0.8",
    "wall_seconds_per_submission": "3.0",
}
"""What the handout allows on the field, so that attacks on the time end soon."""
EXERCISES = (
    "deck_of_52 shuffle show setup is_won can_stack can_stack_on_pillar flip draw solve"
).split()
"""What is asked on the field: all but the moves, of which there are more of the same kinds."""
TOTAL = 46
"""What these are worth."""
PATIENCE_SECONDS = 500
"""After so many seconds the command is killed, counted as on processors of its own."""
JOBS = 2
STUDENT = "2600000F"
HONEST = {name: (SOLUTION / name).read_bytes() for name in ("deck.py", "game.py")}
HONEST["status.txt"] = STATUS
_SUBREAPER = 36

Pack = Callable[[Path, Mapping[str, str]], None]
"""Writes a submission into its folder, given the words that its sources are to be told."""


@dataclass(frozen=True)
class Attack:
    """A hostile submission."""

    group: str
    name: str
    pack: Pack
    earns: float = 0
    """The most that its honest part is worth."""
    keeps: float = 0
    """What its honest part must still earn."""
    shouts: bool = False
    """Whether it is also graded alone, as the whole mark sheet is printed then."""
    folder: str = ""
    """A name for its folder; else made from its own."""

    @property
    def slug(self) -> str:
        """Its name in letters and hyphens."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower())[:60].strip("-")


def attacks() -> list[Attack]:
    """All attacks."""
    found = [attack for file in sorted(HOSTILE.glob("*.toml")) for attack in _read(file)]
    return found + [
        Attack("intake", name, partial(_write_zip, data), earns)
        for name, (data, earns) in _ZIPS.items()
    ]


def _read(file: Path) -> Iterator[Attack]:
    for row in tomllib.loads(file.read_text(encoding="utf-8")).get("attack", []):
        yield Attack(
            group=file.stem,
            name=row["name"],
            pack=partial(_write_sources, row),
            earns=row.get("earns", 0),
            keeps=row.get("keeps", 0),
            shouts=row.get("shouts", False),
            folder=row.get("folder", ""),
        )


def _write_sources(row: Mapping[str, str], folder: Path, words: Mapping[str, str]) -> None:
    game = _preamble() + row.get("game", "")
    files = {"deck.py": row.get("deck", ""), "game.py": game, "status.txt": "Mine.\n"}
    files |= row.get("files", {})  # type: ignore[arg-type]
    noted = {name: _told(text, words).encode() for name, text in files.items()}
    (folder / f"{row.get('zip', STUDENT)}.zip").write_bytes(zip_of(noted))


def _preamble() -> str:
    text: str = tomllib.loads((HOSTILE / "kit.toml").read_text(encoding="utf-8"))["preamble"]
    return text


def _told(text: str, words: Mapping[str, str]) -> str:
    return re.sub(r"@([A-Z]+)@", lambda match: words[match[1]], text)


_LARGE: Mapping[str, str] = {
    "SOLUTION": HONEST["deck.py"].decode(),
    "NAMES": ", ".join(f"n{number}" for number in range(1_200)),
    "USES": "; ".join(f"n{number}" for number in range(1_200)),
    "DEEP": "+1" * 2_860,
    "DIGITS": "f" * 1_000_000,
    "DECIMALS": "9" * 1_000_000,
    "NESTED": 'f"{' * 90 + "1" + '}"' * 90,
    "LINE": "".join(f"a{number} = a{number % 7};" for number in range(60_000)),
    "BULK": "[[],[],[],[],[],[],[],[]]\n" * 39_000,
}


# The intake: zips and folders.


def _write_zip(data: Callable[[Path], bytes | None], folder: Path, _: Mapping[str, str]) -> None:
    """Writes the zip, unless the attack has filled the folder itself."""
    made = data(folder)
    if made is not None:
        (folder / f"{STUDENT}.zip").write_bytes(made)


def _with(
    name: str, content: bytes = b"", mode: int = stat.S_IFREG | 0o644
) -> Callable[[Path], bytes]:
    """The honest work, and one more entry."""

    def data(_: Path) -> bytes:
        return _zip([*HONEST.items(), (name, content)], modes={name: mode})

    return data


def _zip(
    entries: Sequence[tuple[str, bytes]],
    modes: Mapping[str, int] = {},
    method: int = zipfile.ZIP_STORED,
) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in entries:
            info = zipfile.ZipInfo("x", (2026, 1, 1, 0, 0, 0))
            info.filename = name
            info.compress_type = method
            info.external_attr = modes.get(name, stat.S_IFREG | 0o644) << 16
            archive.writestr(info, content)
    return out.getvalue()


def _twice(_: Path) -> bytes:
    return _patched([*HONEST.items(), ("gamf.py", b"")], b"gamf.py", b"game.py")


def _patched(entries: Sequence[tuple[str, bytes]], find: bytes, put: bytes) -> bytes:
    assert len(find) == len(put)
    return _zip(entries).replace(find, put)


def _renamed(find: bytes, put: bytes) -> Callable[[Path], bytes]:
    """The honest work with one more entry, whose name is patched to these bytes."""
    return lambda _: _patched([*HONEST.items(), (find.decode(), b"")], find, put)


def _flagged(_: Path) -> bytes:
    """Says that every entry is encrypted."""
    data = bytearray(_zip([*HONEST.items()]))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(mark, at + 1)
    return bytes(data)


def _utf8_flag(_: Path) -> bytes:
    """A name that says it is UTF-8 and is not."""
    data = bytearray(_patched([*HONEST.items(), ("abcd.py", b"")], b"abcd.py", b"ab\xff\xfe.py"))
    for mark, offset in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
        data[data.rfind(mark) + offset] |= 8
    return bytes(data)


def _two_names(_: Path) -> bytes:
    """An entry whose own header gives another name than the directory."""
    data = _zip([*HONEST.items()])
    at = data.find(b"game.py")
    return data[:at] + b"gamf.py" + data[at + 7 :]


def _short_size(_: Path) -> bytes:
    """A directory that says 10 bytes where 64 MiB come out."""
    data = bytearray(_zip([("game.py", bytes(64 << 20))], method=zipfile.ZIP_DEFLATED))
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.find(mark) + offset, 10)
    return bytes(data)


def _overlapping(_: Path) -> bytes:
    """A thousand entries that all share the same packed data."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    plain = bytes(1 << 20)
    packed = packer.compress(plain) + packer.flush()
    crc = zlib.crc32(plain)
    sizes = struct.pack("<HHHHHIII", 20, 0, 8, 0, 33, crc, len(packed), len(plain))
    local = b"PK\3\4" + sizes + struct.pack("<HH", 7, 0) + b"game.py" + packed
    entry = b"PK\1\2\x14\3" + sizes + struct.pack("<HHHHHII", 7, 0, 0, 0, 0, 0, 0) + b"game.py"
    count = 1_000
    tail = struct.pack("<HHHHIIH", 0, 0, count, count, len(entry) * count, len(local), 0)
    return local + entry * count + b"PK\5\6" + tail


def _count_lies(_: Path) -> bytes:
    """A directory that is said to hold four billion entries."""
    data = bytearray(_zip([*HONEST.items()]))
    struct.pack_into("<HHI", data, data.rfind(b"PK\5\6") + 8, 65_535, 65_535, 0xFFFFFFF0)
    return bytes(data)


def _folder_named_deck(_: Path) -> bytes:
    return _zip([("deck.py/game.py", HONEST["game.py"]), ("deck.py/", b"")])


def _sparse(folder: Path) -> None:
    for name, content in HONEST.items():
        (folder / name).write_bytes(content)
    with (folder / "status.txt").open("wb") as file:
        file.truncate(1500 << 20)


def _link_to_neighbour(folder: Path) -> None:
    """A zip that is a link to the submission beside it."""
    (folder / f"{STUDENT}.zip").symlink_to(folder.parent / "000-honest" / f"{STUDENT}.zip")


def _links_to_solution(folder: Path) -> None:
    """Files and a folder that are links to the solution."""
    (folder / "status.txt").write_text("Mine.\n", encoding="utf-8")
    solution = folder.parent.parent / "course" / "solution" / "klondike"
    (folder / "klondike").symlink_to(solution)
    for name in ("deck.py", "game.py"):
        (folder / name).symlink_to(solution / name)


def _pipes(folder: Path) -> None:
    (folder / "status.txt").write_text("Mine.\n", encoding="utf-8")
    for name in ("deck.py", "game.py"):
        os.mkfifo(folder / name)


def _pipe_called_zip(folder: Path) -> None:
    os.mkfifo(folder / f"{STUDENT}.zip")


def _pipe_called_notebook(folder: Path) -> None:
    os.mkfifo(folder / "klondike.ipynb")


def _notebook(*cells: str) -> Callable[[Path], None]:
    """A notebook whose code cells hold these texts."""

    def fill(folder: Path) -> None:
        made = [{"cell_type": "code", "metadata": {}, "source": text} for text in cells]
        document = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (folder / "klondike.ipynb").write_text(json.dumps(document), encoding="utf-8")

    return fill


def _tiny_cells(folder: Path) -> None:
    """A notebook as large as it may be, full of cells that are nothing."""
    data = b'{"nbformat": 4, "cells": [' + b"{}," * 5_000_000 + b"{}]}"
    (folder / "klondike.ipynb").write_bytes(data)


def _every_codec(_: Path) -> bytes:
    """A file for each encoding that Python knows, and one that is asked for in the slowest."""
    bulk = b"a-" * 400_000
    files = {
        f"{name}.py": f"# coding: {name}\n".encode()
        for name in sorted({*encodings.aliases.aliases.values()})
    }
    return _zip([*files.items(), ("game.py", b"# coding: punycode\n#" + bulk)])


def _chain(line: str) -> str:
    """Lines in which A is a name and B the next one."""
    return "".join(
        line.replace("A", f"a{number}").replace("B", f"a{number + 1}") for number in range(20_000)
    )


def _folders(folder: Path) -> None:
    for name in ("deck.py", "game.py"):
        (folder / name / "inside").mkdir(parents=True)
    (folder / "status.txt").write_text("Mine.\n", encoding="utf-8")


_REGULAR = [*HONEST.items()]
_ZIPS: Mapping[str, tuple[Callable[[Path], bytes | None], float]] = {
    "a path that climbs out": (_with("../../course/solution/klondike/game.py"), 0),
    "a path that climbs out with backslashes": (_with("a\\..\\..\\game.py"), 0),
    "an absolute path": (_with("/etc/cron.d/game.py"), 0),
    "a path with a drive letter": (_with("C:game.py"), 0),
    "a path on a server": (_with("\\\\server\\share\\game.py"), 0),
    "a link to the password file": (_with("link", b"/etc/passwd", stat.S_IFLNK | 0o777), 0),
    "a device": (_with("device", b"", stat.S_IFCHR | 0o666), 0),
    "a named pipe and a socket": (_with("pipe", b"", stat.S_IFIFO | 0o666), 0),
    "the same name twice with other content": (_twice, 0),
    "the same name but for capitals": (_with("Game.py", b"raise SystemExit"), TOTAL),
    "a name that is cut short by NUL": (_renamed(b"game.pyX.txt", b"game.py\0.txt"), 0),
    "a name in bytes that are no text": (_renamed(b"abcd.py", b"\x80\x81\xfe\xff.py"), TOTAL),
    "a name that says it is UTF-8 and is not": (_utf8_flag, 0),
    "a name of sixty thousand letters": (_with("x" * 60_000), TOTAL),
    "an entry with two names": (_two_names, 0),
    "an encrypted archive": (_flagged, 0),
    "a truncated archive": (lambda _: _zip(_REGULAR)[:-40], 0),
    "a bomb by ratio": (
        lambda _: _zip([("game.py", bytes(64 << 20))], method=zipfile.ZIP_DEFLATED),
        0,
    ),
    "a bomb that nobody reads": (
        lambda _: _zip([*_REGULAR, ("x", bytes(64 << 20))], method=zipfile.ZIP_DEFLATED),
        TOTAL,
    ),
    "a bomb by size": (lambda _: _zip([("game.py", b"#" * (3 << 20))]), 0),
    "a bomb by count": (lambda _: _zip([(f"{n}.txt", b"") for n in range(20_000)]), 0),
    "a bomb whose directory lies about the size": (_short_size, 0),
    "a bomb of a thousand entries in one place": (_overlapping, 0),
    "a bomb in another way of packing": (
        lambda _: _zip([("game.py", bytes(32 << 20))], method=zipfile.ZIP_LZMA),
        0,
    ),
    "a directory that is said to hold four billion entries": (_count_lies, 0),
    "a zip in a zip": (lambda _: _zip([("2600000F.zip", _zip(_REGULAR))]), TOTAL),
    "a zip in a zip in a zip": (
        lambda _: _zip([("a.zip", _zip([("2600000F.zip", _zip(_REGULAR))]))]),
        0,
    ),
    "a folder called deck.py": (_folder_named_deck, 56),
    "folders in the place of all files": (_folders, 0),
    "a status file without end": (_sparse, TOTAL),
    "a zip that is a link to the submission beside it": (_link_to_neighbour, 0),
    "files that are links to the solution": (_links_to_solution, 0),
    "named pipes that never end": (_pipes, 0),
    "a named pipe that is called like a zip": (_pipe_called_zip, 0),
    "a named pipe that is called like the notebook": (_pipe_called_notebook, 0),
    "a notebook of five million cells": (_tiny_cells, 0),
    "a notebook with a long chain of names": (
        _notebook("def show(board): return a0", _chain("A = B\n")),
        0,
    ),
    "a notebook with all statements in one line": (
        _notebook("def show(board): return a0", _chain("A = B;")),
        0,
    ),
    "a notebook with thousands of comprehensions in one function": (
        _notebook("def show(board):\n" + _chain(" A = [B for B in A]\n") + " return a0"),
        0,
    ),
    "files in every encoding that Python knows": (_every_codec, 0),
}


# The field.


@dataclass
class Battle:
    """What came of grading the attacks, with honest submissions among them."""

    base: Path
    names: Mapping[str, Attack]
    """The attacks by the names of their folders, in the order in which they are graded."""
    honest: tuple[str, ...]
    canaries: Mapping[str, str]
    marks: Mapping[str, str] = field(default_factory=dict)
    """By what the processes of an attack are known, by the names of their folders."""
    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    changed: Sequence[str] = ()
    """The paths that were there before or are there after, and are not the same."""
    left: Sequence[str] = ()
    """The names of processes that were left over."""
    received: Sequence[bytes] = ()
    code: int | None = None
    said: str = ""
    alone: Mapping[str, str] = field(default_factory=dict)
    """What the command prints for the attacks that shout, each graded alone."""
    seconds: float = 0
    """How long it took, or would have on `JOBS` processors of its own."""
    memory_mib: float = 0
    """The most memory that the grader or one of its examiners had."""

    def row_of(self, name: str) -> Mapping[str, str] | None:
        """The row of the submission in this folder; names are cleaned, numbers stay."""
        return next((self.rows[row] for row in self.rows if row[:4] == name[:4]), None)

    def output_of(self, name: str) -> Mapping[str, str]:
        """All that was written for the submission in this folder, by file name."""
        folders = [one for one in (self.base / "marks").iterdir() if one.name[:4] == name[:4]]
        return {
            path.name: path.read_text(encoding="utf-8")
            for folder in folders
            if folder.is_dir()
            for path in folder.rglob("*")
        }


def prepare(base: Path, chosen: Sequence[Attack]) -> Battle:
    """Makes the course, the rooms and the secrets; submissions come later."""
    kinds = ("solution", "suites", "environ", "cmdline", "neighbour", "names", "marks", "room")
    canaries = {kind: f"canary-{kind}-{secrets.token_hex(8)}" for kind in kinds}
    course = base / "course"
    for folder in ("handout", "solution", "skeleton", "grader/suites"):
        shutil.copytree(
            ROOT / folder, course / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    leave(EXERCISES, TOTAL, course)
    handout = course / HANDOUT
    text = handout.read_text(encoding="utf-8")
    for name, value in LIMITS.items():
        text, count = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
        assert count == 1, name
    handout.write_text(text, encoding="utf-8")
    for kind, file in (("solution", "game.py"), ("solution", "deck.py")):
        _plant(course / "solution" / "klondike" / file, canaries[kind])
    _plant(course / "grader" / "suites" / "klondike" / "test_is_won.py", canaries["suites"])
    (base / canaries["names"]).write_text(canaries["room"], encoding="utf-8")
    for folder in ("rooms", "submissions", "temporary"):
        (base / folder).mkdir()
    names = {
        f"{number:03}-{attack.folder or attack.slug}": attack
        for number, attack in enumerate(chosen, 10)
    }
    honest = ("000-honest", "001-mistaken", f"{10 + len(names) // 2:03}b-honest", "999-honest")
    return Battle(base, names, honest, canaries)


def _plant(file: Path, canary: str) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(f"\n\n_CANARY = {canary!r}\n")


def pack_honest(battle: Battle) -> None:
    """The honest submissions: right ones before, amid and after the attacks, and one mistaken."""
    secret = f"# {battle.canaries['neighbour']}\n".encode()
    for name in battle.honest:
        files = {**HONEST, "deck.py": HONEST["deck.py"] + secret}
        if "mistaken" in name:
            find, put = b"raise DeckEmpty", b'raise ValueError("%s")'
            shown = put % battle.canaries["marks"].encode()
            files["game.py"] = HONEST["game.py"].replace(find, shown)
        folder = battle.base / "submissions" / name
        folder.mkdir()
        (folder / f"{STUDENT}.zip").write_bytes(zip_of(files))


def pack_attacks(battle: Battle, listener: Listener) -> None:
    """Writes every attack's submission, and the room in which it may do harm."""
    marks = {}
    for name, attack in battle.names.items():
        room = battle.base / "rooms" / name[:3]
        room.mkdir()
        (room / "precious.txt").write_text("precious\n", encoding="utf-8")
        (room / "empty").mkdir()
        for path in (room, room / "precious.txt"):
            path.chmod(0o777)
        marks[name] = f"atk{name[:3]}{secrets.token_hex(3)}"
        words = {
            "NAME": attack.slug,
            "MARK": marks[name],
            "ROOM": str(room).encode().hex(),
            "TCP": str(listener.tcp),
            "UDP": str(listener.udp),
            "ABSTRACT": listener.abstract,
        }
        folder = battle.base / "submissions" / name
        folder.mkdir()
        attack.pack(folder, {**_LARGE, **words})
    battle.marks = marks


class Listener:
    """Waits on loopback, and in a file, for a byte that should never come."""

    def __init__(self, base: Path) -> None:
        self.received: list[bytes] = []
        self.abstract = f"patience-{secrets.token_hex(8)}"
        self._ends = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        tcp = self._listen(socket.AF_INET, ("127.0.0.1", 0))
        self.tcp: int = tcp.getsockname()[1]
        with suppress(OSError):
            self._listen(socket.AF_INET6, ("::1", self.tcp))
        self._listen(socket.AF_UNIX, str(base / "socket"))
        (base / "socket").chmod(0o777)
        self._listen(socket.AF_UNIX, "\0" + self.abstract)
        datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        datagrams.bind(("127.0.0.1", 0))
        self.udp: int = datagrams.getsockname()[1]
        self._selector.register(datagrams, selectors.EVENT_READ)
        self._selector.register(self._ends[0], selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run)

    def _listen(self, family: int, address: tuple[str, int] | str) -> socket.socket:
        line = socket.socket(family)
        line.bind(address)
        line.listen(64)
        self._selector.register(line, selectors.EVENT_READ)
        return line

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select():
                line = key.fileobj
                assert isinstance(line, socket.socket)
                if line is self._ends[0]:
                    return
                if line.type == socket.SOCK_DGRAM:
                    self.received.append(line.recv(100))
                else:
                    with line.accept()[0] as caller:
                        caller.settimeout(1)
                        with suppress(OSError):
                            self.received.append(caller.recv(100) or b"a connection")

    def __enter__(self) -> Listener:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ends[1].send(b".")
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._ends[1].close()
        self._selector.close()


@dataclass(frozen=True)
class Soldier:
    """Whoever grades: this user, or an ordinary one."""

    python: str
    user: int | None = None


def ordinary() -> Soldier | None:
    """An ordinary user who can run the kit here, if this is root and there is one."""
    for python in (sys.executable, "/usr/bin/python3"):
        one = Soldier(python, 54_321)
        command = [
            python,
            "-c",
            "import sys, click, msgspec, patience_grader; print(*sys.version_info[:2])",
        ]
        with suppress(OSError):
            done = subprocess.run(
                command,
                check=False,
                capture_output=True,
                text=True,
                env=_environment(),
                cwd="/",
                **_as(one),
            )
            if done.stdout.split() == [str(part) for part in sys.version_info[:2]]:
                return one
    return None


def _environment(**more: str) -> dict[str, str]:
    paths = [str(ROOT / "grader"), *(one for one in sys.path if one.endswith("-packages"))]
    return {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LANG": "C.UTF-8",
        **more,
    }


def _as(soldier: Soldier) -> dict[str, Any]:
    if soldier.user is None:
        return {}
    return {"user": soldier.user, "group": soldier.user, "extra_groups": []}


def command(soldier: Soldier, battle: Battle, *rest: str) -> tuple[list[str], dict[str, str]]:
    """The command that grades, with a secret on its line, and its environment with another."""
    secret = battle.canaries["cmdline"]
    line = [soldier.python, "-X", secret, "-m", "patience_grader", "grade", *rest]
    line += ["--course", str(battle.base / "course")]
    temporary = str(battle.base / "temporary")
    return line, _environment(
        PATIENCE_SECRET=battle.canaries["environ"], TMPDIR=temporary, HOME=temporary
    )


def grade(soldier: Soldier, battle: Battle, out: str, jobs: int = JOBS) -> None:
    """Grades all submissions that are there, and takes down what happened meanwhile."""
    base = battle.base
    if soldier.user is not None:
        for path in (base, *base.rglob("*")):
            os.chown(path, soldier.user, soldier.user, follow_symlinks=False)
    line, environment = command(
        soldier, battle, str(base / "submissions"), "--out", str(base / out), "--jobs", str(jobs)
    )
    before = _snapshot(base)
    with _reaper() as left, (base / "said").open("w+", encoding="utf-8") as said:
        process = subprocess.Popen(
            line,
            env=environment,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **_as(soldier),
        )
        battle.memory_mib, battle.seconds, battle.code = _watch(process)
        said.seek(0)
        battle.said = said.read()
    battle.left = left
    after = _snapshot(base)
    battle.changed = sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )
    battle.rows = _rows(base / out)


def _watch(process: subprocess.Popen[bytes]) -> tuple[float, float, int | None]:
    """The most memory that the grader or a worker had, how long it took, and the exit code.

    The time is what it would be on `JOBS` processors of its own, whatever else this machine does;
    the exit code is None if the command was late.
    """
    most = seconds = 0.0
    meter = Meter(process.pid)
    while process.poll() is None:
        templates = _children(process.pid)
        workers = [worker for template in templates for worker in _children(template)]
        for pid in (process.pid, *templates, *workers):
            most = max(most, _memory_mib(pid))
        used = meter.read()
        seconds = used.cpu / JOBS + used.idle
        if seconds > PATIENCE_SECONDS:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return most, seconds, None
        time.sleep(0.2)
    return most, seconds, process.returncode


def _memory_mib(pid: int) -> float:
    """The most memory that the process has had, unless it waits to become another program."""
    with suppress(OSError, AttributeError):
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text("utf-8"))
        return int(found[1]) / 1024 if found else 0
    return 0


def _children(parent: int) -> list[int]:
    found: list[int] = []
    for path in Path(f"/proc/{parent}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_text("ascii").split())
    return found


@contextmanager
def _reaper() -> Iterator[list[str]]:
    """Makes orphans come to this process; the names of those that still lived at the end."""
    libc = ctypes.CDLL(None)
    mine = set(_children(os.getpid()))
    left: list[str] = []
    libc.prctl(_SUBREAPER, 1, 0, 0, 0)
    try:
        yield left
        time.sleep(0.3)
    finally:
        for _ in range(100):
            orphans = set(_children(os.getpid())) - mine
            for pid in orphans:
                with suppress(OSError):
                    state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
                    if state.rpartition(")")[2].split()[0] != "Z":
                        left.append(state.partition("(")[2].rpartition(")")[0])
                        os.kill(pid, signal.SIGKILL)
                with suppress(ChildProcessError):
                    os.waitpid(pid, 0)
            if not orphans:
                break
        libc.prctl(_SUBREAPER, 0, 0, 0, 0)


def _snapshot(base: Path) -> dict[str, tuple[object, ...]]:
    """What can be told from outside of every file that grading must leave alone."""
    found: dict[str, tuple[object, ...]] = {}
    for top in ("rooms", "course", "submissions", "temporary"):
        for path in (base / top, *(base / top).rglob("*")):
            about = path.lstat()
            content = b""
            if stat.S_ISREG(about.st_mode) and about.st_size < 1 << 26:
                content = hashlib.sha256(path.read_bytes()).digest()
            attributes = tuple(os.listxattr(path, follow_symlinks=False))
            facts = (about.st_mode, about.st_uid, about.st_size, about.st_nlink)
            when = 0 if top == "temporary" else about.st_mtime_ns
            found[path.relative_to(base).as_posix()] = (*facts, when, content, attributes)
    return found


def _rows(out: Path) -> dict[str, Mapping[str, str]]:
    """The rows of the table; of a batch that was not finished, those of what is marked."""
    if (out / "marks.csv").exists():
        with (out / "marks.csv").open(encoding="utf-8", newline="") as lines:
            return {row["submission"].removeprefix("'"): row for row in csv.DictReader(lines)}
    rows: dict[str, Mapping[str, str]] = {}
    for file in out.glob("*/results.json"):
        results = json.loads(file.read_text(encoding="utf-8"))
        states = [test["tags"][-1] for test in results["tests"]]
        rows[file.parent.name] = {
            "total": f"{results['score']:g}",
            "out_of": f"{sum(test['max_score'] for test in results['tests']):g}",
            "status": "void" if "void" in states else "marked",
        }
    return rows


def shout(soldier: Soldier, battle: Battle) -> None:
    """Grades the attacks that shout each alone, for what the command prints then."""
    printed = {}
    for name, attack in battle.names.items():
        if attack.shouts:
            zips = [str(path) for path in (battle.base / "submissions" / name).glob("*.zip")]
            out = str(battle.base / "alone")
            line, environment = command(soldier, battle, *zips, "--out", out)
            done = subprocess.run(
                line,
                check=False,
                env=environment,
                cwd="/",
                capture_output=True,
                text=True,
                timeout=60,
                **_as(soldier),
            )
            printed[name] = done.stdout + done.stderr
    battle.alone = printed


def gains(battle: Battle, name: str) -> list[str]:
    """What the attack in this folder has got, a line each; nothing, when all is well."""
    attack, mark = battle.names[name], battle.marks[name]
    row = battle.row_of(name)
    found = []
    if row is not None and float(row["total"]) > attack.earns:
        found.append(f"forged {row['total']} marks where {attack.earns} are earned")
    text = "\n".join(battle.output_of(name).values())
    found += [f"peeked at {kind}" for kind, one in battle.canaries.items() if one in text]
    if f"it-worked-{attack.slug}" in text:
        found.append("boasted that it worked")
    found += [f"told the path {path}" for path in _paths(battle) if path in text]
    ours = [path for path in battle.changed if path.startswith(f"rooms/{name[:3]}") or mark in path]
    found += [f"changed {path}" for path in ours]
    found += [f"left the process {one}" for one in battle.left if one == mark]
    found += [f"sent {one!r}" for one in battle.received if mark.encode() in one]
    is_stopped = row is not None and row["status"] == "stopped"
    if is_stopped and "its answers took more than" not in text:
        found.append("held a worker until the clock of the command stopped it")
    return found


def _paths(battle: Battle) -> list[str]:
    """Paths of the grading machine."""
    return [str(battle.base), str(ROOT), sys.base_prefix + "/lib", str(Path(sys.executable).parent)]
