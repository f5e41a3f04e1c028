class Queue:
    def __init__(self): self._items = []
    def put(self, x): self._items.append(x)
    def get(self):
        if not self._items: raise IndexError("empty")
        return self._items.pop(0)
    @property
    def size(self): return len(self._items)
