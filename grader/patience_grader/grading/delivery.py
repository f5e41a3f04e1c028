"""From paths to submissions: what a download holds, whose it is, which attempt counts, and when.

`receive` puts together what the download says, what the instructor says, and what an earlier run
has stored; everything that a person should know comes back as notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from zoneinfo import ZoneInfo

from ..course.coursework import Course, Coursework
from ..course.interface import Outline
from ..downloads.archives import is_work
from ..downloads.choose import LAST, Chosen, choose
from ..downloads.listing import EMPTY
from ..downloads.model import Attempt, Delivered, Download, LeftOut, Person, stem
from ..downloads.own_results import RECORD
from ..downloads.people import number_in
from ..downloads.recognise import recognise
from ..downloads.roster import Enrolled, read_roster
from ..downloads.when import Stated, Times, merge, read_times
from ..downloads.who import Matched, match
from ..errors import InputError, SubmissionError
from ..marks.late import Timing
from ..marks.moment import read_time
from ..submission.finding import hand_ins_of
from ..submission.reading import (
    digest,
    doubts,
    find_coursework,
    narrowed,
    other_coursework,
    required_in,
    telling_files,
)
from ..submission.upload import Upload
from ..text.listed import first_of
from .facts import telling
from .record import Entry, Record


@dataclass(frozen=True)
class Requirements:
    """What the instructor says on the command line about a delivery."""

    platform: str = ""
    attempt: str = ""
    """As `choose` takes it; empty for what counted in an earlier run, or else the last one."""
    roster: Path | None = None
    times: Path | None = None
    deadline: str = ""
    anonymous: bool = False


@dataclass(frozen=True)
class Received:
    """A submission: its row, who submitted it, and what is known of its time."""

    upload: Upload
    """With the attempt that is marked, or the last one of those."""
    delivered: Delivered
    people: tuple[Person, ...]
    marked: tuple[Attempt, ...]
    """Several if the best of them counts."""
    timings: Mapping[str, Timing] = field(default_factory=dict)
    """By the label of the attempt."""
    doubt: str = ""
    """What is missing or assumed of its time, for `marks.csv`."""
    since: str = ""
    """What the best attempt changed about the one before it, or which one came too late.

    Its student reads that.
    """


@dataclass(frozen=True)
class Delivery:
    """Everything that was submitted, and what a person should know about it."""

    coursework: Coursework
    download: Download
    received: tuple[Received, ...]
    absent: tuple[Person, ...] = ()
    deadline: datetime | None = None
    """For everybody, unless the handout's own counts."""
    times: tuple[Stated, ...] = ()
    roster: tuple[Enrolled, ...] = ()
    attempt: str = LAST
    """Which attempt was asked for."""
    findings: tuple[str, ...] = ()
    """What somebody must look at, so that the exit code is 1."""
    notes: tuple[str, ...] = ()
    attempts: tuple[str, ...] = ()
    """A line for each submission with several attempts."""

    @property
    def uploads(self) -> list[Upload]:
        """The submissions as they are marked."""
        return [one.upload for one in self.received]


def download_of(
    paths: Sequence[Path], course: Course, name: str | None, platform: str = ""
) -> tuple[Coursework, Download]:
    """The coursework and what the paths hold. Raises InputError."""
    if name:
        coursework = course.coursework(name)
        return coursework, recognise(paths, telling_files([coursework]), platform)
    known = course.outlines().outlines
    download = recognise(paths, telling_files(known), platform)
    found = find_coursework([one.attempts[-1] for one in download.submissions], known)
    return course.coursework(found.slug), download


