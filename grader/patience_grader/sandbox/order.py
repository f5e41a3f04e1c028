"""What a submission is sure to be asked next, whatever it answers.

Criteria are examined one after the other. A criterion asks for its batches in the same order of
everybody, but ends with the first that is answered wrongly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from .batch import Batch

Asked = Sequence[Sequence[Batch | None]]
"""What each criterion asks for: batches, and None where answers decide what comes next."""
Place = tuple[int, int]
"""The number of a criterion, and that of a batch in it."""
MOST_AHEAD = 12
"""So many batches are sent before they are asked for."""
_END = (-1, -1)
_MOST_REMEMBERED = 10_000


class Order:
    """What is asked for where all is right."""

    def __init__(self, asked: Asked = ()) -> None:
        self.asked = tuple(map(tuple, asked))
        self._sure: dict[tuple[Place, tuple[int, ...]], Sequence[Batch]] = {}
        """What was found out before: most submissions are asked alike."""

    def sure_after(self, place: Place, batch: Batch, asked: Collection[int]) -> Sequence[Batch]:
        """The next batches that are sure to be asked one after the other, after one in this place.

        Those `asked`, by what `id` gives, are not asked again, whoever asks for them. None is
        sure if another batch is in that place.
        """
        if self._at(place) is not batch:
            return ()
        key = place, tuple(asked)
        if key not in self._sure:
            if len(self._sure) == _MOST_REMEMBERED:
                self._sure.clear()
            self._sure[key] = tuple(self._found(place, asked))
        return self._sure[key]

    def _found(self, place: Place, asked: Collection[int]) -> Iterator[Batch]:
        known, places = {*asked, id(self._at(place))}, {place}
        for _ in range(MOST_AHEAD):
            places = {following for one in places for following in self._next(one, known)}
            found = {id(batch): batch for one in places if (batch := self._at(one))}
            if _END in places or len(found) != 1:
                return
            (batch,) = found.values()
            yield batch
            known.add(id(batch))

    def _at(self, place: Place) -> Batch | None:
        """The batch in this place, if there is one."""
        criterion, number = place
        if 0 <= criterion < len(self.asked) and 0 <= number < len(self.asked[criterion]):
            return self.asked[criterion][number]
        return None

    def _next(self, place: Place, known: Collection[int]) -> Iterator[Place]:
        """The places that may come next and are not known; what is not a batch ends it all."""
        seen: set[Place] = set()
        waiting = _ways_on(place)
        while waiting:
            criterion, number = one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            if criterion == len(self.asked):
                yield _END
            elif number == len(self.asked[criterion]):
                waiting.append((criterion + 1, 0))
            elif (batch := self.asked[criterion][number]) is None:
                yield _END
            elif id(batch) in known:
                waiting += _ways_on(one)
            else:
                yield one


def _ways_on(place: Place) -> list[Place]:
    """Where a criterion goes on when the answers are right, and where the next one begins."""
    criterion, number = place
    return [(criterion, number + 1), (criterion + 1, 0)]
