"""What a submission is sure to be asked next, whatever it answers.

Criteria are examined one after the other. A criterion asks for its batches in the same order of
everybody, but ends with the first that is answered wrongly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from .batch import Batch

Order = Sequence[Sequence[Batch | None]]
"""What each criterion asks for where all is right: batches, and None where answers decide."""
Place = tuple[int, int]
"""The number of a criterion, and that of a batch in it."""
_END = (-1, -1)


def sure_after(order: Order, place: Place, asked: Collection[int]) -> Iterator[Batch]:
    """The batches that are asked one after the other, after the one in this place.

    Those `asked`, by what `id` gives, are not asked again, whoever asks for them.
    """
    known, places = {*asked, *(id(one) for one in _at(order, place))}, {place}
    while True:
        places = {following for one in places for following in _next(order, one, known)}
        found = {id(batch): batch for one in places for batch in _at(order, one)}
        if _END in places or len(found) != 1:
            return
        (batch,) = found.values()
        yield batch
        known.add(id(batch))


def _at(order: Order, place: Place) -> Iterator[Batch]:
    """The batch in this place, if there is one."""
    criterion, number = place
    if 0 <= criterion < len(order) and number < len(order[criterion]):
        batch = order[criterion][number]
        if batch is not None:
            yield batch


def _next(order: Order, place: Place, known: Collection[int]) -> Iterator[Place]:
    """The places that may come next and are not known; what is not a batch ends it all."""
    seen: set[Place] = set()
    waiting = _ways_on(place)
    while waiting:
        criterion, number = one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if criterion == len(order):
            yield _END
        elif number == len(order[criterion]):
            waiting.append((criterion + 1, 0))
        elif (batch := order[criterion][number]) is None:
            yield _END
        elif id(batch) in known:
            waiting += _ways_on(one)
        else:
            yield one


def _ways_on(place: Place) -> list[Place]:
    """Where a criterion goes on when the answers are right, and where the next one begins."""
    criterion, number = place
    return [(criterion, number + 1), (criterion + 1, 0)]
