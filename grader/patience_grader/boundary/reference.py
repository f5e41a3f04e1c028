"""The reference solution, loaded by itself: its modules never see those that suites see."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import importlib.util
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import CodeType, ModuleType
from typing import Any

from ..sandbox.guest import installed

_WORLD = "__patience_world__"


class World:
    """One copy of the reference's modules, with state of its own."""

    def __init__(
        self, codes: Mapping[str, tuple[CodeType, str]], shared: Collection[str] = ()
    ) -> None:
        """`codes` maps full names to code and file names; a package is one with inner modules.

        Modules that are `shared` are those that suites see.
        """
        self._codes = {name: code for name, code in codes.items() if name not in shared}
        self._shared = shared
        self._packages = {name.rpartition(".")[0] for name in codes if "." in name}
        self.modules: dict[str, ModuleType] = {}
        self._chance: installed.Chance | None = None

    def module(self, name: str) -> ModuleType | None:
        """A module of the reference, or of Python's own."""
        if name in self.modules:
            return self.modules[name]
        if name in self._shared:
            return importlib.import_module(name)
        if name not in self._codes and name not in self._packages:
            return sys.modules.get(name)
        return self._load(name)

    def _load(self, name: str) -> ModuleType:
        parent, _, last = name.rpartition(".")
        if parent:
            self.module(parent)
            if name in self.modules:
                return self.modules[name]
        module = self.modules[name] = ModuleType(name)
        vars(module)[_WORLD] = self
        is_package = name in self._packages
        module.__package__ = name if is_package else parent
        if is_package:
            module.__path__ = []
        if name in self._codes:
            code, file = self._codes[name]
            module.__file__ = file
            with _registered(name, module):
                try:
                    exec(code, vars(module))  # noqa: S102 the course's own solution
                except BaseException:
                    del self.modules[name]
                    raise
        if parent:
            setattr(self.modules[parent], last, module)
        return module

    @contextlib.contextmanager
    def script(self, name: str, text: str) -> Iterator[tuple[CodeType, dict[str, Any]]]:
        """The code of a module, and what it begins with as a script. Raises KeyError.

        A `text` is code as for `python3 -c`.
        """
        main = ModuleType("__main__")
        if text:
            code = compile(text, "<string>", "exec", dont_inherit=True)
        else:
            code, file = self._codes[name]
            main.__file__ = file.rpartition("/")[2]
            main.__package__ = name.rpartition(".")[0] or None
        vars(main)[_WORLD] = self
        with _registered("__main__", main):
            yield code, vars(main)

    def run_again(self, name: str) -> None:
        """Runs a module's code in the module as it is, as `importlib.reload` does."""
        module = self.modules[name]
        with _registered(name, module):
            exec(self._codes[name][0], vars(module))  # noqa: S102 the course's own solution

    def imports(self, name: str, fromlist: Sequence[str]) -> ModuleType | None:
        """What an import statement of the reference gives; None for what is none of its own."""
        top = name.partition(".")[0]
        if not any(known.partition(".")[0] == top for known in (*self._codes, *self._packages)):
            return None
        module = self.module(name)
        if module is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        for inner in fromlist:
            full = f"{name}.{inner}"
            if full in self._codes and not hasattr(module, inner):
                self.module(full)
            elif full in self._shared:
                setattr(module, inner, self.module(full))
        return module if fromlist else self.module(top)

    @contextlib.contextmanager
    def shield(self) -> Iterator[None]:
        """While the reference runs, `random` and numpy's draw from generators of its own."""
        others = installed.chance()
        if self._chance is None:
            installed.seed(0)
        else:
            installed.set_chance(self._chance)
        try:
            yield
        finally:
            self._chance = installed.chance()
            installed.set_chance(others)


@contextlib.contextmanager
def _registered(name: str, module: ModuleType) -> Iterator[None]:
    """While a module is run, `sys.modules` names it, as dataclasses and the like expect."""
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        yield
    finally:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before


def importing_world(namespace: Mapping[str, Any] | None) -> World | None:
    """The world of the module with this namespace, if it is one of a reference."""
    world = namespace.get(_WORLD) if namespace else None
    return world if isinstance(world, World) else None


def absolute(name: str, namespace: Mapping[str, Any] | None, level: int) -> str:
    """The full name of what is imported."""
    if not level:
        return name
    package = str((namespace or {}).get("__package__") or "")
    return importlib.util.resolve_name("." * level + name, package)


original_import = builtins.__import__
