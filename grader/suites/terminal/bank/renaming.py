"""The suits of the questions, which are drawn: so nobody knows the cards of a session.

The marked edition keeps the colours, the public one swaps them: no session is in both. The rules
are the same for all suits, so a session has the same course.
"""

import re

from patience_grader.suite.bank import drawing, is_public

__all__: list[str] = []

_CARD = re.compile(r"\b[HDCS](?=(?:\d+|[AJQK])\b)", re.IGNORECASE)
"""The suit of a card in any spelling, also of one with a number that no card has."""


def _drawn() -> dict[int, int]:
    """A suit for each suit; one in the wrong case becomes one in the wrong case."""
    chance = drawing(__name__)
    red, black = chance.sample("HD", 2), chance.sample("cs", 2)
    suits = [*black, *red] if is_public() else [*red, *black]
    others = "".join(one.swapcase() for one in suits)
    return str.maketrans("HDcs" + "hdCS", "".join(suits) + others)


_SUITS = _drawn()


def renamed(text: str) -> str:
    """The text with the suits of this edition. Words that are not cards stay as they are."""
    return _CARD.sub(lambda suit: suit[0].translate(_SUITS), text)
