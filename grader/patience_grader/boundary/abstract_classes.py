"""What abstract classes know of others: which are registered, and what they remember of any."""

from __future__ import annotations

import abc
from typing import Any


def registered(cls: abc.ABCMeta) -> set[Any]:
    """References to the classes that were registered as derived from an abstract one."""
    found: set[Any] = abc._get_dump(cls)[0]  # type: ignore[attr-defined]  # noqa: SLF001
    return found


def register_again(cls: abc.ABCMeta, others: set[Any]) -> None:
    """Has an abstract class know these and no others, and remember of none what it was once."""
    forget(cls)
    if registered(cls) != others:
        abc.ABCMeta._abc_registry_clear(cls)  # type: ignore[attr-defined]  # noqa: SLF001
        for other in filter(None, (one() for one in others)):
            cls.register(other)


def forget(cls: abc.ABCMeta) -> None:
    """Has it ask anew of each class whether that is derived from it."""
    abc.ABCMeta._abc_caches_clear(cls)  # type: ignore[attr-defined]  # noqa: SLF001
