"""The compiled part of the champion: what it knows of a game, its policy, and its search.

All of it is in one file because the compiler's cache looks only at the file of a function: a change
to what that function calls elsewhere would go unnoticed.

A card is a number from 0 to 51, four times its value less one, plus 0 for spades, 1 for hearts, 2
for clubs and 3 for diamonds. A table is an array of small numbers, whose layout is below. Cards
that lie face down are in it only while a guess at them is played out.

A move is a number: `code | source << 8 | target << 12 | place << 16`. Its code is four times the
card, plus 0 if it goes to its pillar, 3 if it goes to an empty column, and 1 or 2 if it goes onto
the card of the other colour with the lower or the higher suit. Sources and targets are the columns
0 to 6; 7 is the talon as a source and the pillars as a target; 8 is a pillar as a source. The place
is the index in the column or the talon. Turns are no moves: the cards of the talon that can be
reached by turns can be played at once, as passes are unlimited.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Table: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.int64]
Seed: TypeAlias = NDArray[np.uint64]
"""A generator: one number, which every draw changes."""
F = TypeVar("F", bound=Callable[..., object])

ROOM = 20
"""The places of a column: column 2 begins at 40."""
SIZES = 140
DOWN = 147
"""How many cards of each column lie face down."""
PILLARS = 154
"""How many cards lie on each pillar."""
TALON = 158
"""The discard pile, first card drawn first, and then the deck, next card first."""
LEFT = 182
"""How many cards the talon has."""
DRAWN = 183
"""How many of them are the discard pile; 0 where the same cards can be reached from there."""
ALL_DOWN = 184
DRAWS = 185
LENGTH = 192

FROM_TALON, FROM_PILLAR, TO_PILLAR = 7, 8, 7
KING = 12
MOST_MOVES = 128
LONGEST = 500
_KEYS = np.random.default_rng(20).integers(0, 2**63, size=(4, 72), dtype=np.int64).astype(np.uint64)


class Policy(NamedTuple):
    """How much each kind of move is worth in a playout."""

    pillar_turns: float
    """A card of a column to its pillar, which turns a hidden card."""
    pillar: float
    """A card of a column to its pillar."""
    run_turns: float
    """All visible cards of a column to another one, which turns a hidden card."""
    each_hidden: float
    """On top for each hidden card of the column."""
    run_empties: float
    """A column that has no hidden card to another one."""
    part: float
    """A part of a run, so that the card under it can go to its pillar."""
    talon_pillar: float
    talon_column: float
    talon_helps: float
    """A card of the talon to a column, so that a whole run fits onto it."""
    king_turns: float
    """A run with a king to an empty column, which turns a hidden card."""
    talon_king: float
    """A king of the talon to an empty column."""
    back: float
    """A card from its pillar to a column."""
    noise: float
    """At most as much is added at random."""


class Settings(NamedTuple):
    """How the search spends its playouts."""

    exploration: float
    temperature: float
    """How evenly moves are tried that the policy rates differently."""
    urgency: float
    """How much worse than the others a move is taken to be that was not tried yet."""
    steps: int
    """After so many a playout is lost."""
    least: float
    """Playouts for a decision, at least."""
    decisions: float
    """Decisions among which what is left is divided, beside those for hidden cards."""
    each_hidden: float
    """The same for each hidden card."""


class Tree(NamedTuple):
    """What the search knows: a node for what can be seen, an edge for each of its moves."""

    slots: NDArray[np.int32]
    """By key, the node, or -1."""
    keys: NDArray[np.uint64]
    first: NDArray[np.int32]
    """The first edge of each node."""
    edges: NDArray[np.int32]
    """How many it has."""
    tried: NDArray[np.int32]
    codes: NDArray[np.uint8]
    visits: NDArray[np.int32]
    wins: NDArray[np.float32]
    prior: NDArray[np.float32]
    used: Numbers
    """Nodes, edges, and playouts so far."""


def new_tree(nodes: int) -> Tree:
    """Room for so many nodes."""
    slots = 1 << (2 * nodes).bit_length()
    edges = 6 * nodes
    return Tree(
        np.full(slots, -1, np.int32),
        np.zeros(nodes, np.uint64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(edges, np.uint8),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float32),
        np.zeros(edges, np.float32),
        np.zeros(3, np.int64),
    )


def compiled(function: F) -> F:
    """The function as machine code, which is kept for the next start of Python."""
    return cast(F, numba.njit(cache=True)(function))


@compiled
def mix(x: np.uint64) -> np.uint64:
    """A number that depends on every bit of the number."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def drawn(seed: Seed) -> np.uint64:
    """A random number of 64 bits."""
    seed[0] += np.uint64(0x9E3779B97F4A7C15)
    return mix(seed[0])


