"""Sakai's "Download All" of the submissions to an assignment.

`LAST, FIRST(LOGIN)/` for each submission, with everybody of a group behind semicolons, or an
identifier of the submission where names are hidden. In it are `timestamp.txt`, the text that the
student wrote, what the teacher wrote, and a folder of attachments of each of them, which is called
as the language of who downloads it has it. Without folders it is what the name of each file begins
with, before `_` and the folder. Times are in UTC.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from ..errors import SubmissionError
from ..text.listed import first_of
from .archives import details_of
from .listing import Listing, folded, mostly
from .model import Attempt, Delivered, Download, LeftOut, Person, Placed
from .source import Source

TIMESTAMP = "timestamp.txt"
_PERSON = r"[^,;/]*,[^;/]*?\([^();/]*\)"
_HIDDEN = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?: [^_/]*)?"
_WHO = re.compile(rf"{_PERSON}(?:; ?{_PERSON})*|{_HIDDEN}")
_FILE = re.compile(
    rf"(?P<who>{_WHO.pattern})_(?:(?P<own>_submissionText\.\w+|feedbackText\.\w+|comments\.txt)"
    r"|(?P<label>[^_/]+)_(?P<file>.+))",
    re.DOTALL,
)
_ONE = re.compile(r"\s*(?P<last>[^,]*),\s*(?P<first>.*?)\s*\((?P<login>[^()]*)\)", re.DOTALL)
_OWN = re.compile(r"(?P<text>.*_submissiontext\.\w+)|feedbacktext\.\w+|comments\.txt", re.DOTALL)
"""What Sakai writes beside the folders of attachments, folded."""
_TEACHERS = ("feedback", "フィードバック", "retroalimentación", "commentaire")
"""What is in the name of the folder of the teacher's attachments, folded."""
_GRADES = re.compile(r"grades\.(?:csv|xlsx?)", re.IGNORECASE)
_BY_DIGITS = re.compile(r"\d{14}")
_IDS = ("login", "sakai")
_MOST_TEXT = 1 << 20


def fits(listing: Listing) -> bool:
    """Whether what lies there is named as Sakai names it, with a file that nobody else writes."""
    if not mostly(listing, lambda name: _WHO.fullmatch(name) or _FILE.fullmatch(name)):
        return False
    timed = any(TIMESTAMP in folder.loose for folder in listing.tops.values())
    return timed or any(_GRADES.fullmatch(one) or _FILE.fullmatch(one) for one in listing.loose)


@dataclass
class _Found:
    files: dict[str, Placed] = field(default_factory=dict)
    submitted: datetime | None = None
    has_text: bool = False


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions; who submitted nothing has a folder, too, if who downloads asks for it."""
    del required
    found = {name: _Found() for name in listing.hollow if _WHO.fullmatch(name)}
    left_out: list[LeftOut] = []
    for file in listing.files:
        who, name = _divided(file.path)
        if not who:
            grades = bool(_GRADES.fullmatch(name))
            why = "it is Sakai's table" if grades else "its name is not one that Sakai gives"
            left_out.append(replace(listing.stray(name, why), is_noise=grades))
            continue
        one = found.setdefault(who, _Found())
        folder, slash, below = name.partition("/")
        own = None if slash else _OWN.fullmatch(folded(name))
        if name == TIMESTAMP:
            one.submitted = _moment(file.source)
        elif own and own["text"]:
            one.has_text = _says_something(file.source)
            lost = listing.lost(file.path, "it is an online text, which is not marked")
            left_out.append(replace(lost, is_noise=not one.has_text))
        elif own or (slash and any(word in folded(folder) for word in _TEACHERS)):
            lost = listing.lost(file.path, "it is what the teacher wrote")
            left_out.append(replace(lost, is_noise=True))
        else:
            short = below or name
            one.files[name if short in one.files else short] = listing.placed(file)
    return Download(
        "sakai",
        tuple(_delivered(who, one) for who, one in found.items() if one.files),
        tuple(left_out),
        tuple(_idle(found)),
        without=tuple(
            f"{_title(who)} submitted {'a text and ' if one.has_text else ''}no file"
            for who, one in found.items()
            if not one.files and (one.has_text or one.submitted)
        ),
    )


def _divided(path: str) -> tuple[str, str]:
    """Whose a file is, and its path in that folder; of one that is nobody's, its first part."""
    top, slash, below = path.partition("/")
    if slash and _WHO.fullmatch(top):
        return top, below
    match = _FILE.fullmatch(top)
    if match is None:
        return "", top
    return match["who"], match["own"] or f"{match['label']}/{match['file']}{slash}{below}"


def _delivered(who: str, found: _Found) -> Delivered:
    people = _people(who)
    attempt = Attempt("1", found.files, found.submitted)
    return Delivered(
        f"sakai {'+'.join(next(iter(one.ids.values())) for one in people)}",
        people,
        (attempt,),
        team=len(people) > 1,
        details=details_of(found.files),
    )


def _people(who: str) -> tuple[Person, ...]:
    found = [
        Person(f"{one['first']} {one['last']}".strip(), ids=dict.fromkeys(_IDS, one["login"]))
        for one in _ONE.finditer(who.replace(";", "\n"))
    ]
    return tuple(found) or (Person(ids={"sakai": who.partition(" ")[0]}),)


def _title(who: str) -> str:
    return " and ".join(one.title for one in _people(who))


def _idle(found: Mapping[str, _Found]) -> list[str]:
    """A line of those who submitted nothing."""
    names = [
        _title(who)
        for who, one in found.items()
        if not (one.files or one.has_text or one.submitted)
    ]
    return [f"nothing was submitted by {first_of(names)}"] if names else []


def _moment(source: Source) -> datetime | None:
    """The time in a file, in ISO 8601 or, of versions before 12, with digits alone."""
    try:
        text = source.read(_MOST_TEXT).decode("utf-8-sig").strip()
        if digits := _BY_DIGITS.match(text):
            return datetime.strptime(digits[0], "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        moment = datetime.fromisoformat(text)
    except (SubmissionError, ValueError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _says_something(source: Source) -> bool:
    """Whether a text has words in it, or cannot be read."""
    try:
        text = source.read(_MOST_TEXT).decode("utf-8-sig", errors="replace")
    except SubmissionError:
        return True
    return bool(html.unescape(re.sub(r"<[^>]*>", "", text)).strip())
