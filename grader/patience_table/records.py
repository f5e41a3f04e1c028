"""Statistics: how the games by one set of rules ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated

import msgspec

from .stopwatch import clock_face

Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Points = Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games that were won or given up, the best of them, and what they came to."""

    played: Count = 0
    won: Count = 0
    streak: Count = 0
    """How many games were won since the last one that was given up."""
    best_streak: Count = 0
    best_seconds: Count | None = None
    """Of the games won, `None` while there is none."""
    best_score: Points | None = None
    balance: Points = 0
    """The scores of all games together."""

    def __post_init__(self) -> None:
        if not max(self.won, self.streak) <= self.played or self.streak > self.best_streak:
            raise ValueError("more games won than played")

    def after(self, *, won: bool, seconds: int, score: int) -> Record:
        """The record after one more game."""
        streak = self.streak + 1 if won else 0
        times = [one for one in (self.best_seconds, seconds if won else None) if one is not None]
        return Record(
            self.played + 1,
            self.won + won,
            streak,
            max(streak, self.best_streak),
            min(times, default=None),
            score if self.best_score is None else max(score, self.best_score),
            self.balance + score,
        )


_ROW = "{:<11}{:>7}{:>5}{:>5}{:>7}{:>5}{:>8}{:>6}{:>8}"
_HEADER = _ROW.format("rules", "played", "won", "", "streak", "best", "time", "score", "balance")


def records_page(records: Mapping[str, Record], paid: Collection[str]) -> str:
    """The records as a table to read; those of rules whose games are paid for have a balance."""
    if not any(record.played for record in records.values()):
        return "No game has been finished yet."
    rows = [
        _row(rules, record, has_balance=rules in paid)
        for rules, record in records.items()
        if record.played
    ]
    return "\n".join(["Statistics (best streak, time and score)", "", _HEADER, *rows])


def _row(rules: str, record: Record, *, has_balance: bool) -> str:
    seconds = record.best_seconds
    return _ROW.format(
        rules,
        record.played,
        record.won,
        f"{record.won / record.played:.0%}",
        record.streak,
        record.best_streak,
        "–" if seconds is None else clock_face(seconds),
        "–" if record.best_score is None else record.best_score,
        record.balance if has_balance else "–",
    )
