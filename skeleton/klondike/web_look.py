"""What is seen of your page in a browser: cards, texts, and where it can be clicked (supplied)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

from .__main__ import Session
from .board import Board
from .browser import Browser
from .cards import Card, Value
from .web import Server
from .web_table import FACE_DOWN, Place, Table, cards_on

WIDTHS = (1440, 390)
"""Of a large screen and of a phone."""
HEIGHT = 2000
"""So high that nothing has to be scrolled."""


class Fault(Exception):
    """What is wrong with the page, and what to do about it."""


class Text(NamedTuple):
    """A text of a card or of the page."""

    state: str
    """`absent`, `covered` or `seen`."""
    cover: str
    """What lies over it."""
    contrast: float | None
    """With what is behind it, as WCAG counts it; `None` if that is a picture,
    or the text is part of one."""
    inside: bool
    """Whether nothing of it stands beyond its card."""
    told: bool
    """Whether a screen reader tells it when it changes."""


class Spot(NamedTuple):
    """The button of a place."""

    buttons: int
    """How many buttons there are for it. The rest is said of the first, if there is one."""
    left: float
    top: float
    right: float
    bottom: float
    point: tuple[float, float] | None
    """Where a click meets it, or `None` if all of it is covered."""
    cover: str
    """What lies over its middle."""
    label: str
    value: Text
    symbol: Text


_LOOK = """
const buttons = place => [...document.querySelectorAll('button[name="click"]')]
    .filter(one => one.value === place)
