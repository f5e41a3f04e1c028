# Klondike
import random
import sys

hearts = ["HA", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10", "HJ", "HQ", "HK"]
diamonds = ["DA", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "DJ", "DQ", "DK"]
clubs = ["cA", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "cJ", "cQ", "cK"]
spades = ["sA", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "sJ", "sQ", "sK"]
all_cards = hearts + diamonds + clubs + spades


# this class holds all my variables
class Game:
    def __init__(self):
        self.pile = {1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: []}
        self.face_down = {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0}
        self.a = []
        self.b = []
        self.c = []
        self.d = []
        self.dealt = []
        self.not_dealt = []


game = Game()
history = []  # what save would write, before each step


def value(card):
    letter = card[1]
    if letter == "A":
        return 1
    elif letter == "J":
        return 11
    elif letter == "Q":
        return 12
    elif letter == "K":
        return 13
    else:
        return int(card[1:])


def colour(card):
    if card[0] == "H" or card[0] == "D":
        return "red"
    else:
        return "black"


def suit_list(card):
    if card in hearts:
        return hearts
    if card in diamonds:
        return diamonds
    if card in clubs:
        return clubs
    return spades


def can_lie_on(card, other):
    if colour(card) == colour(other):
        return False
    if value(card) + 1 != value(other):
        return False
    return True


def print_table():
    print("---------------------------------------------")
    line = "Foundations:"
    for letter, foundation in [["A", game.a], ["B", game.b], ["C", game.c], ["D", game.d]]:
        if foundation == []:
            line = line + " " + letter + " []"
        else:
            line = line + " " + letter + " " + foundation[len(foundation) - 1]
    print(line)
    if game.dealt != []:
        print("Stock: " + game.dealt[len(game.dealt) - 1])
    elif game.not_dealt != []:
        print("Stock: []")
    else:
        print("Stock: XX")
    print("Cards in the stock: " + str(len(game.dealt) + len(game.not_dealt)))
    print()
    for number in [1, 2, 3, 4, 5, 6, 7]:
        line = str(number) + ":"
        i = 0
        while i < len(game.pile[number]):
            if i < game.face_down[number]:
                line = line + " []"
            else:
                line = line + " " + game.pile[number][i]
            i = i + 1
        print(line)
    print("---------------------------------------------")
    if len(game.a) == 13 and len(game.b) == 13 and len(game.c) == 13 and len(game.d) == 13:
        print("You won!!!")


def print_menu():
    print("What you can do:")
    print("* move, then a card, then a pile or a foundation")
    print("* deal")
    print("* undo")
    print("* save and a file name")
    print("* load and a file name")
    print("* menu or help")
    print("* quit")


def save_text():
    lines = []
    lines.append("solitaire 1")
    for number in [1, 2, 3, 4, 5, 6, 7]:
        line = str(number) + ":"
        for i in range(len(game.pile[number])):
            if i < game.face_down[number]:
                line = line + " [" + game.pile[number][i] + "]"
            else:
                line = line + " " + game.pile[number][i]
        lines.append(line)
    for letter, foundation in [["A", game.a], ["B", game.b], ["C", game.c], ["D", game.d]]:
        if foundation == []:
            lines.append(letter + ": []")
        else:
            lines.append(letter + ": " + foundation[-1])
    line = "stock:"
    for card in game.dealt:
        line = line + " " + card
    line = line + " |"
    for card in game.not_dealt:
        line = line + " " + card
    lines.append(line)
    return "\n".join(lines) + "\n"


def clean_lines(text):
    """list of [number, line]"""
    result = []
    number = 0
    for line in text.split("\n"):
        number = number + 1
        if "#" in line:
            line = line[0:line.index("#")]
        line = line.strip()
        if line != "":
            result.append([number, line])
    return result


# returns an error text or a new game
def game_from_save(text):
    lines = clean_lines(text)
    if len(lines) == 0:
        return "the file is empty, line 1"
    number, first = lines[0]
    words = first.split()
    if len(words) != 2 or words[0] != "solitaire":
        return "this is not a save, see line " + str(number)
    if words[1] != "1":
        return "wrong version in line " + str(number)
    new = Game()
    labels_seen = []
    used = []
    for number, line in lines[1:]:
        where = " in line " + str(number)
        if ":" not in line:
            return "no colon" + where
        label = line.split(":")[0].strip()
        rest = line[line.index(":") + 1:]
        if label in labels_seen:
            return label + " is twice, again" + where
        labels_seen.append(label)
        words = rest.split()
        cards_here = []
        if label == "stock":
            if rest.count("|") != 1:
                return "the stock needs one |" + where
            new.dealt = rest.split("|")[0].split()
            new.not_dealt = rest.split("|")[1].split()
            cards_here = new.dealt + new.not_dealt
            for card in cards_here:
                if card not in all_cards:
                    return "not a card: " + card + where
        elif label == "A" or label == "B" or label == "C" or label == "D":
            if len(words) != 1:
                return "a foundation has one card" + where
            if words[0] != "[]":
                if words[0] not in all_cards:
                    return "not a card: " + words[0] + where
                suit = suit_list(words[0])
                cards_here = suit[0:value(words[0])]
            if label == "A":
                new.a = cards_here[:]
            if label == "B":
                new.b = cards_here[:]
            if label == "C":
                new.c = cards_here[:]
            if label == "D":
                new.d = cards_here[:]
        elif label in ["1", "2", "3", "4", "5", "6", "7"]:
            n = int(label)
            open_cards = []
            for word in words:
                if word[0] == "[" and word[-1] == "]":
                    card = word[1:-1]
                    if card not in all_cards:
                        return "not a card: " + word + where
                    if len(open_cards) > 0:
                        return "a closed card on an open one" + where
                    new.face_down[n] = new.face_down[n] + 1
                else:
                    card = word
                    if card not in all_cards:
                        return "not a card: " + word + where
                    if len(open_cards) > 0:
                        if not can_lie_on(card, open_cards[-1]):
                            return card + " cannot be on " + open_cards[-1] + where
                    open_cards.append(card)
                cards_here.append(card)
            if len(cards_here) > 0 and len(open_cards) == 0:
                return "the last card is closed" + where
            new.pile[n] = cards_here[:]
        else:
            return "what is " + label + where
        for card in cards_here:
            if card in used:
                return card + " is there twice" + where
            used.append(card)
    if len(labels_seen) != 12:
        return "there is a line missing"
    if len(used) != 52:
        return "there is a card missing"
    return new


def game_from_start(text):
    new = Game()
    labels_seen = []
    used = []
    for number, line in clean_lines(text):
        where = " in line " + str(number)
        if ":" not in line:
            return "no colon" + where
        label = line.split(":")[0].strip()
        cards = line[line.index(":") + 1:].split()
        if label in labels_seen:
            return label + " is twice, again" + where
        labels_seen.append(label)
        if label == "stock":
            new.not_dealt = cards
        elif label in ["1", "2", "3", "4", "5", "6", "7"]:
            n = int(label)
            if len(cards) != n:
                return "pile " + label + " must have " + label + " cards, but has not" + where
            new.pile[n] = cards
            new.face_down[n] = n - 1
        else:
            return "what is " + label + where
        for card in cards:
            if card not in all_cards:
                return "not a card: " + card + where
            if card in used:
                return card + " is there twice" + where
            used.append(card)
    if len(labels_seen) != 8:
        return "there is a line missing"
    if len(used) != 52:
        return "there is a card missing"
    return new


def read_file(name):
    try:
        file = open(name, encoding="utf-8")
        text = file.read()
        file.close()
        return text
    except OSError:
        return None
    except ValueError:
        return None


def do_deal():
    if game.dealt == [] and game.not_dealt == []:
        return "you cannot deal, the stock is empty"
    remember()
    if game.not_dealt == []:
        game.not_dealt = game.dealt
        game.dealt = []
    else:
        game.dealt.append(game.not_dealt.pop(0))
    return ""


def remember():
    history.append(save_text())
    if len(history) > 5:
        history.pop(0)


def do_move(typed, target):
    card = ""
    for c in all_cards:
        if c.upper() == typed.upper():
            card = c
    if card == "":
        return "there is no card " + typed
    target = target.upper()
    if target not in ["1", "2", "3", "4", "5", "6", "7", "A", "B", "C", "D"]:
        return "you cannot move to " + target

    # find the card
    from_where = ""
    moving = [card]
    if len(game.dealt) > 0 and game.dealt[-1] == card:
        from_where = "stock"
    if len(game.a) > 0 and game.a[-1] == card:
        from_where = "a"
    if len(game.b) > 0 and game.b[-1] == card:
        from_where = "b"
    if len(game.c) > 0 and game.c[-1] == card:
        from_where = "c"
    if len(game.d) > 0 and game.d[-1] == card:
        from_where = "d"
    for n in [1, 2, 3, 4, 5, 6, 7]:
        if card in game.pile[n]:
            place = game.pile[n].index(card)
            if place >= game.face_down[n]:
                from_where = str(n)
                moving = game.pile[n][place:]
    if from_where == "":
        return "you cannot take " + card

    # look if the target takes it
    if target == "A":
        goal = game.a
    if target == "B":
        goal = game.b
    if target == "C":
        goal = game.c
    if target == "D":
        goal = game.d
    if target in ["A", "B", "C", "D"]:
        if from_where in ["a", "b", "c", "d"]:
            return "not from foundation to foundation"
        if len(moving) > 1:
            return "only one card at a time to a foundation"
        if len(goal) == 0:
            if value(card) != 1:
                return "you need an ace"
        else:
            if suit_list(card) != suit_list(goal[-1]):
                return "this is another suit"
            if value(card) != value(goal[-1]) + 1:
                return "this is not the next card"
    else:
        goal = game.pile[int(target)]
        if len(goal) == 0:
            if value(card) != 13:
                return "you need a king"
        else:
            if not can_lie_on(card, goal[-1]):
                return card + " cannot lie on " + goal[-1]

    # do it
    remember()
    if from_where == "stock":
        game.dealt.pop()
    elif from_where == "a":
        game.a.pop()
    elif from_where == "b":
        game.b.pop()
    elif from_where == "c":
        game.c.pop()
    elif from_where == "d":
        game.d.pop()
    else:
        n = int(from_where)
        for i in range(len(moving)):
            game.pile[n].pop()
        if len(game.pile[n]) > 0 and game.face_down[n] == len(game.pile[n]):
            game.face_down[n] = game.face_down[n] - 1
    for c in moving:
        goal.append(c)
    return ""


def play():
    global game, history
    print("Welcome to Klondike!")
    print_table()
    while True:
        try:
            line = input("What do you want to do? (menu for help) ")
        except EOFError:
            print("Error: there is no more input")
            print()
            return
        words = line.split()
        error = ""
        if len(words) == 0:
            error = "you typed nothing"
        else:
            command = words[0].lower()
            count = len(words)
            if command == "quit" and count == 1:
                print("Bye!")
                return
            elif (command == "menu" or command == "help") and count == 1:
                print_menu()
            elif command == "deal" and count == 1:
                error = do_deal()
            elif command == "undo" and count == 1:
                if len(history) == 0:
                    error = "nothing left to undo"
                else:
                    game = game_from_save(history.pop())
            elif command == "move" and count == 3:
                error = do_move(words[1], words[2])
            elif command == "save" and count == 2:
                try:
                    file = open(words[1], "w", encoding="utf-8")
                    file.write(save_text())
                    file.close()
                except OSError:
                    error = "the file could not be written"
                except ValueError:
                    error = "this is no file name"
            elif command == "load" and count == 2:
                text = read_file(words[1])
                if text is None:
                    error = "the file could not be read"
                else:
                    new = game_from_save(text)
                    if type(new) == str:
                        error = new
                    else:
                        game = new
                        history = []
            else:
                error = "I do not understand you"
        if error != "":
            print("Error: " + error)
        print_table()


if len(sys.argv) >= 2:
    text = read_file(sys.argv[1])
    if text is None:
        print("Error: cannot read the start file")
        sys.exit(2)
    game = game_from_start(text)
    if type(game) == str:
        print("Error: " + game)
        sys.exit(2)
else:
    deck = all_cards[:]
    random.shuffle(deck)
    for n in [1, 2, 3, 4, 5, 6, 7]:
        for i in range(n):
            game.pile[n].append(deck.pop())
        game.face_down[n] = n - 1
    game.not_dealt = deck
play()
