"""The check tried out before it is handed out: on the solution, and on the skeleton."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..check.plain import Calls, PlainChecker
from ..check.result import Looked
from ..course.coursework import Coursework
from ..course.public import PublicCoursework
from ..errors import InputError
from ..marks.verdict import State
from ..text.sanitize import one_line
from .edition import Edition

_MOST = 60_000
"""Characters of the calls whose answers are known at home, for each criterion."""
_TRIED = "\n# tried before it was handed out\n"


def check_on_solution(
    coursework: Coursework, public: PublicCoursework, edition: Edition
) -> Mapping[str, Mapping[str, str]]:
    """What the solution gives to the calls of the public tests, in words.

    Raises InputError, naming file and line, when it does not pass one of them.
    """
    checker = PlainChecker(public)
    texts = {
        name: (coursework.solution / name).read_text(encoding="utf-8-sig")
        for name in coursework.required
    }
    result = checker.check_files(texts)
    if result.broken:
        raise InputError(f"the check cannot import the solution: {result.broken[0]}")
    looked = [one for part in result.parts for one in part.looked]
    seen = {one.rule.id for one in looked if one.is_kept}
    for name in edition.criteria:
        if name not in seen:
            why = next(
                (_why(one) for one in looked if one.rule.id == name), "; ".join(result.remarks)
            )
            raise InputError(
                f"grader/suites/{coursework.slug}/{edition.places[name]}: the solution does not "
                f"pass the check of {name} ({why}); take {name} out of public_tests, "
                "or mark it hidden"
            )
    return _expected(checker.calls(texts))


def _why(one: Looked) -> str:
    note = one.verdict.evidence.note if one.verdict.evidence else ""
    return one_line(f"{one.verdict.reason or one.verdict.state} {note}").strip()[:300]


def _expected(calls: Calls) -> Mapping[str, Mapping[str, str]]:
    """What calls give, but for those that give this and that."""
    found: dict[str, Mapping[str, str]] = {}
    for criterion, pairs in calls.items():
        given: dict[str, set[str]] = {}
        for call, outcome in pairs:
            given.setdefault(call, set()).add(outcome)
        sure: dict[str, str] = {}
        size = 0
        for call, some in given.items():
            size += len(call) + len(outcome := min(some))
            if len(some) == 1 and size <= _MOST:
                sure[call] = outcome
        found[criterion] = sure
    return found


@dataclass(frozen=True)
class Tried:
    """What came of a check that was tried out."""

    passed_by_skeleton: tuple[str, ...]
    """The public tests that the untouched skeleton passes."""


def try_out(packed: bytes, coursework: Coursework) -> Tried:
    """Runs the check in a bundle, as a student would, on the solution and on the skeleton.

    Raises InputError, naming the test, when the solution does not pass all of it, or the check
    itself fails.
    """
    solution = {
        name: (coursework.solution / name).read_text(encoding="utf-8-sig")
        for name in coursework.reference
    }
    skeleton = {name: text + _TRIED for name, text in coursework.blank.items()}
    with tempfile.TemporaryDirectory(prefix="patience-") as name:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(name)
        (folder,) = Path(name).iterdir()
        passed = _checked(folder, coursework, solution, "the solution")
        for criterion, (state, why) in passed.items():
            if state != State.PASSED:
                raise InputError(f"the solution does not pass the check of {criterion}: {why}")
        begun = _checked(folder, coursework, skeleton, "the skeleton", may_be_broken=True)
    for criterion, (state, why) in begun.items():
        if state == State.VOID:
            raise InputError(f"the check of {criterion} fails on the skeleton: {why}")
    return Tried(tuple(one for one, (state, _) in begun.items() if state == State.PASSED))


def _checked(
    folder: Path,
    coursework: Coursework,
    texts: Mapping[str, str],
    what: str,
    *,
    may_be_broken: bool = False,
) -> dict[str, tuple[str, str]]:
    """The state of each public test, and why."""
    for name, text in texts.items():
        (folder / coursework.package / name).write_text(text, encoding="utf-8")
    alone = [] if coursework.packages else ["-S"]
    done = subprocess.run(  # noqa: S603 our own program
        [sys.executable, "-I", *alone, "check.py", "--json"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    try:
        said = json.loads(done.stdout)
    except ValueError:
        why = one_line(done.stderr.strip() or f"it ended with exit code {done.returncode}")
        raise InputError(f"the check fails on {what}: {why[-300:]}") from None
    if said["broken"] and not may_be_broken:
        raise InputError(f"the check cannot import {what}: {one_line(said['broken'][0])[:300]}")
    return {
        rule["id"]: (rule["state"], one_line(rule["reason"])[:300])
        for exercise in said["exercises"]
        for rule in exercise["rules"]
    }
