"""On whose behalf Python's own code runs in the process that decides marks."""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path
from types import FrameType

from .calls_back import CallsBack

_KIT = str(Path(__file__).parents[1])
PASSES_ON = tuple(
    f"{_KIT}/{one}.py"
    for one in ("boundary/performing", "boundary/calls_back", "sandbox/guest/operations")
)
"""The modules that have an object of the suite do what it is asked for, and do nothing else."""
FOR_SUBMISSION = CallsBack.by_submission.__code__
"""What runs beneath this is done for a submission."""
_READERS = ("<frozen importlib", importlib.__path__[0])
_OF_SOURCES = ("linecache.py", "tokenize.py")
_FINALIZER = vars(tempfile.TemporaryDirectory)["_cleanup"].__func__.__code__
"""What Python calls when a forgotten folder is collected, in the midst of anybody's code."""


def is_for_suite(frame: FrameType | None, suites: str) -> bool:
    """Whether a suite's code has called this, or a submission by an object of the suite.

    And neither this kit, an import nor a collection. The suite lies in the folder `suites`.
    """
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(suites) or frame.f_code is FOR_SUBMISSION:
            return True
        if file not in PASSES_ON and file.startswith((_KIT, *_READERS)):
            return False
        if file.endswith(_OF_SOURCES) or frame.f_code is _FINALIZER:
            return False
        frame = frame.f_back
    return False
