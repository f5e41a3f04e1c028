"""A report as GitLab's code quality JSON: what is lost at the line of the student's code."""

from __future__ import annotations

import hashlib
import json

from ..text.sanitize import one_line
from .model import Place, Report, Test


def code_quality(report: Report) -> str:
    """The text of the JSON: an entry for each lost test whose place is known."""
    entries = [_entry(one, one.place) for one in report.lost if one.place]
    return json.dumps(entries, indent=1) + "\n"


def _entry(one: Test, place: Place) -> dict[str, object]:
    known = f"{one.id}\0{place.file}".encode()
    return {
        "description": f"{one_line(one.plain_title)} ({one_line(one.message)})",
        "check_name": one.id,
        "fingerprint": hashlib.sha256(known).hexdigest(),
        "severity": "major",
        "location": {"path": place.file, "lines": {"begin": place.line}},
    }
