"""How the pages are made: templates that escape everything, and what fits text for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from platformdirs import user_cache_path

from ..text.numbers import format_marks
from ..text.sanitize import one_line, sanitize

_CODE = re.compile(r"[A-Za-z_]\w*(?:\(|\[|\.\w| = )")
"""How a text begins that begins with a call, an attribute, an item or an assignment."""
_MARKDOWN = MarkdownIt("commonmark", {"html": False})


def environment(**filters: Callable[..., object]) -> Environment:
    """Where templates are found, with the filters of all pages and these of one."""
    made = Environment(
        loader=PackageLoader("patience_grader.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_compiled_before(),
    )
    made.filters |= {
        "marks": format_marks,
        "plain": sanitize,
        "line": one_line,
        "link": _link,
        "sentence": _sentence,
        "inline": _inline,
        **filters,
    }
    return made


def _compiled_before() -> FileSystemBytecodeCache | None:
    """Where compiled templates are kept on this machine; None where there is no such place."""
    try:
        folder = user_cache_path("patience", ensure_exists=True) / "templates"
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    return FileSystemBytecodeCache(str(folder))


def _sentence(text: str) -> str:
    """One line that begins with a capital, unless that is code, and ends with a full stop."""
    shown = one_line(text)
    first = shown[:1] if _CODE.match(shown) else shown[:1].upper()
    return first + shown[1:] + ("" if shown.endswith((".", "!", "?")) else ".")


def _link(name: str) -> str:
    """The name of a folder as it stands in a link, whatever it is made of."""
    return quote(name, safe="", errors="replace")


def _inline(text: str) -> Markup:
    """A line of the handout, its Markdown rendered."""
    return Markup(_MARKDOWN.renderInline(text))  # noqa: S704 the renderer escapes HTML
