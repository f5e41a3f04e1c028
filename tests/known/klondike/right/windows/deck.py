"""Deck of cards, written in Notepad."""

from klondike.cards import Card
from klondike.cards import Suit
from klondike.cards import Value


def deck_of_52():
	cards = ()
	for suit in Suit:
		for value in Value:
			cards = (Card(suit, value), *cards)
	return cards


def shuffle(rng, deck):
	cards = list(deck)
	last = len(cards)
	while last > 1:
		last -= 1
		picked = rng.randrange(0, last + 1)
		cards[last], cards[picked] = cards[picked], cards[last]
	return tuple(cards)
