"""What is asked about the guessing game, and what is right: this never leaves the grader."""

from __future__ import annotations

from patience_grader.suite.bank import Book
from suites.guessing.bank.book import Reference

__all__ = ["BOOK"]

BOOK: Book = Reference()
