"""How the pages are made: templates that escape everything, and what fits text for them."""

from __future__ import annotations

from collections.abc import Callable

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from ..text.numbers import format_marks
from ..text.sanitize import one_line, sanitize

_MARKDOWN = MarkdownIt("commonmark", {"html": False})


def environment(**filters: Callable[..., object]) -> Environment:
    """Where templates are found, with the filters of all pages and these of one."""
    made = Environment(
        loader=PackageLoader("patience_grader.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "marks": format_marks,
        "plain": sanitize,
        "line": one_line,
        "sentence": _sentence,
        "inline": _inline,
        **filters,
    }
    return made


def _sentence(text: str) -> str:
    """One line that begins with a capital and ends with a full stop."""
    shown = one_line(text)
    return shown[:1].upper() + shown[1:] + ("" if shown.endswith((".", "!", "?")) else ".")


def _inline(text: str) -> Markup:
    """A line of the handout, its Markdown rendered."""
    return Markup(_MARKDOWN.renderInline(text))  # noqa: S704 the renderer escapes HTML
