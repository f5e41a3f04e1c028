"""Klondike for the terminal, with plain lists and dictionaries."""

import copy
import random
import sys

SUITS = ["H", "D", "c", "s"]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
LETTERS = ["A", "B", "C", "D"]
DECK = [suit + rank for suit in SUITS for rank in RANKS]

MENU = """move CARD TARGET - a card to a pile (1 to 7) or a foundation (A to D)
deal - show the next card of the stock
undo - take back the last step
save FILE - write the game to a file
load FILE - read a game from a file
menu or help - show this
quit - stop playing"""


class Refused(Exception):
    """Something that is not done, with the reason."""


def suit_of(card):
    return card[0]


def rank_of(card):
    return RANKS.index(card[1:])


def is_red(card):
    return card[0] == "H" or card[0] == "D"


def fits_on(card, other):
    """Whether a card may lie on another one in a pile."""
    if is_red(card) == is_red(other):
        return False
    return rank_of(card) + 1 == rank_of(other)


# The table is a dictionary:
#   stock: all cards of the stock in their order
#   dealt: how many of them have been dealt
#   foundations: four lists of cards
#   piles: seven lists of [card, is face up]


def table_from_deck(cards):
    table = {"stock": [], "dealt": 0, "foundations": [[], [], [], []], "piles": []}
    cards = list(cards)
    for size in range(1, 8):
        pile = []
        for number in range(size):
            pile.append([cards.pop(0), False])
        pile[-1][1] = True
        table["piles"].append(pile)
    table["stock"] = cards
    return table


def show(table):
    if len(table["stock"]) == 0:
        shown = "XX"
    elif table["dealt"] == 0:
        shown = "[]"
    else:
        shown = table["stock"][table["dealt"] - 1]
    print("Stock: " + shown)
    line = "Foundations:"
    for number in range(4):
        foundation = table["foundations"][number]
        if foundation:
            line += " " + LETTERS[number] + " " + foundation[-1]
        else:
            line += " " + LETTERS[number] + " []"
    print(line)
    for number in range(7):
        line = str(number + 1) + ":"
        for card, is_up in table["piles"][number]:
            if is_up:
                line += " " + card
            else:
                line += " []"
        print(line)
    if is_won(table):
        print("You won! All kings are home.")


def is_won(table):
    for foundation in table["foundations"]:
        if len(foundation) < 13:
            return False
    return True


# ---- files ----


