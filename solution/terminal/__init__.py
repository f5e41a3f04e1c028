"""Klondike solitaire in a terminal, with saves and undo."""
