"""Whether Python files speak of something, so that it is worth watching."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def is_mentioned(word: str, folders: Iterable[str | Path]) -> bool:
    """Whether a Python file in one of the folders, or below it, has the word in any case."""
    files = (file for folder in folders for file in Path(folder).rglob("*.py"))
    return any(word.encode() in file.read_bytes().lower() for file in files)
