"""Arrays of the module `array`, and views of memory, as parts of nodes."""

from __future__ import annotations

import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest.nodes import NodeError
else:
    from nodes import NodeError

KINDS = ("bytearray", "array")

_OWNERS = (bytes, bytearray, array.array)
_OF_TEXT = ("u", "w")
"""The types of arrays that hold letters."""
_FORMS = {*"bBhHiIlLqQfdc?"}
_ALL_BITS = 0xFF


def array_parts(value: array.array[Any]) -> tuple[str, str]:
    """The type of an array's elements, and what it holds: letters, or a letter for each byte."""
    is_text = value.typecode in _OF_TEXT
    return value.typecode, value.tounicode() if is_text else value.tobytes().decode("latin-1")


def new_array(kind: Any, content: Any = "") -> array.array[Any]:
    """An array that holds this. Raises TypeError and ValueError."""
    if kind in _OF_TEXT:
        if type(content) is not str:
            raise TypeError(content)
        return array.array(kind, content)
    made = array.array(kind)
    made.frombytes(_bytes(content))
    return made


def _bytes(content: Any) -> bytes:
    if type(content) is not str:
        raise TypeError(content)
    return content.encode("latin-1")


def fill(value: bytearray | array.array[Any], parts: list[Any]) -> None:
    """Makes a bytearray or array hold this. Raises TypeError, ValueError and NodeError."""
    new = _bytes(*parts) if isinstance(value, bytearray) else new_array(*parts)
    try:
        value[:] = new  # type: ignore[assignment]
    except BufferError as fault:
        raise NodeError("bytes of another length, of which a view is held") from fault


def array_text(*parts: Any) -> str:
    """The array of these parts, as Python shows it."""
    try:
        return repr(new_array(*parts))[:200]
    except (TypeError, ValueError):
        return "a malformed array"


def view_parts(value: memoryview) -> tuple[Any, int, int, str] | None:
    """Of what it is a view, where that begins and how many bytes it has, and of which format.

    Of bytes, it is a view of those that it shows. None of a view that leaves bytes out, or cannot
    write what it shows though others can, or has been released.
    """
    try:
        owner, form = value.obj, value.format
    except ValueError:
        return None
    if type(owner) not in _OWNERS or value.ndim != 1 or form not in _FORMS:
        return None
    if type(owner) is bytes:
        return value.tobytes(), 0, value.nbytes, form
    if value.readonly or not value.c_contiguous:
        return None
    begin = _begin(value.cast("B"), memoryview(owner)) if value.nbytes else 0
    return owner, begin, value.nbytes, form


def _begin(view: memoryview, owner: memoryview) -> int:
    """At which byte of its owner a view begins: the first one that changes with the view's."""
    before = owner.tobytes()
    view[0] ^= _ALL_BITS
    after = owner.tobytes()
    view[0] ^= _ALL_BITS
    first, last = 0, len(before)
    while last - first > 1:
        middle = (first + last) // 2
        is_before = before[first:middle] == after[first:middle]
        first, last = (middle, last) if is_before else (first, middle)
    return first


def view(owner: Any, begin: Any, size: Any, form: Any) -> memoryview:
    """The view of these parts. Raises TypeError and ValueError."""
    if type(owner) not in _OWNERS or type(begin) is not int or type(size) is not int:
        raise TypeError(owner)
    whole = memoryview(owner)
    if not 0 <= begin <= begin + size <= whole.nbytes:
        raise ValueError(size)
    return whole.cast("B")[begin : begin + size].cast(form) if size else whole[:0]
