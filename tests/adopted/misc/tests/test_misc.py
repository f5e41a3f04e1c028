import sys, os
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "solution"))
import array, io, math, inspect, copy, contextlib, random, operator, types, collections, dataclasses
from unittest import mock, TestCase
import pytest
import misc as m
from misc import P, D, Kind, MyList, MyDict, MyInt, Temp, Singleton, Tree, MAX, inc
import queue
from queue import Queue

def test_queue():
    q = Queue(); q.put(1); q.put(2)
    assert q.size == 2 and q.get() == 1
    with pytest.raises(IndexError): Queue().get()
def test_queue_module():
    assert queue.Queue().size == 0
def test_qsize(): assert m.qsize() == 1
def test_named_tuple():
    p = m.point(3)
    assert p == (3, 1) and p.x == 3 and p._replace(x=1) == (1, 1)
    x, y = p
    assert (x, y) == (3, 1)
    assert p._asdict() == {"x": 3, "y": 1}
    assert p.norm() == 4 and p[0] == 3 and len(p) == 2
def test_isinstance_tuple(): assert isinstance(m.point(1), tuple)
def test_dataclass():
    d = D("a")
    assert d.tags == []
    d.tags.append("x")
    assert d.tags == ["x"] and D("b").tags == []
    assert d == D("a", ["x"])
    assert "name='a'" in repr(d)
def test_asdict(): assert dataclasses.asdict(D("a")) == {"name": "a", "tags": [], "kind": None}
def test_intenum():
    assert Kind.A == 1 and Kind.B > Kind.A and Kind(2) is Kind.B
    assert Kind.A + 1 == 2
    assert [k.value for k in Kind] == [1, 2]
    assert Kind.A in Kind
def test_mylist():
    l = MyList([1, 2]); l.append(3)
    assert l.total() == 6 and l == [1, 2, 3] and l[-1] == 3 and list(l) == [1,2,3] and l[:2] == [1, 2]
    assert isinstance(l, list)
    assert sum(l) == 6 and 3 in l and sorted(l, reverse=True) == [3,2,1]
def test_mydict():
    d = MyDict(a=1)
    assert d["zz"] == 0 and d["a"] == 1 and "a" in d and dict(d) == {"a": 1}
    assert isinstance(d, dict) and d.get("q", 7) == 7
def test_myint(): assert MyInt(3) + 1 == 4
def test_property():
    t = Temp(100)
    assert t.f == 212
    t.f = 32
    assert t.c == pytest.approx(0)
    with pytest.raises(ValueError, match="cold"): t.f = -1000
    del t.f
    assert t.c == 0
def test_with():
    with Temp(1) as t: assert t.c == 1
    assert t.c is None
def test_singleton(): assert Singleton() is Singleton()
def test_tree():
    t = Tree(1, [Tree(2, [Tree(3)]), Tree(4)])
    assert [n.v for n in t] == [1, 2, 3, 4]
    assert t.depth() == 3 and t.find(3).v == 3 and t.find(9) is None
    assert t.kids[0].kids[0] is t.find(3)
    assert all(isinstance(k, Tree) for k in t.kids)
def test_positional():
    assert m.positional(1, 2, 4, c=5, d=6) == (1, 2, (4,), 5, {"d": 6})
    with pytest.raises(TypeError): m.positional(a=1, b=2)
def test_bump(): assert [m.bump(), m.bump()] == [1, 2]
def test_nested():
    assert m.nested() == {"a": [1, {"b": (2, {3, 4})}], "c": None}
    r = m.nested(); r["a"].append(1); assert len(m.nested()["a"]) == 2
def test_ratio():
    with pytest.raises(ZeroDivisionError): m.ratio(1, 0)
def test_power(): assert m.power(50) == 50**50
def test_inf():
    a, b, c, d = m.inf()
    assert a == math.inf and b == -math.inf and math.isnan(c) and math.copysign(1, d) == -1
