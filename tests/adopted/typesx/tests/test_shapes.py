import dataclasses
import inspect
import math
import typing
import pickle
import pytest
import shapes
from shapes import *
from shapes import PI, ORIGIN, Colour as Col

SHAPES = [Circle(1), Square(2), Circle(3, Colour.GREEN)]

@pytest.fixture(scope="module")
def square():
    return Square(4)

def test_enum_values(): assert [c.value for c in Colour] == ["r", "g"] and len(Colour) == 2
def test_enum_alias(): assert Colour.CRIMSON is Colour.RED and Colour("r") is Colour.RED
def test_enum_bad():
    with pytest.raises(ValueError): Colour("zz")
    with pytest.raises(KeyError): Colour["PINK"]
def test_enum_parse(): assert Colour.parse("Green") == Colour.GREEN and str(Colour.RED) == "Red"
def test_enum_dict():
    d = {Colour.RED: 1, Colour.GREEN: 2}
    assert d[Col.RED] == 1 and d[Colour("g")] == 2
TABLE = {Colour.RED: "rouge", Colour.GREEN: "vert"}
def test_enum_table():
    assert TABLE[Colour.parse("red")] == "rouge"
    assert {c: c.pretty for c in Colour} == {Colour.RED: "Red", Colour.GREEN: "Green"}
def test_enum_members(): assert list(Colour.__members__) == ["RED", "GREEN", "CRIMSON"] and Colour.RED in Colour
def test_flag():
    rw = Perm.R | Perm.W
    assert Perm.R in rw and Perm.X not in rw and rw.value == 6 and rw & Perm.R == Perm.R
def test_level(): assert Level.LOW < Level.HIGH and Level.HIGH == 10 and sorted(Level) == [1, 10]
def test_size(): assert Size.S == "small" and Size("large") is Size.L and Size.S.upper() == "SMALL"
@pytest.mark.parametrize("colour,want", [(Colour.RED, "Red"), (Colour.GREEN, "Green")])
def test_pretty(colour, want): assert colour.pretty == want
@pytest.mark.parametrize("c", [Colour.RED, Colour.GREEN])
def test_is_enum(c): assert c is Colour(c.value) and isinstance(c, Colour) and c in Colour
def test_frozen():
    p = Point(1, 2)
    with pytest.raises(dataclasses.FrozenInstanceError): p.x = 3
    with pytest.raises(AttributeError): p.y = 1
def test_point_ops():
    assert Point(1, 2) + Point(3, 4) == Point(4, 6) and -Point(1) == Point(-1)
    assert abs(Point(3, 4)) == 5 and Point(3, 4).distance(ORIGIN) == pytest.approx(5.0)
    x, y = Point(7, 8)
    assert (x, y) == (7, 8) and hash(Point(1)) == hash(Point(1)) and {Point(1): "a"}[Point(1)] == "a"
def test_point_repr(): assert repr(Point(1, 2)) == "Point(x=1, y=2)"
def test_fields(): assert [f.name for f in dataclasses.fields(Point)] == ["x", "y"] and dataclasses.is_dataclass(Point)
def test_field_default(): assert dataclasses.fields(Point)[1].default == 0.0
def test_field_types(): assert {f.name: f.type for f in dataclasses.fields(Version)} == {"major": "int", "minor": "int"}
def test_asdict(): assert dataclasses.asdict(Point(1, 2)) == {"x": 1, "y": 2} and dataclasses.astuple(Point(1)) == (1, 0.0)
def test_replace(): assert dataclasses.replace(Point(1, 2), y=5) == Point(1, 5)
def test_instance_dataclass(): assert dataclasses.is_dataclass(Point(1)) and not dataclasses.is_dataclass(Square(1))
def test_pair():
    p = Pair(1)
    assert p == (1, 2) and p.total == 3 and Pair._fields == ("first", "second") and isinstance(p, tuple)
    a, b = p
    assert a == 1 and p._replace(first=9) == (9, 2) and Pair(*[3, 4])[1] == 4
    with pytest.raises(AttributeError): p.first = 2
