"""The reference solution: it agrees with every engine and obeys the laws of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, cast

import pytest
from drawn import any_board
from hypothesis import assume, example, given
from hypothesis import strategies as st
from klondike import game
from klondike.board import Board, Placed
from klondike.cards import Card, Suit
from klondike.commands import (
    FORMS,
    Command,
    Draw,
    Move,
    MoveFromDiscard,
    MoveFromPillar,
    MoveStack,
    MoveToPillar,
    Solve,
    parse,
    play,
)
from klondike.deck import deck_of_52, shuffle
from klondike.errors import DeckEmpty, InvalidCommand, InvalidStack, MoveError
from patience_grader.sandbox.guest.wire import Seed
from suites.klondike.bank import boards
from suites.klondike.bank.fair import FAIR
from suites.klondike.bank.fair import Shuffle as FairShuffle
from suites.klondike.bank.shuffle import FAIR_ORDERS, FEW, MANY, THREES
from suites.klondike.fairness import digest, uneven, unfair
from suites.klondike.remainders import choices
from vectors_reader import (
    command,
    engine_board,
    example_board,
    example_card,
    examples,
    flaws,
    lines,
    visible,
)

COLUMNS = range(7)
PAIRS = [(source, target) for source, target in product(COLUMNS, COLUMNS) if source != target]
CONCEIVABLE: tuple[Command, ...] = (
    Draw(),
    MoveToPillar(None),
    *map(MoveToPillar, COLUMNS),
    *map(MoveFromDiscard, COLUMNS),
    *(MoveFromPillar(suit, target) for suit in Suit for target in COLUMNS),
    *(Move(count, source, target) for count in range(-1, 15) for source, target in PAIRS),
)
"""Every single move of the game, allowed or not."""


def refusal(board: Board, one: Command) -> type[MoveError] | None:
    """The kind of error with which the solution refuses the command; None when it does not."""
    try:
        play(one, board)
    except MoveError as error:
        return type(error)
    return None


def unturned(one: Move | MoveFromDiscard | MoveFromPillar, board: Board) -> Board:
    """The board that a move to a column gives before uncovered cards are turned."""
    match one:
        case Move(count, source, target):
            return game.move(count, source, target, board)
        case MoveFromDiscard(target):
            return game.move_from_discard(target, board)
        case MoveFromPillar(suit, target):
            return game.move_from_pillar(suit, target, board)


def accepts(board: Board, one: Command) -> bool:
    """Whether the solution allows the command."""
    return refusal(board, one) is None


# The worked examples of the document


EXAMPLES = examples()
MOVES = ["move", "movest", "movefd", "movetp_discard", "movetp_column", "movefp", "solve"]


def sides(name: str) -> Iterator[tuple[dict[str, Any], Board]]:
    """Both boards of an example, as the document shows them and filled in."""
    example = EXAMPLES[name]
    for side in ("before", "after"):
        yield example[side], example_board(example[f"completed_{side}"])


def shown_rows(board: Board) -> list[list[str]]:
    """The cells that `show` draws under the column numbers, one list a row."""
    rows = game.show(board).partition("[6]\n")[2].splitlines()
    return [[row[4 * index : 4 * index + 4].strip() for index in COLUMNS] for row in rows]


def shown_columns(board: Board) -> list[list[str]]:
    """The cells that `show` draws, one list a column, without the blank ones under it."""
    rows = shown_rows(board)
    cells = [[row[index] for row in rows] for index in COLUMNS]
    for column in cells:
        while column and not column[-1]:
            column.pop()
    return cells


def name(code: str) -> str:
    """What stands for a card of an example in a drawing."""
    return "???" if code[0] == "#" else str(example_card(code)).strip()


def test_every_example_of_the_document_is_known() -> None:
    assert set(EXAMPLES) == {"figure2_show", "setup_unshuffled", *MOVES}


def test_the_figure_is_shown_with_the_rows_and_labels_that_were_printed() -> None:
    figure = EXAMPLES["figure2_show"]
    board = example_board(figure["board"])
    assert shown_rows(board) == figure["printed"]["rows"]
    labels, _, columns = game.show(board).partition("\n\n")
    assert labels.splitlines() == figure["printed_labels"]
    assert columns.splitlines()[0].split() == [f"[{index}]" for index in COLUMNS]


def test_a_sorted_deck_is_dealt_as_printed() -> None:
    deal = EXAMPLES["setup_unshuffled"]
    deck = tuple(map(example_card, deal["deck"]))
    assert deck == tuple(sorted(deck_of_52()))
    board = game.setup(deck)
    assert board == example_board(deal["after"])
    assert shown_columns(board) == [list(map(name, column)) for column in deal["printed_columns"]]


@pytest.mark.parametrize("example", MOVES)
def test_the_boards_around_a_move_are_shown_as_printed(example: str) -> None:
    for noted, board in sides(example):
        assert list(flaws(board)) == []
        columns = [list(map(name, column)) for column in noted["columns"]]
        assert shown_columns(board) == columns
        top = game.show(board).splitlines()
        if "deck_size" in noted:
            assert top[0] == f"Deck size: {noted['deck_size']}"
            discard = ", ".join(map(name, noted["discard_shown"]))
            assert top[1] == f"Discard: {discard}".strip()
        for pillar, value in noted.get("pillars", {}).items():
            card = f"{Suit[pillar.upper()].symbol}{value}" if value else "<empty>"
            assert f"  {pillar.title()}: {card}" in top


@pytest.mark.parametrize("example", MOVES)
def test_a_move_gives_the_board_that_was_printed_after_it(example: str) -> None:
    (_, before), (_, after) = sides(example)
    assert play(parse(EXAMPLES[example]["command"]), before) == after


def test_the_solvable_board_is_won_by_solve_and_not_before() -> None:
    (_, before), _ = sides("solve")
    assert not game.is_won(before)
    assert game.is_won(game.solve(before))


# Games of other engines


GAMES = [game for game in lines("games.jsonl.gz") if game["draw"] == 1]
WITH_LEGAL_LISTS = [game for game in GAMES if game["engine"].startswith("gorpong/PySolitaire")]
AUTOPLAY = lines("autoplay.jsonl")
DEALS = lines("deals.jsonl.gz")
WINNABLE = [deal for deal in DEALS if deal["status"] == "solvable"]


def ids(noted: Sequence[dict[str, Any]]) -> list[str]:
    """The ids of games or deals."""
    return [one["id"] for one in noted]


def after(move: Sequence[Any], board: Board) -> Board:
    """The board after an engine's move, uncovered cards turned."""
    one = command(move)
    if one is not None:
        return play(one, board)
    if move[0] == "flip":
        return board
    assert not board.deck
    turned_over = replace(board, deck=board.discard[::-1], discard=())
    assert game.draw(board) == game.draw(turned_over)
    return turned_over


