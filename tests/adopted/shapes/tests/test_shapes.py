import math
import unittest

from shapes import Circle, Rectangle, Shape, Square, by_kind, largest, total_area


class ShapesTest(unittest.TestCase):
    def setUp(self):
        self.circle = Circle(2)
        self.square = Square(3)

    def testCircleArea(self):
        self.assertAlmostEqual(self.circle.area(), 4 * math.pi)

    def test_perimeters(self):
        for shape, expected in [(self.circle, 4 * math.pi), (self.square, 12)]:
            with self.subTest(shape=shape):
                self.assertAlmostEqual(shape.perimeter(), expected, places=5)

    def test_abstract(self):
        with self.assertRaises(TypeError):
            Shape()

    def test_inheritance(self):
        self.assertIsInstance(self.square, Rectangle)
        self.assertIsInstance(self.square, Shape)
        self.assertTrue(issubclass(Square, Rectangle))
        self.assertNotIsInstance(self.circle, Rectangle)

    def test_bad_sides(self):
        with self.assertRaises(ValueError) as caught:
            Rectangle(0, 1)
        self.assertEqual(caught.exception.args, ("sides must be positive", 0, 1))

    def test_describe(self):
        self.assertEqual(self.square.describe(), "Square with area 9.00")
        self.assertRegex(self.circle.describe(), r"^Circle")

    def test_total(self):
        self.assertEqual(total_area([self.square, Rectangle(1, 2)]), 11)
        self.assertEqual(total_area([]), 0)

    def test_largest(self):
        self.assertIs(largest([self.square, self.circle]), self.circle)

    def test_by_kind(self):
        kinds = by_kind([self.square, self.circle, Square(1)])
        self.assertEqual(set(kinds), {"Square", "Circle"})
        self.assertEqual(len(kinds["Square"]), 2)
        self.assertIs(kinds["Circle"][0], self.circle)

    def test_own_subclass(self):
        class Dot(Shape):
            def area(self):
                return 0

            def perimeter(self):
                return 0

        self.assertEqual(total_area([Dot(), self.square]), 9)

    def test_incomplete_subclass(self):
        class Half(Shape):
            def area(self):
                return 1

        with self.assertRaises(TypeError):
            Half()


if __name__ == "__main__":
    unittest.main()
