import types
from unittest.mock import Mock, call

import pytest

from lazy import (
    Events,
    Timer,
    chunks,
    compose,
    countdown,
    fibonacci,
    group_by,
    make_counter,
    memoize,
    retry,
    running_average,
    take,
)


def test_countdown():
    assert list(countdown(3)) == [3, 2, 1]
    assert isinstance(countdown(3), types.GeneratorType)


def test_stops():
    numbers = countdown(1)
    assert next(numbers) == 1
    with pytest.raises(StopIteration):
        next(numbers)
    assert next(numbers, "done") == "done"


def test_fibonacci():
    assert take(6, fibonacci()) == [0, 1, 1, 2, 3, 5]
    assert [x for x, _ in zip(fibonacci(), range(4))] == [0, 1, 1, 2]


def test_take_from_own():
    assert take(2, iter("abc")) == ["a", "b"]
    assert take(2, (x * x for x in range(9))) == [0, 1]


def test_chunks():
    assert list(chunks([1, 2, 3], 2)) == [[1, 2], [3]]


def test_chunks_bad():
    with pytest.raises(ValueError):
        list(chunks([1], 0))


def test_average():
    average = running_average()
    next(average)
    assert average.send(10) == 10
    assert average.send(20) == 15
    average.close()


def test_compose():
    assert compose(str, abs)(-3) == "3"
    assert compose(lambda x: x + 1, lambda x: x * 2)(5) == 11
    assert callable(compose())


def test_memoize():
    calls = []

    @memoize
    def square(x):
        """The square."""
        calls.append(x)
        return x * x

    assert [square(3), square(3), square(4)] == [9, 9, 16]
    assert calls == [3, 4]
    assert square.__name__ == "square"
    assert square.__doc__ == "The square."
    assert square.cache == {(3,): 9, (4,): 16}


def test_memoize_mock():
    function = Mock(return_value=5)
    function.__name__ = "function"
    fast = memoize(function)
    assert fast(1) == fast(1) == 5
    function.assert_called_once_with(1)


def test_retry():
    attempts = []

    class Busy(Exception):
        pass

    @retry(3, exceptions=(Busy,))
    def work():
        attempts.append(1)
        if len(attempts) < 3:
            raise Busy("again")
        return "ok"

    assert work() == "ok"
    assert len(attempts) == 3


def test_retry_gives_up():
    @retry(2)
    def work():
        raise KeyError("k")

    with pytest.raises(KeyError):
        work()


def test_group_by():
    assert group_by(["aa", "b", "cc"], len) == {2: ["aa", "cc"], 1: ["b"]}
    assert group_by(["x", "Y"], key=str.isupper) == {False: ["x"], True: ["Y"]}


def test_counter():
    one, other = make_counter(), make_counter(10)
    assert [one(), one(), other()] == [1, 2, 11]


def test_timer():
    ticks = iter([1, 4])
    with Timer(clock=lambda: next(ticks)) as timer:
        pass
    assert timer.elapsed == 3


def test_timer_swallows():
    with Timer(lambda: 0) as timer:
        1 / 0
    assert timer.elapsed == 0
    with pytest.raises(KeyError):
        with Timer(lambda: 0):
            {}["x"]


def test_events():
    events = Events()
    seen = Mock(side_effect=[1, 2])
    events.listen(seen)
    assert events.fire(1, x=2) == [1]
    events.fire()
    assert seen.call_args_list == [call(1, x=2), call()]
