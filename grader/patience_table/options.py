"""What a player can choose about the table."""

from __future__ import annotations

from collections.abc import Collection

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="patience options 1"):
    """The options, as they are remembered."""

    safe_cards_up: bool = False
    four_colours: bool = False
    animation: bool = True
    timed_score: bool = False

    def chosen(self) -> tuple[str, ...]:
        """The names of the options that are on."""
        return tuple(name for name in self.__struct_fields__ if getattr(self, name))


LABELS = {
    "safe_cards_up": "safe cards go up by themselves after each move",
    "four_colours": "each suit has a colour of its own",
    "animation": "cards are seen moving (not without colour)",
    "timed_score": "timed score, by rules that score in the usual way",
}


def with_chosen(names: Collection[str]) -> Options:
    """The options of these names on, and the others off."""
    return Options(**{name: name in names for name in LABELS})
