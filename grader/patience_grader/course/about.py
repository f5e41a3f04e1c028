"""What a handout says about the coursework as a whole: the table `[about]`, shown at its top."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

Text = Annotated[str, msgspec.Meta(min_length=1)]


class About(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """The table `[about]`. What is left out is not shown."""

    deadline: datetime | None = None
    """Only where there is no late rule, which has a deadline of its own."""
    weight: Annotated[float, msgspec.Meta(gt=0, le=100)] | None = None
    """The share of the course's mark, in percent."""
    hours: Annotated[float, msgspec.Meta(gt=0)] | None = None
    """How many hours the work is meant to take."""
    ask: Text | None = None
    """Where students ask questions."""
    errors: Text | None = None
    """Whom they tell about errors in the handout."""
    reassessment: Text | None = None
    """Whether the work can be re-assessed, and how."""
