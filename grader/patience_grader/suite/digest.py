"""Short digests of wrong answers, by which submissions are found that went wrong alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TypeVar

from ..sandbox.answers import Answer, Raised, Returned
from .guard import total

T = TypeVar("T")

_MOST = 24
"""So many wrong answers of a criterion are held, those to the same questions for everybody."""


def digests(wrong: Mapping[int, T], said: Callable[[T], str]) -> tuple[str, ...]:
    """A digest for each wrong answer, or for some of many: `NUMBER:DIGEST`, by the questions.

    `said` puts an answer into words. Nothing of a question can be learned from the digests, and
    of an answer only what it is not.
    """
    chosen = sorted(wrong, key=lambda number: _digest(str(number)))[:_MOST]
    return tuple(f"{number}:{_digest(said(wrong[number]))}" for number in sorted(chosen))


def said_by(answer: Answer) -> str:
    """What tells the answer from others, whatever the code that gave it looks like."""
    match answer:
        case Returned(value):
            return total(lambda: repr(value), otherwise=lambda: type(value).__name__)
        case Raised():
            if answer.supplied:
                return f"raised {answer.supplied[0]}"  # its text is free
            return f"raised {answer.name}: {answer.message}"
    return type(answer).__name__


def _digest(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()[:8]
