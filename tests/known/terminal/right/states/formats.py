"""Text -> state or Refusal, and state -> text."""

from functools import reduce

from .state import DECK, RANKS, WRITTEN, Refusal, State, fits, name


def meaningful(text):
    stripped = ((n, line.split("#")[0].strip()) for n, line in enumerate(text.split("\n"), 1))
    return tuple(pair for pair in stripped if pair[1])


def labelled(lines, labels):
    """{label: (number, words)} or Refusal."""

    def add(found, pair):
        if isinstance(found, Refusal):
            return found
        number, line = pair
        label, colon, rest = line.partition(":")
        if not colon or label not in labels or label in found:
            return Refusal(f"line {number}: this line does not belong here")
        return {**found, label: (number, tuple(rest.split()))}

    found = reduce(add, lines, {})
    if isinstance(found, Refusal):
        return found
    absent = [label for label in labels if label not in found]
    return Refusal("these lines are missing: " + ", ".join(absent)) if absent else found


def first(refusals):
    return next((Refusal(text) for text in refusals if text), None)


def census(numbered):
    """What is wrong with (number, card) pairs, if anything: doubles and missing ones."""
    numbered = tuple(numbered)
    seen = tuple(card for _, card in numbered)
    doubles = (
        f"line {number}: {name(card)} is there twice"
        for index, (number, card) in enumerate(numbered)
        if card in seen[:index]
    )
    missing = " ".join(name(card) for card in DECK if card not in seen)
    return first((*doubles, missing and "cards are missing: " + missing))


def unknown(number, words):
    return (f"line {number}: {word!r} is not a card" for word in words if word not in WRITTEN)


def start(text):
    found = labelled(meaningful(text), ("1", "2", "3", "4", "5", "6", "7", "stock"))
    if isinstance(found, Refusal):
        return found
    problem = first(
        t for number, words in found.values() for t in unknown(number, words)
    ) or first(
        f"line {found[label][0]}: pile {label} needs {label} cards"
        for label in "1234567"
        if len(found[label][1]) != int(label)
    ) or census((number, WRITTEN[word]) for number, words in found.values() for word in words)
    return problem or dealt_out({label: cards_of(words) for label, (_, words) in found.items()})


def cards_of(words):
    return tuple(WRITTEN[word] for word in words)


def dealt_out(cards):
    piles = tuple((cards[label][:-1], cards[label][-1:]) for label in "1234567")
    return State((), cards["stock"], (None,) * 4, piles)


def shuffled(deck):
    cut = [0, 1, 3, 6, 10, 15, 21, 28]
    piles = {str(i + 1): tuple(deck[cut[i] : cut[i + 1]]) for i in range(7)}
    return dealt_out({**piles, "stock": tuple(deck[28:])})


def bare(word):
    return word[1:-1] if word[:1] == "[" and word[-1:] == "]" else word


def is_hidden(word):
    return bare(word) != word


def pile_problem(number, words):
    pairs = tuple(zip(words, words[1:]))
    return first(
        (
            *unknown(number, map(bare, words)),
            *(f"line {number}: {b} lies on an open card" for a, b in pairs if is_hidden(b) and not is_hidden(a)),
            *(f"line {number}: the last card is hidden" for word in words[-1:] if is_hidden(word)),
        )
    ) or first(
        f"line {number}: {b} does not fit on {a}"
        for a, b in pairs
        if not is_hidden(a) and not fits(WRITTEN[b], WRITTEN[a])
    )


def foundation_problem(number, words):
    if len(words) != 1:
        return Refusal(f"line {number}: one card or [] is needed")
    return None if words == ("[]",) else first(unknown(number, words))


def stock_problem(number, words):
    if words.count("|") != 1:
        return Refusal(f"line {number}: one bar is needed")
    return first(unknown(number, (word for word in words if word != "|")))


def top_card(words):
    return None if words == ("[]",) else WRITTEN[words[0]]


def saved(text):
    lines = meaningful(text)
    header = lines[0][1].split() if lines else []
    if len(header) != 2 or header[0] != "solitaire":
        return Refusal(f"line {lines[0][0]}: not a save" if lines else "the file is empty")
    if header[1] != "1":
        return Refusal(f"line {lines[0][0]}: version {header[1]} is not known")
    found = labelled(lines[1:], ("stock", *"ABCD", *"1234567"))
    if isinstance(found, Refusal):
        return found
    problem = stock_problem(*found["stock"])
    for label in "ABCD":
        problem = problem or foundation_problem(*found[label])
    for label in "1234567":
        problem = problem or pile_problem(*found[label])
    if problem:
        return problem
    number, words = found["stock"]
    bar = words.index("|")
    dealt, coming = cards_of(words[:bar]), cards_of(words[bar + 1 :])
    tops = tuple(top_card(found[label][1]) for label in "ABCD")
    piles = tuple(
        (
            cards_of(bare(word) for word in words if is_hidden(word)),
            cards_of(word for word in words if not is_hidden(word)),
        )
        for _, words in (found[label] for label in "1234567")
    )
    everything = (
        *((number, card) for card in dealt + coming),
        *((found[label][0], (top[0], rank)) for label, top in zip("ABCD", tops) if top for rank in range(top[1] + 1)),
        *((found[label][0], card) for label, pile in zip("1234567", piles) for card in pile[0] + pile[1]),
    )
    return census(everything) or State(dealt, coming, tops, piles)


def words_of(pile):
    return (*("[" + name(card) + "]" for card in pile[0]), *map(name, pile[1]))


def save_text(state):
    lines = (
        "solitaire 1",
        " ".join(("stock:", *map(name, state.dealt), "|", *map(name, state.coming))),
        *(f"{label}: {name(top) if top else '[]'}" for label, top in zip("ABCD", state.foundations)),
        *(" ".join((label + ":", *words_of(pile))) for label, pile in zip("1234567", state.piles)),
    )
    return "".join(line + "\n" for line in lines)


def screen(state):
    stock = name(state.dealt[-1]) if state.dealt else "[]" if state.coming else "XX"
    return "\n".join(
        (
            "",
            "Stock:       " + stock,
            "Foundations: " + "  ".join(f"{label} {name(top) if top else '[]'}" for label, top in zip("ABCD", state.foundations)),
            *(
                f"{label}: " + " ".join(("[]",) * len(hidden) + tuple(map(name, shown)))
                for label, (hidden, shown) in zip("1234567", state.piles)
            ),
            "",
        )
    )