def test_there_are_as_many_games_and_deals_as_the_readme_says() -> None:
    assert (len(GAMES), len(WITH_LEGAL_LISTS), len(AUTOPLAY)) == (17, 9, 65)
    assert (len(DEALS), len(WINNABLE)) == (63, 50)


@pytest.mark.parametrize("noted", GAMES, ids=ids(GAMES))
def test_every_move_of_an_engine_is_accepted_and_gives_its_board(noted: dict[str, Any]) -> None:
    board = game.flip(engine_board(noted["start"]))
    for number, step in enumerate(noted["steps"]):
        for move in step["moves"]:
            board = after(move, board)
        assert board == game.flip(engine_board(step["board"])), f"step {number}: {step['moves']}"
        assert list(flaws(board)) == []


@pytest.mark.parametrize("noted", WITH_LEGAL_LISTS, ids=ids(WITH_LEGAL_LISTS))
def test_exactly_the_moves_are_accepted_that_an_engine_accepts(noted: dict[str, Any]) -> None:
    board = engine_board(noted["start"])
    for number, step in enumerate(noted["steps"]):
        legal = {command(move) or Draw() for move in step["legal_before"]}
        assert {one for one in CONCEIVABLE if accepts(board, one)} == legal, f"step {number}"
        board = engine_board(step["board"])


@pytest.mark.parametrize("noted", AUTOPLAY, ids=ids(AUTOPLAY))
def test_solve_moves_what_an_engine_moves_from_the_columns(noted: dict[str, Any]) -> None:
    assert game.solve(engine_board(noted["board"])) == engine_board(noted["columns_only"])


@pytest.mark.parametrize("noted", DEALS, ids=ids(DEALS))
def test_a_deck_is_dealt_as_it_was_for_an_engine(noted: dict[str, Any]) -> None:
    dealt = engine_board(noted["board"])
    rows = (placed.card for column in dealt.columns for placed in reversed(column))
    assert game.setup((*rows, *dealt.deck)) == dealt


