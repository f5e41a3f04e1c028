"""What a suite holds since it was collected, in tests on submissions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from adopting import adopted, coursework_of, earned, lost_by, marked, solution_of
from patience_grader.boundary.exchange import Exchange
from patience_grader.boundary.prelude import Prelude, replayed
from patience_grader.errors import InputError

SOLUTION = """
class Box:
    def __init__(self, n):
        self.n = n


class Small(Box):
    pass


def box(n):
    return Small(n)


def doubled(numbers):
    return map(lambda one: 2 * one, numbers)


def counted():
    yield 5


def double(x):
    return 2 * x


def twice(function):
    return lambda x: function(function(x))


@twice
def more(x):
    return x + 1
"""

TESTS = """
import types
from pathlib import Path

import pytest
from boxes import Box, Small, box, counted, double, doubled, more

BOX = Box(3)

def test_box():
    assert BOX.n == 3

@pytest.mark.parametrize("one", [doubled([1])])
def test_map(one):
    assert double(1) == 2
    assert isinstance(one, map)

@pytest.mark.parametrize("one", [counted()])
def test_generator(one):
    assert double(1) == 2
    assert isinstance(one, types.GeneratorType)

@pytest.mark.parametrize("one", [box(1)])
def test_class(one):
    assert double(1) == 2
    assert type(one) is Small

def test_double():
    assert double(4) == 8

def test_more():
    assert more(1) == 3

def test_elsewhere():
    assert Path("/proc/self/status").read_text()
    assert double(1) == 2
"""

FORGED = """
import gc


class Box:
    def __init__(self, n):
        for one in gc.get_objects():
            if type(one).__name__ == "Executor":
                one.run = lambda request: {answer}


class Small(Box):
    pass


def double(x):
    return 2 * x


box = counted = doubled = double
"""
MALFORMED = [
    "[]",
    "[1, 2, 3, 4]",
    "[[], '', '', [], [], []]",
    "[[], '', '', {}, [], []]",
    "[[], '', '', ['raise', []], [], []]",
    "[[], '', '', ['raise', 5], [], []]",
    "[[], '', '', ['raise', ['E', 5]], [], []]",
    "[[], '', '', ['raise', ['E', [['a']]]], [], []]",
    "[[], '', '', ['raise', ['x']], [], []]",
    "[[], '', '', ['raise', {'0': 1}], [], []]",
    "[[], '', '', ['ok', [['h'], 1]], [], []]",
    "[[5], '', '', ['raise', ['x', 'builtins:ValueError', [['f', 'zz']], {}]], [], []]",
]
OTHERS = {
    "others": SOLUTION.replace("return Small(n)", "return Box(n)")
    .replace("return map(lambda one: 2 * one, numbers)", "return iter([2])")
    .replace("yield 5", "return Box(5)"),
    "objects": SOLUTION.replace("return Small(n)", "return object()")
    .replace("return map(lambda one: 2 * one, numbers)", "return Box(1)")
    .replace("yield 5", "return Box"),
    "liars": "class Liar:\n    __class__ = property(lambda one: map)\n    __eq__ = lambda one, other: True\n"
    + SOLUTION.replace("return Small(n)", "return Liar()")
    .replace("return map(lambda one: 2 * one, numbers)", "return Liar()")
    .replace("yield 5", "return Liar()"),
}
CALLABLE = SOLUTION.replace("return lambda x: function(function(x))", "return Twice(function)")
CALLABLE = f"""
class Twice:
    def __init__(self, function):
        self.function = function

    def __call__(self, x):
        return self.function(self.function(x))

