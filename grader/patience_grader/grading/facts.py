"""What is known of people, and what of it tells them from everybody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..downloads.model import Person


def facts(people: Iterable[Person]) -> Iterator[tuple[str, str]]:
    """What is known of people but for the names of their folders, by its kind."""
    for one in people:
        known = {**one.ids, "number": one.number, "email": one.email, "name": one.name}
        yield from (
            (kind, value.casefold()) for kind, value in known.items() if value and kind != "folder"
        )


def telling(people: Iterable[Person]) -> set[tuple[str, str]]:
    """The facts that nobody else has."""
    return {fact for fact in facts(people) if fact[0] != "name"}
