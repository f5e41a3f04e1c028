"""A handout made ready to be set: its Markdown parsed and checked, with places to link to."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..course.coursework import Coursework
from ..course.front_matter import read_handout, read_text
from ..course.sections import headings
from ..errors import InputError
from .facts import Fact, Worth, facts_of, worths_of
from .pictures import picture

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
KNOWN = frozenset(
    """
    blockquote bullet_list code_block code_inline em fence hardbreak heading hr image inline link
    list_item ordered_list paragraph softbreak strong table tbody td text th thead tr
    """.split()
)
"""What may stand in a handout, by the names of the Markdown parser."""
_TITLE = 3
"""How many tokens the title is: it opens, has its text, and closes."""
SHOWN = ("limits", "late")
"""The tables of the front matter that concern students."""
_BREAKS = {"softbreak", "hardbreak"}


@dataclass(frozen=True)
class Heading:
    """One heading: how deep it is, what it says, and the name of its place."""

    level: int
    text: str
    anchor: str
    line: int
    """The line of the text in which it stands."""
    worth: str = ""
    """What the exercises that it is about are worth; empty if it is about none."""


@dataclass(frozen=True)
class Manuscript:
    """A handout without its front matter.

    Headings have an `id` among their attributes. A table that holds criteria has the
    class `marks`, and each row that is one the class `criterion`.
    """

    file: str
    title: str
    version: str
    tokens: tuple[Token, ...]
    headings: tuple[Heading, ...]
    text: str
    """The Markdown that it was parsed from."""
    facts: tuple[Fact, ...] = ()
    """What stands at the top."""
    pictures: Mapping[str, str] = field(default_factory=dict)
    """The pictures, by the names of their files, as addresses that hold them."""

    @property
    def parts(self) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
        """The title, and what follows it."""
        return self.tokens[:_TITLE], self.tokens[_TITLE:]

    @property
    def source(self) -> str:
        """Where what is made of it came from."""
        return f"{self.title}, version {self.version}"


def read_manuscript(coursework: Coursework) -> Manuscript:
    """The manuscript of a coursework's handout.

    Raises InputError, naming file and line, for what cannot be set, for headings that
    skip a level, and for a link to a heading that is not there.
    """
    text = f"{coursework.body}\n{_numbers(coursework)}"
    criteria = {one.line for one in coursework.scheme.criteria}
    made = _made(coursework, coursework.handout, text, worths_of(coursework), criteria)
    return replace(made, facts=facts_of(coursework))


def read_document(coursework: Coursework, name: str) -> Manuscript:
    """The manuscript of one of the further documents.

    Raises InputError as `read_manuscript` does, and for one that is not there.
    """
    path = coursework.handout.parent / name
    if not re.fullmatch(r"[\w-]+\.md", name) or not path.is_file():
        line = read_handout(coursework.handout).line_of("documents")
        where = f"handout/{coursework.handout.name}:{line}"
        raise InputError(f"{where}: {name} is not a Markdown file in the folder handout")
    made = _made(coursework, path, read_text(path))
    return replace(made, title=f"{made.headings[0].text} ({coursework.title})")


def _made(
    coursework: Coursework,
    path: Path,
    text: str,
    worths: Mapping[str, Worth] = MappingProxyType({}),
    criteria: Collection[int] = (),
) -> Manuscript:
    """What a text is made into. The `criteria` are the lines in which some stand."""
    file = f"handout/{path.name}"
    tokens = MARKDOWN.parse(text)
    _check_names(tokens, file)
    found = tuple(
        replace(one, worth=worths[one.anchor].total) if one.anchor in worths else one
        for one in _headings(tokens, file)
    )
    _check_links(tokens, {one.anchor for one in found}, file)
    _classify(tokens, criteria)
    set_ = tuple(_with_worths(tokens, worths))
    pictures = dict(
        picture(token, path.parent, f"{file}:{line}")
        for line, token in _numbered(tokens)
        if token.type == "image"
    )
    title, version = coursework.title, coursework.version
    return Manuscript(file, title, version, set_, found, text, pictures=pictures)


def _numbers(coursework: Coursework) -> str:
    """A section with the blocks of the front matter that students need."""
    blocks = "\n\n".join(_front_blocks(read_handout(coursework.handout).front, SHOWN))
    if not blocks:
        return ""
    lead = "The settings by which your work is marked:"
    return f"\n## The numbers\n\n{lead}\n\n```toml\n{blocks}\n```\n"


def _front_blocks(front: str, names: Collection[str]) -> Iterator[str]:
    """These tables of the front matter, as they stand there."""
    for block in re.split(r"\n(?=\[)", front):
        header = re.match(r"\[(\w+)\]\n", block)
        if header and header[1] in names:
            yield re.sub(r"(\n#.*|\n)+\Z", "", block)


def _numbered(tokens: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """Every token, and those inside it, with the line of the handout where it stands."""
    line = 1
    for token in tokens:
        line = token.map[0] + 1 if token.map else line
        yield line, token
        inside = line
        for child in token.children or ():
            yield inside, child
            inside += child.type in _BREAKS


def _check_names(tokens: Sequence[Token], file: str) -> None:
    for line, token in _numbered(tokens):
        name = token.type.removesuffix("_open").removesuffix("_close")
        if name not in KNOWN:
            raise InputError(f"{file}:{line}: a handout cannot hold this ({name}): take it out")


def _headings(tokens: Sequence[Token], file: str) -> Iterator[Heading]:
    """The headings, each of which is given its anchor. The first is the title."""
    if not tokens or tokens[0].type != "heading_open":
        raise InputError(f"{file}: what follows the front matter must begin with a heading")
    above = 0
    for token, section in headings(tokens):
        line = token.map[0] + 1 if token.map else 1
        level = int(token.tag.removeprefix("h"))
        if level > above + 1:
            raise InputError(f"{file}:{line}: this heading must be one of level {above + 1}")
        token.attrSet("id", section.anchor)
        above = level
        yield Heading(level, section.title, section.anchor, line)


def _with_worths(tokens: Sequence[Token], worths: Mapping[str, Worth]) -> Iterator[Token]:
    """The tokens, and after each heading of exercises a paragraph with what they are worth."""
    anchor = ""
    for token in tokens:
        yield token
        if token.type == "heading_open":
            anchor = str(token.attrs["id"])
        elif token.type == "heading_close" and anchor in worths:
            opening, *inside = MARKDOWN.parse(worths[anchor].full)
            opening.attrSet("class", "worth")
            for one in (opening, *inside):
                one.map = None
                yield one


def _check_links(tokens: Sequence[Token], anchors: set[str], file: str) -> None:
    for line, token in _numbered(tokens):
        target = str(token.attrs.get("href", ""))
        if target.startswith("#") and target[1:] not in anchors:
            raise InputError(f"{file}:{line}: no heading has the anchor {target}")


def _classify(tokens: Sequence[Token], criteria: Collection[int]) -> None:
    """Tells the criteria, which stand in these lines, from other rows of tables."""
    table: Token | None = None
    for token in tokens:
        if token.type == "table_open":
            table = token
        elif token.type == "tr_open" and table and token.map and token.map[0] + 1 in criteria:
            token.attrSet("class", "criterion")
            table.attrSet("class", "marks")