def receive(
    paths: Sequence[Path], course: Course, name: str | None, required: Requirements, earlier: Record
) -> Delivery:
    """The submissions that the paths hold. Raises InputError."""
    coursework, download = download_of(paths, course, name, required.platform)
    rule = coursework.late
    if rule is None and (required.times or required.deadline):
        raise InputError(
            f"handout/{coursework.slug}.md has no rule for late work, so times and "
            "deadline have no effect; write a block [late] into its front matter"
        )
    zone = rule.timezone if rule else "UTC"
    times = read_times(required.times, zone) if required.times else earlier.times
    deadline = read_time(required.deadline, zone) if required.deadline else earlier.deadline
    roster = read_roster(required.roster) if required.roster else earlier.roster
    asked = required.attempt or earlier.attempt or LAST
    matched = match(roster, download.submissions) if roster else Matched({})
    due = deadline or (rule.deadline if rule else None)
    notes = [*_kept(required, earlier), *download.notes, *matched.notes]
    pairs = _named(download, matched, earlier)
    people = {upload.name: matched.people.get(one.key, ()) for one, upload in pairs}
    before = _before(pairs, people, earlier)
    notes += _revoked(pairs, before)
    named = [(_extended(one, before.get(upload.name)), upload) for one, upload in pairs]
    others = [*(one.person for one in matched.missing), *_elsewhere(earlier)]
    stated = merge(
        [(replace(one, key=upload.name), upload.attempt) for one, upload in named],
        people, times, due=due, timezone=zone, others=others,
    )  # fmt: skip
    if due or any(one.deadline for one in stated.of.values()):
        coursework.check_holidays()
    chosen = [
        choose(one, asked, stated.of[upload.name].deadline or due, ZoneInfo(zone))
        for one, upload in named
    ]
    notes += [note for one in chosen for note in one.notes]
    replaced = {row.timing.submitted for row in earlier.times} if required.times else set()
    received, merged = _timed(
        named, chosen, people, times, due, zone, before, coursework, others, replaced
    )
    notes += merged.notes if rule else ()
    known = course.outlines()
    notes += [] if name else known.skipped
    return Delivery(
        coursework,
        download,
        tuple(received),
        tuple(one.person for one in matched.missing),
        deadline,
        times,
        roster,
        asked,
        (
            *_findings(download, named, coursework, known.outlines),
            *_of_absent(download, matched),
            *_doubts(received, coursework),
            *_left_behind(received, coursework),
            *matched.findings,
            *merged.findings,
        ),
        (*dict.fromkeys(notes), *_less(download)),
        tuple(_attempts(named, chosen)),
    )


def _kept(required: Requirements, earlier: Record) -> Iterator[str]:
    """A line for what an earlier run was told and this one was not."""
    kept = []
    if earlier.deadline and not required.deadline:
        kept.append(f"the deadline {earlier.deadline:%Y-%m-%d %H:%M %Z}")
    if earlier.times and not required.times:
        rows = "1 row" if len(earlier.times) == 1 else f"{len(earlier.times)} rows"
        kept.append(f"{rows} of times and extensions")
    if earlier.roster and not required.roster:
        kept.append(f"a roster of {len(earlier.roster)}")
    if earlier.attempt not in {"", LAST} and not required.attempt:
        kept.append(f"the choice --attempt {earlier.attempt}")
    if kept:
        is_one = len(kept) == 1 and not kept[0].endswith("rows of times and extensions")
        counts = "still counts; it is" if is_one else "still count; they are"
        yield f"from an earlier run, {' and '.join(kept)} {counts} in {RECORD}"


def _named(download: Download, matched: Matched, earlier: Record) -> list[tuple[Delivered, Upload]]:
    """The submissions in the order of the download, each with its name.

    Of several people of one name, the one keeps it who had it in an earlier run, also if that one
    is not in this download; unless nobody of that run is known here by an identifier, number or
    address.
    """
    last = [(one, one.attempts[-1]) for one in download.submissions]
    holders = {
        name: entry.people[0]
        for name, entry in earlier.submissions.items()
        if len(entry.people) == 1
    }
    people = [person for one in download.submissions for person in one.people]
    people += [each.person for some in matched.people.values() for each in some]
    if telling(holders.values()).isdisjoint(telling(people)):
        holders = {}
    found = hand_ins_of(download.platform, last, matched.people, holders)
    return list(zip(download.submissions, found, strict=True))


@dataclass(frozen=True)
class _Before:
    """What an earlier run has stored of a submission, and what it was called there."""

    name: str
    entry: Entry


def _before(
    named: Sequence[tuple[Delivered, Upload]],
    people: Mapping[str, Sequence[Enrolled]],
    earlier: Record,
) -> Mapping[str, _Before]:
    """What an earlier run has stored, by what the submissions are called now.

    One that has another name now is known by an identifier, number or email address.
    """
    here = {upload.name for _, upload in named}
    known = {name: _Before(name, one) for name, one in earlier.submissions.items()}
    by_fact: dict[tuple[str, str], list[_Before]] = {}
    for other in known.values():
        if other.name not in here and not other.entry.now:
            for fact in telling(other.entry.people):
                by_fact.setdefault(fact, []).append(other)
    found = {name: known[name] for name in here & known.keys()}
    pairs = {
        (upload.name, other.name)
        for one, upload in named
        if upload.name not in found
        for fact in telling([*one.people, *(each.person for each in people[upload.name])])
        for other in by_fact.get(fact, ())
    }
    now, then = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    found |= {name: known[other] for name, other in pairs if now[name] == 1 and then[other] == 1}
    return found


