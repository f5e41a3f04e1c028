"""Which files a suite makes once a submission has answered otherwise."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from patience_grader.boundary.own_files import guarded


class Refused(Exception):
    """The suite has used what it may not."""


def refuse(what: str) -> None:
    raise Refused(what)


@pytest.mark.parametrize(
    ("name", "kind", "is_refused"),
    [
        ("file", stat.S_IFREG, False),
        ("pipe", stat.S_IFIFO, False),
        ("device", stat.S_IFCHR, True),
        ("disk", stat.S_IFBLK, True),
        ("../file", stat.S_IFREG, True),
    ],
)
def test_an_archive_that_a_suite_unpacks_makes_no_devices(
    tmp_path: Path, name: str, kind: int, *, is_refused: bool
) -> None:
    suite, place = tmp_path / "suite", tmp_path / "place"
    place.mkdir()
    make = compile("make(path, kind, device)", str(suite / "test_shop.py"), "exec")
    asked = {"path": str(place / name), "kind": kind | 0o600, "device": os.makedev(1, 3)}
    with guarded(f"{suite}/", [], lambda: [str(place)], refuse):
        try:
            exec(make, {"make": os.mknod, **asked})
        except Refused:
            assert is_refused
            assert not (place / name).exists()
        else:
            assert not is_refused
