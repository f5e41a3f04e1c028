"""Klondike, written in Notepad."""

import klondike.errors
from klondike.board import Board, Pillars, Placed
from klondike.cards import Card, Suit, Value

TEMPLATE = """
Deck size: {size}
Discard: {discard}

Pillars:
	Spades: {spades}
	Clubs: {clubs}
	Hearts: {hearts}
	Diamonds: {diamonds}

{columns}
"""


def show(board):
	def pillar(suit):
		top = board.pillars.top(suit)
		if top is None:
			return "<nothing here yet>"
		return suit.symbol + str(top)

	discard = ", ".join(str(card).strip() for card in board.discard[2::-1])
	grid = [[" [0]", " [1]", " [2]", " [3]", " [4]", " [5]", " [6]"]]
	for row in range(max(len(column) for column in board.columns)):
		grid.append([])
		for column in board.columns:
			if row >= len(column):
				grid[-1].append("    ")
			elif column[len(column) - 1 - row].visible:
				grid[-1].append(" " + str(column[len(column) - 1 - row].card))
			else:
				grid[-1].append(" ???")
	return TEMPLATE.format(
		size=len(board.deck),
		discard=discard or "<nothing here yet>",
		spades=pillar(Suit.SPADES),
		clubs=pillar(Suit.CLUBS),
		hearts=pillar(Suit.HEARTS),
		diamonds=pillar(Suit.DIAMONDS),
		columns="\n".join("".join(line) for line in grid),
	)


def setup(deck):
	deck = list(deck)
	columns = []
	for number in range(7):
		hidden = [Placed(deck.pop(0), False) for _ in range(number)]
		visible = Placed(deck.pop(0), True)
		columns.append((visible, *reversed(hidden)))
	return Board(tuple(deck), (), Pillars(), tuple(columns))


def is_won(board):
	return board.pillars == Pillars(
		spades=Value.KING, clubs=Value.KING, hearts=Value.KING, diamonds=Value.KING
	)


def flip(board):
	return Board(
		board.deck,
		board.discard,
		board.pillars,
		tuple([column[:0] if not column else turned(column) for column in board.columns]),
	)


def turned(column):
	return (Placed(column[0].card, True), *column[1:])


def update_column(index, column, columns):
	changed = [*columns]
	changed[index] = column
	return (*changed,)


def can_stack(card, onto):
	if card.is_red == onto.is_red:
		return False
	return list(Value).index(onto.value) - list(Value).index(card.value) == 1


def can_stack_on_pillar(card, top):
	if top is None:
		return card.value is Value.ACE
	if top == Value.KING:
		return False
	return card.value is Value(top + 1)


def draw(board):
	if len(board.deck) + len(board.discard) == 0:
		raise klondike.errors.DeckEmpty
	if len(board.deck) == 0:
		deck, discard = board.discard[::-1], ()
	else:
		deck, discard = board.deck, board.discard
	return Board(deck[1:], (deck[0],) + discard, board.pillars, board.columns)


def move(count, source, target, board):
	if count < 1:
		raise klondike.errors.InvalidCount
	visible = [placed for placed in board.columns[source] if placed.visible]
	if not visible:
		raise klondike.errors.ColumnEmpty
	if count > len(visible):
		raise klondike.errors.MovingTooManyCards
	return _put(visible[:count], target, _without(count, source, board))


def _without(count, source, board):
	rest = update_column(source, board.columns[source][count:], board.columns)
	return Board(board.deck, board.discard, board.pillars, rest)


def _put(cards, target, board):
	column = board.columns[target]
	if column == () and cards[-1].card.value != Value.KING:
		raise klondike.errors.ColumnKing
	if column != () and not can_stack(cards[-1].card, column[0].card):
		raise klondike.errors.WrongOrder
	columns = update_column(target, (*cards, *column), board.columns)
	return Board(board.deck, board.discard, board.pillars, columns)


def move_stack(source, target, board):
	return move(len([p for p in board.columns[source] if p.visible]) or 1, source, target, board)


def move_from_discard(target, board):
	if not board.discard:
		raise klondike.errors.DiscardEmpty
	rest = Board(board.deck, board.discard[1:], board.pillars, board.columns)
	return _put([Placed(board.discard[0], True)], target, rest)


def move_to_pillar(source, board):
	if source is None:
		if not board.discard:
			raise klondike.errors.DiscardEmpty
		card = board.discard[0]
		rest = Board(board.deck, board.discard[1:], board.pillars, board.columns)
	else:
		if not board.columns[source]:
			raise klondike.errors.ColumnEmpty
		card = board.columns[source][0].card
		rest = _without(1, source, board)
	if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
		raise klondike.errors.WrongPillarOrder
	return Board(rest.deck, rest.discard, rest.pillars.raised(card.suit), rest.columns)


def move_from_pillar(suit, target, board):
	if board.pillars.top(suit) is None:
		raise klondike.errors.PillarEmpty
	card = Card(suit, board.pillars.top(suit))
	rest = Board(board.deck, board.discard, board.pillars.lowered(suit), board.columns)
	return _put([Placed(card, True)], target, rest)


def solve(board):
	for number in [6, 5, 4, 3, 2, 1, 0]:
		column = board.columns[number]
		if column and column[0].visible:
			card = column[0].card
			if can_stack_on_pillar(card, board.pillars.top(card.suit)):
				return solve(move_to_pillar(number, board))
	return board
