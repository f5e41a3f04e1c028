"""The words of a text in any script."""

from __future__ import annotations

import unicodedata


def is_word(character: str) -> bool:
    """Whether a character is part of a word: a letter, a digit, an underscore or a mark.

    Marks are accents by themselves and the vowels of Devanagari, Thai and other scripts, which
    regular expressions do not count as such.
    """
    return character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"


def words(text: str, also: str = "") -> list[str]:
    """The words of a text, in which the characters `also` are parts of words, too."""
    return "".join(one if is_word(one) or one in also else " " for one in text).split()
