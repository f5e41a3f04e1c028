"""Values as plain JSON, exact and bounded, for both ends of the boundary.

What cannot change is written where it stands. What can (lists, dicts, sets, instances of
supplied classes …) is a *cell*: it has a number for as long as a test runs, so that both ends
speak of the same list; its contents travel once, and again whenever they have changed.

    null, 3, "text"                          themselves; other ints as ["i", "hex"]
    ["true"], ["false"]                      bool: in Python, JSON's true equals 1
    ["f", "0x1.8p+1"], ["j", re, im]         float, complex
    ["y", "latin-1"], ["t", ...], ["z", ...] bytes, tuple, frozenset
    ["v", kind, ...]                         range, slice, Fraction, Decimal, dates, paths …
    ["e", path, name], ["n", path, ...]      members of enums, named tuples
    ["d", path, ...], ["x", path, args, {}]  frozen dataclasses, exceptions; one of no built-in
                                             class names those that it is derived from at the end
    ["g", path]                              a class or function by its name
    ["c", number]                            a cell
    ["u", description]                       something that cannot cross

An end adds its own kinds (objects, callbacks). Reading is total: it gives a value or raises
NodeError, and calls no code that the other end names. It needs the standard library alone.
"""

from __future__ import annotations

import collections
import contextlib
import enum
import random
import types
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import (
        arrays,
        buffers,
        kinds,
        nodes,
        plain_values,
        steady,
        typings,
    )
    from patience_grader.sandbox.guest.nodes import Node
else:
    import arrays
    import buffers
    import kinds
    import nodes
    import plain_values
    import steady
    import typings


class Opaque:
    """Stands for a value that could not cross."""

    def __init__(self, description: str) -> None:
        self.description = description


