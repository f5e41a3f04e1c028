"""The skeleton of a page: HTML and CSS that students of the further study write.

As a function keeps its docstring and loses its body, an element or a rule of style that begins
with a comment keeps the comment and loses the rest. Other elements stay as they are; other rules
vanish.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


def page_skeleton(text: str) -> str:
    """The skeleton of a page of HTML."""
    spans = _Spans(text).found
    for first, last in reversed(spans):
        text = f"{text[:first].rstrip()}\n{text[last:]}"
    return text


class _Spans(HTMLParser):
    """Where that stands which is taken out of a page: from the end of a comment to the end tag."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self._lines = [0]
        for line in re.split(r"(?<=\n)", text):
            self._lines.append(self._lines[-1] + len(line))
        self._open: list[str] = []
        self._from: tuple[int, int] | None = None
        """How deep the element is that is being emptied, and from where."""
        self._is_first = False
        self.found: list[tuple[int, int]] = []
        self.feed(text)

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self._is_first = tag not in _VOID
        if self._is_first:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self._is_first = False
        if tag not in self._open:
            return
        while self._open.pop() != tag:
            continue
        if self._from and self._from[0] > len(self._open):
            self.found.append((self._from[1], self._here()))
            self._from = None

    def handle_data(self, data: str) -> None:
        self._is_first = self._is_first and not data.strip()

    def handle_comment(self, data: str) -> None:
        if self._is_first and not self._from:
            self._from = len(self._open), self._here() + len(f"<!--{data}-->")
        self._is_first = False


def style_skeleton(text: str) -> str:
    """The skeleton of a sheet of style."""
    kept, depth, begin, inner = [], 0, 0, 0
    for found in re.finditer(r"/\*.*?\*/|[{}]", text, re.DOTALL):
        if found[0] == "{":
            depth += 1
            inner = found.end() if depth == 1 else inner
        elif found[0] == "}":
            depth -= 1
            if depth == 0:
                kept.append(_kept(text[begin:inner], text[inner : found.start()]))
                begin = found.end()
    return re.sub(r"\n{3,}", "\n\n", "".join(kept)).strip() + "\n"


def _kept(head: str, body: str) -> str:
    """What stays of a rule, and of the comments that stand before it."""
    comment = _COMMENT.match(body.strip())
    if comment:
        return f"{head}\n  {comment[0]}\n}}"
    return "".join(f"\n\n{one}\n" for one in _COMMENT.findall(head))
