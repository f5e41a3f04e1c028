import os
import sys

from .cards import Refusal, typed_card
from .game import Game
from .layout import FOUNDATIONS, PILES, from_file, shuffled, to_text


def screen(game):
    print()
    shown = str(game.stock[game.dealt - 1]) if game.dealt else "[]" if game.stock else "XX"
    print("    Stock:", shown, end="\n\n")
    for n, cards in reversed(game.piles.items()):
        print("   ", n + ":", *(card if i >= game.hidden[n] else "[]" for i, card in enumerate(cards)))
    print("\n    Foundations:", *(f"{l} {cards[-1] if cards else '[]'} " for l, cards in game.foundations.items()))
    print()


def choices():
    print("   move deal undo save load menu help quit")


def answer(game, line):
    verb, *words = line.split() or [""]
    verb = verb.lower()
    if len(words) != {"move": 2, "save": 1, "load": 1}.get(verb, 0):
        raise Refusal("too many or too few words")
    if verb == "move":
        card, target = typed_card(words[0]), words[1].upper()
        if target not in PILES + FOUNDATIONS:
            raise Refusal("piles are 1 to 7, foundations are A to D")
        game.step("move", card, target)
    elif verb == "deal":
        game.step("deal")
    elif verb == "undo":
        game.undo()
    elif verb == "save":
        try:
            with open(words[0] + ".new", "w") as f:
                f.write(to_text(game))
            os.replace(words[0] + ".new", words[0])
        except (OSError, ValueError):
            raise Refusal("the game was not saved")
    elif verb == "load":
        game = Game(from_file(words[0], True))
    elif verb not in ("menu", "help"):
        raise Refusal(f"{verb} means nothing to me")
    return game


def main():
    try:
        game = Game(from_file(sys.argv[1], False) if len(sys.argv) > 1 else shuffled())
    except Refusal as refusal:
        sys.exit([print(f"Error: {refusal}"), 2][1])
    screen(game)
    choices()
    while not game.is_won():
        print("*** ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.lower().split() == ["quit"]:
            return
        try:
            game = answer(game, line)
        except Refusal as refusal:
            print("Error:", refusal)
            continue
        screen(game)
        choices()
    print("You won the game and it ends here.")


main()
