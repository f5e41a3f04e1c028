"""The host for a student's own code, on the student's own machine: locked where that can be had."""

from __future__ import annotations

import sys

from ..errors import KitError
from .talk import Host, Preload
from .unlocked import UnlockedHost
from .watch import Limits


def host_at_home(preload: Preload, limits: Limits) -> Host:
    """What starts guests: locked as when they are marked, if this system can."""
    return _locked(preload, limits) or UnlockedHost(preload, limits)


def _locked(preload: Preload, limits: Limits) -> Host | None:
    if sys.platform != "linux":
        return None
    from .host import Parent  # noqa: PLC0415 what it needs is on Linux only

    try:
        parent = Parent(preload, limits)
    except (KitError, OSError):
        return None
    try:
        parent.fork(0).close()
    except (KitError, OSError):  # in some containers the lock can be had, but not be seen to hold
        parent.close()
        return None
    return parent
