"""Large lists, dicts and sets that are written again only when they have changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from patience_grader.sandbox.guest import nodes, values

MANY = range(500)


class Counting(values.Codec):
    """Counts what it writes."""

    def __init__(self) -> None:
        super().__init__(first=1)
        self.written = 0

    def write(self, value: Any, depth: int = 0) -> nodes.Node:
        self.written += 1
        return super().write(value, depth)

    def message(self, *given: Any) -> list[nodes.Node]:
        """The news of a message that speaks of these."""
        self.begin()
        for one in given:
            self.write(one)
        return self.news()


def kept() -> dict[str, Any]:
    return {
        "list": [*MANY],
        "texts": [str(number) for number in MANY],
        "pairs": [(number, (str(number), None)) for number in MANY],
        "dict": {str(number): number / 2 for number in MANY},
        "set": {*MANY},
    }


@pytest.mark.parametrize("name", kept())
def test_what_stays_is_not_written_again(name: str) -> None:
    codec, value = Counting(), kept()[name]
    assert len(codec.message(value)) == 1
    before = codec.written
    assert [codec.message(value) for _ in range(3)] == [[], [], []]
    assert codec.written == before + 3


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another": lambda held: held["list"].__setitem__(250, -1),
    "equal, and of another type": lambda held: held["list"].__setitem__(1, True),
    "equal, and of a third type": lambda held: held["list"].__setitem__(1, 1.0),
    "in another order": lambda held: held["texts"].reverse(),
    "one more": lambda held: held["list"].append(3),
    "one less": lambda held: held["pairs"].pop(),
    "none left": lambda held: held["texts"].clear(),
    "two exchanged": lambda held: held["texts"].insert(0, held["texts"].pop()),
    "within a tuple": lambda held: held["pairs"].__setitem__(3, (3, ("3", False))),
    "a value": lambda held: held["dict"].__setitem__("7", 3),
    "a key at the end": lambda held: held["dict"].__setitem__("7", held["dict"].pop("7")),
    "another key": lambda held: held["dict"].__setitem__("x", held["dict"].pop("499")),
    "another in a set": lambda held: held["set"].symmetric_difference_update({3, 1000}),
    "a list in its place": lambda held: held["list"].__setitem__(3, []),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_changes_is_news(change: Callable[[dict[str, Any]], object]) -> None:
    codec, held = Counting(), kept()
    codec.message(*held.values())
    assert codec.message() == []
    change(held)
    news = codec.message()
    plain = Counting()
    plain.message(*held.values())
    for number, content in news:
        assert content == plain.contents[number]
    assert news
    assert codec.message() == []


def test_what_the_other_end_says_of_it_is_looked_at() -> None:
    codec, value = Counting(), [*MANY]
    ((number, content),) = codec.message(value)
    codec.contents[number] = [*content, 7]
    assert codec.message() == [[number, content]]
    codec.take([[number, ["list", *range(20)]]])
    assert value == [*range(20)]
    assert codec.message() == []
    value[3] = 4
    assert codec.message() == [[number, ["list", 0, 1, 2, 4, *range(4, 20)]]]


def test_a_list_of_lists_is_written_with_what_changes_in_it() -> None:
    codec, value = Counting(), [[*MANY] for _ in range(20)]
    assert len(codec.message(value)) == 21
    value[4][4] = 0
    assert len(codec.message(value)) == 1


class Speaking(Counting):
    """Says of an object how often it has been asked."""

    asked = 0

    def write_object(self, value: object) -> nodes.Node:
        self.asked += 1
        return ["q", self.asked]

    def path_of(self, cls: type) -> None:
        return None


@pytest.mark.parametrize("value", [[object() for _ in MANY], [(0, object()) for _ in MANY]])
def test_what_may_change_itself_is_asked_each_time(value: list[object]) -> None:
    codec = Speaking()
    codec.message(value)
    assert len(codec.message(value)) == 1
