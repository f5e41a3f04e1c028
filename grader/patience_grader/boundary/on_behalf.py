"""On whose behalf Python's own code runs in the process that decides marks."""

from __future__ import annotations

import concurrent.futures.thread
import importlib
import tempfile
import threading
import unittest
import weakref
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from _pytest.fixtures import FixtureDef
from _pytest.runner import SetupState

from .calls_back import CallsBack
from .notices import noted

_KIT = str(Path(__file__).parents[1])
PASSES_ON = tuple(
    f"{_KIT}/{one}.py"
    for one in ("boundary/performing", "boundary/calls_back", "sandbox/guest/operations")
)
"""The modules that have an object of the suite do what it is asked for, and do nothing else."""
FOR_SUBMISSION = frozenset((CallsBack.by_submission.__code__, noted.__code__))
"""What runs beneath these is done for a submission."""
_WORK_ITEM: Any = vars(concurrent.futures.thread)["_WorkItem"]
_LEFT_FOR_LATER = frozenset(
    one.__code__
    for one in (
        *(vars(unittest.TestCase)[name] for name in ("_callCleanup", "doCleanups")),
        vars(unittest.TestCase)["doClassCleanups"].__func__,
        *(FixtureDef.finish, SetupState.teardown_exact),
        *(threading.Thread.run, threading.Timer.run, _WORK_ITEM.run),
        weakref.finalize.__call__,
    )
)
"""What calls functions that a suite has given it, when the suite's own code is done."""
_READERS = ("<frozen importlib", importlib.__path__[0])
_OF_SOURCES = ("linecache.py", "tokenize.py")
_OF_LIBRARIES = frozenset(
    (
        vars(tempfile.TemporaryDirectory)["_cleanup"].__func__.__code__,
        pytest.MonkeyPatch.undo.__code__,
    )
)
"""What Python and pytest put back by themselves, in the midst of anybody's code."""


def is_for_suite(frame: FrameType | None, folders: Sequence[str]) -> bool:
    """Whether a suite's code has called this, or the reference, or a submission by their objects.

    And neither this kit, an import nor a collection, and none of these reads a source to quote it.
    The suite and the solution lie in `folders`. All threads but the first are the suite's.
    """
    own = tuple(folders)
    is_source = False
    while frame is not None:
        file, code = frame.f_code.co_filename, frame.f_code
        if file.startswith(own) or code in FOR_SUBMISSION or code in _LEFT_FOR_LATER:
            return True
        if file not in PASSES_ON and file.startswith((_KIT, *_READERS)):
            return False
        if code in _OF_LIBRARIES or (is_source and not file.endswith(_OF_SOURCES)):
            return False
        is_source = file.endswith(_OF_SOURCES)
        frame = frame.f_back
    return threading.current_thread() is not threading.main_thread()
