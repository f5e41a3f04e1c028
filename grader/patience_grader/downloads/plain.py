"""Zips, notebooks and folders as people put them together, without a platform.

A folder is one submission if a required file lies in it, and else holds submissions. An archive
is one submission unless it holds archives, or required files in folders of several people. In
folders and archives of groups, such as `Group A/ada.zip`, each student is one. So is everybody
whose name Google Classroom has put before that of a file, as in `Ada Lovelace - game.py`, or
somebody else has, as in `ada_game.py`, or a form behind it, as in `game_Ada Lovelace.py`.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePosixPath

from ..errors import InputError, SubmissionError
from ..text.listed import first_of
from .archives import is_archive, is_packed, why_unreadable
from .ilias import own_names
from .listing import EMPTY, Listing, base, folded
from .model import Attempt, Delivered, Download, LeftOut, Person, Placed, stem
from .parts import unpacked
from .people import (
    are_people,
    have_numbers,
    homes,
    is_group,
    is_kind,
    is_of_number,
    is_version,
    number_in,
    numbers_in,
    several,
    siblings,
)
from .source import Source

_OWNER = " - "
"""What Google Classroom puts between a student's name and that of a file."""
_MARKS = "_- "
"""What people put between a student's name and that of a file."""
_NUMBERED = re.compile(r" ?\(\d+\)(?=\.\w+$)")
_BEHIND = r"(?: ?\(?\d+\)?)?[-_ ]+(?P<who>[^\W_].*)"
"""What forms write behind the name of a file that somebody uploads there."""
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
    listing = _entered(_by_name(_by_owner(listing, required), required), required)
    listing = _with_groups_unpacked(listing, required)
    groups = _groups(listing, required)
    if not is_class and not groups and _is_one(listing, required):
        for odd in _like_several(listing, required, listing.name):
            raise InputError(f"{odd}; add --from plain if it is a class, or {_ONE}")
        return replace(one(listing), doubts=tuple(_perhaps_several(listing, required)))
    found = _class(listing, required, groups)
    return replace(found, doubts=(*found.doubts, *_perhaps_merged(found, listing)))


def _perhaps_merged(found: Download, listing: Listing) -> Iterator[str]:
    """A line if the only submission is a folder of archives that are called like people."""
    for name, folder in listing.tops.items() if len(found.submissions) == 1 else ():
        archives = [one for one in folder.loose if is_packed(one)]
        if are_people(_stems(archives), least=2) and not found.doubts:
            yield (
                f"{listing.name}/{name}: this could be {len(archives)} submissions, and is marked "
                f"as one: {first_of(archives)}; name that folder itself, or {_ONE}"
            )


def _perhaps_several(listing: Listing, required: Collection[str]) -> Iterator[str]:
    """A line if an archive could be of a class in which one alone has what is asked for."""
    names = siblings(listing) if listing.archive is not None else []
    is_known = _is_students_own(listing) or len(homes(listing, required)) > 1
    if are_people(_stems(names)) and not is_known:
        yield (
            f"{listing.name}: this could be {len(names)} submissions, and is marked as one: "
            f"{first_of(names)}; add --from plain if it is a class, or {_ONE}"
        )


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
        elif _is_notebook(name):
            submissions.append(_of_file(name, source, f"{listing.name}/{name}"))
        else:
            left_out.append(listing.lost(name, _BESIDE))
    if not submissions:
        raise InputError(_why_none(listing))
    if odd and 2 * len(odd) >= len(submissions):
        raise InputError(f"{odd[0]}; name that folder itself, or {_ONE}")
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


def _groups(listing: Listing, required: Collection[str]) -> list[str]:
    """The folders of groups in which the students are apart; none if every group is a team."""
    if _is_students_own(listing):
        return []
    folders = {name: folder for name, folder in listing.tops.items() if is_group(name)}
    return _apart(folders, required)


def _with_groups_unpacked(listing: Listing, required: Collection[str]) -> Listing:
    """The listing with a folder for each archive of a group in which the students are apart."""
    if _is_students_own(listing):
        return listing
    archives = {}
    for name in filter(is_archive, listing.loose):
        if is_group(stem(name)) and stem(name) not in listing.tops:
            with suppress(SubmissionError):  # marking says so, of this archive alone
                archives[name] = listing.opened(name)
    for name in _apart(archives, required):
        listing = unpacked(listing, listing, [name], "", stem(name))
    return listing


def _is_students_own(listing: Listing) -> bool:
    """Whether it is an archive that is called by a student's number."""
    return listing.archive is not None and bool(number_in(base(listing.name)))


def _holds_numbers(listing: Listing) -> bool:
    """Whether it is an archive of folders that are called by the numbers of several students."""
    if listing.archive is None or _is_students_own(listing):
        return False
    return have_numbers(siblings(listing))


