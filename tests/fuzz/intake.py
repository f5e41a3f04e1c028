"""Fuzzes what is handed in: archives, notebooks, sources and folders, made and then damaged.

    python tests/fuzz/intake.py --seconds 600 --seed 7

Whatever is handed in is read or refused with SubmissionError, in bounded time and memory,
and nothing is written. What broke that is in `corpus/intake`, and is tried first.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import re
import resource
import shutil
import signal
import struct
import sys
import tempfile
import time
import traceback
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "grader"))

from patience_grader.course.coursework import Course  # noqa: E402
from patience_grader.errors import InputError, SubmissionError  # noqa: E402
from patience_grader.submission.finding import find_uploads  # noqa: E402
from patience_grader.submission.naming import at_paths  # noqa: E402
from patience_grader.submission.reading import digest, file_names, narrowed, read_submission  # noqa: E402

CORPUS = Path(__file__).parent / "corpus" / "intake"
CPU_SECONDS = 8
MEMORY_MIB = 2048
NAMES = (
    "deck.py", "game.py", "status.txt", "klondike/deck.py", "klondike\\game.py", "GAME.PY",
    "/etc/passwd", "../game.py", "a/../../game.py", "C:game.py", "C:\\game.py", "game.py\0.txt",
    "__MACOSX/._game.py", "klondike.ipynb", "a/klondike.ipynb", "nested.zip", "", "/", "//", ".",
    "..", "a/" * 300 + "game.py", "x" * 60_000, "\u202egame.py", "ga\u0301me.py", "g\u00e1me.py",
    "game.py ", "game.py.", "NUL", "con.py", "\ud800.py", "\u3164.py", "__main__.py", "rules.py",
    "deck.py/", "deck.py/game.py", "-rf", "*", "\n.py",
)  # fmt: skip
COOKIES = ("utf-8", "latin-1", "utf-16", "utf-7", "rot13", "hex", "zip", "undefined", "klingon",
           "unicode_escape", "raw_unicode_escape", "idna", "mbcs", "cp1252", "ascii", "\0")  # fmt: skip
ODD = ("", "x = 1\n", "\0", "\ufeff", "def f(): pass\n", "(" * 500, "#" * 5000, "%magic\n!ls\n",
       "lambda:" * 200, "\r", "\x0c", "if x:\n\ty\n        z\n", "'" * 3, "f'{", "\\")  # fmt: skip


def source(chance: random.Random) -> bytes:
    """The bytes of a source, most of them not quite right."""
    text = "".join(chance.choice(ODD) for _ in range(chance.randrange(5)))
    if chance.random() < 0.3:
        text = f"# coding: {chance.choice(COOKIES)}\n{text}"
    if chance.random() < 0.2:
        return chance.randbytes(chance.randrange(300))
    encoding = chance.choice(("utf-8", "utf-16", "latin-1", "utf-8-sig"))
    return text.encode(encoding, "replace")


def value(chance: random.Random, depth: int = 0) -> object:
    """A value of JSON, of any shape."""
    plain = (None, True, 0, -1, 10**30, 1e308, float("nan"), float("inf"), "", "code", "x = 1")
    if depth > 4 or chance.random() < 0.6:
        return chance.choice(plain)
    if chance.random() < 0.5:
        return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    keys = ("cells", "source", "cell_type", "metadata", "nbgrader", "grade_id", "a", "")
    return {chance.choice(keys): value(chance, depth + 1) for _ in range(chance.randrange(4))}


def notebook(chance: random.Random) -> bytes:
    """A notebook of which any field may be anything."""

    def odd(right: object) -> object:
        return value(chance) if chance.random() < 0.15 else right

    def cell() -> object:
        text = source(chance).decode("utf-8", "replace")
        return odd(
            {
                "cell_type": odd(chance.choice(("code", "markdown", "raw"))),
                "source": odd(chance.choice((text, text.splitlines(keepends=True)))),
                "outputs": odd([]),
                "metadata": odd(
                    {"nbgrader": odd({"grade_id": odd("deck_of_52"), "grade": odd(1)})}
                ),
            }
        )

    cells = [cell() for _ in range(chance.randrange(8))]
    whole = {"cells": odd(cells), "nbformat": odd(4), "nbformat_minor": odd(5), "metadata": odd({})}
    text = json.dumps(odd(whole))
    if chance.random() < 0.1:
        text = text.replace('"cells"', '"cells": [], "cells"', 1)
    if chance.random() < 0.05:
        text = "[" * chance.choice((10, 10_000, 200_000)) + text
    data = bytearray(text.encode(chance.choice(("utf-8", "utf-8-sig", "utf-16")), "replace"))
    return bytes(damaged(chance, data)) if chance.random() < 0.2 else bytes(data)


def archive(chance: random.Random, depth: int = 0) -> bytes:
    """A zip of odd names, with fields of its records set to odd values."""
    data = io.BytesIO()
    methods = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    with zipfile.ZipFile(data, "w") as file:
        for _ in range(chance.randrange(6)):
            name = chance.choice(NAMES)
            info = zipfile.ZipInfo("x")
            info.filename = name.encode("utf-8", "replace").decode()[:65_000]
            info.external_attr = chance.choice((0, 0o100644, 0o120777, 0o10644, 0o60644)) << 16
            info.comment = chance.randbytes(chance.randrange(20))
            info.extra = b"" if chance.random() < 0.8 else extra(chance)
            content = content_of(chance, name, depth)
            try:
                file.writestr(info, content, chance.choice(methods))
            except (ValueError, UnicodeError, struct.error):
                continue
        file.comment = chance.randbytes(chance.choice((0, 0, 3, 60_000)))
    whole = bytearray(data.getvalue())
    for _ in range(chance.randrange(4)):
        whole = odd_record(chance, whole)
    return bytes(damaged(chance, whole) if chance.random() < 0.3 else whole)


def content_of(chance: random.Random, name: str, depth: int) -> bytes:
    if name.endswith(".ipynb"):
        return notebook(chance)
    if name.endswith(".zip") and depth < 2:
        return archive(chance, depth + 1)
    if chance.random() < 0.03:
        return bytes(chance.choice((1 << 20, (1 << 20) + 1, 1 << 24)))
    return source(chance)


def extra(chance: random.Random) -> bytes:
    kind = chance.choice((1, 0x7075, 0x9901, 0x5455, 0xFFFF))
    body = chance.randbytes(chance.randrange(30))
    return struct.pack("<HH", kind, chance.choice((len(body), 0xFFFF, 0))) + body


def odd_record(chance: random.Random, data: bytearray) -> bytearray:
    """One field of a local, central or end record set to something else."""
    mark, length = chance.choice(((b"PK\3\4", 30), (b"PK\1\2", 46), (b"PK\5\6", 22)))
    places = [found.start() for found in re.finditer(re.escape(mark), data)]
    places = [at for at in places if at <= len(data) - length]
    if not places:
        return data
    at = chance.choice(places) + chance.randrange(4, length - 1)
    number = chance.choice((0, 1, 0x7FFF, 0x8000, 0xFFFF, chance.randrange(1 << 16)))
    data[at : at + 2] = struct.pack("<H", number)
    return data


def damaged(chance: random.Random, data: bytearray) -> bytearray:
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(4):
            case 0:
                del data[at:]
            case 1:
                data[at : at + 1] = chance.randbytes(1)
            case 2:
                data[at:at] = data[at : at + chance.randrange(100)]
            case 3:
                del data[at : at + chance.randrange(8)]
    return data


def folder(chance: random.Random, path: Path) -> None:
    """A folder of odd names and kinds of files."""
    path.mkdir()
    for _ in range(chance.randrange(6)):
        name = chance.choice(NAMES)
        place = path.joinpath(*[one for one in name.split("/")[-4:] if one not in {"", "..", "."}])
        try:
            if any(one.is_symlink() for one in (place, *place.parents)) or place.exists():
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            match chance.randrange(5):
                case 0:
                    place.symlink_to(chance.choice(("/proc/version", "..", ".", "nowhere")))
                case 1:
                    os.mkfifo(place)
                case _:
                    place.write_bytes(content_of(chance, name, 0))
        except (OSError, ValueError):
            continue


def make(chance: random.Random, inside: Path) -> None:
    """One thing handed in."""
    stem = chance.choice(("2600000F", "2600000F ", "\u3164", "a", "klondike", "-x", "_"))
    kind = chance.random()
    if kind < 0.5:
        (inside / f"{stem}.zip").write_bytes(archive(chance))
    elif kind < 0.75:
        (inside / f"{stem}.ipynb").write_bytes(notebook(chance))
    else:
        folder(chance, inside / stem)


def read(inside: Path, courseworks: list[object]) -> str:
    """What became of it; any exception but SubmissionError and InputError is a finding."""
    outcomes = []
    try:
        uploads = find_uploads([inside], {"deck.py", "game.py"})
    except InputError:
        uploads = at_paths([one for one in inside.iterdir() if not one.is_symlink()])
    for one in uploads:
        digest(one)
        file_names(one.attempt)
        for coursework in courseworks:
            try:
                read_submission(narrowed(one, coursework), coursework)  # type: ignore[arg-type]
                outcomes.append("read")
            except SubmissionError:
                outcomes.append("refused")
    return " ".join(sorted(set(outcomes))) or "nothing"


def _too_long(_: int, __: FrameType | None) -> None:
    raise AssertionError(f"it took more than {CPU_SECONDS} s of processor time")


def attempt(write: Callable[[Path], None], courseworks: list[object]) -> str:
    """One submission, read in a folder in which nothing may appear."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as base:
        inside = Path(base, "in")
        inside.mkdir()
        write(inside)
        before = sorted(os.walk(base))
        signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
        try:
            outcome = read(inside, courseworks)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        assert sorted(os.walk(base)) == before, "something was written"
        return outcome


