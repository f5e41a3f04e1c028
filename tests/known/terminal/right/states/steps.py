"""deal and move: state -> state or Refusal."""

from .state import Refusal, fits, name, replaced, settle


def deal(state):
    if not state.dealt and not state.coming:
        return Refusal("the stock is empty")
    if not state.coming:
        return state._replace(dealt=(), coming=state.dealt)
    return state._replace(dealt=state.dealt + state.coming[:1], coming=state.coming[1:])


def lift(state, card):
    """(cards, state without them, whether they come from a foundation), or None."""
    if state.dealt[-1:] == (card,):
        return (card,), state._replace(dealt=state.dealt[:-1]), False
    if card in state.foundations:
        index = state.foundations.index(card)
        under = (card[0], card[1] - 1) if card[1] > 0 else None
        return (card,), state._replace(foundations=replaced(state.foundations, index, under)), True
    for index, (hidden, shown) in enumerate(state.piles):
        if card in shown:
            at = shown.index(card)
            rest = settle((hidden, shown[:at]))
            return shown[at:], state._replace(piles=replaced(state.piles, index, rest)), False
    return None


def put_on_pile(state, before, cards, index):
    hidden, shown = before.piles[index]
    if not shown and cards[0][1] != 12:
        return Refusal(name(cards[0]) + " is not a king")
    if shown and not fits(cards[0], shown[-1]):
        return Refusal(name(cards[0]) + " does not fit on " + name(shown[-1]))
    hidden, shown = state.piles[index]
    return state._replace(piles=replaced(state.piles, index, (hidden, shown + cards)))


def put_on_foundation(state, cards, index, from_foundation):
    if from_foundation or len(cards) != 1:
        return Refusal("only a single card from a pile or the stock goes there")
    (card,) = cards
    top = state.foundations[index]
    wanted = card[1] == 0 if top is None else card == (top[0], top[1] + 1)
    if not wanted:
        return Refusal(name(card) + " is not the next one there")
    return state._replace(foundations=replaced(state.foundations, index, card))


def move(state, card, target):
    lifted = lift(state, card)
    if lifted is None:
        return Refusal(name(card) + " cannot be moved")
    cards, rest, from_foundation = lifted
    if target in "1234567":
        return put_on_pile(rest, state, cards, int(target) - 1)
    return put_on_foundation(rest, cards, "ABCD".index(target), from_foundation)
