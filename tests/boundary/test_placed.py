"""What students write is placed in classes of a suite: decorators on methods, and descriptors."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, altered, lost, marked

FIELDS = """
import functools


def counted(function):
    @functools.wraps(function)
    def counting(*given, **named):
        counting.calls += 1
        return function(*given, **named)

    counting.calls = 0
    return counting


class Positive:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.name not in instance.__dict__:
            raise AttributeError(self.name)
        return instance.__dict__[self.name]

    def __set__(self, instance, value):
        if value <= 0:
            raise ValueError("not positive")
        instance.__dict__[self.name] = value

    def __delete__(self, instance):
        del instance.__dict__[self.name]


class Once:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = instance.__dict__[self.function.__name__] = self.function(instance)
        return value


def typed(name, kind):
    def get(self):
        return getattr(self, "_" + name)

    def put(self, value):
        if not isinstance(value, kind):
            raise TypeError(name)
        setattr(self, "_" + name, value)

    return property(get, put)


class of_class:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner=None):
        return self.function(owner or type(instance))


def described(one):
    return ", ".join(f"{name}={value}" for name, value in sorted(vars(one).items()))
"""
OF_FIELDS = """
import pytest
from fields import Once, Positive, counted, described, of_class, typed


class Person:
    age = Positive()

    def __init__(self, age):
        self.age = age

    @counted
    def older(self, years):
        return self.age + years


def test_a_decorated_method():
    class Local:
        @counted
        def twice(self, number):
            return 2 * number

    one = Local()
    assert one.twice(2) == 4
    assert Local().twice(number=3) == 6
    assert Local.twice.calls == 2
    assert Local.twice.__name__ == "twice"


def test_a_decorated_method_of_a_class_of_the_file():
    one = Person(3)
    assert one.older(4) == 7
    assert Person.older.calls == 1


def test_a_descriptor():
    one, other = Person(3), Person(5)
    one.age += 1
    assert (one.age, other.age) == (4, 5)
    with pytest.raises(ValueError):
        one.age = 0
    assert one.age == 4
    del one.age
    with pytest.raises(AttributeError):
        one.age


def test_what_is_put_in_the_object_is_there():
    asked = []

    class Lazy:
        @Once
        def value(self):
            asked.append(self)
            return 7

    one = Lazy()
    assert (one.value, one.value) == (7, 7)
    assert asked == [one]


def test_looked_up_in_the_class():
    class Circle:
        radius = Positive()
        unit = of_class(lambda cls: cls.__name__.lower())

    assert isinstance(Circle.radius, Positive)
    assert Circle.radius is Circle.__dict__["radius"]
    assert (Circle.unit, Circle().unit) == ("circle", "circle")


def test_private_names():
    class Named:
        name = typed("name", str)

    one = Named()
    one.name = "x"
    assert one.name == "x"
    with pytest.raises(TypeError):
        one.name = 3


def test_an_object_is_looked_through():
    class Pair:
        def __init__(self):
            self.b, self.a = 2, [1]
            self._hidden = 3

    assert described(Pair()) in ("a=[1], b=2", "_hidden=3, a=[1], b=2")
"""
OTHERWISE = """
import weakref


class counted:
    def __init__(self, function):
        self.function, self.calls, self.__name__ = function, 0, function.__name__

    def __call__(self, *given, **named):
        self.calls += 1
        return self.function(*given, **named)

    def __get__(self, instance, owner=None):
        return self if instance is None else lambda *given, **named: self(instance, *given, **named)


class Positive:
    def __init__(self):
        self.values = {}

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        try:
            return self.values[id(instance)]
        except KeyError:
            raise AttributeError("none") from None

    def __set__(self, instance, value):
        if not value > 0:
            raise ValueError("not positive")
        self.values[id(instance)] = value

    def __delete__(self, instance):
        self.values.pop(id(instance))


class Once:
    def __init__(self, function):
        self.function = function

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        vars(instance).update({self.name: self.function(instance)})
        return vars(instance)[self.name]


class typed:
    def __init__(self, name, kind):
        self.key, self.kind = f"_{name}_", kind

    def __get__(self, instance, owner=None):
        return getattr(instance, self.key)

    def __set__(self, instance, value):
        if type(value) is not self.kind:
            raise TypeError("no")
        if instance.__dict__.get(self.key) != value:
            setattr(instance, self.key, value)


def of_class(function):
    class Of:
        def __get__(self, instance, owner):
            return function(owner)

    return Of()


def described(one):
    parts = [f"{name}={one.__dict__[name]}" for name in one.__dict__]
    return ", ".join(sorted(parts))
"""
MISTAKES = {
    "all calls in one": ("counting.calls += 1", "counting.calls = 1", {"a_decorated_method"}),
    "one value for all": (
        "instance.__dict__[self.name] = value",
        "Positive.value = value; instance.__dict__[self.name] = 4",
        {"a_descriptor", "a_decorated_method_of_a_class_of_the_file"},
    ),
    "nothing in the class": (
        "        if instance is None:\n            return self\n        if self.name not in",
        "        if self.name not in",
        {"looked_up_in_the_class"},
    ),
    "zero": ("value <= 0", "value < 0", {"a_descriptor"}),
    "again and again": (
        "value = instance.__dict__[self.function.__name__] = self",
        "value = self",
        {"what_is_put_in_the_object_is_there"},
    ),
    "any type": ("not isinstance(value, kind)", "False", {"private_names"}),
    "peeks": (
        "sorted(vars(one).items())",
        "(sorted(vars(one).items()) if one._hidden == 3 else ())",
        {"an_object_is_looked_through"},
    ),
    "unsorted": ("sorted(vars(one).items())", "vars(one).items()", {"an_object_is_looked_through"}),
}


@pytest.mark.slow
def test_students_descriptors_work_in_classes_of_a_suite(tmp_path: Path) -> None:
    files = {"solution/fields.py": FIELDS, "tests/test_fields.py": OF_FIELDS}
    assert not adopted(tmp_path, "fields", files).left_out
    texts = {"right": FIELDS, "otherwise": OTHERWISE, **altered(FIELDS, MISTAKES)}
    states = marked(tmp_path, "fields", {name: {"fields.py": one} for name, one in texts.items()})
    mistaken = {name: mistake for name, (_, _, mistake) in MISTAKES.items()}
    assert lost(states) == {"right": set(), "otherwise": set(), **mistaken}
