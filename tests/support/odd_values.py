"""Values that no function should return: made in a guest, and the same on this side of the wire."""

from __future__ import annotations

KLONDIKE = """
from klondike.board import *
from klondike.cards import *
CARD, SUIT, RANK = Card(Suit.SPADES, Value.ACE), Suit.SPADES, Value.ACE
SUPPLIED = [Placed, Pillars, Board]
def card(*fields): return Card(*fields)
BOARD = Board((CARD,), (), Pillars(), ((Placed(CARD, True),),) * 7)
def boards(odd):
    yield Board(odd, odd, odd, odd)
    yield Board(odd, (), Pillars(), ((),) * 7)
    yield Board((), odd, Pillars(), ((),) * 7)
    yield Board((), (), odd, ((),) * 7)
    yield Board((), (), Pillars(odd, odd, odd, odd), ((),) * 7)
    yield Board((), (), Pillars(), odd)
    yield Board((), (), Pillars(), (odd,) * 7)
    yield Board((odd,), (odd,), Pillars(), ((odd,),) * 7)
    yield Board((), (), Pillars(), ((Placed(odd, odd),),) * 7)
    yield Board((), (), Pillars(), ((Placed(CARD, odd), Placed(odd, False)), ((CARD, odd),)) * 3)
    yield ((Placed(odd, True),), odd) * 3
"""
GUESSING = """
from guessing.cards import *
CARD, SUIT, RANK = ALL_CARDS[0], Suit.CLUB, Rank.TWO
SUPPLIED = []
def card(*fields): return Card(*fields)
BOARD = (0, 0, 0, 0, 0)
def boards(odd):
    yield (odd,) * 5
    yield (0, 0, 0, 0, odd)
    yield [odd] * 5
"""
PLAIN = """
class Card: pass
CARD = SUIT = RANK = Card()
SUPPLIED = []
def card(*fields): return fields
BOARD = (("",) * 40, "exit 0", (), ())
def boards(odd):
    yield ((odd,) * 40, "exit 0", (), ())
    yield (("",) * 40, odd, (odd,), (odd, (odd, odd)))
    for text in ("", "\\x1b[", "1: " * 999, "Stock: 1", "Error: " * 9, "A: sK\\n" * 999, "\\ud800"):
        yield ((text,) * 40, "exit 0", (), ())
        yield (("7: " + text,) * 3, "exit " + text, (text,), ((text, text),))
"""
VALUES = """
import collections, dataclasses, decimal, enum, fractions, itertools, random

def nested(times, kind):
    value = kind()
    for _ in range(times):
        value = kind([value])
    return value

def cycle():
    value = []
    value.append(value)
    return value

class Cards(type(CARD)): pass
class Text(str): pass
class Number(int): pass
class Pair(tuple): pass
class Table(dict): pass
class Liar:
    __class__ = property(lambda self: str)
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def __repr__(self): raise SystemExit
    def __iter__(self): raise KeyboardInterrupt
class Suit_(enum.Enum):
    SPADES = "S"
LookAlike = collections.namedtuple("Card", "suit value")
Twin = dataclasses.make_dataclass("Card", ["suit", "value"])
Board_ = collections.namedtuple("Board", "deck discard pillars columns")

SCALARS = [
    None, True, False, 0, 1, -1, 13, 14, 10**6, -10**18, 2**62, 10**4000, -10**4200, 10**5000,
    0.0, 1.0, 1.5, -0.0, 1e308, float("nan"), float("inf"), 1j,
    "", " ", "x", "5", "S", "SPADES", chr(0x2660), "x" * 50_000, chr(0x1F0A1) * 20_000,
    "\\ud800", "\\0", "\\x1b[31m", "\\u202e", "%s{0}{x}", "</script>", "a\\nb" * 99,
    b"x", bytearray(9), memoryview(b"y"), ..., NotImplemented, object(), Exception("x"),
    SUIT, RANK, CARD, Suit_.SPADES, Text("S"), Number(5), Liar(),
    decimal.Decimal(5), fractions.Fraction(5), random.Random(5),
]
KINDS = [len, int, type, type(CARD), type(SUIT), lambda: 0, open, random]
GROUPS = [
    (), [], {}, set(), frozenset(), range(5), {1: 2}, {"a": [1, {}]}, {(1, 2): 3}, {CARD: CARD},
    {None: None}, dict.fromkeys(range(999), 0), dict.fromkeys(range(2000)), {1}, {CARD},
    iter(()), (x for x in "ab"), itertools.count(), collections.deque([1]), Table(a=1),
    Pair((1, 2)), (None,) * 52, (0,) * 6000, [0] * 9999, (CARD,) * 52, [CARD] * 3, (CARD, None),
    (CARD, 5), ((CARD, True),) * 7, (((CARD, True),),) * 7, ((),) * 7, ({},) * 7, ("",) * 7,
    nested(5, tuple), nested(35, list), nested(39, tuple), nested(200, tuple), cycle(),
    ("x" * 999,) * 60, tuple(map(str, range(3000))), (10**4000,) * 20, ("\\ud800",) * 5,
    LookAlike(SUIT, RANK), Twin(SUIT, RANK), Board_((), (), (), ()), BOARD, (BOARD,) * 9,
]
ODD_FIELDS = [
    (5, 5), (None, None), ("S", 99), (SUIT, 14), (SUIT, 1), (SUIT, 10**4000), (RANK, SUIT),
    ([], {}), ((), ()), (SUIT, None), (CARD, CARD), (SUIT, "A"), (SUIT, 5.0), (SUIT, True),
    ("x" * 9000, SUIT), ((1,) * 99, {2: 3}), (nested(30, tuple), "\\ud800"), (SUIT, float("nan")),
]
CARDS = [card(*fields) for fields in ODD_FIELDS]
SMALL = [None, 0, 5, 10**4000, "x", (), {}, {1: 2}, {0: CARD}, (CARD,), (5,), [None], set(), *CARDS]
ODD = [
    *SCALARS, *KINDS, *GROUPS, *CARDS, *([one] * 52 for one in CARDS), *((one,) for one in CARDS),
    *(cls(*[odd] * len(cls.__match_args__)) for cls in SUPPLIED for odd in SMALL),
    *(board for odd in SMALL for board in boards(odd)),
]
"""


def source(slug: str) -> str:
    """Python that makes `ODD`, a list of odd values."""
    return {"klondike": KLONDIKE, "guessing": GUESSING}.get(slug, PLAIN) + VALUES


def made(slug: str) -> list[object]:
    """The values."""
    names: dict[str, object] = {"__name__": "odd"}
    exec(source(slug), names)
    found = names["ODD"]
    assert isinstance(found, list)
    return found
