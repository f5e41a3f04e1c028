"""Which layers of the lock hold on this machine, found out by trying each."""

from __future__ import annotations

import contextlib
import ctypes
import os
import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from ..errors import InputError, KitError
from .answers import Answer, Returned
from .batch import Batch
from .guest.wire import Types
from .host import Parent
from .layers import IN_PLACE_OF, LAYERS, REQUIRED, REQUIRED_TO_WRITE, Layer
from .talk import Preload
from .watch import Budget, Limits

_PACKAGE = "attack"
LIMITS = Limits(
    cpu_seconds_per_question=5.0,
    cpu_seconds_per_submission=10.0,
    wall_seconds_per_question=60.0,
    wall_seconds_per_submission=120.0,
    memory_mib=512,
)
_WRITING = replace(LIMITS, scratch_mib=1)
BUDGET = Budget.of(LIMITS, said=1 << 24)
_PRELOAD = Preload(_PACKAGE, {}, ())
_TOO_MUCH = 1 << 30
_IPC_CREAT, _IPC_RMID = 0o1000, 0
_NEEDS_LINUX = "submissions can only be marked on Linux (on Windows, in WSL 2)"

Bait = Mapping[str, int | str]


@dataclass(frozen=True)
class Finding:
    """Whether a layer holds."""

    layer: Layer
    why_not: str = ""
    """Empty when it holds."""
    not_needed: bool = False

    @property
    def is_missing(self) -> bool:
        """Whether it is needed and does not hold."""
        return bool(self.why_not) and not self.not_needed


def examine() -> Iterator[Finding]:
    """One finding a layer: it holds when a guest that has it is refused an attack."""
    if not _is_linux():
        yield from (Finding(layer, _NEEDS_LINUX) for layer in LAYERS)
        return
    with bait() as given, Trial() as trial:
        missing = trial.missing
        for layer in LAYERS:
            why = missing.get(layer.name, "") or _why_not(layer, given, trial)
            stands_in_for = {one for one, other in IN_PLACE_OF.items() if other == layer.name}
            idle = bool(stands_in_for) and stands_in_for.isdisjoint(missing)
            yield Finding(layer, why, not_needed=idle)


def _is_linux() -> bool:
    return sys.platform == "linux"


def _why_not(layer: Layer, given: Bait, trial: Trial) -> str:
    try:
        went = trial.gets_further(layer.attack, given, layer.beside, writes=layer.writes)
    except KitError as fault:
        return str(fault)
    return "an attack on it was not refused" if went else ""


def missing_layers() -> Mapping[str, str]:
    """The layers that this machine refuses to put on, and why.

    Raises InputError on a system where guests cannot be started at all.
    """
    if not _is_linux():
        raise InputError(_NEEDS_LINUX)
    with Trial() as trial:
        return trial.missing


def lacks_required(missing: Set[str], *, writes: bool = False) -> list[str]:
    """The layers that are missing and must not be, in their order.

    With `writes` for submissions that write files, of which the sum must be bounded too.
    """
    replaced = {one for one, other in IN_PLACE_OF.items() if other not in missing}
    if writes:
        replaced.discard("landlock")
    lacking = ((REQUIRED_TO_WRITE if writes else REQUIRED) & missing) - replaced
    return [layer.name for layer in LAYERS if layer.name in lacking]


class Trial:
    """Runs attacks, each in a guest of its own that may lack some layers."""

    def __init__(self) -> None:
        self._parents: dict[tuple[Set[str], bool], Parent] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for parent in self._parents.values():
            parent.close()

    @property
    def missing(self) -> Mapping[str, str]:
        """The layers that a guest cannot be given here, and why."""
        missing = self.parent().missing
        if "mounts" not in missing:
            return missing
        return {**self.parent(writes=True).missing, **missing}

    def parent(self, without: Set[str] = frozenset(), *, writes: bool = False) -> Parent:
        """The parent of the guests that lack these layers, and may write some files."""
        kind = (frozenset(without), writes)
        if kind not in self._parents:
            limits = _WRITING if writes else LIMITS
            self._parents[kind] = Parent(_PRELOAD, limits, without=without)
        return self._parents[kind]

    def gets_further(
        self, attack: str, given: Bait, without: Set[str], *, writes: bool = False
    ) -> bool:
        """Whether the attack succeeds. Raises KitError when it cannot be run."""
        answer = self.run(attack, given, without, writes=writes)
        if not isinstance(answer, Returned) or not isinstance(answer.value, bool):
            raise KitError(f"an attack failed unexpectedly: {answer}")
        return answer.value

    def run(
        self, attack: str, given: Bait, without: Set[str] = frozenset(), *, writes: bool = False
    ) -> Answer:
        """What comes back from `attack(bait)`, or from the attempt to import it."""
        types = Types([])
        guest = self.parent(without, writes=writes).fork(0)
        try:
            (answer,) = guest.load([(_PACKAGE, attack, "")], BUDGET)
            if isinstance(answer, Returned):
                batch = Batch([(f"{_PACKAGE}.attack", (dict(given),))], types)
                (answer,) = guest.ask(batch, types, BUDGET)
        finally:
            guest.close()
        return answer


@contextlib.contextmanager
def bait() -> Iterator[Bait]:
    """Things of this machine that a guest must not get at, all of them our own."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        file = folder / "bait"
        file.write_text("bait", encoding="ascii")
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        yield {
            "file": str(file),
            "pid": os.getpid(),
            "port": listener.getsockname()[1],
            "hostname": os.uname().nodename,
            "too_much": _TOO_MUCH,
            "some": (_WRITING.scratch_mib << 20) // 10,
            "shared_memory": stack.enter_context(_shared_memory()),
        }


@contextlib.contextmanager
def _shared_memory() -> Iterator[int]:
    """The key of a piece of System V shared memory."""
    libc = ctypes.CDLL(None, use_errno=True)
    key = 0x70617400 + os.getpid() % 0x100000
    number = libc.shmget(key, 1, _IPC_CREAT | 0o666)
    if number < 0:
        raise KitError(f"no shared memory to try the lock with: errno {ctypes.get_errno()}")
    try:
        yield key
    finally:
        libc.shmctl(number, _IPC_RMID, None)
