import re
NUMERALS = {'M': 1000, 'CM': 900, 'D': 500, 'CD': 400, 'C': 100, 'XC': 90, 'L': 50, 'XL': 40, 'X': 10, 'IX': 9, 'V': 5, 'IV': 4, 'I': 1}
MAX = 3999
PATTERN = re.compile('^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$')

class RomanError(Exception):
    pass

class OutOfRangeError(RomanError):
    pass

class NotIntegerError(RomanError):
    pass

class InvalidRomanNumeralError(RomanError):
    pass

def to_roman(n):
    """convert integer to Roman numeral"""
    raise NotImplementedError

def from_roman(s):
    raise NotImplementedError
