"""Which platform a download comes from, and what it holds."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import InputError, SubmissionError
from . import (
    blackboard,
    brightspace,
    canvas,
    classroom,
    gradescope,
    ilias,
    moodle,
    nbgrader,
    openolat,
    plain,
    sakai,
    studip,
    submitty,
    teams,
    vpl,
    webcat,
)
from .archives import ENCRYPTED, File, is_archive, is_packed
from .contents import contents
from .listing import (
    SPREADSHEET,
    Listing,
    base,
    folded,
    is_spreadsheet,
    list_path,
    of_archive,
    why_not_entered,
)
from .model import TITLES, Attempt, Delivered, Download, LeftOut, Placed
from .parts import join, side_by_side, together
from .people import number_in, several
from .source import MAX_ARCHIVE_BYTES, OnDisk, Source
from .work import is_notebook

_DEEPEST = 4
_COPY = re.compile(r"(?: ?\(\d+\)| ?-? ?\b(?:copy|kopie|copia|cópia|copie)(?: ?\(?\d+\)?)?)+$")
"""What programs add, folded, to the name of a file that is there already."""
_NESTED = "it lies outside of the download"
_NO_TABLE = "it is a table and no download; name who is in the course with --roster"


@dataclass(frozen=True)
class Platform:
    """How one platform's downloads are known and read."""

    fits: Callable[[Listing], bool]
    read: Callable[[Listing, Collection[str]], Download]
    is_asked: bool = False
    """Whether its downloads look like others, so that they are read as such only when asked."""


PLATFORMS: Mapping[str, Platform] = {
    "gradescope": Platform(gradescope.fits, gradescope.read),
    "studip": Platform(studip.fits, studip.read),
    "submitty": Platform(submitty.fits, submitty.read),
    "openolat": Platform(openolat.fits, openolat.read),
    "moodle": Platform(moodle.fits, moodle.read),
    "blackboard": Platform(blackboard.fits, blackboard.read),
    "brightspace": Platform(brightspace.fits, brightspace.read),
    "sakai": Platform(sakai.fits, sakai.read),
    "canvas": Platform(canvas.fits, canvas.read),
    "classroom": Platform(classroom.fits, classroom.read),
    "nbgrader": Platform(nbgrader.fits, nbgrader.read),
    "teams": Platform(teams.fits, teams.read),
    "vpl": Platform(vpl.fits, vpl.read),
    "ilias": Platform(ilias.fits, ilias.read),
    "webcat": Platform(webcat.fits, webcat.read, is_asked=True),
}
_KNOWN_BY_NAMES = {name: one for name, one in PLATFORMS.items() if not one.is_asked}
NAMES = tuple(TITLES)
"""What `--from` takes."""


def recognise(
    paths: Sequence[Path], required: Collection[str] = (), platform: str = ""
) -> Download:
    """What the paths hold, as downloads of one platform or as plain zips and folders.

    `required` are the names of files, and of notebooks, that the coursework asks for. The
    `platform` is one of NAMES, or empty to find out. Tables among the paths go with the rest.
    Raises InputError when there is nothing to read, or when a guess would be wrong.
    """
    if platform and platform not in NAMES:
        raise InputError(f"{platform!r} is not a platform; choose one of {', '.join(NAMES)}")
    tables = [_table(path) for path in paths if path.suffix.lower() == ".csv" and path.is_file()]
    given = [path for path in paths if path.suffix.lower() != ".csv" or not path.is_file()]
    if not given:
        raise InputError("there is no download among the paths; name a folder or an archive")
    odd = [LeftOut(str(path), why) for path in given if (why := why_not_entered(path))]
    if len(odd) == len(given):
        raise InputError(f"{odd[0].path}: {odd[0].reason}; name the folder or file itself")
    given = [path for path in given if not why_not_entered(path)]
    groups = together(given)
    parts = [
        part
        for group in groups
        for part in _of_group(group, required, platform, tables, alone=len(groups) == 1)
    ]
    merged = _merged(parts)
    told = {path for part in parts for path in part.consulted}
    told.update(one.path for one in merged.left_out)
    odd += [LeftOut(one.path, _NO_TABLE) for one in tables if one.path not in told]
    return _checked(replace(merged, left_out=(*merged.left_out, *odd)), required)


def _table(path: Path) -> File:
    try:
        return File(str(path), OnDisk.at(path))
    except OSError as fault:
        raise InputError(f"{path} cannot be read ({fault.strerror})") from fault


