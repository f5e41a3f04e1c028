"""Hypothesis draws from the secret of the course, and the same on every machine.

By itself it draws from the text of a test, which students know of those that they are given, and
from constants in the source of whatever modules are imported from outside site-packages: others
where this kit is installed than where it is run from its own folder.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from ..sandbox.seeds import seed_of

_PROVIDERS = "hypothesis.internal.conjecture.providers"
_NAME = "_get_local_constants"
_SEED = "_hypothesis_internal_use_seed"
"""Where Hypothesis keeps the seed of a test; None if the suite states none."""


def draw_alike() -> None:
    """From now on, draws in this process do not depend on where modules lie."""
    providers = import_module(_PROVIDERS)
    if hasattr(providers, _NAME):
        nothing = providers.Constants()
        setattr(providers, _NAME, lambda: nothing)


def draw_from(key: bytes, item: pytest.Item) -> None:
    """From now on, the examples of a drawn test come from this key, unless the suite seeds them."""
    test: Any = getattr(item, "obj", None)
    function = getattr(test, "__func__", test)
    if getattr(function, _SEED, key) is None:
        setattr(function, _SEED, seed_of(key, "drawn", item.nodeid))
