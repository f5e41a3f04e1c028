"""Whether names are those of several people, or of one person's versions of the same work."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..text.words import words
from .archives import is_archive, is_packed, is_work
from .listing import Listing, folded

_NUMBER = re.compile(r"(?<!\d)(?<!\d{8}T)\d{5,}[A-Za-z]?(?![A-Za-z0-9])")
"""Not the time in a name such as Google Drive gives: `NAME-20261120T101010Z-001`."""
_DAY = re.compile(
    r"20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])20\d\d"
)
_VERSION = re.compile(
    r"(?:v|ver|version|attempt|try|draft|copy|backup|bak|old|older|new|newer|latest|final|finished"
    r"|original|orig|working|done|fixed|test|tests|src|source|code|solution|skeleton|starter"
    r"|template|submissions?|submit|submitted|handin|abgaben?|entregas?|rendus?|consegn[ae]"
    r"|examples?|demo|samples?|check|reference|stub|blank|empty|part|week|lab|exercise|ex|task"
    r"|question|q|homework|hw|students"
    r"|project|assignments?|coursework|main|my|first|second|third|untitled|untitled folder)"
    r"[\W_]*\d*[\W_]*",
    re.IGNORECASE,
)
_GROUPS = (
    "group", "gruppe", "groupe", "grupo", "gruppo", "groep", "grup",
    "section", "sektion", "sección", "sezione", "secção",
    "tutorial", "tutorium", "seminar", "klasse", "clase", "classe", "turma",
)  # fmt: skip
"""How a word ends that says that a folder is one of some of the students."""
_GROUP_WORDS = frozenset({"class", "tut"})
_KINDS = frozenset(
    {"late", "on time", "resit", "resits", "extension", "extensions"}
    | {"verspätet", "verspätete", "zu spät", "nachzügler", "pünktlich", "en retard", "tarde"}
    | {"tardías", "in ritardo", "te laat", "atrasados"}
)
"""What a folder is called of submissions that somebody has put apart from the others."""
_SUBMISSIONS = frozenset("submission submissions abgabe abgaben entregas rendus consegne".split())
_WORD = re.compile(r"[^\W\d_]{2}|[^\W\d_\u0000-\u052f]")
"""Two letters, or one beyond the Latin, Greek and Cyrillic ones, as in 李 明."""
_DRIVE = re.compile(r"-\d{8}T\d{6}Z(?:-\d+)?$", re.IGNORECASE)
"""How the name ends that Google Drive gives to what it packs."""


def words_in(name: str) -> list[str]:
    """The words of a folder's or file's name, in which underscores stand for blanks."""
    return words(folded(name).replace("_", " "))


def number_in(name: str) -> str:
    """The student number that a name holds; empty if it holds none."""
    match = _NUMBER.search(name)
    return match[0] if match else ""


def is_of_number(name: str) -> bool:
    """Whether a name holds a student number: beside other words, one that is not a day."""
    number = number_in(name)
    return bool(number) and (number == name or not is_day(number))


def numbers_in(name: str) -> list[str]:
    """The numbers of several students that a name holds, as that of a team; none if it is of one.

    They look alike. One that could be a day does not count, unless all could be.
    """
    found = dict.fromkeys(match[0] for match in _NUMBER.finditer(name))
    shapes: dict[str, list[str]] = {}
    for one in [one for one in found if not is_day(one)] or found:
        shapes.setdefault(re.sub(r"[A-Za-z]", "a", re.sub(r"\d", "9", one)), []).append(one)
    several = [some for some in shapes.values() if len(some) > 1]
    return several[0] if len(several) == 1 else []


def is_day(number: str) -> bool:
    """Whether a number could be a day, with the year first or last."""
    return _DAY.fullmatch(number) is not None


def is_group(name: str) -> bool:
    """Whether a folder is called like one of a group of students, or as Google Drive calls one."""
    words = re.findall(r"[^\W\d_]+", folded(name))
    is_said = any(word.endswith(_GROUPS) or word in _GROUP_WORDS for word in words)
    return is_said or is_kind(name) or _DRIVE.search(name) is not None


def is_kind(name: str) -> bool:
    """Whether a folder is called after what its submissions have in common, such as being late."""
    words = re.findall(r"[^\W\d_]+", folded(name))
    return " ".join(word for word in words if word not in _SUBMISSIONS) in _KINDS


def is_version(name: str) -> bool:
    """Whether a name says what the work is, or which version of it, and nothing of a person."""
    return _VERSION.fullmatch(name) is not None


def of_one_id(called: Mapping[str, Iterable[str]], kind: str) -> list[str]:
    """A line for each identifier that people of several names have, who count as one."""
    lines = []
    for number, names in called.items():
        forms = {" ".join(words_in(name)): name for name in names}
        if len(forms) > 1:
            shown = " and ".join(sorted(forms.values()))
            lines.append(f"{shown} have the same {kind} {number}, and count as one student")
    return lines


def is_whole(name: str) -> bool:
    """Whether a name must be somebody's: it holds a student number, or two words of a name."""
    words = [one for one in words_in(name) if one.isalpha() and not is_version(one)]
    return is_of_number(name) or len(words) > 1


