"""Gradescope's "Export submissions".

`assignment_N_export/` with a folder `submission_N` for each submission, and
`submission_metadata.yml`, which says by that name who submitted it (several for a group), when,
and which attempts there were before: their files are not in the export.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import yaml

from ..errors import InputError, SubmissionError
from .listing import Listing, mostly
from .model import Attempt, Delivered, Download, Person, Placed

METADATA = "submission_metadata.yml"
_FOLDER = re.compile(r"submission_\d{5,}")
_DEEPEST = 50
MAX_METADATA_BYTES = 32 << 20
"""It holds the results of all tests, too."""


class _Loader(yaml.CSafeLoader):
    """Plain values only: a tag of another language says nothing, and no number loses its zeros."""


def _untagged(loader: _Loader, _: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return str(node.value)


_Loader.add_multi_constructor("!", _untagged)
_Loader.yaml_implicit_resolvers = {
    first: [(tag, fits) for tag, fits in some if tag.endswith((":timestamp", ":null"))]
    for first, some in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def fits(listing: Listing) -> bool:
    """Whether the metadata lies there, or folders of an export from which they are missing."""
    folders = [name for name in listing.tops if _FOLDER.fullmatch(name)]
    return METADATA in listing.loose or (len(folders) > 1 and mostly(listing, _FOLDER.fullmatch))


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions that the metadata name. Raises InputError when they cannot be read."""
    del required
    where = f"{listing.name}/{METADATA}"
    try:
        data = listing.loose[METADATA].read(MAX_METADATA_BYTES)
    except KeyError:
        raise InputError(
            f"{listing.name} holds no {METADATA}, which says whose the submissions are; name the "
            "export's folder, or add --from plain to mark them without names"
        ) from None
    except SubmissionError as fault:
        raise InputError(f"{where}: {fault}") from fault
    facts = _parsed(data, where)
    notes, submissions = [], []
    for name, inside in listing.tops.items():
        if name not in facts:
            notes.append(f"{listing.name}/{name} is not in {METADATA}, so nobody is known for it")
            submissions.append(_delivered(name, _files(inside), {}))
    for name, about in facts.items():
        if name in listing.tops:
            files = _files(listing.tops[name])
        elif name in listing.loose:
            files = {name: Placed(listing.loose[name], name)}
        else:
            files = {}
            notes.append(f"{name} is in {METADATA}, but its files are not in the export")
        submissions.append(_delivered(name, files, about))
    left_out = [
        listing.lost(name, f"{METADATA} does not name it")
        for name in listing.loose
        if name != METADATA and name not in facts
    ]
    notes += _twice(submissions)
    counts = Counter(one.key for one in submissions)
    submissions = [
        replace(one, key=f"{one.key} {one.attempts[-1].label}") if counts[one.key] > 1 else one
        for one in submissions
    ]
    return Download("gradescope", tuple(submissions), tuple(left_out), tuple(notes))


def _files(inside: Listing) -> Mapping[str, Placed]:
    return {one.path: inside.placed(one) for one in inside.files}


def _parsed(data: bytes, where: str) -> Mapping[str, Mapping[str, Any]]:
    """What the metadata say, by the name of the submission. Raises InputError."""
    try:
        _check_depth(data, where)
        value = yaml.load(data, Loader=_Loader)  # noqa: S506 a safe loader without tags
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else 1
        raise InputError(
            f"{where}:{line}: this is not YAML ({fault.problem}); export the submissions again"
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError) as fault:
        problem = " ".join(str(fault).split())[:200]
        raise InputError(
            f"{where} is not YAML that can be read ({problem}); export the submissions again"
        ) from None
    if not isinstance(value, dict) or not all(isinstance(one, dict) for one in value.values()):
        raise InputError(f"{where} does not name submissions; export them from Gradescope again")
    return {str(name): about for name, about in value.items()}


def _check_depth(data: bytes, where: str) -> None:
    """Raises InputError where lists lie deeper in lists than the loader's stack bears."""
    depth = 0
    for event in yaml.parse(data, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _DEEPEST:
            raise InputError(
                f"{where}: this is not YAML as Gradescope writes it, with lists in lists in lists; "
                "export the submissions again"
            )


def _delivered(name: str, files: Mapping[str, Placed], about: Mapping[str, Any]) -> Delivered:
    people = tuple(_people(_of(about, "submitters"))) or (Person(),)
    earlier = [
        Attempt(str(_of(one, "id") or number), {}, _moment(_of(one, "created_at")))
        for number, one in enumerate(_dicts(_of(about, "history")), 1)
    ]
    last = Attempt(name, files, _moment(_of(about, "created_at")))
    earlier = [one for one in earlier if one.submitted != last.submitted or not one.submitted]
    earlier.sort(key=lambda one: _comparable(one.submitted))
    who = "+".join(sorted(one.number or one.email for one in people)) or name
    is_team = len(people) > 1
    details = ("with several submitters",) if is_team else ()
    return Delivered(who, people, (*earlier, last), bool(earlier), team=is_team, details=details)


def _of(about: Any, key: str) -> Any:
    """The value under a key that is a Ruby symbol, or else a plain name."""
    return about.get(f":{key}", about.get(key)) if isinstance(about, dict) else None


def _dicts(value: Any) -> list[dict[Any, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _people(submitters: Any) -> Iterator[Person]:
    for one in _dicts(submitters):
        name, number, email = (str(_of(one, key) or "") for key in ("name", "sid", "email"))
        if name or number or email:
            yield Person(name, number, email)


def _moment(value: Any) -> datetime | None:
    """A time of the metadata, with its time zone if it names one."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return None
    try:
        return datetime.fromisoformat(value.replace(" UTC", "+00:00")) if value else None
    except (ValueError, AttributeError):
        return None


def _comparable(moment: datetime | None) -> datetime:
    if moment is None:
        return datetime.min.replace(tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _twice(submissions: list[Delivered]) -> Iterator[str]:
    """A line for everybody who is in two submissions, and every number of two people."""
    places: dict[str, list[str]] = {}
    names: dict[str, set[str]] = {}
    for one in submissions:
        for person in one.people:
            if person.email or person.number:
                label = one.attempts[-1].label
                places.setdefault(person.email or person.number, []).append(label)
            if person.number:
                names.setdefault(person.number, set()).add(person.name)
    for who, where in places.items():
        if len(where) > 1:
            yield f"{who} is a submitter of {' and of '.join(where)}"
    for number, people in names.items():
        if len(people) > 1:
            yield f"the number {number} stands for {' and for '.join(sorted(people))}"
