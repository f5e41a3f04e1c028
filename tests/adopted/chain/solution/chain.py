from dataclasses import dataclass
from enum import Enum, auto


class Empty(Exception):
    """There is nothing in it."""


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class Chain:
    def __init__(self, values=()):
        self.head = None
        self._size = 0
        for value in reversed(list(values)):
            self.push(value)

    def push(self, value):
        self.head = Node(value, self.head)
        self._size += 1
        return self

    def pop(self):
        if self.head is None:
            raise Empty("empty chain")
        node, self.head = self.head, self.head.next
        self._size -= 1
        return node.value

    def peek(self):
        if self.head is None:
            raise Empty
        return self.head.value

    def __len__(self):
        return self._size

    def __iter__(self):
        return ChainIterator(self.head)

    def __getitem__(self, place):
        if isinstance(place, slice):
            return Chain(list(self)[place])
        for number, value in enumerate(self):
            if number == place:
                return value
        raise IndexError(place)

    def to_list(self):
        return list(self)

    def walk(self, visit):
        node = self.head
        while node is not None:
            visit(node)
            node = node.next


class ChainIterator:
    def __init__(self, node):
        self.node = node

    def __iter__(self):
        return self

    def __next__(self):
        if self.node is None:
            raise StopIteration
        value, self.node = self.node.value, self.node.next
        return value


@dataclass
class Pair:
    left: int
    right: int = 0

    def swapped(self):
        return Pair(self.right, self.left)


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0


class Color(Enum):
    RED = auto()
    GREEN = auto()

    @property
    def other(self):
        return Color.GREEN if self is Color.RED else Color.RED


class Stack(list):
    def push(self, value):
        self.append(value)
