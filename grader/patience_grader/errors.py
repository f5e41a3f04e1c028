"""Why something could not be done, and whose fault it is."""

from __future__ import annotations


class PatienceError(Exception):
    """The root of all faults. The text is one line that says what to do next."""

    exit_code = 3


class InputError(PatienceError):
    """What the person running the kit gave it cannot be used: a path, a handout, an option."""

    exit_code = 2


class WriteError(InputError):
    """A file cannot be written where the person wants it: a full disk, a folder of others."""


class SubmissionError(PatienceError):
    """A submission cannot be read. The submission still gets its row, without marks."""

    exit_code = 1


class KitError(PatienceError):
    """The kit itself is broken: never a student's loss."""

    exit_code = 3
