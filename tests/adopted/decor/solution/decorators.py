import functools
import time
from contextlib import contextmanager
from typing import Callable, Iterator

def memoize(f):
    """Cache results."""
    cache = {}
    @functools.wraps(f)
    def inner(*args):
        if args not in cache:
            cache[args] = f(*args)
        return cache[args]
    inner.cache = cache
    return inner

def count_calls(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return f(*args, **kwargs)
    wrapper.calls = 0
    return wrapper

def retry(times, exceptions=(Exception,)):
    def deco(f):
        @functools.wraps(f)
        def wrapper(*a, **k):
            last = None
            for _ in range(times):
                try:
                    return f(*a, **k)
                except exceptions as e:
                    last = e
            raise last
        return wrapper
    return deco

class Timer:
    def __init__(self, clock=time.perf_counter):
        self.clock = clock
        self.elapsed = None
    def __enter__(self):
        self._start = self.clock()
        return self
    def __exit__(self, et, ev, tb):
        self.elapsed = self.clock() - self._start
        return et is not None and issubclass(et, KeyError)

@contextmanager
def tag(name, out):
    out.append(f"<{name}>")
    try:
        yield name
    finally:
        out.append(f"</{name}>")

def typed(f: Callable) -> Callable:
    hints = f.__annotations__
    @functools.wraps(f)
    def w(*args):
        for (n, t), a in zip(hints.items(), args):
            if not isinstance(a, t):
                raise TypeError(f"{n} must be {t.__name__}")
        return f(*args)
    return w

@memoize
def fib(n: int) -> int:
    """The n-th Fibonacci number."""
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@functools.lru_cache(maxsize=None)
def ways(n):
    return 1 if n <= 1 else ways(n - 1) + ways(n - 2)

@functools.singledispatch
def show(x):
    return f"? {x}"
@show.register
def _(x: int):
    return f"int {x}"
@show.register(list)
def _(x):
    return "list " + ",".join(map(show, x))

def compose(*fs):
    def composed(x):
        for f in reversed(fs):
            x = f(x)
        return x
    return composed

def curry(f):
    return lambda a: lambda b: f(a, b)

def counter(start=0):
    def inc():
        nonlocal start
        start += 1
        return start
    return inc

def countdown(n) -> Iterator[int]:
    while n > 0:
        got = yield n
        n = got if got is not None else n - 1

class repeat:
    def __init__(self, n): self.n = n
    def __call__(self, f):
        def w(*a): return [f(*a) for _ in range(self.n)]
        return w
