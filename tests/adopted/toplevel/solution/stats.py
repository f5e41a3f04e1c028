"""Statistics."""
DATA = [1, 2, 3, 4]
LIMITS = {"low": 0, "high": 10}
VERSION = "2.0"
def mean(xs): return sum(xs) / len(xs)
def median(xs):
    s = sorted(xs); n = len(s)
    return s[n // 2] if n % 2 else (s[n // 2 - 1] + s[n // 2]) / 2
def mode(xs): return max(sorted(set(xs)), key=xs.count)
def histogram(xs): return {x: xs.count(x) for x in xs}
def clamp(x, low=LIMITS["low"], high=LIMITS["high"]): return max(low, min(high, x))
class Summary:
    def __init__(self, xs): self.mean = mean(xs); self.n = len(xs)
TOTAL = sum(DATA)
summary = Summary(DATA)
DEFAULT = None
if DEFAULT is None: DEFAULT = mean(DATA)
