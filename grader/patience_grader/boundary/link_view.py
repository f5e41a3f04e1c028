"""Whether a value is a handle, without asking anybody."""

from __future__ import annotations

from typing import Any


def known_of(value: Any) -> Any:
    """Where a handle is known; None for anything else."""
    try:
        return object.__getattribute__(value, "patience_known")
    except AttributeError:
        return None
