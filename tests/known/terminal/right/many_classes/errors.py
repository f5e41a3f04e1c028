class KlondikeError(Exception):
    """Something the player may not do."""


class FileProblem(KlondikeError):
    """A file that cannot be used."""

    def __init__(self, text, number=None):
        super().__init__(text if number is None else f"line {number}: {text}")
