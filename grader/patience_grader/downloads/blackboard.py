"""Blackboard Learn's "Assignment File Download".

`ASSIGNMENT_USER_attempt_YYYY-MM-DD-HH-MM-SS_FILE`, one flat folder with all attempts that were
asked for, and for each attempt a receipt without a FILE that ends in `.txt`. The receipt says
the student's name and what each file was called, and where USER begins if there is an underscore
in it. It, and the word `attempt`, are in the language of who downloads them. Times are the
server's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, count
from textwrap import shorten

from ..errors import SubmissionError
from .archives import details_of
from .listing import Listing, base, mostly
from .model import Attempt, Delivered, Download, LeftOut, Person, Placed
from .source import Source

_NAME = re.compile(
    r"(?P<whose>.*?_[^_]+)_[^\W\d_]+_(?P<time>\d{4}(?:-\d\d){5})"
    r"(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,
)
_LABEL = r"[^:：\n]+[:：]"
_WHO = re.compile(
    rf"\s*{_LABEL}[ \t]*(?P<name>.*?)[ \t]*\((?P<user>[^()\n]*)\)[ \t]*$", re.MULTILINE
)
_FILE = re.compile(
    rf"^[ \t]+{_LABEL}[ \t]*(?P<original>.+?)[ \t]*\n"
    rf"[ \t]+{_LABEL}[ \t]*(?P<given>.+?)[ \t]*$",
    re.MULTILINE,
)
_COMMENT = re.compile(r"^Comments:\n(?P<text>.*?)(?=\nFiles:|\Z)", re.MULTILINE | re.DOTALL)
_NO_COMMENT = "There are no student comments"
_MOST_WORDS = 200
_NO_TEXT = "There is no student submission text data"
_MAX_RECEIPT = 1 << 20


def fits(listing: Listing) -> bool:
    """Whether what lies there is named as Blackboard names it."""
    return mostly(listing, _NAME.fullmatch)


@dataclass(frozen=True)
class _Receipt:
    name: str = ""
    user: str = ""
    originals: dict[str, str] = field(default_factory=dict)
    has_text: bool = False
    comment: str = ""
    """What the student wrote to the teacher, shortened."""


@dataclass
class _Try:
    files: dict[str, Placed] = field(default_factory=dict)
    receipt: _Receipt = field(default_factory=_Receipt)


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions with all attempts that are in the download."""
    del required
    found: dict[str, dict[str, _Try]] = {}
    left_out: list[LeftOut] = []
    for file in listing.files:
        top, slash, below = file.path.partition("/")
        match = _NAME.fullmatch(top)
        if match is None:
            reason = "its name is not one that Blackboard gives"
            left_out.append(listing.stray(top, reason))
            continue
        one = found.setdefault(match["whose"], {}).setdefault(match["time"], _Try())
        if match["file"] is None:
            one.receipt = _receipt(file.source)
            receipt = listing.lost(file.path, "it is Blackboard's receipt, and is read as such")
            left_out.append(replace(receipt, is_noise=True))
        else:
            one.files[match["file"] + slash + below] = listing.placed(file)
    submissions = []
    notes, without = [], []
    for user, tries in _by_user(found).items():
        name = ""
        attempts = []
        for time, one in sorted(tries.items()):
            noted = one.receipt
            name = noted.name or name
            files = _with_own_names(one.files, noted.originals)
            if noted.has_text:
                notes.append(f"{noted.name or user} submitted a text, which is not marked")
            if noted.comment:
                notes.append(f"{noted.name or user} wrote with it: {noted.comment}")
            if files:
                attempts.append(Attempt(time, files, _moment(time)))
        if attempts:
            person = Person(name, ids={"login": user, "blackboard": user})
            key = f"blackboard {user}"
            again = len(attempts) > 1
            last = attempts[-1].files
            details = details_of(last)
            submissions.append(
                Delivered(key, (person,), tuple(attempts), resubmitted=again, details=details)
            )
        else:
            without.append(f"{name or user} submitted no file: there is only a receipt")
    return Download(
        "blackboard", tuple(submissions), tuple(left_out), tuple(notes), without=tuple(without)
    )


def _with_own_names(files: Mapping[str, Placed], originals: Mapping[str, str]) -> dict[str, Placed]:
    """The files by the names that the student chose; of several of one name, one is called so."""
    wanted = {given: originals.get(base(place.path), given) for given, place in files.items()}
    found: dict[str, Placed] = {}
    for given in sorted(files, key=lambda given: wanted[given] != given):
        names = chain([wanted[given], given], (f"{given} ({number})" for number in count(2)))
        found[next(name for name in names if name not in found)] = files[given]
    return found


def _by_user(found: Mapping[str, Mapping[str, _Try]]) -> dict[str, dict[str, _Try]]:
    """What was found by what stands before `_attempt_`, by the user that this ends with.

    Without a receipt it is what follows the last underscore, unless another one's ends alike.
    """
    users: dict[str, dict[str, _Try]] = {}
    for whose, tries in found.items():
        named = (one.receipt.user for one in tries.values() if one.receipt.user)
        user = next((one for one in named if whose.endswith(f"_{one}")), "")
        last = whose.rpartition("_")[2]
        users.setdefault(user or (whose if last in users else last), {}).update(tries)
    return users


def _receipt(source: Source) -> _Receipt:
    """What a receipt says; nothing if it cannot be read."""
    try:
        text = source.read(_MAX_RECEIPT).decode("utf-8-sig", errors="replace")
    except SubmissionError:
        return _Receipt()
    text = text.replace("\r\n", "\n")
    who = _WHO.match(text)
    originals = {one["given"]: one["original"] for one in _FILE.finditer(text)}
    has_text = "Submission Field:" in text and _NO_TEXT not in text
    comment = _COMMENT.search(text)
    words = shorten(comment["text"], _MOST_WORDS, placeholder=" …") if comment else ""
    words = "" if words.startswith(_NO_COMMENT) else words
    name, user = (who["name"], who["user"]) if who else ("", "")
    return _Receipt(name, user, originals, has_text, words)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d-%H-%M-%S")
    except ValueError:
        return None