def _of_group(
    group: list[Path],
    required: Collection[str],
    platform: str,
    tables: list[File],
    *,
    alone: bool,
) -> Iterator[Download]:
    """What a path holds, or the zips of one split download."""
    if len(group) > 1:
        yield from _of_listing(side_by_side(group).with_beside(tables, ()), required, platform)
    elif not group[0].is_file() or (alone and not _is_upload(group[0], platform)):
        _refuse_locked(group[0])
        yield from _of_path(group[0], required, platform, tables, alone=alone)
    else:
        yield from _of_one(group[0], required, platform, tables)


def _refuse_locked(path: Path) -> None:
    """Raises InputError for an archive of files that are all encrypted."""
    listing = list_path(path) if is_archive(path.name) and path.is_file() else Listing(path.name)
    lost = [one for one in listing.left_out if not one.is_noise]
    if lost and not listing.files and all(one.reason == ENCRYPTED for one in lost):
        raise InputError(f"{path}: {ENCRYPTED}; unpack it, and name the folder")


def _is_upload(path: Path, platform: str) -> bool:
    """Whether it is said to be what one student has submitted, whatever is wrong with it."""
    return platform == "single" and is_packed(path.name)


def _of_one(
    path: Path, required: Collection[str], platform: str, tables: list[File]
) -> Iterator[Download]:
    """What one of several files holds: one that cannot be read does not stop the others."""
    if not is_packed(path.name) and not is_notebook(path.name):
        is_sheet = is_spreadsheet(path.name)
        why = SPREADSHEET if is_sheet else "it is neither a folder nor an archive"
        yield Download("single", (), (LeftOut(str(path), why, may_be_work=is_sheet),))
        return
    try:
        list_path(path)
    except InputError:
        if not is_notebook(path.name):
            yield plain.of_archive(str(path), OnDisk.at(path.absolute()))
            return
    yield from _of_path(path, required, platform, tables)


def _of_path(
    path: Path, required: Collection[str], platform: str, tables: list[File], *, alone: bool = True
) -> Iterator[Download]:
    """What a path holds; a clone that is named among others is one of a class."""
    if is_notebook(path.name) and path.is_file():
        yield plain.of_notebook(nbgrader.owner(path), str(path), OnDisk.at(path.absolute()))
        return
    listing = list_path(path).with_beside(tables, ())
    if not listing.files and not listing.clones and not listing.empty and not path.is_file():
        raise InputError(f"{path} holds no files; name the folder of a download")
    if not (platform or alone or several(listing, required)) and "" in listing.clones:
        platform = "classroom"
    yield from _of_listing(listing, required, platform)


def _of_listing(listing: Listing, required: Collection[str], platform: str) -> Iterator[Download]:
    """What a folder or an archive holds, with what is to be said of a split download in it."""
    joined = join(listing)
    for part in _read(joined.listing, required, platform):
        yield replace(
            part,
            notes=(*joined.notes, *part.notes),
            doubts=(*joined.doubts, *part.doubts),
        )


def _read(listing: Listing, required: Collection[str], platform: str) -> Iterator[Download]:
    if platform == "classroom" and "" in listing.clones:
        yield classroom.alone(listing)
    elif platform == "single":
        yield plain.one(listing)
    elif platform == "plain":
        yield plain.read(listing, required, is_class=True)
    else:
        chosen = {platform: PLATFORMS[platform]} if platform else _KNOWN_BY_NAMES
        found = _search(listing, chosen, 0)
        for name, root in found:
            part = chosen[name].read(root, required)
            yield replace(part, left_out=(*root.left_out, *part.left_out))
        if not found and platform:
            raise InputError(
                f"{listing.name} is not named as a {TITLES[platform]} is; leave --from out, or "
                "name another platform"
            )
        if not found:
            doubts = _mixture(listing)
            part = nbgrader.alone(listing, required) or plain.read(listing, required)
            yield replace(part, doubts=(*part.doubts, *doubts))


def _search(
    listing: Listing, chosen: Mapping[str, Platform], depth: int
) -> list[tuple[str, Listing]]:
    """The downloads in a listing, each with its platform: itself, or all that lie in it.

    A platform's download is found in folders and archives that hold nothing else but tables
    and other loose files, which are then left out.
    """
    for name, platform in chosen.items():
        if platform.fits(listing):
            return [(name, listing)]
    archives = [name for name in listing.loose if is_archive(name)]
    if depth >= _DEEPEST or not (listing.tops or archives):
        return []
    found: list[tuple[str, Listing]] = []
    tables, others = _loose(listing)
    for inside in (*listing.tops.values(), *(_opened(listing, name) for name in archives)):
        below = _search(inside, chosen, depth + 1) if inside else []
        if not below or (found and below[0][0] != found[0][0]):
            return []
        found += below
    first = found[0][1].with_beside(tables, [*listing.left_out, *others])
    found[0] = (found[0][0], first)
    return [
        (name, root.with_beside(tables, ())) if place else (name, root)
        for place, (name, root) in enumerate(found)
    ]


