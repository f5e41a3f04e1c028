"""Reads a repository that a stranger may have written: nothing in it is run or fetched."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile

from ..errors import InputError, SubmissionError

_SECONDS = 60
_MOST_COMMITS = 10_000
_MOST_BYTES = 2 << 20
"""Of a list of files or commits: some 25,000 of them."""
_MOST_COMPLAINTS = 4_096
_PAGE = 4_096
"""Enough for what git complains of, which is bounded with its output."""
_MEMORY = 2 << 30
_SAFE = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
}
_SETTINGS = (
    "safe.directory=*",
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.alternateRefsCommand=",
    "log.showSignature=false",
    "core.pager=cat",
    "core.packedGitWindowSize=16m",
    "core.packedGitLimit=256m",
    "core.bigFileThreshold=64m",
)


@dataclass(frozen=True)
class Commit:
    """A commit on the branch that is checked out."""

    id: str
    time: datetime
    """When it was committed, by the clock of the committer's machine."""
    author: str


@dataclass(frozen=True)
class Branch:
    """A branch, by its last commit."""

    name: str
    time: datetime
    author: str


@dataclass(frozen=True)
class InGit:
    """A file of a commit, read from the repository's objects."""

    repository: Path
    blob: str
    size: int

    def read(self, most: int) -> bytes:
        """The bytes of the file. Raises SubmissionError."""
        if self.size > most:
            raise SubmissionError(f"a file in it is larger than {most >> 20} MiB")
        return _git(self.repository, "cat-file", "blob", self.blob, most=max(most, _PAGE))


def check_whole(repository: Path) -> None:
    """Raises SubmissionError unless the repository lies in its own folder.

    One that takes its objects from elsewhere could name the objects of somebody else.
    """
    folder = repository / ".git"
    objects = folder / "objects"
    try:
        if (folder / "commondir").exists():
            raise SubmissionError("its .git is a worktree of a repository elsewhere")
        if (objects / "info" / "alternates").exists():
            raise SubmissionError("its .git takes its objects from a repository elsewhere")
        links = [
            one for place in (folder, objects) for one in os.scandir(place) if one.is_symlink()
        ]
    except OSError:
        raise SubmissionError("its .git does not hold the whole repository") from None
    if folder.is_symlink() or links:
        raise SubmissionError("its .git does not hold the whole repository, but links")


def is_shallow(repository: Path) -> bool:
    """Whether the repository lacks the commits before some of its own."""
    return (repository / ".git" / "shallow").is_file()


def commits(repository: Path) -> list[Commit]:
    """The commits of the branch that is checked out, from the first one on.

    Raises SubmissionError when there are none or they cannot be read, and InputError when git
    is not installed.
    """
    try:
        listed = _git(
            repository, "rev-list", "--first-parent", f"--max-count={_MOST_COMMITS}",
            "--format=%ct%x00%an", "HEAD", "--",
        )  # fmt: skip
    except SubmissionError as fault:
        if _git(repository, "for-each-ref", "--count=1"):
            raise
        raise SubmissionError("nothing was committed to its repository") from fault
    text = listed.decode(errors="replace")
    found = []
    lines = iter(text.splitlines())
    for line in lines:
        time, _, author = next(lines, "").partition("\0")
        try:
            moment = datetime.fromtimestamp(int(time), UTC)
        except (ValueError, OverflowError, OSError):
            continue
        found.append(Commit(line.removeprefix("commit "), moment, author))
    return found[::-1]


def other_branches(repository: Path) -> list[Branch]:
    """The branches with commits that the one that is checked out lacks, each once.

    Raises SubmissionError when they cannot be read.
    """
    text = _git(
        repository, "for-each-ref", "--no-merged=HEAD",
        "--format=%(refname:lstrip=2)%00%(committerdate:unix)%00%(authorname)",
        "refs/heads", "refs/remotes",
    ).decode(errors="replace")  # fmt: skip
    found = []
    for line in text.splitlines():
        name, time, author = (*line.split("\0"), "", "")[:3]
        try:
            moment = datetime.fromtimestamp(int(time), UTC)
        except (ValueError, OverflowError, OSError):
            continue
        found.append(Branch(name.removeprefix("origin/"), moment, author))
    return found


def tree(repository: Path, commit: str) -> Mapping[str, InGit]:
    """The files of a commit; links and submodules are not among them. Raises SubmissionError."""
    data = _git(repository, "ls-tree", "-r", "-z", "--long", "--full-tree", commit)
    found = {}
    for entry in data.decode(errors="surrogateescape").split("\0"):
        about, _, path = entry.partition("\t")
        fields = about.split()
        if fields[3:] == ["BAD"]:
            raise SubmissionError(f"its repository lacks the bytes of {path!r}; clone it again")
        if len(fields) == 4 and fields[0] in ("100644", "100755") and fields[3].isdigit():
            found[path] = InGit(repository, fields[2], int(fields[3]))
    return found


def _git(repository: Path, *arguments: str, most: int = _MOST_BYTES) -> bytes:
    settings = [part for one in _SETTINGS for part in ("-c", one)]
    command = ["git", "--git-dir=.git", *settings, *arguments]
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    try:
        with TemporaryFile() as out, TemporaryFile() as complaints:
            ended = subprocess.run(  # noqa: S603 the arguments are ours, and there is no shell
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=complaints,
                cwd=repository,
                env={**kept, **_SAFE},
                timeout=_SECONDS,
                check=False,
                preexec_fn=lambda: _bound(most),
            )
            out.seek(0)
            complaints.seek(0)
            written, said = out.read(), complaints.read(_MOST_COMPLAINTS)
    except FileNotFoundError as fault:
        raise InputError(
            "git is needed to read clones and is not installed; install it, or add --from plain"
        ) from fault
    except (OSError, subprocess.SubprocessError) as fault:
        raise SubmissionError(f"its repository cannot be read: {fault}") from fault
    if ended.returncode == -signal.SIGXFSZ:
        raise SubmissionError("its repository cannot be read: it holds more than is read")
    if ended.returncode:
        lines = said.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise SubmissionError(f"its repository cannot be read: {lines[0][:200]}")
    return written


def _bound(most: int) -> None:
    """Bounds what git may use, since a small repository can unfold to any size."""
    for kind, bound in ((resource.RLIMIT_FSIZE, most), (resource.RLIMIT_AS, _MEMORY)):
        _, hard = resource.getrlimit(kind)
        soft = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(kind, (soft, hard))