def test_deque(): assert m.deque(5) == collections.deque([2,3,4]) and list(m.deque(5)) == [2,3,4]
def test_ordered(): assert list(m.letters("banana").items()) == [("a",3),("b",1),("n",2)]
def test_merge():
    a = {"x": 1}
    assert m.merge(a, {"y": 2}) is a and a == {"x": 1, "y": 2}
def test_same():
    x = [1]; f = lambda: 3
    assert m.same(x) is x and m.same(f) is f and m.same(None) is None and m.same(True) is True
    o = object(); assert m.same(o) is o
def test_fresh():
    x = [1, [2]]; y = m.fresh(x)
    assert y == x and y is not x and y[1] is x[1]
def test_flatten(): assert list(m.flatten([1, [2, (3, [4])]])) == [1,2,3,4]
def test_pairs(): assert list(m.pairs([1,2,3])) == [(1,2),(2,3)]
def test_views():
    k, v, i = m.upper({"a": 1})
    assert list(k) == ["a"] and list(v) == [1] and list(i) == [("a", 1)] and "a" in k and len(k) == 1
def test_apply(): assert m.apply_n(lambda x: x * 2, 10, 1) == 1024
class Scorer:
    weight = 10
    def __init__(self): self.seen = []
    def score(self, x): self.seen.append(x); return x
    def update(self, e): self.seen.append(e)
def test_duck():
    s = Scorer(); assert m.strategy(s, 5) == 15 and s.seen == [5]
def test_observer():
    s = Scorer(); m.observe(s); assert s.seen == ["e"] and s.state == 5
def test_mock_object():
    o = mock.Mock(); m.observe(o); o.update.assert_called_once_with("e"); assert o.state == 5
def test_magic():
    cm = mock.MagicMock(); cm.__enter__.return_value = 7
    assert m.with_ctx(cm) == 7
    assert cm.__exit__.called
def test_ctx():
    @contextlib.contextmanager
    def cm():
        yield 4
    assert m.with_ctx(cm()) == 4
class Own(Exception): pass
def test_raise_own():
    with pytest.raises(Own) as i: m.raise_it(Own("a", 1))
    assert i.value.args == ("a", 1)
def test_raise_builtin():
    with pytest.raises(KeyError): m.raise_it(KeyError("x"))
def test_catch():
    def bad(): raise KeyError("k")
    assert m.catch(bad) == ("KeyError", ("k",))
    def worse(): raise Own("z")
    with pytest.raises(Own): m.catch(worse)
def test_state_1(): assert inc() >= 1
def test_counter_attr():
    before = m.counter; inc(); assert m.counter == before + 1
def test_set_global(): 
    m.counter = 10; assert inc() == 11
def test_fib():
    assert m.fib(30) == 832040 and m.cached() == 12586269025
    m.fib.cache_clear(); assert m.fib.cache_info().currsize == 0
def test_chain(): assert m.chain(str.strip, str.upper, len)(" ab ") == 2
def test_words(): assert m.words() == "abc" and MAX == 3
def test_send():
    g = m.gen2(); assert next(g) == 1 and g.send("x") == "x"
    with pytest.raises(StopIteration): g.send(None)
def test_sorted():
    assert m.default_key(["b", "A"], key=str.lower) == ["A", "b"]
    assert m.default_key([(1, 2), (0, 3)], key=operator.itemgetter(1), reverse=True) == [(0, 3), (1, 2)]
def test_curry(): assert m.curry(operator.add)(1)(2) == 3
def test_swap():
    a = [1, 2]; m.swap(a, 0, 1); assert a == [2, 1]
def test_grid():
    g = m.grid(2); g[0][0] = 1; assert g == [[1, 0], [0, 0]]
