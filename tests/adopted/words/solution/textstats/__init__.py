"""Statistics of texts."""

from textstats.counting import count_words, most_common

__all__ = ["count_words", "most_common"]