@pytest.mark.parametrize("noted", WINNABLE, ids=ids(WINNABLE))
def test_the_moves_of_a_solver_win(noted: dict[str, Any]) -> None:
    board = engine_board(noted["board"])
    for move in noted["moves"]:
        assert not game.is_won(board)
        board = after(move, board)
    assert game.is_won(board)
    assert list(flaws(board)) == []


# Laws


BOARDS = any_board()


@given(BOARDS)
def test_a_move_keeps_every_card_and_the_invariants(board: Board) -> None:
    for one in (*CONCEIVABLE, Solve()):
        if accepts(board, one):
            assert list(flaws(play(one, board))) == [], one


@given(BOARDS)
def test_nothing_that_is_given_to_a_function_changes(board: Board) -> None:
    kept = deepcopy(board)
    for one in (*CONCEIVABLE, Solve()):
        accepts(board, one)
    game.show(board)
    game.is_won(board)
    game.update_column(3, (), board.columns)
    assert board == kept


@given(BOARDS, st.lists(st.sampled_from(deck_of_52())), st.integers())
def test_functions_leave_lists_as_they_were(board: Board, deck: list[Card], seed: int) -> None:
    columns = [list(column) for column in board.columns]
    kept_deck, kept_columns = deck.copy(), deepcopy(columns)
    shuffle(Random(seed), deck)  # type: ignore[arg-type]
    game.update_column(3, (), columns)  # type: ignore[arg-type]
    assert (deck, columns) == (kept_deck, kept_columns)


@given(BOARDS)
def test_draw_turns_the_deck_card_by_card_and_then_starts_again(board: Board) -> None:
    cards = (*board.deck, *reversed(board.discard))
    assume(cards)
    seen = []
    later = board
    for _ in range(2 * len(cards)):
        later = game.draw(later)
        seen.append(later.discard[0])
        assert (later.columns, later.pillars) == (board.columns, board.pillars)
    assert seen == [*cards, *cards]
    assert (*reversed(later.discard), *later.deck) == (*reversed(board.discard), *board.deck)


@given(BOARDS)
def test_draw_is_refused_only_without_deck_and_discards(board: Board) -> None:
    with pytest.raises(DeckEmpty):
        game.draw(replace(board, deck=(), discard=()))
    assert accepts(board, Draw()) == bool(board.deck or board.discard)


@given(BOARDS)
def test_a_run_moved_back_gives_the_board_back(board: Board) -> None:
    for source, target in PAIRS:
        shown = len(visible(board.columns[source]))
        for count in range(1, shown + 1):
            if not accepts(board, Move(count, source, target)):
                continue
            moved = game.move(count, source, target, board)
            if count < shown or len(moved.columns[source]) == len(board.columns[target]) == 0:
                assert game.move(count, target, source, moved) == board


@given(BOARDS)
def test_a_card_taken_from_a_pillar_can_go_up_again(board: Board) -> None:
    for suit, target in product(Suit, COLUMNS):
        if accepts(board, MoveFromPillar(suit, target)):
            taken = game.move_from_pillar(suit, target, board)
            assert game.move_to_pillar(target, taken) == board


@given(BOARDS)
def test_a_card_put_on_a_pillar_can_come_back(board: Board) -> None:
    for source, column in enumerate(board.columns):
        if accepts(board, MoveToPillar(source)):
            up = game.move_to_pillar(source, board)
            if len(visible(column)) > 1:
                assert game.move_from_pillar(column[0].card.suit, source, up) == board


@given(BOARDS)
def test_a_card_that_lands_on_a_column_lies_face_up(board: Board) -> None:
    for one in CONCEIVABLE:
        if isinstance(one, Move | MoveFromDiscard | MoveFromPillar) and accepts(board, one):
            after = unturned(one, board)
            count = one.count if isinstance(one, Move) else 1
            moved = after.columns[one.target][:count]
            assert [placed.visible for placed in moved] == [True] * count
            assert after.columns[one.target][count:] == board.columns[one.target]


@given(BOARDS)
def test_move_stack_moves_what_move_moves_with_all_visible_cards(board: Board) -> None:
    for source, target in PAIRS:
        whole = Move(len(visible(board.columns[source])), source, target)
        assert accepts(board, MoveStack(source, target)) == accepts(board, whole)
        if accepts(board, whole):
            assert play(MoveStack(source, target), board) == play(whole, board)


