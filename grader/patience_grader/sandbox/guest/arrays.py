"""Arrays, numbers and texts of numpy as nodes; numpy is spoken of only where it is loaded."""

from __future__ import annotations

import binascii
import math
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

_ORDERED = "i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 c16".split()
TYPES = frozenset({"|b1", "|i1", "|u1", *(f"{order}{one}" for order in "<>" for one in _ORDERED)})
"""The types of elements that cross beside texts, as numpy writes them: each is a number."""
MAX_DIMENSIONS = 32
_REAL = {*"biuf"}
"""The kinds of types of truth values and real numbers."""
_TEXTS = re.compile(r"<U[1-9][0-9]{0,4}")
"""Types of texts of some length."""


def is_any_array(value: Any) -> bool:
    """Whether a value is an array, of whatever."""
    numpy: Any = sys.modules.get("numpy")
    return numpy is not None and type(value) is getattr(numpy, "ndarray", None)


def is_array(value: Any) -> bool:
    """Whether a value is an array that crosses: of numbers or texts, and no subclass."""
    return is_any_array(value) and crosses(value.dtype.str) and value.ndim <= MAX_DIMENSIONS


def is_number(value: Any) -> bool:
    """Whether a value is a number of numpy's own that crosses."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is None or type(value).__module__ != "numpy":
        return False
    generic: Any = getattr(numpy, "generic", None)
    return generic is not None and issubclass(type(value), generic) and crosses(value.dtype.str)


def crosses(kind: Any) -> bool:
    """Whether elements of this type cross."""
    return isinstance(kind, str) and (kind in TYPES or _TEXTS.fullmatch(kind) is not None)


def encoded(value: Any) -> tuple[str, str]:
    """The type of the elements of an array or number, and their bits."""
    return value.dtype.str, binascii.b2a_base64(value.tobytes(), newline=False).decode("ascii")


def number(kind: Any, bits: Any) -> Any:
    """The number of these bits. Raises ValueError."""
    return _read(kind, [1], bits)[0]


def array(kind: Any, shape: Any, bits: Any) -> Any:
    """A new array of these bits. Raises ValueError."""
    return _read(kind, shape, bits).copy()


def fill(value: Any, kind: Any, shape: Any, bits: Any, *, may_convert: bool = False) -> None:
    """Makes an array hold these bits, or else the same numbers, rounded to its type of floats.

    Raises ValueError.
    """
    new = _read(kind, shape, bits)
    kinds = {value.dtype.kind, new.dtype.kind}
    if may_convert and (kinds <= _REAL or kinds == {"U"}):
        with sys.modules["numpy"].errstate(all="ignore"):
            converted = new.astype(value.dtype)
            are_same = (converted.astype(new.dtype) == new).all()
        are_floats = value.dtype.kind == new.dtype.kind == "f"
        new = converted if are_same or are_floats else new
    if value.dtype != new.dtype or value.size != new.size:
        raise ValueError(kind)
    if value.shape != new.shape:
        value.resize(new.shape, refcheck=False)
    value[...] = new


def text(build: Callable[..., Any], *parts: Any) -> str:
    """What is built of the parts of a node, as Python shows it."""
    try:
        return repr(build(*parts))
    except (TypeError, ValueError):
        return "a malformed array"


def _read(kind: Any, shape: Any, bits: Any) -> Any:
    numpy: Any = sys.modules.get("numpy")
    if numpy is None or not crosses(kind) or type(bits) is not str or not _is_shape(shape):
        raise ValueError(kind)
    data = binascii.a2b_base64(bits, strict_mode=True) if bits else b""
    dtype = numpy.dtype(kind)
    if len(data) != math.prod(shape) * dtype.itemsize:
        raise ValueError(shape)
    if kind == "|b1" and set(data) - {0, 1}:
        raise ValueError(kind)
    if kind.startswith("<U"):
        data.decode("utf-32-le")
    return numpy.frombuffer(data, dtype=dtype).reshape(shape)


def _is_shape(shape: Any) -> bool:
    if not isinstance(shape, Sequence) or len(shape) > MAX_DIMENSIONS:
        return False
    return all(type(one) is int and 0 <= one < 1 << 31 for one in shape)