def _extended(one: Delivered, before: _Before | None) -> Delivered:
    """The same, with the extension that an earlier run was told of, if this one is told nothing."""
    if before is None or one.extension or one.tells_extension:
        return one
    return replace(one, extension=before.entry.extension)


def _revoked(
    pairs: Sequence[tuple[Delivered, Upload]], before: Mapping[str, _Before]
) -> Iterator[str]:
    """A line for whoever had more time in an earlier run and has not now."""
    names = [
        upload.name
        for one, upload in pairs
        if one.tells_extension and not one.extension
        if upload.name in before and before[upload.name].entry.extension
    ]
    if names:
        whose = first_of(names)
        yield f"the extensions of {whose}, which an earlier run was told of, are withdrawn"


def _timed(  # noqa: PLR0913, PLR0917 all that a time depends on
    named: Sequence[tuple[Delivered, Upload]],
    chosen: Sequence[Chosen],
    people: Mapping[str, Sequence[Enrolled]],
    stated: Sequence[Stated],
    due: datetime | None,
    zone: str,
    before: Mapping[str, _Before],
    coursework: Coursework,
    others: Sequence[Person],
    replaced: Collection[datetime | None],
) -> tuple[list[Received], Times]:
    """The submissions with the times of their attempts, and what is missing or in doubt.

    A time that an earlier run was told by a table is not known any more if that one is `replaced`.
    """
    notes: list[str] = []
    findings: list[str] = []
    found = []
    most = max(len(one.marked) for one in chosen)
    timings: dict[str, dict[str, Timing]] = {upload.name: {} for _, upload in named}
    remembered = set()
    for place in range(most):
        pairs = []
        recalled = set()
        for (one, upload), choice in zip(named, chosen, strict=True):
            attempt = choice.marked[min(place, len(choice.marked) - 1)]
            known = before.get(upload.name)
            if (
                known
                and known.entry.submitted
                and known.entry.submitted not in replaced
                and not attempt.submitted
                and _is_that(upload, attempt, known, coursework)
            ):
                attempt = replace(attempt, submitted=known.entry.submitted)
                recalled.add(upload.name)
            pairs.append((replace(one, key=upload.name), attempt))
        merged = merge(pairs, people, stated, due=due, timezone=zone, others=others)
        notes += merged.notes
        findings += merged.findings
        remembered |= recalled - merged.stated
        for one, attempt in pairs:
            timings[one.key][attempt.label] = _in_utc(merged.of[one.key])
    if remembered:
        notes.append(f"the times of {first_of(sorted(remembered))} are those of an earlier run")
    for (one, upload), choice in zip(named, chosen, strict=True):
        of = timings[upload.name]
        attempt = choice.marked[-1]
        enrolled = tuple(each.person for each in people[upload.name])
        found.append(
            Received(
                replace(upload, attempt=attempt),
                one,
                tuple(_joined(one.people, enrolled)),
                choice.marked,
                of,
                _doubt(attempt, of[attempt.label], has_deadline=due is not None, zone=zone),
                _too_late(choice),
            )
        )
    return found, Times({}, tuple(dict.fromkeys(notes)), tuple(dict.fromkeys(findings)))


def _too_late(choice: Chosen) -> str:
    """Which attempt came in after the deadline, for its student; empty if none did."""
    if not choice.is_last_in_time:
        return ""
    return (
        f"Your attempt {choice.others[-1].label} came in after the deadline and does not count; "
        f"{choice.marked[-1].label} does."
    )


def _elsewhere(earlier: Record) -> Iterator[Person]:
    """Whose submissions an earlier run has marked, which need not be in this download."""
    for name, entry in earlier.submissions.items():
        yield from (Person(number=name), *entry.people)


def _is_that(upload: Upload, attempt: Attempt, known: _Before, coursework: Coursework) -> bool:
    """Whether an attempt is the one that an earlier run has seen."""
    same = replace(upload, name=known.name, attempt=attempt)
    return digest(narrowed(same, coursework)) == known.entry.digest


def _in_utc(timing: Timing) -> Timing:
    """The same moments, so that what is stored reads as what is stated."""
    submitted, deadline = (
        one.astimezone(UTC) if one else None for one in (timing.submitted, timing.deadline)
    )
    return replace(timing, submitted=submitted, deadline=deadline)


