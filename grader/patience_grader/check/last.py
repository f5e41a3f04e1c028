"""What the check found last, to say what is different now. It lies beside the check."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..course.public import PublicCoursework
from ..marks.verdict import State
from .result import Result

_LISTED = 6
"""So many rules are named."""
_MOST_BYTES = 1 << 20
Outcomes = Mapping[str, bool]
"""Whether rules are kept, by their names."""


@dataclass(frozen=True)
class Since:
    """The rules whose outcome is another one than when they were looked at before."""

    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """What is different, on one line; empty when nothing is."""
        parts = [*_part(self.passed, "passes", "pass"), *_part(self.failed, "fails", "fail")]
        return f"Since the last check, {', '.join(parts)}." if parts else ""


def outcomes_of(result: Result) -> Outcomes:
    """What the check found out."""
    return {
        one.rule.id: one.is_kept
        for part in result.parts
        for one in part.looked
        if one.verdict.state is not State.VOID
    }


def since(before: Outcomes, now: Outcomes) -> Since:
    """What is different. A rule that was not looked at both times is not."""
    both = [name for name in now if name in before and now[name] != before[name]]
    return Since(
        tuple(name for name in both if now[name]), tuple(name for name in both if not now[name])
    )


def file_beside_check() -> Path | None:
    """Where a check that was unpacked stores what it found; None for one that is installed."""
    script = Path(sys.argv[0])
    return script.resolve().parent / ".check" / "last.json" if script.name == "check.py" else None


def remembered(file: Path | None, public: PublicCoursework, now: Outcomes) -> Since:
    """What is different from what is stored; then stores what was found now.

    What cannot be read, or is about another version, counts as nothing; where nothing can be
    written, nothing is.
    """
    if file is None:
        return Since()
    before = _read(file, public)
    stored = {"coursework": public.slug, "version": public.version, "kept": {**before, **now}}
    with contextlib.suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(stored), encoding="utf-8")
    return since(before, now)


def _read(file: Path, public: PublicCoursework) -> Outcomes:
    try:
        with file.open("rb") as stream:
            stored = json.loads(stream.read(_MOST_BYTES))
        if (stored["coursework"], stored["version"]) != (public.slug, public.version):
            return {}
        return {str(name): kept is True for name, kept in stored["kept"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}


def _part(names: Sequence[str], one: str, several: str) -> Iterator[str]:
    if names:
        listed = ", ".join(names[:_LISTED])
        more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
        yield f"{len(names)} newly {one if len(names) == 1 else several}: {listed}{more}"