@compiled
def below(seed: Seed, number: int) -> int:
    """A random number from 0 on and below this one."""
    return int(np.int64((drawn(seed) >> np.uint64(32)) * np.uint64(number) >> np.uint64(32)))


@compiled
def share(seed: Seed) -> float:
    """A random number from 0 on and below 1."""
    return np.float64(drawn(seed) >> np.uint64(11)) / 9007199254740992.0


@compiled
def key_of(table: Table) -> np.uint64:
    """A key of what can be seen on the table; columns that could change places have equal parts."""
    total = _KEYS[3, table[DRAWN]]
    for suit in range(4):
        total += _KEYS[1, 8 + 14 * suit + table[PILLARS + suit]]
    for i in range(table[LEFT]):
        total += _KEYS[2, table[TALON + i]]
    total = mix(total)
    for column in range(7):
        down = table[DOWN + column]
        if table[SIZES + column]:
            part = _KEYS[1, column] * np.uint64(down)
            for i in range(down, table[SIZES + column]):
                part += _KEYS[0, table[ROOM * column + i]]
            total += mix(part)
    return total


@compiled
def reachable(table: Table, places: Numbers) -> int:
    """How many places of the talon hold cards that turns can bring to the top; writes them."""
    left, draws, at, count = int(table[LEFT]), int(table[DRAWS]), int(table[DRAWN]), 0
    for i in range(draws - 1, left, draws):
        places[count] = i
        count += 1
    if left % draws:
        places[count] = left - 1
        count += 1
    if at:
        for i in range(at - 1, left - 1, draws):
            places[count] = i
            count += 1
    return count


@compiled
def fits(card: int, onto: int) -> bool:
    """Whether the card may lie on the other in a column."""
    return (onto >> 2) == (card >> 2) + 1 and ((card ^ onto) & 1) == 1


@compiled
def wanted(table: Table, card: int) -> bool:
    """Whether the card is the next of its pillar."""
    return bool(table[PILLARS + (card & 3)] == card >> 2)


@compiled
def is_safe(table: Table, card: int) -> bool:
    """Whether no card will ever have to lie on this one: it may go to its pillar for good."""
    other = PILLARS + 1 - (card & 1)
    return bool((card >> 2) <= max(1, min(table[other], table[other + 2]) + 1))


@compiled
def onto(card: int, tail: int, source: int, target: int, place: int) -> int:
    """The move of a card onto another."""
    return (card * 4 + 1 + (tail >> 1 & 1)) | source << 8 | target << 12 | place << 16


