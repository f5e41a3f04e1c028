"""Objects of the reference that a suite holds since it was collected, such as in `parametrize`.

In a test on a submission they stand for what the submission made in their place, which may be of
another class: while the test runs, they are of that class, so that `isinstance` and `type` tell.
What such an object cannot do fails here, without being asked for, so the run is told of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .handles import Handle
from .prelude import Replayed, objects_in
from .run import Run

_FUNCTION = ["builtins:function", ["__call__", "__get__"]]
"""What is said of a submission's function or class that is known by its name."""
_CLASS: Any = object.__dict__["__class__"]


@contextmanager
def of_their_classes(run: Run, replayed: Replayed, answers: Sequence[Any]) -> Iterator[None]:
    """While this lasts, what was collected is of the classes that a submission's answers say."""
    theirs = objects_in(answers)
    ours = objects_in([one.answer for one in replayed.prelude.exchanges])
    before = []
    for number, handle in run.boundary.collection.objects.handles.items():
        shape = ours.get(number)
        if shape is None or not issubclass(type(handle), Handle):
            continue
        is_named = replayed.is_named(number)
        unknown = ["h", number, *(_FUNCTION if is_named else ["?:object", shape[3]])]
        there = theirs.get(replayed.number(number), unknown)
        if there[2:] == shape[2:]:
            continue
        run.standing.holds_others = True
        before.append((handle, type(handle)))
        _CLASS.__set__(handle, run.objects.class_of(there, shape))
    try:
        yield
    finally:
        for handle, cls in before:
            _CLASS.__set__(handle, cls)