class Codec:
    """One end of the boundary: writes values as nodes, and reads them."""

    may_convert = False
    """Whether an array takes numbers of another type, if it can hold the same ones."""

    def __init__(self, *, first: int, count: int = 0) -> None:
        """`first` is 1 at one end and -1 at the other, so that numbers never collide.

        `count` cells have been numbered before.
        """
        self.cells: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        self.contents: dict[int, Node] = {}
        """What the other end knows of each cell."""
        self._seen: dict[int, steady.Seen] = {}
        """What cells held when the other end was told of them."""
        self._waiting: list[int] = []
        self._unfilled: set[int] = set()
        """Cells that are being read, which keys see half filled that are asked for their hash."""
        self._first = first
        self.count = count
        self._nodes = 0
        self._text = 0
        self._classes: dict[str, Any] = {}
        """The classes that this message has named."""
        self._paths: dict[int, tuple[type, str]] = {}
        """The classes of plain objects in this message with their names, by what `id` gives."""
        self.frozen: list[Any] | None = None
        """Instances of frozen dataclasses, in the order in which both ends come to them, each after
        those that it holds; None where nobody asks."""
        self.root = ""
        """The folder of a test's files at this end, if there is one."""
        self.data = ""
        """The folder of which its subfolder `DATA` is a copy, if there is one at this end."""

    # what an end must say

    def path_of(self, cls: type) -> str | None:
        """The name by which a class or function is known at the other end, if it is."""
        raise NotImplementedError

    def name_of(self, value: Any) -> str | None:
        """The name of a class or function that is itself spoken of, if both ends know it."""
        raise NotImplementedError

    def find(self, path: str) -> Any:
        """What has this name. Raises NodeError."""
        raise NotImplementedError

    def write_object(self, value: Any) -> Node:
        """The node of what is not a plain value."""
        raise NotImplementedError

    def read_object(self, node: list[Any], shape: Node) -> Any:
        """What a node of this end's own kinds stands for. Raises NodeError."""
        raise NotImplementedError

    # writing

    def write(self, value: Any, depth: int = 0) -> Node:
        """The node of a value. Raises NodeError when it is too large."""
        self._nodes += 1
        if self._nodes > nodes.MAX_NODES or depth > nodes.MAX_DEPTH:
            raise nodes.NodeError("a value too large")
        kind = type(value)
        if value is None:
            return value
        if kind is bool:
            return nodes.TRUTHS[value]
        if kind is str:
            return self.said(value)
        if kind is int:
            return value if -nodes.SMALL < value < nodes.SMALL else self._large(value)
        if kind in kinds.CELLS:
            return ["c", self._number(value)]
        if kind is tuple:
            return ["t", *[self.write(one, depth + 1) for one in value]]
        writer = plain_values.WRITERS.get(kind)
        if writer is not None:
            return writer(self, value, depth)
        return self._other(value, kind, depth)

    def said(self, text: str) -> str:
        """A text as it is said to the other end. Raises NodeError when it is too long."""
        self._text += len(text)
        if self._text > nodes.MAX_TEXT:
            raise nodes.NodeError("a text too long")
        return self.neutral(text)

    def neutral(self, text: str) -> str:
        """The text with one name for the folder of the test's files, wherever that lies."""
        if self.data and self.data in text:
            text = text.replace(self.data, f"{nodes.NEUTRAL}/{nodes.DATA}")
        return text.replace(self.root, nodes.NEUTRAL) if self.root and self.root in text else text

    @staticmethod
    def _large(value: int) -> Node:
        if value.bit_length() > 4 * nodes.MAX_HEX:
            raise nodes.NodeError("a number too long")
        return ["i", f"{value:x}"]

    def _other(self, value: Any, kind: type, depth: int) -> Node:
        known = self._paths.get(id(kind))
        if known is not None:
            return self._known(value, kind, known[1], depth)
        is_own = kind is types.GenericAlias and not self.name_of(value.__origin__)
        hint = None if is_own else typings.parts(value)
        if hint is not None:
            name, *parts = hint
            return ["v", name, *[self.write(one, depth + 1) for one in parts]]
        if issubclass(kind, type) or kinds.is_named(value):
            path = self.name_of(value)
            return ["g", path] if path else self.write_object(value)
        if arrays.is_array(value):
            return ["c", self._number(value)]
        if arrays.is_number(value):
            return ["v", "number", *arrays.encoded(value)]
        path = self.path_of(kind)
        if path is None:
            return self.write_object(value)
        self._paths[id(kind)] = kind, path
        return self._known(value, kind, path, depth)

    def _known(self, value: Any, kind: Any, path: str, depth: int) -> Node:
        """The node of an object of a class that both ends know."""
        if issubclass(kind, enum.Enum):
            name = value._name_
            return ["e", path, name if name in kind.__members__ else ["v", int(value.value)]]
        if issubclass(kind, BaseException):
            return self.write_exception(value, path, depth)
        if issubclass(kind, tuple):
            if not hasattr(kind, "_fields"):
                return self.write_object(value)
            return ["n", path, *[self.write(one, depth + 1) for one in value]]
        if kinds.is_frozen(kind):
            names = kinds.fields_of(kind)
            parts = [self.write(getattr(value, name), depth + 1) for name in names]
            if self.frozen is not None:
                self.frozen.append(value)
            return ["d", path, *parts]
        if kind.__module__ == "builtins" or not kinds.is_simple(kind):
            return self.write_object(value)
        return ["c", self._number(value)]

    def write_exception(self, value: BaseException, path: str, depth: int = 0) -> Node:
        """The node of an exception of a class that both ends know."""
        given = value.args
        if isinstance(value, OSError) and value.filename is not None and len(given) == 2:
            given = (*given, value.filename)
        args = [self.write(one, depth + 1) for one in given]
        plain = {
            name: self.write(part, depth + 1)
            for name, part in vars(value).items()
            if isinstance(name, str) and (not name.startswith("__") or name == "__notes__")
        }
        cause = value.__cause__
        if cause is not None and self.path_of(type(cause)) and depth < nodes.MAX_CAUSES:
            plain["__cause__"] = self.write(cause, depth + 1)
        elif cause is None and value.__suppress_context__:
            plain["__cause__"] = None
        if path.startswith("builtins:"):
            return ["x", path, args, plain]
        lineage = [one for one in type(value).__mro__[1:] if issubclass(one, BaseException)]
        return ["x", path, args, plain, [one for one in map(self.path_of, lineage) if one]]

    def _number(self, value: Any) -> int:
        number = self.numbers.get(id(value))
        if number is None:
            self.count += 1
            if self.count > nodes.MAX_CELLS:
                raise nodes.NodeError("too many lists")
            number = self._first * self.count
            self.cells[number] = value
            self.numbers[id(value)] = number
            self._waiting.append(number)
        return number

    def bind(self, number: int, value: Any) -> None:
        """From now on the other end's cell of this number is this value."""
        self.cells[number] = value
        self.numbers[id(value)] = number

    def forget(self, number: int) -> None:
        """The cell is not spoken of any more."""
        value = self.cells.pop(number, None)
        self.contents.pop(number, None)
        self._seen.pop(number, None)
        if value is not None:
            self.numbers.pop(id(value), None)

    def is_unchanged(self, number: int) -> bool:
        """Whether the other end knows what the cell holds now."""
        return self.is_known(number, self._content(self.cells[number]))

    def is_known(self, number: int, content: Node) -> bool:
        """Whether this is what the other end has said of a cell, or was told of it."""
        return bool(content == self.contents.get(number))

    def begin(self) -> None:
        """A new message begins, with its own bounds."""
        self._nodes = self._text = 0
        self._waiting = []
        self._classes = {}
        self._paths = {}

    def news(self) -> list[Node]:
        """The cells that are new or have changed since the last message."""
        found: list[Node] = []
        known = sorted(self.cells)
        self._waiting = []
        for number in known:
            self._look(number, found)
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            for number in waiting:
                self._look(number, found)
        return found

    def _look(self, number: int, found: list[Node]) -> None:
        if number in self._unfilled:
            return
        value, seen = self.cells[number], self._seen.get(number)
        if seen is not None and seen.is_still(value, self.contents.get(number)):
            return
        content = self.content_of(number)
        if not self.is_known(number, content):
            self.contents[number] = content
            found.append([number, content])
        self._remember(number)

    def _remember(self, number: int) -> None:
        """The other end knows what the cell holds now, if that is a list or the like."""
        if seen := steady.seen(self.cells[number], self.contents[number]):
            self._seen[number] = seen

    def content_of(self, number: int) -> Node:
        """What a cell holds now."""
        return self._content(self.cells[number])

    def _content(self, value: Any) -> Node:
        kind = type(value)
        name = kinds.CELLS.get(kind)
        write = self.write
        if name == "list":
            return ["list", *[write(one, 1) for one in value]]
        if name in kinds.MAPPINGS:
            pairs = [write(part, 1) for pair in value.items() for part in pair]
            if name == "defaultdict":
                return [name, write(value.default_factory, 1), *pairs]
            return [name, *pairs]
        if name == "set":
            return ["set", *nodes.in_order([write(one, 1) for one in value])]
        if name == "bytearray":
            return [name, self.said(value.decode("latin-1"))]
        if name == "array":
            typecode, held = buffers.array_parts(value)
            return [name, typecode, self.said(held)]
        if name == "deque":
            return [name, value.maxlen, *[write(one, 1) for one in value]]
        if name == "random":
            version, state, gauss = random.Random.getstate(value)
            return [name, version, list(state), write(gauss)]
        if arrays.is_array(value):
            return self._array(value)
        fields = [
            part
            for field in kinds.attribute_names(value)
            for part in (field, write(object.__getattribute__(value, field), 1))
        ]
        return ["object", self.path_of(kind), *fields]

    def _array(self, value: Any) -> Node:
        kind, bits = arrays.encoded(value)
        self._text += len(bits)
        if self._text > nodes.MAX_TEXT:
            raise nodes.NodeError("an array too large")
        return ["ndarray", kind, list(value.shape), bits]

    # reading

    def take(self, news: Node, shapes: Node = None) -> None:
        """Makes the cells hold what the other end says. Raises NodeError."""
        if not isinstance(news, list) or len(news) > nodes.MAX_CELLS:
            raise nodes.NodeError("cells that are none")
        for row in news:
            if not isinstance(row, list) or len(row) != 2 or type(row[0]) is not int:
                raise nodes.NodeError("a cell that is none")
            number, content = row
            if not isinstance(content, list) or not content or not isinstance(content[0], str):
                raise nodes.NodeError("a cell that is none")
            self._prepare(number, content)
        known = {row[0]: row[1] for row in shapes or []}
        self._unfilled |= {row[0] for row in news}
        try:
            for number, content in sorted(news, key=lambda row: kinds.LATER.get(row[1][0], 1)):
                self._fill(number, content, self.shape_of(number, known))
                self._unfilled.discard(number)
        finally:
            self._unfilled -= {row[0] for row in news}

    def shape_of(self, number: int, known: dict[int, Node]) -> Node:
        """The content of what a cell is compared with; `known` are those of the message."""
        return known.get(number)

    def beside_hint(self, part: Node) -> Node:  # noqa: ARG002
        """What a part of a type hint is compared with, where there is another hint."""
        return None

    def shape_content(self, shape: Node) -> Node:
        """What a node is compared with, where that is a cell its content."""
        return shape

    def read_factory(self, node: Node, shape: Node) -> Any:
        """What makes the missing values of a dict."""
        return self.read(node, shape)

    def _prepare(self, number: int, content: list[Any]) -> None:
        kind = content[0]
        there = self.cells.get(number)
        if there is not None:
            if kinds.kind_of(there) != kind:
                raise nodes.NodeError("a cell of another kind")
            return
        if len(self.cells) > nodes.MAX_CELLS or number * self._first > 0:
            raise nodes.NodeError("a cell that cannot be")
        self.bind(number, self._empty(kind, content))

    def _empty(self, kind: str, content: list[Any]) -> Any:
        if kind == "object":
            cls = self.find(nodes.text_at(content, 1))
            if (
                not isinstance(cls, type)
                or not kinds.is_simple(cls)
                or cls.__module__ == "builtins"
            ):
                raise nodes.NodeError("an object of no known class")
            return object.__new__(cls)
        if kind == "deque":
            most = content[1] if len(content) > 1 else None
            if most is not None and (type(most) is not int or not 0 <= most < nodes.SMALL):
                raise nodes.NodeError("a deque that is none")
            return collections.deque(maxlen=most)
        if kind == "ndarray":
            return _new_array(arrays.array, content[1:])
        if kind == "array":
            return _new_array(buffers.new_array, content[1:2])
        cls = next((one for one, name in kinds.CELLS.items() if name == kind), None)
        if cls is None:
            raise nodes.NodeError("a cell of an unknown kind")
        return cls(0) if cls is random.Random else cls()

    def _fill(self, number: int, content: list[Any], shape: Node) -> None:
        value = self.cells[number]
        kind, *rest = content
        inner = kinds.parts_beside(kind, shape)
        try:
            if kind == "object":
                self._fill_object(value, rest[1:], inner[1:])
            elif kind in kinds.MAPPINGS:
                if kind == "defaultdict":
                    factory, *rest = rest or [None]
                    value.default_factory = self.read_factory(factory, inner[0] if inner else None)
                    inner = inner[1:]
                self._fill_mapping(value, rest, inner)
            elif kind in buffers.KINDS:
                buffers.fill(value, rest)
            elif kind == "ndarray":
                arrays.fill(value, *rest, may_convert=self.may_convert)
            elif kind == "random":
                random.Random.setstate(value, _state(rest, self.read))
            else:
                if kind == "set":
                    nodes.check_keys(rest)
                skip = 1 if kind == "deque" else 0
                parts = self.read_all(rest[skip:], inner[skip:])
                if kind == "set":
                    nodes.check_hashes(rest, parts)
                value.clear()
                (value.update if kind == "set" else value.extend)(parts)
        except (TypeError, ValueError, OverflowError, IndexError) as fault:
            raise nodes.NodeError("a cell that cannot be filled") from fault
        self.contents[number] = self.own_content(content)

    def own_content(self, content: Node) -> Node:
        """What the other end has said of a cell, as this end would say it."""
        return content

    def _fill_mapping(self, value: Any, rest: list[Any], inner: list[Any]) -> None:
        if len(rest) % 2:
            raise nodes.NodeError("a dict that is uneven")
        nodes.check_keys(rest[::2])
        keys = self.read_all(rest[::2], inner[::2])
        nodes.check_hashes(rest[::2], keys)
        known = {
            nodes.key_of(key): part for key, part in zip(inner[::2], inner[1::2], strict=False)
        }
        other = nodes.alike(inner[1::2])
        parts = [
            self.read(part, known.get(nodes.key_of(key), other))
            for key, part in zip(rest[::2], rest[1::2], strict=True)
        ]
        pairs = list(zip(keys, parts, strict=True))
        value.clear()
        for key, part in pairs:
            value[key] = part

    def _fill_object(self, value: Any, rest: list[Any], inner: list[Any]) -> None:
        if len(rest) % 2 or not all(isinstance(name, str) for name in rest[::2]):
            raise nodes.NodeError("an object that is none")
        known = dict(zip(inner[::2], inner[1::2], strict=False))
        names = set(rest[::2])
        for name in [one for one in kinds.attribute_names(value) if one not in names]:
            object.__delattr__(value, name)
        for name, part in zip(rest[::2], rest[1::2], strict=True):
            try:
                object.__setattr__(value, name, self.read(part, known.get(name)))
            except AttributeError as fault:
                raise nodes.NodeError("a field that cannot be") from fault

    def read_all(self, written: Sequence[Node], shapes: Node = ()) -> list[Any]:
        """The values of nodes, each beside the one that it is compared with."""
        there = nodes.padded(shapes if isinstance(shapes, list | tuple) else (), len(written))
        return [self.read(node, shape) for node, shape in zip(written, there, strict=False)]

    def read(self, node: Node, shape: Node = None, depth: int = 0) -> Any:
        """The value of a node. Raises NodeError."""
        if type(node) in nodes.PLAIN:
            if type(node) is int and not -nodes.SMALL < node < nodes.SMALL:
                raise nodes.NodeError("a malformed number")
            if self.root and type(node) is str and nodes.NEUTRAL in node:
                return node.replace(nodes.NEUTRAL, self.root)
            return node
        if depth > nodes.MAX_DEPTH or not isinstance(node, list) or not node:
            raise nodes.NodeError("a malformed node")
        head = node[0] if isinstance(node[0], str) else ""
        try:
            if plain := plain_values.READERS.get(head):
                return plain(node)
            if reader := _READERS.get(head):
                return reader(self, node, shape, depth + 1)
        except nodes.NodeError:
            raise
        except (TypeError, ValueError, ArithmeticError, IndexError, KeyError) as fault:
            raise nodes.NodeError("a node that cannot be read") from fault
        return self.read_object(node, shape)

    def _read_tuple(self, node: list[Any], shape: Node, depth: int) -> Any:
        if node[0] == "z":
            nodes.check_keys(node[1:])
        if shape is None:
            parts = [self.read(one, None, depth) for one in node[1:]]
        else:
            inner = kinds.parts_beside(node[0], self.shape_content(shape))
            others = nodes.padded(inner, len(node) - 1)
            parts = [
                self.read(one, other, depth) for one, other in zip(node[1:], others, strict=False)
            ]
        if node[0] == "t":
            return tuple(parts)
        nodes.check_hashes(node[1:], parts)
        return frozenset(parts)

    def _read_cell(self, node: list[Any], *_: Any) -> Any:
        if len(node) != 2 or node[1] not in self.cells:
            raise nodes.NodeError("a cell that is not there")
        return self.cells[node[1]]

    def _read_global(self, node: list[Any], shape: Node, _: int) -> Any:
        return self.read_named(nodes.text_at(node, 1), node, shape)

    def read_named(self, path: str, node: Node, shape: Node) -> Any:  # noqa: ARG002
        """The class or function of this name. Raises NodeError."""
        return self.find(path)

    def _read_enum(self, node: list[Any], *_: Any) -> Any:
        cls = self._class_at(node)
        if not isinstance(cls, type) or not issubclass(cls, enum.Enum):
            raise nodes.NodeError("an unknown enum member")
        if isinstance(node[2], str):
            return cls.__members__[node[2]]
        if not issubclass(cls, enum.Flag) or type(node[2][1]) is not int:
            raise nodes.NodeError("an unknown enum member")
        return cls(node[2][1])

    def _read_parts(self, node: list[Any], shape: Node, depth: int) -> Any:
        cls = self._class_at(node)
        if isinstance(shape, list) and shape[:2] == node[:2]:
            others = nodes.padded(shape, len(node))[2:]
            parts = [self.read(one, o, depth) for one, o in zip(node[2:], others, strict=False)]
        else:
            parts = [self.read(one, None, depth) for one in node[2:]]
        if node[0] == "n":
            if not issubclass(cls, tuple) or len(getattr(cls, "_fields", ())) != len(parts):
                raise nodes.NodeError("a named tuple that is none")
            return tuple.__new__(cls, parts)
        if not kinds.is_frozen(cls) or len(names := kinds.fields_of(cls)) != len(parts):
            raise nodes.NodeError("an object of no known class")
        made = object.__new__(cls)
        for name, part in zip(names, parts, strict=True):
            object.__setattr__(made, name, part)
        if self.frozen is not None:
            self.frozen.append(made)
        return made

    def _class_at(self, node: list[Any]) -> Any:
        """The class that a node names. Raises NodeError."""
        path = nodes.text_at(node, 1)
        found = self._classes.get(path)
        if found is None:
            found = self._classes[path] = self.find(path)
        return found

    def _read_exception(self, node: list[Any], shape: Node, depth: int) -> Any:
        cls = self._first_found([nodes.text_at(node, 1), *(node[4] if len(node) > 4 else ())])
        if not isinstance(cls, type) or not issubclass(cls, BaseException):
            raise nodes.NodeError("a malformed exception")
        args, plain = node[2], node[3]
        if not isinstance(args, list) or not isinstance(plain, dict):
            raise nodes.NodeError("a malformed exception")
        is_like = isinstance(shape, list) and shape[:1] == ["x"] and len(shape) > 3
        given, named = (shape[2], shape[3]) if is_like else ([], {})
        others = nodes.padded(given, len(args))
        values = [self.read(one, other, depth) for one, other in zip(args, others, strict=False)]
        return kinds.made_exception(
            cls, values, {k: self.read(v, named.get(k), depth) for k, v in plain.items()}
        )

    def _first_found(self, paths: list[Any]) -> Any:
        """The first class of some names that is there: not every module is loaded everywhere."""
        for path in paths[: nodes.MAX_DEPTH]:
            if isinstance(path, str):
                with contextlib.suppress(nodes.NodeError):
                    return self.find(path)
        raise nodes.NodeError("an exception of no known class")

    def _read_opaque(self, node: list[Any], *_: Any) -> Any:
        return Opaque(nodes.text_at(node, 1)[:200])

    def _read_value(self, node: list[Any], shape: Node, depth: int) -> Any:
        inner = shape if isinstance(shape, list) and shape[:2] == node[:2] else [None]
        others = nodes.padded(inner, len(node))[2:]
        if node[1] in typings.BUILDERS and inner is not shape and typings.is_node(shape):
            others = [self.beside_hint(one) for one in node[2:]]
        parts = [self.read(one, o, depth) for one, o in zip(node[2:], others, strict=False)]
        return plain_values.BUILDERS[node[1]](*parts)


