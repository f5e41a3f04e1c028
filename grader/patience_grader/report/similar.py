"""The page of submissions that are alike, two and two side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..similarity.compare import Alike, Files, Likeness
from .environment import environment

PROVES_NOTHING = (
    "This proves nothing: the task, the handout or a lecture can lead to the same code. "
    "Read both submissions, and hear both students, before you conclude anything."
)
_MOST_SHOWN = 40
_MOST_LINES = 2_000


@dataclass(frozen=True)
class _Line:
    number: int
    text: str
    is_alike: bool


@dataclass(frozen=True)
class _Side:
    name: str
    files: Mapping[str, Sequence[_Line]]


def similar_page(found: Likeness, sources: Mapping[str, Files], title: str, least: float) -> str:
    """The page: groups of identical submissions, and ranked pairs with their source texts."""
    shown = found.alike[:_MOST_SHOWN]
    return _ENVIRONMENT.get_template("similar.html").render(
        found=found,
        title=title,
        least=least,
        proves_nothing=PROVES_NOTHING,
        sides=[(one, _sides(one, sources)) for one in shown],
        rest=found.alike[_MOST_SHOWN:],
    )


def _sides(alike: Alike, sources: Mapping[str, Files]) -> list[_Side]:
    names = (alike.pair.one, alike.pair.other)
    return [
        _Side(
            name,
            {
                file: _lines(text, alike.lines[name].get(file, frozenset()))
                for file, text in sources[name].items()
            },
        )
        for name in names
    ]


def _lines(text: str, alike: frozenset[int]) -> list[_Line]:
    lines = text.split("\n")[:_MOST_LINES]
    return [_Line(number, line, number in alike) for number, line in enumerate(lines, 1)]


_ENVIRONMENT = environment()
