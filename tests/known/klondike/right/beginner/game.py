from .cards import Suit, Value, Card
from .board import Board, Pillars, Placed
from .errors import *


# exercise 3
def show(board):
    text = ""
    text = text + "Deck size: " + str(len(board.deck)) + "\n"

    # the discard pile, the newest one has to be at the end
    if len(board.discard) == 0:
        text = text + "Discard: None\n"
    elif len(board.discard) == 1:
        text = text + "Discard: " + str(board.discard[0]) + "\n"
    elif len(board.discard) == 2:
        text = text + "Discard: " + str(board.discard[1]) + ", " + str(board.discard[0]) + "\n"
    else:
        text = text + "Discard: " + str(board.discard[2]) + ", "
        text = text + str(board.discard[1]) + ", " + str(board.discard[0]) + "\n"

    # the pillars
    text = text + "Pillars:\n"
    if board.pillars.spades == None:
        text = text + "  Spades: None\n"
    else:
        text = text + "  Spades: " + "♠" + str(board.pillars.spades) + "\n"
    if board.pillars.clubs == None:
        text = text + "  Clubs: None\n"
    else:
        text = text + "  Clubs: " + "♣" + str(board.pillars.clubs) + "\n"
    if board.pillars.hearts == None:
        text = text + "  Hearts: None\n"
    else:
        text = text + "  Hearts: " + "♥" + str(board.pillars.hearts) + "\n"
    if board.pillars.diamonds == None:
        text = text + "  Diamonds: None\n"
    else:
        text = text + "  Diamonds: " + "♦" + str(board.pillars.diamonds) + "\n"

    # the columns
    text = text + "\n"
    text = text + "[0] [1] [2] [3] [4] [5] [6]\n"
    longest = 0
    for column in board.columns:
        if len(column) > longest:
            longest = len(column)
    line_number = 0
    while line_number < longest:
        line = ""
        for column in board.columns:
            if line_number < len(column):
                # count from the back because the oldest card is the last one
                placed = column[len(column) - 1 - line_number]
                if placed.visible == True:
                    line = line + str(placed.card) + " "
                else:
                    line = line + "???" + " "
            else:
                line = line + "    "
        text = text + line + "\n"
        line_number = line_number + 1
    return text


# exercise 4
def setup(deck):
    column0 = (Placed(deck[0], True),)
    column1 = (
        Placed(deck[2], True),
        Placed(deck[1], False),
    )
    column2 = (
        Placed(deck[5], True),
        Placed(deck[4], False),
        Placed(deck[3], False),
    )
    column3 = (
        Placed(deck[9], True),
        Placed(deck[8], False),
        Placed(deck[7], False),
        Placed(deck[6], False),
    )
    column4 = (
        Placed(deck[14], True),
        Placed(deck[13], False),
        Placed(deck[12], False),
        Placed(deck[11], False),
        Placed(deck[10], False),
    )
    column5 = (
        Placed(deck[20], True),
        Placed(deck[19], False),
        Placed(deck[18], False),
        Placed(deck[17], False),
        Placed(deck[16], False),
        Placed(deck[15], False),
    )
    column6 = (
        Placed(deck[27], True),
        Placed(deck[26], False),
        Placed(deck[25], False),
        Placed(deck[24], False),
        Placed(deck[23], False),
        Placed(deck[22], False),
        Placed(deck[21], False),
    )
    columns = (column0, column1, column2, column3, column4, column5, column6)
    rest_of_deck = []
    for number in range(28, 52):
        rest_of_deck.append(deck[number])
    return Board(tuple(rest_of_deck), (), Pillars(None, None, None, None), columns)


# exercise 5
def is_won(board):
    if board.pillars.spades == Value.KING:
        if board.pillars.clubs == Value.KING:
            if board.pillars.diamonds == Value.KING:
                if board.pillars.hearts == Value.KING:
                    return True
                else:
                    return False
            else:
                return False
        else:
            return False
    else:
        return False


# exercise 6
def flip(board):
    new_columns = []
    for column in board.columns:
        new_column = []
        for placed in column:
            new_column.append(placed)
        if len(new_column) > 0:
            if new_column[0].visible == False:
                new_column[0] = Placed(new_column[0].card, True)
        new_columns.append(tuple(new_column))
    return Board(board.deck, board.discard, board.pillars, tuple(new_columns))


