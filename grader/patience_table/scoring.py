"""The timed score: what time takes from the points of a game, and a fast win adds."""

from __future__ import annotations

_PENALTY, _EVERY = 2, 10
_BONUS, _LEAST_SECONDS = 700_000, 30


def timed_score(points: int, seconds: int, *, won: bool) -> int:
    """The points less 2 for every 10 whole seconds, with a bonus for a win.

    The bonus is 700,000 divided by the seconds, without the rest; a game of less than 30
    seconds has none.
    """
    bonus = _BONUS // seconds if won and seconds >= _LEAST_SECONDS else 0
    return points - _PENALTY * (seconds // _EVERY) + bonus
