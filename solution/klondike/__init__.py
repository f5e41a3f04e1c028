"""One-draw Klondike solitaire: pure functions on immutable boards."""
