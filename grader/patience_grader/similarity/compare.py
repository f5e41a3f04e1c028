"""From source texts to the pairs of submissions that are alike, most alike first."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .tokens import names_in, tokens
from .winnow import Pair, Print, fingerprints, own, pairs

Files = Mapping[str, str]
"""Source texts by file name."""


@dataclass(frozen=True)
class Alike:
    """What two submissions share."""

    pair: Pair
    lines: Mapping[str, Mapping[str, frozenset[int]]]
    """The lines that are alike, by submission and file."""


@dataclass(frozen=True)
class Likeness:
    """What was found in a cohort."""

    identical: tuple[tuple[str, ...], ...]
    """Groups of submissions whose files are the same, byte by byte, and not as handed out."""
    alike: tuple[Alike, ...]
    """Pairs of others, the most alike first; of a group of identical ones, the first stands in."""
    compared: int


def compare(
    submissions: Mapping[str, Files],
    given: Files,
    least: float,
    done: Callable[[], None] = lambda: None,
) -> Likeness:
    """What submissions share beyond what everybody was `given`.

    Pairs are left out that share less than this part of the fingerprints of the smaller one.
    `done` is called for each submission that has been read.
    """
    groups: dict[str, list[str]] = {}
    for name, files in sorted(submissions.items()):
        groups.setdefault(_digest(files), []).append(name)
    handed_out = {*map(_words, given.values())}
    identical = tuple(
        tuple(names)
        for names in groups.values()
        if len(names) > 1 and not handed_out.issuperset(map(_words, submissions[names[0]].values()))
    )
    known = {name for text in given.values() for name in names_in(text)}
    everybodys = {one.value for one in fingerprints(tokens(given, known))}
    prints: dict[str, tuple[Print, ...]] = {}
    for names in groups.values():
        prints[names[0]] = fingerprints(tokens(submissions[names[0]], known))
        for _ in names:
            done()
    owned = own(prints, everybodys)
    found = sorted(pairs(owned, least), key=lambda pair: (-pair.share, -pair.shared, pair.one))
    alike = tuple(
        Alike(
            pair,
            {name: _lines(owned[name], owned[other]) for name, other in _both_ways(pair)},
        )
        for pair in found
    )
    return Likeness(identical, alike, len(submissions))


def _both_ways(pair: Pair) -> tuple[tuple[str, str], tuple[str, str]]:
    return (pair.one, pair.other), (pair.other, pair.one)


def _words(text: str) -> str:
    return " ".join(text.split())


def _digest(files: Files) -> str:
    known = hashlib.sha256()
    for name, text in sorted(files.items()):
        data = text.encode(errors="surrogatepass")
        known.update(f"{name}\0{len(data)}\0".encode(errors="replace") + data)
    return known.hexdigest()


def _lines(mine: Mapping[int, Print], others: Mapping[int, Print]) -> dict[str, frozenset[int]]:
    """The lines of one submission that a fingerprint of the other covers, by file."""
    found: dict[str, set[int]] = {}
    for value in mine.keys() & others.keys():
        one = mine[value]
        found.setdefault(one.file, set()).update(range(one.first, one.last + 1))
    return {file: frozenset(lines) for file, lines in found.items()}
