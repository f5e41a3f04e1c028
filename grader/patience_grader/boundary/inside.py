"""Where values lie in lists, dicts and tuples: `[0]`, `["a"][1]`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .align import contents

Node = Any
_MOST = 1_000


def parts_of(content: Node) -> Iterator[tuple[str, Node]]:
    """What a list, dict or tuple holds, each with how it is named there."""
    match content:
        case ["list" | "t", *parts]:
            yield from ((f"[{index}]", part) for index, part in enumerate(parts))
        case ["dict", *parts]:
            keys = zip(parts[::2], parts[1::2], strict=False)
            yield from ((f"[{key!r}]", part) for key, part in keys if isinstance(key, str | int))


def objects_inside(answer: list[Any]) -> dict[int, str]:
    """The numbers of the objects in an answer, each with where it lies; none of what is one."""
    kind, node = answer[3]
    if kind != "ok" or not isinstance(node, list) or node[:1] not in (["c"], ["t"]):
        return {}
    cells = contents(answer[0])
    found: dict[int, str] = {}
    seen: set[int] = set()
    waiting = [(node, "")]
    while waiting and len(found) < _MOST:
        one, place = waiting.pop(0)
        match one:
            case ["h", int(number), *_]:
                found.setdefault(number, place)
            case ["c", int(number)] if number in cells and number not in seen:
                seen.add(number)
                waiting += [(part, f"{place}{name}") for name, part in parts_of(cells[number])]
            case ["t", *_]:
                waiting += [(part, f"{place}{name}") for name, part in parts_of(one)]
    return found
