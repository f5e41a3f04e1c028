"""Writes the book into `guesser.py`: `python3 -m guessing.plan`, which needs numpy."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from textwrap import fill

from ..cards import ALL_CARDS, Card
from .hands import Hands, Places
from .search import FIRST, best_first_of_two, exact, good_second

GUESSER = Path(__file__).parents[1] / "guesser.py"
SMALL = 40
"""For so few answers, or fewer, no second guess is written down: the guesser finds it itself."""

_BOOK = re.compile(r'(?<=return """\\\n)[^"]*(?=""")')


def book(size: int, jobs: int) -> Iterator[str]:
    """The entries for answers of this many cards: the first guess, then the second guesses."""
    hands = _hands(size)
    first = best_first_of_two(hands)[1] if size == 2 else _place(hands, FIRST[size])
    yield f"-{_text(hands, first)}"
    groups = hands.groups(first, hands.places)
    open_ones = {code: group for code, group in groups.items() if len(group) > SMALL}
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(_second, [size] * len(open_ones), open_ones.values())
        total = len(hands.all) + sum(2 * len(group) - 1 for group in groups.values()) - 1
        for (code, group), (cost, second) in zip(open_ones.items(), found, strict=True):
            total += cost - (2 * len(group) - 1)
            _say(f"\r{size} cards, feedback {_digits(code)}: {len(group)} answers, {cost} guesses ")
            yield f"{_digits(code)}-{_text(hands, second)}"
    _say(f"\n{size} cards: at least {total} guesses, {total / len(hands.all):.4f} on average\n")


@cache
def _hands(size: int) -> Hands:
    return Hands(size)


def _place(hands: Hands, cards: Sequence[str]) -> int:
    return hands.all.index(tuple(sorted(ALL_CARDS.index(Card.parse(card)) for card in cards)))


def _text(hands: Hands, place: int) -> str:
    return "".join(str(ALL_CARDS[number]) for number in hands.all[place])


def _digits(code: int) -> str:
    """The feedback's five numbers."""
    return "".join(str(code // 5**power % 5) for power in (4, 3, 2, 1, 0))


def _second(size: int, answers: Places) -> tuple[int, int]:
    if size == 2:
        return exact(_hands(size), answers, len(answers) ** 2)
    return good_second(_hands(size), answers)


def _say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def main(argv: Sequence[str]) -> int:
    """The exit code: 1 when the book that is there is not the one that is found."""
    parser = ArgumentParser("python3 -m guessing.plan", description="Write the guesser's book.")
    parser.add_argument(
        "--check", action="store_true", help="only compare it with the existing file"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default 2)")
    parser.add_argument("--sizes", type=int, nargs="+", default=[2, 3, 4], help="else 2 3 4")
    options = parser.parse_args(argv)
    new = [entry for size in options.sizes for entry in book(size, options.jobs)]
    text = GUESSER.read_text(encoding="utf-8")
    there = _BOOK.findall(text)[0].split()
    kept = [entry for entry in there if _size(entry) not in options.sizes]
    entries = sorted(kept + new, key=lambda entry: (_size(entry), entry))
    if options.check:
        wrong = sorted(set(there) ^ set(entries))
        _say(f"The book differs: {' '.join(wrong)}\n" if wrong else "The book is up to date.\n")
        return bool(wrong)
    lines = fill(" ".join(entries), 99, break_on_hyphens=False) + "\n"
    GUESSER.write_text(_BOOK.sub(lambda _: lines, text), encoding="utf-8")
    return 0


def _size(entry: str) -> int:
    """How many cards the guess of an entry has."""
    return len(entry.partition("-")[2]) // 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
