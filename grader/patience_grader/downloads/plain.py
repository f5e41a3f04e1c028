"""Zips, notebooks and folders as people put them together, without a platform.

A folder is one submission if a required file lies in it, and else holds submissions. An archive
is one submission unless it holds archives, or required files in folders of several people. In
folders and archives of groups, such as `Group A/ada.zip`, each student is one. So is everybody
who is named in the names of files, as in `ada_game.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from ..errors import InputError, SubmissionError
from ..text.listed import first_of
from .archives import is_archive, is_packed, is_work, why_unreadable
from .groups import are_apart_in, groups_in, unwrapped, with_groups_unpacked
from .ilias import own_names
from .listing import EMPTY, Listing, base, folded
from .model import Attempt, Delivered, Download, LeftOut, Person, Placed, stem
from .owners import by_owners, owner_in
from .people import (
    are_people,
    have_numbers,
    homes,
    is_of_number,
    is_version,
    number_in,
    numbers_in,
    several,
    siblings,
)
from .source import Source
from .work import is_notebook, is_of_project, is_students_own, may_be_work, stems

_ONE = "add --from single if it is one submission"
_BESIDE = "it lies beside the submissions and is in none of them"


def fits(listing: Listing) -> bool:
    """Whether there is anything at all."""
    return bool(listing.files or listing.empty)


def one(listing: Listing, required: Collection[str] = ()) -> Download:
    """All of it as one submission."""
    del required
    return Download("single", tuple(_with_teams([_single(listing)])), listing.left_out)


def read(listing: Listing, required: Collection[str], *, is_class: bool = False) -> Download:
    """One submission, or one for each folder, archive and notebook.

    A folder of nothing but links and pipes is a submission that cannot be read.
    One that looks like several is a doubt; raises InputError when most do, or there are none.
    """
    listing = _entered(by_owners(listing, required), required)
    listing = with_groups_unpacked(listing, required)
    groups = groups_in(listing, required)
    if not is_class and not groups and _is_one(listing, required):
        for odd in _like_several(listing, required, listing.name):
            raise InputError(f"{odd}; add --from plain if it is a class, or {_ONE}")
        return replace(one(listing), doubts=tuple(_perhaps_several(listing, required)))
    found = _class(listing, required, groups)
    return replace(found, doubts=(*found.doubts, *_perhaps_merged(found, listing, required)))


def _perhaps_merged(found: Download, listing: Listing, required: Collection[str]) -> Iterator[str]:
    """A line if the only submission is a folder of what is called like people."""
    for name, folder in listing.tops.items() if len(found.submissions) == 1 else ():
        names = [one for one in folder.loose if is_packed(one)]
        is_told = are_people(stems(names), least=2)
        if not (is_told or is_of_number(name) or is_students_own(listing)):
            names = _side_by_side(folder, required)
            loose = [one for one in names if one not in folder.tops and not is_version(one)]
            is_told = are_people(names) and len(loose) > 1
        if is_told and not found.doubts:
            yield (
                f"{listing.name}/{name}: this could be {len(names)} submissions, and is marked "
                f"as one: {first_of(names)}; name that folder itself, or {_ONE}"
            )


def _perhaps_several(listing: Listing, required: Collection[str]) -> Iterator[str]:
    """A line if an archive could be of a class in which one alone has what is asked for."""
    names = _side_by_side(listing, required) if listing.archive is not None else []
    is_known = is_students_own(listing) or len(homes(listing, required)) > 1
    if are_people(names) and not is_known:
        yield (
            f"{listing.name}: this could be {len(names)} submissions, and is marked as one: "
            f"{first_of(names)}; add --from plain if it is a class, or {_ONE}"
        )


def _side_by_side(listing: Listing, required: Collection[str]) -> list[str]:
    """What the folders, archives, notebooks and required files of several people are called.

    Folders that are alone are entered. It is nothing beside modules, or where something is called
    as a required file is.
    """
    while len(listing.tops) == 1 and not listing.loose:
        (listing,) = listing.tops.values()
    wanted = {*map(folded, required)}
    names = [name for name, folder in listing.tops.items() if folder.holds_work]
    for name in filter(is_work, listing.loose):
        own = stem(name)
        if name.lower().endswith(".py"):
            own = owner_in(name, required) or own * (not own.isidentifier())
        if not own or folded(name) in wanted:
            return []
        names.append(own)
    return names


def _class(listing: Listing, required: Collection[str], groups: Sequence[str] = ()) -> Download:
    """A submission for each folder, archive and notebook, and for those in the groups."""
    apart = _of_groups(listing, groups, required)
    submissions = [*apart.submissions]
    left_out = [*listing.left_out, *apart.left_out]
    notes = [*apart.notes]
    odd: list[str] = []
    inside = (one.path for folder in listing.tops.values() for one in folder.left_inside)
    if ".git" in inside:
        notes.append(f"{listing.name} holds clones; unpack it if commits and their times count")
    left_out += [listing.lost(name, EMPTY) for name in listing.hollow]
    for name, folder in listing.tops.items():
        if name in listing.hollow or name in groups:
            continue
        odd += _like_several(folder, required, folder.name)
        submissions.append(_single(folder, name))
    for name, source in listing.loose.items():
        if is_packed(name):
            odd += _archive_like_several(listing, name, required)
            submissions.append(_of_file(name, source, f"{listing.name}/{name}"))
            if why := why_unreadable(name):
                notes.append(f"{listing.name}/{name}: {why}")
        elif is_notebook(name):
            submissions.append(_of_file(name, source, f"{listing.name}/{name}"))
        else:
            left_out.append(listing.lost(name, _BESIDE))
    if not submissions:
        raise InputError(_why_none(listing))
    if odd and 2 * len(odd) >= len(submissions):
        first = "unpack it and " if listing.archive is not None else ""
        raise InputError(f"{odd[0]}; {first}name that folder itself, or {_ONE}")
    doubts = (*apart.doubts, *(f"{one}; it is marked as one" for one in odd))
    submissions = list(_with_teams(submissions))
    return Download("plain", tuple(submissions), tuple(left_out), tuple(notes), doubts=doubts)


def _with_teams(found: Sequence[Delivered]) -> Iterator[Delivered]:
    """The submissions; what is called by the numbers of several students is of a team.

    A number that most of them share is nobody's.
    """
    counts = Counter(number for one in found for number in numbers_in(one.key))
    for one in found:
        own = [
            number
            for number in numbers_in(one.key)
            if counts[number] == 1 or counts[number] * 2 <= len(found)
        ]
        if len(own) > 1 and len(one.people) == 1:
            people = tuple(Person(number=number) for number in own)
            yield replace(one, people=people, team=True)
        else:
            yield one


def _holds_numbers(listing: Listing) -> bool:
    """Whether it is an archive of folders that are called by the numbers of several students."""
    if listing.archive is None or is_students_own(listing):
        return False
    return have_numbers(siblings(listing))


def _of_groups(listing: Listing, groups: Sequence[str], required: Collection[str]) -> Download:
    """The submissions of the students in these groups."""
    found = [
        _class(_entered(group, required, are_apart=True), required)
        if are_apart_in(group, required)
        else _class(group, required)
        for group in (unwrapped(listing.tops[name]) for name in groups)
    ]
    notes = [f"{', '.join(groups)}: each folder and archive in it is a submission"]
    return Download(
        "plain",
        tuple(one for group in found for one in group.submissions),
        tuple(one for group in found for one in group.left_out),
        (*notes * bool(groups), *(one for group in found for one in group.notes)),
        doubts=tuple(one for group in found for one in group.doubts),
    )


def _why_none(listing: Listing) -> str:
    why = f"{listing.name} holds no zips, notebooks or folders with files, so no submissions"
    if loose := next(iter(listing.loose), ""):
        why += f"; put loose files such as {loose!r} into a folder for each student"
    return why


def of_notebook(owner: str, path: str, source: Source) -> Download:
    """A notebook that was named by itself."""
    return Download("single", (_delivered(owner, {base(path): Placed(source, path)}),))


def of_archive(path: str, source: Source) -> Download:
    """An archive that was named among others, and that marking will say cannot be read."""
    return Download("single", tuple(_with_teams([_of_file(base(path), source, path)])))


def _entered(listing: Listing, required: Collection[str], *, are_apart: bool = False) -> Listing:
    """The folder that is all there is, as long as its name says nothing of a person.

    Nor may it be that of a group, unless it is known that the students in there `are_apart`.
    """
    has_one = listing.archive is not None and len(homes(listing, required)) < 2
    if has_one and not _holds_numbers(listing):
        return listing
    wanted = frozenset(map(folded, required))
    inside = _class_in(listing, required)
    if inside is not None:
        beside = [listing.lost(one, _BESIDE) for one in listing.loose if not is_archive(one)]
        inside = inside.with_beside(listing.beside, [*listing.left_out, *beside])
        return _entered(inside, required)
    while len(listing.tops) == 1:
        (name, inside), *_ = listing.tops.items()
        stays = [one for one in inside.loose if may_be_work(one, wanted)] or not inside.tops
        if any(may_be_work(one, wanted) for one in listing.loose) or is_of_number(name):
            break
        are_known = are_apart or (is_version(name) and not inside.tops)
        is_class = are_apart_in(inside, required) if are_known else several(inside, required)
        if stays and not is_class:
            break
        if not are_apart and groups_in(listing, required):
            break
        left_out = [listing.lost(one, _BESIDE) for one in listing.loose]
        listing = inside.with_beside(listing.beside, [*listing.left_out, *left_out])
    return listing


def _class_in(listing: Listing, required: Collection[str]) -> Listing | None:
    """The archive of a whole class, if it is all that could be submissions there."""
    work = [name for name in listing.loose if is_packed(name) or is_notebook(name)]
    if listing.tops or len(work) != 1 or not is_archive(work[0]) or number_in(work[0]):
        return None
    wanted = frozenset(map(folded, required))
    if any(folded(name) in wanted for name in listing.loose):
        return None
    try:
        opened = listing.opened(work[0])
    except SubmissionError:
        return None
    inside = by_owners(opened, required)
    is_class = (
        inside is not opened
        or _holds_numbers(inside)
        or several(inside, required)
        or groups_in(_entered(inside, required), required)
    )
    return inside if is_class else None


def _is_one(listing: Listing, required: Collection[str]) -> bool:
    wanted = frozenset(map(folded, required))
    if any(folded(name) in wanted for name in listing.loose):
        return True
    found = homes(listing, required)
    if _holds_numbers(listing):
        return False
    if listing.archive is None:
        names = list(listing.tops)
        is_whole = "" in listing.clones or all(map(is_of_project, listing.loose))
        inside = listing.tops[names[0]] if len(names) == 1 and is_whole else None
        return bool(
            inside
            and not is_of_number(names[0])
            and any(folded(name) in wanted for name in inside.loose)
        )
    if len(found) < 2 or are_people(stems(found)):
        return len(found) < 2
    if any(is_packed(name) for name in found):
        return False
    raise InputError(
        f"{listing.name} looks like {len(found)} submissions, not one: {first_of(found)}; "
        "add --from plain if it is a class, or --from single if it is one submission"
    )


def _like_several(listing: Listing, required: Collection[str], name: str) -> Iterator[str]:
    """A line if what is taken for one submission looks like several."""
    found = several(listing, required)
    if found:
        hint = " (if they are attempts, add --from webcat)" * all(map(str.isdecimal, found))
        yield f"{name}: this looks like {len(found)} submissions, not one: {first_of(found)}{hint}"


def _archive_like_several(listing: Listing, name: str, required: Collection[str]) -> Iterator[str]:
    if is_archive(name):
        with suppress(SubmissionError):  # marking says so, of this submission alone
            inside = listing.opened(name)
            yield from _like_several(inside, required, inside.name)


def _single(listing: Listing, name: str = "") -> Delivered:
    """The whole listing as one submission; an archive's is the archive itself."""
    called = name or base(listing.name)
    if listing.archive is not None and not name:
        return _of_file(called, listing.archive, listing.name)
    files, late = own_names({one.path: listing.placed(one) for one in listing.files})
    return _delivered(called, files, listing.left_inside, late=late)


def _of_file(name: str, source: Source, path: str) -> Delivered:
    return _delivered(stem(name), {name: Placed(source, path)})


def _delivered(
    name: str,
    files: dict[str, Placed],
    left_out: tuple[LeftOut, ...] = (),
    *,
    late: bool | None = None,
) -> Delivered:
    person = Person(number=number_in(name), ids={"folder": name})
    return Delivered(name, (person,), (Attempt("1", files, late=late, left_out=left_out),))
