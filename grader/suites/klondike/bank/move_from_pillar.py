"""The questions about moving back from a pillar, by the aspect that they examine."""

from suites.klondike.bank.moves import sorted_out

__all__ = ["QUESTIONS"]

QUESTIONS = sorted_out("game.move_from_pillar")