def main() -> int:
    """Tries the corpus, then new ones until the time is over; 1 when something was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, default=1 << 60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="store_true", help="this seed alone")
    options = parser.parse_args()
    course = Course(ROOT)
    courseworks: list[object] = [course.coursework(one) for one in ("klondike", "terminal")]
    signal.signal(signal.SIGVTALRM, _too_long)
    warnings.simplefilter("ignore")  # names that are there twice are meant
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MIB << 20, MEMORY_MIB << 20))
    outcomes: Counter[str] = Counter()
    findings = 0
    for path in sorted(CORPUS.iterdir()):
        outcomes[attempt(partial(_copy, path), courseworks)] += 1
    until = time.monotonic() + options.seconds
    seed = options.seed * 1_000_000_000
    for number in range(1 if options.only else options.count):
        if time.monotonic() > until:
            break
        chance = random.Random(options.seed if options.only else seed + number)
        try:
            outcomes[attempt(partial(make, chance), courseworks)] += 1
        except Exception:
            findings += 1
            print(f"--only --seed {seed + number}:\n{traceback.format_exc()}")
    print(f"{outcomes.total()} tried, {findings} findings: {dict(outcomes)}")
    return bool(findings)


def _copy(path: Path, inside: Path) -> None:
    shutil.copyfile(path, inside / path.name)


if __name__ == "__main__":
    sys.exit(main())
