"""What a test does with a submission, as Python that can be typed beside the submission's files."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ..sandbox.guest.operations import PLACED
from ..text.expressions import Expressions, NotExpressibleError
from . import lambdas
from .binding import BoundMeta
from .bound_functions import BoundFunction
from .bound_modules import BoundModule
from .derived_classes import is_derived
from .link_view import known_of
from .odd import Odd
from .wording import shown

if TYPE_CHECKING:
    from .commands import Command

_INFIX = dict(
    zip(
        (
            "eq ne lt le gt ge add sub mul truediv floordiv mod matmul and_ or_ xor lshift rshift "
            "iadd isub imul itruediv ifloordiv imod iand ior ixor"
        ).split(),
        "== != < <= > >= + - * / // % @ & | ^ << >> += -= *= /= //= %= &= |= ^=".split(),
        strict=True,
    )
)
_PREFIX = {"neg": "-", "pos": "+", "invert": "~"}
_ACTING = {
    *(
        "run runpy call set del setitem delitem next enter exit send await anext aenter aexit"
    ).split(),
    *("put", "unput", "seed"),
    *("iadd isub imul itruediv ifloordiv imod iand ior ixor ilshift irshift imatmul ipow").split(),
}
_AS_CALLED = {
    *("abs bool bytes callable complex dir divmod float format hash int isinstance").split(),
    *("issubclass iter len list next pow repr reversed round str").split(),
}
"""Operations that are written as the call of a built-in function."""
_LARGEST = 3_000
"""A value of more parts is not written down whole."""
_MOST_PARTS = 20
_LONGEST = 120


@dataclass(frozen=True)
class Source:
    """A line of Python, and what it needs."""

    text: str = ""
    imports: frozenset[str] = frozenset()
    """The lines that import what it names."""
    is_whole: bool = True
    """Whether it can be typed as it is; not if something in it cannot be written down."""
    typed: tuple[str, ...] = ()
    """What the test's own `input` gives while it runs."""


class Writer(Expressions):
    """Writes values and operations down by the names that a test uses."""

    def __init__(self, importable: Collection[str]) -> None:
        """`importable` are the modules beside Python's own that a submission may import."""
        super().__init__()
        self._importable = importable
        self._imports: set[str] = set()
        self._left = _LARGEST
        self.is_whole = True
        """Whether all that was written can be typed as it is."""

    def done(self, text: str) -> Source:
        """What was written."""
        imports = self._imports | {f"import {name}" for name in self.modules}
        return Source(text, frozenset(imports), self.is_whole)

    def name(self, module: str, name: str) -> str:
        """A name in a module."""
        self._imports.add(f"import {module}")
        return f"{module}.{name}"

    def part(self, text: str) -> str:
        """Text that cannot be typed as it is."""
        self.is_whole = False
        return text

    def value(self, value: Any) -> str:
        """A value, as far as it can be written down."""
        try:
            return self.of(value)
        except (NotExpressibleError, AttributeError, TypeError, RecursionError):
            return self.part(shown(value))

    def _of(self, value: Any, depth: int) -> str:
        self._spend(1)
        kind = type(value)
        if kind is BoundMeta and is_derived(value):
            self.is_whole = False
            return str(value.__name__)
        if kind in (BoundFunction, BoundMeta):
            module, _, name = str(value.patience_path).partition(":")
            self._imports.add(f"from {module} import {name.partition('.')[0]}")
            return name
        if kind is BoundModule:
            self._imports.add(f"import {value.__name__}")
            return str(value.__name__)
        known = known_of(value)
        if known is not None:
            self._imports |= known.source.imports
            self.is_whole &= known.source.is_whole and bool(known.source.text)
            return known.source.text or str(known.path.rpartition(":")[2])
        if kind is FunctionType and (found := lambdas.written(value)):
            self.is_whole &= found[1]
            return found[0]
        if issubclass(kind, BaseException) and kind.__module__ == "builtins":
            return f"{kind.__name__}({self.inside(value.args, depth + 1)})"
        if issubclass(kind, Odd):
            raise NotExpressibleError("an object where a plain value is right")
        return super()._of(value, depth)

    def inside(self, values: Collection[Any], depth: int) -> str:
        if len(values) > self._left:
            self._spend(len(values))
        return super().inside(values, depth)

    def _spend(self, count: int) -> None:
        """So many more values are written. Raises NotExpressibleError if that is too many."""
        self._left -= count
        if self._left < 0:
            raise NotExpressibleError("a value too large to write down")

    def _named(self, thing: Any) -> str:
        module, name = thing.__module__, thing.__qualname__
        if module is None or "<" in name:
            raise NotExpressibleError(f"an object of {module or 'no module'}")
        if module != "builtins":
            self._imports.add(f"from {module} import {name.partition('.')[0]}")
            is_pythons = module.partition(".")[0] in sys.stdlib_module_names
            self.is_whole &= is_pythons or module in self._importable
        return str(name)


