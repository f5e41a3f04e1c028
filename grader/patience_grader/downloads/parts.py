"""Google Drive's downloads, which are split into several zips when they are large.

`NAME-20261120T101010Z-001.zip`, or `…Z-1-001.zip`: the time is the same for all parts of one
download, and the files of one folder may lie in any of them. All parts together are read as the
folder that unpacking them makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import InputError, SubmissionError
from ..text.listed import first_of
from .archives import File, is_archive
from .listing import Listing
from .model import LeftOut
from .source import OnDisk

_PART = re.compile(
    r"(?P<whole>.+-\d{8}T\d{6}Z(?:-\d+)?)-(?P<number>\d{3})\.zip", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True)
class Joined:
    """A listing in which each split download is one folder, and what is to be said of it."""

    listing: Listing
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def together(paths: Sequence[Path]) -> list[list[Path]]:
    """The paths, each once, the parts of one download together."""
    found: dict[object, list[Path]] = {}
    for path in dict.fromkeys(paths):
        match = _PART.fullmatch(path.name) if path.is_file() else None
        key = (path.parent, match["whole"]) if match else path
        found.setdefault(key, []).append(path)
    return [*found.values()]


def side_by_side(paths: Sequence[Path]) -> Listing:
    """The files as if nothing else lay in their folder. Raises InputError."""
    try:
        files = tuple(File(path.name, OnDisk.at(path.absolute())) for path in paths)
    except OSError as fault:
        raise InputError(f"{fault.filename} cannot be read ({fault.strerror})") from fault
    return Listing(str(paths[0].parent), files)


def join(listing: Listing) -> Joined:
    """The listing with a folder for the parts of each split download in it.

    They lie in the listing itself, or in the only folder in it. Raises InputError when one of
    several parts cannot be read.
    """
    where, inside = "", listing
    while len(inside.tops) == 1 and not any(map(is_archive, inside.loose)):
        ((name, inside),) = inside.tops.items()
        where += f"{name}/"
    notes, doubts = [], []
    for whole, parts in _parts(inside.loose).items():
        name = f"{inside.name}/{whole}"
        missing = [str(number) for number in range(1, max(parts)) if number not in parts]
        if missing:
            doubts.append(
                f"{name}: this download of Google Drive's lacks part {first_of(missing)}, "
                "so submissions may be missing, or files of them"
            )
        if len(parts) > 1:
            in_order = [parts[number] for number in sorted(parts)]
            listing = unpacked(listing, inside, in_order, where, whole)
            notes.append(f"{name}: {len(parts)} zips are read as one download")
    return Joined(listing, tuple(notes), tuple(doubts))


def _parts(names: Iterable[str]) -> Mapping[str, dict[int, str]]:
    """The names of the parts of each download by their numbers."""
    found: dict[str, dict[int, str]] = {}
    for name in names:
        if match := _PART.fullmatch(name):
            found.setdefault(match["whole"], {})[int(match["number"])] = name
    return found


def unpacked(
    listing: Listing, inside: Listing, parts: Sequence[str], where: str, whole: str
) -> Listing:
    """The listing with a folder of what lies in the parts, and without these. Raises InputError.

    They lie `inside`, which is what lies `where` in the listing; `whole` is what the folder is
    called.
    """
    packed = {f"{where}{name}" for name in parts}
    files = {one.path: one for one in listing.files if one.path not in packed}
    left_out, bare = [*listing.left_out], {*listing.bare}
    for name in parts:
        try:
            part = inside.opened(name)
        except SubmissionError as fault:
            raise InputError(f"{inside.name}/{name}: {fault}; download it again") from fault
        for one in part.files:
            path = f"{where}{whole}/{one.path}"
            if path in files:
                why = "another part of the download holds a file of this path"
                left_out.append(LeftOut(f"{part.name}/{one.path}", why))
            else:
                files[path] = File(path, one.source)
        folder = f"{inside.name}/{whole}"
        left_out += [replace(one, path=f"{folder}/{one.path}") for one in part.left_inside]
        bare |= {f"{where}{whole}/{one}" for one in part.bare}
    in_order = tuple(files[path] for path in sorted(files))
    return replace(listing, files=in_order, bare=frozenset(bare), left_out=tuple(left_out))
