import re

NUMERALS = {"M": 1000, "CM": 900, "D": 500, "CD": 400, "C": 100, "XC": 90, "L": 50, "XL": 40, "X": 10, "IX": 9,
            "V": 5, "IV": 4, "I": 1}
MAX = 3999
PATTERN = re.compile(r"^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$")


class RomanError(Exception): pass
class OutOfRangeError(RomanError): pass
class NotIntegerError(RomanError): pass
class InvalidRomanNumeralError(RomanError): pass


def to_roman(n):
    """convert integer to Roman numeral"""
    if not isinstance(n, int):
        raise NotIntegerError("non-integers can not be converted")
    if not 0 < n <= MAX:
        raise OutOfRangeError("number out of range (must be 1..3999)")
    out = ""
    for s, v in NUMERALS.items():
        while n >= v:
            out += s
            n -= v
    return out


def from_roman(s):
    if not s or not PATTERN.search(s):
        raise InvalidRomanNumeralError(f"Invalid Roman numeral: {s}")
    total = i = 0
    for num, v in NUMERALS.items():
        while s[i:i + len(num)] == num:
            total += v
            i += len(num)
    return total