@compiled
def useful_moves(table: Table, moves: Numbers, places: Numbers) -> int:
    """How many moves there are that may be of use; writes them.

    Left out are moves of a part of a run that free no card for its pillar, columns that move and
    leave an empty column for which there is no king, and cards that come back from their pillar
    where nothing fits onto them.
    """
    count, empty, kings = 0, -1, 0
    tails = np.empty(7, np.int64)
    ready = np.uint64(0)
    for column in range(7):
        size, down = int(table[SIZES + column]), int(table[DOWN + column])
        tails[column] = -8
        if size == 0:
            empty = column
            continue
        tails[column] = table[ROOM * column + size - 1]
        if down:
            ready |= np.uint64(1) << np.uint64(table[ROOM * column + down])
        elif table[ROOM * column] >> 2 == KING:
            kings += 1
    for suit in range(4):
        kings += table[PILLARS + suit] == KING + 1
    for column in range(7):
        size, down = int(table[SIZES + column]), int(table[DOWN + column])
        if size == 0:
            continue
        if wanted(table, tails[column]):
            moves[count] = tails[column] * 4 | column << 8 | TO_PILLAR << 12 | (size - 1) << 16
            count += 1
        head = int(table[ROOM * column + down])
        if head >> 2 == KING:
            if down and empty >= 0:
                moves[count] = (head * 4 + 3) | column << 8 | empty << 12 | down << 16
                count += 1
        elif down or (empty < 0 and kings < 4):
            for target in range(7):
                if fits(head, tails[target]):
                    moves[count] = onto(head, tails[target], column, target, down)
                    count += 1
        for place in range(down + 1, size):
            if wanted(table, int(table[ROOM * column + place - 1])):
                card = int(table[ROOM * column + place])
                for target in range(7):
                    if target != column and fits(card, tails[target]):
                        moves[count] = onto(card, tails[target], column, target, place)
                        count += 1
    in_reach = reachable(table, places)
    for i in range(in_reach):
        place = places[i]
        card = int(table[TALON + place])
        ready |= np.uint64(1) << np.uint64(card)
        if wanted(table, card):
            moves[count] = card * 4 | FROM_TALON << 8 | TO_PILLAR << 12 | place << 16
            count += 1
        if card >> 2 == KING:
            if empty >= 0:
                moves[count] = (card * 4 + 3) | FROM_TALON << 8 | empty << 12 | place << 16
                count += 1
        else:
            for target in range(7):
                if fits(card, tails[target]):
                    moves[count] = onto(card, tails[target], FROM_TALON, target, place)
                    count += 1
    for suit in range(4):
        top = int(table[PILLARS + suit]) - 1
        card = 4 * top + suit
        if top < 2 or top == KING or is_safe(table, card):
            continue
        low = np.uint64(4 * top - 4 + 1 - (suit & 1))
        if not ready & (np.uint64(1) << low | np.uint64(4) << low):
            continue
        for target in range(7):
            if fits(card, tails[target]):
                moves[count] = onto(card, tails[target], FROM_PILLAR, target, 0)
                count += 1
    return count


@compiled
def located(table: Table, code: int) -> int:
    """The move with this code, which must be possible."""
    card, kind = code >> 2, code & 3
    source, target, place = FROM_PILLAR, TO_PILLAR, 0
    for column in range(7):
        size, down = int(table[SIZES + column]), int(table[DOWN + column])
        if kind == 3 and size == 0:
            target = column
        if size > down:
            i = down + (table[ROOM * column + down] >> 2) - (card >> 2)
            if down <= i < size and table[ROOM * column + i] == card:
                source, place = column, i
            tail = int(table[ROOM * column + size - 1])
            if 0 < kind < 3 and fits(card, tail) and (tail >> 1 & 1) == kind - 1:
                target = column
    if source == FROM_PILLAR and table[PILLARS + (card & 3)] <= card >> 2:
        source = FROM_TALON
        while table[TALON + place] != card:
            place += 1
    return code | source << 8 | target << 12 | place << 16


@compiled
def play(table: Table, move: int) -> None:
    """Plays the move, and turns the hidden card that it uncovers."""
    card, source, target, place = (move & 255) >> 2, move >> 8 & 15, move >> 12 & 15, move >> 16
    if source < 7:
        size = int(table[SIZES + source])
        if target < 7:
            end = ROOM * target + table[SIZES + target]
            for i in range(size - place):
                table[end + i] = table[ROOM * source + place + i]
            table[SIZES + target] += size - place
        table[SIZES + source] = place
        if place and table[DOWN + source] == place:
            table[DOWN + source] -= 1
            table[ALL_DOWN] -= 1
    else:
        if source == FROM_TALON:
            left = table[LEFT] - 1
            for i in range(place, left):
                table[TALON + i] = table[TALON + i + 1]
            table[LEFT] = left
            table[DRAWN] = 0 if place == left or place % table[DRAWS] == 0 else place
        else:
            table[PILLARS + (card & 3)] -= 1
        if target < 7:
            table[ROOM * target + table[SIZES + target]] = card
            table[SIZES + target] += 1
    if target == TO_PILLAR:
        table[PILLARS + (card & 3)] += 1


@compiled
def harmless(table: Table) -> int:
    """A move that can never harm, or -1."""
    for column in range(7):
        size = int(table[SIZES + column])
        if size:
            card = int(table[ROOM * column + size - 1])
            if wanted(table, card) and is_safe(table, card):
                return card * 4 | column << 8 | TO_PILLAR << 12 | (size - 1) << 16
    if table[DRAWS] == 1:
        for place in range(table[LEFT]):
            card = int(table[TALON + place])
            if wanted(table, card) and is_safe(table, card):
                return card * 4 | FROM_TALON << 8 | TO_PILLAR << 12 | place << 16
    return -1


