"""Reads what a student's game prints and writes, whatever the handout leaves free.

A card in another spelling (`h3`, `T`, `♥3`) is still understood as the card it must be:
how cards are spelled is examined by criteria of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PILES = "1234567"
SLOTS = "ABCD"
HIDDEN = "[]"
NO_STOCK = "XX"
STOCK = "Stock"

_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[ -/]*[0-Z\\-~])|\x07")
"""Codes of a terminal, its bell among them."""
_LINE = re.compile(
    r"[^A-Za-z0-9\[\]]*(?P<word>(?:pile|column) *)?"
    r"(?P<label>Stock|Foundations|[1-7])\s*:(?P<rest>.*)",
    re.IGNORECASE,
)
_ERROR = re.compile(r"\W*error\b", re.IGNORECASE)
_WON = re.compile(r"\s*you won\b", re.IGNORECASE)
_SPELLED = r"[HDcs](?:10|[2-9AJQK])"
_TOKEN = re.compile(rf"\[[^\[\]]*\]|{_SPELLED}(?=(?:{_SPELLED})+(?![^\s\[\]|]))|[^\s\[\]|]+")
_JOINED = re.compile(rf"\[\]{_SPELLED}|{_SPELLED}(?:{_SPELLED})+(?![^\s\[\]|])")
"""Cards, as they are to be written, without a blank between them."""
_SIGNS = "?#*"
"""Signs that programs show instead of `[]`, and draw frames with."""
_SUIT_SIGNS = "♥♦♣♠"
"""They belong to cards, or are drawn at the ends of lines."""
_JOINED_TOP = re.compile(r"(?P<slot>[A-D])[:=]*(?P<word>.{2,3})", re.IGNORECASE)
_AROUND = re.compile(r"^[^A-Za-z0-9\[\]♥♦♣♠]+|[^A-Za-z0-9\[\]♥♦♣♠]+$")
_SUITS = {"♥": "H", "♦": "D", "♣": "c", "♠": "s", "h": "H", "d": "D", "c": "c", "s": "s"}
_ODD_RANKS = {"1": "A", "T": "10", "11": "J", "12": "Q", "13": "K"}
_CARD = re.compile(r"(?P<suit>[HDCS♥♦♣♠])(?P<rank>1[0-3]?|[2-9AJQKT])", re.IGNORECASE)
_TURNED_ROUND = re.compile(r"(?P<rank>1[0-3]?|[2-9AJQKT])(?P<suit>[HDCS♥♦♣♠])", re.IGNORECASE)


@dataclass(frozen=True)
class CapturedOutput:
    """The lines of a screen as they are written, named `Stock`, `A` to `D` and `1` to `7`."""

    lines: Mapping[str, tuple[str, ...]]
    left_out: frozenset[str] = frozenset()
    """The piles without a line, on a screen that is there otherwise: they are read as empty."""
    is_turned: bool = False
    """Whether the piles begin with their last card: they are read the right way round."""
    is_joined: bool = False
    """Whether cards of a pile stand together without a blank."""
    has_words: bool = False
    """Whether the line of a pile begins with a word, such as `Pile 1:`."""
    has_joined_tops: bool = False
    """Whether a card stands behind the letter of its foundation without a blank."""
    is_scattered: bool = False
    """Whether foundations have lines of their own, below `Foundations:`."""

    @property
    def is_whole(self) -> bool:
        """Whether all nine lines are there."""
        return len(self.lines) == 1 + len(SLOTS) + len(PILES)

    def cards(self, name: str) -> tuple[str, ...] | None:
        """The cards in a line as they should be written; None when there is no such line."""
        written = self.lines.get(name)
        return None if written is None else _cards(name, written)


@lru_cache(maxsize=8192)
def _cards(name: str, written: tuple[str, ...]) -> tuple[str, ...]:
    cards = tuple(map(understood, written))
    if name in SLOTS:
        return (max(filter(is_card, cards), key=_rank, default=HIDDEN),)
    if name == STOCK and cards and (is_card(cards[0]) or cards[0] in (HIDDEN, NO_STOCK)):
        return cards[:1]
    if name in PILES:
        return tuple(HIDDEN if card == NO_STOCK else card for card in cards)
    return cards


def _rank(card: str) -> int:
    return RANKS.index(card[1:])


@lru_cache(maxsize=8192)
def read_screen(text: str) -> CapturedOutput:
    """The last of each of the nine lines that the text holds."""
    lines: dict[str, tuple[str, ...]] = {}
    joined: dict[str, bool] = {}
    worded: dict[str, bool] = {}
    foundations: dict[str, tuple[str, ...]] | None = None
    has_joined_tops = is_scattered = False
    for line in _plain_lines(text):
        match = _LINE.match(line)
        if not match:
            if foundations is not None and (more := _further_foundations(line, foundations)):
                lines |= more
                is_scattered = True
            continue
        label, words = match["label"].capitalize(), _words(match["rest"])
        if label == "Foundations":
            apart = tuple(_apart(words))
            has_joined_tops |= apart != words
            foundations = _foundations(apart)
            lines |= foundations
        else:
            lines[label] = words
            joined[label] = bool(_JOINED.search(match["rest"]))
            worded[label] = bool(match["word"])
    lines = _without_signs(lines)
    has_others = STOCK in lines and all(slot in lines for slot in SLOTS)
    piles = {pile: lines[pile] for pile in PILES if pile in lines}
    left_out = frozenset(PILES) - set(piles) if has_others and piles else frozenset[str]()
    is_turned = _are_turned(piles)
    if is_turned:
        lines |= {pile: words[::-1] for pile, words in piles.items()}
    return CapturedOutput(
        {**lines, **dict.fromkeys(left_out, ())},
        left_out,
        is_turned,
        any(joined[pile] for pile in piles),
        any(worded[pile] for pile in piles),
        has_joined_tops,
        is_scattered,
    )


def _are_turned(piles: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether face-down cards are shown behind the others, and nowhere before them."""
    hidden = [[understood(word) == HIDDEN for word in words] for words in piles.values()]
    pairs = [pair for words in hidden for pair in pairwise(words)]
    return (False, True) in pairs and (True, False) not in pairs


