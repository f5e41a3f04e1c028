"""Classes of a test's own are classes for students' code: to check, to look for, and as keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import altered, lost_by

pytestmark = pytest.mark.slow

SOLUTION = """
import functools

class Container:
    def __init__(self): self.makers = {}
    def register(self, key, maker=None):
        if not isinstance(key, type): raise TypeError("not a class")
        self.makers[key] = maker or key
        return key
    def get(self, key): return self.makers[key]()

class Bus:
    def __init__(self): self.handlers = {}
    def on(self, kind, handler): self.handlers.setdefault(kind, []).append(handler)
    def emit(self, event):
        return [one(event) for one in self.handlers.get(type(event), [])]
    def emit_to_all(self, event):
        found = [some for kind, some in self.handlers.items() if isinstance(event, kind)]
        return [one(event) for some in found for one in some]

def checked(kind):
    def check(value):
        if not isinstance(value, kind): raise TypeError(kind.__name__)
        return value
    return check

def invoke(action): return action() if callable(action) else "not callable"
def are_derived(classes, base): return [issubclass(one, base) for one in classes]

@functools.singledispatch
def show(value): return "something"
"""
TESTS = """
import pytest
from wiring import Bus, Container, are_derived, checked, invoke, show

class Created:
    def __init__(self, name): self.name = name
class Special(Created): ...
class Other: ...
class Sealed(type):
    def __setattr__(cls, name, value): raise TypeError(name)
class Limits(metaclass=Sealed):
    SHOWN = show(3)

def test_get():
    container = Container()
    assert container.register(Other) is Other
    container.register(Created, lambda: Special("a"))
    assert type(container.get(Other)) is Other
    assert container.get(Created).name == "a"
@pytest.mark.parametrize("key", ["Other", Other(), lambda: 1])
def test_refused(key):
    with pytest.raises(TypeError, match="not a class"): Container().register(key)
def test_bus():
    bus = Bus()
    bus.on(Created, lambda event: event.name)
    bus.on(Special, lambda event: event.name * 2)
    assert bus.emit(Created("a")) == ["a"]
    assert bus.emit(Special("b")) == ["bb"]
    assert bus.emit(Other()) == []
def test_bus_of_all():
    bus = Bus()
    bus.on(Created, lambda event: event.name)
    assert bus.emit_to_all(Special("b")) == ["b"]
    assert bus.emit_to_all(Other()) == []
def test_checked():
    special = Special("a")
    assert checked(Created)(special) is special
    with pytest.raises(TypeError, match="Created"): checked(Created)(5)
def test_derived():
    assert are_derived([Special, Other, int], Created) == [True, False, False]
    assert are_derived([Special, int], object) == [True, True]
def test_invoke(): assert invoke(Other()) == "not callable"
def test_sealed():
    assert Limits.SHOWN == "something"
    with pytest.raises(TypeError, match="SHOWN"): Limits.SHOWN = 5
def test_show():
    @show.register
    def _(value: Created): return value.name
    assert show(Created("a")) == "a" and show(Other()) == "something"
"""
LOOKED_UP = "self.handlers.get(type(event), [])"
OF_ALL = "if isinstance(event, kind)]"
CHECK = "if not isinstance(key, type):"
RIGHT = {
    "by attribute": (LOOKED_UP, "self.handlers.get(event.__class__, [])"),
    "by class": (OF_ALL, "if issubclass(type(event), kind)]"),
    "inspected": (CHECK, "import inspect\n        if not inspect.isclass(key):"),
}
WRONG = {
    "exact": (OF_ALL, "if type(event) == kind]", {"bus_of_all"}),
    "by name": (LOOKED_UP, "self.handlers.get(type(event).__name__, [])", {"bus"}),
    "callable": (CHECK, "if not callable(key):", {"refused"}),
    "unchecked": ("raise TypeError(kind.__name__)", "pass", {"checked"}),
}


def test_classes_of_the_tests_own_are_classes(tmp_path: Path) -> None:
    files = {"solution/wiring.py": SOLUTION, "tests/test_wiring.py": TESTS}
    right = {name: SOLUTION.replace(*change) for name, change in RIGHT.items()}
    assert SOLUTION not in right.values()
    found = lost_by(tmp_path, "wiring", files, right | altered(SOLUTION, WRONG))
    assert found == {name: set() for name in right} | {name: one[2] for name, one in WRONG.items()}