const hits = (node, x, y) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && node.contains(hit)
}
const cover = (x, y) => {
    const hit = document.elementFromPoint(x, y)
    return hit?.closest('button')?.ariaLabel || hit?.ariaLabel || hit?.localName || 'nothing'
}
const pointIn = node => {
    const box = node.getBoundingClientRect(), points = []
    for (let across = 1; across < 10; across++)
        for (let down = 1; down < 50; down++)
            points.push([across / 10 - .5, down / 50 - .5])
    points.sort((a, b) => Math.hypot(...a) - Math.hypot(...b))
    const at = ([x, y]) => [box.x + box.width * (x + .5), box.y + box.height * (y + .5)]
    return points.map(at).find(point => hits(node, ...point)) || null
}
const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
const paint = colour => {
    brush.clearRect(0, 0, 1, 1)
    brush.fillStyle = colour
    brush.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
}
const light = colour => colour.slice(0, 3).reduce((sum, one, at) => {
    const part = one / 255
    const linear = part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4
    return sum + linear * [.2126, .7152, .0722][at]
}, 0)
const over = (top, under) => [0, 1, 2].map(at => top[at] * top[3] + under[at] * (1 - top[3]))
const contrast = node => {
    if (node instanceof SVGElement) return null
    const layers = []
    let alpha = 1
    for (let one = node; one; one = one.parentElement) {
        const style = getComputedStyle(one)
        alpha *= style.opacity
        if (style.backgroundImage !== 'none') return null
        layers.unshift(paint(style.backgroundColor))
        if (layers[0][3] === 1) break
    }
    const behind = layers.reduce((under, layer) => over(layer, under), [255, 255, 255])
    const ink = paint(getComputedStyle(node).color)
    ink[3] *= alpha
    const [dark, bright] = [light(over(ink, behind)), light(behind)].sort((a, b) => a - b)
    return (bright + .05) / (dark + .05)
}
const text = (node, wanted) => {
    let found = { state: 'absent', cover: '', contrast: null, inside: true, told: false }
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (wanted && walker.nextNode() && found.state !== 'seen') {
        const { data, parentElement } = walker.currentNode, at = data.indexOf(wanted)
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(walker.currentNode, at)
        range.setEnd(walker.currentNode, at + wanted.length)
        const box = range.getBoundingClientRect(), card = node.getBoundingClientRect()
        const middle = [box.x + box.width / 2, box.y + box.height / 2]
        const isSeen = box.width > 0 && hits(parentElement, ...middle)
        found = {
            state: isSeen ? 'seen' : 'covered',
            cover: cover(...middle),
            contrast: contrast(parentElement),
            inside: box.left >= card.left && box.right <= card.right
                && box.top >= card.top && box.bottom <= card.bottom,
            told: parentElement.closest('[role=status], [role=alert], [aria-live]') !== null,
        }
    }
    return found
}
const spot = ([place, value, symbol]) => {
    const found = buttons(place), node = found[0]
    if (!node) return null
    const box = node.getBoundingClientRect()
    return {
        buttons: found.length, left: box.left, top: box.top, right: box.right, bottom: box.bottom,
        point: pointIn(node),
        cover: cover(box.x + box.width / 2, box.y + box.height / 2),
        label: (node.ariaLabel || node.textContent).trim(),
        value: text(node, value), symbol: text(node, symbol),
    }
}
const styles = node => {
    const style = getComputedStyle(node)
    const isDrawn = name => !name.startsWith('outline') || style.outlineStyle !== 'none'
    return [...style].filter(isDrawn).map(name => style[name])
}
const look = node => [node, ...node.querySelectorAll('*')].map(styles).join()
const focus = () => {
    const node = document.activeElement
    if (node === null || node === document.body) return null
    const before = look(node)
    node.blur()
    const after = look(node)
    node.focus()
    return [node.value || '', before !== after]
}
"""
_ABSENT = Text("absent", "", None, True, False)
_NO_SPOT = Spot(0, 0, 0, 0, 0, None, "", "", _ABSENT, _ABSENT)


class Page:
    """The page of a server, in a browser."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    @property
    def table(self) -> Table:
        """The game as it is now."""
        return self.server.table

    def source(self) -> str:
        """The page as it is written, without its comments. Raises Fault."""
        file = self.server.folder / "page.html"
        try:
            return re.sub(r"(?s)<!--.*?-->", "", file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as fault:
            raise Fault(f"page.html cannot be read: {fault}.") from fault

    def show(self, board: Board, width: int = WIDTHS[0]) -> None:
        """Opens the page with this board, in a window that is so wide. Raises Fault if it fails."""
        self.server.table = Table(Session((board,)), seed=1)
        self.browser.resize(width, HEIGHT)
        self.browser.open(self.server.address)
        said = self.js("document.contentType === 'text/plain' ? document.body.innerText : ''")
        if said:
            raise Fault(said)

    def js(self, expression: str) -> object:
        """What an expression is in the page, with what `_LOOK` declares."""
        return self.browser.js(f"{{{_LOOK}; ({expression})}}")

    def spots(self, places: Iterable[tuple[Place, Card | None]] = ()) -> dict[Place, Spot]:
        """The buttons of these places, or of all that the board has."""
        wanted = list(places) or list(cards_on(self.table.board))
        asked = [
            (str(place), str(Value(card.value)) if card else "", card.suit.symbol if card else "")
            for place, card in wanted
        ]
        found = self.js(f"{json.dumps(asked)}.map(spot)")
        assert isinstance(found, list)
        return {
            place: _spot(one) if one else _NO_SPOT
            for (place, _), one in zip(wanted, found, strict=True)
        }

    def spot(self, place: Place) -> Spot:
        """The button of one place, which is there once and not covered. Raises Fault."""
        found = self.spots([(place, None)])[place]
        if not found.buttons:
            raise Fault(f'The page has no button with name="click" and value="{place}".')
        if not found.point:
            raise Fault(
                f'The button with value="{place}" is covered by {found.cover}, or not shown.'
            )
        return found

    def click(self, place: Place) -> None:
        """Clicks on a place, and takes the mouse away. Raises Fault if nothing is sent."""
        found = self.spot(place)
        assert found.point
        if not self.browser.click(*found.point):
            raise Fault(
                f'A click on the button with value="{place}" sends nothing. It must be a button, '
                'without a type, in the <form method="post">.'
            )
        self.browser.point_at(0, 0)

    def looks(self, place: Place) -> object:
        """How the button of a place looks, when it does not have the focus. Raises Fault."""
        self.spot(place)
        return self.js(f"document.activeElement.blur(), look(buttons('{place}')[0])")

    def pressed(self, place: Place) -> object:
        """What a screen reader is told of whether a card is picked up. Raises Fault."""
        self.spot(place)
        return self.js(f"buttons('{place}')[0].ariaPressed")

    def backs(self) -> list[object]:
        """For each card that lies face down, where it is seen, or `None` if it is not."""
        cards = f"document.querySelectorAll('[aria-label=\"{FACE_DOWN}\"]')"
        found = self.js(f"[...{cards}].map(pointIn)")
        assert isinstance(found, list)
        return found

    def text(self, wanted: str) -> Text:
        """A text of the page."""
        return _text(self.js(f"text(document.body, {json.dumps(wanted)})"))

    def tab(self) -> tuple[str, bool]:
        """What has the focus after the Tab key, or nothing, and whether one sees that it has."""
        self.browser.tab()
        found = self.js("focus()")
        return (found[0], found[1]) if isinstance(found, list) else ("", True)


def _spot(found: dict[str, object]) -> Spot:
    point, value, symbol = found.pop("point"), found.pop("value"), found.pop("symbol")
    at = (float(point[0]), float(point[1])) if isinstance(point, list) else None
    return Spot(point=at, value=_text(value), symbol=_text(symbol), **found)  # type: ignore[arg-type]


def _text(found: object) -> Text:
    assert isinstance(found, dict)
    return Text(**found)
