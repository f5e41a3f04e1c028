import math, statistics, copy, string
import pytest
from hypothesis import given, example, assume, settings, strategies as st, note, HealthCheck, event
from hypothesis.stateful import RuleBasedStateMachine, rule, precondition, invariant, initialize, Bundle
import seqs
from seqs import Stack, encode, decode, merge_sorted

settings.register_profile("short", max_examples=20)
settings.load_profile("short")
ints = st.lists(st.integers(-50, 50), max_size=12)

@given(st.text())
def test_round_trip(s):
    assert decode(encode(s)) == s

@given(s=st.text(alphabet="ab", min_size=1))
@example(s="aab")
@settings(max_examples=20)
def test_lengths(s):
    pairs = encode(s)
    assert sum(n for _, n in pairs) == len(s)
    assert all(a[0] != b[0] for a, b in zip(pairs, pairs[1:]))

@given(ints, ints)
def test_merge(a, b):
    a.sort(); b.sort()
    keep = copy.copy(a)
    assert merge_sorted(a, b) == sorted(a + b)
    assert a == keep

@given(ints)
def test_mean(xs):
    assume(xs)
    assert float(seqs.mean(xs)) == pytest.approx(statistics.mean(xs))
    assert min(xs) <= seqs.mean(xs) <= max(xs)

@given(st.data())
def test_rotate(data):
    xs = data.draw(ints, label="xs")
    n = data.draw(st.integers(0, 10))
    note(f"{xs} {n}")
    r = seqs.rotate(xs, n)
    assert sorted(r) == sorted(xs)
    if xs:
        assert r[0] == xs[n % len(xs)]

@st.composite
def pairs(draw):
    x = draw(st.integers(1, 100))
    return x * draw(st.integers(1, 9)), x

@given(pairs())
def test_gcd(p):
    assert seqs.gcd(*p) == math.gcd(*p)
    assert p[0] % seqs.gcd(*p) == 0

@given(st.lists(st.sampled_from("abc")))
def test_unique(xs):
    u = seqs.unique(xs)
    assert set(u) == set(xs) and len(u) == len(set(xs))

@pytest.mark.parametrize("f", [seqs.unique, lambda xs: seqs.rotate(xs, 0)])
@given(xs=ints)
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_subset(f, xs):
    assert set(f(xs)) <= set(xs)

class StackMachine(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.stack = Stack()
        self.model = []
    @rule(x=st.integers())
    def push(self, x):
        self.stack.push(x); self.model.append(x)
    @precondition(lambda self: self.model)
    @rule()
    def pop(self):
        assert self.stack.pop() == self.model.pop()
    @invariant()
    def same_length(self):
        assert len(self.stack) == len(self.model)

TestStack = StackMachine.TestCase
TestStack.settings = settings(max_examples=10, stateful_step_count=8)

class TestProps:
    @given(x=st.floats(allow_nan=False, allow_infinity=False), y=st.floats(-1e5, 1e5))
    def test_nothing(self, x, y):
        assert seqs.rotate([x, y], 1) == [y, x]
    @given(st.dictionaries(st.text(max_size=2), st.integers()))
    def test_dict(self, d):
        assert seqs.unique(list(d)) == list(d)


@given(ints)
def test_in_place(xs):
    want = sorted(xs)
    assert seqs.inplace_sort(xs) is None
    assert xs == want

@given(st.lists(st.integers(), max_size=5).map(tuple).filter(lambda t: len(t) != 1))
def test_mapped(t):
    if not t:
        with pytest.raises(ValueError, match="nothing"):
            seqs.mean(t)
    else:
        assert seqs.mean(t) * len(t) == sum(t)

@given(st.recursive(st.integers(), lambda s: st.lists(s, max_size=3), max_leaves=5))
def test_recursive(x):
    assert seqs.rotate([x], 5) == [x]

@settings(max_examples=30)
@given(st.text(string.ascii_letters + " "))
def test_title(s):
    t = seqs.title(s)
    assert t.lower() == s.lower()
    for w in t.split():
        assert w[0].isupper()
