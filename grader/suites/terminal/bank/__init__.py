"""The question bank of the terminal game.

Its scenes hold what is right after each line, so its book has no answers.
"""

from patience_grader.suite.bank import RecordedBook

__all__ = ["BOOK"]

BOOK = RecordedBook({})
