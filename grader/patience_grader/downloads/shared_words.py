"""People who are named between words that the names of all submissions share.

As in `whist-alee-main.zip`, which GitHub makes of a repository, or `alee - Ann Lee - Attempt 1`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .model import Delivered, Person
from .people import is_day, is_version, words_in
from .roster import Enrolled

_LEAST = 3
"""Of fewer submissions, nobody knows what all names share."""
_SHARE = 0.9
"""How many of the names have a word that all share; some student calls it otherwise."""


def apart(submissions: Sequence[Delivered], roster: Sequence[Enrolled]) -> Mapping[str, Enrolled]:
    """Whom the rest of a submission's name fits, by its key: a login, an address or a name.

    Only those whom all of the rest fits, and who alone are called so.
    """
    named = {one.key: words_in(folder) for one in submissions if (folder := _folder(one))}
    counts = Counter(word for found in named.values() for word in set(found))
    least = max(_LEAST, _SHARE * len(named))
    shared = {word for word, count in counts.items() if count >= least}
    known: dict[str, list[Enrolled]] = {}
    for each in roster:
        for text in set(_texts(each.person)):
            known.setdefault(text, []).append(each)
    fitting = {key: known.get(_key(_without(one, shared)), []) for key, one in named.items()}
    return {key: each[0] for key, each in fitting.items() if len(each) == 1}


def _folder(one: Delivered) -> str:
    """What a submission is called; empty with the number of somebody whom nothing has fitted."""
    person = one.people[0]
    is_anothers = person.number and not is_day(person.number)
    return "" if is_anothers or len(one.people) > 1 else person.ids.get("folder", "")


def _without(found: Sequence[str], shared: set[str]) -> list[str]:
    """The words without shared ones, numbers and versions at either end."""
    says_nothing = [one in shared or one.isdigit() or is_version(one) for one in found]
    places = [place for place, nothing in enumerate(says_nothing) if not nothing]
    return list(found[places[0] : places[-1] + 1]) if places else []


def _texts(person: Person) -> Iterator[str]:
    """All that somebody could be called there, but for those whose number could be a day."""
    if is_day(person.number):
        return
    login, git = person.ids.get("login", ""), person.ids.get("git", "")
    for text in (login, git, person.email, person.email.partition("@")[0]):
        if text:
            yield _key(words_in(text))
            yield _key(words_in(f"{text} {person.name}"))
    if len(words_in(person.name)) > 1:
        yield _key(words_in(person.name))


def _key(found: Iterable[str]) -> str:
    return " ".join(sorted(found))
