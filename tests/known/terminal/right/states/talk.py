"""One line of the player: (session, line) -> (session, answer)."""

from typing import NamedTuple

from . import formats, steps, world
from .state import TYPED, Refusal, State, won

MENU = """Commands:
  move CARD TARGET - put a card somewhere else
  deal             - next card of the stock
  undo             - go one step back
  save FILE        - keep the game
  load FILE        - fetch a game
  menu, help       - this
  quit             - leave"""

LIMIT = 5


class Session(NamedTuple):
    state: State
    past: tuple = ()
    over: bool = False


def shown(session):
    return formats.screen(session.state) + ("\nYou won, well done." if won(session.state) else "")


def forward(session, state):
    if isinstance(state, Refusal):
        return session, "Error: " + state.text
    later = Session(state, (session.past + (session.state,))[-LIMIT:])
    return later, shown(later)


def move(session, card, target):
    if card.lower() not in TYPED:
        return session, f"Error: no card is called {card}"
    if len(target) != 1 or target.upper() not in "1234567ABCD":
        return session, f"Error: no place is called {target}"
    return forward(session, steps.move(session.state, TYPED[card.lower()], target.upper()))


def deal(session):
    return forward(session, steps.deal(session.state))


def undo(session):
    if not session.past:
        return session, "Error: nothing to undo"
    earlier = Session(session.past[-1], session.past[:-1])
    return earlier, shown(earlier)


def save(session, path):
    refusal = world.write(path, formats.save_text(session.state))
    return session, "Error: " + refusal.text if refusal else "Saved.\n" + shown(session)


def load(session, path):
    state = world.read(path, formats.saved)
    if isinstance(state, Refusal):
        return session, "Error: " + state.text
    fresh = Session(state)
    return fresh, shown(fresh)


def menu(session):
    return session, MENU


def leave(session):
    return session._replace(over=True), "Bye."


COMMANDS = {
    "move": (2, move),
    "deal": (0, deal),
    "undo": (0, undo),
    "save": (1, save),
    "load": (1, load),
    "menu": (0, menu),
    "help": (0, menu),
    "quit": (0, leave),
}


def answer(session, line):
    words = line.split()
    if not words:
        return session, "Error: nothing was typed"
    count, command = COMMANDS.get(words[0].lower(), (None, None))
    if command is None:
        return session, f"Error: {words[0]} is not a command"
    if len(words) != count + 1:
        return session, f"Error: {words[0]} is followed by {count} words"
    return command(session, *words[1:])
