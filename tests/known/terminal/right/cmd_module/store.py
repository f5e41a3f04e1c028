import os
import tempfile

from .model import DECK, Model, Problem, alternate, height


def lines_of(path):
    try:
        with open(path, encoding="utf8") as f:
            raw = f.read().split("\n")
    except OSError as e:
        raise Problem("%s (%s)" % (e.strerror, path))
    except UnicodeError:
        raise Problem("%s is not text" % path)
    for i in range(len(raw)):
        raw[i] = (i + 1, raw[i].split("#")[0].split())
    return [pair for pair in raw if pair[1]]


def entries(lines, labels):
    result = {}
    for number, words in lines:
        text = " ".join(words)
        label, colon, rest = text.partition(":")
        if colon == "" or label.strip() not in labels:
            raise Problem("line %d: %s?" % (number, text[:30]))
        if label.strip() in result:
            raise Problem("line %d: second %s" % (number, label))
        result[label.strip()] = (number, rest)
    if len(result) < len(labels):
        raise Problem("missing: " + " ".join(set(labels) - set(result)))
    return result


class Counter52:
    """Ticks off the cards of the deck."""

    def __init__(self):
        self.left = set(DECK)

    def tick(self, number, card):
        if card not in DECK:
            raise Problem("line %d: %s is no card" % (number, card))
        if card not in self.left:
            raise Problem("line %d: %s was there before" % (number, card))
        self.left.remove(card)
        return card

    def finish(self):
        if self.left:
            raise Problem("%d cards are missing" % len(self.left))


def read_start(path):
    model, counter = Model(), Counter52()
    found = entries(lines_of(path), ["stock"] + list("1234567"))
    for label, (number, text) in sorted(found.items()):
        cards = [counter.tick(number, w) for w in text.split()]
        if label == "stock":
            model.stock = cards[::-1]
        elif len(cards) == int(label):
            model.opened[int(label) - 1] = [cards.pop()]
            model.closed[int(label) - 1] = cards
        else:
            raise Problem("line %d: %d cards in pile %s" % (number, len(cards), label))
    counter.finish()
    return model


def read_save(path):
    lines = lines_of(path)
    number, header = lines[0] if lines else (1, [])
    if len(header) != 2 or header[0] != "solitaire":
        raise Problem("line %d: %s is not a save" % (number, path))
    if header[1] != "1":
        raise Problem("line %d: save of version %s" % (number, header[1]))
    model, counter = Model(), Counter52()
    found = entries(lines[1:], ["stock"] + list("ABCD1234567"))
    number, text = found["stock"]
    if text.count("|") != 1:
        raise Problem("line %d: one bar, please" % number)
    model.waste, model.stock = [[counter.tick(number, w) for w in half.split()] for half in text.split("|")]
    model.stock.reverse()
    for i in range(4):
        number, text = found["ABCD"[i]]
        word = text.strip()
        if word != "[]":
            if word not in DECK:
                raise Problem("line %d: %s is no card" % (number, word))
            end = DECK.index(word) + 1
            model.foundations[i] = [counter.tick(number, c) for c in DECK[end - height(word) - 1:end]]
    for i in range(7):
        number, text = found[str(i + 1)]
        for word in text.split():
            closed = word.startswith("[") and word.endswith("]")
            card = counter.tick(number, word[1:-1] if closed else word)
            if model.opened[i] and (closed or not alternate(card, model.opened[i][-1])):
                raise Problem("line %d: %s cannot lie there" % (number, word))
            (model.closed if closed else model.opened)[i].append(card)
        if model.closed[i] and not model.opened[i]:
            raise Problem("line %d: last card closed" % number)
    counter.finish()
    return model


def write_save(model, path):
    rows = ["solitaire 1"]
    rows.append("stock: %s | %s" % (" ".join(model.waste), " ".join(reversed(model.stock))))
    for letter, f in zip("ABCD", model.foundations):
        rows.append("%s: %s" % (letter, f[-1] if f else "[]"))
    for i in range(7):
        rows.append("%d: %s" % (i + 1, " ".join(["[%s]" % c for c in model.closed[i]] + model.opened[i])))
    try:
        handle, part = tempfile.mkstemp(dir=os.path.dirname(path) or ".", text=True)
        with os.fdopen(handle, "w") as f:
            f.writelines(row + "\n" for row in rows)
        os.replace(part, path)
    except (OSError, ValueError) as e:
        raise Problem("%s: %s" % (path, e))
