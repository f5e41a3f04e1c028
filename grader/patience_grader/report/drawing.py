"""A picture of where a submission stands, in characters."""

from __future__ import annotations

from ..marks.verdict import Picture


def drawn(picture: Picture) -> str:
    """The picture as a table: a line a player, a column a step, each cell a share in percent."""
    wide = max(len(one.player) for one in picture.spreads)
    heads = [step.rjust(5) for step in picture.steps]
    lines = [picture.title, " " * wide + "".join(f" {head}" for head in heads)]
    for one in picture.spreads:
        cells = (
            _percent(share).rjust(len(head)) for share, head in zip(one.shares, heads, strict=True)
        )
        lines.append(one.player.ljust(wide) + "".join(f" {cell}" for cell in cells))
        lines[-1] += f"   {one.said}"
    return "\n".join(lines)


def _percent(share: float) -> str:
    if not share:
        return "·"
    return f"{share:.0%}" if share >= 0.005 else "<1%"
