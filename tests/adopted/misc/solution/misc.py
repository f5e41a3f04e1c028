from __future__ import annotations
import array, dataclasses, collections, enum, functools, string, operator
from typing import Iterator, NamedTuple, Protocol
import queue, struct

MAX = 3
class P(NamedTuple):
    x: int
    y: int = 0
    def norm(self): return abs(self.x) + abs(self.y)
@dataclasses.dataclass
class D:
    name: str
    tags: list[str] = dataclasses.field(default_factory=list)
    kind: "Kind | None" = None
class Kind(enum.IntEnum):
    A = 1
    B = 2
class MyList(list):
    def total(self): return sum(self)
class MyDict(dict):
    def __missing__(self, key): return 0
class MyInt(int): pass
class Temp:
    def __init__(self, c): self.c = c
    @property
    def f(self): return self.c * 9 / 5 + 32
    @f.setter
    def f(self, v):
        if v < -459.67: raise ValueError("too cold")
        self.c = (v - 32) * 5 / 9
    @f.deleter
    def f(self): self.c = 0
    def __enter__(self): return self
    def __exit__(self, *a): self.c = None
class Singleton:
    _it = None
    def __new__(cls):
        if cls._it is None: cls._it = super().__new__(cls)
        return cls._it
class Tree:
    def __init__(self, v, kids=()): self.v, self.kids = v, list(kids)
    def __iter__(self) -> Iterator:
        yield self
        for k in self.kids: yield from k
    def depth(self): return 1 + max((k.depth() for k in self.kids), default=0)
    def find(self, v): return next((t for t in self if t.v == v), None)
def point(x): return P(x, 1)
def positional(a, /, b, *args, c=3, **kw): return a, b, args, c, kw
def bump(n=[]):
    n.append(1); return len(n)
def nested(): return {"a": [1, {"b": (2, {3, 4})}], "c": None}
def ratio(a, b): return a / b
def power(n): return n ** n
def inf(): return float("inf"), float("-inf"), float("nan"), -0.0
def deque(n): return collections.deque(range(n), maxlen=3)
def letters(s): return collections.OrderedDict((c, s.count(c)) for c in sorted(set(s)))
def merge(a, b): a.update(b); return a
def same(x): return x
def fresh(xs): return xs[:]
def flatten(x):
    for i in x:
        if isinstance(i, (list, tuple)): yield from flatten(i)
        else: yield i
def pairs(xs): return zip(xs, xs[1:])
def upper(d): return d.keys(), d.values(), d.items()
def apply_n(f, n, x):
    for _ in range(n): x = f(x)
    return x
def strategy(obj, x): return obj.score(x) + obj.weight
def observe(obj): obj.update("e"); obj.state = 5
def with_ctx(cm):
    with cm as v: return v
def raise_it(e): raise e
def catch(f):
    try: return f()
    except (ValueError, KeyError) as e: return type(e).__name__, e.args
def qsize():
    q = queue.Queue(); q.put(1); return q.size
counter = 0
def inc():
    global counter
    counter += 1
    return counter
def cached(): return fib(50)
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
def chain(*fs): return functools.reduce(lambda f, g: lambda x: g(f(x)), fs)
def words(): return string.ascii_lowercase[:MAX]
def gen2():
    got = yield 1
    yield got
def default_key(xs, key=None, reverse=False): return sorted(xs, key=key, reverse=reverse)
def curry(f): return lambda a: lambda b: f(a, b)
def swap(a, i, j): a[i], a[j] = a[j], a[i]
def grid(n): return [[0]*n for _ in range(n)]
def set_ops(a, b): return a | b, a & b, a ^ b
def bytes_of(s): return s.encode(), bytearray(b"ab"), memoryview(b"x").tobytes()
def window(data, a, b): return memoryview(data)[a:b]
def shorts(xs): return array.array("h", xs)
def header(data): return struct.unpack(">H", data[:2])[0] + sum(data)
def printer(*a): print(*a, sep="-", end="!\n")
