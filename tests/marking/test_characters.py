"""Hypothesis takes over the characters that UTF-8 can encode, and does not look for them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import configuration
from hypothesis.internal import charmap
from patience_grader.marking.characters import lay_out_characters


def _is_encoded(character: str) -> bool:
    try:
        return character.encode().decode() == character
    except UnicodeEncodeError:
        return False


def test_hypothesis_reads_them_and_they_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(configuration, "__hypothesis_home_directory", tmp_path)
    monkeypatch.setattr(charmap, "range", pytest.fail, raising=False)  # over all characters
    lay_out_characters(tmp_path)
    encoded, otherwise_decoded = charmap.intervals_from_codec.__wrapped__("utf-8")
    assert not otherwise_decoded
    ends = [end for interval in encoded.intervals for end in interval]
    assert (ends[0], ends[-1]) == (0, sys.maxunicode)
    for code in {end + step for end in ends for step in (-1, 0, 1)} - {-1, sys.maxunicode + 1}:
        assert (code in encoded) == _is_encoded(chr(code)), code
