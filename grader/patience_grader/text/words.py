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


_SPELLED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae", "œ": "oe", "ß": "ss"}
)
_PLAIN = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "þ": "th"}
)
_ACCENTS = frozenset(map(chr, range(0x300, 0x370)))


def without_accents(text: str) -> tuple[str, str]:
    """The text in small letters as it is written where there are no accents.

    Once with umlauts spelled out, as in `mueller`, and once without them, as in `muller`.
    """
    small = unicodedata.normalize("NFC", text.casefold())
    return _bare(small.translate(_SPELLED)), _bare(small)


def _bare(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return "".join(one for one in apart if one not in _ACCENTS)