def update_column(index, column, columns):
    if index == 0:
        return (column, columns[1], columns[2], columns[3], columns[4], columns[5], columns[6])
    if index == 1:
        return (columns[0], column, columns[2], columns[3], columns[4], columns[5], columns[6])
    if index == 2:
        return (columns[0], columns[1], column, columns[3], columns[4], columns[5], columns[6])
    if index == 3:
        return (columns[0], columns[1], columns[2], column, columns[4], columns[5], columns[6])
    if index == 4:
        return (columns[0], columns[1], columns[2], columns[3], column, columns[5], columns[6])
    if index == 5:
        return (columns[0], columns[1], columns[2], columns[3], columns[4], column, columns[6])
    if index == 6:
        return (columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], column)


def can_stack(card, onto):
    if card.suit == Suit.SPADES or card.suit == Suit.CLUBS:
        colour1 = "black"
    else:
        colour1 = "red"
    if onto.suit == Suit.SPADES or onto.suit == Suit.CLUBS:
        colour2 = "black"
    else:
        colour2 = "red"
    if colour1 == "black" and colour2 == "black":
        return False
    if colour1 == "red" and colour2 == "red":
        return False
    if card.value == Value.ACE and onto.value == Value.TWO:
        return True
    if card.value == Value.TWO and onto.value == Value.THREE:
        return True
    if card.value == Value.THREE and onto.value == Value.FOUR:
        return True
    if card.value == Value.FOUR and onto.value == Value.FIVE:
        return True
    if card.value == Value.FIVE and onto.value == Value.SIX:
        return True
    if card.value == Value.SIX and onto.value == Value.SEVEN:
        return True
    if card.value == Value.SEVEN and onto.value == Value.EIGHT:
        return True
    if card.value == Value.EIGHT and onto.value == Value.NINE:
        return True
    if card.value == Value.NINE and onto.value == Value.TEN:
        return True
    if card.value == Value.TEN and onto.value == Value.JACK:
        return True
    if card.value == Value.JACK and onto.value == Value.QUEEN:
        return True
    if card.value == Value.QUEEN and onto.value == Value.KING:
        return True
    return False


def can_stack_on_pillar(card, top):
    if top == None:
        if card.value == Value.ACE:
            return True
        else:
            return False
    else:
        if card.value == top + 1:
            return True
        else:
            return False


# exercise 7
def draw(board):
    deck = list(board.deck)
    discard = list(board.discard)
    if len(deck) == 0 and len(discard) == 0:
        raise DeckEmpty
    if len(deck) == 0:
        deck = list(reversed(discard))
        discard = []
    card = deck[0]
    new_deck = deck[1:]
    new_discard = [card] + discard
    return Board(tuple(new_deck), tuple(new_discard), board.pillars, board.columns)


# exercise 8
def move(count, source, target, board):
    if count < 1:
        raise InvalidCount
    number_of_visible_cards = 0
    for placed in board.columns[source]:
        if placed.visible == True:
            number_of_visible_cards = number_of_visible_cards + 1
    if count > number_of_visible_cards:
        raise MovingTooManyCards
    moving = []
    staying = []
    number = 0
    for placed in board.columns[source]:
        if number < count:
            moving.append(placed)
        else:
            staying.append(placed)
        number = number + 1
    highest = moving[len(moving) - 1].card
    if len(board.columns[target]) == 0:
        if highest.value != Value.KING:
            raise ColumnKing
    else:
        onto = board.columns[target][0].card
        if can_stack(highest, onto) == False:
            raise WrongOrder
    new_target = moving + list(board.columns[target])
    new_columns = []
    for number in range(0, 7):
        if number == source:
            new_columns.append(tuple(staying))
        elif number == target:
            new_columns.append(tuple(new_target))
        else:
            new_columns.append(board.columns[number])
    return Board(board.deck, board.discard, board.pillars, tuple(new_columns))


# exercise 9
def move_stack(source, target, board):
    number_of_visible_cards = 0
    for placed in board.columns[source]:
        if placed.visible == True:
            number_of_visible_cards = number_of_visible_cards + 1
    new_board = move(number_of_visible_cards, source, target, board)
    return new_board


