"""Takes down what a submission is asked for each criterion, to answer an appeal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..marks.asked import Asked, Questions
from ..sandbox.answers import Answer, Raised, Returned
from ..sandbox.batch import Batch
from ..sandbox.declared import in_short
from ..sandbox.guest.wire import Opaque
from .cases import Cases, asked_of
from .judging import describe
from .sessions import Session, asked_in

_LONG = 200


@dataclass(frozen=True)
class _Heard:
    """Answers, and what they are about."""

    about: object
    batch: Batch
    numbers: Sequence[int]
    answers: Sequence[Answer]

    def asked(self) -> Iterator[Asked]:
        for number, answer in zip(self.numbers, self.answers, strict=False):
            match self.about:
                case Cases():
                    yield asked_of(self.about, number, answer)
                case Session():
                    yield asked_in(self.about, answer)
                case _:
                    yield _plain(*self.batch.asked[number], answer)


class Journal:
    """What one submission is asked and answers, by criterion."""

    def __init__(self) -> None:
        self._criterion = ""
        self._heard: dict[str, list[_Heard]] = {}
        self._noted: dict[str, list[Asked]] = {}
        self._further: dict[str, int] = {}
        self._gamed = ""
        """The last criterion for which questions were asked that no other is asked again."""

    def begin(self, criterion: str) -> None:
        """Takes down what follows under this criterion."""
        self._criterion = criterion

    def hear(
        self, about: object, batch: Batch, numbers: Sequence[int], answers: Sequence[Answer]
    ) -> None:
        """Takes down answers; those that only look for a smaller example are counted."""
        heard = self._heard.setdefault(self._criterion, [])
        if about is None and not batch.lasting:
            self._further[self._criterion] = self._further.get(self._criterion, 0) + len(answers)
        elif about is None or not any(one.about is about for one in heard):
            heard.append(_Heard(about, batch, numbers, answers))
            self._gamed = self._criterion if about is None else self._gamed

    def note(self, asked: Asked) -> None:
        """Takes down a question that is asked in another way."""
        self._noted.setdefault(self._criterion, []).append(asked)

    def questions(self, criterion: str, most: int) -> Questions:
        """What was asked for a criterion: no more than so many, those with wrong answers first.

        A criterion that is judged by what was asked for another one has that one's questions.
        """
        other = ""
        if not self._heard.get(criterion) and not self._noted.get(criterion):
            other = self._gamed
        source = other or criterion
        every = [*self._noted.get(source, ())]
        every += [one for heard in self._heard.get(source, ()) for one in heard.asked()]
        numbered = list(enumerate(every, 1))
        first = sorted(numbered, key=lambda one: (one[1].is_right is not False, one[0]))[:most]
        return Questions(
            sorted(first, key=lambda one: one[0]),
            len(every),
            sum(one.is_right is True for one in every),
            sum(one.is_right is False for one in every),
            self._further.get(criterion, 0),
            other,
        )


def _plain(function: str, arguments: tuple[object, ...], answer: Answer) -> Asked:
    """A question of which nothing is known but the call."""
    given = ", ".join(in_short(one, _LONG) for one in arguments)
    match answer:
        case Returned(Opaque(description)):
            got = description
        case Returned(value):
            got = in_short(value, _LONG)
        case Raised(name, _, _, message):
            got = f"raised {name}: {message}"
        case _:
            got = describe(answer) or "the answer was lost"
    return Asked(f"{function}({given})", "", "", got, None)
