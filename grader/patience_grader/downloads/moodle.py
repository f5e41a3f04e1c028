"""Moodle's "Download all submissions".

`NAME_ID_assignsubmission_PLUGIN/…`, before version 4.1 with an underscore at the end of the
folder's name, and without folders `NAME_ID_assignsubmission_PLUGIN_FILE`. The number is the
participant's in this assignment, as in the grading worksheet; NAME is a group's name for a
team, and the default group has no number; where names are hidden, it is the same for everybody.
Some sites put the course and a hyphen before every NAME. In folders of teachers' feedback, it is
`assignfeedback`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..text.listed import first_of
from .archives import File
from .listing import EMPTY, SPREADSHEET, Listing, is_spreadsheet, is_table, mostly
from .model import Attempt, Delivered, Download, LeftOut, Person, Placed
from .people import of_one_id
from .worksheet import is_draft, is_hidden, is_late, person, tells_extension
from .worksheet import submitted as time_of
from .worksheets import Worksheets, read_worksheets

_NAME = re.compile(
    r"(?P<who>.+?)(?:_(?P<id>\d+))?_assign(?:submission|(?P<feedback>feedback))"
    r"_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?",
    re.DOTALL,
)
_MANY_NAMESAKES = 3
"""If so many are all that there are, the name is what Moodle calls everybody."""
_INSTEAD = {"onlinetext": "an online text", "comments": "a comment"}
_REASONS = {
    "onlinetext": "it is an online text, which is not marked",
    "comments": "it is a comment, which is not marked",
}


def fits(listing: Listing) -> bool:
    """Whether what lies there is named as Moodle names it."""
    return mostly(listing, _NAME.fullmatch)


@dataclass
class _Found:
    who: str
    number: str
    files: dict[str, Placed] = field(default_factory=dict)
    instead: str = ""
    """What there is besides files."""
    is_hidden: bool = False
    """Whether everybody is called the same."""

    @property
    def called(self) -> str:
        """The name; with the number where Moodle hides names and calls everybody the same."""
        hidden = self.number and (self.is_hidden or is_hidden(self.who))
        return f"{self.who} {self.number}" if hidden else self.who


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions, with what a grading worksheet beside them says. Raises InputError."""
    del required
    found: dict[str, _Found] = {}
    called: dict[str, set[str]] = {}
    left_out: list[LeftOut] = []
    for file in listing.files:
        top, _, below = file.path.partition("/")
        match = _NAME.fullmatch(top)
        if match is None:
            if is_spreadsheet(top):
                left_out.append(replace(listing.lost(top, SPREADSHEET), may_be_work=True))
            elif not is_table(file.path):
                left_out.append(listing.stray(top, "its name is not one that Moodle gives"))
            continue
        if match["feedback"]:
            lost = listing.lost(file.path, "it is the teacher's feedback")
            left_out.append(replace(lost, is_noise=True))
            continue
        key = match["id"] or match["who"]
        one = found.setdefault(key, _Found(match["who"], match["id"] or ""))
        called.setdefault(key, set()).add(match["who"])
        if match["plugin"] != "file":
            reason = _REASONS.get(match["plugin"], f"it is of the plug-in {match['plugin']}")
            left_out.append(listing.lost(file.path, reason))
            one.instead = _INSTEAD.get(match["plugin"], one.instead or "something else")
        else:
            name = below or match["file"] or top
            one.files[name] = listing.placed(file)
    left_out += [listing.lost(top, EMPTY) for top in listing.hollow if _key(top) not in found]
    tables = [
        File(name, source)
        for name, source in listing.loose.items()
        if is_table(name) and not _NAME.fullmatch(name)
    ]
    sheets = read_worksheets(
        listing,
        [*listing.beside, *tables],
        {one.number for one in found.values()},
        [one.who for one in found.values()],
    )
    are_hidden = len(found) >= _MANY_NAMESAKES and len({one.who for one in found.values()}) == 1
    for one in found.values():
        one.who = one.who.removeprefix(sheets.prefix)
        one.is_hidden = are_hidden
    without = tuple(
        f"{one.called} submitted {one.instead} and no file"
        for one in found.values()
        if not one.files
    )
    submissions = [_delivered(key, one, sheets) for key, one in found.items() if one.files]
    return Download(
        "moodle",
        tuple(submissions),
        (*left_out, *sheets.left_out),
        (*sheets.notes, *_states(found.values(), sheets)),
        tuple(sheets.consulted),
        without,
        doubts=tuple(of_one_id(called, "Moodle number")),
    )


def _key(top: str) -> str:
    """Whose a folder is; empty if Moodle gives no such name."""
    match = _NAME.fullmatch(top)
    return (match["id"] or match["who"]) if match else ""


def _delivered(key: str, found: _Found, sheets: Worksheets) -> Delivered:
    members = sheets.of(found.number, found.who)
    of_team = members or sheets.by_team or not found.number
    team = found.number not in sheets.by_id and bool(of_team)
    people = tuple(person(one, "" if team else found.called) for one in members) or (
        Person(found.called, ids={"moodle": found.number} if found.number and not team else {}),
    )
    submitted = next(filter(None, map(time_of, members)), None)
    late = any(map(is_late, members)) or None
    attempt = Attempt("1", found.files, submitted, late)
    title = f"{found.who} {found.number}".strip()
    until = max(filter(None, map(sheets.until, members)), default=None)
    known = f"moodle {title}" if team else f"moodle {key}"
    told = any(map(tells_extension, members))
    return Delivered(known, people, (attempt,), team=team, extension=until, tells_extension=told)


def _states(found: Iterable[_Found], sheets: Worksheets) -> Iterator[str]:
    """What the worksheet says of submissions and would go unnoticed."""
    extended, earlier = [], []
    for one in found:
        members = sheets.of(one.number, one.who)
        if any(map(is_draft, members)):
            yield f"{one.called}: the worksheet says that it is a draft, which was not submitted"
        if any(map(sheets.until, members)):
            extended.append(one.called)
        elif any(sheets.differs(row) < 0 for row in members):
            earlier.append(one.called)
    if extended:
        yield f"the worksheet grants extensions to {first_of(extended)}"
    if earlier:
        yield (
            f"the worksheet gives {first_of(earlier)} less time than others, which does not count; "
            "add rows with a deadline to times.csv if it should"
        )
