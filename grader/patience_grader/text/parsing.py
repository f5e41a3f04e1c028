"""Parses Python of strangers. Python would print its warnings, with a piece of their text."""

from __future__ import annotations

import ast
import contextlib
import warnings
from collections.abc import Iterator


@contextlib.contextmanager
def unwarned() -> Iterator[None]:
    """While this lasts, Python warns of nothing, and turns no warning into an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def tree_of(text: str) -> ast.Module:
    """The tree of a Python file. Raises what `ast.parse` does."""
    with unwarned():
        return ast.parse(text)
