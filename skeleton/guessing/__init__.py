"""The guessing game: one player hides some cards, the other finds out which."""
