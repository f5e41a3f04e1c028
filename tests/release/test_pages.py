"""The handout that students are handed: nothing of it is lost on the page or on paper."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from patience_grader.course.about import About
from patience_grader.course.coursework import Course, Coursework
from patience_grader.errors import InputError
from patience_grader.marks.scheme import Criterion
from patience_grader.release import pdf as typeset
from patience_grader.release.handout import KNOWN, SHOWN, read_manuscript
from patience_grader.release.html import document_pages, handout_page
from patience_grader.release.listing import COLUMNS, pieces
from patience_grader.release.pdf import handout_pdf
from patience_grader.text.numbers import format_marks
from pypdf import PdfReader

ROOT = Path(__file__).parents[2]
SLUGS = Course(ROOT).slugs
SPECIAL = (
    r"""Say #let "x" = $y$ @z <w> \q ~ -- // /* */ = + 'it' {a} (b) c; d: [e] % & ^ | ! ? ` _f_"""
)
FRONT = "+++\ntitle = 'kept back'\n+++\n"


@cache
def coursework_of(slug: str) -> Coursework:
    return Course(ROOT).coursework(slug)


class Reader(HTMLParser):
    """What a browser shows, the ids, the links, and what a page would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.shown = ""
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self._hidden = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self._hidden = tag in {"style", "title"}
        self.ids += [known["id"] or ""] if "id" in known else []
        self.links += [known["href"] or ""] if tag == "a" else []
        held = (known.get("src") or "").startswith("data:")
        self.loaded += [tag] if tag in {"script", "link", "img", "iframe"} and not held else []
        self.shown += " " if tag in {"td", "th", "p", "li", "pre", "h2", "h3"} else ""

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False

    def handle_data(self, data: str) -> None:
        self.shown += "" if self._hidden else data


@dataclass(frozen=True)
class Handed:
    """A handout as it is handed out, and what is read in each of its forms."""

    coursework: Coursework
    page: str
    shown: str
    pdf: bytes
    sheets: tuple[str, ...]

    @property
    def set(self) -> str:
        """What is read on paper."""
        return " ".join(self.sheets)


@pytest.fixture(scope="module", params=SLUGS)
def handed(request: pytest.FixtureRequest) -> Handed:
    coursework = coursework_of(request.param)
    page, pdf = handout_page(coursework), handout_pdf(coursework)
    return Handed(coursework, page, squeezed(Reader(page).shown), pdf, sheets_of(pdf))


def sheets_of(pdf: bytes) -> tuple[str, ...]:
    return tuple(squeezed(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def without_blanks(text: str) -> str:
    return "".join(text.split())


def row_of(criterion: Criterion) -> str:
    title = re.sub(r"[`*]", "", criterion.title)
    return f"{criterion.id} {title} {format_marks(criterion.worth)}"


@pytest.fixture
def made_up(tmp_path: Path) -> Coursework:
    """A coursework whose handout is still to be written."""
    (tmp_path / "handout").mkdir()
    return replace(coursework_of(SLUGS[0]), root=tmp_path, title=SPECIAL)


def written(coursework: Coursework, text: str) -> Coursework:
    coursework.handout.write_text(FRONT + text, encoding="utf-8")
    return coursework


def test_every_criterion_stands_with_its_worth_on_the_page_and_on_paper(handed: Handed) -> None:
    for criterion in handed.coursework.scheme.criteria:
        assert row_of(criterion) in handed.shown
        assert row_of(criterion) in handed.set


def test_every_exercise_says_under_its_heading_what_it_is_worth(handed: Handed) -> None:
    scheme = handed.coursework.scheme
    for exercise in scheme.exercises:
        section = handed.coursework.sections[exercise.name]
        alone = list(handed.coursework.sections.values()).count(section) == 1
        bonus = "bonus " if exercise in scheme.bonus else ""
        worth = f"{format_marks(exercise.worth)} {bonus}marks"
        under = f"{section.title} {worth}" if alone else f"{exercise.name}: {worth}"
        assert under in handed.shown
        assert under in handed.set


def test_every_exercise_is_in_the_table_of_contents(handed: Handed) -> None:
    contents = handed.page.partition("<nav")[2].partition("</nav>")[0]
    for section in handed.coursework.sections.values():
        assert re.search(rf'<li class="level-\d"><a href="#{section.anchor}">', contents), section
        on_paper = rf"{re.escape(section.title)} [. ]+\d"
        assert re.search(on_paper, handed.sheets[0] + handed.sheets[1])


def test_what_is_known_about_the_coursework_stands_at_the_top(made_up: Coursework) -> None:
    assert made_up.late
    late = msgspec.structs.replace(made_up.late, deadline=datetime(2026, 12, 4, 16, 30))
    about = About(
        weight=25,
        hours=2.5,
        ask="https://forum.example.org/cs1",
        errors="staff <b>",
        reassessment="Not.",
    )
    coursework = written(replace(made_up, late=late, about=about), "# A\n\nText\n")
    facts = """Marks 100 Deadline Friday 4 December 2026, 16:30 (Europe/London)
    Weight 25 % of the mark of the course Expected effort 2.5 hours Questions
    https://forum.example.org/cs1 Errors in this handout staff <b> Re-assessment Not."""
    page = handout_page(coursework)
    assert 'href="https://forum.example.org/cs1"' in page
    assert without_blanks(facts) in without_blanks(Reader(page).shown)
    (sheet,) = sheets_of(handout_pdf(coursework))
    assert without_blanks(facts) in without_blanks(sheet)


