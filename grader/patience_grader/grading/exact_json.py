"""Stored values as JSON, with exact numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import msgspec

_T = TypeVar("_T")


def to_plain(value: object) -> Any:
    """The value as what JSON can hold."""
    return msgspec.to_builtins(value, enc_hook=_as_text)


def from_plain(value: object, kind: type[_T]) -> _T:
    """The value of this kind. Raises ValueError or ArithmeticError when it is not one."""
    return msgspec.convert(value, kind, dec_hook=_from_text)


def _as_text(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError


def _from_text(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError
