"""Checks your `study.py`: `python3 -m klondike.study_check` (supplied).

It stops at the first game in which something is wrong, and draws it. Simple games come first.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random
from traceback import extract_tb

from . import play, study
from .__main__ import reader_may_leave
from .board import EMPTY_PILLARS, Board, Column, Pillars, Placed
from .cards import Card, Deck, Suit, Value
from .drawing import SUITS, VALUES, drawing
from .play import Move, Pile, State
from .rules import BRICK, COURSEWORK, DRAW_THREE, RULES, VEGAS

ABOUT = """Checks possible_moves and autoplay in study.py on recorded and on random games, which
needs your finished game.py. It draws the first game in which something is wrong. Nothing of it is
handed in or marked."""
RECORDED = """\
coursework: KC / - / - / - / - / - / - | - | - | KS KH QC KD
coursework: - / - / KH QC JH / KC QH / TH / - / - | - | - | KS 9H JC KD
draw three: KS QD JS / - / *TD KC / KD QS JD / - / TS / - | - | - | 9S KH QC 9D
coursework: *KC QS / KD / - / - / - / - / - | KS | - | JS KH QC QD
coursework: - / - / - / - / - / - / - | - | QD QS KD JD KS | JS KH KC TD
brick: - / - / - / - / - / - / - | - | KD QS QD KS JD | JS KH KC TD
vegas: - / - / - / - / - / - / - | - | QD QS KD JD KS | JS KH KC TD
draw three: - / KS QD JS TD / KD QC JD TS 9H 8S 7H / 8D / *KH *6H JH TC 9D / - / KC QH JC TH 9S 8H \
| 9C QS | - | 7S 5H 8C 7D
coursework: - / KS QH / KH QS JH TC 9H 8C 7H 6S / KD QC JD / KC QD JC TD 9S 8H 7S 6H 5S / TS / - \
| 8S JS TH 4S | 5H 9C | 3S 4H 7C 9D
coursework: - / - / KD QC JD TS 9H 8C 7H / - / KC QD JC TD 9S 8H 7S 6H / KH QS JH TC / \
KS QH JS TH | - | 8S 9C | 6S 5H 7C 9D
"""
"""Rules, then columns with the card played last at their ends, deck and discard pile with the top
card first, and what lies on top of the pillars. A `*` is a hidden card."""


def recorded() -> list[State]:
    """The recorded games."""
    return [as_state(line) for line in RECORDED.splitlines()]


def as_state(line: str) -> State:
    """The state that a line is written for, as those of `RECORDED` are."""
    rules, _, rest = line.partition(": ")
    columns, deck, discard, tops = rest.split(" | ")
    board = Board(
        _cards(deck),
        _cards(discard),
        Pillars(**{card.suit.name.lower(): card.value for card in _cards(tops)}),
        tuple(_column(column) for column in columns.split(" / ")),
    )
    return State(board, RULES[rules])


def _column(text: str) -> Column:
    faces = [word[0] != "*" for word in text.split()]
    return tuple(map(Placed, _cards(text.replace("*", ""))[::-1], faces[::-1]))


def _cards(text: str) -> Deck:
    return tuple(Card(SUITS[word[1]], VALUES[word[0]]) for word in text.split() if word != "-")


def deals() -> Iterator[State]:
    """Games at their start, under four rules in turn, without end."""
    for seed in count():
        cards = [Card(suit, value) for suit in Suit for value in Value]
        Random(seed).shuffle(cards)
        columns = []
        for size in range(7):
            top, *hidden = cards[: size + 1]
            columns.append((Placed(top, True), *(Placed(card, False) for card in hidden)))
            cards = cards[size + 1 :]
        board = Board(tuple(cards), (), EMPTY_PILLARS, tuple(columns))
        yield play.start(board, (COURSEWORK, DRAW_THREE, BRICK, VEGAS)[seed % 4])


def along(state: State, rng: Random, steps: int) -> Iterator[State]:
    """The states of a game of random moves."""
    for _ in range(steps):
        yield state
        moves = play.possible_moves(state)
        if not moves:
            return
        state = play.play(state, rng.choice(moves))


def fault_in_moves(state: State, found: Iterable[Move]) -> str | None:
    """What is wrong with a list of possible moves, or `None`."""
    found, possible = list(found), play.possible_moves(state)
    for move in found:
        if move not in possible:
            return f"This move is not possible: {_text(move)}."
        if found.count(move) > 1:
            return f"This move is listed more than once: {_text(move)}."
    missing = [move for move in possible if move not in found]
    return f"This move is missing: {missing[0]}." if missing else None


def fault_in_autoplay(state: State, moves: Iterable[Move]) -> tuple[State, str | None]:
    """The state that the moves lead to, as far as they are right, and what is wrong, or `None`."""
    for move in moves:
        if move not in play.possible_moves(state):
            return state, f"The next move was not possible: {_text(move)}."
        state = play.play(state, Move(*move))
    if play.is_won(state):
        return state, None
    if not (state.board.deck or state.board.discard or _hidden(state)):
        return state, "No card is hidden any more, but the game is not won."
    for move in play.possible_moves(state):
        if move.target.suit:
            return state, f"A card could still go to its pillar: {move}."
        if _hidden(play.play(state, move)) < _hidden(state):
            return state, f"A hidden card could still be turned: {move}."
    return state, None


def _hidden(state: State) -> int:
    return sum(not visible for column in state.board.columns for _, visible in column)


def _text(move: Move) -> str:
    """The move as text, also when it is a plain triple or no move at all."""
    try:
        return str(Move(move[0], Pile(move[1]), Pile(move[2])))
    except (TypeError, ValueError, IndexError):
        return repr(move)


def check() -> Iterator[tuple[str, State, str | None]]:
    """For each game that is tried: the function, the state to be drawn, and what is wrong."""
    for state in recorded():
        yield "possible_moves", state, fault_in_moves(state, study.possible_moves(state))
    for number, start in enumerate(islice(deals(), 8)):
        for state in along(start, Random(number), 100):
            yield "possible_moves", state, fault_in_moves(state, study.possible_moves(state))
    for state in (*recorded(), *islice(deals(), 40)):
        yield "autoplay", *fault_in_autoplay(state, study.autoplay(state))


def main(argv: Sequence[str] = ()) -> int:
    """The exit code: 0 when all is right, else 1."""
    ArgumentParser("python3 -m klondike.study_check", description=ABOUT).parse_args(argv)
    tried: Counter[str] = Counter()
    try:
        for function, state, fault in check():
            if fault:
                print(f"{function}, game {tried[function] + 1}:\n\n{drawing(state)}\n\n{fault}")
                return 1
            tried[function] += 1
    except NotImplementedError as error:
        last = extract_tb(error.__traceback__)[-1]
        print(f"Not done yet: {last.name} ({Path(last.filename).name}).")
        return 1
    for function, games in tried.items():
        print(f"{function} is right in {games} games.")
    return 0


if __name__ == "__main__":
    with reader_may_leave():
        sys.exit(main(sys.argv[1:]))
