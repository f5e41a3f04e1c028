"""Whoever the run of a test asks: a submission, or what stands for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..sandbox.account import Tally
from ..sandbox.answers import Frame
from ..sandbox.talk import Out, Reply


class Asked(Protocol):
    """What a run needs of a submission."""

    @property
    def is_shown(self) -> bool:
        """Whether somebody is shown what was asked and answered."""

    @property
    def cpu_seconds(self) -> float:
        """The processor time that it has used so far."""

    @property
    def may_show(self) -> bool:
        """Whether it may be asked more that decides nothing and only shows what is wrong."""

    @property
    def tally(self) -> Tally:
        """What was used up to now."""

    def do(self, requests: Sequence[list[Any]], out: Out) -> list[Reply]:
        """What came of requests; `out` is what the suite does when it is called back."""

    def begin_afresh(self) -> None:
        """What is asked next is asked of a new guest."""

    def frames(self, rows: object) -> tuple[Frame, ...]:
        """The lines of the submission that a guest says an exception came through."""
