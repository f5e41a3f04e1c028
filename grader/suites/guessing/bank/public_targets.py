"""The targets that students play for themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from guessing.cards import Card
from suites.guessing.replies import Hand

_PUBLIC = {
    2: (
        "8D QS, 8D KS, 3C TC, 8H KH, QS AS, 7D 7S, AC AS, 2C 5S, 4D JS, 9C KS, 5H QD, 6D AS, "
        "TH JC, 3D 8S, 2D 9H, 4C 6S, 5C TD, 7H QC, 9D 9S, KC KD, 2S 6H, 3S JH, 4S TS, 5D QH"
    ),
    3: "4C 4S TD, 2H 9H KS, 5C JD AS, 7C 8C 8D",
    4: "3C 5C KC 5D, KC 9D 6H 8S",
}
"""Few of each size, among them hands of one suit or rank, and those with the first and the
last card. The first two are alike: games that share something disturb each other there.
They are not marked targets, but of two cards all hands are marked targets."""

PUBLIC_TARGETS: Mapping[int, Sequence[Hand]] = {
    size: [tuple(sorted(map(Card.parse, hand.split()))) for hand in text.split(",")]
    for size, text in _PUBLIC.items()
}
