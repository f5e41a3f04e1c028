import functools
import itertools
import time


def countdown(n):
    while n > 0:
        yield n
        n -= 1


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def take(n, iterable):
    return list(itertools.islice(iterable, n))


def chunks(items, size):
    if size < 1:
        raise ValueError("size")
    for start in range(0, len(items), size):
        yield items[start : start + size]


def running_average():
    total, count, average = 0, 0, None
    while True:
        value = yield average
        total += value
        count += 1
        average = total / count


def compose(*functions):
    def composed(value):
        for function in reversed(functions):
            value = function(value)
        return value

    return composed


def memoize(function):
    cache = {}

    @functools.wraps(function)
    def wrapper(*args):
        if args not in cache:
            cache[args] = function(*args)
        return cache[args]

    wrapper.cache = cache
    return wrapper


def retry(times, exceptions=(Exception,)):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            for attempt in range(times):
                try:
                    return function(*args, **kwargs)
                except exceptions:
                    if attempt == times - 1:
                        raise

        return wrapper

    return decorate


def group_by(items, key):
    found = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def make_counter(start=0):
    count = start

    def counter():
        nonlocal count
        count += 1
        return count

    return counter


class Timer:
    def __init__(self, clock=time.perf_counter):
        self.clock = clock
        self.elapsed = None

    def __enter__(self):
        self.start = self.clock()
        return self

    def __exit__(self, kind, error, trace):
        self.elapsed = self.clock() - self.start
        return kind is ZeroDivisionError


class Events:
    def __init__(self):
        self.listeners = []

    def listen(self, function):
        self.listeners.append(function)
        return function

    def fire(self, *args, **kwargs):
        return [listener(*args, **kwargs) for listener in self.listeners]
