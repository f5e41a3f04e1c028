"""What GitHub Classroom and the summary of a job show of each submission."""

from __future__ import annotations

from collections.abc import Mapping

from ..ci.classroom import autograding
from ..ci.markdown import summary
from .reports import reports_of
from .results import Results


def classroom_files(results: Results) -> Mapping[str, bytes]:
    """A JSON and a summary for each submission, by their paths."""
    files = {}
    for report in reports_of(results):
        files[f"classroom/{report.name}/autograding.json"] = autograding(report).encode()
        files[f"classroom/{report.name}/summary.md"] = summary(report).encode()
    return files
