"""Other suits for the public edition, which so has other questions of the same kinds.

All colours swap: hearts become spades, spades diamonds, diamonds clubs, clubs hearts. The rules
are the same for them, so a session has the same course.
"""

import re

from patience_grader.suite.bank import is_public

_CARD = re.compile(r"\b[HDCS](?=(?:\d+|[AJQK])\b)", re.IGNORECASE)
"""The suit of a card in any spelling, also of one with a number that no card has."""
_OTHERS = str.maketrans("HsDc" + "hSdC", "sDcH" + "SdCh")
"""A suit in the wrong case becomes one in the wrong case."""


def renamed(text: str) -> str:
    """The text with the cards of this edition. Words that are no cards stay as they are."""
    if not is_public():
        return text
    return _CARD.sub(lambda suit: suit[0].translate(_OTHERS), text)