def test_every_heading_stands_on_the_page_and_on_paper(handed: Handed) -> None:
    lines = re.sub(r"(?ms)^```.*?^```", "", handed.coursework.body).split("\n")
    headings = [line.lstrip("#").strip() for line in lines if re.match("#+ ", line)]
    manuscript = read_manuscript(handed.coursework)
    headings.append("The numbers")
    assert [one.text for one in manuscript.headings] == headings
    for heading in headings:
        assert heading in handed.shown
        assert heading in handed.set


def test_every_listing_stands_on_the_page_and_on_paper(handed: Handed) -> None:
    on_paper, on_page = without_blanks(handed.set), without_blanks(handed.shown)
    for token in read_manuscript(handed.coursework).tokens:
        if token.type == "fence":
            assert without_blanks(token.content) in on_page
            for piece in pieces(token.content, token.info):
                assert without_blanks("".join(piece)) in on_paper


def test_of_the_front_matter_only_what_concerns_students_is_handed_out(handed: Handed) -> None:
    front = handed.coursework.handout.read_text(encoding="utf-8").split("+++")[1]
    tables = {part.partition("]")[0]: part for part in front.split("\n[")[1:]}
    known = "".join(tables.pop(name, "") for name in SHOWN)
    entries = entries_of(front)
    for text in (handed.page, handed.set):
        assert "+++" not in text
        assert not [entry for entry in entries if entry in text and entry not in known]
    limits = [line for line in entries_of(known) if line.startswith("cpu_seconds")]
    assert len(limits) == 2
    assert all(line in handed.set for line in limits)


def entries_of(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if " = " in line]


def test_a_page_is_complete_and_all_its_links_lead_somewhere(handed: Handed) -> None:
    page = Reader(handed.page)
    assert not page.loaded
    assert "url(" not in handed.page
    assert len(set(page.ids)) == len(page.ids)
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    assert f"{handed.coursework.title}, version {handed.coursework.version}" in handed.shown


def test_a_page_tells_exercises_from_criteria(handed: Handed) -> None:
    assert handed.page.count('<tr class="criterion">') == len(handed.coursework.scheme.criteria)
    assert handed.page.count('<table class="marks">') == 1 + bool(handed.coursework.scheme.bonus)


def test_a_pdf_has_title_outline_links_and_numbered_pages(handed: Handed) -> None:
    reader = PdfReader(io.BytesIO(handed.pdf))
    title, version = handed.coursework.title, handed.coursework.version
    assert reader.metadata
    assert reader.metadata.title == f"{title}, version {version}"
    assert len(reader.outline) > 1 or isinstance(reader.outline[1], list)
    assert any("/Annots" in page for page in reader.pages[:1])
    for number, text in enumerate(handed.sheets[1:], 2):
        assert text.startswith(f"{title} version {version}")
        assert text.endswith(f"{number} / {len(handed.sheets)}")


