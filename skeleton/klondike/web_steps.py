"""What the check of your page looks at, step by step (supplied).

A step is played on boards of its own, and raises a Fault if something is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from . import commands
from .__main__ import WON, Session
from .board import Board
from .study_check import as_state
from .web_look import HEIGHT, WIDTHS, Fault, Page, Spot
from .web_table import (
    BUTTONS,
    FACE_DOWN,
    PILES,
    Place,
    Table,
    cards_on,
    fill,
    name_of,
    templates_in,
)

CONTRAST = 4.5
"""The least that WCAG asks for between a text and what is behind it."""
SMALLEST = 24
"""The least width and height of what a finger has to hit, in pixels of CSS."""

FACES = "KS / QH / TC / TD / 9S / AH / JC | 8H | 7D | 3S 2H 5C 4D"
BACKS = "*TD *9C 8H / *KC 2S / - / - / - / - / - | JC | - | -"
OTHER_BACKS = "*KC *JC 8H / *TD 2S / - / - / - / - / - | 9C | - | -"
LONG = """*AS *2S *4S *5S *6S *8S KS QH JS TD 9C 8H 7S 6D 5C 4H 3S 2D AC / 9S / *2C *3C QD JC TH \
/ - / *4C *6C *7C *8C *TC 4D / KD / AD | AH | 2H | -"""
MOVES = "*3C TH 9S / JC / 6C / - / *7C KH / 2S / JH | 3H | 8D 4S | 2C 5H 4D"
PLAYED = (
    ("column_0 2", "column_1 1", "mv 2 0 1"),
    ("hearts 1", "column_2 1", "movefp hearts 2"),
    ("column_4 1", "column_3", "mv 1 4 3"),
)
"""Moves on the board above: the two places that are clicked, and the same in the text game."""
LAST_MOVE = "KC / - / - / - / - / - / - | - | - | KS KH QC KD"
TO_DRAW = "AS / 2S / - / - / - / - / - | - | 7D 6D | -"


def table_stands(page: Page) -> None:
    """Step 1."""
    text = re.sub(r"(?is)<template.*?</template>", "", page.source())
    for pile in PILES:
        count = len(re.findall(rf"\${pile}\b|\${{{pile}}}", text))
        if count != 1:
            raise Fault(f"${pile} stands in page.html {count} times; write it once, for its cards.")
    page.show(_board(FACES))
    for address in page.browser.requested():
        if not address.startswith((page.server.address, "data:")):
            raise Fault(f"The page asks for {address[:80]}. All that it shows must be its own.")
    if page.js("document.scripts.length"):
        raise Fault("The page holds a script, which never runs. HTML and CSS can do all of it.")
    if not page.js("document.title.trim() && document.documentElement.lang"):
        raise Fault('The page needs a <title>, and a language: <html lang="en">.')
    if not page.js("document.querySelector('form[method=post]') !== null"):
        raise Fault('All buttons and piles must be inside of one <form method="post">.')


def faces_are_read(page: Page) -> None:
    """Step 2."""
    page.show(_board(FACES))
    spots, heard = page.spots(), Counter(page.browser.names())
    for place, card in cards_on(page.table.board):
        spot, name = spots[place], name_of(place, card)
        _once(spot, f"the {name}", place)
        _is_called(name, heard)
        for what, text in (("$value", spot.value), ("$symbol", spot.symbol)):
            if text.state != "seen":
                raise Fault(
                    f"The {what} of the {name} cannot be seen: the text is {text.state}"
                    f"{' by ' * bool(text.cover)}{text.cover}."
                )
            if text.contrast is not None and text.contrast < CONTRAST:
                raise Fault(
                    f"The {what} of the {name} is hard to read: its contrast is "
                    f"{text.contrast:.1f}, and should be {CONTRAST} or more."
                )


def backs_and_gaps_are_seen(page: Page) -> None:
    """Step 3."""
    for word in re.findall(r"\$\{?(\w+)", templates_in(page.source())["hidden"]):
        if word != "name":
            raise Fault(
                f"The template hidden must not use ${word}. Whatever stands in a page, its readers "
                "can find, even where it is not shown."
            )
    page.show(_board(BACKS))
    heard = Counter(page.browser.names())
    _backs_are_seen(page, heard)
    spots = page.spots()
    for place, card in cards_on(page.table.board):
        name = name_of(place, card)
        _once(spots[place], f"the {name}", place)
        if card:
            continue
        _is_called(name, heard)
        if not spots[place].point:
            raise Fault(f"The {name} cannot be seen: it has no size, or is covered.")


def _is_called(name: str, heard: Counter[tuple[str, str]]) -> None:
    if not heard["button", name]:
        raise Fault(f'A screen reader finds no button called {name!r}: give it aria-label="$name".')


def _backs_are_seen(page: Page, heard: Counter[tuple[str, str]]) -> None:
    wanted = sum(not visible for column in page.table.board.columns for _, visible in column)
    if heard["button", FACE_DOWN]:
        raise Fault("A card that lies face down must not be a button: nobody can click it.")
    if heard["image", FACE_DOWN] != wanted:
        raise Fault(
            f"{wanted} cards lie face down, and the page has {heard['image', FACE_DOWN]} that say "
            'so: give the card in the template hidden role="img" and aria-label="$name".'
        )
    if None in page.backs():
        raise Fault("A card that lies face down cannot be seen: it has no size, or is covered.")
    other = Table(Session((_board(OTHER_BACKS),)), seed=1)
    if fill(page.source(), other) != fill(page.source(), page.table):
        raise Fault("The source of the page tells which cards lie face down.")


def columns_are_read(page: Page) -> None:
    """Step 4."""
    for width in WIDTHS:
        page.show(_board(LONG), width)
        spots = page.spots()
        before: Spot | None = None
        for place, card in cards_on(page.table.board):
            if not card or place.column is None:
                continue
            spot, name = spots[place], name_of(place, card)
            where = f"in column {place.column} on a page {width} pixels wide"
            _once(spot, f"the {name}", place)
            if not spot.point or spot.value.state != "seen":
                where = f"under {spot.value.cover}, {where}" if spot.value.cover else where
                raise Fault(f"The value of the {name} cannot be read: {where}.")
            if before and before.left < spot.right <= before.right and before.top >= spot.top:
                raise Fault(f"The {name} does not lie below the card before it {where}.")
            before = spot if place.size > 1 else None
        if None in page.backs():
            raise Fault(f"A face-down card cannot be seen on a page {width} pixels wide.")


def mouse_moves(page: Page) -> None:
    """Step 5."""
    board = _board(MOVES)
    page.show(board)
    card = _place(PLAYED[0][0])
    looks, pressed = page.looks(card), page.pressed(card)
    for source, target, line in PLAYED:
        page.click(_place(source))
        if source == str(card):
            if (pressed, page.pressed(card)) != ("false", "true"):
                raise Fault('A picked up card does not say so: give it aria-pressed="$pressed".')
            if looks == page.looks(card):
                raise Fault(
                    "A card that is picked up looks like all others: give page.css a rule for "
                    '[aria-pressed="true"].'
                )
        page.click(_place(target))
        board = commands.play(commands.parse(line), board)
        if page.table.board != board:
            said = page.table.message or "The game has not changed as it should."
            raise Fault(f"Clicks on {source!r} and then {target!r} must play {line!r}. {said}")
    for place, spot in page.spots().items():
        _once(spot, f"place {str(place)!r}", place)


def messages_are_read(page: Page) -> None:
    """Step 6."""
    page.show(_board(LAST_MOVE))
    page.click(_place("column_0 1"))
    page.click(_place("spades 1"))
    refusal = page.table.message
    _says(page, refusal, "why a move is refused")
    page.click(_place("column_0 1"))
    if page.text(refusal).state != "absent":
        raise Fault("The page still says why a move was refused when the next card is picked up.")
    page.click(_place("clubs 1"))
    _says(page, WON, "that the game is won")


def _says(page: Page, message: str, what: str) -> None:
    text = page.text(message)
    if text.state != "seen":
        raise Fault(f"The page does not say {what}, {message!r}: write $message where it is seen.")
    if not text.told:
        raise Fault(f'A screen reader is not told {what}: give $message role="status".')


def buttons_work(page: Page) -> None:
    """Step 7."""
    page.show(_board(TO_DRAW))
    for what in BUTTONS:
        if not page.spot(Place(what)).label:
            raise Fault(f"The button {what!r} has no text and no aria-label.")
    board = page.table.board
    for line in ("draw", "solve"):
        page.click(Place(line))
        board = commands.play(commands.parse(line), board)
        if page.table.board != board:
            raise Fault(f"The button {line!r} does not play {line!r}. {page.table.message}")
    before = page.table.session.boards[-2]
    page.click(Place("undo"))
    if page.table.board != before:
        raise Fault("The button 'undo' does not take the last move back.")
    page.click(Place("new"))
    if len(page.table.session.boards) != 1 or page.table.board == _board(TO_DRAW):
        raise Fault("The button 'new' does not begin a new game.")
    for place, spot in page.spots().items():
        _once(spot, f"place {str(place)!r} of a new game", place)


def keys_move(page: Page) -> None:
    """Step 8."""
    board = _board(MOVES)
    page.show(board)
    wanted = {str(place) for place, _ in cards_on(board)}
    stops: dict[str, bool] = {}
    for _ in range(2 * len(wanted) + 10):
        what, is_seen = page.tab()
        if what in stops and wanted <= stops.keys():
            break
        stops[what] = is_seen
    for what in sorted(wanted - stops.keys()):
        raise Fault(f"The Tab key does not reach the button with value={what!r}.")
    for what, is_seen in stops.items():
        if not is_seen:
            raise Fault(
                f"The button with value={what!r} looks the same when it has the focus: give "
                "page.css a rule for button:focus-visible."
            )
    source, target, line = PLAYED[0]
    for what in (source, target):
        for _ in range(2 * len(stops) + 2):
            if page.browser.js("document.activeElement.value") == what:
                break
            page.browser.tab()
        page.browser.enter()
    if page.table.board != commands.play(commands.parse(line), board):
        raise Fault(f"Tab and Enter on {source!r} and then {target!r} must play {line!r}.")


def page_fits(page: Page) -> None:
    """Step 9."""
    for width in WIDTHS:
        page.show(_board(FACES), width)
        if (wide := page.js("document.scrollingElement.scrollWidth")) != width:
            raise Fault(
                f"On a screen {width} pixels wide the page is {wide} wide: give the cards a width "
                'in vw, and the head <meta name="viewport" content="width=device-width">.'
            )
        spots = page.spots()
        for place, card in cards_on(page.table.board):
            spot, name = spots[place], name_of(place, card)
            where = f"on a screen {width} pixels wide"
            _once(spot, f"the {name}", place)
            if spot.left < 0 or spot.right > width or spot.bottom > HEIGHT:
                raise Fault(f"The {name} stands beyond the edge {where}.")
            if min(spot.right - spot.left, spot.bottom - spot.top) < SMALLEST:
                raise Fault(f"The {name} is too small to hit, under {SMALLEST} pixels, {where}.")
            if not (spot.value.inside and spot.symbol.inside):
                raise Fault(f"The text of the {name} is larger than the card {where}.")
            for other in spots.values():
                if spot.left < other.left < spot.right and spot.top <= other.top < spot.bottom:
                    raise Fault(f"The {name} reaches into the pile beside it {where}.")


def _board(line: str) -> Board:
    return as_state(f"coursework: {line}").board


def _place(text: str) -> Place:
    pile, _, size = text.partition(" ")
    return Place(pile, int(size or 0))


def _once(spot: Spot, what: str, place: Place) -> None:
    template = "card" if place.size else "empty"
    if not spot.buttons:
        raise Fault(
            f"No button was found for {what}: the template {template} needs one, with "
            'name="click" and value="$place".'
        )
    if spot.buttons > 1:
        raise Fault(f"There are {spot.buttons} buttons for {what}, where one is enough.")


def any_table() -> Table:
    """A game, for a server that is going to be given others."""
    return Table(Session((_board(FACES),)), seed=1)


class Step(NamedTuple):
    """A part of the work, and what checks it."""

    title: str
    check: Callable[[Page], None]


STEPS = (
    Step("the table", table_stands),
    Step("cards face up", faces_are_read),
    Step("cards face down, empty places", backs_and_gaps_are_seen),
    Step("columns", columns_are_read),
    Step("moves by mouse", mouse_moves),
    Step("messages", messages_are_read),
    Step("draw, undo, solve, new game", buttons_work),
    Step("keys", keys_move),
    Step("phone and large screen", page_fits),
)
