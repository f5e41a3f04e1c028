"""Shapes: abc, Protocol, NamedTuple, dataclasses."""
from __future__ import annotations
import enum
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, KW_ONLY, InitVar
from functools import cached_property, total_ordering
from typing import ClassVar, NamedTuple, Optional, Protocol, Union, runtime_checkable, Generic, TypeVar, Iterable

T = TypeVar("T")
PI = 3
ORIGIN: Point

class Colour(enum.Enum):
    RED = "r"
    GREEN = "g"
    CRIMSON = "r"
    @property
    def pretty(self): return self.name.title()
    @classmethod
    def parse(cls, s): return cls(s[0].lower())
    def __str__(self): return self.pretty

class Perm(enum.Flag):
    R = 4
    W = 2
    X = 1

class Level(enum.IntEnum):
    LOW = 1
    HIGH = 10

class Size(str, enum.Enum):
    S = "small"
    L = "large"

@dataclass(frozen=True)
class Point:
    x: float
    y: float = 0.0
    def __add__(self, o): return Point(self.x + o.x, self.y + o.y)
    def __neg__(self): return Point(-self.x, -self.y)
    def __abs__(self): return math.hypot(self.x, self.y)
    def __iter__(self): return iter((self.x, self.y))
    def distance(self, other: Point) -> float: return abs(self + -other)

ORIGIN = Point(0, 0)

class Pair(NamedTuple):
    first: int
    second: int = 2
    @property
    def total(self): return self.first + self.second

@runtime_checkable
class HasArea(Protocol):
    def area(self) -> float: ...

class Shape(ABC):
    count: ClassVar[int] = 0
    registry: dict = {}
    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        Shape.registry[cls.__name__] = cls
    def __new__(cls, *a, **k):
        Shape.count += 1
        return super().__new__(cls)
    @property
    @abstractmethod
    def name(self) -> str: ...
    @abstractmethod
    def area(self) -> float: ...
    def describe(self): return f"{self.name} of area {self.area():.2f}"

@total_ordering
@dataclass(eq=False)
class Circle(Shape):
    r: float = 1
    colour: Colour = Colour.RED
    tags: list[str] = field(default_factory=list, repr=False)
    name = "circle"
    def __post_init__(self):
        if self.r < 0: raise ValueError(f"negative radius: {self.r}")
    def area(self): return math.pi * self.r ** 2
    @cached_property
    def big(self):
        self.tags.append("computed")
        return self.area() > 10
    def __eq__(self, o): return isinstance(o, Circle) and self.r == o.r
    def __lt__(self, o):
        if not isinstance(o, Circle): return NotImplemented
        return self.r < o.r
    def __hash__(self): return hash(self.r)

class Square(Shape):
    def __init__(self, side): self.side = side
    @property
    def name(self): return "square"
    @property
    def side(self): return self._side
    @side.setter
    def side(self, v):
        if not isinstance(v, (int, float)): raise TypeError("side must be a number")
        self._side = v
    def area(self): return self.side ** 2
    def __getattr__(self, n):
        if n.startswith("double_"): return 2 * getattr(self, n[7:])
        raise AttributeError(n)

class Box(Generic[T]):
    def __init__(self, item: T): self.item = item
    def map(self, f) -> Box: return Box(f(self.item))

@dataclass(slots=True, kw_only=True)
class Config:
    name: str
    debug: bool = False

@dataclass(order=True, unsafe_hash=True)
class Version:
    major: int
    minor: int = 0
    def bump(self) -> Version: return Version(self.major, self.minor + 1)

class Meta(type):
    def __new__(m, n, b, d):
        d["added"] = n.lower()
        return super().__new__(m, n, b, d)
class WithMeta(metaclass=Meta): pass

class Temperature:
    class Bad(Exception): pass
    __slots__ = ("_c",)
    def __init__(self, c): self._c = c
    def __eq__(self, o): return self._c == o._c
    def __format__(self, spec): return f"{self._c}°{spec}"
    def __int__(self): return int(self._c)
    def __float__(self): return float(self._c)
    def __round__(self, n=None): return round(self._c, n)
    def __call__(self, x): return self._c + x
    def __getitem__(self, k): return (k, self._c)
    def __contains__(self, x): return x == self._c
    def __matmul__(self, o): return "at"
    def __rsub__(self, o): return o - self._c
    def __index__(self): return int(self._c)
    def check(self):
        if self._c < -273: raise Temperature.Bad("too cold", self._c)

def largest(shapes: Iterable[Shape], key=lambda s: s.area()) -> Optional[Shape]:
    return max(shapes, key=key, default=None)
def total_area(shapes: list[HasArea]) -> float:
    return sum(s.area() for s in shapes)
def parse(text: str, strict: bool = False, *args: int, sep: str = ",", **kw) -> dict[str, int]:
    return {p.split("=")[0]: int(p.split("=")[1]) for p in text.split(sep)}
def mixed(a: Union[int, str], b: int | None = None) -> list[tuple[int, ...]]: ...
