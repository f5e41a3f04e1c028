from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction

EPOCH = date(2000, 1, 1)
DAY = timedelta(days=1)


def next_weekday(day):
    day += DAY
    while day.weekday() >= 5:
        day += DAY
    return day


def age(born, today):
    if today < born:
        raise ValueError("not born yet", born, today)
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def span(start, end):
    return end - start


def meeting(day, hour, minute=0):
    return datetime.combine(day, time(hour, minute), tzinfo=timezone.utc)


def share(total, people):
    return Fraction(total, people)


def price(net, rate):
    return (Decimal(net) * (1 + Decimal(rate))).quantize(Decimal("0.01"))


def leap_years(first, last):
    return [y for y in range(first, last + 1) if y % 4 == 0 and (y % 100 or y % 400 == 0)]


def factorial(n):
    if n < 0:
        raise ValueError(f"{n} is negative")
    result = 1
    for i in range(2, n + 1):
        result *= i
    return result


def roots(a, b, c):
    d = (b * b - 4 * a * c) ** 0.5
    return ((-b + d) / (2 * a), (-b - d) / (2 * a))


def checksum(data):
    return bytes([sum(data) % 256])
