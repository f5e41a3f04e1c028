"""What looks like an answer is neither known beforehand nor sent along."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from patience_grader.boundary.exchange import Called, Exchange
from patience_grader.boundary.messages import messages_of
from patience_grader.boundary.telling import known_beforehand
from patience_grader.marking.plan import packs_of
from patience_grader.sandbox.value_table import ValueTable

ASKED = ["d", "words:Word", "asked"]
SAID = ["d", "words:Word", "said"]
PAIR = ["n", "words:Pair", "said", 5]


def exchange(given: Sequence[Any], answer: Any = None, **more: Any) -> Exchange:
    """A call with these values, its answer, and what it does beside."""
    news, printed = more.get("news", []), more.get("printed", "")
    request = [[], more.get("cells", []), more.get("patches", []), ["call", "f", [*given], {}]]
    request[3] = more.get("operation", request[3])
    outcome = more.get("outcome", ["ok", answer])
    found = [news, printed, "", outcome, more.get("left", [])]
    return Exchange(request, True, more.get("calls", []), found)


def called(*arguments: Any) -> list[Called]:
    """A call of the suite's function amid a request."""
    return [Called([[], "", "", ["call", 1, [*arguments], {}]], [])]


CLASS = ["class", "Mine", [], {"code": ["", "said"]}, {}]
SCRIPT = ["run", "it", "", [], "said\n", False]
TELLING = {
    "in a record": (exchange([ASKED], "said"), exchange([SAID])),
    "as another kind of sequence": (
        exchange([ASKED], ["c", -1], news=[[-1, ["list", "said", 5]]]),
        exchange([["t", "said", 5]]),
    ),
    "named or not": (exchange([ASKED], PAIR), exchange([["t", "said", 5]])),
    "a record of a list": (
        exchange([ASKED], ["d", "words:Board", ["c", -1]], news=[[-1, ["list", 7, 8, 9]]]),
        exchange([["d", "words:Board", ["t", 7, 8, 9]]]),
    ),
    "as a truth or a float": (
        exchange([ASKED], ["t", 5, ["true"], ["f", "0x1.0p+2"]]),
        exchange([["t", 5, 1, 4]]),
    ),
    "a part of an answer": (exchange([ASKED], ["t", SAID, 5, ["e", "w:A", "B"]]), exchange([SAID])),
    "a value of a dict": (
        exchange([ASKED], ["c", -1], news=[[-1, ["dict", "x", "said"]]]),
        exchange([["t", "said"]]),
    ),
    "a dict as pairs": (
        exchange([ASKED], ["c", -1], news=[[-1, ["dict", 7, 8, 9, 10]]]),
        exchange([["t", ["t", 7, 8], ["t", 9, 10]]]),
    ),
    "as several arguments": (exchange([ASKED], ["t", 9, 30]), exchange([9, 30])),
    "a set in another order": (
        exchange([ASKED], ["c", -1], news=[[-1, ["set", 30, 7, 8]]]),
        exchange([["t", 7, 30, 8]]),
    ),
    "in capitals": (exchange([ASKED], "Said"), exchange([SAID])),
    "as bytes": (exchange([ASKED], ["y", "said"]), exchange([["t", "said"]])),
    "raised": (
        exchange([ASKED], outcome=["raise", ["x", "builtins:ValueError", [SAID], {}]]),
        exchange([SAID]),
    ),
    "said in a message": (
        exchange([ASKED], outcome=["raise", ["x", "builtins:ValueError", ["No: said."], {}]]),
        exchange([SAID]),
    ),
    "left in an argument": (
        exchange([["c", 1]], cells=[[1, ["list", 1]]], news=[[1, ["list", "said", 5]]]),
        exchange([["t", "said", 5]]),
    ),
    "handed to the suite": (exchange([ASKED], calls=called(SAID)), exchange([SAID])),
    "printed": (exchange([ASKED], printed="It is said!\n"), exchange([SAID])),
    "in a file": (exchange([ASKED], left=[["file", "out.txt", "said\n"]]), exchange([SAID])),
    "a large number": (exchange([ASKED], 123_456), exchange([["t", 123_456]])),
    "a number beside its question": (
        exchange([ASKED], 21),
        exchange([["n", "words:Pair", ASKED, 21]]),
    ),
    "in a class": (exchange([ASKED], "said"), exchange([], operation=CLASS)),
    "typed": (exchange([ASKED], "said"), exchange([], operation=SCRIPT)),
    "in a file that is read": (
        exchange([ASKED], "said"),
        exchange([], patches=[["/", "in.txt", "said\n"]]),
    ),
}


@pytest.mark.parametrize("name", TELLING)
def test_what_looks_like_an_answer_is_not_told_before_it_is_asked(name: str) -> None:
    asked, telling = TELLING[name]
    known = known_beforehand([asked, telling], ["words"])
    assert "said" not in json.dumps(known.nodes)
    for value in telling.request[3][2] if telling.request[3][0] == "call" else ():
        found = known.find(value)
        assert not isinstance(found, list) or found[0] != "="
    packs = packs_of([messages_of([one]) for one in (asked, telling)], ValueTable(()), range(2))
    assert [len(pack) for pack in packs] == [1, 1]


def test_what_begins_a_test_was_not_answered_at_collection() -> None:
    at_collection, test = exchange([ASKED], SAID), exchange([SAID])
    assert known_beforehand([test], ["words"]).nodes == [SAID]
    assert known_beforehand([at_collection, test], ["words"]).nodes == [ASKED]


@pytest.mark.parametrize(
    "other",
    [
        exchange([SAID], "said"),
        exchange([SAID], ["true"]),
        exchange([["t", SAID]], ["t", SAID]),
        exchange([ASKED], "other"),
    ],
    ids=["its part", "whether", "itself", "something else"],
)
def test_what_no_other_request_is_answered_with_is_known(other: Exchange) -> None:
    known = known_beforehand([other, exchange([SAID])], ["words"])
    assert known.find(SAID)[0] == "="


def test_what_many_requests_hold_and_is_only_part_of_an_answer_is_known() -> None:
    """As cards, which boards that are answered with are made of."""
    asked = [exchange([["t", SAID, number]], number) for number in range(9)]
    answer = exchange([ASKED], ["t", SAID, ["t", 70, 80]])
    known = known_beforehand([*asked, answer, exchange([["t", ["t", 70, 80], 1]])], ["words"])
    assert known.find(SAID) != SAID
    assert known.find(["t", 70, 80]) == ["t", 70, 80]


@pytest.mark.parametrize("odd", [["f", "no"], ["f", 3], ["i", "zz"], ["="], ["=", 9], [[]]])
def test_what_only_looks_like_a_node_can_be_an_argument_of_an_exception(odd: Any) -> None:
    error = ["x", "builtins:ValueError", odd, {}]
    asked = exchange([ASKED, error], outcome=["raise", error])
    assert known_beforehand([asked], ["words"]).nodes[:1] == [ASKED]
