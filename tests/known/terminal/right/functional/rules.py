"""The state and pure functions on it."""
from typing import NamedTuple
from dataclasses import dataclass, replace
from functools import partial

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
ALL = [suit + rank for suit in "HDcs" for rank in RANKS]
BY_KEY = {card.casefold(): card for card in ALL}


@dataclass(frozen=True)
class State:
    """piles: pairs (cards, how many are hidden); tops: heights by suit with the slot of each suit."""

    piles: tuple
    slots: tuple = ((), (), (), ())
    waste: tuple = ()
    rest: tuple = ()


def rank(card):
    return RANKS.index(card[1:])


def red(card):
    return card[0] in "HD"


def fits(card, below):
    return red(card) is not red(below) and rank(card) == rank(below) - 1


def fail(text):
    raise ValueError(text)


def put(items, index, item):
    return tuple(item if i == index else old for i, old in enumerate(items))


def first(function, items):
    return next((i for i, item in enumerate(items) if function(item)), None)


def uncover(pile):
    cards, hidden = pile
    return cards, min(hidden, max(len(cards) - 1, 0))


def without(state, card):
    """(the cards that go, from where, the state without them)"""
    if state.waste[-1:] == (card,):
        return (card,), "stock", replace(state, waste=state.waste[:-1])
    slot = first(lambda s: s[-1:] == (card,), state.slots)
    if slot is not None:
        return (card,), "slot", replace(state, slots=put(state.slots, slot, state.slots[slot][:-1]))
    place = first(lambda p: card in p[0][p[1]:], state.piles)
    if place is None:
        fail(f"{card} is not free")
    cards, hidden = state.piles[place]
    at = cards.index(card)
    return cards[at:], "pile", replace(state, piles=put(state.piles, place, uncover((cards[:at], hidden))))


def to_pile(number, card, state):
    cards, _ = state.piles[number]
    if cards and not fits(card, cards[-1]):
        fail(f"{card} cannot be put on {cards[-1]}")
    if not cards and rank(card) != 12:
        fail("this pile waits for a king")
    run, _, left = without(state, card)
    cards, hidden = left.piles[number]
    return replace(left, piles=put(left.piles, number, (cards + run, hidden)))


def to_slot(number, card, state):
    run, source, left = without(state, card)
    if source == "slot" or len(run) != 1:
        fail("that is not a single card of a pile or of the stock")
    slot = state.slots[number]
    if [*slot, card] != ALL[ALL.index(card) - rank(card):ALL.index(card) + 1]:
        fail(f"foundation {'ABCD'[number]} does not take {card}")
    return replace(left, slots=put(left.slots, number, slot + run))


def move(card, target, state):
    name = BY_KEY.get(card.casefold()) or fail(f"{card} is no card")
    targets = {str(n + 1): partial(to_pile, n) for n in range(7)}
    targets |= {letter: partial(to_slot, n) for n, letter in enumerate("abcd")}
    return (targets.get(target.casefold()) or fail(f"{target} is no target"))(name, state)


def deal(state):
    if not state.waste and not state.rest:
        fail("the stock is used up")
    if not state.rest:
        return replace(state, waste=(), rest=state.waste)
    return replace(state, waste=state.waste + state.rest[:1], rest=state.rest[1:])


def won(state):
    return all(len(slot) == 13 for slot in state.slots)


class Game(NamedTuple):
    now: State
    before: tuple = ()