def _new_array(make: Callable[..., Any], parts: list[Any]) -> Any:
    try:
        return make(*parts)
    except (TypeError, ValueError, OverflowError) as fault:
        raise nodes.NodeError("an array that is none") from fault


def _state(rest: list[Any], read: Callable[[Node], Any]) -> Any:
    version, state, gauss = rest
    if version != 3 or not isinstance(state, list) or len(state) != 625:
        raise nodes.NodeError("a generator that is none")
    if not all(type(one) is int and 0 <= one < 1 << 32 for one in state) or state[-1] > 624:
        raise nodes.NodeError("a generator that is none")
    return version, tuple(state), read(gauss)


_READERS: dict[str, Callable[..., Any]] = {
    "true": lambda *_: True,
    "false": lambda *_: False,
    "t": Codec._read_tuple,  # noqa: SLF001
    "z": Codec._read_tuple,  # noqa: SLF001
    "v": Codec._read_value,  # noqa: SLF001
    "e": Codec._read_enum,  # noqa: SLF001
    "n": Codec._read_parts,  # noqa: SLF001
    "d": Codec._read_parts,  # noqa: SLF001
    "x": Codec._read_exception,  # noqa: SLF001
    "g": Codec._read_global,  # noqa: SLF001
    "c": Codec._read_cell,  # noqa: SLF001
    "u": Codec._read_opaque,  # noqa: SLF001
}
