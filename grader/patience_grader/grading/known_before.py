"""Submissions of earlier runs that are in a download under another name, or no longer at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import msgspec

from ..course.coursework import Coursework
from ..downloads.identity import contradict
from ..downloads.model import Person
from ..manual.sheet import version_of
from ..submission.reading import digest, narrowed
from ..submission.upload import Upload
from ..text.listed import first_of
from .delivery import Delivery, Received
from .facts import facts, telling
from .record import Entry, Record

_MOST_NAMED = 20

_Known = TypeVar("_Known")


@dataclass(frozen=True)
class Renamed:
    """What is called otherwise than in earlier runs."""

    now: Mapping[str, str] = field(default_factory=dict)
    """The names of submissions by those before; both as they are shown."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """What the versions that are the same are called, by what they were called before."""

    def by_all_names(self, known: Mapping[str, _Known]) -> Mapping[str, _Known]:
        """What is known of submissions, by the names before as well."""
        return {**{old: known[new] for old, new in self.now.items() if new in known}, **known}


def renamed(earlier: Record, delivery: Delivery) -> Renamed:
    """The submissions that earlier runs had under other names.

    It is the same one if nobody else has its platform's identifier, number or email address, or
    if a name and all files are the same, unless the platform tells them apart.
    """
    here = {one.upload.true_name: one for one in delivery.received}
    now, versions = dict[str, str](), dict[str, str]()
    for before, after in _renamed(earlier, delivery).items():
        now[earlier.shown_as(before)] = here[after].upload.name
        entry, upload = earlier.submissions[before], _counted(here[after])
        if entry.digest and entry.digest == _digest(upload, before, delivery.coursework):
            present = _digest(upload, after, delivery.coursework)
            versions[version_of(entry.digest)] = version_of(present)
    return Renamed(now, versions)


def gone(earlier: Record, delivery: Delivery) -> tuple[str, ...]:
    """The submissions of earlier runs that are not in the delivery, as they are shown."""
    here = {one.upload.true_name for one in delivery.received} | {*_renamed(earlier, delivery)}
    return tuple(earlier.shown_as(name) for name in earlier.submissions if name not in here)


def gone_line(names: Sequence[str], out: Path) -> str:
    """What a person should know of submissions that are gone."""
    one = len(names) == 1
    count = "1 submission that was" if one else f"{len(names)} submissions that were"
    return (
        f"{count} marked earlier {'is' if one else 'are'} not in this download and "
        f"{'is' if one else 'are'} no longer listed: {first_of(sorted(names), _MOST_NAMED)} "
        f"({'its' if one else 'their'} results stay in {out}; patience forget removes them)"
    )


def with_new_names(earlier: Record, delivery: Delivery) -> Record:
    """The record that remembers what its submissions are called now."""
    now = _renamed(earlier, delivery)
    entries = {
        name: msgspec.structs.replace(entry, now=now.get(name, entry.now))
        for name, entry in earlier.submissions.items()
    }
    return msgspec.structs.replace(earlier, submissions=entries)


def _renamed(earlier: Record, delivery: Delivery) -> Mapping[str, str]:
    here = {one.upload.true_name: one for one in delivery.received}
    new = [one for name, one in here.items() if name not in earlier.submissions]
    by_fact: dict[tuple[str, str], list[Received]] = {}
    for one in new:
        for fact in facts(one.people):
            by_fact.setdefault(fact, []).append(one)
    is_other = _is_other_assignment(earlier, delivery)
    pairs = {
        (name, one.upload.true_name)
        for name, entry in earlier.submissions.items()
        if name not in here and not entry.now
        for fact in facts(entry.people)
        for one in by_fact.get(fact, ())
        if is_other or not _are_namesakes(entry, one)
        if _is_same(name, entry, one, delivery.coursework)
    }
    before, after = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    found = {old: now for old, now in pairs if before[old] == 1 and after[now] == 1}
    for name, entry in earlier.submissions.items():
        now = found.get(entry.now, entry.now)
        if name not in here and now in here:
            found[name] = now
    return found


def _is_other_assignment(earlier: Record, delivery: Delivery) -> bool:
    """Whether nobody of earlier runs is known here by an identifier."""
    before = {pair for entry in earlier.submissions.values() for pair in _ids(entry.people)}
    return before.isdisjoint(pair for one in delivery.received for pair in _ids(one.people))


def _ids(people: Iterable[Person]) -> Iterator[tuple[str, str]]:
    return (pair for one in people for pair in one.ids.items())


def _are_namesakes(entry: Entry, one: Received) -> bool:
    """Whether a submission is of somebody else than the earlier one, as the platform says."""
    alone = len(entry.people) == len(one.people) == 1
    return alone and contradict(entry.people[0], one.people[0])


def _is_same(name: str, entry: Entry, one: Received, coursework: Coursework) -> bool:
    """Whether a submission is the earlier one, with which it shares a fact."""
    alone = len(entry.people) == len(one.people) == 1
    if alone and telling(entry.people) & telling(one.people):
        return True
    return bool(entry.digest) and entry.digest == _digest(_counted(one), name, coursework)


def _counted(one: Received) -> Upload:
    return replace(one.upload, attempt=one.marked[-1])


def _digest(upload: Upload, name: str, coursework: Coursework) -> str:
    """The digest of a submission if it had this name."""
    return digest(narrowed(replace(upload, name=name, veil=None), coursework))
