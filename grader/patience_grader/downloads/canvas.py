"""Canvas's "Download Submissions": one flat folder.

`lastnamefirstname_LATE_USER_FILE_original-1.ext`, and for questions of a quiz that ask for a file
`last_firstUSER_question_QUESTION_FILE_original.ext`: LATE only if it was, USER the student's id,
FILE the id of this very file, so that every file of a student has another one. `-1` is what
Canvas adds to a file that the student uploads again under a name that is there already; from
the eighth time on it adds a long random identifier. Anonymous: `anon_abc12` for name and id.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from string import digits

from ..text.words import is_word
from .archives import details_of, is_packed
from .listing import Listing, base, folded, mostly
from .model import Attempt, Delivered, Download, Person, Placed, stem
from .people import is_day, of_one_id

_NAME = re.compile(
    r"(?:(?!LATE_|anon_\d{5}_\d+_)(?P<who>.*?)_)?(?:(?P<late>LATE)_)?"
    r"(?P<user>\d+|anon_[0-9A-Za-z]{5})"
    r"(?P<late_too>_LATE)?"
    r"_(?:(?P<file>\d+)_(?P<original>.+)|(?P<kind>text|link)\.html)",
    re.DOTALL,
)
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_SUFFIX = re.compile(
    rf"(?P<stem>.+)-(?P<again>\d|{_UUID})(?P<ending>(?:\.[A-Za-z][A-Za-z0-9]*)*(?:\.[A-Za-z0-9]*))",
    re.DOTALL,
)
_BY_UUID = 8
_MOST_ARCHIVES = 2
_REASONS = {"text": "it is an online text, which is not marked", "link": "it is only a link"}


def fits(listing: Listing) -> bool:
    """Whether what lies there is named as Canvas names it."""
    return mostly(listing, _match) and _hold_ids(listing)


def _hold_ids(listing: Listing) -> bool:
    """Whether the numbers in most names are ids, and no days or numbers of a work.

    Everybody has another id, and so has every file: it may be there again for others of a group,
    and unpacked beside itself. Who is alone there has no two files of one name, and no more than
    two archives or folders of other names.
    """
    found = [match for name in (*listing.tops, *listing.loose) if (match := _match(name))]
    names: dict[str, set[str]] = {}
    works: dict[str, set[str]] = {}
    for match in found:
        names.setdefault(match["user"], set()).add(match["who"] or "")
        if match["file"]:
            works.setdefault(match["file"], set()).add(folded(stem(match["original"])))
    shared = [
        match
        for match in found
        if is_day(match["user"])
        or len(names[match["user"]]) > 1
        or len(works.get(match["file"], ())) > 1
    ]
    if len(names) == 1 and len(works) > 1:
        originals = [match["original"] for match in found if match["original"]]
        own = {_original(one, frozenset())[1] for one in originals}
        packed = {stem(one) for one in own if is_packed(one) or not PurePosixPath(one).suffix}
        if len(set(originals)) < len(originals) or len(packed) > _MOST_ARCHIVES:
            return False
    return 2 * len(shared) < len(found)


def _match(name: str) -> re.Match[str] | None:
    match = _NAME.fullmatch(_without_question(name))
    who = (match["who"] or "") if match else ""
    return match if who == who.lower() and all(map(is_word, who)) else None


def _without_question(name: str) -> str:
    """The name of a file that was uploaded to a question of a quiz, as to an assignment."""
    head, _, tail = name.partition("_question_")
    who = head.rstrip(digits)
    question, _, rest = tail.partition("_")
    if who == head or not question.isdecimal():
        return name
    return f"{who.removesuffix('_')}_{head[len(who) :]}_{rest}"


@dataclass(frozen=True)
class _File:
    """A file of one student."""

    number: int
    again: int
    name: str
    """What the student called it."""
    own: str
    """The same, if the number at its end is the student's."""
    placed: Placed


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions, the loose files of each student put together."""
    wanted = frozenset(map(folded, required))
    found: dict[str, list[_File]] = {}
    who: dict[str, Person] = {}
    called: dict[str, set[str]] = {}
    late: dict[str, bool] = {}
    left_out = []
    for file in listing.files:
        top, slash, below = file.path.partition("/")
        match = _match(top)
        if match is None:
            left_out.append(listing.stray(top, "its name is not one that Canvas gives"))
        elif match["kind"]:
            left_out.append(listing.lost(file.path, _REASONS[match["kind"]]))
        else:
            user = match["user"]
            who.setdefault(user, Person(match["who"] or "", ids={"canvas": user}))
            called.setdefault(user, set()).add(match["who"] or "nobody")
            late[user] = late.get(user, False) or bool(match["late"] or match["late_too"])
            again, name = _original(match["original"], wanted)
            placed = listing.placed(file)
            found.setdefault(user, []).append(
                _File(int(match["file"]), again, name + slash + below, match["original"], placed)
            )
    texts = {
        match["user"]: match["who"] or "somebody"
        for one in listing.files
        if (match := _match(one.path)) and match["user"] not in found
    }
    without = [
        f"{texts[user]} (Canvas user {user}) submitted a text or a link and no file"
        for user in sorted(texts)
    ]
    submissions, notes = [], []
    for user, files in found.items():
        attempts, noted = _attempts(files, wanted)
        title = who[user].title
        notes += [f"{title}: {one}" for one in noted]
        last = attempts[-1]
        submissions.append(
            Delivered(
                f"canvas {user}",
                (who[user],),
                tuple(Attempt(one.label, one.files, late=late[user]) for one in attempts),
                resubmitted=len(attempts) > 1 or any(one.again for one in files),
                details=details_of(last.files),
            )
        )
    doubts = of_one_id(called, "Canvas id")
    doubts += _perhaps_no_ids(found, wanted)
    return Download(
        "canvas",
        tuple(submissions),
        tuple(left_out),
        tuple(notes),
        without=tuple(without),
        doubts=tuple(doubts),
    )


def _perhaps_no_ids(found: Mapping[str, Sequence[_File]], wanted: frozenset[str]) -> Iterator[str]:
    """A line if all files have one id and none is what is asked for, as in `hw_1_4711_ada.py`."""
    names = [one.name for files in found.values() for one in files]
    are_own = any(folded(base(name)) in wanted or is_packed(name) for name in names)
    if len(found) == 1 and len(names) > 1 and wanted and not are_own:
        yield (
            f"all files have the Canvas id {next(iter(found))}, and count as those of one student; "
            "add --from plain if they are of several"
        )


def _original(name: str, wanted: frozenset[str]) -> tuple[int, str]:
    """How often a file had been uploaded before, and what the student called it.

    A number at the end of a name may be the student's own. It is Canvas's when what is before
    it is a required name, an archive, or a module, which could not be imported with a hyphen.
    """
    match = _SUFFIX.fullmatch(name)
    if match is None or folded(name) in wanted:
        return 0, name
    bare = match["stem"] + match["ending"]
    is_module = match["ending"] == ".py" and match["stem"].isidentifier()
    if folded(bare) not in wanted and not is_packed(bare) and not is_module:
        return 0, name
    again = int(match["again"]) if len(match["again"]) == 1 else _BY_UUID
    return (again, bare) if again else (0, name)


def _attempts(files: list[_File], wanted: frozenset[str]) -> tuple[list[Attempt], list[str]]:
    """The files in the order of uploading, a new attempt for what was there already."""
    ordered = _in_order(_with_own_numbers(files, wanted))
    rounds: list[dict[str, _File]] = [{}]
    for one in ordered:
        current = {folded(name) for name in rounds[-1]}
        packed = "/" not in one.name and is_packed(one.name)
        if folded(one.name) in current or (packed and any(map(is_packed, rounds[-1]))):
            rounds.append({})
        rounds[-1][one.name] = one
    notes = []
    for earlier, later in pairwise(rounds):
        kept = [name for name in earlier if name not in later and not is_packed(name)]
        if kept and not any(map(is_packed, later)):
            later.update({name: earlier[name] for name in kept})
            notes.append(f"{', '.join(kept)} was not uploaded again; the earlier one counts")
    attempts = []
    label = 0
    for files_of in rounds:
        label = max([label, *(one.again for one in files_of.values())]) + 1
        placed = {name: one.placed for name, one in files_of.items()}
        attempts.append(Attempt(str(label), placed))
    return attempts, notes


def _with_own_numbers(files: list[_File], wanted: frozenset[str]) -> Iterable[_File]:
    """The files, those with a number of their own under it: exercise-1.py beside exercise-2.py."""
    first = {folded(one.name) for one in files if not one.again}
    counts: dict[str, int] = {}
    for one in files:
        counts[folded(one.name)] = counts.get(folded(one.name), 0) + 1
    for one in files:
        name = folded(one.name)
        own = counts[name] > 1 and name not in first and name not in wanted
        if own and not is_packed(one.name) and "/" not in one.name:
            yield _File(one.number, 0, one.own, one.own, one.placed)
        else:
            yield one


def _in_order(files: Iterable[_File]) -> list[_File]:
    """By their ids, which Canvas counts up, unless the numbers at their ends contradict."""
    by_id = sorted(files, key=lambda one: (one.number, one.again, one.name))
    seen: dict[str, int] = {}
    for one in by_id:
        if one.again < seen.get(one.name, 0):
            return sorted(by_id, key=lambda one: (one.again, one.number, one.name))
        seen[one.name] = one.again
    return by_id
