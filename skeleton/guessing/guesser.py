"""Exercises 1 to 4: the answerer's feedback, and the guesser."""

from __future__ import annotations

from .cards import ALL_CARDS, Card, Feedback, Guess, State


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """What the answerer says to a guess.

    The five numbers are the correct cards, the lower ranks, the correct ranks, the
    higher ranks and the correct suits. The order of the cards does not matter.
    """
    raise NotImplementedError


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess for an answer of this many cards, and a state to go on from."""
    raise NotImplementedError


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next guess and a state, after the last guess with its state, and what was said to it."""
    raise NotImplementedError