def test_the_same_handout_gives_the_same_bytes(
    handed: Handed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert handout_page(handed.coursework) == handed.page
    assert handout_pdf(handed.coursework) == handed.pdf
    assert b"CreationDate" not in handed.pdf
    assert b"CreateDate" not in handed.pdf


def test_special_characters_are_only_text(made_up: Coursework) -> None:
    escaped = re.sub(r"([^A-Za-z0-9\s])", r"\\\1", SPECIAL)
    inline = SPECIAL.replace("`", "")
    text = f"# {escaped}\n\n{escaped}\n\n- {escaped}\n\n> `{inline}`\n\n```\n{SPECIAL}\n```\n"
    table = escaped.replace("\\|", "")
    text += f'\n| {table} | b |\n|---|--:|\n| {table} | [{table}](https://example.org/?a="b) |\n'
    coursework = written(made_up, text)
    page, pdf = handout_page(coursework), handout_pdf(coursework)
    for shown in (Reader(page).shown, " ".join(sheets_of(pdf))):
        found = without_blanks(shown)
        assert found.count(without_blanks(SPECIAL)) >= 4
        assert without_blanks(inline) in found
        assert found.count(without_blanks(SPECIAL.replace("|", ""))) == 3


def test_every_kind_of_text_can_be_set(made_up: Coursework) -> None:
    text = """\
# Title

A *b **c `d`***, hard\\
break. [Next](#next), [web](https://example.org), <https://example.org/auto>

1. one
   - nested

     of two parts
   - again
2. two

       indented

   ```text file.txt
   fenced
   ```

7) seven

> quoted
> - list

---

## Next

## Next

| a |
|---|

Setext
------
"""
    coursework = written(made_up, text)
    words = "Title d hard break Next web one nested again two indented file.txt fenced seven quoted"
    for shown in (
        Reader(handout_page(coursework)).shown,
        " ".join(sheets_of(handout_pdf(coursework))),
    ):
        assert all(word in shown for word in words.split())
    anchors = [one.anchor for one in read_manuscript(coursework).headings]
    assert anchors == ["title", "next", "next-1", "setext"]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("# A\n\nand\n![picture](a.png)\n", 7, "cannot read handout/a.png"),
        ("# A\n\n![picture](../a.png)\n", 6, "beside the handout"),
        ("# A\n\n![picture](https://example.org/a.png)\n", 6, "beside the handout"),
        ("# A\n\n![](a.png)\n", 6, "needs words"),
        ("# A\n\n<b>b</b>\n\n$a$\n\n    c\n\n![a][b]\n\n[b]: a.gif\n", 12, "beside the handout"),
        ("# A\n\n[b](#c)\n", 6, "no heading has the anchor #c"),
        ("# A\n\n### B\n", 6, "must be one of level 2"),
        ("## A\n", 4, "must be one of level 1"),
    ],
)
def test_what_cannot_be_set_is_refused(made_up: Coursework, text: str, line: int, why: str) -> None:
    coursework = written(made_up, text)
    for make in (handout_page, handout_pdf):
        with pytest.raises(InputError) as fault:
            make(coursework)
        assert str(fault.value).startswith(f"handout/{coursework.slug}.md:{line}: ")
        assert why in str(fault.value)


def test_a_picture_is_held_within_the_page_and_set_on_paper(handed: Handed) -> None:
    pictures = list(handed.coursework.handout.parent.glob(f"{handed.coursework.slug}.svg"))
    shown = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]+)">', handed.page)
    assert [b64decode(data) for data, _ in shown] == [one.read_bytes() for one in pictures]
    assert all(words for _, words in shown)
    assert "default-src 'none'; img-src data:;" in handed.page


def test_further_documents_are_pages_beside_the_handout() -> None:
    guessing = coursework_of("guessing")
    ((name, page),) = document_pages(guessing).items()
    shown = squeezed(Reader(page).shown)
    assert name == "coding-guidelines.html"
    assert name in handout_page(guessing)
    assert "Coding guidelines (The guessing game), version" in shown
    for exercise in guessing.scheme.exercises:
        for criterion in exercise.criteria if exercise.manual else ():
            assert f'id="{criterion.id.partition(".")[2]}"' in page
    lost = replace(guessing, documents=("../README.md",))
    with pytest.raises(InputError, match=r"guessing\.md:12: .* is not a Markdown file"):
        document_pages(lost)


def test_a_handout_begins_with_its_title(made_up: Coursework) -> None:
    with pytest.raises(InputError, match="must begin with a heading"):
        handout_page(written(made_up, "Text\n"))


def test_a_character_that_no_font_has_is_refused_on_paper(made_up: Coursework) -> None:
    coursework = written(replace(made_up, title="A"), "# A\n\nthe word\n漢 there\n")
    with pytest.raises(InputError, match=r"\.md:7: no font of the PDF has 漢"):
        handout_pdf(coursework)
    assert "漢" in handout_page(coursework)


def test_all_that_a_handout_may_hold_can_be_written() -> None:
    parts_of_tables_and_lists = {"list_item", "tbody", "td", "th", "thead", "tr"}
    assert set(typeset._WRITERS) == KNOWN - parts_of_tables_and_lists


def test_a_listing_is_cut_only_where_something_is_typed() -> None:
    session = ("> deal\n" + "card\n" * 9) * 3
    assert [piece[0] for piece in pieces(session, "console")] == ["> deal"] * 3
    assert len(pieces(session, "text")) == 1
    assert len(pieces("> a\n> b\n", "console")) == 1
    assert [len(piece) for piece in pieces("card\n" * 100)] == [60, 40]


def test_no_line_is_too_long_for_paper() -> None:
    for text in ("x" * 500, "word " * 100, " " * 300 + "x", "a\t" * 60):
        ((first, *more),) = pieces(text)
        assert more
        assert max(map(len, (first, *more))) <= COLUMNS
        said = first + "".join(line.removeprefix("  ↪ ") for line in more)
        assert without_blanks(said) == without_blanks(text)
