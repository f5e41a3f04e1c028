"""Writes the guesser's book: its first two guesses, found by a long search."""