@given(BOARDS)
def test_solve_goes_on_until_nothing_can_go(board: Board) -> None:
    solved = game.solve(board)
    assert game.solve(solved) == solved
    assert not any(accepts(solved, MoveToPillar(source)) for source in COLUMNS)
    assert (solved.deck, solved.discard) == (board.deck, board.discard)


@given(any_board(boards.endgame))
def test_solve_wins_when_no_card_is_hidden_or_in_the_deck(board: Board) -> None:
    assert game.is_won(game.solve(board))


@given(BOARDS)
def test_flip_changes_only_cards_that_lie_uncovered(board: Board) -> None:
    assert game.flip(board) == board
    covered = tuple(
        tuple(Placed(placed.card, False) for placed in column) for column in board.columns
    )
    turned = game.flip(replace(board, columns=covered))
    assert replace(turned, columns=covered) == replace(board, columns=covered)
    for column, was in zip(turned.columns, covered, strict=True):
        assert [placed.visible for placed in column] == [n == 0 for n in range(len(was))]
        assert [placed.card for placed in column] == [placed.card for placed in was]


# Shuffling


FULL = deck_of_52()
DECKS = st.lists(st.sampled_from(FULL), unique=True).map(tuple)


def test_the_deck_holds_every_card_once() -> None:
    assert len(FULL) == len(set(FULL)) == 52


@given(DECKS, st.integers())
def test_a_shuffle_is_a_permutation_that_the_seed_decides(
    deck: tuple[Card, ...], seed: int
) -> None:
    shuffled = shuffle(Random(seed), deck)
    assert sorted(shuffled) == sorted(deck)
    assert shuffle(Random(seed), deck) == shuffled


@given(st.integers())
def test_a_shuffle_draws_its_numbers_from_the_generator(seed: int) -> None:
    rng = Random(seed)
    assert shuffle(rng, FULL) != shuffle(rng, FULL)
    assert rng.getstate() != Random(seed).getstate()


Shuffle = Callable[[Random, list[int]], list[int]]
Chosen = Callable[[Random, int, int], int]


def swapped(chosen: Chosen, less: int = 1, start: int = 0) -> Shuffle:
    """A shuffle that swaps each position with the one chosen, up to the last but `less`."""

    def shuffled(rng: Random, order: list[int]) -> list[int]:
        for here in range(start, len(order) - less):
            there = chosen(rng, here, len(order))
            order[here], order[there] = order[there], order[here]
        return order

    return shuffled


def rotated(rng: Random, order: list[int]) -> list[int]:
    """A deck that is only cut."""
    cut = rng.randrange(len(order))
    return order[cut:] + order[:cut]


def from_the_back(rng: Random, order: list[int]) -> list[int]:
    """A right shuffle that goes through the positions from the last to the second."""
    for here in range(len(order) - 1, 0, -1):
        there = rng.randint(0, here)
        order[here], order[there] = order[there], order[here]
    return order


def from_the_back_by_bytes(rng: Random, order: list[int]) -> list[int]:
    """The same with bytes cut to size."""
    for here in range(len(order) - 1, 0, -1):
        there = rng.getrandbits(8) % (here + 1)
        order[here], order[there] = order[there], order[here]
    return order


def from_here(rng: Random, here: int, size: int) -> int:
    """The position that is right to choose."""
    return rng.randrange(here, size)


def solutions(rng: Random, order: list[int]) -> list[int]:
    """The solution's shuffle, given numbers for cards."""
    shuffled: Any = shuffle(rng, cast(Any, order))
    return list(shuffled)


BIASED: dict[str, Shuffle] = {
    "any position at every step": swapped(lambda rng, _, size: rng.randrange(size), less=0),
    "never the same position": swapped(lambda rng, here, size: rng.randrange(here + 1, size)),
    "never the last position": swapped(lambda rng, here, size: rng.randrange(here, size - 1)),
    "the first position left out": swapped(from_here, start=1),
    "half of the deck": swapped(from_here, less=26),
    "a cut": rotated,
    "neighbours, in one pass": swapped(lambda rng, here, _: here + rng.randrange(2)),
    "a byte modulo": swapped(lambda rng, here, size: here + rng.getrandbits(8) % (size - here)),
    "a hundred modulo": swapped(lambda rng, here, size: here + rng.randrange(100) % (size - here)),
    "a byte modulo, from the back": from_the_back_by_bytes,
}
BIASED_WITH_THREE_CARDS = {
    "one step too few": swapped(from_here, less=2),
    "never the same position": BIASED["never the same position"],
    "the first position left out": BIASED["the first position left out"],
}
OTHER_RIGHT: dict[str, Shuffle] = {
    "from the back": from_the_back,
    "by random": swapped(lambda rng, here, size: here + int(rng.random() * (size - here))),
}