def test_pair_default(): assert Pair._field_defaults == {"second": 2}
def test_abstract():
    with pytest.raises(TypeError, match="abstract"): Shape()
def test_isabstract(): assert inspect.isabstract(Shape) and not inspect.isabstract(Circle)
def test_missing_method():
    class Half(Shape):
        def area(self): return 1
    with pytest.raises(TypeError): Half()
def test_suite_subclass():
    class Unit(Shape):
        name = "unit"
        def area(self): return 1
    assert Unit().describe() == "unit of area 1.00"
    assert total_area([Unit(), Square(2)]) == 5
    assert isinstance(Unit(), Shape)
def test_registry(): assert shapes.Shape.registry["Circle"] is Circle and set(Shape.registry) >= {"Circle", "Square"}
def test_count():
    before = Shape.count
    Circle(); Square(1)
    assert Shape.count == before + 2
def test_protocol():
    class Thing:
        def area(self): return 3
    assert isinstance(Thing(), HasArea) and isinstance(Circle(), HasArea) and not isinstance(5, HasArea)
def test_duck():
    class Thing:
        def area(self): return 3
    assert total_area([Thing(), Thing()]) == 6
def test_describe(): assert Circle(1).describe() == "circle of area 3.14"
def test_negative():
    with pytest.raises(ValueError, match=r"negative radius: -1$"): Circle(-1)
def test_default_factory():
    a, b = Circle(), Circle()
    a.tags.append("x")
    assert b.tags == [] and a.tags == ["x"]
def test_cached():
    c = Circle(5)
    assert c.big and c.big and c.tags == ["computed"]
def test_ordering(): assert Circle(1) < Circle(2) <= Circle(2) and Circle(3) > Circle(2) and max(Circle(1), Circle(9)).r == 9
def test_not_comparable():
    with pytest.raises(TypeError): Circle(1) < 5
def test_circle_eq(): assert Circle(1) == Circle(1, Colour.GREEN) and Circle(1) != 1 and len({Circle(1), Circle(1)}) == 1
@pytest.mark.parametrize("shape", SHAPES)
def test_all_areas(shape): assert shape.area() > 0 and isinstance(shape, Shape)
@pytest.mark.parametrize("shape,area", [(Square(2), 4), (Circle(1), math.pi)], ids=["sq", "ci"])
def test_area(shape, area): assert shape.area() == pytest.approx(area)
@pytest.mark.parametrize("cls", [Circle, Square])
def test_subclasses(cls): assert issubclass(cls, Shape) and cls.__base__ is Shape and cls.__mro__[1] is Shape
@pytest.mark.parametrize("cls,args", [(Circle, (2,)), (Square, (3,))])
def test_construct(cls, args): assert type(cls(*args)) is cls and cls(*args).__class__.__name__ == cls.__name__
def test_module_square(square):
    square.side = 5
    assert square.area() == 25
def test_module_square2(square):
    assert square.side >= 4
def test_setter_type():
    with pytest.raises(TypeError, match="number"): Square("x")
def test_getattr(): assert Square(3).double_side == 6
def test_getattr_missing():
    with pytest.raises(AttributeError): Square(3).nothing
    assert not hasattr(Square(1), "zzz") and hasattr(Square(1), "side") and getattr(Square(1), "q", 7) == 7
def test_is_property(): assert isinstance(Square.side, property) and Square.side.fset is not None
def test_vars(): assert vars(Square(3)) == {"_side": 3} and Square(3).__dict__ == {"_side": 3}
def test_private(): assert Square(3)._side == 3
def test_generic(): assert Box(2).map(lambda x: x + 1).item == 3 and Box[int](5).item == 5
def test_config():
    c = Config(name="a")
    assert c.debug is False
    with pytest.raises(TypeError): Config("a")
    with pytest.raises(AttributeError): c.zz = 1
