class Problem(Exception):
    """Something that is refused."""


class BadFile(Problem):
    """A file that is refused, because of the line with this number, if it is not None."""

    def __init__(self, text, line=None):
        super().__init__(text if line is None else f"line {line}, {text}")
