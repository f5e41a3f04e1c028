"""How values look to somebody who searches what is handed over for an answer.

What holds the parts makes no difference: a list is as good as a tuple, a named one or a record. Nor
does it matter in which order the members of a set stand elsewhere, whether 1 is an int, a float or
`True`, or in which line of a text a word stands, and with what letters.
"""

from __future__ import annotations

import contextlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ..sandbox.guest import kinds

_SKIPPED = {
    **dict.fromkeys(("n", "d", "x", "E", "object", "deque", "defaultdict", "array"), 2),
    **dict.fromkeys(("t", "z", "y", "v", "list", "set", "dict"), 1),
    **dict.fromkeys(("Counter", "OrderedDict", "bytearray", "ndarray"), 1),
}
"""How much of a node stands before what it holds."""
_PLAIN = {"true": "1", "false": "0"}
_SHORT = 2
"""Letters of a text that stands in many values."""
_LARGE = 1_000
"""A number that is as telling as a text."""
_MOST_PAIRED = 8
"""Which of more parts than these belong together nobody can tell."""
_WORD = re.compile(r"[^\s\"',;:.!?()\[\]{}<>=]{4,}")


class Looks:
    """Gives values that look alike the same name."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._sets: set[str] = set()
        self._known: list[tuple[str, frozenset[str]]] = []
        self._pairs: defaultdict[str, set[str]] = defaultdict(set)

    def learn(self, nodes: Iterable[Any], wanted: Collection[str]) -> None:
        """Takes in values that others name by number, and which of the wanted looks they hold."""
        for node in nodes:
            found: set[str] = set()
            name = self.of(node, found)
            self._known.append((name, frozenset(found.intersection(wanted))))

    def held(self, number: int) -> frozenset[str]:
        """What a value that was learned looks like and holds, as far as it was wanted."""
        return self._known[number][1]

    def pair(self, question: Any, answer: str) -> str:
        """How a value looks that holds a question beside its answer, from now on."""
        name = self.of(question, set())
        self._pairs[name].add(answer)
        return f"{name}: {answer}"

    def of(self, node: Any, found: set[str]) -> str:
        """How a value looks; what in it is more than a number or a letter or two is `found`, too.

        Whoever asks for it counts the value itself, however little it is.
        """
        if isinstance(node, str):
            return _of_text(node, found)
        if isinstance(node, dict):
            return self._of_parts([*node.values()], found)
        if not isinstance(node, list) or not node:
            return _of_number(node, found)
        match node:
            case ["=", int(number)] if 0 <= number < len(self._known):
                name, held = self._known[number]
                found |= held
                return name
            case ["true" | "false" as truth]:
                return _PLAIN[truth]
            case ["f", str(text)]:
                return _of_float(text, found)
            case ["e", *rest]:
                return f"<{rest}>"
        head = node[0]
        if isinstance(head, str) and head in kinds.MAPPINGS:
            return self._of_parts(_pairs(node[_SKIPPED[head] :]), found)
        skipped = _SKIPPED.get(head, 0) if isinstance(head, str) else 0
        return self._of_parts(node[skipped:], found, is_set=head in ("set", "z"))

    def _of_parts(self, parts: Sequence[Any], found: set[str], *, is_set: bool = False) -> str:
        if set(map(type, parts)) == {int}:
            looks = [*map(repr, parts)]
            found.update(text for one, text in zip(parts, looks, strict=True) if _is_telling(one))
        else:
            looks = [self.of(one, found) for one in parts]
        if len(looks) <= _MOST_PAIRED:
            for one in self._pairs.keys() & {*looks}:
                found.update(f"{one}: {answer}" for answer in self._pairs[one].intersection(looks))
        text = ", ".join(sorted(looks) if is_set else looks)
        if is_set:
            self._sets.add(text)
        elif self._sets and (in_order := ", ".join(sorted(looks))) in self._sets:
            found.add(self._names[in_order])
        name = self._names.setdefault(text, f"#{len(self._names)}")
        found.add(name)
        return name


def _pairs(parts: Sequence[Any]) -> list[Any]:
    """What a dict holds as pairs, of which a list is as good."""
    return [["t", *pair] for pair in zip(parts[::2], parts[1::2], strict=False)]


def _of_text(text: str, found: set[str]) -> str:
    whole = text.strip().casefold()
    if len(whole) > _SHORT:
        found.add(repr(whole))
        found.update(map(repr, _WORD.findall(whole)))
    return repr(whole)


def _of_float(text: str, found: set[str]) -> str:
    with contextlib.suppress(ValueError, OverflowError):
        number = float.fromhex(text)
        if number.is_integer():
            return _of_number(int(number), found)
    found.add(text)
    return text


def _of_number(number: Any, found: set[str]) -> str:
    text = repr(number)
    if type(number) is int and _is_telling(number):
        found.add(text)
    return text


def _is_telling(number: int) -> bool:
    return not -_LARGE < number < _LARGE
