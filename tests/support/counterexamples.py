"""Whether every counterexample is one, for the known wrong submissions of a coursework.

For each criterion that a submission loses: the right answer is accepted on what is shown, the
answer of the submission is not, expected and got are not the same text, and the lines to paste
print something else for the solution than for the submission, unless the note says that they
do not: what depends on calls of other criteria long before cannot be shown by a few lines.

Run as a program with a course folder, a coursework's name, a number and a step, it prints as JSON
what is wrong with the counterexamples of one in so many submissions from that number on.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any
from unittest.mock import patch

from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.marking.run_suite import run_suites
from patience_grader.marking.suite_result import RunSuite
from patience_grader.marks.verdict import Evidence, State, Verdict
from patience_grader.questions.drawing import draw
from patience_grader.questions.secret import read_secret
from patience_grader.sandbox.answers import Returned
from patience_grader.selftest.known import (
    SOLUTION,
    KnownSubmission,
    right_submissions,
    wrong_submissions,
)
from patience_grader.suite import cases
from questions_asked import Now

_WAITING = 120
"""After so many seconds a call that waits is taken for one that prints nothing."""


def flawed_counterexamples(root: Path, slug: str, share: tuple[int, int]) -> tuple[int, list[str]]:
    """How many lost criteria were looked at, and what is wrong with their counterexamples."""
    command = [sys.executable, __file__, str(root), slug, *map(str, share)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    count, flaws = json.loads(done.stdout)
    return count, flaws


def main() -> None:
    root, slug, start, step = Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:5])
    coursework = read_coursework(root, slug)
    bases = {one.name: one.files for one in right_submissions(coursework)}
    flaws: list[str] = []
    counted = 0
    now = Now()
    given = _watch(now)

    def use(run: RunSuite) -> None:
        nonlocal counted
        for known in wrong_submissions(coursework)[start::step]:
            given.clear()
            verdicts = run(_texts(known.files, coursework), journal=now).verdicts
            for name in sorted(known.loses or ()):
                if verdicts[name].state is State.PASSED:
                    continue  # a small course may lack what it loses; the selftest looks at that
                counted += 1
                found = _flaws(known, verdicts[name], given.get(name), coursework, bases)
                flaws.extend(f"{known.name}: {name}: {flaw}" for flaw in found)

    run_suites(coursework, use, draw(coursework, read_secret(root)))
    sys.stdout.write(json.dumps([counted, flaws]))


def _texts(files: Mapping[str, bytes], coursework: Coursework) -> Mapping[str, str]:
    names = files if coursework.program else coursework.required
    return {name.removesuffix(".py"): files[name].decode() for name in names if name[-3:] == ".py"}


def _watch(now: Now) -> dict[str, tuple[Any, ...]]:
    """What `fail_case` is first given from now on, by criterion: later, misreadings are tried."""
    given: dict[str, tuple[Any, ...]] = {}
    fail_case = cases.fail_case

    def noted(student: Any, some: Any, case: Any, answer: Any, **more: Any) -> Any:
        given.setdefault(now.criterion, (some, case, answer, more))
        fail_case(student, some, case, answer, **more)

    patch.object(cases, "fail_case", noted).start()
    return given


def _flaws(
    known: KnownSubmission,
    verdict: Verdict,
    given: tuple[Any, ...] | None,
    coursework: Coursework,
    bases: Mapping[str, Mapping[str, bytes]],
) -> Iterator[str]:
    evidence = verdict.evidence
    if evidence is None:
        yield "nothing is shown"
        return
    if given:
        yield from _misjudged(*given)
    if evidence.expected == evidence.got:
        yield f"expected and got are the same: {evidence.got}"
    right, wrong = (_printed(evidence, one, coursework) for one in (bases[SOLUTION], known.files))
    if right == wrong and "so they print the right answer" not in evidence.note:
        yield f"the lines print the same for both: {right[-200:]!r}\n{evidence.snippet}"
    if verdict.state is State.VOID:
        yield f"void: {verdict.reason}"


def _misjudged(_: Any, case: Any, answer: Any, more: Mapping[str, Any]) -> Iterator[str]:
    """Whether the right answer is refused on what is shown, or the wrong one accepted."""
    expected = case.expected
    if isinstance(expected, cases.Value) and not expected.accepts(expected.shown):
        yield "the right answer is not accepted"
    if not more.get("reason") and isinstance(answer, Returned):
        is_accepted = isinstance(expected, cases.Value) and expected.accepts(answer.value)
        if is_accepted and not set(answer.changed) - expected.changes:
            yield "the answer is accepted"


def _typed(lines: Sequence[str]) -> Iterator[str]:
    """What is typed, line for line: of those that say so, the same several times."""
    for line in lines:
        found = re.fullmatch(r"(.*?)    \((\d+) times\)", line)
        text, count = (found[1], int(found[2])) if found else (line, 1)
        yield from [text.removeprefix("> ")] * count


@dataclass(frozen=True)
class _Pasted:
    """What a student types: the files that are there, a command, and the lines typed to it."""

    files: Mapping[str, bytes]
    command: Sequence[str]
    lines: Sequence[str]

    @classmethod
    def of(cls, snippet: str) -> _Pasted:
        *before, last = re.split(r"\n\n(?=--- |python3 )", snippet)
        if not last.startswith("python3 "):
            return cls({}, ["-c", snippet], ())
        command, *lines = last.split("\n")
        texts = dict(re.findall(r"--- (.*) ---\n([^\0]*)", one)[0] for one in before)
        files = {name: _file(text) for name, text in texts.items()}
        return cls(files, shlex.split(command)[1:], list(_typed(lines)))


def _file(text: str) -> bytes:
    written = re.fullmatch(r"\(not a text: the bytes ([0-9a-f ]+)\)", text)
    return bytes.fromhex(written[1]) if written else f"{text}\n".encode()


def _printed(evidence: Evidence, files: Mapping[str, bytes], coursework: Coursework) -> str:
    """What the lines print, with the last line of an error, in a folder with these files.

    Of a program also the files that it leaves and its exit code.
    """
    with tempfile.TemporaryDirectory() as name:
        package = Path(name, coursework.package)
        package.mkdir()
        for file, text in coursework.supplied.items():
            (package / file).write_text(text, "utf-8")
        for file, data in files.items():
            (package / file).write_bytes(data)
        pasted = _Pasted.of(evidence.snippet)
        for file, data in pasted.files.items():
            Path(name, file).parent.mkdir(parents=True, exist_ok=True)
            Path(name, file).write_bytes(data)
        try:
            done = subprocess.run(
                [sys.executable, *pasted.command],
                input="".join(f"{line}\n" for line in pasted.lines),
                check=False,
                cwd=name,
                capture_output=True,
                text=True,
                timeout=_WAITING,
                preexec_fn=partial(_limit, coursework),
                env={**os.environ, "PYTHONPATH": "", "PYTHONHASHSEED": "0"},
            )
        except subprocess.TimeoutExpired:
            return "it hangs"
        left = [one.read_text("utf-8", "replace") for one in _files(Path(name))]
    if done.returncode == -signal.SIGKILL:
        return "it hangs"
    if coursework.program:
        return "\n".join([done.stdout, done.stderr, *left, f"exit code {done.returncode}"])
    error = done.stderr.strip().splitlines()[-1:] if pasted.command[0] == "-c" else []
    return "\n".join([done.stdout, *error])


def _files(folder: Path) -> list[Path]:
    return sorted(one for one in folder.iterdir() if one.is_file())


def _limit(coursework: Coursework) -> None:
    """Ends a call that takes all the processor time that a question may: it hangs."""
    seconds = ceil(coursework.limits.cpu_seconds_per_question)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


if __name__ == "__main__":
    main()
