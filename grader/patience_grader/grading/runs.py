"""What the last finished run found, so that the next one can say what it changed.

`runs.json` lies beside the marks. It is written when a run is finished, so a run that was
stopped is compared, when it is continued, with the same one as before.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ..errors import InputError
from ..manual.overrides import Overrides
from ..manual.sheet import version_of
from ..marks.changes import Change, Marked, change_between
from ..marks.place import Place
from ..marks.scheme import Scheme
from ..report.table import Row
from ..text.atomic import write_atomically
from .exact_json import from_plain, to_plain

RUNS = "runs.json"


class Runs(msgspec.Struct, frozen=True, kw_only=True):
    """What was found, by submission."""

    marked: Mapping[str, Marked] = {}
    """By the last finished run that had the submission."""
    changed: Mapping[str, Change] = {}
    """The last change of each submission that ever changed."""
    latest: tuple[str, ...] = ()
    """Those that changed in the last run that changed any."""
    overridden: Mapping[str, Mapping[str, str]] = {}
    """For which version of a submission an override was first applied, by its key."""
    places: Mapping[str, Place] = {}
    """Where marks stand in the cohort, if students are shown that."""

    def of(self, name: str) -> Earlier:
        """What is known of one submission."""
        return Earlier(self.marked.get(name), self.changed.get(name))

    @property
    def changes(self) -> Mapping[str, Change]:
        """What the last run that changed anything has changed, by submission."""
        return {name: self.changed[name] for name in self.latest if name in self.changed}


@dataclass(frozen=True)
class Earlier:
    """What earlier runs found about a submission."""

    marked: Marked | None = None
    changed: Change | None = None

    def change_to(self, now: Marked) -> Change | None:
        """What changed last: now, or before if it still holds."""
        if self.marked is None:
            return None
        new = change_between(self.marked, now)
        if new or self.changed is None:
            return new
        return self.changed if _holds(self.changed, now) else None


def marked(row: Row, scheme: Scheme, fingerprint: Mapping[str, str]) -> Marked:
    """What the row of a complete sheet says that it earned."""
    names = [one.id for one in scheme.criteria]
    return Marked(
        mark=row.mark,
        band=row.band,
        earned=dict(zip(names, row.awards, strict=True)),
        states=dict(zip(names, row.states, strict=True)),
        fingerprint=dict(fingerprint),
    )


def read_runs(out: Path) -> Runs:
    """What earlier runs left. Raises InputError when it cannot be read."""
    file = out / RUNS
    try:
        return from_plain(json.loads(file.read_bytes()), Runs)
    except FileNotFoundError:
        return Runs()
    except (OSError, ValueError, ArithmeticError, RecursionError) as fault:
        raise InputError(
            f"{file} cannot be read; delete it, and the next run has nothing to compare with"
        ) from fault


def write_runs(out: Path, runs: Runs) -> None:
    """Stores it, readable only by who runs the kit. Raises WriteError."""
    write_atomically(out / RUNS, json.dumps(to_plain(runs)) + "\n", mode=0o600)


def following(
    runs: Runs, found: Mapping[str, Marked], standing: Mapping[str, Place] | None = None
) -> tuple[Runs, Mapping[str, Change]]:
    """The runs with one more, and what that changed. Without a change, the last ones stay.

    It left the marks `standing` where they do.
    """
    new = {
        name: change
        for name, now in sorted(found.items())
        if name in runs.marked and (change := change_between(runs.marked[name], now))
    }
    changed = {name: one for name, one in runs.changed.items() if _holds(one, found.get(name))}
    latest = tuple(new) or runs.latest
    after = msgspec.structs.replace(
        runs,
        marked={**runs.marked, **found},
        changed=changed | new,
        latest=latest,
        places=standing or {},
    )
    return after, new


def tied(runs: Runs, overrides: Overrides, digests: Mapping[str, str]) -> Runs:
    """The runs that remember for which versions overrides were first applied."""
    versions = {
        name: {
            one.key: one.version or version_of(digests[name])
            for one in some.values()
            if one.version or name in digests
        }
        for name, some in overrides.items()
    }
    return msgspec.structs.replace(runs, overridden=versions)


def _holds(change: Change, now: Marked | None) -> bool:
    """Whether what changed once is still what the submission earns."""
    return now is None or now.mark == change.after


def without(runs: Runs, name: str) -> Runs:
    """The runs as if there had never been this submission."""
    return Runs(
        marked={key: one for key, one in runs.marked.items() if key != name},
        changed={key: one for key, one in runs.changed.items() if key != name},
        latest=tuple(key for key in runs.latest if key != name),
        overridden={key: one for key, one in runs.overridden.items() if key != name},
        places={key: one for key, one in runs.places.items() if key != name},
    )