@compiled
def settle(table: Table) -> None:
    """Plays what can never harm."""
    move = harmless(table)
    while move >= 0:
        play(table, move)
        move = harmless(table)


@compiled
def is_won(table: Table) -> bool:
    """Whether no card is hidden, nor out of reach in the talon: such a game cannot be lost."""
    return bool(table[ALL_DOWN] == 0 and (table[LEFT] == 0 or table[DRAWS] == 1))


@compiled
def rating(table: Table, move: int, policy: Policy) -> float:
    """What the policy gives for the move."""
    card, source, target, place = (move & 255) >> 2, move >> 8 & 15, move >> 12 & 15, move >> 16
    if source < 7:
        down = int(table[DOWN + source])
        if place == down and down > 0:
            more = policy.each_hidden * down
            if target == TO_PILLAR:
                return policy.pillar_turns + more
            return more + (policy.king_turns if (move & 3) == 3 else policy.run_turns)
        if target == TO_PILLAR:
            return policy.pillar
        return policy.part if place else policy.run_empties
    if source == FROM_PILLAR:
        return policy.back
    if target == TO_PILLAR:
        return policy.talon_pillar
    if (move & 3) == 3:
        return policy.talon_king
    for column in range(7):
        down = int(table[DOWN + column])
        if down and fits(int(table[ROOM * column + down]), card):
            return policy.talon_helps + policy.each_hidden * down
    return policy.talon_column


@compiled
def playout(
    table: Table, seed: Seed, policy: Policy, steps: int, moves: Numbers, places: Numbers
) -> bool:
    """Whether the policy wins from here, with what lies face down as it lies."""
    for _ in range(steps):
        settle(table)
        if is_won(table):
            return True
        best, most = -1, 0.0
        for i in range(useful_moves(table, moves, places)):
            rated = rating(table, moves[i], policy) + policy.noise * share(seed)
            if rated > most:
                best, most = moves[i], rated
        if best < 0:
            return False
        play(table, best)
    return False


@compiled
def unseen(table: Table, cards: Numbers) -> int:
    """How many cards lie face down; writes which."""
    seen = np.uint64(0)
    for column in range(7):
        for i in range(table[DOWN + column], table[SIZES + column]):
            seen |= np.uint64(1) << np.uint64(table[ROOM * column + i])
    for i in range(table[LEFT]):
        seen |= np.uint64(1) << np.uint64(table[TALON + i])
    count = 0
    for card in range(52):
        if not seen >> np.uint64(card) & np.uint64(1) and table[PILLARS + (card & 3)] <= card >> 2:
            cards[count] = card
            count += 1
    return count


@compiled
def guess(table: Table, cards: Numbers, count: int, seed: Seed) -> None:
    """Deals the cards at random to the places that lie face down."""
    dealt = 0
    for column in range(7):
        for i in range(table[DOWN + column]):
            other = dealt + below(seed, count - dealt)
            cards[dealt], cards[other] = cards[other], cards[dealt]
            table[ROOM * column + i] = cards[dealt]
            dealt += 1


@compiled
def slot_of(tree: Tree, key: np.uint64) -> int:
    """Where the node with this key is noted, or would be."""
    last = np.uint64(tree.slots.size - 1)
    slot = key & last
    while tree.slots[slot] >= 0 and tree.keys[tree.slots[slot]] != key:
        slot = (slot + np.uint64(1)) & last
    return int(np.int64(slot))


@compiled
def forget(tree: Tree) -> None:
    """Empties the tree."""
    tree.slots[:] = -1
    tree.used[:2] = 0


@compiled
def grow(
    tree: Tree,
    slot: int,
    key: np.uint64,
    table: Table,
    rules: tuple[Policy, Settings],
    moves: Numbers,
    places: Numbers,
) -> None:
    """Adds the node of a table."""
    policy, settings = rules
    node, edge = tree.used[0], tree.used[1]
    count = useful_moves(table, moves, places)
    if node == tree.keys.size or edge + count > tree.codes.size:
        return
    tree.slots[slot], tree.keys[node] = node, key
    tree.first[node], tree.edges[node], tree.tried[node] = edge, count, 0
    tree.used[0] += 1
    tree.used[1] += count
    total = 0.0
    for i in range(count):
        weight = np.exp(rating(table, moves[i], policy) / settings.temperature)
        tree.codes[edge + i] = moves[i] & 255
        tree.visits[edge + i], tree.wins[edge + i], tree.prior[edge + i] = 0, 0.0, weight
        total += weight
    for i in range(count):
        tree.prior[edge + i] /= total


