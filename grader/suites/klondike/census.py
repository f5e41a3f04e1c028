"""Which cards are missing from an answer, which come too often, and what is not a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

from klondike.cards import Card

_NAMED = 13
"""So many cards are named at most."""


def census(value: Any, wanted: Iterable[Card]) -> str:
    """What of the wanted cards an answer has too few or too many of, in words; empty for none."""
    if not isinstance(value, tuple):
        return ""
    right = Counter(wanted)
    cards = [one for one in value if isinstance(one, Card)]
    known = Counter(one for one in cards if one in right)
    strange = (one for one in cards if one not in right)
    noted = [
        _named("missing", (right - known).elements()),
        _named("too many", chain((known - right).elements(), strange)),
        _others(value),
    ]
    told = "; ".join(filter(None, noted))
    return f"it returned {len(value)} {'item' if len(value) == 1 else 'items'}; {told}" * bool(told)


def _named(what: str, cards: Iterable[Card]) -> str:
    names = [str(card).strip() for card in sorted(cards)]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{what}: {' '.join(names[:_NAMED])}{more}" if names else ""


def _others(value: tuple[Any, ...]) -> str:
    others = [one for one in value if not isinstance(one, Card)]
    return f"{len(others)} of them not a Card" if others else ""
