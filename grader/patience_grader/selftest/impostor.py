"""A submission whose every object claims to be whatever a test may ask for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..course.coursework import Coursework

_IMPOSTOR = '''\
class Impostor(Exception):
    """Equal to anything, callable, iterable, of any length."""

    def __new__(cls, *arguments, **named):
        return Exception.__new__(cls)

    def __init__(self, *arguments, **named):
        pass

    def __getattr__(self, name):
        return self

    def __call__(self, *arguments, **named):
        return self

    def __iter__(self):
        return iter([self, self])

    def __next__(self):
        return self

    def __len__(self):
        return 1

    def __int__(self):
        return 1

    __index__ = __int__

    def __float__(self):
        return 1.0

    def __hash__(self):
        return 1

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        return True

    def __yes(self, *arguments):
        return True

    def __same(self, *arguments):
        return self

    def __setattr__(self, name, value):
        pass

    def __setitem__(self, key, value):
        pass

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = __yes
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __same
    __rtruediv__ = __floordiv__ = __mod__ = __pow__ = __neg__ = __abs__ = __getitem__ = __same
    __matmul__ = __and__ = __or__ = __xor__ = __iadd__ = __round__ = __same


'''


def impostor(coursework: Coursework) -> dict[str, str]:
    """The files of the impostor: every name of the solution, and nothing behind it."""
    return {
        name: _IMPOSTOR + "\n".join(_names((coursework.solution / name).read_text("utf-8-sig")))
        for name in coursework.required
    }


def _names(text: str) -> Iterator[str]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            yield f"class {node.name}(Impostor):\n    pass\n\n"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{node.name} = Impostor()\n"
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    yield f"{target.id} = Impostor()\n"
