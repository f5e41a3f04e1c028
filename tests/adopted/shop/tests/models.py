from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple


class Category(Enum):
    FOOD = "food"
    TOYS = "toys"


class OutOfStock(Exception):
    pass


@dataclass
class Item:
    name: str
    price: float
    category: Category = Category.FOOD
    stock: int = 1
    tags: list = field(default_factory=list)


class Point(NamedTuple):
    x: float
    y: float