def read_lines(name):
    """The lines of a file without comments and blanks, each with its number."""
    try:
        with open(name, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise Refused(name + ": " + str(error.strerror))
    except ValueError:
        raise Refused(name + ": this is not a text file")
    lines = []
    number = 0
    for line in text.split("\n"):
        number += 1
        line = line.split("#")[0].strip()
        if line != "":
            lines.append((number, line))
    return lines


def by_label(lines, labels):
    """The words of each line by its label, each with the number of the line."""
    found = {}
    for number, line in lines:
        label, colon, rest = line.partition(":")
        if colon == "" or label not in labels:
            raise Refused("line " + str(number) + ": this line does not belong here")
        if label in found:
            raise Refused("line " + str(number) + ": " + label + " is there twice")
        found[label] = (number, rest.split())
    for label in labels:
        if label not in found:
            raise Refused("the line " + label + ": is missing")
    return found


def check_card(word, number):
    if word not in DECK:
        raise Refused("line " + str(number) + ": " + word + " is not a card")


def check_once(card, seen, number):
    if card in seen:
        raise Refused("line " + str(number) + ": " + card + " is there twice")
    seen.append(card)


def check_all(seen):
    missing = [card for card in DECK if card not in seen]
    if missing:
        raise Refused("cards are missing: " + " ".join(missing))


def read_start(name):
    labels = ["1", "2", "3", "4", "5", "6", "7", "stock"]
    found = by_label(read_lines(name), labels)
    seen = []
    cards = []
    for label in labels:
        number, words = found[label]
        for word in words:
            check_card(word, number)
            check_once(word, seen, number)
            cards.append(word)
        if label != "stock" and len(words) != int(label):
            raise Refused("line " + str(number) + ": this pile has another number of cards")
    check_all(seen)
    return table_from_deck(cards)


def read_save(name):
    lines = read_lines(name)
    if not lines:
        raise Refused("the file is empty")
    number, first = lines[0]
    words = first.split()
    if len(words) != 2 or words[0] != "solitaire":
        raise Refused("line " + str(number) + ": this file is not a save")
    if words[1] != "1":
        raise Refused("line " + str(number) + ": this save is of another version")
    labels = ["stock"] + LETTERS + ["1", "2", "3", "4", "5", "6", "7"]
    found = by_label(lines[1:], labels)
    seen = []
    table = {"stock": [], "dealt": 0, "foundations": [], "piles": []}
    number, words = found["stock"]
    if words.count("|") != 1:
        raise Refused("line " + str(number) + ": the stock has exactly one bar")
    table["dealt"] = words.index("|")
    words.remove("|")
    for word in words:
        check_card(word, number)
        check_once(word, seen, number)
    table["stock"] = words
    for letter in LETTERS:
        number, words = found[letter]
        if len(words) != 1:
            raise Refused("line " + str(number) + ": one card or [] stands here")
        foundation = []
        if words[0] != "[]":
            check_card(words[0], number)
            for rank in range(rank_of(words[0]) + 1):
                card = words[0][0] + RANKS[rank]
                check_once(card, seen, number)
                foundation.append(card)
        table["foundations"].append(foundation)
    for label in labels[5:]:
        number, words = found[label]
        pile = []
        for word in words:
            is_up = not (word.startswith("[") and word.endswith("]"))
            card = word if is_up else word[1:-1]
            check_card(card, number)
            check_once(card, seen, number)
            if pile and pile[-1][1]:
                if not is_up:
                    raise Refused("line " + str(number) + ": " + card + " lies face down")
                if not fits_on(card, pile[-1][0]):
                    raise Refused("line " + str(number) + ": " + card + " cannot lie there")
            pile.append([card, is_up])
        if pile and not pile[-1][1]:
            raise Refused("line " + str(number) + ": the last card is face down")
        table["piles"].append(pile)
    check_all(seen)
    return table


def write_save(table, name):
    dealt = table["dealt"]
    words = table["stock"][:dealt] + ["|"] + table["stock"][dealt:]
    text = "solitaire 1\nstock: " + " ".join(words) + "\n"
    for letter, foundation in zip(LETTERS, table["foundations"]):
        text += letter + ": " + (foundation[-1] if foundation else "[]") + "\n"
    for number, pile in enumerate(table["piles"], 1):
        text += str(number) + ":"
        for card, is_up in pile:
            text += " " + (card if is_up else "[" + card + "]")
        text += "\n"
    try:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise Refused(name + ": cannot be written: " + str(error))


# ---- moves ----


def read_card(word):
    card = word[:1].upper() + word[1:].upper()
    if card[:1] in ("C", "S"):
        card = card[0].lower() + card[1:]
    if card not in DECK:
        raise Refused(word + " is not a card")
    return card


def read_target(word):
    target = word.upper()
    if target not in LETTERS and target not in ("1", "2", "3", "4", "5", "6", "7"):
        raise Refused(word + " is not a target")
    return target


def move(table, card, target):
    """Moves a card and all that lies on it. The table is only changed when all is well."""
    source = None
    cards = [card]
    if table["dealt"] > 0 and table["stock"][table["dealt"] - 1] == card:
        source = "stock"
    for foundation in table["foundations"]:
        if foundation and foundation[-1] == card:
            source = foundation
    for pile in table["piles"]:
        for place in range(len(pile)):
            if pile[place][0] == card and pile[place][1]:
                source = pile
                cards = [other for other, is_up in pile[place:]]
    if source is None:
        raise Refused(card + " cannot be moved")
    if target in LETTERS:
        foundation = table["foundations"][LETTERS.index(target)]
        if source in table["foundations"]:
            raise Refused(card + " lies on a foundation already")
        if len(cards) > 1:
            raise Refused("other cards lie on " + card)
        if not foundation and rank_of(card) != 0:
            raise Refused("only an ace goes to a free foundation")
        if foundation:
            if suit_of(card) != suit_of(foundation[-1]):
                raise Refused("that foundation has another suit")
            if rank_of(card) != rank_of(foundation[-1]) + 1:
                raise Refused(card + " is not the next card there")
        take(table, source, len(cards))
        foundation.append(card)
    else:
        pile = table["piles"][int(target) - 1]
        if not pile and rank_of(card) != 12:
            raise Refused("only a king goes to an empty pile")
        if pile and not fits_on(card, pile[-1][0]):
            raise Refused(card + " does not fit on " + pile[-1][0])
        take(table, source, len(cards))
        for one in cards:
            pile.append([one, True])


def take(table, source, count):
    if source == "stock":
        table["dealt"] -= 1
        table["stock"].pop(table["dealt"])
        return
    for number in range(count):
        source.pop()
    if source and type(source[-1]) is list:
        source[-1][1] = True


def deal(table):
    if not table["stock"]:
        raise Refused("the stock is empty")
    if table["dealt"] == len(table["stock"]):
        table["dealt"] = 0
    else:
        table["dealt"] += 1


# ---- the game ----


def expect_words(words, count):
    if len(words) != count:
        raise Refused("the command " + words[0] + " has " + str(count - 1) + " words after it")


def play(table):
    history = []
    show(table)
    while True:
        try:
            line = input("> ")
        except EOFError:
            break
        words = line.split()
        if not words:
            continue
        command = words[0].lower()
        try:
            if command == "quit":
                expect_words(words, 1)
                break
            elif command == "menu" or command == "help":
                expect_words(words, 1)
                print(MENU)
            elif command == "move":
                expect_words(words, 3)
                before = copy.deepcopy(table)
                move(table, read_card(words[1]), read_target(words[2]))
                history.append(before)
                history = history[-5:]
                show(table)
            elif command == "deal":
                expect_words(words, 1)
                before = copy.deepcopy(table)
                deal(table)
                history.append(before)
                history = history[-5:]
                show(table)
            elif command == "undo":
                expect_words(words, 1)
                if not history:
                    raise Refused("there is nothing to undo")
                table = history.pop()
                show(table)
            elif command == "save":
                expect_words(words, 2)
                write_save(table, words[1])
                print("The game is saved.")
            elif command == "load":
                expect_words(words, 2)
                table = read_save(words[1])
                history = []
                show(table)
            else:
                raise Refused(words[0] + " is not a command")
        except Refused as error:
            print("Error: " + str(error))


def main():
    if len(sys.argv) > 1:
        try:
            table = read_start(sys.argv[1])
        except Refused as error:
            print("Error: " + sys.argv[1] + ": " + str(error))
            sys.exit(2)
    else:
        deck = list(DECK)
        random.shuffle(deck)
        table = table_from_deck(deck)
    play(table)
    print("Goodbye")


main()