{CALLABLE}
"""
UNCALLABLE = {
    "generators": SOLUTION.replace("return lambda x:", "yield lambda x:"),
    "numbers": SOLUTION.replace("return lambda x: function(function(x))", "return 3"),
    "boxes": SOLUTION.replace("return lambda x: function(function(x))", "return Box(3)"),
}


ENDS = SOLUTION.replace("yield 5", "__import__('os')._exit(0)")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    root = tmp_path_factory.mktemp("collected")
    files = {"solution/boxes.py": SOLUTION, "tests/test_boxes.py": TESTS}
    assert adopted(root, "boxes", files).criteria == 7
    right = solution_of(coursework_of(root, "boxes"))["boxes.py"]
    submissions = {"right": right, "callable": CALLABLE, "ends": ENDS, **OTHERS, **UNCALLABLE}
    for number, answer in enumerate(MALFORMED):
        submissions[f"forged{number}"] = FORGED.format(answer=answer)
    found: dict[str, dict[str, str]] = marked(
        root, "boxes", {name: {"boxes.py": text} for name, text in submissions.items()}
    )
    return found


@pytest.mark.parametrize("name", ["right", "callable"])
def test_what_is_right_is_marked_in_full(results: dict[str, dict[str, str]], name: str) -> None:
    assert len(earned(results[name])) == 7


@pytest.mark.parametrize("name", OTHERS)
def test_an_object_of_another_class_does_not_pass_for_the_references(
    results: dict[str, dict[str, str]], name: str
) -> None:
    kept = {"boxes.box", "boxes.double", "boxes.more"}
    assert earned(results[name]) - {"boxes.elsewhere"} == kept


@pytest.mark.parametrize("name", UNCALLABLE)
def test_a_decorator_that_gives_what_cannot_be_called_is_not_the_suites_fault(
    results: dict[str, dict[str, str]], name: str
) -> None:
    kept = {"boxes.box", "boxes.map", "boxes.generator", "boxes.class", "boxes.double"}
    assert earned(results[name]) - {"boxes.elsewhere"} == kept
    assert results[name]["boxes.more"] in ("failed", "raised")


def test_who_ends_while_a_file_is_imported_has_lost_all_of_its_tests(
    results: dict[str, dict[str, str]],
) -> None:
    """As under pytest. What comes later would be asked of other objects than are meant."""
    assert {*results["ends"].values()} == {"crashed"}


@pytest.mark.parametrize("number", range(len(MALFORMED)))
def test_a_forged_answer_at_collection_is_a_wrong_one(
    results: dict[str, dict[str, str]], number: int
) -> None:
    assert not earned(results[f"forged{number}"])
    assert "void" not in results[f"forged{number}"].values()


def test_what_was_only_looked_at_is_not_asked_for_before_each_test() -> None:
    circle = ["h", 0, "shapes:Circle", []]
    asked: list[tuple[list[Any], Any]] = [
        (["name", "shapes:Circle"], ["s", "shapes:Circle"]),
        (["name", "shapes:ORIGIN"], circle),
        (["op", "isinstance", ["h", 0], ["g", "enum:Enum"]], ["false"]),
        (["op", "isinstance", ["h", 0], ["s", "shapes:Round"]], ["false"]),
        (["attr", ["h", 0], "area"], 5),
        (["op", "bool", None], ["false"]),
    ]
    exchanges = [
        Exchange([[], [], [], operation], answer=[[], "", "", ["ok", value], []])
        for operation, value in asked
    ]
    prelude = Prelude(exchanges)
    assert [*prelude.lasting] == [1, 3, 4, 5]
    assert [one for message in prelude.repeated for one in message.exchanges] == exchanges[1:2] + (
        exchanges[3:]
    )
    exchanges[2].request[0] = [-1]
    assert 2 in Prelude(exchanges).lasting


@pytest.mark.parametrize(("said", "messages"), [(6, [2, 1]), (9, [1, 1, 1])])
def test_who_answers_otherwise_at_collection_is_asked_all_of_it_one_by_one(
    said: int, messages: list[int]
) -> None:
    asked = [["attr", ["s", "shapes:Circle"], name] for name in ("a", "b", "c")]
    exchanges = [
        Exchange([[], [], [], operation], answer=[[], "", "", ["ok", number], []])
        for number, operation in enumerate(asked, 5)
    ]
    replies = iter([[[], "", "", ["ok", value], [], []] for value in (5, said, 7)])
    found = replayed(Prelude(exchanges), list, lambda some: [next(replies) for _ in some])
    assert [len(one) for one in found.messages] == messages


def test_a_suite_that_asks_thousands_of_things_when_it_is_imported_is_refused(
    tmp_path: Path,
) -> None:
    """Each test would have to ask all of it again."""
    tests = (
        "from boxes import Box\n\nBOXES = [Box(n) for n in range(4_000)]\n\n"
        "def test_box():\n    assert BOXES[7].n == 7\n"
    )
    files = {"solution/boxes.py": SOLUTION, "tests/test_boxes.py": tests}
    with pytest.raises(InputError) as refused:
        adopted(tmp_path, "boxes", files)
    assert "test_boxes.py: importing it asks students' code for 4,001 things" in str(refused.value)


COMMANDS = """
KNOWN = {}


def command(name):
    def register(cls):
        KNOWN[name] = cls
        return cls

    return register


def run(name, number):
    return KNOWN[name]().run(number)


class Shell:
    def __init__(self):
        self.count = 0
"""
COMMAND_TESTS = """
from shell import KNOWN, Shell, command, run


@command("double")
class Double:
    def run(self, number):
        return 2 * number


SHELL = Shell()


def test_run():
    assert run("double", 4) == 8


def test_class():
    assert Double().run(run("double", 1)) == 4


def test_known():
    assert KNOWN["double"] is Double


def test_shell():
    assert SHELL.count == 0
"""
REGISTERS = "        KNOWN[name] = cls\n        return cls\n"
COMMAND_WAYS: dict[str, tuple[str, set[str]]] = {
    "noted": ("        cls.command = name\n" + REGISTERS, set()),
    "named": ("        KNOWN[cls.__name__.lower()] = cls\n        return cls\n", set()),
    "kept": ("        return KNOWN.setdefault(name, cls)\n", set()),
    "forgets": ("        return cls\n", {"run", "class", "known"}),
    "returns_nothing": ("        KNOWN[name] = cls\n", {"class", "known"}),
    "other_name": ("        KNOWN[cls] = cls\n        return cls\n", {"run", "class", "known"}),
}


@pytest.mark.slow
def test_classes_that_something_of_students_decorates_are_decorated_by_the_submission(
    tmp_path: Path,
) -> None:
    files = {"solution/shell.py": COMMANDS, "tests/test_shell.py": COMMAND_TESTS}
    assert REGISTERS in COMMANDS
    submissions = {way: COMMANDS.replace(REGISTERS, how) for way, (how, _) in COMMAND_WAYS.items()}
    expected = {way: lost for way, (_, lost) in COMMAND_WAYS.items()}
    assert lost_by(tmp_path, "shell", files, submissions) == expected