def _doubt(attempt: Attempt, timing: Timing, *, has_deadline: bool, zone: str) -> str:
    if timing.submitted is None:
        late = "; the platform marks it as late" if attempt.late else ""
        return f"no time of submission is known{late}" if has_deadline or late else ""
    if attempt.submitted and not attempt.submitted.tzinfo:
        assumed = f"the download names no time zone, so {zone} is assumed"
        if timing.submitted == attempt.submitted.replace(tzinfo=ZoneInfo(zone)):
            return assumed if has_deadline else f"there is no deadline; {assumed}"
    return "" if has_deadline or timing.deadline else "there is no deadline"


def _joined(people: Sequence[Person], enrolled: Sequence[Person]) -> Iterator[Person]:
    """The people of a submission, with what the roster adds."""
    if len(people) != len(enrolled):
        yield from enrolled or people
        return
    for one, other in zip(people, enrolled, strict=True):
        yield Person(
            other.name or one.name,
            other.number or one.number,
            other.email or one.email,
            {**one.ids, **other.ids},
        )


def _findings(
    download: Download,
    named: Sequence[tuple[Delivered, Upload]],
    chosen: Coursework,
    courseworks: Sequence[Outline],
) -> Iterator[str]:
    """Submissions of another coursework, whoever has none, doubts, and files that could be work."""
    for one, upload in named:
        other = other_coursework(one.attempts[-1], chosen, courseworks)
        if other:
            yield (
                f"{upload.name} holds files of {other.slug}, not of {chosen.slug}; "
                "look whether it was submitted in the wrong place"
            )
    yield from download.without
    yield from download.doubts
    yield from (str(one) for one in download.left_out if _could_be_work(one))


def _doubts(received: Sequence[Received], coursework: Coursework) -> Iterator[str]:
    """A line for each choice that reading a submission takes, and for what is not opened."""
    for one in received:
        try:
            yield from (f"{one.upload.name}: {line}" for line in doubts(one.upload, coursework))
        except SubmissionError:
            continue  # marking says so


def _left_behind(received: Sequence[Received], coursework: Coursework) -> Iterator[str]:
    """A line for each required file that only an attempt which does not count holds.

    Some platforms keep what was submitted before, so that one file is submitted again alone.
    """
    for one in received:
        counted = one.marked[-1]
        others = [attempt for attempt in one.delivered.attempts if attempt not in one.marked]
        if not others:
            continue
        there = required_in(counted, coursework)
        for name in [each for each in coursework.required if each not in there]:
            holding = (each for each in reversed(others) if name in required_in(each, coursework))
            if other := next(holding, None):
                yield (
                    f"{one.upload.name}: {name} is not in {counted.label}, which counts, but in "
                    f"{other.label}; look whether the student meant both"
                )


def _of_absent(download: Download, matched: Matched) -> Iterator[str]:
    """A line for each file that is left out and called like somebody who submitted nothing else.

    It could be all that a student has sent: a text, a picture, or an address.
    """
    if download.platform not in ("plain", "single"):
        return
    loose = [_alone(one.path) for one in download.left_out if not one.is_noise]
    found = match(matched.missing, loose).people if loose else {}
    for path, whose in found.items():
        if len(whose) == 1:
            yield f"{path} is called like {whose[0].title}, who submitted nothing else"


def _alone(path: str) -> Delivered:
    """A file as if it were a submission, to find out who it is called like."""
    name = stem(PurePosixPath(path).name)
    person = Person(number=number_in(name), ids={"folder": name})
    return Delivered(path, (person,), (Attempt("1", {}),))


def _less(download: Download) -> Iterator[str]:
    """What is left out and nobody would mark."""
    left_out = (one for one in download.left_out if not one.is_noise)
    yield from (str(one) for one in left_out if not _could_be_work(one))


def _could_be_work(one: LeftOut) -> bool:
    """Whether somebody could have meant it as a submission."""
    if one.is_noise or "which is read" in one.reason:
        return False
    is_odd = one.reason.startswith(("it is a link", "it is a pipe", "it cannot be read", EMPTY))
    return is_odd or one.may_be_work or is_work(PurePosixPath(one.path).name)


def _attempts(named: Sequence[tuple[Delivered, Upload]], chosen: Sequence[Chosen]) -> Iterator[str]:
    for (_, upload), choice in zip(named, chosen, strict=True):
        if choice.others:
            label = " and ".join(one.label for one in choice.marked)
            why = " as the last one in time" if choice.is_last_in_time else ""
            others = first_of([one.label for one in choice.others])
            yield (
                f"{upload.name} has {len(choice.others) + len(choice.marked)} attempts: "
                f"{label} counts{why}, and not {others}"
            )