def _apart(groups: Mapping[str, Listing], required: Collection[str]) -> list[str]:
    """The names of the groups in which the students are apart; none if every group is a team.

    Beside others, one student alone is apart, and so are those who gave their files other names.
    A folder such as that of late submissions is no team.
    """
    wanted = frozenset(map(folded, required))
    known = {
        name: group
        for name, group in ((name, _unwrapped(group)) for name, group in groups.items())
        if not any(folded(one) in wanted for one in group.loose)
    }
    apart = [name for name, group in known.items() if _are_apart(group, required)]
    alone = [name for name, group in known.items() if _is_of_one(group)]
    kinds = [name for name, group in known.items() if is_kind(name) and _has_people(group)]
    alike = [name for name, group in known.items() if are_people(_stems(siblings(group)), least=2)]
    return sorted({*apart, *alone, *alike, *kinds}) if apart else sorted(kinds)


def _unwrapped(group: Listing) -> Listing:
    """The folder of a group that is all there is in it, as in an archive of such a folder."""
    while len(group.tops) == 1 and not group.loose and all(map(is_group, group.tops)):
        (group,) = group.tops.values()
    return group


def _are_apart(group: Listing, required: Collection[str]) -> bool:
    """Whether what is asked for is in several folders and archives that are called like people."""
    holding = [
        name
        for name in homes(group, required)
        if name not in group.loose or _holds(group, name, required)
    ]
    return are_people(_stems(holding), least=2)


def _is_of_one(group: Listing) -> bool:
    """Whether a group could be of one student, whose folder or archive is the only one."""
    names = _stems([*group.tops, *filter(is_packed, group.loose)])
    return len(names) == 1 and not is_version(*names)


def _has_people(group: Listing) -> bool:
    """Whether any folder or archive in there could be called after somebody."""
    return not all(map(is_version, _stems([*group.tops, *filter(is_packed, group.loose)])))


def _holds(listing: Listing, name: str, required: Collection[str]) -> bool:
    """Whether a file is an archive that holds what is asked for."""
    wanted = frozenset(map(folded, required))
    try:
        inside = listing.opened(name) if is_archive(name) else Listing(name)
    except SubmissionError:
        return False
    return any(folded(base(one.path)) in wanted for one in inside.files)


def _stems(names: Iterable[str]) -> list[str]:
    return [stem(name) if is_packed(name) else name for name in names]