def blocks(one: Shuffle, cards: int, shuffles: int, count: int) -> Iterator[tuple[bytes, ...]]:
    """As many blocks of shuffles, each shuffle with a seed of its own."""
    for first in range(0, count * shuffles, shuffles):
        seeds = range(first, first + shuffles)
        yield tuple(bytes(one(Random(seed), list(range(cards)))) for seed in seeds)


def found_unfair(one: Shuffle, count: int) -> int:
    """In how many blocks, each as large as the suite's, whole decks look biased."""
    return sum(bool(unfair(orders)) for orders in blocks(one, 52, len(MANY), count))


def found_uneven(one: Shuffle, count: int) -> int:
    """In how many blocks, each as large as the suite's, decks of three look biased."""
    return sum(
        uneven([tuple(order) for order in orders], kinds=6)
        for orders in blocks(one, 3, len(THREES), count)
    )


@pytest.mark.parametrize("way", BIASED)
def test_a_biased_shuffle_of_a_deck_is_found_in_each_of_10_blocks(way: str) -> None:
    assert found_unfair(BIASED[way], 10) == 10


@pytest.mark.parametrize("way", BIASED_WITH_THREE_CARDS)
def test_a_biased_shuffle_of_three_cards_is_found_in_each_of_100_blocks(way: str) -> None:
    assert found_uneven(BIASED_WITH_THREE_CARDS[way], 100) == 100


def test_an_order_that_comes_twice_is_found() -> None:
    (orders,) = blocks(solutions, 52, len(MANY), 1)
    assert not unfair(orders)
    assert unfair((*orders[1:], orders[1]))


def test_the_choices_of_a_shuffle_are_read_back() -> None:
    chosen: list[int] = []

    def noted(rng: Random, here: int, size: int) -> int:
        chosen.append(rng.randrange(size - here))
        return here + chosen[-1]

    order = swapped(noted)(Random(1), list(range(52)))
    assert choices(order, is_from_back=False) == chosen
    rng = Random(2)
    drawn = [rng.randint(0, here) for here in range(51, 0, -1)]
    order = from_the_back(Random(2), list(range(52)))
    assert choices(order, is_from_back=True) == drawn


@pytest.mark.slow
def test_the_shuffle_of_the_solution_raises_no_alarm_in_many_blocks() -> None:
    assert found_unfair(solutions, 60) == 0
    assert found_uneven(solutions, 300) == 0


@pytest.mark.parametrize("way", OTHER_RIGHT)
def test_another_right_shuffle_raises_no_alarm_in_10_blocks(way: str) -> None:
    assert found_unfair(OTHER_RIGHT[way], 10) == 0


@pytest.mark.parametrize("way", FAIR)
def test_a_shuffle_that_is_known_to_be_fair_raises_no_alarm(way: FairShuffle) -> None:
    def one(rng: Random, order: list[int]) -> list[int]:
        return way(rng, len(order))

    assert found_unfair(one, 1) == 0
    assert found_uneven(one, 10) == 0


def orders_of_the_few(one: Shuffle) -> str:
    """The digest of what a shuffle makes of the decks by which a fair one is known."""
    decks = [(cast(Seed, rng).seed, len(cast(Any, deck))) for rng, deck in FEW]
    return digest([bytes(one(Random(seed), list(range(size)))) for seed, size in decks])


@pytest.mark.parametrize("one", [solutions, *OTHER_RIGHT.values()])
def test_a_right_shuffle_is_known_by_few_orders(one: Shuffle) -> None:
    assert orders_of_the_few(one) in FAIR_ORDERS


def fair_for_whole_decks(chosen: Chosen) -> Shuffle:
    """A right shuffle of 52 cards, and one that chooses in this way of fewer."""

    def one(rng: Random, order: list[int]) -> list[int]:
        return (solutions if len(order) == 52 else swapped(chosen))(rng, order)

    return one


FAIR_FOR_52: dict[str, Chosen] = {
    "52 written down": lambda rng, here, size: rng.randrange(here, 52) % size,
    "52 written down, cut off": lambda rng, here, size: min(rng.randint(here, 51), size - 1),
    "any position at every step": lambda rng, _, size: rng.randrange(size),
}


