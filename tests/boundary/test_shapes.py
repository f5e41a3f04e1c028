"""Structures that are right and of another shape than the solution's: tests walk through them."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import lost_by

pytestmark = pytest.mark.slow

CLASSES = """
class Num:
    def __init__(self, value):
        self.value = value


class BinOp:
    def __init__(self, op, left, right):
        self.op, self.left, self.right = op, left, right
"""
SOLUTION = '''
class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right
        self.parent = None

    def kids(self):
        return [one for one in (self.left, self.right) if one is not None]


def size(node):
    return 1 + size(node.left) + size(node.right) if node else 0


class Tree:
    """Rebuilt with each key, from the keys in order."""

    def __init__(self):
        self.keys = []
        self.root = None

    def insert(self, key):
        if key not in self.keys:
            self.keys = sorted([*self.keys, key])
        self.root = self.built(self.keys)
        return self

    def built(self, keys):
        if not keys:
            return None
        middle = len(keys) // 2
        node = Node(keys[middle], self.built(keys[:middle]), self.built(keys[middle + 1 :]))
        for child in (node.left, node.right):
            if child is not None:
                child.parent = node
        return node


def parse(text):
    """Sums and differences of numbers."""
    node = None
    for op, part in zip([None, *text.split()[1::2]], text.split()[::2]):
        node = BinOp(op, node, Num(int(part))) if op else Num(int(part))
    return node
'''
TESTS = """
import pytest
from trees import BinOp, Num, Tree, parse, size

KEYS = [5, 2, 8, 1, 9, 3, 7]


def tree(keys=KEYS):
    made = Tree()
    for key in keys:
        made.insert(key)
    return made


def inorder(node):
    if node is None:
        return []
    return [*inorder(node.left), node.key, *inorder(node.right)]


def height(node):
    return 1 + max(height(node.left), height(node.right)) if node else 0


def test_inorder():
    assert inorder(tree().root) == sorted(KEYS)


@pytest.mark.parametrize("count", [1, 7, 20])
def test_height(count):
    assert height(tree(range(count)).root) <= 1.45 * (count + 2).bit_length()


def test_order():
    waiting, seen = [tree().root], 0
    while waiting:
        node = waiting.pop()
        seen += 1
        for child, is_left in ((node.left, True), (node.right, False)):
            if child is not None:
                assert (child.key < node.key) == is_left
                waiting.append(child)
    assert seen == len(KEYS)


def test_parents():
    root = tree().root
    assert root.parent is None
    node = root
    while node.left != None:
        assert node.left.parent is node
        node = node.left
    visited = set()
    while node is not None:
        visited.add(node)
        node = node.parent
    assert root in visited


def test_kids():
    root = tree().root
    level, levels = [root], []
    while level:
        levels.append([node.key for node in level])
        assert all(size(node) >= 1 + len(node.kids()) for node in level)
        level = [kid for node in level for kid in node.kids()]
    assert sorted(key for keys in levels for key in keys) == sorted(KEYS)
    assert sum(size(kid) for kid in root.kids()) == len(KEYS) - 1


def test_cut():
    root = tree().root
    node = root
    while node.left is not None:
        above, node = node, node.left
    left = size(root)
    above.left = None
    assert size(root) == left - size(node)
    above.left = node
    assert size(root) == left and root.left.parent is root


def value(node):
    if isinstance(node, Num):
        return node.value
    left, right = value(node.left), value(node.right)
    return left + right if node.op == "+" else left - right


@pytest.mark.parametrize("text, expected", [("7", 7), ("1 + 2 - 3 + 9", 9), ("1 - 1 - 1", -1)])
def test_value(text, expected):
    tree = parse(text)
    assert isinstance(tree, (Num, BinOp))
    assert value(tree) == expected


def test_leaves():
    def leaves(node):
        return [node] if hasattr(node, "value") else leaves(node.left) + leaves(node.right)

    assert sorted(leaf.value for leaf in leaves(parse("1 + 2 + 3 + 4"))) == [1, 2, 3, 4]
