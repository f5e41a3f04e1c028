"""Guessers that look for the target anywhere but in the feedback, each over the same plain one.

They know all of this repository: how targets are drawn, in which order they are played and how
`random` is seeded, where there is no secret. The first three knew every target while the order
of the targets was a constant and their numbers were the seeds. What they gain is counted with two
cards, so none of them plays four, which would take most of the time.
"""

from __future__ import annotations

PLAIN = '''
import random, sys
from itertools import combinations
from .cards import ALL_CARDS

ALL = sorted(ALL_CARDS)


def feedback(answer, guess):
    low, high = min(c.rank for c in guess), max(c.rank for c in guess)
    both = lambda kind: sum(
        min([kind(c) for c in answer].count(k), [kind(c) for c in guess].count(k))
        for k in {kind(c) for c in guess}
    )
    return (len({*answer} & {*guess}), sum(c.rank < low for c in answer), both(lambda c: c.rank),
            sum(c.rank > high for c in answer), both(lambda c: c.suit))


def told(size):
    """The target, if something tells it."""


def known(hand):
    """Whether the target cannot be this hand."""
    return False


def note(hand, goes_on):
    """Takes down a guess."""


def choose(left):
    return next((hand for hand in left if not known(hand)), left[0])


SAID = {}


def initial_guess(size):
    hand = told(size) or ALL[8 : 8 + 13 * size : 13]
    note(tuple(hand), None)
    return list(hand), (size, ())


def next_guess(last, said):
    (size, before), guess = last[1], tuple(last[0])
    if size == 4:
        raise NotImplementedError
    history = before + ((guess, tuple(said)),)
    if history not in SAID:
        every = SAID.get(before) or list(combinations(ALL, size))
        SAID[history] = [hand for hand in every if feedback(hand, guess) == tuple(said)]
    hand = choose(SAID[history])
    note(tuple(hand), guess)
    return list(hand), (size, history)
'''

_ORDER = """
def _order(size, count):
    chosen, found = random.Random(size), set()
    while len(found) < count:
        found.add(tuple(sorted(chosen.sample(ALL_CARDS, size))))
    return chosen.sample(sorted(found), len(found))


COUNTS = {2: COUNT_2, 3: COUNT_3, 4: COUNT_4}
ORDER = {size: _order(size, count) for size, count in COUNTS.items()}
STEP = 1327
"""

_SEED = """
FIRST = {
    (size, random.Random(number * STEP).random()): target
    for size, order in ORDER.items()
    for number, target in enumerate(order)
}


def told(size):
    return FIRST.get((size, random.random()))
"""

_COUNT = """
CALLS = {2: 0, 3: 0, 4: 0}


def told(size):
    CALLS[size] += 1
    return ORDER[size][(CALLS[size] - 1) % len(ORDER[size])]
"""

_FRAME = """
def told(size):
    frame = sys._getframe()
    while frame:
        moves = frame.f_locals.get("moves")
        if isinstance(moves, list) and moves:
            seed = frame.f_locals["seed"]
            if seed % STEP == 0 and seed // STEP < len(ORDER[size]):
                return ORDER[size][seed // STEP]
        frame = frame.f_back
"""

_MEMORY = """
FINISHED, OPEN = set(), {}


def known(hand):
    return tuple(hand) in FINISHED


def note(hand, goes_on):
    frame = sys._getframe()
    while not {"moves", "goes_on"} <= set(frame.f_locals):
        frame = frame.f_back
    moves, number, game = (frame.f_locals[name] for name in ("moves", "number", "game"))
    if number == 0:
        going_on = {one[0] for one in moves if one[1]}
        for other in OPEN.keys() - going_on:
            FINISHED.add(OPEN.pop(other))
    OPEN[game] = hand
"""


def _over(*parts: str) -> str:
    return PLAIN + "".join(parts)


ATTACKS = {
    "seed": _over(_ORDER, _SEED),
    "count": _over(_ORDER, _COUNT),
    "frame": _over(_ORDER, _FRAME),
    "memory": _over(_MEMORY),
}


def attack(name: str, counts: dict[int, int]) -> str:
    """The text of `guesser.py` where so many targets are played of each size."""
    text = PLAIN if name == "plain" else ATTACKS[name]
    for size, count in counts.items():
        text = text.replace(f"COUNT_{size}", str(count))
    return text
