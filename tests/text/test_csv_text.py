"""The one reader of CSV files that people supply."""

from __future__ import annotations

import codecs
from fractions import Fraction

import pytest
from patience_grader.errors import InputError
from patience_grader.text.csv_text import csv_of
from patience_grader.text.numbers import read_number

TEXT = 'Name;Grade;Note\r\n"O\'Brien, Zoë";"4,5"; "two\r\nlines; ""quoted""" \r\n\r\nAda;;'


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"", "utf-16-le"),
        (b"", "cp1252"),
    ],
)
@pytest.mark.parametrize("preamble", ["", "\n", "sep=;\r\n", "\nSEP=;\n"])
def test_every_byte_comes_back(mark: bytes, encoding: str, preamble: str) -> None:
    data = mark + (preamble + TEXT).encode(encoding)
    found = csv_of(data, "t.csv")
    assert found.data() == data
    assert (found.mark, found.encoding, found.delimiter) == (mark, encoding, ";")
    assert found.header.texts == ["Name", "Grade", "Note"]
    assert [row.texts for row in found.rows] == [
        ["O'Brien, Zoë", "4,5", 'two\r\nlines; "quoted"'], [""], ["Ada", "", ""]
    ]  # fmt: skip
    above = preamble.count("\n")
    assert [row.line - above for row in (found.header, *found.rows)] == [1, 2, 4, 5]


def test_cells_of_any_length_are_read() -> None:
    long = "x" * 300_000
    assert csv_of(f"a,b\n1,{long}\n".encode(), "t.csv").rows[0].texts == ["1", long]


@pytest.mark.parametrize("name", ["t.csv", "a folder/Grades (1).csv"])
@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'a,b\n1,2\n3,"4\n', ":3: a quotation mark is not closed"),
        (b'a,b\n1,2\n\n"3"x,4\n', ":4: a quotation mark is not closed"),
        (b"a,b\n1,4,5\n", ":2: the row has more cells than the header"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", " is a spreadsheet's own file"),
        (codecs.BOM_UTF16_LE + b"abc", " is not a text file"),
        (b"na\x8fve,b\n", " is not a text file"),
    ],
)
def test_what_is_wrong_is_one_line_with_the_row(name: str, data: bytes, why: str) -> None:
    with pytest.raises(InputError) as fault:
        csv_of(data, name)
    assert str(fault.value).startswith(name + why)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("4.5", Fraction(9, 2)),
        (" 4,5 ", Fraction(9, 2)),
        ("-3", Fraction(-3)),
        *((text, None) for text in ("", "-", "1/2", "1e3", "1.234,5", "nan", "٣", "4,")),
    ],
)
def test_numbers_have_a_point_or_a_comma(text: str, worth: Fraction | None) -> None:
    assert read_number(text) == worth
