"""From what was handed in to its mark sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..course.coursework import Coursework
from ..marks.mark_sheet import MarkSheet, award
from ..marks.verdict import State, Verdict
from ..sandbox.answers import Answer, Raised
from ..sandbox.student import Answered, nobody
from ..submission.notebook.extract import Place, noted
from ..submission.reading import Submission, known_student
from ..submission.upload import Upload
from ..suite.judging import describe
from .shares import too_late
from .suite_result import RunSuite

_COLUMN = re.compile(r"<column (?P<number>[0-9]{1,4})>", re.ASCII)
_LONGEST_LINE = 500


def mark(
    submission: Submission, coursework: Coursework, run_suite: RunSuite, answered: Answered = nobody
) -> MarkSheet:
    """The mark sheet of what was handed in; `answered` hears of each answer."""
    files = {name.removesuffix(".py"): text for name, text in submission.files.items()}
    result = run_suite(files, answered)
    broken = _broken(submission, {name: describe(why) for name, why in result.troubles.items()})
    excerpts = tuple(_excerpts(submission, coursework, result.troubles))
    verdicts = result.verdicts
    if result.stopped:
        verdicts = {name: too_late(one, result.stopped) for name, one in verdicts.items()}
    if submission.places:
        places, package = submission.places, coursework.package
        broken = tuple(noted(why, places, package) for why in broken)
        excerpts = tuple(noted(text, places, package) for text in excerpts)
        verdicts = {name: _told(one, places, package) for name, one in verdicts.items()}
    return MarkSheet(
        submission=submission.name,
        student=submission.student,
        scheme=coursework.scheme,
        awards=award(coursework.scheme, verdicts),
        remarks=submission.remarks,
        notes=submission.notes,
        broken=broken,
        excerpts=excerpts,
        stopped=result.stopped,
        cap=coursework.cap_if_broken if broken else None,
        misread=result.misread,
    )


def _told(verdict: Verdict, places: Mapping[str, Sequence[Place]], package: str) -> Verdict:
    """The verdict with the lines of a notebook in place of those of files."""
    if verdict.evidence is None:
        return verdict
    trace = tuple(noted(line, places, package) for line in verdict.evidence.trace)
    return replace(verdict, evidence=replace(verdict.evidence, trace=trace))


def _excerpts(
    submission: Submission, coursework: Coursework, troubles: Mapping[str, Answer]
) -> Iterator[str]:
    """For each file that cannot be parsed its place, the line, and a caret where Python stopped.

    The guest says which line and column; the line itself is that of the file.
    """
    for module, trouble in troubles.items():
        frame = trouble.frames[-1] if isinstance(trouble, Raised) and trouble.frames else None
        column = _COLUMN.fullmatch(frame.function) if frame else None
        lines = submission.files.get(f"{module}.py", "").splitlines()
        if frame is None or column is None or not 0 < frame.line <= len(lines):
            continue
        if frame.file != f"{coursework.full_name(f'{module}.py').replace('.', '/')}.py":
            continue
        line = lines[frame.line - 1].expandtabs(1)[:_LONGEST_LINE]
        bare = line.lstrip()
        place = min(max(int(column["number"]) - 1 - (len(line) - len(bare)), 0), len(bare))
        yield f"{frame.file}, line {frame.line}\n{bare}\n{' ' * place}^"


def _broken(submission: Submission, troubles: Mapping[str, str]) -> tuple[str, ...]:
    unreadable = [f"{name}: {why}" for name, why in submission.broken.items()]
    return (
        *unreadable,
        *(f"{module}.py cannot be imported: {why}" for module, why in troubles.items()),
    )


def unreadable(upload: Upload, coursework: Coursework, why: str) -> MarkSheet:
    """The mark sheet of a submission that cannot be read: it earns nothing and says why."""
    lost = Verdict(State.NOT_ANSWERED, f"the submission cannot be read: {why}")
    verdicts = {criterion.id: lost for criterion in coursework.scheme.criteria}
    return MarkSheet(
        submission=upload.name,
        student=known_student(upload, coursework),
        scheme=coursework.scheme,
        awards=award(coursework.scheme, verdicts),
        unreadable=why,
    )


def stopped(upload: Upload, coursework: Coursework, why: str) -> MarkSheet:
    """The mark sheet of a submission that took too long: what no person marks earns nothing."""
    lost = Verdict(State.TIMED_OUT, why)
    return MarkSheet(
        submission=upload.name,
        student=known_student(upload, coursework),
        scheme=coursework.scheme,
        awards=award(coursework.scheme, {one.id: lost for one in coursework.scheme.examined}),
        stopped=why,
    )


def void(upload: Upload, coursework: Coursework, why: str) -> MarkSheet:
    """The mark sheet of a submission that the kit failed to examine."""
    verdicts = {one.id: Verdict(State.VOID, why) for one in coursework.scheme.criteria}
    awards = award(coursework.scheme, verdicts)
    return MarkSheet(upload.name, known_student(upload, coursework), coursework.scheme, awards)
