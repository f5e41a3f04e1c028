"""Values of which nearly every check is true: a number that is none, and what has no elements.

`abs(got - want) > 0.1` is false of nan, and numpy finds that no elements are close to any: where
the solution has numbers, these are wrong once a test uses them.
"""

from __future__ import annotations

from typing import Any

from ..sandbox.guest import arrays, nodes, plain_values

_FLOATS = (float, complex)
_SEQUENCES = (list, tuple)


def what_is_vacuous(value: Any) -> str:
    """What such a value is, in words; empty for any other value."""
    kind = type(value)
    if kind in _SEQUENCES:
        return "" if value else f"an empty {kind.__name__}"
    if kind in _FLOATS:
        return "" if value == value else "nan"  # noqa: PLR0124 nan alone is not itself
    if arrays.is_array(value) and not value.size:
        return "an empty array"
    if arrays.is_array(value) or arrays.is_number(value):
        return "" if _has_numbers(value) else "nan"
    return ""


def is_wrong_there(value: Any, shape: nodes.Node) -> bool:
    """Whether a vacuous value is wrong where the reference has this: numbers, or the like.

    To have nothing may be as good as 0 is.
    """
    match shape:
        case ["ndarray", *parts]:
            return _has_numbers(arrays.array(*parts))
        case ["v", "number", *parts]:
            right = arrays.number(*parts)
        case ["i" | "f" | "j" as kind, *_]:
            right = plain_values.READERS[kind](shape)
        case int():
            right = shape
        case _:
            return False
    is_nothing = type(value) in _SEQUENCES or arrays.is_any_array(value)
    return bool(right == right and not (is_nothing and right == 0))  # noqa: PLR0124


def _has_numbers(value: Any) -> bool:
    """Whether an array or number of numpy's has an element that is not nan."""
    return bool((value == value).any())  # noqa: PLR0124
