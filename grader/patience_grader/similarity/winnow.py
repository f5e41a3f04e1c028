"""Fingerprints of token sequences, by winnowing, and how alike two of them are.

Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", 2003:
of the hashes of so many tokens in a row, the least of each window is kept, so that whatever two
texts share that is long enough is found wherever it stands.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

GRAM = 12
"""So many tokens in a row are compared."""
WINDOW = 6
"""Of so many hashes in a row the least is kept: what is 17 tokens long is found for sure."""
_MOST_SHARE = 0.2
_FEW, _MANY = 3, 40
"""What more than a fifth of the submissions share, but for these bounds, is nobody's own."""
_ENOUGH = 8
"""With fewer fingerprints of its own, nothing is said about a submission."""


@dataclass(frozen=True)
class Token:
    """A word of a source text without its name, and where it stands."""

    kind: str
    file: str
    line: int


@dataclass(frozen=True)
class Print:
    """A fingerprint: a hash, and the lines that it stands for."""

    value: int
    file: str
    first: int
    last: int


@dataclass(frozen=True)
class Pair:
    """Two submissions, and what they share."""

    one: str
    other: str
    shared: int
    """So many fingerprints."""
    share: float
    """Of those of the smaller one, from 0 to 1."""


Owned = Mapping[str, Mapping[int, Print]]
"""The fingerprints that are a submission's own, by submission and value."""


def fingerprints(tokens: Sequence[Token]) -> tuple[Print, ...]:
    """The fingerprints of a text."""
    grams = [
        Print(_hash(tokens[at : at + GRAM]), first.file, first.line, last.line)
        for at, (first, last) in enumerate(zip(tokens, tokens[GRAM - 1 :], strict=False))
        if first.file == last.file
    ]
    windows = (
        range(at, min(at + WINDOW, len(grams))) for at in range(max(0, len(grams) - WINDOW) + 1)
    )
    least = (min(one, key=lambda place: (grams[place].value, -place)) for one in windows if one)
    return tuple(grams[place] for place in dict.fromkeys(least))


def _hash(tokens: Sequence[Token]) -> int:
    text = "\0".join(token.kind for token in tokens)
    return int.from_bytes(hashlib.blake2b(text.encode(errors="replace"), digest_size=8).digest())


def own(prints: Mapping[str, Sequence[Print]], given: Collection[int]) -> Owned:
    """What is left of the fingerprints without what everybody was `given` and what many share."""
    counts = Counter(value for some in prints.values() for value in {one.value for one in some})
    most = min(max(_FEW, _MOST_SHARE * len(prints)), _MANY)
    return {
        name: {
            one.value: one for one in some if one.value not in given and counts[one.value] <= most
        }
        for name, some in prints.items()
    }


def pairs(owned: Owned, least: float) -> Iterator[Pair]:
    """The pairs that share at least this part of the fingerprints of the smaller one."""
    holders: dict[int, list[str]] = {}
    for name, some in owned.items():
        if len(some) >= _ENOUGH:
            for value in some:
                holders.setdefault(value, []).append(name)
    shared = Counter(
        (one, other)
        for names in holders.values()
        for at, one in enumerate(names)
        for other in names[at + 1 :]
    )
    for (one, other), count in shared.items():
        share = count / min(len(owned[one]), len(owned[other]))
        if share >= least:
            yield Pair(one, other, count, share)
