"""What the supplied modules declare of the fields of their classes, and whether fields fit.

Python checks no annotation, so a student's `Card(5, 5)` is made without complaint. Fields that
are equal to what is declared become it (5 where `Value.FIVE` is one of an enum of numbers, a
plain tuple where a named one is declared); others stay as they are and are described.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from .guest import wire

_SHORT = 60
_SEQUENCES = {list, tuple, Sequence}
_WORDS = {bool: "a bool", int: "an int", float: "a float", str: "a str", dict: "a dict"}


class Misfit(NamedTuple):
    """A value that is not what is declared in its place."""

    value: object
    wanted: str
    is_inside: bool = False
    """Whether it stands in a container that is declared, not in the field itself."""


Fitted = tuple[Any, Misfit | None]
"""The value as it is declared, or as it is with what does not fit."""
Found = dict[tuple[int, int], tuple[object, Fitted]]
"""What sequences of one answer became, by the kind and the value, which is held: one of thousands
of parts may be in thousands of fields."""
_Kind = Callable[[Any, Found], Fitted]


class Declared:
    """The declared types of all fields."""

    def __init__(self, known: wire.Types) -> None:
        """Reads the annotations; a field whose annotation says nothing that is known fits."""
        self._known = known
        self._fields = {
            cls: [(name, _kind_of(hints.get(name, Any), self)) for name in known.fields[title]]
            for cls, title in known.names.items()
            for hints in [_hints(cls)]
        }

    def fitted(
        self, cls: type, fields: Sequence[Any], found: Found
    ) -> tuple[list[Any], tuple[str, Misfit] | None]:
        """The fields as they are declared, and the first that does not fit, with its name.

        What was `found` for parts of the same answer is looked up, and more is added.
        """
        fitted, odd = [], None
        for (name, kind), field in zip(self._fields[cls], fields, strict=True):
            value, misfit = kind(field, found) if kind else (field, None)
            fitted.append(value)
            if misfit and not odd:
                odd = name, misfit
        return fitted, odd

    def holds(self, cls: type) -> bool:
        """Whether the class is a supplied one."""
        return cls in self._known.names


class Fitting:
    """Fits the fields of the objects of one answer."""

    def __init__(self, declared: Declared) -> None:
        self._declared = declared
        self._found: Found = {}
        self.odd = ""
        """The first object with a field that does not fit, in words."""

    def __call__(self, cls: type, fields: list[Any]) -> list[Any]:
        """The fields as they are declared."""
        fitted, odd = self._declared.fitted(cls, fields, self._found)
        if odd and not self.odd:
            name, misfit = odd
            where = f"with {{}} in its {name}" if misfit.is_inside else f"whose {name} is {{}}"
            what = where.format(in_short(misfit.value))
            self.odd = f"{_a(cls.__name__)} {what}, not {misfit.wanted}"
        return fitted


def in_short(value: object, most: int = _SHORT) -> str:
    """A value as Python writes it, in one line and cut short; in words if it cannot be written."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 a supplied class may not be able to show odd fields
        text = _a(type(value).__name__)
    return text if len(text) <= most else f"{text[:most]}…"


def _a(word: str) -> str:
    return f"{'an' if word[:1] in 'AEIOUaeiou' else 'a'} {word}"


def _hints(cls: type) -> Mapping[str, Any]:
    try:
        return get_type_hints(cls)
    except Exception:  # noqa: BLE001 an annotation may be any expression
        return {}


def _kind_of(hint: Any, declared: Declared) -> _Kind | None:
    """How values fit the hint; None when all do."""
    hint = getattr(hint, "__supertype__", getattr(hint, "__value__", hint))
    origin, parts = get_origin(hint), get_args(hint)
    if origin in {Union, types.UnionType}:
        return _any_of([_kind_of(part, declared) for part in parts])
    if origin is Literal:
        return _one_of(parts)
    if (origin or hint) in _SEQUENCES:
        inner = [_kind_of(part, declared) for part in parts]
        return _found_once(_sequence(origin or hint, inner, parts))
    if (origin or hint) in {dict, Mapping}:
        return _plain(dict)
    if hint in {None, type(None)}:
        return _plain(type(None), "None")
    if hint is bool:
        return _bool
    if hint in {int, float, str}:
        return _plain(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint)
    if isinstance(hint, type) and declared.holds(hint):
        return _object(hint, declared)
    return None