# exercise 10
def move_from_discard(target, board):
    if len(board.discard) == 0:
        raise DiscardEmpty
    card = board.discard[0]
    if len(board.columns[target]) == 0:
        if card.value != Value.KING:
            raise ColumnKing
    else:
        onto = board.columns[target][0].card
        if can_stack(card, onto) == False:
            raise WrongOrder
    new_discard = board.discard[1:]
    new_column = (Placed(card, True),) + board.columns[target]
    new_columns = update_column(target, new_column, board.columns)
    return Board(board.deck, new_discard, board.pillars, new_columns)


# exercise 11
def move_to_pillar(source, board):
    if source == None:
        if len(board.discard) == 0:
            raise DiscardEmpty
        card = board.discard[0]
        new_discard = board.discard[1:]
        new_columns = board.columns
    else:
        if len(board.columns[source]) == 0:
            raise ColumnEmpty
        card = board.columns[source][0].card
        new_discard = board.discard
        new_columns = update_column(source, board.columns[source][1:], board.columns)

    spades = board.pillars.spades
    clubs = board.pillars.clubs
    diamonds = board.pillars.diamonds
    hearts = board.pillars.hearts
    if card.suit == Suit.SPADES:
        if can_stack_on_pillar(card, spades) == False:
            raise WrongPillarOrder
        spades = card.value
    if card.suit == Suit.CLUBS:
        if can_stack_on_pillar(card, clubs) == False:
            raise WrongPillarOrder
        clubs = card.value
    if card.suit == Suit.DIAMONDS:
        if can_stack_on_pillar(card, diamonds) == False:
            raise WrongPillarOrder
        diamonds = card.value
    if card.suit == Suit.HEARTS:
        if can_stack_on_pillar(card, hearts) == False:
            raise WrongPillarOrder
        hearts = card.value
    new_pillars = Pillars(spades=spades, clubs=clubs, diamonds=diamonds, hearts=hearts)
    return Board(board.deck, new_discard, new_pillars, new_columns)


# exercise 12
def move_from_pillar(suit, target, board):
    spades = board.pillars.spades
    clubs = board.pillars.clubs
    diamonds = board.pillars.diamonds
    hearts = board.pillars.hearts
    if suit == Suit.SPADES:
        if spades == None:
            raise PillarEmpty
        card = Card(Suit.SPADES, spades)
        if spades == Value.ACE:
            spades = None
        else:
            spades = Value(spades - 1)
    if suit == Suit.CLUBS:
        if clubs == None:
            raise PillarEmpty
        card = Card(Suit.CLUBS, clubs)
        if clubs == Value.ACE:
            clubs = None
        else:
            clubs = Value(clubs - 1)
    if suit == Suit.DIAMONDS:
        if diamonds == None:
            raise PillarEmpty
        card = Card(Suit.DIAMONDS, diamonds)
        if diamonds == Value.ACE:
            diamonds = None
        else:
            diamonds = Value(diamonds - 1)
    if suit == Suit.HEARTS:
        if hearts == None:
            raise PillarEmpty
        card = Card(Suit.HEARTS, hearts)
        if hearts == Value.ACE:
            hearts = None
        else:
            hearts = Value(hearts - 1)
    if len(board.columns[target]) == 0:
        if card.value != Value.KING:
            raise ColumnKing
    else:
        onto = board.columns[target][0].card
        if can_stack(card, onto) == False:
            raise WrongOrder
    new_pillars = Pillars(spades=spades, clubs=clubs, diamonds=diamonds, hearts=hearts)
    new_column = (Placed(card, True),) + board.columns[target]
    new_columns = update_column(target, new_column, board.columns)
    return Board(board.deck, board.discard, new_pillars, new_columns)


# exercise 13
def solve(board):
    # there are 52 cards so if I go round 52 times then every card had its chance
    new_board = board
    for time in range(0, 52):
        for number in range(0, 7):
            if len(new_board.columns[number]) > 0:
                placed = new_board.columns[number][0]
                if placed.visible == True:
                    if placed.card.suit == Suit.SPADES:
                        top = new_board.pillars.spades
                    elif placed.card.suit == Suit.CLUBS:
                        top = new_board.pillars.clubs
                    elif placed.card.suit == Suit.DIAMONDS:
                        top = new_board.pillars.diamonds
                    else:
                        top = new_board.pillars.hearts
                    if can_stack_on_pillar(placed.card, top) == True:
                        new_board = move_to_pillar(number, new_board)
        new_board = flip(new_board)
    return new_board
