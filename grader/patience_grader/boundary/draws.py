"""Hypothesis draws the same on every machine.

It also draws constants that it reads in the source of whatever modules are imported from outside
site-packages: others where this kit is installed than where it is run from its own folder.
"""

from __future__ import annotations

from importlib import import_module

_PROVIDERS = "hypothesis.internal.conjecture.providers"
_NAME = "_get_local_constants"


def draw_alike() -> None:
    """From now on, draws in this process do not depend on where modules lie."""
    providers = import_module(_PROVIDERS)
    if hasattr(providers, _NAME):
        nothing = providers.Constants()
        setattr(providers, _NAME, lambda: nothing)
