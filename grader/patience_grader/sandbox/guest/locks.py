"""The layers that lock a guest, by name, in the order in which they must be put on.

Each is a small function that changes the process it is called in and raises OSError when
it cannot. Any of them can be left out, which only tests and `patience doctor` do. The
order matters: descriptors are settled while they can still be opened, a change of user
clears the tie to the parent, and the filter goes last, since it forbids the other steps.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import importlib
import importlib.machinery
import json
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import (
        installed,
        kernel,
        landlock,
        namespaces,
        places,
        seccomp,
    )
else:
    import installed
    import kernel
    import landlock
    import namespaces
    import places
    import seccomp

CHANNEL = 3
"""The descriptor of a guest's channel to the grader; 0, 1 and 2 are nothing at all."""

_UNREADABLE = "this Python lies in a folder that only root can read"

_HIGH = 16
"""Descriptors of our own are kept at or above this number, out of the channel's way."""
_USERS = range(61_184, 65_520)
"""User numbers that are left to short-lived services, and have no files."""
_MOST_DESCRIPTORS = 64
_MOST_OPEN = 1024
_STACK = 8 << 20

_COMMON = (
    "argparse array ast asyncio base64 binascii bisect calendar cmath codecs collections.abc "
    "colorsys concurrent.futures configparser contextvars csv ctypes datetime decimal difflib dis "
    "email fileinput fnmatch getpass gettext glob graphlib gzip hashlib heapq hmac html inspect io "
    "ipaddress keyword linecache locale logging numbers pathlib pdb pickle pkgutil platform pprint "
    "queue reprlib sched secrets select selectors shelve shlex shutil socket sqlite3 stat string "
    "struct subprocess symtable sys tempfile threading timeit token tokenize traceback "
    "tracemalloc types unicodedata unittest unittest.mock urllib.parse uuid warnings weakref "
    "xml.etree.ElementTree zipfile zlib zoneinfo"
).split()
"""What is imported beforehand where a guest can open no file at all."""


@dataclass(frozen=True)
class Bounds:
    """What a guest may use."""

    memory_mib: int
    cpu_seconds: int
    scratch_mib: int = 0
    """How much may be written, if anything."""
    packages: Sequence[Path] = ()
    """The folders and files of installed packages that may be read."""
    taken: int = 0
    """The bytes of address space that the packages take, which are not the submission's use."""
    modules: Sequence[str] = ()
    """The modules that are imported from them."""


@dataclass(frozen=True)
class Held:
    """Which layers hold, and why the others do not."""

    names: tuple[str, ...]
    missing: Mapping[str, str]


