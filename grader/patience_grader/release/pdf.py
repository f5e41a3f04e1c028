"""The handout as a PDF, set by Typst with the fonts that it brings along.

The PDF says nothing about when or where it was made: the same handout gives the same
bytes. It follows PDF/UA, so that it can be read aloud, and no character is missing in it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import cast

import typst
from markdown_it.tree import SyntaxTreeNode as Node

from ..course.coursework import Coursework
from ..errors import InputError, KitError
from .handout import Manuscript, read_manuscript
from .listing import name_of, pieces

_LOOK = Path(__file__).parent / "templates" / "handout.typ"
_SPELLED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_WHOLE = 10
"""A table of so few rows is never broken."""
_DEEPEST = 3
"""The deepest level of headings that the table of contents shows, beside those of exercises."""
_LINE = 85
"""How many letters fit in a row of a table, and how many in a column that is not wide."""
_NARROW = 20
_NOT_SHOWN = re.compile(r'the text `"(?P<text>.+?)"` could not be displayed')


def handout_pdf(coursework: Coursework) -> bytes:
    """The handout's PDF.

    Raises InputError, naming file and line, when something in it cannot be set.
    """
    manuscript = read_manuscript(coursework)
    try:
        pdf, warnings = typst.compile_with_warnings(
            typst_source(manuscript).encode(),
            format="pdf",
            root=cast("bytes", coursework.handout.parent),  # its stubs want what the input is
            ignore_system_fonts=True,
            pdf_standards="ua-1",
        )
    except typst.TypstError as fault:
        missing = _NOT_SHOWN.search(fault.message)
        if missing:
            text = missing["text"]
            where = f"{manuscript.file}:{_line_of(text, coursework.body)}"
            raise InputError(
                f"{where}: no font of the PDF has {text}: write it in words"
            ) from fault
        raise KitError(f"{manuscript.file} cannot be set: {fault.message}") from fault
    if warnings:
        raise KitError(f"{manuscript.file} is not set well: {warnings[0].message}")
    return pdf


def typst_source(manuscript: Manuscript) -> str:
    """The handout in Typst's language.

    All text is in string literals, so that none of it is taken for markup.
    """
    title, version = _literal(manuscript.title), _literal(manuscript.version)
    head, text = (f"#{_inside(Node(part))}" for part in manuscript.parts)
    look = _LOOK.read_text(encoding="utf-8")
    facts = _array(f"({_literal(one.label)}, {_literal(one.text)})" for one in manuscript.facts)
    deep = [one.anchor for one in manuscript.headings if one.worth and one.level > _DEEPEST]
    front = f"#front({version}, {facts}, {_array(f'label({_literal(one)})' for one in deep)})"
    return "\n".join((look, f"#show: handout.with({title}, {version})", head, front, text, ""))


def _line_of(text: str, body: str) -> int:
    lines = body.split("\n")
    return next((number for number, line in enumerate(lines, 1) if text in line), 1)


def _literal(text: str) -> str:
    """The text as a string literal of Typst."""
    return '"' + "".join(map(_spelled, text)) + '"'


def _spelled(character: str) -> str:
    if character in _SPELLED or character.isprintable():
        return _SPELLED.get(character, character)
    return f"\\u{{{ord(character):x}}}"


def _array(items: Iterable[str]) -> str:
    return "(" + "".join(f"{item}, " for item in items) + ")"


def _written(node: Node) -> str:
    """The node as an expression of Typst."""
    return _WRITERS[node.type](node)


def _content(nodes: Sequence[Node]) -> str:
    """The nodes one after the other, as a content block of Typst."""
    return "[" + "".join(f"#{_written(node)};" for node in nodes) + "]"


def _inside(node: Node) -> str:
    return _content(node.children)


def _paragraph(node: Node) -> str:
    if node.hidden:
        return _inside(node)
    if node.attrs.get("class") == "worth":
        return f"worth{_inside(node)}"
    leads = node.children[0].content.endswith(":")
    return ("lead" if leads else "par") + _inside(node)


def _heading(node: Node) -> str:
    level = node.tag.removeprefix("h")
    return f"[#heading(level: {level}){_inside(node)}#label({_literal(str(node.attrs['id']))})]"


def _link(node: Node) -> str:
    target = str(node.attrs["href"])
    place = f"label({_literal(target[1:])})" if target.startswith("#") else _literal(target)
    return f"link({place}){_inside(node)}"


def _listing(node: Node) -> str:
    cut = pieces(node.content, node.info)
    columns = max(len(line) for lines in cut for line in lines)
    texts = _array(_literal("\n".join(lines)) for lines in cut)
    return f"listing({_literal(name_of(node.info))}, {columns}, {texts})"


def _list(node: Node) -> str:
    paragraphs = [one for item in node.children for one in item.children if one.type == "paragraph"]
    tight = all(one.hidden for one in paragraphs)
    settings = [f"tight: {str(tight).lower()}"]
    if node.type == "ordered_list":
        settings.append(f"start: {node.attrs.get('start', 1)}")
    name = "enum" if node.type == "ordered_list" else "list"
    written = f"{name}({', '.join([*settings, *map(_inside, node.children)])})"
    nested = node.parent and node.parent.type == "list_item"
    return written if nested else f"block({written})"


def _table(node: Node) -> str:
    head, *bodies = node.children
    marked = node.attrs.get("class") == "marks"
    rows = [row for body in bodies for row in body.children]
    right = ["right" in str(cell.attrs.get("style")) for cell in head.children[0].children]
    widths = ["auto", "1fr", "auto"] if marked else _widths([*head.children, *rows])
    settings = (
        f"columns: {_array(widths)}",
        f"align: {_array('right' if one else 'left' for one in right)}",
        f"table.header({_cells(head.children[0])})",
    )
    written = _marks_rows(rows) if marked else map(_cells, rows)
    whole = str(len(rows) <= _WHOLE).lower()
    return f"framed({whole}, {', '.join([*settings, *written])})"


def _widths(rows: Sequence[Node]) -> list[str]:
    """The widths of columns: as wide as their text, or a share where there is too much of it."""
    columns = zip(*(_lengths(row) for row in rows), strict=True)
    longest = [max(lengths) for lengths in columns]
    if sum(longest) <= _LINE:
        return ["auto"] * len(longest)
    return ["auto" if most <= _NARROW else f"{math.sqrt(most):.1f}fr" for most in longest]


def _lengths(row: Node) -> list[int]:
    return [len(cell.children[0].content) for cell in row.children]


def _cells(row: Node, kind: str = "") -> str:
    return ", ".join(f"{kind}{_inside(cell)}" for cell in row.children)


def _marks_rows(rows: Sequence[Node]) -> Iterator[str]:
    """The rows of a marks table, in which no page begins with a sum or ends with an exercise."""
    written = [_cells(row, "" if _is_criterion(row) else "opening") for row in rows]
    for row, cells in zip(rows[:-2], written, strict=False):
        yield cells if _is_criterion(row) else f"table.header(level: 2, repeat: false, {cells})"
    yield f"table.footer(repeat: false, {', '.join(written[-2:])})"


def _is_criterion(row: Node) -> bool:
    return row.attrs.get("class") == "criterion"


_WRITERS: dict[str, Callable[[Node], str]] = {
    "blockquote": lambda node: f"quote(block: true){_inside(node)}",
    "bullet_list": _list,
    "code_block": _listing,
    "code_inline": lambda node: f"raw({_literal(node.content)})",
    "em": lambda node: f"emph{_inside(node)}",
    "fence": _listing,
    "hardbreak": lambda _: "linebreak()",
    "heading": _heading,
    "hr": lambda _: "rule()",
    "image": lambda node: (
        f"box(image({_literal(str(node.attrs['src']))}, alt: {_literal(node.content)}))"
    ),
    "inline": _inside,
    "link": _link,
    "ordered_list": _list,
    "paragraph": _paragraph,
    "softbreak": lambda _: '" "',
    "strong": lambda node: f"strong{_inside(node)}",
    "table": _table,
    "text": lambda node: _literal(node.content),
}
