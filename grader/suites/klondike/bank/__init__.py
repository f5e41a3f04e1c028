"""The questions of the Klondike coursework, and the answers."""

from suites.klondike.bank.book import ReferenceBook

__all__ = ["BOOK"]

BOOK = ReferenceBook()
