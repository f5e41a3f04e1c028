"""What travels between the command and the workers. Dask sees all of it as bytes."""

from __future__ import annotations

import json
import pickle
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from ..course.interface import Interface
from ..grading.evidence_page import REVIEW_PAGE
from ..grading.exact_json import from_plain, to_plain
from ..grading.results import FEEDBACK, RESULTS, SHEET, Outcome, Task
from ..report.table import Row
from ..text.atomic import write_atomically
from .carried import carried

_STORED = (REVIEW_PAGE, FEEDBACK, RESULTS, SHEET)
"""The files of a result in the order in which they are written: the sheet is the last."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker says of itself before it gets anything."""

    python: str
    kit: str
    """A fingerprint of the whole kit, which is computed where it lies."""
    version: str
    """What the kit says that it is."""
    missing: dict[str, str]
    """The layers that submissions cannot be locked with there, and why."""


@dataclass(frozen=True)
class Result:
    """What a worker has made of a task."""

    outcome: Outcome
    files: Mapping[str, bytes]
    """Those of the submission's folder, by their names."""

    @property
    def sheet(self) -> Mapping[str, Any]:
        """The mark sheet as it is stored. Raises ValueError."""
        known = json.loads(self.files[SHEET])
        if not isinstance(known, dict):
            raise ValueError(SHEET)
        return known


class _Packed(msgspec.Struct, frozen=True):
    row: Any
    text: str
    files: dict[str, bytes]


def packed_task(task: Task, coursework: Interface) -> bytes:
    """A task with the bytes of its submission."""
    return zlib.compress(pickle.dumps(replace(task, upload=carried(task.upload, coursework))))


def unpacked_task(data: bytes) -> Task:
    """The task. The bytes must be those of the command, which the worker trusts."""
    task: Task = pickle.loads(zlib.decompress(data))  # noqa: S301 written by `packed_task`
    return task


def packed_result(outcome: Outcome, folder: Path) -> bytes:
    """What lies in the folder of a submission, with its outcome. Raises OSError."""
    files = {name: (folder / name).read_bytes() for name in _STORED if (folder / name).exists()}
    packed = _Packed(to_plain(outcome.row), outcome.text, files)
    return zlib.compress(msgspec.msgpack.encode(packed))


def unpacked_result(data: bytes) -> Result:
    """The result. Raises ValueError when it is none."""
    try:
        packed = msgspec.msgpack.decode(zlib.decompress(data), type=_Packed)
        row = from_plain(packed.row, Row)
    except (zlib.error, ArithmeticError, RecursionError) as fault:
        raise ValueError(str(fault)) from fault
    if not {FEEDBACK, RESULTS, SHEET} <= packed.files.keys() <= set(_STORED):
        raise ValueError(", ".join(packed.files))
    return Result(Outcome(row, packed.text), packed.files)


def store(result: Result, folder: Path) -> None:
    """Writes the files of a result into the submission's folder, the sheet last."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in _STORED:
        if name in result.files:
            write_atomically(folder / name, result.files[name])
