"""Which card goes where."""

from .cards import is_black, rank, to_text
from .errors import GameError


def goes_on(card: int, other: int) -> bool:
    return is_black(card) != is_black(other) and rank(other) - rank(card) == 1


def check_on_card(card: int, other: int) -> None:
    if is_black(card) == is_black(other):
        raise GameError(f"{to_text(card)} and {to_text(other)} have the same colour")
    if rank(other) - rank(card) != 1:
        raise GameError(f"{to_text(card)} is not one below {to_text(other)}")


def check_on_empty(card: int) -> None:
    if rank(card) != 12:
        raise GameError("only kings go to an empty pile")


def check_on_foundation(card: int, top: int | None) -> None:
    if top is None:
        if rank(card) != 0:
            raise GameError("only aces go to a free foundation")
    elif card != top + 1 or rank(card) == 0:
        raise GameError(f"{to_text(card)} does not come after {to_text(top)}")
