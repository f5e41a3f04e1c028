"""Submissions laid out as JPlag and MOSS read them: a folder for each, base code apart."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from .compare import Files

SUBMISSIONS, BASE = "submissions", "base"
_HOW = """\
submissions/ has a folder for each submission, base/ what everybody was given.
Names in the code, in comments for example, are not hidden.

JPlag (https://github.com/jplag/JPlag), on this machine:

    java -jar jplag.jar -l python3 -bc base submissions

MOSS (https://theory.stanford.edu/~aiken/moss/), which sends the files to another university; find
out first whether you may do that:

    moss -l python -d $(printf -- '-b %s ' base/*.py) submissions/*/*.py
"""


def layout(submissions: Mapping[str, Files], base: Files) -> Mapping[str, str]:
    """The files to write, by their paths. A submission has no folders in its own."""
    found = {"README.txt": _HOW}
    for name, text in base.items():
        found[f"{BASE}/{_flat(name)}"] = text
    for submission, files in submissions.items():
        for name, text in files.items():
            found[f"{SUBMISSIONS}/{submission}/{_flat(name)}"] = text
    return found


def _flat(name: str) -> str:
    """The name of a file as one part of a path."""
    return "__".join(part for part in PurePosixPath(name).parts if part not in {"/", "..", "."})
