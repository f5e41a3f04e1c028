from collections import OrderedDict, ChainMap, UserList, UserDict
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
import itertools, re, string, heapq, bisect, operator, functools, uuid
from typing import Callable
class Subject:
    def __init__(self): self._observers = []
    def attach(self, o): self._observers.append(o); return lambda: self._observers.remove(o)
    def notify(self, *args, **kw):
        for o in list(self._observers): o.update(self, *args, **kw) if hasattr(o, "update") else o(*args, **kw)
class Stack(UserList):
    def push(self, x): self.append(x)
    def peek(self):
        if not self: raise IndexError("empty stack")
        return self[-1]
class History(dict):
    def __setitem__(self, k, v): super().__setitem__(k, [*self.get(k, []), v])
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1
        return self.n + 1
class Money:
    def __init__(self, pence): self.pence = pence
    def __add__(self, o): return Money(self.pence + o.pence)
    def __radd__(self, o): return self if o == 0 else NotImplemented
    def __eq__(self, o): return isinstance(o, Money) and self.pence == o.pence
    def __hash__(self): return hash(self.pence)
    def __repr__(self): return f"Money({self.pence})"
    def __format__(self, s): return f"£{self.pence / 100:{s or '.2f'}}"
    def __bool__(self): return self.pence != 0
    def __truediv__(self, n): return Fraction(self.pence, n)
    def __lt__(self, o): return self.pence < o.pence
class Descriptor:
    def __set_name__(self, o, n): self.n = "_" + n
    def __get__(self, i, o): return self if i is None else getattr(i, self.n, 0)
    def __set__(self, i, v):
        if v < 0: raise ValueError(f"{self.n[1:]} < 0")
        setattr(i, self.n, v)
class Person:
    age = Descriptor()
    population = 0
    def __init__(self, name, age=0, *, friends=None):
        self.name, self.age, self.friends = name, age, friends or []; Person.population += 1
    def befriend(self, o): self.friends.append(o); o.friends.append(self); return self
    def __del__(self): pass
    @property
    def best(self): return self.friends[0] if self.friends else None
class Student(Person):
    def __init__(self, name, *a, **k): super().__init__(name, *a, **k); self.marks = {}
    def __str__(self): return f"{self.name} ({self.average():.1f})"
    def average(self): return sum(self.marks.values()) / len(self.marks) if self.marks else 0.0
def age_on(born, day): return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
def next_friday(d): return d + timedelta((4 - d.weekday()) % 7 or 7)
def weekdays(a, b):
    while a <= b:
        if a.weekday() < 5: yield a
        a += timedelta(days=1)
def parse_when(s, tz=None): return datetime.strptime(s, "%Y-%m-%d %H:%M").replace(tzinfo=tz)
def egyptian(f):
    out = []
    while f:
        d = -(-f.denominator // f.numerator); out.append(Fraction(1, d)); f -= Fraction(1, d)
    return out
def primes():
    seen = []
    for n in itertools.count(2):
        if all(n % p for p in seen): seen.append(n); yield n
def pipeline(*fs): return lambda x: functools.reduce(lambda a, f: f(a), fs, x)
def group(xs, key): return {k: list(g) for k, g in itertools.groupby(sorted(xs, key=key), key)}
def caesar(s, k): return s.translate(str.maketrans(string.ascii_lowercase, string.ascii_lowercase[k:] + string.ascii_lowercase[:k]))
def emails(t): return re.findall(r"[\w.]+@[\w.]+\w", t)
def emails_iter(t): return re.finditer(r"(\w+)@(\w+)", t)
def first_match(p, s): return re.match(p, s)
def sort_by(xs, *keys):
    for k in reversed(keys): xs.sort(key=k)
def apply_all(fs, x): return [f(x) for f in fs]
def divide(a, b, default=None):
    try: return a / b
    except ZeroDivisionError:
        if default is None: raise
        return default
def flatten(x): return [z for y in x for z in (flatten(y) if isinstance(y, list) else [y])]
def deep_update(a, b):
    for k, v in b.items():
        if isinstance(v, dict) and isinstance(a.get(k), dict): deep_update(a[k], v)
        else: a[k] = v
    return a
def power_set(s): return {frozenset(c) for n in range(len(s) + 1) for c in itertools.combinations(s, n)}
def big(n): return 2 ** n
def swap(a, b): return b, a
def nothing(): pass
def mutate_default(x, acc=[]): acc.append(x); return acc
def sentinel(x=...): return x is ...
def to_bytes(s): return s.encode("utf-8"), bytearray(s, "ascii"), memoryview(b"ab").tolist()
def lookup(d, *path):
    for p in path: d = d[p]
    return d
def chain(f):
    try: f()
    except ValueError as e: raise RuntimeError("wrapped") from e
def multi(): raise ExceptionGroup("many", [ValueError(1), KeyError("k")])
def check(x):
    assert x > 0, "must be positive"
    return x
def exiting(): raise SystemExit(3)
def ident(x): return x
def make_class(name): return type(name, (), {"hello": lambda self: name})
