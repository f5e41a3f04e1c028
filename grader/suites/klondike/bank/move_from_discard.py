"""The questions about moving from the discard pile to a column, by the aspect that they examine."""

from suites.klondike.bank.moves import sorted_out

__all__ = ["QUESTIONS"]

QUESTIONS = sorted_out("game.move_from_discard")
