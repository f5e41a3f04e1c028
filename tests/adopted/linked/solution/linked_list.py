class Node:
    __slots__ = ("value", "next")
    def __init__(self, value, next=None):
        self.value = value
        self.next = next

class LinkedList:
    def __init__(self, items=()):
        self.head = None
        self._n = 0
        for x in items:
            self.append(x)
    def append(self, x):
        self._n += 1
        node = Node(x)
        if self.head is None:
            self.head = node
            return
        cur = self.head
        while cur.next:
            cur = cur.next
        cur.next = node
    def prepend(self, x):
        self.head = Node(x, self.head)
        self._n += 1
    def pop(self):
        if self.head is None:
            raise IndexError("pop from empty list")
        x = self.head.value
        self.head = self.head.next
        self._n -= 1
        return x
    def reverse(self):
        prev, cur = None, self.head
        while cur:
            cur.next, prev, cur = prev, cur, cur.next
        self.head = prev
    def __iter__(self):
        cur = self.head
        while cur:
            yield cur.value
            cur = cur.next
    def __len__(self):
        return self._n
    def __getitem__(self, i):
        if isinstance(i, slice):
            return LinkedList(list(self)[i])
        if i < 0:
            i += self._n
        if not 0 <= i < self._n:
            raise IndexError(i)
        for j, x in enumerate(self):
            if i == j:
                return x
    def __setitem__(self, i, x):
        cur = self.head
        for _ in range(i):
            cur = cur.next
        cur.value = x
    def __delitem__(self, i):
        items = list(self)
        del items[i]
        self.__init__(items)
    def __contains__(self, x):
        return any(x == y for y in self)
    def __add__(self, other):
        return LinkedList([*self, *other])
    def __mul__(self, n):
        return LinkedList(list(self) * n)
    __rmul__ = __mul__
    def __eq__(self, other):
        return isinstance(other, LinkedList) and list(self) == list(other)
    def __repr__(self):
        return f"LinkedList({list(self)!r})"
    def __reversed__(self):
        return reversed(list(self))
    def __lt__(self, other):
        return list(self) < list(other)