"""
BALANCED = """
class Node:
    def __init__(self, key):
        self.key, self.left, self.right, self.parent = key, None, None, None
        self.height = 1

    def kids(self):
        return tuple(one for one in (self.left, self.right) if one is not None)


def size(node):
    return 1 + sum(map(size, node.kids())) if node else 0


class Tree:
    def __init__(self):
        self.root = None

    def insert(self, key):
        self.root = self._insert(self.root, key)
        self.root.parent = None

    def _insert(self, node, key):
        if node is None:
            return Node(key)
        if key < node.key:
            node.left = self._insert(node.left, key)
        elif key > node.key:
            node.right = self._insert(node.right, key)
        return self._balanced(node)

    def _balanced(self, node):
        self._update(node)
        if self._lean(node) > 1:
            if self._lean(node.left) < 0:
                node.left = self._rotated(node.left, "right", "left")
            return self._rotated(node, "left", "right")
        if self._lean(node) < -1:
            if self._lean(node.right) > 0:
                node.right = self._rotated(node.right, "left", "right")
            return self._rotated(node, "right", "left")
        return node

    def _rotated(self, node, up, down):
        top = getattr(node, up)
        setattr(node, up, getattr(top, down))
        setattr(top, down, node)
        self._update(node)
        self._update(top)
        return top

    def _lean(self, node):
        return self._height(node.left) - self._height(node.right)

    def _height(self, node):
        return node.height if node else 0

    def _update(self, node):
        node.height = 1 + max(self._height(node.left), self._height(node.right))
        for child in (node.left, node.right):
            if child:
                child.parent = node
"""
EXPRESSIONS = """

def parse(text):
    words = text.split()
    numbers = [Num(int(one) * (-1 if op == "-" else 1))
               for one, op in zip(words[::2], ["+", *words[1::2]])]
    while len(numbers) > 1:
        numbers = [BinOp("+", *numbers[i:i + 2]) if numbers[i + 1:] else numbers[i]
                   for i in range(0, len(numbers), 2)]
    return numbers[0]
"""
ANYTHING = """
class Anything:
    def __init__(self, *given):
        self.calls = 0

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __call__(self, *given):
        return Anything()

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __bool__(self):
        self.calls += 1
        return self.calls < 3

    def __add__(self, other):
        return 9

    __radd__ = __sub__ = __rsub__ = __add__

    def __lt__(self, other):
        return True

    __gt__ = __le__ = __ge__ = __lt__

    def __iter__(self):
        return iter([1, 2, 3, 5, 7, 8, 9])

    def __hash__(self):
        return 1


class Node(Anything):
    pass


class Tree(Anything):
    pass


class Num(Anything):
    pass


class BinOp(Anything):
    pass


def size(node):
    return 7


def parse(text):
    return Num(text)
"""
ALL = {"inorder", "height", "order", "parents", "kids", "cut", "value", "leaves"}


def test_they_lose_what_they_would_under_pytest(tmp_path: Path) -> None:
    solution, right = CLASSES + SOLUTION, CLASSES + BALANCED + EXPRESSIONS
    files = {"solution/trees.py": solution, "tests/test_trees.py": TESTS}
    submissions = {
        "100001": solution,
        "100002": right,
        "100003": right.replace("node.right = self._insert", "node.left = self._insert"),
        "100004": right.replace("child.parent = node", "child.parent = child"),
        "100005": right.replace("return self._balanced(node)", "self._update(node); return node"),
        "100006": right.replace('-1 if op == "-"', '1 if op == "-"'),
        "100007": ANYTHING,
    }
    assert lost_by(tmp_path, "shapes", files, submissions) == {
        "100001": set(),
        "100002": set(),
        "100003": {"inorder", "kids", "order"},
        "100004": {"cut", "parents"},
        "100005": {"height"},
        "100006": {"value"},
        "100007": ALL,
    }
