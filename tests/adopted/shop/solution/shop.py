from models import Category, Item, OutOfStock, Point

TAX = 0.2
CATALOGUE = {}


def reset():
    CATALOGUE.clear()


def register(item):
    if item.name in CATALOGUE:
        raise KeyError(item.name)
    CATALOGUE[item.name] = item
    return item


def cheapest(items):
    return min(items, key=lambda item: item.price)


def sell(item, count=1):
    if item.stock < count:
        raise OutOfStock(item.name, count)
    item.stock -= count
    return round(item.price * count * (1 + TAX), 2)


def names(items, category=None):
    return sorted(item.name for item in items if category in (None, item.category))


def by_category(items):
    return {category: names(items, category) for category in Category}


def distance(a, b):
    return ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5


def move(point, dx=0, dy=0):
    return Point(point.x + dx, point.y + dy)
