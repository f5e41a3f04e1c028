import json
import unittest

import parser as p
from parser import ParseError, UnknownName, evaluate


class TestEvaluate(unittest.TestCase):
    """Evaluating sums."""

    @classmethod
    def setUpClass(cls):
        cls.names = {"x": 5}

    def test_numbers(self):
        self.assertEqual(evaluate("1 + 2 - 4"), -1)

    def test_names(self):
        self.assertEqual(evaluate("x+1", self.names), 6)

    def test_unknown(self):
        with self.assertRaises(UnknownName) as caught:
            evaluate("1+y")
        self.assertEqual(caught.exception.position, 2)
        self.assertEqual(str(caught.exception), "unknown name 'y' at 2")
        self.assertIsInstance(caught.exception, ValueError)

    def test_is_parse_error(self):
        self.assertRaises(ParseError, evaluate, "y")
        self.assertTrue(issubclass(UnknownName, ParseError))

    def test_message(self):
        with self.assertRaisesRegex(ParseError, "expected a number at 2"):
            evaluate("1+")
        try:
            evaluate("1)")
        except ParseError as error:
            self.assertEqual(error.args, ("unexpected text", 1))
        else:
            self.fail("nothing raised")


class TestConfig(unittest.TestCase):
    def test_read(self):
        self.assertEqual(p.read_config('{"a": [1, null, 2.5]}'), {"a": [1, None, 2.5]})

    def test_bad(self):
        with self.assertRaises(ParseError) as caught:
            p.read_config("{")
        self.assertEqual(caught.exception.position, 1)
        self.assertIsInstance(caught.exception.__cause__, (json.JSONDecodeError, type(None)))

    def test_strict(self):
        with self.assertRaises(json.JSONDecodeError) as caught:
            p.strict("[1,")
        self.assertEqual(caught.exception.pos, 3)

    def test_int(self):
        with self.assertRaisesRegex(ValueError, "invalid literal"):
            p.to_int("x")
