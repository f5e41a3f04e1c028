"""Which submissions are alike. Source texts are read as tokens, within bounds, and never run."""
