import datetime as dt, itertools, operator, re, copy, types
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from collections import namedtuple, UserList
from dataclasses import dataclass
from unittest.mock import Mock, MagicMock, ANY, call, sentinel as S
import unittest
import pytest
import events as ev
from events import *
Pt = namedtuple("Pt", "x y")
@dataclass
class Item:
    name: str
    price: float = 0
class Watcher:
    def __init__(self): self.got = []
    def update(self, subject, *a, **k): self.got.append((a, k))
def test_observer():
    s, w = Subject(), Watcher()
    s.attach(w); s.notify(1, x=2)
    assert w.got == [((1,), {"x": 2})]
def test_observer_function():
    seen = []
    s = Subject(); off = s.attach(lambda *a: seen.append(a)); s.notify(1); off(); s.notify(2)
    assert seen == [(1,)]
def test_observer_mock():
    s, m = Subject(), Mock(spec=["update"])
    s.attach(m); s.notify("e")
    m.update.assert_called_once_with(s, "e"); m.update.assert_called_with(ANY, "e")
def test_stack():
    s = Stack([1]); s.push(2)
    assert s == [1, 2] and s.peek() == 2 and list(s) == [1, 2] and len(s) == 2 and s.pop() == 2 and isinstance(s, UserList)
    assert s.data == [1] and 1 in s and s[0] == 1
def test_stack_empty():
    with pytest.raises(IndexError, match="empty"): Stack().peek()
def test_history():
    h = History(); h["a"] = 1; h["a"] = 2
    assert h["a"] == [1, 2] and h == {"a": [1, 2]} and isinstance(h, dict) and list(h.items()) == [("a", [1, 2])]
def test_countdown(): assert list(Countdown(3)) == [3, 2, 1] and sum(Countdown(4)) == 10 and [*Countdown(2)] == [2, 1]
def test_countdown_next():
    c = Countdown(1); next(c)
    with pytest.raises(StopIteration): next(c)
def test_money_sum(): assert sum([Money(1), Money(2)]) == Money(3) and sum([Money(5)], Money(1)).pence == 6
def test_money_format(): assert f"{Money(150)}" == "£1.50" and f"{Money(150):.1f}" == "£1.5" and "{}".format(Money(5)) == "£0.05"
def test_money_bool(): assert Money(1) and not Money(0) and Money(3) / 2 == Fraction(3, 2)
def test_money_dict(): assert {Money(1): "a"}[Money(1)] == "a" and Money(2) in [Money(1), Money(2)] and max(Money(1), Money(4)).pence == 4
def test_money_bad():
    with pytest.raises(TypeError): 1 + Money(1)
    with pytest.raises(AttributeError): Money(1) + 1
def test_money_in_list(): assert [Money(1), Money(2)] == [Money(1), Money(2)] and (Money(1),) != (Money(2),)
def test_person():
    a, b = Person("a", 3), Person("b")
    a.befriend(b)
    assert a.best is b and b.best is a and b.friends == [a] and a.best.best.best is b
def test_descriptor():
    p = Person("x"); p.age = 5
    assert p.age == 5
    with pytest.raises(ValueError, match="age < 0"): p.age = -1
    with pytest.raises(ValueError): Person("y", -2)
def test_kwonly():
    with pytest.raises(TypeError): Person("a", 1, [])
    assert Person("a", friends=["z"]).best == "z"
def test_population():
    n = Person.population; Student("s"); assert Person.population == n + 1
def test_student():
    s = Student("Al", 20); s.marks["m"] = 50; s.marks.update(p=61)
    assert str(s) == "Al (55.5)" and isinstance(s, Person) and s.average() == 55.5
def test_age(): assert age_on(date(2000, 5, 6), date(2020, 5, 5)) == 19
def test_friday(): assert next_friday(date(2024, 3, 1)) == date(2024, 3, 8) and next_friday(date(2024, 2, 28)) == dt.date(2024, 3, 1)
def test_weekdays(): assert [d.day for d in weekdays(date(2024, 3, 1), date(2024, 3, 5))] == [1, 4, 5]
def test_when():
    w = parse_when("2024-01-02 03:04", timezone.utc)
    assert w == datetime(2024, 1, 2, 3, 4, tzinfo=timezone.utc) and w.isoformat() == "2024-01-02T03:04:00+00:00" and w - timedelta(hours=1) < w
def test_when_tz(): assert parse_when("2024-01-02 03:04", timezone(timedelta(hours=2))).utcoffset() == timedelta(hours=2)
def test_egypt(): assert egyptian(Fraction(4, 13)) == [Fraction(1, 4), Fraction(1, 18), Fraction(1, 468)]
def test_primes(): assert list(itertools.islice(primes(), 5)) == [2, 3, 5, 7, 11] and next(primes()) == 2 and list(itertools.takewhile(lambda p: p < 8, primes())) == [2, 3, 5, 7]
def test_pipeline(): assert pipeline(str.strip, str.upper, len)(" ab ") == 2 and pipeline()(3) == 3
def test_group(): assert group([3, 1, 4, 2], lambda x: x % 2) == {0: [4, 2], 1: [3, 1]} and group(["a", "bb"], len) == {1: ["a"], 2: ["bb"]}
def test_group_items(): assert list(group([Item("a", 2), Item("b", 1)], operator.attrgetter("price"))) == [1, 2]
def test_caesar(): assert caesar("xyz a", 3) == "abc d"
def test_emails(): assert emails("a@b.c, d.e@f.gh.") == ["a@b.c", "d.e@f.gh"]
def test_iter_match(): assert [m.group(1) for m in emails_iter("ab@c d@e")] == ["ab", "d"] and [m.span() for m in emails_iter("a@b")] == [(0, 3)]
def test_match(): assert first_match("a+", "aab").group() == "aa" and first_match("b", "a") is None and first_match("(?P<x>.)", "q")["x"] == "q" and first_match("a", "a")
def test_sort_by():
    xs = [Item("b", 1), Item("a", 1), Item("c", 0)]
    sort_by(xs, lambda i: i.price, lambda i: i.name)
    assert [i.name for i in xs] == ["c", "a", "b"]
