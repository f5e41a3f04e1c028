"""The champion: a player of Klondike that cannot see hidden cards."""

from .champion import Champion

__all__ = ["Champion"]
