"""What Gradescope says of a submission: when it came in, and when it was due."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ..errors import InputError

FILE = "submission_metadata.json"


@dataclass(frozen=True)
class Metadata:
    """The times of a submission. Those that Gradescope does not state are None."""

    created: datetime | None = None
    due: datetime | None = None
    """For everybody."""
    own_due: datetime | None = None
    """For this student, or for the latest of a group, where it is another."""

    @property
    def is_past_due(self) -> bool:
        """Whether it came in after it was due."""
        due = self.own_due or self.due
        return bool(self.created and due and self.created > due)


def read_metadata(path: Path) -> Metadata:
    """What the file says. Raises InputError when it is not Gradescope's."""
    try:
        said = json.loads(path.read_bytes())
        assignment = said.get("assignment") or {}
        due = _time(assignment.get("due_date"))
        own = [
            _time((user.get("assignment") or {}).get("due_date"))
            for user in said.get("users") or ()
        ]
        latest = max((one for one in own if one), default=None)
        return Metadata(_time(said.get("created_at")), due, latest if latest != due else None)
    except (OSError, ValueError, AttributeError, TypeError) as fault:
        raise InputError(f"{path} cannot be read as Gradescope's metadata: {fault}") from fault


def _time(text: Any) -> datetime | None:
    if text is None:
        return None
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return moment