def are_people(names: Sequence[str], package: Collection[str] = (), least: int = 3) -> bool:
    """Whether these names of siblings stand for several people.

    Two different student numbers do. So do three names (or as few as `least`) that have nothing
    in common but the words that all begin with, as in `hw1_ada`, behind numbers or not, and say
    nothing of a version; `package` are further names that say nothing of a person.
    """
    if have_numbers(names):
        return True
    known = {folded(one) for one in package}
    said = [*map(folded, names)]
    return any(
        _say_of_people(
            [
                rest
                for name, rest in zip(names, rests, strict=True)
                if not is_version(name) and folded(name) not in known
            ],
            least,
        )
        for rests in (_rests(said), _own_parts(said))
    )


def _say_of_people(parts: Sequence[str], least: int) -> bool:
    plain = [one for one in parts if not is_version(one)]
    return len(plain) >= least and not all(one.startswith(plain[0][:3]) for one in plain)


def _own_parts(names: Sequence[str]) -> Sequence[str]:
    """The names without the words and numbers before what tells them apart."""
    rests = _without_numbers(_rests(names))
    return names if rests == names else _own_parts(rests)


def _without_numbers(names: Sequence[str]) -> Sequence[str]:
    """The names without the numbers that all of them begin with, if words are left of each."""
    rests = [re.sub(r"^(?:\d+[\W_]+)+", "", name) for name in names]
    are_numbered = all(len(rest) < len(name) for name, rest in zip(names, rests, strict=True))
    return rests if are_numbered and all(map(_WORD.search, rests)) else names


def _rests(names: Sequence[str]) -> Sequence[str]:
    """The names without the words that all of them begin with, if words are left of each."""
    common = os.path.commonprefix(names)  # noqa: RUF071 names, not paths
    begins = re.sub(r"[^\W_]+$", "", common)
    rests = [name.removeprefix(begins) for name in names]
    return rests if all(map(_WORD.search, rests)) else names


def homes(listing: Listing, required: Collection[str]) -> list[str]:
    """The folders and archives side by side that each hold, or could hold, required files.

    Folders that are alone are entered. It is one name at most where required files lie
    side by side with everything else.
    """
    wanted = frozenset(map(folded, required))
    while len(listing.tops) == 1 and not any(map(is_archive, listing.loose)):
        if any(folded(name) in wanted for name in listing.loose):
            break
        (listing,) = listing.tops.values()
    holding = [
        name
        for name, folder in listing.tops.items()
        if any(folded(one.path.rpartition("/")[2]) in wanted for one in folder.files)
        or any(is_archive(one.path) for one in folder.files)
    ]
    return holding + [name for name in listing.loose if is_packed(name)]


def siblings(listing: Listing) -> list[str]:
    """The folders, archives and notebooks side by side in which somebody's work could be.

    Folders that are alone are entered. There are none beside a Python file.
    """
    while len(listing.tops) == 1 and not listing.loose:
        (listing,) = listing.tops.values()
    loose = [name for name in listing.loose if is_work(name)]
    if any(name.lower().endswith(".py") for name in loose):
        return []
    return [name for name, folder in listing.tops.items() if folder.holds_work] + loose


def have_numbers(names: Collection[str]) -> bool:
    """Whether the names hold different numbers of students."""
    return len({number_in(name).casefold() for name in names} - {""}) > 1


def several(listing: Listing, required: Collection[str]) -> list[str]:
    """What looks like submissions of several people in there; empty if nothing does."""
    found = homes(listing, required)
    stems = [name.rpartition(".")[0] if is_packed(name) else name for name in found]
    return found if are_people(stems) else []
