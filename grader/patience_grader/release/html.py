"""The handout as one page for the browser, which needs no network and no scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from jinja2 import ChoiceLoader, PackageLoader
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from ..course.coursework import Coursework
from ..report.environment import environment
from .handout import MARKDOWN, Heading, Manuscript, read_document, read_manuscript
from .listing import name_of

_SUIT = re.compile("[♠♣♦♥]")
_RED = "♦♥"
_CHAPTER = 2
_DEEPEST = 3
"""The deepest level of headings that the table of contents shows, beside those of exercises."""


def handout_page(coursework: Coursework) -> str:
    """The handout's page.

    Raises InputError, naming file and line, when something in it cannot be set.
    """
    return _page(read_manuscript(coursework))


def document_pages(coursework: Coursework) -> Mapping[str, str]:
    """The pages of the further documents, by the names of their files.

    Raises InputError, naming file and line, when something in one cannot be set.
    """
    return {
        f"{name.removesuffix('.md')}.html": _page(read_document(coursework, name))
        for name in coursework.documents
    }


def _page(manuscript: Manuscript) -> str:
    env = {"pictures": manuscript.pictures}
    head, text = (_Renderer().render(part, MARKDOWN.options, env) for part in manuscript.parts)
    return _ENVIRONMENT.get_template("handout.html").render(
        manuscript=manuscript,
        contents=list(_contents(manuscript.headings)),
        head=Markup(head),  # noqa: S704 the renderer escapes HTML
        text=Markup(text),  # noqa: S704
    )


def _contents(headings: Sequence[Heading]) -> Iterator[tuple[Heading, bool]]:
    """The entries of the table of contents, and whether a narrow page has them too.

    These are chapters, exercises, and what exercises stand under.
    """
    for number, one in enumerate(headings):
        rest = headings[number + 1 :]
        end = next((at for at, other in enumerate(rest) if other.level <= one.level), len(rest))
        is_needed = any(other.worth for other in (one, *rest[:end]))
        if 1 < one.level <= _DEEPEST or one.worth:
            yield one, is_needed or one.level == _CHAPTER


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

    def image(self, tokens: Sequence[Token], idx: int, _: OptionsDict, env: Any) -> str:
        address = env["pictures"][tokens[idx].attrs["src"]]
        return f'<img src="{address}" alt="{escapeHtml(tokens[idx].content)}">'

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
