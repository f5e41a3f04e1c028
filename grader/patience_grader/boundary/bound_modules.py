"""Modules that students write, as suites see them."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .askers import PATCHING

if TYPE_CHECKING:
    from .binding import Binding

NO_PLACE = "/submission"
"""The folder that the files of students' modules claim to be in; there is none of this name."""


def no_file_of(module: str) -> str:
    """The file that a module of students' claims to come from."""
    return f"{NO_PLACE}/{module.replace('.', '/')}.py"


_OF_EVERY_MODULE = {
    *("__name__", "__doc__", "__package__", "__loader__", "__spec__", "__file__", "__cached__"),
    *("__path__", "__builtins__", "__dict__", "__patience_world__", "__warningregistry__"),
}
_HELD_BY_MODULE = type.__getattribute__(ModuleType, "__dict__")["__dict__"].__get__


class BoundModule(ModuleType):
    """A module that students write."""

    def __init__(self, name: str, binding: Binding) -> None:
        super().__init__(name)
        vars(self)["patience_binding"] = binding
        is_package = hasattr(binding.original(name), "__path__")
        if is_package:
            self.__path__: list[str] = []
        self.__package__ = name if is_package else name.rpartition(".")[0]

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        """What is here; nothing for `monkeypatch`, which would hold what it lacks for undefined."""
        is_patching = sys._getframe(1).f_globals.get("__name__") == PATCHING  # noqa: SLF001
        return None if is_patching else _HELD_BY_MODULE(self)

    def __getattr__(self, name: str) -> Any:
        binding = vars(self)["patience_binding"]
        inner = f"{self.__name__}.{name}"
        original = binding.original(self.__name__)
        is_hidden = not isinstance(vars(original).get(name, original), ModuleType)
        if inner in binding.modules and not is_hidden:
            return binding.modules[inner]
        if name == "__all__":
            return public_names(original)
        is_own = name in vars(original) and name not in _OF_EVERY_MODULE
        if name == "__file__":
            return no_file_of(self.__name__)
        if name.startswith("__") and name.endswith("__") and not is_own:
            raise AttributeError(name)
        return binding.current.name(self.__name__, name)

    def __setattr__(self, name: str, value: Any) -> None:
        is_inner = isinstance(value, ModuleType) and value.__name__ == f"{self.__name__}.{name}"
        if name.startswith("__") or is_inner:
            super().__setattr__(name, value)
        elif name == "super":
            raise TypeError(f"to replace super in {self.__name__} does not cross")
        else:
            vars(self)["patience_binding"].current.set_attribute(self, name, value)

    def __delattr__(self, name: str) -> None:
        if name != "super":  # it was not replaced, and `patch` takes it back
            vars(self)["patience_binding"].current.delete_attribute(self, name)

    def __dir__(self) -> Any:
        return vars(self)["patience_binding"].current.operate("dir", self)


def _module_text(module: Any) -> Any:
    binding = vars(module).get("patience_binding")
    return binding.current.attribute(module, "__doc__") if binding else None


BoundModule.__doc__ = property(_module_text)  # type: ignore[assignment]


def public_names(module: ModuleType) -> list[str]:
    """What `from module import *` imports."""
    named = vars(module).get("__all__")
    if isinstance(named, list | tuple):
        return list(named)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    ]
