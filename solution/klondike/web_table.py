"""The game behind your page: what a click does to it, and the page with the game in it (supplied).

A click is what a button of the page sends: `draw`, `undo`, `solve` or `new`, or a place like
`column_3 2`, which is the card of column 3 that has two cards from it to the top, or `column_3`,
where that is empty. The first click on a place picks cards up, the second puts them down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from random import Random
from string import Template
from typing import NamedTuple

from . import game
from .__main__ import WON, Session, start, step
from .board import Board
from .cards import Card, Suit, Value
from .errors import ColumnEmpty, MoveError, WrongPillarOrder

BUTTONS = ("draw", "undo", "solve", "new")
"""What can be clicked beside the places."""
PILLARS = tuple(suit.name.lower() for suit in Suit)
PILES = ("discard", *PILLARS, *(f"column_{number}" for number in range(7)))
FACE_DOWN = "face-down card"
"""What a face-down card is called, each like all the others."""


class Place(NamedTuple):
    """A card of a pile, or a pile that is empty."""

    pile: str
    size: int = 0
    """How many cards there are from this one to the top; 0 if the pile is empty."""

    @property
    def column(self) -> int | None:
        """The number of the column, or `None`."""
        return int(self.pile[-1]) if self.pile.startswith("column") else None

    def __str__(self) -> str:
        return f"{self.pile} {self.size}" if self.size else self.pile


@dataclass(frozen=True)
class Table:
    """The game on the page, and what was clicked."""

    session: Session
    seed: int
    picked: Place | None = None
    message: str = ""
    """Why a move is refused, that the game is won, or nothing."""
    clicked: str = ""
    """What was clicked last."""

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.session.boards[-1]


def deal(seed: int) -> Table:
    """The table at the start. Raises whatever keeps your functions from dealing."""
    session, text = start(seed)
    return Table(session, seed, message=_message(session, text))


def click(table: Table, what: str, rng: Random) -> Table:
    """The table after a click. A new deal is drawn from `rng`."""
    if what == "new":
        return replace(deal(rng.randrange(1_000_000)), clicked=what)
    table = replace(table, clicked=what)
    if table.session.over and what != "undo":
        return replace(table, picked=None, message=WON)
    if what in BUTTONS:
        return _played(table, what)
    place = re.fullmatch(r"(\w+)(?: (\d{1,2}))?", what)
    if not place or place[1] not in PILES:
        known = f"{', '.join(BUTTONS)}, or a $place"
        return replace(table, message=f"The page has sent {what!r}; a button can send {known}.")
    return _pressed(table, Place(place[1], int(place[2] or 0)))


def _pressed(table: Table, place: Place) -> Table:
    picked = table.picked
    if picked == place:
        return replace(table, picked=None, message="")
    if picked is None or place.pile in (picked.pile, "discard"):
        message = "" if place.size else "That pile is empty: nothing to pick up."
        return replace(table, picked=place if place.size else None, message=message)
    try:
        return _played(table, _command(picked, place, table.board))
    except MoveError as refused:
        return replace(table, picked=None, message=str(refused))


def _command(picked: Place, target: Place, board: Board) -> str:
    """What one would type in the text game. Raises MoveError if there is nothing to be typed."""
    if target.column is not None:
        if picked.column is not None:
            return f"mv {picked.size} {picked.column} {target.column}"
        source = "d" if picked.pile == "discard" else f"p {picked.pile}"
        return f"movef{source} {target.column}"
    if picked.size > 1 and picked.column is not None:
        raise WrongPillarOrder("Only the last card of a column may go to a pillar.")
    if _card(picked, board).suit.name.lower() != target.pile:
        raise WrongPillarOrder("A pillar takes cards of its own suit only.")
    return f"movetp {'discard' if picked.column is None else picked.column}"


def _card(place: Place, board: Board) -> Card:
    """The card at a place. Raises ColumnEmpty if it has gone."""
    for here, card in cards_on(board):
        if here == place and card:
            return card
    raise ColumnEmpty("That card is no longer there.")


def _played(table: Table, line: str) -> Table:
    """The table after a line of the text game, which is played by your functions."""
    session, text = step(table.session, line)
    message = text if session is table.session else _message(session, text)
    return replace(table, session=session, picked=None, message=message)


def _message(session: Session, text: str) -> str:
    """What the text game says, but for the board that it shows."""
    return text.replace(game.show(session.boards[-1]), "").strip()


def cards_on(board: Board) -> Iterator[tuple[Place, Card | None]]:
    """All places that can be clicked, each with its card; columns from the top of the page down."""
    top = board.discard[0] if board.discard else None
    yield Place("discard", 1 if top else 0), top
    for suit in Suit:
        value = board.pillars.top(suit)
        yield (Place(suit.name.lower(), 1 if value else 0), Card(suit, value) if value else None)
    for number, column in enumerate(board.columns):
        pile = f"column_{number}"
        if not column:
            yield Place(pile), None
        for index in reversed(range(len(column))):
            if column[index].visible:
                yield Place(pile, index + 1), column[index].card


def name_of(place: Place, card: Card | None) -> str:
    """What a place is called for those who cannot see it."""
    if card:
        return f"{Value(card.value).name.lower()} of {card.suit.name.lower()}"
    if place.pile in PILLARS:
        return f"empty pillar of {place.pile}"
    pile = place.pile.replace("_", " ")
    return f"empty {pile}" if place.column is not None else "empty discard pile"


def fill(page: str, table: Table) -> str:
    """Your page with the game in it: its `$words` filled, and its templates where they belong."""
    page = re.sub(r"(?s)<!--.*?-->", "", page)
    templates = templates_in(page)
    page = re.sub(_TEMPLATE, "", page)
    piles = dict.fromkeys(PILES, "")
    for number, column in enumerate(table.board.columns):
        hidden = sum(not visible for _, visible in column)
        piles[f"column_{number}"] = hidden * _filled(templates["hidden"], name=FACE_DOWN)
    for place, card in cards_on(table.board):
        template = templates["card" if card else "empty"]
        piles[place.pile] += _filled(template, **_words(place, card, table.picked))
    words = {
        "deck_size": len(table.board.deck),
        "moves": len(table.session.boards) - 1,
        "seed": table.seed,
        "message": table.message,
        "state": "won" if table.session.over else "playing",
    }
    return _focused(Template(_filled(page, **words)).safe_substitute(piles), table.clicked)


_TEMPLATE = (
    r"""(?is)<template\b[^>]*?\bid=["']?(card|hidden|empty)\b["']?[^>]*>(.*?)</template>\s*"""
)


