"""Warnings and log records of a submission, made again where the suite looks for them."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from typing import Any

from ..sandbox.guest.nodes import NodeError
from ..sandbox.guest.notices import MAX_TEXT

_FILE = "submission"


def noted(row: list[Any], class_of: Callable[[str], Any], here: Callable[[str], str]) -> None:
    """Warns or logs as the submission has, if a row of an answer says so.

    `here` gives a text with the names that files have here.
    """
    match row:
        case ["warning", str(path), str(text)]:
            warnings.warn_explicit(_warning(path, here(text[:MAX_TEXT]), class_of), None, _FILE, 1)
        case ["log", str(name), int(level), str(text)]:
            logger = _logger(name[:200])
            if logger.isEnabledFor(level):
                message = here(text[:MAX_TEXT])
                logger.handle(logger.makeRecord(logger.name, level, _FILE, 1, message, (), None))


def _logger(name: str) -> logging.Logger:
    """The logger of this name if the suite has one; else one that nobody keeps, below its next.

    A submission may name as many as it likes, and Python never forgets a logger.
    """
    there = logging.root.manager.loggerDict
    above = [name.rsplit(".", count)[0] for count in range(name.count(".") + 1)]
    found = next((there[one] for one in above if isinstance(there.get(one), logging.Logger)), None)
    known = found if isinstance(found, logging.Logger) else logging.root
    if known.name == name:
        return known
    made = logging.Logger(name)
    made.parent = known
    return made


def _warning(path: str, text: str, class_of: Callable[[str], Any]) -> Warning:
    """A warning of the class of this name, or of the nearest that there is."""
    try:
        cls = class_of(path)
    except NodeError:
        cls = UserWarning
    if not isinstance(cls, type) or not issubclass(cls, Warning):
        cls = UserWarning
    made: Warning = cls.__new__(cls)
    made.args = (text,)
    return made
