from fractions import Fraction
from itertools import groupby
def encode(s):
    return [(k, len(list(g))) for k, g in groupby(s)]
def decode(pairs):
    return "".join(c * n for c, n in pairs)
def merge_sorted(a, b):
    out = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i]); i += 1
        else:
            out.append(b[j]); j += 1
    return out + a[i:] + b[j:]
def mean(xs):
    if not xs:
        raise ValueError("mean of nothing")
    return Fraction(sum(xs), len(xs))
def rotate(xs, n):
    if not xs:
        return []
    n %= len(xs)
    return xs[n:] + xs[:n]
def unique(xs):
    seen = set()
    return [x for x in xs if not (x in seen or seen.add(x))]
class Stack:
    def __init__(self): self._items = []
    def push(self, x): self._items.append(x)
    def pop(self): return self._items.pop()
    def peek(self): return self._items[-1]
    def __len__(self): return len(self._items)
    def is_empty(self): return not self._items
def gcd(a, b):
    while b: a, b = b, a % b
    return abs(a)
def title(s): return " ".join(w[:1].upper() + w[1:] for w in s.split(" "))
def inplace_sort(xs):
    for i in range(1, len(xs)):
        j = i
        while j and xs[j-1] > xs[j]:
            xs[j-1], xs[j] = xs[j], xs[j-1]; j -= 1
