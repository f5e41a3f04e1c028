"""What a submission has used of its limits, and what is left of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .answers import TimedOut
from .watch import OF_ALL, Budget, Limits, Used

_SHARE_SHOWN = 0.1
"""This share of its limits may what is only shown take, beside them."""
_ANEW = 0.5
"""This share of its limits may a submission use that is asked anew, as it was too slow."""


@dataclass(frozen=True)
class Tally:
    """What a submission has used of its limits."""

    spent: Used
    in_vain: Used
    """What of it was used by questions for which a guest was stopped."""


class Account:
    """Keeps count for one submission; what its guest uses that is asked now is added by whom asks.

    Limits are those of the whole submission, until it is asked in shares.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._share: Limits | None = None
        self._before = Used()
        """What was used before the share began."""
        self.spent = Used()
        self.in_vain = Used()
        self.in_games = Used()
        """What was used by moves in games, also of the guest that lives."""
        self.shown = Used()
        """What was used for evidence, which does not count."""

    @property
    def is_in_shares(self) -> bool:
        """Whether it is asked in shares."""
        return self._share is not None

    def begin_share(self, parts: int, used: Used) -> None:
        """From now on one of so many parts may be used, beside what is `used`."""
        part, whole = _ANEW / parts, self._limits
        self._before = used
        self._share = replace(
            whole,
            cpu_seconds_per_submission=round(part * whole.cpu_seconds_per_submission, 2),
            wall_seconds_per_submission=round(part * whole.wall_seconds_per_submission, 2),
        )

    def left(self, said: int) -> Budget:
        """What may be used by a fresh guest, which may say so many bytes."""
        limits = self._share or self._limits
        return Budget(
            limits,
            limits.cpu_seconds_per_submission + self._before.cpu - self.spent.cpu,
            limits.wall_seconds_per_submission + self._before.wall - self.spent.wall,
            said,
            self._scope,
        )

    def over(self, guest: Used) -> TimedOut | None:
        """Which limit is exceeded, with what a guest that lives has used."""
        return self.left(0).exceeded(guest.cpu, guest.wall)

    @property
    def _scope(self) -> str:
        whole = self._limits
        if self._share is None:
            return OF_ALL
        return (
            "as the share of one exercise, since the whole submission takes more than "
            f"{whole.cpu_seconds_per_submission:g} s, or {whole.wall_seconds_per_submission:g} s "
            "of waiting"
        )

    @property
    def may_show(self) -> bool:
        """Whether more may be asked that decides nothing and only shows what is wrong."""
        limits, shown = self._limits, self.shown
        return (
            shown.cpu < _SHARE_SHOWN * limits.cpu_seconds_per_submission
            and shown.wall < _SHARE_SHOWN * limits.wall_seconds_per_submission
        )

    @property
    def stopped(self) -> TimedOut | None:
        """The limit of the whole that is exceeded if it is chance what was answered before.

        That is when most of it went into questions that were answered. Questions that each ran out
        of time use as much every time. Games do not count: those that could not be played are lost,
        and the others count.
        """
        limits, in_vain = self._limits, self.in_vain
        spent = self.spent - self.in_games
        cpu, wall = limits.cpu_seconds_per_submission, limits.wall_seconds_per_submission
        is_chance = (spent.cpu > cpu and 2 * in_vain.cpu < cpu) or (
            spent.wall > wall and 2 * in_vain.wall < wall
        )
        return Budget.of(limits, 0).exceeded(spent.cpu, spent.wall) if is_chance else None
