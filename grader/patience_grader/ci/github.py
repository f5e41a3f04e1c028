"""What GitHub Actions reads from a job: annotations, the summary, and outputs of a step."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..text.sanitize import one_line, sanitize
from .classroom import autograding
from .markdown import summary
from .model import Place, Report, Test

_MOST = 10
"""GitHub shows no more annotations of a step."""
_LONGEST = 3_000


def commands(report: Report) -> Iterator[str]:
    """A workflow command for the first lost test of each exercise that has a line of code."""
    places: set[Place] = set()
    for tests in report.groups.values():
        lost = (one for one in tests if one.is_lost and one.place and not one.is_to_do)
        first = next(lost, None)
        if first and first.place and first.place not in places and len(places) < _MOST:
            places.add(first.place)
            yield _error(first)


def _error(test: Test) -> str:
    assert test.place
    parts = [f"{label}:\n{sanitize(text).rstrip()}" for label, text in test.explanation]
    message = "\n".join([one_line(test.message), *parts])[:_LONGEST]
    title = property_value(f"{test.id}: {one_line(test.plain_title)}")
    file = property_value(test.place.file)
    return f"::error file={file},line={test.place.line},title={title}::{message_value(message)}"


def message_value(text: str) -> str:
    """The text as the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def property_value(text: str) -> str:
    """The text as a property of a workflow command."""
    return message_value(text).replace(":", "%3A").replace(",", "%2C")


def quoted(text: str) -> str:
    """The text between two commands that keep GitHub from seeing commands in it."""
    token = secrets.token_hex(16)
    return f"::stop-commands::{token}\n{text}\n::{token}::"


def write_outputs(report: Report, environment: Mapping[str, str]) -> None:
    """Appends the summary and the result to the files that the runner has named, if it has."""
    if file := environment.get("GITHUB_STEP_SUMMARY"):
        _append(Path(file), summary(report))
    if file := environment.get("GITHUB_OUTPUT"):
        result = base64.b64encode(autograding(report).encode()).decode()
        _append(Path(file), f"result={result}\n")


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