def _plain(cls: type, name: str = "") -> _Kind:
    wanted = name or _WORDS[cls]
    accepted = (int, float) if cls is float else cls
    return lambda value, _: (value, None if isinstance(value, accepted) else Misfit(value, wanted))


def _bool(value: Any, _: Found) -> Fitted:
    if isinstance(value, int | float) and value in {0, 1}:
        return bool(value), None
    return value, Misfit(value, _WORDS[bool])


def _one_of(values: Sequence[object]) -> _Kind:
    wanted = " or ".join(map(repr, values))
    return lambda value, _: (value, None if value in values else Misfit(value, wanted))


def _member(cls: type[Enum]) -> _Kind:
    equal = {one.value: one for one in cls if isinstance(one, int | float | str)}
    wanted = _a(cls.__name__)

    def kind(value: Any, _: Found) -> Fitted:
        if type(value) is cls:
            return value, None
        if isinstance(value, int | float | str) and value in equal:
            return equal[value], None
        return value, Misfit(value, wanted)

    return kind


def _object(cls: type, declared: Declared) -> _Kind:
    wanted = _a(cls.__name__)

    def kind(value: Any, found: Found) -> Fitted:
        if isinstance(value, cls):
            return value, None
        if type(value) is tuple and issubclass(cls, tuple) and len(value) == len(_names(cls)):
            fields, odd = declared.fitted(cls, value, found)
            if not odd:
                return cls(*fields), None
        return value, Misfit(value, wanted)

    return kind


def _names(cls: type) -> Sequence[str]:
    names: Sequence[str] = vars(cls).get("_fields", ())
    return names


def _any_of(kinds: Sequence[_Kind | None]) -> _Kind | None:
    known = [kind for kind in kinds if kind]
    if len(known) < len(kinds):
        return None

    def kind(value: Any, found: Found) -> Fitted:
        fitted = [one(value, found) for one in known]
        for whole, misfit in fitted:
            if not misfit:
                return whole, None
        wanted = [misfit.wanted for _, misfit in fitted if misfit and not misfit.is_inside]
        inside = next((misfit for _, misfit in fitted if misfit and misfit.is_inside), None)
        return value, inside or Misfit(value, " or ".join(wanted))

    return kind


def _sequence(cls: Any, kinds: Sequence[_Kind | None], parts: Sequence[object]) -> _Kind:
    """A tuple or list, whichever is declared, since lists may cross as tuples."""
    wanted = "a tuple" if cls is tuple else "a list" if cls is list else "a sequence"
    all_alike = len(kinds) == 1 or (len(kinds) == 2 and parts[1] is Ellipsis)
    accepted = (tuple, list, str) if cls is Sequence else (tuple, list)

    def kind(value: Any, found: Found) -> Fitted:
        if not isinstance(value, accepted):
            return value, Misfit(value, wanted)
        if isinstance(value, str) or not kinds:
            return value, None
        if not all_alike and len(value) != len(kinds):
            return value, Misfit(value, f"{wanted} of {len(kinds)}")
        return _parts_fitted(value, [kinds[0]] * len(value) if all_alike else kinds, found)

    return kind


def _found_once(sequence: _Kind) -> _Kind:
    """The kind, which goes through each value once in an answer."""

    def kind(value: Any, found: Found) -> Fitted:
        key = id(kind), id(value)
        if key not in found:
            found[key] = value, sequence(value, found)
        return found[key][1]

    return kind


def _parts_fitted(value: Any, kinds: Sequence[_Kind | None], found: Found) -> Fitted:
    parts, first = [], None
    for part, kind in zip(value, kinds, strict=True):
        fitted, misfit = kind(part, found) if kind else (part, None)
        parts.append(fitted)
        first = first or misfit
    is_same = all(one is other for one, other in zip(value, parts, strict=True))
    whole = value if is_same or type(value) not in {tuple, list} else type(value)(parts)
    return whole, first and first._replace(is_inside=True)
