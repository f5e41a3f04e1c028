"""What decides a mark besides the hand-in, and whether right hand-ins are known to pass it."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import platform
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from ..marks.verdict import Verdict
from .coursework import FENCE, Coursework

_KIT = Path(__file__).parent
_REPORTS = _KIT / "report"
_DECIDES_NOTHING = {
    _REPORTS,
    *(_KIT / name for name in ("check", "cli", "handing", "starter", "table")),
}
"""What the kit does beside marking."""


_SOURCES = {".py", ".json"}
"""Of what suites and solutions are made."""


def paper_of(coursework: Coursework) -> str:
    """A fingerprint of everything that decides a mark: handout, suites, solution and kit.

    Who sees what of it decides nothing.
    """
    kit = (file for file in _files(_KIT) if _DECIDES_NOTHING.isdisjoint(file.parents))
    files = (*_files(coursework.suites), *_files(coursework.solution), *kit)
    return _digest(files, _without_seen(coursework.handout))


def suites_digest(coursework: Coursework) -> str:
    """A fingerprint of what decides which questions are drawn, besides the secret.

    These are the suites, the solution, and what the handout says to the suites.
    """
    said = json.dumps([coursework.version, coursework.suite], default=str, sort_keys=True)
    files = [*_files(coursework.suites), *_files(coursework.solution)]
    return _digest([one for one in files if one.suffix in _SOURCES], said.encode())


def _without_seen(handout: Path) -> bytes:
    """What a handout says, but for its table `[seen]`."""
    text = handout.read_text(encoding="utf-8-sig").removeprefix(FENCE)
    front, _, body = text.partition(f"\n{FENCE}")
    said = {name: part for name, part in tomllib.loads(front).items() if name != "seen"}
    return json.dumps([said, body], default=str).encode()


@cache
def reports_digest() -> str:
    """A fingerprint of what writes the reports of a mark sheet."""
    return _digest(_files(_REPORTS))


def kit_digest() -> str:
    """A fingerprint of the whole kit."""
    return _digest(_files(_KIT))


def _files(folder: Path) -> list[Path]:
    found = sorted(folder.rglob("*.*"))
    return [file for file in found if file.is_file() and file.suffix != ".pyc"]


def _digest(files: Iterable[Path], more: bytes = b"") -> str:
    known = hashlib.sha256(more)
    for file in files:
        known.update(file.name.encode() + b"\0" + file.read_bytes())
    return known.hexdigest()


def unproven(
    coursework: Coursework, prove: Callable[[], Mapping[str, Verdict]], questions: str = ""
) -> Mapping[str, Verdict]:
    """The criteria that `prove` finds right hand-ins not to pass, each void.

    That all of them pass is found out once for a paper and its questions on a machine, and
    remembered in the user's cache. Of several processes that want to know, one finds out.
    """
    right = sorted(coursework.specimens.rglob("right/**/*.py"))
    known = (paper_of(coursework), questions, _digest(right), *platform.uname()[1:3])
    name = hashlib.sha256("\0".join((*known, platform.python_version())).encode()).hexdigest()
    try:
        folder = user_cache_path("patience", ensure_exists=True)
        waiting = (folder / f"{coursework.slug}.lock").open("w")
    except OSError:
        return prove()
    with waiting:
        fcntl.flock(waiting, fcntl.LOCK_EX)
        mark = folder / f"{coursework.slug}.proven"
        with contextlib.suppress(OSError, UnicodeDecodeError):
            if name in mark.read_text(encoding="ascii").split():
                return {}
        found = prove()
        if not found:
            with contextlib.suppress(OSError), mark.open("a", encoding="ascii") as file:
                file.write(f"{name}\n")
        return found
