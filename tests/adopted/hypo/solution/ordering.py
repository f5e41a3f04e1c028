def is_sorted(xs):
    return all(a <= b for a, b in zip(xs, xs[1:]))


def merge(xs, ys):
    found, i, j = [], 0, 0
    while i < len(xs) and j < len(ys):
        if xs[i] <= ys[j]:
            found.append(xs[i])
            i += 1
        else:
            found.append(ys[j])
            j += 1
    return found + xs[i:] + ys[j:]


def encode(text):
    found = []
    for char in text:
        if found and found[-1][0] == char:
            found[-1] = (char, found[-1][1] + 1)
        else:
            found.append((char, 1))
    return found


def decode(pairs):
    return "".join(char * count for char, count in pairs)


class Bag:
    def __init__(self):
        self.items = {}

    def add(self, item):
        self.items[item] = self.items.get(item, 0) + 1

    def count(self, item):
        return self.items.get(item, 0)

    def discard(self, item):
        if self.count(item):
            self.items[item] -= 1
