"""The submissions of a download, each under the name of who submitted it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from ..downloads.archives import is_packed
from ..downloads.identity import contradict
from ..downloads.listing import folded
from ..downloads.model import Attempt, Delivered, Person, stem
from ..downloads.recognise import recognise
from ..downloads.roster import Enrolled
from .naming import Claim, named
from .notebook import locate
from .upload import Upload

_BY_PATH = ("plain", "single")


def find_uploads(paths: Sequence[Path], required: Collection[str]) -> list[Upload]:
    """The last attempt of each submission that the paths hold. Raises InputError."""
    download = recognise(paths, required)
    chosen = [(one, one.attempts[-1]) for one in download.submissions]
    return hand_ins_of(download.platform, chosen)


def hand_ins_of(
    platform: str,
    chosen: Iterable[tuple[Delivered, Attempt]],
    people: Mapping[str, Sequence[Enrolled]] | None = None,
    holders: Mapping[str, Person] = MappingProxyType({}),
) -> list[Upload]:
    """The chosen attempts as they are marked, in their order.

    `holders` are those who had a name before, and keep it.

    `people` are those of a roster by the key of their submission. They do not change a name, so
    that a submission has the same one with and without a roster.
    """
    known, is_by_path = people or {}, platform in _BY_PATH
    return named(
        _by_path(one, attempt, known)
        if is_by_path and not _is_known(one)
        else _by_name(one, attempt, known, holders)
        for one, attempt in chosen
    )


def _is_known(one: Delivered) -> bool:
    """Whether a platform said whose it is, as of its download beside zips that came otherwise."""
    return any("folder" not in person.ids and (person.name or person.ids) for person in one.people)


def _by_name(
    one: Delivered,
    attempt: Attempt,
    people: Mapping[str, Sequence[Enrolled]],
    holders: Mapping[str, Person],
) -> Claim:
    name, told_by = _who(one), one.key.rpartition(" ")[2]
    number, holder = number_of(one, people), holders.get(name)
    is_own = holder and (
        told_by in (holder.email, *holder.ids.values()) or number == holder.number != ""
    )
    is_anothers = bool(
        holder and len(one.people) == 1 and _is_another(one.people[0], number, holder)
    )
    return Claim(name, attempt, one.key, int(not is_own), number, told_by, is_anothers)


def _is_another(person: Person, number: str, holder: Person) -> bool:
    """Whether it is somebody else who had the name: by the address if nothing else is known."""
    if not (person.ids or holder.ids or number or holder.number):
        return bool(person.email and holder.email) and folded(person.email) != folded(holder.email)
    return contradict(replace(person, number=number), holder)


def number_of(one: Delivered, people: Mapping[str, Sequence[Enrolled]]) -> str:
    """The number of the student, or of several, as far as a roster or the platform knows it."""
    enrolled = [each.person for each in people.get(one.key, ())]
    return "+".join(person.number for person in enrolled or one.people if person.number)


def _who(one: Delivered) -> str:
    """What to call a submission: by number or else by name; never by what the platform made up."""
    if len(one.people) > 1 and not all(person.number for person in one.people):
        return "+".join(person.title for person in one.people)
    return "+".join(filter(None, map(_called, one.people))) or one.key


def _called(person: Person) -> str:
    return person.number or person.title


def _by_path(one: Delivered, attempt: Attempt, people: Mapping[str, Sequence[Enrolled]]) -> Claim:
    """By the name of the folder or file, as it stands there."""
    owner = next((person.ids["folder"] for person in one.people if "folder" in person.ids), one.key)
    student = number_of(one, people) if one.team or one.key in people else ""
    name, placed = next(iter(attempt.listed.items()), ("", None))
    if placed is None:
        return Claim(owner, attempt, one.key, student=student)
    if len(attempt.files) == 1 and stem(name) == owner:
        is_file = is_packed(name) or locate.is_notebook(Path(name))
        rank = int(locate.is_notebook(Path(name))) if is_file else 2
        return Claim(owner, attempt, _absolute(placed.path), rank, student)
    root = placed.path.removesuffix(name).rstrip("/")
    return Claim(owner, attempt, _absolute(root), 2, student)


def _absolute(path: str) -> str:
    return str(Path(path).absolute())