def templates_in(page: str) -> dict[str, str]:
    """What stands in the templates of a page, by their names; nothing where one is not there."""
    found = {name.lower(): text.strip() for name, text in re.findall(_TEMPLATE, page)}
    return {name: found.get(name, "") for name in ("card", "hidden", "empty")}


def _words(place: Place, card: Card | None, picked: Place | None) -> dict[str, object]:
    words: dict[str, object] = {"place": place, "name": name_of(place, card)}
    suit = card.suit if card else Suit[place.pile.upper()] if place.pile in PILLARS else None
    words |= {"suit": suit.name.lower() if suit else "", "symbol": suit.symbol if suit else ""}
    if card:
        words |= {"value": Value(card.value), "colour": "red" if card.is_red else "black"}
        words |= {"pressed": "true" if place == picked else "false"}
    return words


def _filled(text: str, **words: object) -> str:
    """The text with these words filled in; others stay as they are written."""
    safe = {word: escape(str(value)) for word, value in words.items()}
    return Template(text).safe_substitute(safe)


def _focused(page: str, clicked: str) -> str:
    """The page, which gives the focus to what was clicked last, or to the top of that pile."""
    exactly = re.escape(escape(clicked))
    pile = re.escape(escape(clicked.partition(" ")[0]))
    for value in (exactly, rf"{pile}(?: \d+)?"):
        buttons = [*re.finditer(rf"""<button\b(?=[^>]*\bvalue=(["']?){value}\1[\s>])""", page)]
        if clicked and buttons:
            end = buttons[-1].end()
            return f"{page[:end]} autofocus{page[end:]}"
    return page
