"""Where the files belong that tests or the solution did not find."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path

_NOT_FOUND = re.compile(r"No such file or directory: '([^']+)'")


def with_place(
    said: str, base: Path, beside: Path, places: Iterable[Path], asked: Collection[str]
) -> str:
    """What is said of a failure; if it is of a file that is not there, with where it belongs.

    Tests work in a copy of the folder `base`, and lie in `beside`. The file is looked for in some
    places. Those that are `asked` for are students' own: a copy would be the solution's.
    """
    missing = _NOT_FOUND.search(said)
    if missing is None:
        return said
    name = Path(missing[1])
    if name.name in asked:
        return (
            f"{said}; the files of students' modules do not cross: import {name.stem}, "
            f"or run it by runpy.run_path({name.name!r})"
        )
    if name.is_absolute() or beside != base:
        return (
            f"{said}; copy it to {beside}, and open it by Path(__file__).with_name({name.name!r})"
        )
    for place in places:
        for there in (place / name, place / name.name):
            if there.is_file():
                return f"{said}; copy {there} to {base / name}: tests work in a copy of {base}"
    return f"{said}; tests work in a copy of {base}: put it there as {name}"
