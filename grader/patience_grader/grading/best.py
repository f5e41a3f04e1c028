"""The best of several attempts: each is marked, and one of them counts."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import InputError, KitError
from ..marks.changes import since_attempt
from ..marks.scheme import Scheme
from ..questions.file import FILE as QUESTIONS
from ..report.table import Row
from .cohort import split_earlier
from .delivery import Delivery, Received
from .engine import Engine
from .record import Record
from .results import Task
from .runs import marked

ATTEMPTS = "attempts"
"""The folder in the results that holds those of the attempts, by their labels."""

Tasks = Callable[[Sequence[Received]], list[Task]]


def with_best(delivery: Delivery, tasks: Tasks, out: Path, engine: Engine) -> Delivery:
    """The delivery with the best attempt of each submission; of equal ones, the last one.

    What was found out about that attempt is stored as if it had been the only one. Raises KitError
    for an attempt that was not examined.
    """
    several = [one for one in delivery.received if len(one.marked) > 1]
    best: dict[str, tuple[Row, Received]] = {}
    before: dict[str, Row] = {}
    scheme = delivery.coursework.scheme
    for place in range(max((len(one.marked) for one in several), default=0)):
        tried = [
            replace(one, upload=replace(one.upload, attempt=one.marked[place]))
            for one in several
            if place < len(one.marked)
        ]
        folder = out / ATTEMPTS / str(place + 1)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(out / QUESTIONS, folder / QUESTIONS)
        split = split_earlier(delivery.coursework, tasks(tried), folder)
        rows = split.rows
        rows += engine.mark_all(delivery.coursework, split.left, folder, lambda _: None)
        found = {row.submission: row for row in rows}
        for one in tried:
            name, row = one.upload.name, found[one.upload.name]
            if "void" in row.status:
                label = one.upload.attempt.label
                raise KitError(f"attempt {label} of {name} was not examined: {row.problem}")
            if name not in best or row.mark >= best[name][0].mark:
                since = _since(before[name], row, scheme) if name in before else ""
                best[name] = (row, replace(one, since=since))
                _copy(folder / name, out / name)
            before[name] = row
    received = tuple(best.get(one.upload.name, (None, one))[1] for one in delivery.received)
    notes = [
        f"{name}: attempt {one.upload.attempt.label} is the best of {len(one.marked)} and counts"
        for name, (_, one) in best.items()
    ]
    return replace(delivery, received=received, attempts=(*delivery.attempts, *notes))


def _since(before: Row, row: Row, scheme: Scheme) -> str:
    """What an attempt changed about the one before it."""
    return since_attempt(marked(before, scheme, {}), marked(row, scheme, {}))


def with_stored_best(delivery: Delivery, earlier: Record) -> Delivery:
    """The delivery with the attempts that an earlier run has found to be the best.

    Raises InputError where none has.
    """
    known = {name: entry.attempt for name, entry in earlier.submissions.items()}
    received = []
    for one in delivery.received:
        best = [it for it in one.marked if it.label == known.get(one.upload.true_name)]
        if len(one.marked) > 1 and not best:
            raise InputError(
                f"which attempt of {one.upload.name} is the best is known once they are marked; "
                "run patience grade with --attempt best first"
            )
        attempt = best[0] if best else one.upload.attempt
        received.append(replace(one, upload=replace(one.upload, attempt=attempt)))
    return replace(delivery, received=tuple(received))


def _copy(source: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
