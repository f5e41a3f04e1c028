"""How a run of a test stands: whether an answer was not the reference's, and what has ended it."""

from __future__ import annotations


class Standing:
    """That of one run."""

    def __init__(self, *, deviated: bool) -> None:
        self.deviated = deviated
        """Whether a submission has answered, called or asked otherwise than the reference."""
        self.holds_others = False
        """Whether what the suite holds since it was collected is of other classes than there."""
        self.loss: BaseException | None = None
        """What has ended the test; it is raised again whatever the suite asks then."""

    def lose(self, loss: BaseException) -> BaseException:
        """What ends the test from now on, to be raised."""
        self.loss = loss
        self.deviated = True
        return loss