@dataclass(frozen=True)
class Operation:
    """What a test does with a submission: a call, an attribute that it reads, an operator."""

    kind: str
    target: Any = None
    arguments: Sequence[Any] = ()
    named: Mapping[str, Any] = field(default_factory=dict)

    @property
    def acts(self) -> bool:
        """Whether it may change something, as a call may."""
        return self.kind in _ACTING

    @property
    def gives_name(self) -> bool:
        """Whether an object that it gives gets a name: otherwise it is spoken of as it was got."""
        return self.kind not in ("attr", "name")

    def source(self, importable: Collection[str]) -> Source:
        """It as Python; see `Writer` for `importable`."""
        writer = Writer(importable)
        return writer.done(self._written(writer))

    def _written(self, writer: Writer) -> str:
        kind, arguments = self.kind, self.arguments
        match kind:
            case "name":
                return writer.name(*arguments)
            case "class":
                return writer.part(f"class {arguments[0]}")
            case "runpy":
                return _of_program(writer, *arguments)
            case "seed":
                seeds = ", ".join(map(writer.value, arguments))
                return f"{writer.name('random', 'seed')}({seeds})"
            case "run":
                return _of_script(writer, *arguments)
            case "attr" | "set" | "del":
                return _of_attribute(kind, writer.value(self.target), writer, *arguments)
        if kind == "static":
            name = writer.name("inspect", "getattr_static")
            return f"{name}({writer.value(self.target)}, {arguments[0]!r})"
        first = writer.value(self.target)
        given = [writer.value(one) for one in arguments]
        given += [f"{name}={writer.value(one)}" for name, one in self.named.items()]
        if kind == "has_hash":
            return f"hash({first}) == hash({given[0]})"
        text = _of_operator(kind, first, given)
        if text is not None:
            return text
        kind = "isinstance" if kind == "of_class" else kind
        text = f"{kind}({', '.join([first, *given])})"
        return text if kind in _AS_CALLED else writer.part(text)


def _of_script(writer: Writer, command: Command, typed: str) -> str:
    run, python = writer.name("subprocess", "run"), writer.name("sys", "executable")
    words = ", ".join([python, *map(writer.value, command.line)])
    given = f", input={writer.value(typed)}" if typed else ""
    return f"{run}([{words}]{given}, text=True)"


def _of_program(writer: Writer, module: str, run_name: str, was_run: bool) -> str:
    """A program that runs amid the test: by `runpy`, or as it is imported, again by `reload`."""
    if run_name == module:
        imported = f"{writer.name('importlib', 'import_module')}({module!r})"
        return f"{writer.name('importlib', 'reload')}({imported})" if was_run else imported
    named = "" if run_name == "<run_path>" else f", run_name={run_name!r}"
    file = f"{module.replace('.', '/')}.py"
    return f"{writer.name('runpy', 'run_path')}({file!r}{named})"


def _of_attribute(kind: str, first: str, writer: Writer, name: str, *right: Any) -> str:
    place = f"{first}.{name}"
    if kind == "set":
        return f"{place} = {writer.value(right[0])}"
    return place if kind == "attr" else f"del {place}"


_DESCRIPTORS = {**{kind: name for name, kind in PLACED.items()}, "set_name": "__set_name__"}


def _of_operator(kind: str, first: str, given: Sequence[str]) -> str | None:
    """A call, or an operation that has signs of its own in Python; None for any other."""
    if kind in _PREFIX:
        return f"{_PREFIX[kind]}{first}"
    match kind, given:
        case "call", _:
            return f"{first}({', '.join(given)})"
        case _, [one, *_] if kind in _INFIX:
            return f"{first} {_INFIX[kind]} {one}"
        case "contains", [one]:
            return f"{one} in {first}"
        case "getitem", [key]:
            return f"{first}[{key}]"
        case "delitem", [key]:
            return f"del {first}[{key}]"
        case "setitem", [key, value]:
            return f"{first}[{key}] = {value}"
    return _of_method(kind, first, given)


def _of_method(kind: str, first: str, given: Sequence[str]) -> str | None:
    """An operation that Python has in a special method; None for any other."""
    match kind, given:
        case "enter", []:
            return f"{first}.__enter__()"
        case "exit", ["None"]:
            return f"{first}.__exit__(None, None, None)"
        case "exit", [error]:
            return f"{first}.__exit__(type({error}), {error}, None)"
        case "inherited", [cls, name]:
            return f"{cls}.{name[1:-1]}.__get__({first})"
        case _ if kind in _DESCRIPTORS:
            return f"{first}.{_DESCRIPTORS[kind]}({', '.join(given)})"
    return None


def shortened(text: str) -> str:
    """Python in which long lists, texts and the like are cut, to be looked at."""
    if len(text) <= _LONGEST:
        return text
    try:
        return ast.unparse(_Shorter().visit(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text if len(text) <= 4 * _LONGEST else f"{text[: 4 * _LONGEST]}…"


class _Shorter(ast.NodeTransformer):
    """Cuts what is long."""

    def visit_List(self, node: ast.List) -> ast.AST:
        return self._cut(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        return self._cut(node)

    def visit_Set(self, node: ast.Set) -> ast.AST:
        return self._cut(node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        if len(node.keys) > _MOST_PARTS:
            node.keys = [*node.keys[:_MOST_PARTS], None]
            node.values = [*node.values[:_MOST_PARTS], ast.Constant(...)]
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, str) and len(value) > _LONGEST:
            return ast.Constant(value[:_LONGEST] + "...")
        if isinstance(value, bytes) and len(value) > _LONGEST:
            return ast.Constant(value[:_LONGEST] + b"...")
        return node

    def _cut(self, node: ast.List | ast.Tuple | ast.Set) -> ast.AST:
        self.generic_visit(node)
        if len(node.elts) > _MOST_PARTS:
            node.elts = [*node.elts[:_MOST_PARTS], ast.Constant(...)]
        return node
