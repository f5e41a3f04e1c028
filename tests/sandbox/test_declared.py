"""Fields are read as they are declared; those that do not fit are described."""

from __future__ import annotations

import tracemalloc

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
