"""Operations and answers in words, for evidence."""

from __future__ import annotations

import reprlib
from typing import Any

from ..sandbox.guest import arrays
from .binding import BoundFunction, BoundMeta, BoundModule
from .handles import Odd
from .link_view import known_of

_CLASSES = {"fraction": "Fraction", "decimal": "Decimal", "random": "Random"}
_UNCHANGED = "; its arguments are unchanged"
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 120
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxdict = _SHORT.maxset = 20
_SHORT.maxlevel = 5


def shown(value: Any) -> str:
    """A value as Python, not too long."""
    known = known_of(value)
    if known is not None:
        return str(known.source.text or known.path.rpartition(":")[2])
    if issubclass(type(value), Odd):
        return repr(value)
    if type(value) in (BoundFunction, BoundMeta):
        return str(value.patience_path).rpartition(":")[2]
    if type(value) is BoundModule:
        return value.__name__
    if callable(value) and hasattr(value, "__name__"):
        return str(value.__name__)
    if isinstance(value, list | tuple | set | frozenset):
        return _inside(value)
    try:
        return _SHORT.repr(value)
    except Exception:  # noqa: BLE001 only for showing
        return "..."


def _inside(value: Any) -> str:
    parts = [shown(one) for one in list(value)[:20]] + ["..."] * (len(value) > 20)
    if isinstance(value, list):
        return f"[{', '.join(parts)}]"
    if isinstance(value, tuple):
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    return _SHORT.repr(value)


def outcome_text(answer: list[Any] | None) -> str:
    """What an answer says, in words."""
    if answer is None:
        return "what the reference would answer is not known here"
    cells = {row[0]: row[1] for row in answer[0]}
    kind, node = answer[3]
    printed = f", printing {answer[1][:200]!r}" if answer[1] else ""
    printed += _files_text(answer[4])
    if kind == "ok":
        return node_text(node, cells) + printed
    if kind == "missing":
        return "nothing of this name"
    if kind == "lost":
        return "no answer"
    return "raises " + _error_text(node, cells) + printed


def changed_text(answer: list[Any] | None) -> str:
    """What an answer leaves in the lists and the like that were handed over."""
    if answer is None:
        return ""
    cells = {row[0]: row[1] for row in answer[0]}
    changed = [_cell_text(content, cells, 0) for number, content in answer[0] if number > 0]
    return f"; an argument is then {' and '.join(changed[:2])}" if changed else _UNCHANGED


def _files_text(rows: list[Any]) -> str:
    """What an answer leaves beside its value: files, warnings and log records."""
    said = []
    for kind, *parts in rows[:3]:
        if kind == "file":
            said.append(f"{'deleting' if parts[1] is None else 'writing'} {str(parts[0])[:100]}")
        else:
            said.append(f"with the {kind} {str(parts[-1])[:100]!r}")
    return "".join(f", {one}" for one in said)


def _error_text(node: Any, cells: dict[int, Any]) -> str:
    if node[0] == "x":
        name, args = node[1], node[2]
    elif node[0] == "E":
        name, args = node[1][0], node[2]
    else:
        return "an exception of the test's own"
    inner = ", ".join(node_text(one, cells) for one in args)
    return f"{name.rpartition(':')[2].rpartition('.')[2]}({inner})"


def node_text(node: Any, cells: dict[int, Any], depth: int = 0) -> str:  # noqa: C901, PLR0912 one a kind
    """A node as Python would show the value."""
    if not isinstance(node, list):
        return repr(node)[:200]
    if depth > 6:
        return "..."

    def all_of(nodes: list[Any]) -> str:
        parts = [node_text(one, cells, depth + 1) for one in nodes[:20]]
        return ", ".join([*parts, *["..."] * (len(nodes) > 20)])

    kind, *rest = node
    if kind == "c":
        content = cells.get(rest[0]) or ["..."]
        return _cell_text(content, cells, depth)
    if kind in ("true", "false"):
        return str(kind == "true")
    if kind == "t":
        return f"({all_of(rest)}{',' if len(rest) == 1 else ''})"
    if kind == "z":
        return f"frozenset({{{all_of(rest)}}})"
    if kind == "f":
        return repr(float.fromhex(rest[0]))
    if kind == "i":
        return f"0x{rest[0][:60]}" if len(rest[0]) > 60 else str(int(rest[0], 16))
    if kind == "v" and rest[0] == "number":
        return arrays.text(arrays.number, *rest[1:])
    if kind == "v":
        return f"{_CLASSES.get(rest[0], rest[0])}({all_of(rest[1:])})"
    if kind == "e":
        return f"{rest[0].rpartition(':')[2]}.{rest[1]}"
    if kind in ("n", "d"):
        return f"{rest[0].rpartition(':')[2]}({all_of(rest[1:])})"
    if kind == "h":
        return f"an object of {rest[1].rpartition(':')[2]}"
    if kind in ("s", "g"):
        return str(rest[0]).rpartition(":")[2]
    if kind == "x":
        return _error_text(node, cells)
    return str(rest[0])[:200] if rest else kind


def _cell_text(content: list[Any], cells: dict[int, Any], depth: int) -> str:
    kind, *rest = content
    if kind == "ndarray":
        return arrays.text(arrays.array, *rest)
    inner = [node_text(one, cells, depth + 1) for one in rest[:40]]
    more = ["..."] * (len(rest) > 40)
    if kind == "list":
        return f"[{', '.join([*inner, *more])}]"
    if kind == "set":
        return f"{{{', '.join([*inner, *more])}}}" if rest else "set()"
    if kind == "dict":
        pairs = [f"{a}: {b}" for a, b in zip(inner[::2], inner[1::2], strict=False)]
        return f"{{{', '.join([*pairs, *more])}}}"
    if kind == "object":
        parts = zip(rest[1::2], inner[2::2], strict=False)
        shown_parts = ", ".join(f"{name}={text}" for name, text in parts)
        return f"{str(rest[0]).rpartition(':')[2]}({shown_parts})"
    return f"{kind}({', '.join(inner)})"
