"""Submissions that are called by a group, and the members of it whom a roster names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..text.listed import first_of
from ..text.words import words
from .listing import folded
from .model import Delivered, Person
from .people import words_in
from .roster import Enrolled

_MOST = 9
"""A team has no more members; a tutorial has."""
Groups = Mapping[str, Sequence[Enrolled]]
"""The members of each group by its name, without blanks and signs."""


def groups_of(roster: Sequence[Enrolled]) -> Groups:
    """The groups of a roster, without those that are called like anybody in it.

    Moodle writes all that somebody is in into one cell, with commas between.
    """
    found: dict[str, list[Enrolled]] = {}
    for each in roster:
        for group in {_bare(each.group), *map(_bare, each.group.split(","))} - {""}:
            found.setdefault(group, []).append(each)
    if found:
        for each in roster:
            for text in (each.person.number, *_orders(each.person.name), *_named(each.person)):
                found.pop(_bare(text), None)
    return found


def members(one: Delivered, groups: Groups) -> Sequence[Enrolled]:
    """The people whose group a submission is called by; none if it is called by no group."""
    if len(one.people) != 1 or not groups:
        return ()
    (person,) = one.people
    called = {_bare(text) for text in (person.name, *_named(person))} & groups.keys()
    return groups[called.pop()] if len(called) == 1 else ()


def of_groups(
    submissions: Sequence[Delivered], people: Mapping[str, Sequence[Enrolled]], groups: Groups
) -> Iterator[str]:
    """A line about the submissions that are of all members of a group."""
    found = [
        f"{one.title} ({len(group)})"
        for one in submissions
        if (group := members(one, groups)) and tuple(group) == people.get(one.key)
    ]
    if found:
        yield f"called by groups of the roster, and so of all their members: {first_of(found)}"


def too_many(one: Delivered, found: Sequence[Enrolled]) -> Iterator[str]:
    """A line if a group has more members than a team has."""
    if len(found) > _MOST:
        yield (
            f"{one.title} is called by a group of {len(found)} in the roster, of whom each gets "
            "its mark; if it is not a team, take the column of groups out of the roster"
        )


def of_groups_perhaps(
    submissions: Sequence[Delivered], people: Mapping[str, Sequence[Enrolled]]
) -> Iterator[str]:
    """A line if Canvas calls most submissions otherwise than those who have their ids.

    In a group assignment it names the group, and gives the id of one member.
    """
    pairs = [
        (one.people[0].name, people[one.key][0].person.name)
        for one in submissions
        if one.people[0].ids.get("canvas") and len(people.get(one.key, ())) == 1
    ]
    yield from called_otherwise([pair for pair in pairs if all(pair)])


def called_otherwise(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """A line if most pairs of what Canvas calls a submission and of a name share no word."""
    odd = [pair for pair in pairs if _share_nothing(*pair)]
    if len(odd) * 2 > len(pairs):
        called, name = odd[0]
        yield (
            f"{called} has the Canvas id of {name}, and {len(odd)} of {len(pairs)} are called "
            "otherwise than their students: if they are groups, give the roster a column group, as "
            "Canvas exports it with People, or only one member of each gets the mark"
        )


def _share_nothing(called: str, name: str) -> bool:
    parts = [one for one in words(folded(name)) if len(one) > 1 or not one.isascii()]
    return bool(parts) and not any(one in folded(called) for one in parts)


def _named(person: Person) -> list[str]:
    return [person.ids.get(kind, "") for kind in ("folder", "git", "login")]


def _orders(name: str) -> list[str]:
    """The name with either part of it first."""
    parts = words(folded(name))
    return [" ".join(parts[place:] + parts[:place]) for place in range(len(parts))]


def _bare(text: str) -> str:
    """The text without blanks and signs, of which Canvas leaves none."""
    return "".join(words_in(text))