def test_version(): assert Version(1) < Version(1, 1) and sorted([Version(2), Version(1, 5)])[0].minor == 5 and {Version(1): 1}[Version(1)] == 1
def test_bump():
    v = Version(1)
    w = v.bump()
    assert w == Version(1, 1) and v.minor == 0 and w is not v
def test_match_args():
    match Version(1, 2):
        case Version(major=1, minor=m): assert m == 2
        case _: pytest.fail("no match")
def test_match_positional():
    match Point(0, 3):
        case Point(0, y): assert y == 3
        case _: assert False
def test_temp():
    t = Temperature(20.5)
    assert f"{t:C}" == "20.5°C" and int(t) == 20 and float(t) == 20.5 and round(t) == 20 and t(1) == 21.5
    assert t["k"] == ("k", 20.5) and 20.5 in t and t @ t == "at" and 30 - t == 9.5
def test_index(): assert [10, 20, 30][Temperature(1)] == 20 and list(range(Temperature(2))) == [0, 1] and "abc"[Temperature(0):] == "abc"
def test_inner_exception():
    with pytest.raises(Temperature.Bad) as e: Temperature(-300).check()
    assert e.value.args == ("too cold", -300)
def test_largest(): assert largest([Circle(1), Square(5)]).side == 5 and largest([]) is None
def test_largest_key(): assert largest([Circle(1), Circle(5)], key=lambda s: -s.r).r == 1
def test_unbound(): assert Square.area(Square(3)) == 9
def test_signature():
    sig = inspect.signature(parse)
    assert list(sig.parameters) == ["text", "strict", "args", "sep", "kw"]
    assert sig.parameters["strict"].default is False and sig.parameters["sep"].kind is inspect.Parameter.KEYWORD_ONLY
    assert sig.parameters["text"].default is inspect.Parameter.empty
def test_annotations(): assert parse.__annotations__["text"] == "str" and parse.__annotations__["return"] == "dict[str, int]"
def test_type_hints():
    hints = typing.get_type_hints(mixed)
    assert hints["a"] == typing.Union[int, str] and hints["b"] == (int | None) and hints["return"] == list[tuple[int, ...]]
def test_hints_parse(): assert typing.get_type_hints(parse)["text"] is str and typing.get_type_hints(parse)["return"] == dict[str, int]
def test_defaults(): assert parse.__defaults__ == (False,) and parse.__kwdefaults__ == {"sep": ","}
def test_code(): assert parse.__code__.co_argcount == 2 and parse.__code__.co_varnames[0] == "text"
def test_source(): assert "for" not in inspect.getsource(total_area).replace("for s in", "") and "sum" in inspect.getsource(total_area)
def test_doc(): assert shapes.__doc__.startswith("Shapes") and inspect.getdoc(shapes) is not None
def test_members():
    names = [n for n, _ in inspect.getmembers(Square, inspect.isfunction)]
    assert "area" in names and "area" in dir(Square) and "area" in Square.__dict__
def test_function_kinds(): assert inspect.isfunction(parse) and inspect.isclass(Shape) and inspect.ismethod(Square(1).area) and not inspect.isfunction(Square)
def test_pi(): assert PI == 3 and shapes.PI == 3
def test_patch_pi(monkeypatch):
    monkeypatch.setattr(shapes, "PI", 4)
    assert shapes.PI == 4
def test_method_patch(monkeypatch):
    monkeypatch.setattr(Circle, "area", lambda self: 42)
    assert Circle(1).area() == 42 and total_area([Circle(1)]) == 42
def test_qualname(): assert Square.area.__qualname__ == "Square.area" and Square.__module__ == "shapes" and parse.__module__ == "shapes"
def test_isinstance_tuple(): assert isinstance(Circle(1), (Square, Circle)) and not isinstance(Circle(1), Square)
def test_type_eq(): assert type(Circle(1)) == Circle and type(Circle(1)) is not type(Square(1))
def test_module_of_all(): assert callable(Shape) and hasattr(shapes, "largest") and not hasattr(shapes, "smallest")
def test_exec_list(): assert [type(s).__name__ for s in SHAPES] == ["Circle", "Square", "Circle"]
