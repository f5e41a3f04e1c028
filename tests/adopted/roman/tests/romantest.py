"""Unit test for roman.py"""
import roman
import unittest


class KnownValues(unittest.TestCase):
    known_values = ((1, "I"), (2, "II"), (4, "IV"), (9, "IX"), (58, "LVIII"), (1994, "MCMXCIV"), (3999, "MMMCMXCIX"))

    def test_to_roman_known_values(self):
        """to_roman should give known result with known input"""
        for integer, numeral in self.known_values:
            result = roman.to_roman(integer)
            self.assertEqual(numeral, result)

    def test_from_roman_known_values(self):
        """from_roman should give known result with known input"""
        for integer, numeral in self.known_values:
            result = roman.from_roman(numeral)
            self.assertEqual(integer, result)


class ToRomanBadInput(unittest.TestCase):
    def test_too_large(self):
        """to_roman should fail with large input"""
        self.assertRaises(roman.OutOfRangeError, roman.to_roman, 4000)

    def test_zero(self):
        self.assertRaises(roman.OutOfRangeError, roman.to_roman, 0)

    def test_non_integer(self):
        self.assertRaises(roman.NotIntegerError, roman.to_roman, 0.5)


class FromRomanBadInput(unittest.TestCase):
    def test_repeated(self):
        for s in ("MMMM", "DD", "CCCC", "LL"):
            with self.subTest(s):
                self.assertRaises(roman.InvalidRomanNumeralError, roman.from_roman, s)

    def test_blank(self):
        self.assertRaises(roman.InvalidRomanNumeralError, roman.from_roman, "")

    def test_hierarchy(self):
        for e in (roman.OutOfRangeError, roman.NotIntegerError, roman.InvalidRomanNumeralError):
            self.assertTrue(issubclass(e, roman.RomanError))
            self.assertTrue(issubclass(e, Exception))


class RoundtripCheck(unittest.TestCase):
    def test_roundtrip(self):
        """from_roman(to_roman(n))==n for all n"""
        for integer in range(1, 4000, 7):
            numeral = roman.to_roman(integer)
            result = roman.from_roman(numeral)
            self.assertEqual(integer, result)

    def test_constants(self):
        self.assertEqual(roman.MAX, 3999)
        self.assertEqual(roman.NUMERALS["X"], 10)
        self.assertEqual(len(roman.NUMERALS), 13)
        self.assertTrue(roman.PATTERN.match("XIV"))


if __name__ == "__main__":
    unittest.main()
