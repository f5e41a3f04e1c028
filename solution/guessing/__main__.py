"""One game: `python3 -m guessing "3H TC"` (supplied)."""

from __future__ import annotations

import os
import sys
import threading
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from textwrap import shorten
from traceback import format_exception_only, walk_tb

from . import guesser
from .cards import Card, Feedback, Guess, State, read_cards

SAMPLE = "QH 4S"
"""The target if none is named."""
SIZES = (2, 3, 4)
MOST_GUESSES = 1326
"""A game with more guesses than that is not played on."""
EXAMPLES = """examples:
  python3 -m guessing                  the queen of hearts and the four of spades
  python3 -m guessing "3H TC"          the three of hearts and the ten of clubs
  python3 -m guessing "QH 4S AS 2D"    four cards"""


class Wrong(Exception):
    """Something is wrong with the target, or with what a function returned; the text says what."""


def read_target(text: str) -> tuple[Card, ...]:
    """The cards of a target, as written on the command line.

    Raises Wrong unless the text names two, three or four different cards.
    """
    try:
        target = tuple(read_cards(text))
    except ValueError as fault:
        raise Wrong(str(fault)) from fault
    if len(set(target)) < len(target):
        raise Wrong("a card stands twice in the target; all its cards must be different")
    if len(target) not in SIZES:
        raise Wrong(f"the target has {_cards(len(target))}; it must have two, three or four")
    return target


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def play(target: Sequence[Card]) -> Iterator[tuple[Guess, Feedback]]:
    """Every guess with its feedback, until the target is guessed.

    Raises Wrong when a guess is against the rules, or was made before, when there are
    too many, or when a function returns something of another shape.
    """
    seen: dict[frozenset[Card], int] = {}
    last = _pair("initial_guess", guesser.initial_guess(len(target)))
    for number in range(1, MOST_GUESSES + 1):
        cards = _checked_guess(last[0], len(target))
        if cards in seen:
            raise Wrong(f"guess {number} is the same as guess {seen[cards]}")
        seen[cards] = number
        said = _checked_feedback(guesser.feedback(list(target), list(last[0])))
        yield last[0], said
        if cards == frozenset(target):
            return
        last = _pair("next_guess", guesser.next_guess(last, said))
    raise Wrong(f"the target is not found after {MOST_GUESSES} guesses")


def _pair(function: str, result: object) -> tuple[Guess, State]:
    if isinstance(result, tuple) and len(result) == 2:
        return result
    raise Wrong(f"{function} returned {_short(result)}, not a pair of a guess and a state")


def _checked_guess(guess: object, size: int) -> frozenset[Card]:
    """The guess as a set of cards."""
    if not isinstance(guess, list | tuple) or not all(isinstance(card, Card) for card in guess):
        raise Wrong(f"the guess {_short(guess)} is not a list or tuple of cards")
    if len(guess) != size:
        raise Wrong(f"the guess {_names(guess)} has {_cards(len(guess))}, not {size}")
    if len(set(guess)) < size:
        raise Wrong(f"the guess {_names(guess)} holds a card twice")
    return frozenset(guess)


def _checked_feedback(said: object) -> Feedback:
    match said:
        case (int(), int(), int(), int(), int()) if isinstance(said, tuple):
            return said
    raise Wrong(f"feedback returned {_short(said)}, not a tuple of five whole numbers")


def _short(value: object) -> str:
    return shorten(repr(value), 80)


def _names(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def blame(error: Exception) -> str:
    """One line that names the function not done yet, or what failed and in which line."""
    if isinstance(error, Wrong):
        return str(error)
    what = shorten("".join(format_exception_only(error)), 120)
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        if frame.f_globals.get("__name__") == guesser.__name__:
            if isinstance(error, NotImplementedError):
                return f"Not done yet: {frame.f_code.co_name} (guessing/guesser.py)"
            return f"{what} (guessing/guesser.py, line {line})"
    return what


@contextmanager
def progress(show: Callable[[str], object], wait: float = 1.0) -> Iterator[None]:
    """Shows every second, after the first one, how long the work within has taken."""
    done, start = threading.Event(), time.monotonic()

    def tell() -> None:
        while not done.wait(wait):
            show(f"\rthinking, {time.monotonic() - start:.0f} s ")
            sys.stderr.flush()

    clock = threading.Thread(target=tell, daemon=True)
    clock.start()
    try:
        yield
    finally:
        done.set()
        clock.join()
        if time.monotonic() - start > wait:
            show(f"\r{'':20}\r")


def main(argv: Sequence[str]) -> int:
    """The exit code: 0 when the target is found, 1 when it is not, 2 for a bad target."""
    parser = ArgumentParser("python3 -m guessing", description="Let your guesser find a target.")
    parser.epilog, parser.formatter_class = EXAMPLES, RawDescriptionHelpFormatter
    parser.add_argument(
        "target", nargs="*", metavar="CARD", help=f"the cards to be found (default: {SAMPLE})"
    )
    return show_game(" ".join(parser.parse_args(argv).target) or SAMPLE)


def test(target: str = SAMPLE) -> None:  # noqa: PT028 what is typed at the prompt
    """Plays a game in the Python prompt, like `test("3H TC")`, and prints it."""
    show_game(target)


def show_game(text: str) -> int:
    """Prints the game for this target; the exit code, as `main` has it."""
    try:
        target = read_target(text)
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 2
    show: Callable[[str], object] = sys.stderr.write if sys.stderr.isatty() else lambda _: None
    start = time.process_time()
    game, number = play(target), 0
    try:
        while True:
            with progress(show):
                step = next(game, None)
            if step is None:
                break
            number += 1
            print(f"{number:3}. {_names(step[0])}   {','.join(map(str, step[1]))}")
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 1
    except BrokenPipeError:  # it is not the guesser's fault
        raise
    except Exception as error:
        print(f"Not found. {blame(error)}", file=sys.stderr)
        return 1
    guesses = "1 guess" if number == 1 else f"{number} guesses"
    print(f"Found with {guesses}, in {time.process_time() - start:.2f} seconds.")
    return 0


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Ends quietly, with exit code 1, when whoever reads the output has read enough."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    with reader_may_leave():
        sys.exit(main(sys.argv[1:]))
