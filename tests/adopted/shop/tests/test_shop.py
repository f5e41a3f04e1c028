import pytest

import shop
from models import Category, Item, OutOfStock, Point
from shop import CATALOGUE, TAX, register, sell


@pytest.fixture(autouse=True)
def fresh():
    shop.reset()
    yield
    shop.reset()


@pytest.fixture
def apple():
    return Item("apple", 1.0, stock=5)


def test_register(apple):
    assert register(apple) is apple
    assert CATALOGUE == {"apple": apple}


def test_register_twice(apple):
    register(apple)
    with pytest.raises(KeyError) as info:
        register(Item("apple", 2.0))
    assert info.value.args == ("apple",)


def test_sell(apple):
    assert sell(apple, 2) == pytest.approx(2.0 * (1 + TAX))
    assert apple.stock == 3


def test_sell_too_many(apple):
    with pytest.raises(OutOfStock) as info:
        sell(apple, 6)
    assert info.value.args == ("apple", 6)
    assert apple.stock == 5


def test_cheapest(apple):
    assert shop.cheapest([Item("car", 9.0, Category.TOYS), apple]) is apple


def test_names(apple):
    car = Item("car", 9.0, Category.TOYS)
    assert shop.names([car, apple]) == ["apple", "car"]
    assert shop.names([car, apple], Category.TOYS) == ["car"]
    assert shop.by_category([car, apple]) == {Category.FOOD: ["apple"], Category.TOYS: ["car"]}


def test_points():
    assert shop.move(Point(1, 2), dx=3) == Point(4, 2)
    assert shop.move(Point(1, 2)).y == 2
    assert shop.distance(Point(0, 0), Point(3, 4)) == 5.0


def test_tax():
    assert TAX == 0.2
