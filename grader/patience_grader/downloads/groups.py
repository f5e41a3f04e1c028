"""Groups in which each student hands in for themselves, such as `Group A/ada.zip`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress

from ..errors import SubmissionError
from .archives import is_archive, is_packed
from .listing import Listing, folded
from .model import stem
from .parts import unpacked
from .people import are_people, homes, is_group, is_kind, is_version, siblings
from .work import holds_required, is_students_own, stems


def groups_in(listing: Listing, required: Collection[str]) -> list[str]:
    """The folders of groups in which the students are apart; none if every group is a team."""
    if is_students_own(listing):
        return []
    folders = {name: folder for name, folder in listing.tops.items() if is_group(name)}
    return _apart(folders, required)


def with_groups_unpacked(listing: Listing, required: Collection[str]) -> Listing:
    """The listing with a folder for each archive of a group in which the students are apart."""
    if is_students_own(listing):
        return listing
    archives = {}
    for name in filter(is_archive, listing.loose):
        if is_group(stem(name)) and stem(name) not in listing.tops:
            with suppress(SubmissionError):  # marking says so, of this archive alone
                archives[name] = listing.opened(name)
    for name in _apart(archives, required):
        listing = unpacked(listing, listing, [name], "", stem(name))
    return listing


def _apart(groups: Mapping[str, Listing], required: Collection[str]) -> list[str]:
    """The names of the groups in which the students are apart; none if every group is a team.

    Beside others, one student alone is apart, and so are those who gave their files other names.
    A folder such as that of late submissions is not a team.
    """
    wanted = frozenset(map(folded, required))
    known = {
        name: group
        for name, group in ((name, unwrapped(group)) for name, group in groups.items())
        if not any(folded(one) in wanted for one in group.loose)
    }
    apart = [name for name, group in known.items() if are_apart_in(group, required)]
    alone = [name for name, group in known.items() if _is_of_one(group)]
    kinds = [name for name, group in known.items() if is_kind(name) and _has_people(group)]
    alike = [name for name, group in known.items() if are_people(stems(siblings(group)), least=2)]
    return sorted({*apart, *alone, *alike, *kinds}) if apart else sorted(kinds)


def unwrapped(group: Listing) -> Listing:
    """The folder of a group that is all there is in it, as in an archive of such a folder."""
    while len(group.tops) == 1 and not group.loose and all(map(is_group, group.tops)):
        (group,) = group.tops.values()
    return group


def are_apart_in(group: Listing, required: Collection[str]) -> bool:
    """Whether what is asked for is in several folders and archives that are called like people."""
    holding = [
        name
        for name in homes(group, required)
        if name not in group.loose or holds_required(group, name, required)
    ]
    return are_people(stems(holding), least=2)


def _is_of_one(group: Listing) -> bool:
    """Whether a group could be of one student, whose folder or archive is the only one."""
    names = stems([*group.tops, *filter(is_packed, group.loose)])
    return len(names) == 1 and not is_version(*names)


def _has_people(group: Listing) -> bool:
    """Whether any folder or archive in there could be called after somebody."""
    return not all(map(is_version, stems([*group.tops, *filter(is_packed, group.loose)])))
