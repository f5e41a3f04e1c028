from .cards import Suit, Value, Card


# exercise 1
def deck_of_52():
    deck = []
    values = [
        Value.ACE, Value.TWO, Value.THREE, Value.FOUR, Value.FIVE, Value.SIX, Value.SEVEN,
        Value.EIGHT, Value.NINE, Value.TEN, Value.JACK, Value.QUEEN, Value.KING,
    ]
    for value in values:
        card = Card(Suit.SPADES, value)
        deck.append(card)
    for value in values:
        card = Card(Suit.CLUBS, value)
        deck.append(card)
    for value in values:
        card = Card(Suit.DIAMONDS, value)
        deck.append(card)
    for value in values:
        card = Card(Suit.HEARTS, value)
        deck.append(card)
    return tuple(deck)


# exercise 2
# This is how Fisher and Yates did it with pencil and paper:
# write all the cards down, count to a random one that is not struck out, strike it out
def shuffle(rng, deck):
    struck_out = []
    for card in deck:
        struck_out.append(False)
    new_deck = []
    cards_left = len(deck)
    while cards_left > 0:
        number = rng.randint(1, cards_left)
        position = 0
        counted = 0
        found = False
        while found == False:
            if struck_out[position] == False:
                counted = counted + 1
                if counted == number:
                    found = True
                else:
                    position = position + 1
            else:
                position = position + 1
        new_deck.append(deck[position])
        struck_out[position] = True
        cards_left = cards_left - 1
    return tuple(new_deck)
