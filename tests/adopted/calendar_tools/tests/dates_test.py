import math
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction

import pytest

from dates import *
import dates as d


def test_next_weekday():
    assert next_weekday(date(2024, 3, 1)) == date(2024, 3, 4)


def test_age():
    assert age(date(2000, 5, 5), date(2020, 5, 4)) == 19


def test_age_unborn():
    with pytest.raises(ValueError) as info:
        age(date(2020, 1, 2), date(2020, 1, 1))
    assert info.value.args[0] == "not born yet"
    assert info.value.args[1] - info.value.args[2] == timedelta(days=1)


def test_span():
    assert span(datetime(2020, 1, 1, 12), datetime(2020, 1, 2)) == timedelta(hours=12)
    assert span(date(2020, 1, 1), date(2020, 1, 3)).days == 2


def test_meeting():
    assert meeting(date(2020, 1, 1), 9) == datetime(2020, 1, 1, 9, tzinfo=timezone.utc)


def test_share():
    assert share(1, 3) + share(1, 6) == Fraction(1, 2)


def test_price():
    assert price("10.00", "0.2") == Decimal("12.00")
    assert str(d.price("1", "0.255")) == "1.26"


def test_leap_years():
    assert leap_years(1896, 1912) == [1896, 1904, 1908, 1912]


def test_epoch():
    assert d.EPOCH.year == 2000
    assert EPOCH + DAY == date(2000, 1, 2)


def test_factorial():
    assert factorial(0) == 1
    assert factorial(200) == math.factorial(200)
    assert factorial(30) // factorial(28) == 870


def test_factorial_negative():
    with pytest.raises(ValueError, match="-1 is negative"):
        factorial(-1)


def test_roots():
    assert roots(1, -3, 2) == pytest.approx((2.0, 1.0))


def test_complex_roots():
    x, y = roots(1, 0, 1)
    assert abs(x - 1j) < 1e-9
    assert y == pytest.approx(-1j)


def test_checksum():
    assert checksum(b"abc") == b"&"