def _opened(listing: Listing, name: str) -> Listing | None:
    try:
        return listing.opened(name)
    except SubmissionError:
        return None


def _loose(listing: Listing) -> tuple[list[File], list[LeftOut]]:
    """The tables that lie in a listing, and its other files, which are left out."""
    tables = [
        File(f"{listing.name}/{name}", source)
        for name, source in listing.loose.items()
        if name.lower().endswith(".csv")
    ]
    others = [
        listing.lost(name, _NESTED)
        for name in listing.loose
        if not is_archive(name) and not name.lower().endswith(".csv")
    ]
    return tables, others


def _mixture(listing: Listing) -> Sequence[str]:
    """A line for each folder or archive that looks like a platform's download, among others.

    A student can make one up. Raises InputError where there are few others.
    """
    archives = [name for name in listing.loose if is_archive(name)]
    every = [*listing.tops.values(), *(_opened(listing, name) for name in archives)]
    odd = []
    for inside in every:
        found = _search(inside, _KNOWN_BY_NAMES, _DEEPEST - 1) if inside else []
        # one student's own repository, notebook or oddly named file is not a class's
        if inside and any(_entries(root) > 1 for _, root in found):
            title = TITLES[found[0][0]]
            odd.append(f"{inside.name}: this looks like a platform's download ({title})")
    if odd and 2 * len(odd) >= len(every):
        raise InputError(
            f"{odd[0]} among other submissions; name it by itself, or add --from plain"
        )
    return [f"{one}; it is marked as one submission" for one in odd]


def _entries(listing: Listing) -> int:
    return len(listing.tops) + len(listing.loose)


def _merged(parts: list[Download]) -> Download:
    """The downloads as one, each submission once."""
    platforms = {part.platform for part in parts if part.submissions or len(parts) == 1}
    name = platforms.pop() if len(platforms) == 1 else "plain"
    if name == "single" and len(parts) > 1:
        name = "plain"
    kept: dict[str, Delivered] = {}
    consulted = {path for part in parts for path in part.consulted}
    left_out = [one for part in parts for one in part.left_out if one.path not in consulted]
    notes = [note for part in parts for note in part.notes]
    for one in (one for part in parts for one in part.submissions):
        earlier = kept.get(one.key)
        if earlier is None:
            kept[one.key] = one
        elif _is_same(earlier, one):
            path = _place(one)
            left_out.append(LeftOut(path, f"the same lies in {_place(earlier)}, which is read"))
        elif name in ("plain", "single"):
            number = 2
            while f"{one.key} ({number})" in kept:
                number += 1
            kept[f"{one.key} ({number})"] = replace(one, key=f"{one.key} ({number})")
            notes.append(f"there are two submissions {one.key}: {_place(earlier)}, {_place(one)}")
        else:
            raise InputError(
                f"{one.title} is in two downloads, with other files in each: {_place(earlier)} "
                f"and {_place(one)}; name only the newer one"
            )
    notes += _alike(kept)
    if name == "plain" and {part.platform for part in parts} - {"plain", "single"}:
        notes += _namesakes(kept.values())
    unique = tuple(sorted(set(left_out)))
    without = dict.fromkeys(line for part in parts for line in part.without)
    doubts = dict.fromkeys(line for part in parts for line in part.doubts)
    notes = list(dict.fromkeys(notes))
    return Download(
        name,
        tuple(kept.values()),
        unique,
        tuple(notes),
        without=tuple(without),
        doubts=tuple(doubts),
    )


def _is_same(one: Delivered, other: Delivered) -> bool:
    """Whether two downloads hold the same of somebody: the same names, and the same bytes.

    An archive and the folder that it was unpacked to are the same, too.
    """
    if one.attempts[-1].late != other.attempts[-1].late:
        return False
    tried = (one.attempts[-1], other.attempts[-1])
    if not all(attempt.listed for attempt in tried):
        return False
    files, others = (_sources(attempt.listed) for attempt in tried)
    if files.keys() != others.keys():
        files, others = map(_unpacked, tried)
    return files.keys() == others.keys() and all(
        _are_equal(source, others[name]) for name, source in files.items()
    )


def _sources(files: Mapping[str, Placed]) -> dict[str, Source]:
    return {name: placed.source for name, placed in files.items()}