def _without_signs(lines: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The lines without signs like `*` that are a frame, or stand between the cards.

    They are a frame where all lines end in one. Elsewhere they stand for face-down cards, unless
    there are brackets for those.
    """
    ends = {name: lines.get(name, ()) for name in (STOCK, SLOTS[-1], *PILES)}
    if all(words and not words[-1].strip(_SIGNS + _SUIT_SIGNS) for words in ends.values()):
        lines |= {name: words[:-1] for name, words in ends.items()}
    if not any(word.startswith("[") for pile in PILES for word in lines.get(pile, ())):
        return lines
    cards = {
        name: tuple(word for word in words if not _is_sign(word)) for name, words in lines.items()
    }
    return {name: cards[name] or lines[name] if name == STOCK else cards[name] for name in lines}


def _is_sign(word: str) -> bool:
    return not word.strip(_SIGNS)


@lru_cache(maxsize=8192)
def error_in(text: str) -> str:
    """The first line that says that something was refused; empty when there is none."""
    return next((line.strip() for line in _plain_lines(text) if _is_error(line)), "")


def is_error_as_asked(text: str) -> bool:
    """Whether a line begins with `Error:`."""
    return any(re.match(r"\s*Error:", line) for line in _plain_lines(text))


def says_won(text: str) -> bool:
    """Whether a line says that the game is won."""
    return any(_WON.match(line) for line in _plain_lines(text))


def _is_error(line: str) -> bool:
    return bool(_ERROR.match(line))


def without_codes(text: str) -> str:
    """The text without codes for colours and for clearing the screen."""
    return _ESCAPES.sub("", text)


def _plain_lines(text: str) -> list[str]:
    return without_codes(text).replace("\r", "\n").split("\n")


def _words(text: str) -> tuple[str, ...]:
    """The words of a line without signs around them. Signs that may stand for a card are words."""
    words = (_AROUND.sub("", word) or word for word in _TOKEN.findall(text))
    return tuple(word for word in words if re.search(r"[A-Za-z0-9\[♥♦♣♠?#*]", word))


def words_in(text: str) -> tuple[str, ...]:
    """All words that are printed."""
    return _words(without_codes(text))


def _apart(words: Iterable[str]) -> Iterator[str]:
    """The words of the foundations, with letters apart from the cards that are joined to them."""
    for word in words:
        joined = _JOINED_TOP.fullmatch(word)
        if joined and is_card(understood(joined["word"])) and not is_card(understood(word)):
            yield from joined.groups()
        else:
            yield word


def _foundations(words: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """What stands behind each letter."""
    found: dict[str, tuple[str, ...]] = {}
    slot = ""
    for word in words:
        letter = word.strip(":=").upper()
        if len(letter) == 1 and letter in SLOTS and letter not in found:
            slot = letter
            found[slot] = ()
        elif slot:
            found[slot] = (*found[slot], word)
    return found


def _further_foundations(line: str, known: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """What stands behind letters that are not known yet, if nothing else stands in the line."""
    words = _words(line)
    found = _foundations(words)
    tops = [understood(word) for top in found.values() for word in top]
    is_all = len(found) + len(tops) == len(words) and len(tops) <= len(found)
    are_cards = all(is_card(top) or top == HIDDEN for top in tops)
    return found if is_all and are_cards and found.keys().isdisjoint(known) else {}


def is_card(word: str) -> bool:
    """Whether this is a card, as it should be written."""
    return word[:1] in {"H", "D", "c", "s"} and word[1:] in RANKS


@lru_cache(maxsize=4096)
def understood(word: str) -> str:
    """The word as it should be written, if it can be told what is meant."""
    match = _CARD.fullmatch(word) or _TURNED_ROUND.fullmatch(word)
    if match:
        rank = match["rank"].upper()
        rank = _ODD_RANKS.get(rank, rank)
        if rank in RANKS:
            return _SUITS[match["suit"].lower()] + rank
    if word.upper() == NO_STOCK:
        return NO_STOCK
    return HIDDEN if re.fullmatch(r"\[.*\]|[?#*]+", word) else word


@dataclass(frozen=True)
class Save:
    """A save as it is written: the first line, and the words behind each label."""

    header: str
    lines: Mapping[str, tuple[str, ...]]

    def cards(self, name: str) -> tuple[str, ...] | None:
        """The cards behind a label, whatever their faces; `|` and `[]` are left out."""
        words = self.lines.get(name)
        if words is None:
            return None
        apart = " ".join(words).replace("|", " ").split()
        return tuple(understood(word.strip("[]()")) for word in apart if word.strip("[]()"))


def read_saved(text: str) -> Save:
    """The lines of a save. Comments and blank lines are left out."""
    said = [line.partition("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in said if line]
    header = lines[0] if lines and ":" not in lines[0] else ""
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        label, colon, rest = line.partition(":")
        if colon:
            name = label.strip().upper() if label.strip().upper() in SLOTS else label.strip()
            found.setdefault(
                name.lower() if name not in SLOTS + PILES else name, tuple(rest.split())
            )
    return Save(" ".join(header.split()), found)
