"""The handout as one page for the browser, which needs no network and no scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jinja2 import ChoiceLoader, PackageLoader
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from ..course.coursework import Coursework
from ..report.environment import environment
from .handout import MARKDOWN, read_manuscript
from .listing import name_of

_SUIT = re.compile("[♠♣♦♥]")
_RED = "♦♥"
_DEEPEST = 3
"""The deepest level of headings that the table of contents shows."""


def handout_page(coursework: Coursework) -> str:
    """The handout's page.

    Raises InputError, naming file and line, when something in it cannot be set.
    """
    manuscript = read_manuscript(coursework)
    head, text = (_Renderer().render(part, MARKDOWN.options, {}) for part in manuscript.parts)
    return _ENVIRONMENT.get_template("handout.html").render(
        manuscript=manuscript,
        contents=[one for one in manuscript.headings if 1 < one.level <= _DEEPEST],
        head=Markup(head),  # noqa: S704 the renderer escapes HTML
        text=Markup(text),  # noqa: S704
    )


class _Renderer(RendererHTML):
    """Markdown as HTML: wide tables scroll, and the symbols of cards are as wide as letters."""

    def text(self, tokens: Sequence[Token], idx: int, _: OptionsDict, __: object) -> str:
        return _with_suits(tokens[idx].content)

    def code_inline(self, tokens: Sequence[Token], idx: int, _: OptionsDict, __: object) -> str:
        return f"<code>{_with_suits(tokens[idx].content)}</code>"

    def code_block(self, tokens: Sequence[Token], idx: int, _: OptionsDict, __: object) -> str:
        return f'<pre tabindex="0">{_with_suits(tokens[idx].content)}</pre>\n'

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: object) -> str:
        name = name_of(tokens[idx].info)
        label = f'<p class="label">{escapeHtml(name)}</p>\n' if name else ""
        return label + self.code_block(tokens, idx, options, env)

    def table_open(self, tokens: Sequence[Token], idx: int, _: OptionsDict, __: object) -> str:
        return f'<div class="scroll" tabindex="0"><table{self.renderAttrs(tokens[idx])}>\n'

    def table_close(self, *_: object) -> str:
        return "</table></div>\n"


def _with_suits(text: str) -> str:
    """The text as HTML, in which each symbol of a suit stands by itself."""
    return _SUIT.sub(_suit, escapeHtml(text))


def _suit(found: re.Match[str]) -> str:
    colour = " red" if found[0] in _RED else ""
    return f'<span class="suit{colour}">{found[0]}</span>'


_LOADER = ChoiceLoader([PackageLoader(__package__), PackageLoader("patience_grader.report")])
_ENVIRONMENT = environment().overlay(loader=_LOADER)
