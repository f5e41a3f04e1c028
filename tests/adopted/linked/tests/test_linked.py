import copy
import unittest
from linked_list import LinkedList, Node

class TestLinkedList(unittest.TestCase):
    """Linked lists."""
    @classmethod
    def setUpClass(cls):
        cls.items = [3, 1, 2]
    def setUp(self):
        self.lst = LinkedList(self.items)
        self.empty = LinkedList()
        self.addCleanup(lambda: None)
    def tearDown(self):
        del self.lst
    def test_len(self):
        self.assertEqual(len(self.lst), 3)
        self.assertEqual(len(self.empty), 0)
    def test_iter(self):
        self.assertEqual(list(self.lst), [3, 1, 2])
        self.assertListEqual([x for x in self.lst], [3, 1, 2])
        a, b, c = self.lst
        self.assertEqual((a, b, c), (3, 1, 2))
        self.assertEqual(sum(self.lst), 6)
        self.assertEqual(sorted(self.lst), [1, 2, 3])
        self.assertEqual(max(self.lst), 3)
        self.assertEqual(list(zip(self.lst, self.lst)), [(3, 3), (1, 1), (2, 2)])
        self.assertEqual(list(enumerate(self.lst))[0], (0, 3))
        self.assertEqual(set(self.lst), {1, 2, 3})
        self.assertEqual(",".join(map(str, self.lst)), "3,1,2")
    def test_iter_protocol(self):
        it = iter(self.lst)
        self.assertEqual(next(it), 3)
        next(it); next(it)
        self.assertRaises(StopIteration, next, it)
        self.assertEqual(next(it, "end"), "end")
    def test_repr(self):
        self.assertEqual(repr(self.lst), "LinkedList([3, 1, 2])")
        self.assertRegex(repr(self.lst), r"LinkedList\(\[.*\]\)")
    def test_pop(self):
        self.assertEqual(self.lst.pop(), 3)
        with self.assertRaises(IndexError):
            self.empty.pop()
        with self.assertRaisesRegex(IndexError, "empty"):
            self.empty.pop()
    def test_pop_cm(self):
        with self.assertRaises(IndexError) as cm:
            self.empty.pop()
        self.assertEqual(str(cm.exception), "pop from empty list")
        self.assertEqual(cm.exception.args[0], "pop from empty list")
    def test_getitem(self):
        self.assertEqual(self.lst[0], 3)
        self.assertEqual(self.lst[-1], 2)
        for i in (3, -4, 100):
            with self.subTest(i=i):
                with self.assertRaises(IndexError):
                    self.lst[i]
    def test_slice(self):
        self.assertIsInstance(self.lst[1:], LinkedList)
        self.assertEqual(list(self.lst[1:]), [1, 2])
        self.assertEqual(list(self.lst[::-1]), [2, 1, 3])
    def test_setitem(self):
        self.lst[1] = 10
        self.assertEqual(list(self.lst), [3, 10, 2])
        self.lst[0] += 5
        self.assertEqual(self.lst[0], 8)
    def test_delitem(self):
        del self.lst[0]
        self.assertEqual(list(self.lst), [1, 2])
    def test_contains(self):
        self.assertIn(1, self.lst)
        self.assertNotIn(9, self.lst)
        self.assertTrue(3 in self.lst)
    def test_add(self):
        both = self.lst + LinkedList([9])
        self.assertEqual(list(both), [3, 1, 2, 9])
        self.assertEqual(len(self.lst), 3)
        self.assertIsNot(both, self.lst)
    def test_mul(self):
        self.assertEqual(list(LinkedList([1]) * 3), [1, 1, 1])
        self.assertEqual(list(2 * LinkedList([1, 2])), [1, 2, 1, 2])
    def test_eq(self):
        self.assertEqual(LinkedList([1, 2]), LinkedList([1, 2]))
        self.assertNotEqual(LinkedList([1]), LinkedList([2]))
        self.assertNotEqual(LinkedList([1]), [1])
        self.assertFalse(LinkedList([1]) == [1])
    def test_reverse(self):
        self.lst.reverse()
        self.assertEqual(list(self.lst), [2, 1, 3])
        self.assertIsNone(self.lst.reverse())
    def test_reversed(self):
        self.assertEqual(list(reversed(self.lst)), [2, 1, 3])
    def test_nodes(self):
        self.assertIsNone(self.empty.head)
        self.assertEqual(self.lst.head.value, 3)
        self.assertEqual(self.lst.head.next.next.value, 2)
        self.assertIsNone(self.lst.head.next.next.next)
        n = Node(1)
        self.assertIsNone(n.next)
        n.next = Node(2)
        self.assertEqual(n.next.value, 2)
    def test_slots(self):
        with self.assertRaises(AttributeError):
            Node(1).other = 2
        self.assertFalse(hasattr(Node(1), "__dict__"))
    def test_manual_nodes(self):
        l = LinkedList()
        l.head = Node("a", Node("b"))
        self.assertEqual(list(l), ["a", "b"])
    def test_copy(self):
        c = copy.deepcopy(self.lst)
        c.append(1)
        self.assertEqual(len(self.lst), 3)
        self.assertEqual(len(c), 4)
    def test_lt(self):
        self.assertLess(LinkedList([1]), LinkedList([2]))
        self.assertGreater(LinkedList([3]), LinkedList([2]))
    def test_unhashable(self):
        with self.assertRaises(TypeError):
            hash(self.lst)
        with self.assertRaises(TypeError):
            {self.lst}
    def test_nested(self):
        l = LinkedList([[1], [2]])
        l[0].append(5)
        self.assertEqual(l[0], [1, 5])
    def test_many(self):
        l = LinkedList(range(500))
        self.assertEqual(len(l), 500)
        self.assertEqual(l[499], 499)

if __name__ == "__main__":
    unittest.main()
