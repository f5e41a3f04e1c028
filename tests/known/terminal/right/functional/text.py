"""Everything that turns states into text and text into states."""
from .rules import ALL, State, fail, fits


def cell(cards, other="[]"):
    return cards[-1] if cards else other


def screen(state):
    stock = cell(state.waste, "[]" if state.rest else "XX")
    # piles first, because they are what one looks at
    rows = [f" {n}:  {'  '.join(['[]'] * hidden + list(cards[hidden:]))}" for n, (cards, hidden) in enumerate(state.piles, 1)]
    rows += [" Foundations:  " + " / ".join(f"{l} {cell(s)}" for l, s in zip("ABCD", state.slots))]
    return "\n".join(rows + [f" Stock:  {stock}"])


def meaningful(text):
    lines = ((n, line.partition("#")[0].strip()) for n, line in enumerate(text.split("\n"), 1))
    return [(n, line) for n, line in lines if line]


def table_of(lines, labels):
    known = {}
    for n, line in lines:
        label, colon, text = line.partition(":")
        if not colon or label.strip() not in labels or label.strip() in known:
            fail(f"line {n} is unknown or there twice")
        known[label.strip()] = (n, text)
    missing = [label for label in labels if label not in known]
    if missing:
        fail(f"no line {missing[0]}")
    return known


def card_of(n, word):
    return word if word in ALL else fail(f"line {n}: {word} is not a card")


def all_there(groups):
    seen = set()
    for n, cards in groups:
        for card in cards:
            if card in seen:
                fail(f"line {n}: {card} appears again")
            seen.add(card)
    if len(seen) < 52:
        fail(f"{52 - len(seen)} cards are missing")


def start(text):
    known = table_of(meaningful(text), [*"1234567", "stock"])
    cards = {label: (n, tuple(card_of(n, word) for word in words.split())) for label, (n, words) in known.items()}
    all_there(cards.values())
    for size in range(1, 8):
        if len(cards[str(size)][1]) != size:
            fail(f"line {cards[str(size)][0]}: pile {size} needs {size} cards")
    return State(tuple((cards[str(i)][1], i - 1) for i in range(1, 8)), rest=cards["stock"][1])


def saved(state):
    piles = [" ".join([f"[{c}]" for c in cards[:h]] + list(cards[h:])) for cards, h in state.piles]
    return "\n".join([
        "solitaire 1",
        f"stock: {' '.join(state.waste)} | {' '.join(state.rest)}",
        *(f"{letter}: {cell(slot)}" for letter, slot in zip("ABCD", state.slots)),
        *(f"{n}: {pile}" for n, pile in enumerate(piles, 1)),
        "",
    ])


def pile_of(n, text):
    words = text.split()
    hidden = [word for word in words if word[0] == "[" and word[-1] == "]"]
    if words[:len(hidden)] != hidden:
        fail(f"line {n}: a face-down card lies on a face-up card")
    cards = tuple(card_of(n, word[1:-1] if i < len(hidden) else word) for i, word in enumerate(words))
    if cards and len(cards) == len(hidden):
        fail(f"line {n}: the last card lies face down")
    up = cards[len(hidden):]
    for below, card in zip(up, up[1:]):
        if not fits(card, below):
            fail(f"line {n}: {card} on {below}")
    return cards, len(hidden)


def slot_of(n, text):
    if text.strip() == "[]":
        return ()
    card = card_of(n, text.strip())
    return tuple(ALL[ALL.index(card[0] + "A"):ALL.index(card) + 1])


def loaded(text):
    lines = meaningful(text)
    n, header = lines[0] if lines else (1, "")
    if len(header.split()) != 2 or header.split()[0] != "solitaire":
        fail(f"line {n}: not a saved game")
    if header.split()[1] != "1":
        fail(f"line {n}: not version 1")
    known = table_of(lines[1:], ["stock", *"ABCD1234567"])
    n, text = known["stock"]
    if text.count("|") != 1:
        fail(f"line {n}: not one bar")
    waste, rest = (tuple(card_of(n, word) for word in part.split()) for part in text.split("|"))
    slots = tuple(slot_of(*known[letter]) for letter in "ABCD")
    piles = tuple(pile_of(*known[number]) for number in "1234567")
    groups = [(n, waste + rest), *((known[l][0], s) for l, s in zip("ABCD", slots))]
    all_there(groups + [(known[l][0], p[0]) for l, p in zip("1234567", piles)])
    return State(piles, slots, waste, rest)
