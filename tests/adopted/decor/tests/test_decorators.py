import functools
import inspect
import types
import typing
from unittest.mock import Mock, MagicMock
import pytest
import decorators
from decorators import *
from decorators import Timer, memoize as memo

def test_memoize():
    calls = []
    @memo
    def square(x):
        calls.append(x)
        return x * x
    assert square(3) == 9 and square(3) == 9
    assert calls == [3]

def test_memoize_wraps():
    @memo
    def f(x):
        """Doc."""
        return x
    assert f.__name__ == "f"
    assert f.__doc__ == "Doc."
    assert f.__wrapped__(4) == 4
    assert callable(f)

def test_memo_cache():
    f = memo(lambda x: x + 1)
    f(1)
    assert f.cache == {(1,): 2}

def test_memo_mock():
    m = Mock(return_value=7, __name__="m")
    f = memo(m)
    assert f(1) == f(1) == 7
    m.assert_called_once_with(1)

def test_unhashable():
    with pytest.raises(TypeError):
        memo(len)([1])

def test_count():
    @count_calls
    def hi(name, punct="!"):
        return name + punct
    assert hi.calls == 0
    assert hi("a") == "a!" and hi("b", punct="?") == "b?"
    assert hi.calls == 2

def test_retry():
    attempts = []
    @retry(3, (ValueError,))
    def flaky():
        attempts.append(1)
        if len(attempts) < 3:
            raise ValueError("no")
        return "ok"
    assert flaky() == "ok" and len(attempts) == 3

def test_retry_fails():
    class Mine(Exception):
        pass
    @retry(2)
    def bad():
        raise Mine("boom", 3)
    with pytest.raises(Mine) as e:
        bad()
    assert e.value.args == ("boom", 3)

def test_retry_other():
    mock = Mock(side_effect=KeyError("k"))
    mock.__name__ = "mock"
    with pytest.raises(KeyError):
        retry(4, (ValueError,))(mock)()
    assert mock.call_count == 1

def test_retry_sequence():
    mock = MagicMock(side_effect=[ValueError, ValueError, "fine"])
    mock.__name__ = "m"
    assert retry(5)(mock)("arg", key=1) == "fine"
    mock.assert_called_with("arg", key=1)

def test_timer():
    ticks = iter([1.0, 3.5])
    with Timer(clock=lambda: next(ticks)) as t:
        pass
    assert t.elapsed == pytest.approx(2.5)

def test_timer_real():
    with Timer() as t:
        sum(range(10))
    assert t.elapsed >= 0 and isinstance(t.elapsed, float)

def test_timer_swallows_key_error():
    with Timer():
        raise KeyError("x")

def test_timer_propagates():
    with pytest.raises(ZeroDivisionError):
        with Timer() as t:
            1 / 0
    assert t.elapsed is not None

def test_tag():
    out = []
    with tag("b", out) as name:
        out.append(name)
    assert out == ["<b>", "b", "</b>"]

def test_tag_error():
    out = []
    with pytest.raises(RuntimeError):
        with tag("i", out):
            raise RuntimeError
    assert out[-1] == "</i>"

def test_typed():
    @typed
    def add(a: int, b: int):
        return a + b
    assert add(1, 2) == 3
    with pytest.raises(TypeError, match="b must be int"):
        add(1, "2")

@pytest.mark.parametrize("n,want", [(0, 0), (1, 1), (10, 55), (90, 2880067194370816120)])
def test_fib(n, want):
    assert fib(n) == want

def test_fib_meta():
    assert fib.__name__ == "fib"
    assert "Fibonacci" in fib.__doc__
    assert fib.__annotations__ == {"n": int, "return": int}
    assert hasattr(fib, "__wrapped__")
    assert hasattr(fib, "cache")

def test_hints():
    assert typing.get_type_hints(fib) == {"n": int, "return": int}

def test_lru():
    ways.cache_clear()
    assert ways(50) == 20365011074
    assert ways.cache_info().hits > 0
    assert ways.cache_info().misses == 51

def test_dispatch():
    assert show(1) == "int 1"
    assert show("a") == "? a"
    assert show([1, "b"]) == "list int 1,? b"

def test_compose():
    assert compose(str, abs)(-3) == "3"
    assert compose()(5) == 5
    assert compose(lambda x: x + 1, lambda x: x * 2)(5) == 11

def test_curry():
    assert curry(lambda a, b: a - b)(5)(3) == 2
    assert curry(max)(1)(2) == 2

def test_counter():
    a, b = counter(), counter(10)
    assert [a(), a(), b()] == [1, 2, 11]

def test_countdown():
    g = countdown(3)
    assert inspect.isgenerator(g)
    assert isinstance(g, types.GeneratorType)
    assert next(g) == 3
    assert g.send(10) == 10
    assert next(g) == 9
    g.close()
    with pytest.raises(StopIteration):
        next(g)
    assert inspect.isgeneratorfunction(countdown)

def test_generator_throw():
    g = countdown(2)
    next(g)
    with pytest.raises(ValueError):
        g.throw(ValueError("x"))

def test_repeat():
    @repeat(3)
    def f(x): return x
    assert f("z") == ["z"] * 3

def test_partial():
    f = functools.partial(retry, 2)
    assert f()(lambda: 5)() == 5


def test_annotations_of_returned():
    assert typed.__annotations__["return"] is typing.Callable