def test_sort_named():
    pts = [Pt(2, 1), Pt(1, 2)]; sort_by(pts, operator.itemgetter(0)); assert pts == [Pt(1, 2), Pt(2, 1)] and pts[0].y == 2
def test_apply(): assert apply_all([abs, str, lambda x: x * 2, float], -2) == [2, "-2", -4, -2.0]
def test_divide():
    assert divide(1, 2) == 0.5 and divide(1, 0, default="d") == "d"
    with pytest.raises(ZeroDivisionError): divide(1, 0)
def test_flatten():
    x = [1, [2, [3, []]]]; y = copy.deepcopy(x)
    assert flatten(x) == [1, 2, 3] and x == y
def test_update():
    a = {"x": {"y": 1}}; r = deep_update(a, {"x": {"z": 2}, "w": 3})
    assert r is a and a == {"x": {"y": 1, "z": 2}, "w": 3}
def test_power(): assert power_set({1, 2}) == {frozenset(), frozenset({1}), frozenset({2}), frozenset({1, 2})} and len(power_set(set("abcd"))) == 16
def test_big(): assert big(1000) == 2 ** 1000 and big(5000).bit_length() == 5001
def test_swap():
    a, b = [1], [2]; x, y = swap(a, b); assert x is b and y is a
def test_nothing(): assert nothing() is None
def test_default(): assert mutate_default(1) == [1] and mutate_default(2) == [1, 2] and mutate_default(3, []) == [3]
def test_sentinel(): assert sentinel() and sentinel(...) and not sentinel(None)
def test_bytes(): assert to_bytes("ab") == (b"ab", bytearray(b"ab"), [97, 98])
def test_lookup():
    assert lookup({"a": [10, {"b": 1}]}, "a", 1, "b") == 1
    with pytest.raises(KeyError) as e: lookup({}, "q")
    assert e.value.args == ("q",) and str(e.value) == "'q'"
    with pytest.raises((KeyError, IndexError)): lookup([], 3)
def test_chain():
    def bad(): raise ValueError("inner")
    with pytest.raises(RuntimeError) as e: chain(bad)
    assert isinstance(e.value.__cause__, ValueError) and str(e.value.__cause__) == "inner"
def test_callback_raises():
    class Mine(Exception): pass
    def bad(): raise Mine("x")
    with pytest.raises(Mine, match="x"): chain(bad)
def test_group_exc():
    with pytest.raises(ExceptionGroup) as e: multi()
    assert len(e.value.exceptions) == 2 and e.group_contains(ValueError) if hasattr(e, "group_contains") else True
def test_assert():
    with pytest.raises(AssertionError, match="positive"): check(-1)
    assert check(2) == 2
def test_exit():
    with pytest.raises(SystemExit) as e: exiting()
    assert e.value.code == 3
def test_ident_objects():
    o = object(); i = Item("q")
    assert ident(o) is o and ident(i) is i and ident(Pt(1, 2)) == Pt(1, 2) and ident(S.thing) is S.thing and ident(test_exit) is test_exit
def test_ident_types(): assert ident(int) is int and ident(dict) is dict and ident(len) is len and type(ident(True)) is bool and ident(1.0) == 1 and isinstance(ident(range(3)), range)
def test_ident_struct():
    d = {(1, 2): {"a"}, None: frozenset([1])}; assert ident(d) == d and ident(d) is d
def test_self_ref():
    l = [1]; l.append(l)
    assert ident(l) is l
def test_class_factory():
    C = make_class("Zed"); assert C.__name__ == "Zed" and C().hello() == "Zed" and isinstance(C(), C)
def test_magic():
    m = MagicMock(); m.__len__.return_value = 4; assert ident(m) is m and len(ident(m)) == 4
class TestUnit(unittest.TestCase):
    maxDiff = None
    def test_count(self): self.assertCountEqual(flatten([[2], 1]), [1, 2])
    def test_dict(self): self.assertDictEqual(group([], len), {})
    def test_almost(self): self.assertAlmostEqual(divide(1, 3), 0.333, places=3); self.assertNotAlmostEqual(divide(1, 3), 0.4)
    def test_raises_callable(self): self.assertRaises(ZeroDivisionError, divide, 1, 0)
    def test_set(self): self.assertSetEqual(power_set(set()), {frozenset()}); self.assertTupleEqual(swap(1, 2), (2, 1))
    def test_multiline(self): self.assertMultiLineEqual(caesar("a\nb", 1), "b\nc"); self.assertGreaterEqual(big(3), 8); self.assertIsInstance(Student("a"), Person)
    def test_msg(self): self.assertTrue(check(1), msg="bad")
    def test_sub(self):
        for a, b in ((1, 2), (3, 4)):
            with self.subTest(a=a): self.assertEqual(swap(a, b), (b, a))
