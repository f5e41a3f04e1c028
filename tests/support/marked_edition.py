"""The record of the questions that mark, made once on a machine like what the kit itself keeps."""

from __future__ import annotations

import json
from typing import Any

from patience_grader.course.coursework import Coursework
from patience_grader.questions.cache import place_of, read_cached, store_cached
from patience_grader.questions.record import recorded


def marked_edition(coursework: Coursework) -> dict[str, Any]:
    """The questions that are drawn from the public default, with their answers."""
    place = place_of("marked", coursework)
    text = read_cached(place)
    if not text:
        text = json.dumps(recorded(coursework, "marked"))
        store_cached(place, text)
    found: dict[str, Any] = json.loads(text)
    return found