@pytest.mark.parametrize(
    "one",
    [
        *(*BIASED.values(), *BIASED_WITH_THREE_CARDS.values()),
        *map(fair_for_whole_decks, FAIR_FOR_52.values()),
    ],
)
def test_a_biased_shuffle_is_not_known_to_be_fair(one: Shuffle) -> None:
    assert orders_of_the_few(one) not in FAIR_ORDERS


# Commands


NUMBERS = st.integers(-999, 9999)
OUTSIDE = st.one_of(st.sampled_from([-1, 7]), NUMBERS.filter(lambda number: not 0 <= number <= 6))
KINDS: dict[str, Callable[..., Command]] = {
    "draw": Draw,
    "move N from S to T": Move,
    "movest S T": MoveStack,
    "movefd S": MoveFromDiscard,
    "movetp discard": lambda: MoveToPillar(None),
    "movetp S": MoveToPillar,
    "movefp SUIT S": MoveFromPillar,
    "solve": Solve,
}
WORDS = sorted({word for form in FORMS for word in f"{form.long} {form.short}".split()})
NEARLY = [
    *("0", "6", "7", "-1", "-", "10000", "1.5", "1e1", "٣", "²", "one", "0x1", "+1", "1_0"),
    *("spades", "CLUBS", "Hearts", "diamond", "♠", "none", "null", "discards", "help"),
]


def alternatives() -> str:
    """A pattern for every line that `FORMS` allows, in lower case and with single blanks."""
    forms = [text for form in FORMS for text in (form.long, form.short) if text]
    suits = "|".join(suit.name.lower() for suit in Suit)
    numbered = re.sub(r"\b[NST]\b", "-?[0-9]{1,4}", "|".join(forms))
    return numbered.replace("SUIT", f"({suits})")


@st.composite
def spelt(draw: st.DrawFn) -> tuple[str, Command]:
    """A line in one of the forms, in any capitals and with any blanks, and its command."""
    form = draw(st.sampled_from(FORMS))
    template = draw(st.sampled_from([form.long, form.short] if form.short else [form.long]))
    line, values = "", list[object]()
    for word in template.split():
        text = word
        if word in {"N", "S", "T"}:
            values.append(draw(NUMBERS))
            text = str(values[-1])
        elif word == "SUIT":
            suit = draw(st.sampled_from(Suit))
            values.append(suit)
            text = suit.name
        case = draw(st.sampled_from([str.lower, str.upper, str.title]))
        line += case(text) + draw(st.sampled_from([" ", "  ", "\t", " \t "]))
    return draw(st.sampled_from(["", " ", "\t"])) + line, KINDS[form.long](*values)


@given(spelt())
def test_every_form_of_a_command_is_read_in_any_capitals_and_blanks(
    noted: tuple[str, Command],
) -> None:
    line, meant = noted
    assert parse(line) == meant


@given(st.one_of(st.text(), st.lists(st.sampled_from([*WORDS, *NEARLY])).map(" ".join)))
@example("movest 3 ٣")
@example("movest 3 10000")
@example("movefp discard 3")
@example("movetp spades")
@example("mv 1 from 2 to 3")
@example("move 1 2 3")
@example("draw draw")
def test_a_line_is_a_command_of_the_forms_or_refused(line: str) -> None:
    if re.fullmatch(alternatives(), " ".join(line.lower().split())):
        assert isinstance(parse(line), Command)
    else:
        with pytest.raises(InvalidCommand):
            parse(line)


def on_columns(column: int) -> Iterator[Command]:
    """Every command that can name a column, with this one."""
    yield Move(1, column, 0)
    yield Move(1, 0, column)
    yield MoveStack(column, 0)
    yield MoveStack(0, column)
    yield MoveFromDiscard(column)
    yield MoveToPillar(column)
    yield MoveFromPillar(Suit.CLUBS, column)


@given(BOARDS, OUTSIDE)
def test_columns_outside_0_to_6_are_no_stacks(board: Board, column: int) -> None:
    assert {refusal(board, one) for one in on_columns(column)} == {InvalidStack}


@given(BOARDS, st.sampled_from(COLUMNS))
def test_columns_from_0_to_6_are_stacks(board: Board, column: int) -> None:
    assert InvalidStack not in {refusal(board, one) for one in on_columns(column)}
