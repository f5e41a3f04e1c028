from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from ordering import Bag, decode, encode, is_sorted, merge


@given(st.lists(st.integers()))
def test_sorted(xs):
    assert is_sorted(sorted(xs))


@settings(max_examples=50)
@given(st.lists(st.integers()), st.lists(st.integers()))
@example([1], [1])
def test_merge(xs, ys):
    assert merge(sorted(xs), sorted(ys)) == sorted(xs + ys)


@given(text=st.text("ab"))
def test_round_trip(text):
    assert decode(encode(text)) == text


@given(st.text("ab", min_size=1))
def test_runs_differ(text):
    pairs = encode(text)
    assume(len(pairs) > 1)
    assert all(a[0] != b[0] for a, b in zip(pairs, pairs[1:]))


class TestBag:
    @given(st.lists(st.sampled_from("abc")), st.data())
    def test_count(self, items, data):
        bag = Bag()
        for item in items:
            bag.add(item)
        pick = data.draw(st.sampled_from("abc"))
        assert bag.count(pick) == items.count(pick)
