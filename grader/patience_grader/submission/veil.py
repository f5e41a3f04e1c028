"""Hides whose a submission is in what is said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

_FEWEST = 2
_HIDDEN = "…"


@dataclass(frozen=True)
class Veil:
    """What a submission is called where it is not anonymous, and all that gives it away."""

    name: str
    student: str
    texts: frozenset[str]

    def also(self, texts: Iterable[str]) -> Veil:
        """The same veil over more texts."""
        return replace(self, texts=self.texts | frozenset(texts))

    def over(self, text: str) -> str:
        """The text with an ellipsis for whatever gives somebody away."""
        hidden = sorted({one for one in self.texts if len(one) >= _FEWEST}, key=len, reverse=True)
        if not hidden:
            return text
        any_of = "|".join(map(re.escape, hidden))
        return re.sub(rf"(?<![^\W_])(?:{any_of})(?![^\W_])", _HIDDEN, text, flags=re.IGNORECASE)