def test_sets(): assert m.set_ops({1, 2}, {2, 3}) == ({1,2,3}, {2}, {1,3})
def test_bytes(): assert m.bytes_of("é") == (b"\xc3\xa9", bytearray(b"ab"), b"x")
def test_window():
    data = bytearray(b"abcdef")
    view = m.window(data, 2, 4)
    view[0] = data[3] = 65
    assert isinstance(view, memoryview) and data == b"abAAef" and view == b"AA"
def test_shorts():
    numbers = m.shorts([1, -2])
    numbers.append(3)
    assert numbers == array.array("h", [1, -2, 3])
def test_header(): assert m.header(memoryview(b"ab\1\2c")[2:4]) == m.header(array.array("B", [1, 2])) == 261
def test_print():
    out = io.StringIO()
    with contextlib.redirect_stdout(out): m.printer(1, "a")
    assert out.getvalue() == "1-a!\n"
def test_print_patch():
    with mock.patch("sys.stdout", new_callable=io.StringIO) as out: m.printer(2)
    assert out.getvalue() == "2!\n"
def test_print_mock():
    with mock.patch("builtins.print") as p: m.printer(2)
    p.assert_called_once_with(2, sep="-", end="!\n")
def test_signature():
    assert list(inspect.signature(m.positional).parameters) == ["a", "b", "args", "c", "kw"]
def test_doc(): assert m.inc.__doc__ is None and m.inc.__name__ == "inc"
def test_generator_function(): assert inspect.isgenerator(m.flatten([]))
def test_hasattr(): assert hasattr(m, "inc") and not hasattr(m, "nope") and hasattr(Temp, "f")
def test_callable(): assert callable(m.inc)
def test_deepcopy():
    t = Tree(1, [Tree(2)]); u = copy.deepcopy(t); u.kids[0].v = 9; assert t.kids[0].v == 2
def test_vars(): assert vars(Temp(3)) == {"c": 3} and Temp(3).__dict__ == {"c": 3}
def test_class_name(): assert Temp(1).__class__.__name__ == "Temp" and Temp.__name__ == "Temp"
def test_method_ref():
    f = Tree(1).depth; assert f() == 1
def test_unbound(): assert Tree.depth(Tree(1)) == 1
def test_map_method(): assert list(map(Tree.depth, [Tree(1)])) == [1] and [t.v for t in map(Tree, [1, 2])] == [1, 2]
def test_getattr(): assert getattr(Temp(5), "c") == 5 and getattr(Temp(5), "zz", 4) == 4
def test_setattr():
    t = Temp(1); t.extra = [1]; assert t.extra == [1]
def test_none_identity(): assert m.Singleton._it is None or True
def test_dict_of_handles():
    d = {Kind.A: 1}; assert d[Kind.A] == 1
def test_fstring(): assert f"{Kind.A:d}" == "1" and f"{P(1)}" == "P(x=1, y=0)"
class TestFix:
    @pytest.fixture(autouse=True)
    def prep(self): self.t = Temp(7)
    def test_c(self): assert self.t.c == 7
    def setup_method(self): self.q = Queue()
    def test_q(self): self.q.put(1); assert self.q.size == 1
@pytest.fixture(scope="module")
def shared(): return Tree(5)
def test_shared(shared): assert shared.v == 5
@pytest.mark.parametrize("f, x", [(m.fib, 5), (lambda n: m.fib(n), 5)])
def test_param_functions(f, x): assert f(x) == 5
@pytest.mark.parametrize("p", [P(1), P(2, 3)], ids=str)
def test_param_objects(p): assert p.norm() in (1, 5)
class T(TestCase):
    def testCounts(self): self.assertCountEqual(m.grid(1), [[0]])
    def test_dict(self): self.assertDictEqual(m.merge({}, {1: 2}), {1: 2})
    def test_raises_ctx(self):
        with self.assertRaises(ZeroDivisionError): m.ratio(1, 0)
    def test_almost(self): self.assertAlmostEqual(m.ratio(1, 3), 0.3333, places=3)
    def test_logs(self): self.assertGreater(Kind.B, Kind.A); self.assertIn(1, [Kind.A])