class Locks:
    """What all guests of a parent are locked with, made ready once."""

    def __init__(
        self,
        bounds: Bounds,
        off: Set[str],
        missing: Mapping[str, str],
        writable: Sequence[Path] = (),
        keeper: socket.socket | None = None,
    ) -> None:
        """`missing` says which layers of the parent itself were refused.

        The `keeper` counts what is written to a folder that has no size of its own.
        """
        self._writable = writable
        self._keeper = keeper
        self._high_keeper()
        self._bounds = bounds
        self._known = 0
        self._off = off
        self._parent = os.getpid()
        self._user = _USERS[self._parent % len(_USERS)]
        self._rules = -1
        self._why_no_rules: OSError | None = None
        self._why_no_quota: OSError | None = None
        if "landlock" not in off:
            self._make_rules()
        self._filter = self._make_filter()
        self.held = self._find_out(missing)
        if "landlock" in self.held.missing and self._rules >= 0:
            self._give_up_rules(self.held.missing["landlock"])
            self._filter = self._make_filter()
            self.held = self._find_out(missing)
        if "quota" in self.held.missing:
            self._give_up_writing(self.held.missing["quota"])
            self._filter = self._make_filter()
            self.held = self._find_out(missing)

    def allow(self, known: int) -> None:
        """Lets guests have so many bytes beside their own, for what all of them know."""
        self._known = known

    def _high_keeper(self) -> None:
        if self._keeper is not None:
            low = self._keeper
            number = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, _HIGH)
            self._keeper = socket.socket(fileno=number)
            low.close()

    def _give_up_writing(self, why: str) -> None:
        """What nobody can count is not written."""
        self._why_no_quota = OSError(errno.EPERM, why)
        self._writable = ()
        if self._rules >= 0:
            os.close(self._rules)
            self._make_rules()

    def _make_rules(self) -> None:
        try:
            readable = places.readable(self._bounds.packages)
            rules = landlock.ruleset(readable, places.standard_library(), self._writable)
            self._rules = fcntl.fcntl(rules, fcntl.F_DUPFD_CLOEXEC, _HIGH)
            os.close(rules)
        except OSError as fault:
            self._why_no_rules = fault

    def _give_up_rules(self, why: str) -> None:
        os.close(self._rules)
        self._rules = -1
        self._why_no_rules = OSError(errno.EPERM, why)

    @property
    def _opening(self) -> bool:
        """Whether guests may open files: only where Landlock says which."""
        return self._rules >= 0 or "no-open" in self._off

    @property
    def _writing(self) -> bool:
        return self._opening and bool(self._writable)

    def _make_filter(self) -> bytes | OSError:
        if not self._opening:
            _import_beforehand(self._bounds.modules)
        try:
            return seccomp.program(opening=self._opening, writing=self._writing)
        except OSError as fault:
            return fault

    def steps(self) -> Mapping[str, Callable[[int], None]]:
        """The layers that are wanted; each takes the number of the channel's descriptor."""
        every: dict[str, Callable[[int], None]] = {
            "descriptors": self._descriptors,
            "quota": self._quota,
            "session": self._session,
            "user": self._user_of_its_own,
            "limits": self._limits,
            "privileges": self._privileges,
            "tether": self._tether,
            "landlock": self._landlock,
            "no-open": self._no_open,
            "seccomp": self._seccomp,
        }
        not_needed = {"no-open"} if self._opening else set()
        if self._keeper is None or not (self._writing or self._why_no_quota):
            not_needed.add("quota")
        return {name: step for name, step in every.items() if name not in self._off | not_needed}

    def close(self, channel: int) -> None:
        """Locks this process by all layers that hold. Raises OSError when one fails."""
        for name, step in self.steps().items():
            if name in self.held.names:
                step(channel)

    def _find_out(self, missing: Mapping[str, str]) -> Held:
        """Tries the steps in a child that then ends."""
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                self._try_all(theirs)
            finally:
                os._exit(0)
        os.close(theirs)
        with os.fdopen(ours, "rb") as pipe:
            said = pipe.read()
        os.waitpid(pid, 0)
        steps = list(self.steps())
        refused: dict[str, str] = json.loads(said) if said else dict.fromkeys(steps, "failed")
        wanted = ["environment", *namespaces.NAMESPACES, *steps]
        every = {**missing, **refused}
        held = tuple(name for name in wanted if name not in self._off and name not in every)
        return Held(held, every)

    def _try_all(self, report: int) -> None:
        refused: dict[str, str] = {}
        if "descriptors" in self._off:
            os.dup2(report, CHANNEL)
        for name, step in self.steps().items():
            try:
                step(report)
            except OSError as fault:
                refused[name] = fault.strerror or str(fault)
        os.write(CHANNEL, json.dumps(refused).encode())

    def _descriptors(self, channel: int) -> None:
        """Three that are nothing, the channel, and what is needed to lock, and closed then."""
        for number in range(CHANNEL):
            os.dup2(0, number)
        os.dup2(channel, CHANNEL)
        own = (self._rules, self._keeper.fileno() if self._keeper is not None else -1)
        kept = [CHANNEL, *sorted(number for number in own if number > CHANNEL), _MOST_OPEN]
        for before, after in pairwise(kept):
            os.closerange(before + 1, after)

    def _quota(self, _: int) -> None:
        """The keeper counts what is written from now on."""
        if self._why_no_quota is not None:
            raise self._why_no_quota
        assert self._keeper is not None
        listener = seccomp.install_listened_to(seccomp.counting(CHANNEL))
        socket.send_fds(self._keeper, [b"1"], [listener])
        os.close(listener)
        self._keeper.close()

    def _session(self, _: int) -> None:
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        os.umask(0o077)

    def _user_of_its_own(self, _: int) -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(self._user, self._user, self._user)
            os.setresuid(self._user, self._user, self._user)
            if not os.access(os.__file__, os.R_OK):
                raise PermissionError(errno.EACCES, _UNREADABLE)

    def _limits(self, _: int) -> None:
        memory = (self._bounds.memory_mib << 20) + self._bounds.taken + self._known
        seconds = self._bounds.cpu_seconds
        _limit(resource.RLIMIT_AS, memory)
        _limit(resource.RLIMIT_CPU, seconds, seconds + 1)
        _limit(resource.RLIMIT_STACK, _STACK)
        _limit(resource.RLIMIT_NOFILE, _MOST_DESCRIPTORS)
        _limit(resource.RLIMIT_FSIZE, self._bounds.scratch_mib << 20)
        for kind in ("NPROC", "CORE", "MEMLOCK", "MSGQUEUE", "NICE", "RTPRIO"):
            _limit(getattr(resource, f"RLIMIT_{kind}"), 0)

    def _privileges(self, _: int) -> None:
        kernel.drop_capabilities()
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)

    def _tether(self, _: int) -> None:
        tie_to_parent(self._parent)

    def _landlock(self, _: int) -> None:
        if self._why_no_rules is not None:
            raise self._why_no_rules
        landlock.restrict(self._rules)
        os.close(self._rules)

    def _no_open(self, _: int) -> None:
        """In place of Landlock: what is open stays open, and nothing else can be opened."""
        _limit(resource.RLIMIT_NOFILE, 0)

    def _seccomp(self, _: int) -> None:
        if isinstance(self._filter, OSError):
            raise self._filter
        seccomp.install(self._filter)


def _limit(kind: int, soft: int, hard: int | None = None) -> None:
    """Sets a limit, or leaves a lower one that was set by someone else."""
    _, most = resource.getrlimit(kind)
    hard = soft if hard is None else hard
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(kind, (soft, hard))


def tie_to_parent(parent: int) -> None:
    """Has the kernel end this process with its parent. Raises OSError when that has gone."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))


class _Refusal:
    """The last finder: says why a module is not found."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Nothing; raises ImportError for a module that only a file could give."""
        del path, target
        if fullname.partition(".")[0] in sys.stdlib_module_names:
            raise ImportError(
                f"module {fullname} is not available when your code is marked", name=fullname
            )
        return None


def _import_beforehand(packages: Sequence[str]) -> None:
    for name in _COMMON:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    installed.load_the_rest(packages)
    sys.meta_path.append(_Refusal())