def _unpacked(attempt: Attempt) -> dict[str, Source]:
    """The files in the attempt without the folders around all of them, archives opened."""
    try:
        held = contents(attempt)
    except SubmissionError:
        return _sources(attempt.listed)
    if held.unread:
        return _sources(attempt.listed)
    files = {tuple(one.path.split("/")): one.source for one in held.files}
    while files and all(len(path) > 1 for path in files) and len({path[0] for path in files}) == 1:
        files = {path[1:]: one for path, one in files.items()}
    return {"/".join(path): one for path, one in files.items()}


def _are_equal(one: Source, other: Source) -> bool:
    if one == other or one.size != other.size:
        return one == other
    try:
        return one.read(MAX_ARCHIVE_BYTES) == other.read(MAX_ARCHIVE_BYTES)
    except SubmissionError:
        return False


def _place(one: Delivered) -> str:
    """The file that was submitted, or the folder that all of its files lie in."""
    paths = [placed.path for placed in one.attempts[-1].listed.values()]
    return (paths[0] if len(paths) == 1 else posixpath.commonpath(paths)) if paths else one.key


def _alike(kept: Mapping[str, Delivered]) -> Iterator[str]:
    """A line for names that differ only by case or Unicode form."""
    seen: dict[str, str] = {}
    for key in kept:
        other = seen.setdefault(folded(key), key)
        if other != key:
            yield f"{other!r} and {key!r} differ only by case or Unicode form; both are marked"


def _namesakes(submissions: Iterable[Delivered]) -> Iterator[str]:
    """A line for each name that several have whom nothing but the platform's number tells apart."""
    called: dict[str, list[Delivered]] = {}
    for one in submissions:
        if len(one.people) == 1 and not one.people[0].number:
            called.setdefault(folded(one.title), []).append(one)
    for several_of in called.values():
        if len(several_of) > 1:
            keys = " and ".join(one.key for one in several_of)
            yield f"{len(several_of)} are called {several_of[0].title}: {keys}"


def _of_one_number(download: Download) -> Iterator[str]:
    """A line for each submission that is called by a number that others hold in their names."""
    holding: dict[str, list[str]] = {}
    for one in download.submissions:
        for person in one.people:
            holding.setdefault(person.number, []).append(one.key)
    for one in download.submissions:
        also = [key for key in holding.get(one.key, ()) if key != one.key]
        if also:
            yield f"{one.key} is also in the name of {' and '.join(also)}; each is marked"


def _again(download: Download) -> Iterator[str]:
    """A line for each submission that is called like another one's copy."""
    known = {folded(one.key): one.key for one in download.submissions}
    for one in download.submissions:
        name = folded(one.people[0].ids.get("folder", one.key))
        bare = _COPY.sub("", name)
        other = known.get(bare) if bare != name else None
        if other not in (None, number_in(one.key)):
            yield f"{one.key} could be of whoever {other} is of; each is marked"


def _in_several_archives(download: Download, required: Collection[str]) -> Iterator[str]:
    """A line for each submission of which nobody knows which archive is meant."""
    wanted = frozenset(map(folded, required))
    for one in download.submissions:
        files = one.attempts[-1].listed
        archives = [name for name in files if is_archive(name)]
        if len(archives) < 2:
            continue
        holding = [name for name in archives if _holds(name, files[name], wanted)]
        if len(holding) > 1:
            yield (
                f"{one.title}: {' and '.join(holding)} each hold what is asked for; look which one "
                "is meant, and whether it is the one that the feedback names"
            )


def _holds(name: str, placed: Placed, wanted: frozenset[str]) -> bool:
    try:
        inside = of_archive(placed.path, name, placed.source)
    except SubmissionError:
        return False
    return any(folded(base(one.path)) in wanted for one in inside.files)


def _checked(download: Download, required: Collection[str]) -> Download:
    """The download, with notes on submissions that hold what looks like several people's."""
    if not download.submissions:
        raise InputError("no submission holds a file; name the download of an assignment")
    notes = list(_in_several_archives(download, required))
    if download.platform in ("plain", "single", "classroom"):
        notes += [*_of_one_number(download), *_again(download)]
        return replace(download, notes=(*download.notes, *notes))
    notes += _namesakes(download.submissions)
    for one in download.submissions:
        try:
            files = contents(one.attempts[-1]).files
        except SubmissionError:
            continue
        found = several(Listing(one.key, files), required)
        if found:
            notes.append(
                f"{one.title}: this looks like {len(found)} submissions, not one: "
                f"{', '.join(found[:5])}"
            )
    return replace(download, notes=(*download.notes, *notes))