def _of_groups(listing: Listing, groups: Sequence[str], required: Collection[str]) -> Download:
    """The submissions of the students in these groups."""
    found = [
        _class(_entered(group, required, are_apart=True), required)
        if _are_apart(group, required)
        else _class(group, required)
        for group in (_unwrapped(listing.tops[name]) for name in groups)
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
        stays = [one for one in inside.loose if _is_work(one, wanted)] or not inside.tops
        if any(_is_work(one, wanted) for one in listing.loose) or is_of_number(name):
            break
        are_known = are_apart or (is_version(name) and not inside.tops)
        is_class = _are_apart(inside, required) if are_known else several(inside, required)
        if stays and not is_class:
            break
        if not are_apart and _groups(listing, required):
            break
        left_out = [listing.lost(one, _BESIDE) for one in listing.loose]
        listing = inside.with_beside(listing.beside, [*listing.left_out, *left_out])
    return listing


def _by_owner(listing: Listing, required: Collection[str]) -> Listing:
    """The listing with a folder for everybody whose name stands before that of a file.

    It must be the names of several people, before required files or at least one of these and
    archives, where no required file lies beside them: in the folder that is all there is, or in
    those of groups in it.
    """
    wanted = frozenset(map(folded, required))
    home = _home(listing, wanted)
    asked: dict[str, set[str]] = {}
    packed: dict[str, set[str]] = {}
    for one in listing.files:
        folder, name = posixpath.split(one.path)
        owner, between, called = name.rpartition(_OWNER)
        if folded(called) in wanted:
            asked.setdefault(folder, set()).add(owner)
        elif between and is_packed(called):
            packed.setdefault(folder, set()).add(owner)
    known = {
        folder: owners
        for folder, owners in ((one, asked[one] | packed.get(one, set())) for one in asked)
        if folder == home or (posixpath.dirname(folder) == home and is_group(base(folder)))
        if "" not in owners and are_people([*owners], least=2)
    }
    files = []
    for one in listing.files:
        folder, name = posixpath.split(one.path)
        owner = _owner(name, known[folder]) if folder in known else ""
        moved = posixpath.join(folder, owner, name.removeprefix(f"{owner}{_OWNER}"))
        files.append(replace(one, path=moved) if owner else one)
    return replace(listing, files=tuple(files), archive=None) if known else listing


def _owner(name: str, known: Collection[str]) -> str:
    """Whose name stands before that of a file: one that is known, or else the first part.

    Empty if nobody's does.
    """
    parts = name.split(_OWNER)
    heads = [_OWNER.join(parts[:count]) for count in range(1, len(parts))]
    return next((one for one in reversed(heads) if one in known), heads[0] if heads else "")


def _by_name(listing: Listing, required: Collection[str]) -> Listing:
    """The listing with a folder for everybody who is named in that of a required file.

    As in `ada_game.py` and `2600001S-game.py`, or as forms put names behind that of a file, in
    `game_Ada Lovelace.py`: where no required file lies beside them, and those are several people,
    of whom two have a number or three a name.
    """
    wanted = frozenset(map(folded, required))
    is_here = any(_named(name, required) for name in listing.loose)
    home = "" if is_here else _home(listing, wanted)
    loose = [one for one in listing.files if posixpath.dirname(one.path) == home]
    if any(folded(base(one.path)) in wanted for one in loose):
        return listing
    asked = {one: who for one in loose if (who := _named(base(one.path), required))}
    people = {who for who in asked.values() if not is_version(who)}
    if all(_is_notebook(one.path) for one in asked) or not are_people([*people]):
        return listing
    files = {one.path: one for one in listing.files}
    for one in loose:
        who, name = _apart_from_name(base(one.path), people)
        path = posixpath.join(home, who, name)
        if who and path not in files:
            files[path] = replace(files.pop(one.path), path=path)
    return replace(listing, files=tuple(files[path] for path in sorted(files)), archive=None)


def _named(name: str, required: Collection[str]) -> str:
    """Who is named before or behind a required file's name; empty if nobody is.

    Behind it, where modules have further words, too, only a number or two words are somebody.
    """
    name = _NUMBERED.sub("", name)
    for one in required:
        stem, ending = posixpath.splitext(one)
        if not name.lower().endswith(ending.lower()):
            continue
        head = name[: -len(one)] if folded(name).endswith(folded(one)) else ""
        if who := head.rstrip(_MARKS):
            return who if who != head else ""
        behind = re.compile(rf"{re.escape(stem)}{_BEHIND}{re.escape(ending)}", re.IGNORECASE)
        found = behind.fullmatch(name)
        if found and (" " in found["who"] or number_in(found["who"])):
            return found["who"]
    return ""


def _apart_from_name(name: str, people: Collection[str]) -> tuple[str, str]:
    """Whose a file is of these people, empty if it is nobody's, and its name without theirs."""
    stem, ending = posixpath.splitext(name)
    for place in reversed([at for at, one in enumerate(name) if one in _MARKS]):
        if (who := name[:place].rstrip(_MARKS)) in people:
            return who, name[place:].lstrip(_MARKS)
    for place in [at for at, one in enumerate(stem) if one in _MARKS]:
        if (who := stem[place:].lstrip(_MARKS)) in people:
            return who, stem[:place].rstrip(_MARKS) + ending
    return "", name


def _home(listing: Listing, wanted: frozenset[str]) -> str:
    """The path of the folder that is all there is."""
    home = ""
    while len(listing.tops) == 1 and not any(_is_work(one, wanted) for one in listing.loose):
        ((name, listing),) = listing.tops.items()
        home = posixpath.join(home, name)
    return home


def _class_in(listing: Listing, required: Collection[str]) -> Listing | None:
    """The archive of a whole class, if it is all that could be submissions there."""
    work = [name for name in listing.loose if is_packed(name) or _is_notebook(name)]
    if listing.tops or len(work) != 1 or not is_archive(work[0]) or number_in(work[0]):
        return None
    wanted = frozenset(map(folded, required))
    if any(folded(name) in wanted for name in listing.loose):
        return None
    try:
        opened = listing.opened(work[0])
    except SubmissionError:
        return None
    inside = _by_name(_by_owner(opened, required), required)
    is_class = (
        inside is not opened
        or _holds_numbers(inside)
        or several(inside, required)
        or _groups(_entered(inside, required), required)
    )
    return inside if is_class else None


def _is_work(name: str, wanted: frozenset[str]) -> bool:
    """Whether a file could be a submission, or be asked for in one."""
    return folded(name) in wanted or is_packed(name) or _is_notebook(name)


def _is_notebook(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() == ".ipynb"


def _is_one(listing: Listing, required: Collection[str]) -> bool:
    wanted = frozenset(map(folded, required))
    if any(folded(name) in wanted for name in listing.loose):
        return True
    found = homes(listing, required)
    if _holds_numbers(listing):
        return False
    if listing.archive is None:
        names = list(listing.tops)
        inside = listing.tops[names[0]] if len(names) == 1 and not listing.loose else None
        return bool(
            inside
            and not is_of_number(names[0])
            and any(folded(name) in wanted for name in inside.loose)
        )
    if len(found) < 2 or are_people(_stems(found)):
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
        yield f"{name}: this looks like {len(found)} submissions, not one: {first_of(found)}"


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