@compiled
def edge_to_try(tree: Tree, node: int, settings: Settings) -> int:
    """The most promising edge of a node that has one."""
    first, tried = int(tree.first[node]), int(tree.tried[node])
    edges = range(first, first + int(tree.edges[node]))
    mean = 0.0
    for edge in edges:
        mean += tree.wins[edge]
    untried = mean / max(tried, 1) - settings.urgency
    scale = settings.exploration * np.sqrt(tried + 1.0)
    best, most = int(first), -1e9
    for edge in edges:
        visits = tree.visits[edge]
        value = tree.wins[edge] / visits if visits else untried
        value += scale * tree.prior[edge] / (1 + visits)
        if value > most:
            best, most = edge, value
    return best


@compiled
def is_decided(tree: Tree, node: int, left: int) -> bool:
    """Whether so many more visits cannot change which edge has the most."""
    one = two = 0
    for edge in range(tree.first[node], tree.first[node] + tree.edges[node]):
        visits = tree.visits[edge]
        if visits > one:
            one, two = visits, one
        elif visits > two:
            two = visits
    return one - two > left


@compiled
def descend(
    tree: Tree,
    table: Table,
    key: np.uint64,
    seed: Seed,
    rules: tuple[Policy, Settings],
    been: Seed,
    path: Numbers,
    moves: Numbers,
    places: Numbers,
) -> None:
    """Plays one guess out, down the tree and then by the policy, and notes in it what came of it.

    A position that was there before, in the game or on the way, is lost: nothing goes in circles.
    """
    policy, settings = rules
    depth, is_win = 0, False
    while depth < LONGEST:
        if is_won(table):
            is_win = True
            break
        slot = slot_of(tree, key)
        node = tree.slots[slot]
        if node < 0:
            grow(tree, slot, key, table, rules, moves, places)
            is_win = playout(table, seed, policy, settings.steps, moves, places)
            break
        if tree.edges[node] == 0:
            break
        edge = edge_to_try(tree, node, settings)
        path[2 * depth], path[2 * depth + 1] = node, edge
        depth += 1
        play(table, located(table, int(tree.codes[edge])))
        settle(table)
        key = key_of(table)
        is_again = False
        for i in range(depth):
            is_again |= tree.keys[path[2 * i]] == key
        for i in range(been.size):
            is_again |= been[i] == key
        if is_again:
            break
    for i in range(depth):
        tree.tried[path[2 * i]] += 1
        tree.visits[path[2 * i + 1]] += 1
        tree.wins[path[2 * i + 1]] += is_win
    tree.used[2] += 1


@compiled
def search(
    tree: Tree, seen: Table, been: Seed, seed: Seed, rules: tuple[Policy, Settings], playouts: int
) -> int:
    """The move that so many playouts of guesses recommend, or -1 if there is none of use.

    `seen` is the table without what lies face down, and `been` are the keys of those before it.
    """
    moves, places = np.empty(MOST_MOVES, np.int64), np.empty(32, np.int64)
    count = useful_moves(seen, moves, places)
    if count < 2:
        return moves[0] if count else -1
    cards, path = np.empty(52, np.int64), np.empty(2 * LONGEST, np.int64)
    hidden = unseen(seen, cards)
    key = key_of(seen)
    if tree.used[0] > tree.keys.size * 3 // 4 or tree.used[1] > tree.codes.size * 3 // 4:
        forget(tree)
    table = seen.copy()
    for done in range(1, playouts + 1):
        table[:] = seen
        guess(table, cards, hidden, seed)
        descend(tree, table, key, seed, rules, been, path, moves, places)
        if done % 64 == 0 and is_decided(tree, tree.slots[slot_of(tree, key)], playouts - done):
            break
    node = tree.slots[slot_of(tree, key)]
    best, most = tree.first[node], -1.0
    for edge in range(tree.first[node], tree.first[node] + tree.edges[node]):
        value = tree.visits[edge] + tree.wins[edge] / (tree.visits[edge] + 1)
        if value > most:
            best, most = edge, value
    return located(seen, int(tree.codes[best]))
