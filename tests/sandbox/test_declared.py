"""Fields are read as they are declared; those that do not fit are described."""

from __future__ import annotations

import tracemalloc
from time import process_time

import pytest
from klondike import board as board_module
from klondike import cards as cards_module
from klondike.board import Board, Pillars, Placed
from klondike.cards import Card, Suit, Value
from patience_grader.sandbox.declared import Declared, Fitting
from patience_grader.sandbox.guest import node_reader, wire

TYPES = wire.Types([cards_module, board_module])
DECLARED = Declared(TYPES)
CARD = Card(Suit.SPADES, Value.ACE)
COLUMNS = ((Placed(CARD, True),),) * 7


@pytest.mark.parametrize(
    ("cls", "fields", "fitted"),
    [
        (Card, [Suit.SPADES, 5], [Suit.SPADES, Value.FIVE]),
        (Card, [Suit.SPADES, True], [Suit.SPADES, Value.ACE]),
        (Placed, [CARD, 1], [CARD, True]),
        (Pillars, [None, 13, 1.0, None], [None, Value.KING, Value.ACE, None]),
        (Board, [(), (), Pillars(), (((CARD, 1),),) * 7], [(), (), Pillars(), COLUMNS]),
    ],
)
def test_what_is_equal_to_what_is_declared_becomes_it(
    cls: type, fields: list[object], fitted: list[object]
) -> None:
    fit = Fitting(DECLARED)
    assert repr(fit(cls, fields)) == repr(fitted)
    assert fit.odd == ""


@pytest.mark.parametrize(
    ("cls", "fields", "odd"),
    [
        (Card, [5, 5], "a Card whose suit is 5, not a Suit"),
        (Card, [Suit.SPADES, 14], "a Card whose value is 14, not a Value"),
        (Placed, [CARD, None], "a Placed whose visible is None, not a bool"),
        (Board, [None, (), Pillars(), ()], "a Board whose deck is None, not a tuple"),
        (Board, [(5,), (), Pillars(), ()], "a Board with 5 in its deck, not a Card"),
    ],
)
def test_what_does_not_fit_stays_and_is_described(
    cls: type, fields: list[object], odd: str
) -> None:
    fit = Fitting(DECLARED)
    assert fit(cls, fields) == fields
    assert fit.odd == odd


@pytest.mark.parametrize("part", ["[]", "{}", '["d"]', '["t"]', '["r",1]', "1", '"x"'])
def test_a_frame_takes_little_memory_for_its_bytes(part: str) -> None:
    body = ("[" + ",".join([part] * ((1 << 22) // (len(part) + 1) - 1)) + "]").encode()
    frame = bytearray(len(body).to_bytes(4, "big") + body)
    tracemalloc.start()
    try:
        with pytest.raises(wire.WireError):
            node_reader.read_answer(wire.unpack(frame, answers=True), TYPES, keep_lists=True)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40 << 20


SOON = 2.0
"""Seconds of processor time, also while coverage is measured. To go through all of it for each
field would take far longer."""


def many(count: int) -> list[wire.Node]:
    """A tuple of so many parts, the node of number 1: small to write where it is used again."""
    return [["=", 1], ["t", *[0] * count]]


@pytest.mark.parametrize(
    "nodes",
    [
        [*many(4_500), *[["o", "Board", 1, 1, 1, 1]] * 5_000],
        [*many(9_000), *[["o", "Placed", 1, 1]] * 8_000],
    ],
)
def test_what_is_in_many_fields_is_gone_through_once(nodes: list[wire.Node]) -> None:
    fit = Fitting(DECLARED)
    begun = process_time()
    found = node_reader.read_answer(nodes, TYPES, keep_lists=False, fit=fit)
    assert process_time() - begun < SOON
    assert len(found) == len(nodes)
    assert fit.odd


@pytest.mark.parametrize("key", [[["d", 1, 0]], [["t", 1, 0], ["d", 2, 0]]])
def test_what_is_in_many_keys_is_too_large(key: list[wire.Node]) -> None:
    begun = process_time()
    with pytest.raises(wire.TooLargeError, match="keys too large"):
        node_reader.read_answer([*many(14_000), *key * 5_000], TYPES, keep_lists=False)
    assert process_time() - begun < SOON
