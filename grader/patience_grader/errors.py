"""Why something could not be done, and whose fault it is."""

from __future__ import annotations


class Fault(Exception):
    """The root of all faults. The text is one line that says what to do next."""

    exit_code = 3


class InputFault(Fault):
    """What the person running the kit gave it cannot be used: a path, a handout, an option."""

    exit_code = 2


class SubmissionFault(Fault):
    """A hand-in cannot be read. The hand-in still gets its row, without marks."""

    exit_code = 1


class KitFault(Fault):
    """The kit itself is broken: never a student's loss."""

    exit_code = 3
