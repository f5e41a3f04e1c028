"""Why something is not done."""


class Refused(Exception):
    """A command, a move or a file that is not accepted. Its text says why, in one line."""
