import math
import pytest
import stats
from stats import *
from stats import DATA, TOTAL, LIMITS as L, summary, DEFAULT
XS = [3, 1, 2, 2]
RESULT = mean(XS)
hist = histogram(XS)
expected = {k: XS.count(k) for k in hist}
s = Summary(XS)
for _x in range(3):
    last = clamp(_x)
CASES = [(x, clamp(x)) for x in (-1, 5, 50)]
def test_result(): assert RESULT == 2.0
def test_hist(): assert hist == expected == {3: 1, 1: 1, 2: 2}
def test_summary(): assert s.mean == 2 and s.n == 4
def test_last(): assert last == 2
@pytest.mark.parametrize("x,want", [(-1, 0), (5, 5), (50, 10)])
def test_clamp(x, want): assert (x, want) in CASES
def test_mode(): assert mode(XS) == 2
def test_constants(): assert TOTAL == 10 and L["high"] == 10 and DATA == [1, 2, 3, 4] and VERSION == "2.0"
def test_module_constants(): assert stats.TOTAL == sum(stats.DATA) and stats.summary.mean == 2.5
def test_imported_object(): assert summary.n == 4
def test_default(): assert DEFAULT == pytest.approx(2.5)
def test_data_not_changed():
    mean(stats.DATA); assert stats.DATA == [1, 2, 3, 4]
def helper(xs): return [mean(xs), median(xs)]
def test_helper(): assert helper([1, 3]) == [2, 2]
class TestGroup:
    xs = [5, 6]
    m = mean([5, 6])
    def setup_method(self): self.h = histogram(self.xs)
    def test_m(self): assert self.m == 5.5
    def test_h(self): assert self.h == {5: 1, 6: 1}
def setup_module(module): module.SHARED = mean([4])
def test_shared(): assert SHARED == 4
def setup_function(f): stats.marker = 1
def test_marker(): assert stats.marker == 1 and mode([1]) == 1
def test_bytes(): assert mode(b"aab") == 97
def test_nan(): assert math.isnan(mean([math.nan]))
def test_inf(): assert mean([math.inf, 1]) == math.inf
def test_assert_in_loop():
    for n in range(1, 20): assert mean(range(n)) == (n - 1) / 2, f"wrong for {n}"
def test_many_asserts():
    assert [clamp(x) for x in range(-5, 15, 5)] == [0, 0, 5, 10]
    assert not clamp(-3)
    assert all(0 <= clamp(x) <= 10 for x in range(-100, 100, 7))
