class GameError(Exception):
    """The message is for the player."""


def at_line(number: int, message: str) -> GameError:
    return GameError(f"line {number}: {message}")
