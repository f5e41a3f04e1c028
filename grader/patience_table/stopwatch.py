"""How long a game has taken, without the time after it was won."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stopwatch:
    """The seconds so far, and since when it runs, `None` while it stands."""

    seconds: float = 0.0
    since: float | None = None

    def at(self, now: float) -> int:
        """The whole seconds it shows."""
        return int(self.seconds + (0.0 if self.since is None else now - self.since))

    def running(self, now: float) -> Stopwatch:
        """The watch, running."""
        return self if self.since is not None else Stopwatch(self.seconds, now)

    def stopped(self, now: float) -> Stopwatch:
        """The watch, standing."""
        return Stopwatch(self.at(now))


def clock_face(seconds: int) -> str:
    """The seconds as minutes and seconds, with hours if there are any."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
