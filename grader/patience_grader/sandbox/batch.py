"""Questions written down once, to be asked of every submission."""

from __future__ import annotations

from collections.abc import Sequence

from .guest import node_reader, node_writer, wire
from .shared import SharedAnswers

Call = tuple[str, tuple[object, ...]]
"""A function by its name, and the arguments."""


class Batch:
    """Questions, as functions and the nodes that hold their arguments.

    A `lasting` batch is taught to the parent, so that later guests know it, and unless it
    `takes_long` it is sent before it is asked for. The `common` values are those that answers may
    well be made of.
    """

    def __init__(
        self,
        calls: Sequence[Call],
        types: wire.Types,
        *,
        lasting: bool = False,
        takes_long: bool = False,
        common: Sequence[object] = (),
    ) -> None:
        self.asked = calls
        writer = node_writer.Writer(types, {}, 0)
        for value in common:
            writer.write(value)
        self.lasting = lasting
        self.is_sent_ahead = lasting and not takes_long
        self.keep_lists = types.keep_lists
        self.calls = [
            (function, [writer.write(argument) for argument in arguments])
            for function, arguments in calls
        ]
        self.nodes = writer.nodes
        self.values = [tuple(one) if isinstance(one, list) else one for one in writer.values]
        """What answers may name without writing it down again."""
        self.sizes = node_reader.sizes_of(writer.nodes)
        self.shared = SharedAnswers()

    def __len__(self) -> int:
        return len(self.calls)
