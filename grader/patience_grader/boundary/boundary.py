"""What all runs of a coursework's suite share: the reference's code, and the names bound to it."""

from __future__ import annotations

import builtins
import contextlib
import dataclasses
import enum
import importlib.abc
import importlib.machinery
import io
import random
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

from ..sandbox.guest import frozen_fields
from ..sandbox.guest.lookup import Lookup, Script
from ..suite import gradescope
from .askers import is_asked_by_suite
from .binding import Binding, BoundMeta
from .by_file import imported_by_file
from .given import GivenModule, given_spec
from .handles import Handle
from .hashes import hash_for_suite
from .introspection import forwarded
from .mentions import is_mentioned
from .own_code import OwnCode, nothing_started
from .own_files import guarded
from .programs import program_spec
from .reference import World, absolute, importing_world, original_import
from .replaceable import Place, replaceable
from .run import Run
from .scripts import Scripts
from .signals import Unavailable
from .suite_state import modules_in


@dataclass(frozen=True)
class Modules:
    """The modules of a coursework, by their full names."""

    student: Mapping[str, Path]
    """Those that students write, as the reference has them."""
    supplied: Mapping[str, Path]
    suites: Path
    """The folder of the suite."""
    packages: Collection[str] = ()
    """The top modules of the packages that submissions may import."""
    scripts: Collection[str] = ()
    """Those of the students' that are run as scripts, and never imported."""


class Boundary:
    """Binds what a suite imports to whatever is being run."""

    def __init__(self, modules: Modules) -> None:
        self._codes = dict(_codes({**modules.supplied, **modules.student}))
        self._bound: frozenset[str] = frozenset()
        self._student: set[str] = set()
        self.given: list[GivenModule] = []
        """The supplied modules that have been imported so that suites see them."""
        self._has_reloads = is_mentioned("reload", [modules.suites])
        folders = {modules.suites, *(file.parent for file in modules.student.values())}
        self.looks_at_signatures = any(is_mentioned(one, folders) for one in _OF_SIGNATURES)
        """Whether the suite or the solution asks for the defaults of functions."""
        self.inherited: dict[str, Path] = {}
        self.replaceable: tuple[Place, ...] = ()
        """What the suite may replace in modules that both ends know, once it is collected."""
        self.world = self.new_world()
        with self._importing():
            for name in sorted(modules.student.keys() - modules.scripts):
                self.world.module(name)
            modules, self.inherited = _with_inherited(modules, self.world)
            self._student = set(modules.student)
            self._student |= {name.partition(".")[0] for name in modules.student if "." in name}
            self._student -= set(modules.scripts)
            loaded = {name: self.world.module(name) for name in sorted(self._student)}
        self.modules = modules
        self._suites = str(modules.suites)
        self._supplied = frozenset(modules.supplied) - self._student
        self._importable = self._supplied | self._student | frozenset(modules.packages)
        self.lookup = Lookup(self._suites_module, self._student, self._supplied, modules.packages)
        self.binding = Binding(
            {name: module for name, module in loaded.items() if module is not None},
            lambda: self.current,
        )
        reference = self.reference_lookup(self.world)
        self.ancestors = {
            path: [_name(reference, one) for one in cls.__mro__ if one is not object]
            for path, cls in self.binding.classes()
        }
        """What the reference's classes are derived from, by their names."""
        self._bound = frozenset(self.binding.modules)
        self.data = data_beside(modules.suites)
        texts = [file.read_text(encoding="utf-8") for file in modules.student.values()]
        self.withheld = frozenset(
            name for name in self.data if not any(Path(name).name in text for text in texts)
        )
        """Files beside the tests that the reference does not name."""
        self.writes_frozen = frozen_fields.may_be_written(texts)
        """Whether the reference may write to fields of frozen values."""
        self.collection = Run(self)
        self.current = self.collection
        files = (*modules.student.values(), *modules.supplied.values())
        self._solutions = sorted({str(file.parent) for file in files})
        self.own_folders = (str(modules.suites), *self._solutions)
        """Those of the suite and the solution."""
        self._own_code = OwnCode(self.own_folders, lambda: self.current)

    def get_ready(self) -> None:
        """Notes what the suite may replace, when all of it is collected."""
        suites = [vars(one) for one in modules_in(self.modules.suites)]
        students = [vars(one) for one in self.world.modules.values()]
        self.replaceable = replaceable(self.modules.suites, self.lookup, [*suites, *students])

    def new_world(self) -> World:
        """A fresh copy of the reference.

        What students' classes leave in supplied ones when they are declared is there at once, and
        a module that is loaded again has been loaded before.
        """
        world = World(self._codes)
        is_early = bool(self.inherited) or self._has_reloads
        with world.shield(), self._importing(), contextlib.redirect_stdout(io.StringIO()):
            for name in sorted(self._student if is_early else ()):
                world.module(name)
        return world

    @contextlib.contextmanager
    def _importing(self) -> Iterator[None]:
        """Modules of the reference import each other."""
        before, builtins.__import__ = builtins.__import__, self._import
        try:
            yield
        finally:
            builtins.__import__ = before

    def inherited_texts(self) -> dict[str, str]:
        """The texts of the supplied modules that students' classes are derived from.

        They are loaded with a submission, by the names of their files without `.py`.
        """
        return {path.stem: path.read_text(encoding="utf-8-sig") for path in self.inherited.values()}

    def reference_lookup(self, world: World) -> Lookup:
        """The names that the reference knows."""
        return Lookup(
            world.module,
            self._student,
            self._supplied,
            self.modules.packages,
            lambda: {name: one for name, one in world.modules.items() if name in self._student},
            self._script,
        )

    @contextlib.contextmanager
    def _script(self, name: str, text: str) -> Iterator[Script]:
        """While a file of the reference is run as a script: it begins with a fresh copy."""
        with self._importing(), World(self._codes).script(name, text) as script:
            yield script

    @contextlib.contextmanager
    def running(self, run: Run) -> Iterator[None]:
        """From now on, names mean what this run asks."""
        before, self.current = self.current, run
        try:
            yield
        finally:
            self.current = before
            for name in self.modules.scripts:  # the next test that imports a program runs it
                sys.modules.pop(name, None)

    @property
    def supplied(self) -> Collection[str]:
        """The supplied modules, by full name."""
        return self._supplied

    @property
    def importable(self) -> Collection[str]:
        """The modules beside Python's own that a submission may import, by full name."""
        return self._importable

    @property
    def scripts(self) -> Collection[str]:
        """The modules that a suite may run as scripts, by full name: all that students write."""
        return self.modules.student.keys()

    def spec_of(self, name: str) -> importlib.machinery.ModuleSpec:
        """How a module is imported that students write: as it is bound, or by running it."""
        if name in self.modules.scripts:
            return program_spec(name, self.current.run_here)
        return importlib.machinery.ModuleSpec(name, _Given(self.binding.modules[name]))

    def is_asked_by_suite(self, frame: FrameType) -> bool:
        """Whether it is the suite whose code runs in a frame."""
        return is_asked_by_suite(frame, self._suites)

    @contextlib.contextmanager
    def without_effects(self) -> Iterator[None]:
        """While this lasts, the reference changes no files, starts nothing and sends nothing.

        It raises Unavailable where it would.
        """

        def refuse(what: str) -> None:
            raise Unavailable(what)

        with (
            guarded(str(self.modules.suites), self._solutions, tuple, refuse),
            nothing_started(refuse),
        ):
            yield

    def _suites_module(self, name: str) -> ModuleType | None:
        """A module as suites see it; what is supplied is imported when something of it arrives."""
        if name in self._supplied:
            return importlib.import_module(name)
        return sys.modules.get(name)

    # imports

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Suites import from here. The process must be our own."""
        world = World(self._codes, shared=self._supplied)
        finders = [_Finder(self, world), gradescope.Finder()]
        sys.meta_path[:0] = finders
        for name, module in self.binding.modules.items():
            if name not in sys.stdlib_module_names:
                sys.modules[name] = module
        builtins.__import__ = self._import
        seed = random.seed
        random.seed = self._seed
        sys.setrecursionlimit = self._set_recursion_limit
        sys.settrace = self._set_trace
        builtins.issubclass = self._issubclass
        builtins.hash = self._hash
        try:
            suites = str(self.modules.suites)
            with (
                self._own_code.watched(),
                forwarded(suites),
                Scripts(self).installed(),
                imported_by_file(lambda: self.scripts, self.is_asked_by_suite, self.spec_of),
                guarded(suites, self._solutions, self._own_places, self._refuse),
            ):
                yield
        finally:
            builtins.issubclass = _original_issubclass
            builtins.hash = _original_hash
            builtins.__import__ = original_import
            random.seed = seed
            sys.setrecursionlimit = _original_limit
            sys.settrace = _original_trace
            for one in finders:
                sys.meta_path.remove(one)
            for name in (*self.binding.modules, *self.modules.supplied):
                sys.modules.pop(name, None) if name not in sys.stdlib_module_names else None

    def _import(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,  # noqa: A002 as Python calls it
        locals: Mapping[str, Any] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        world = importing_world(globals)
        if world is not None:
            found = world.imports(absolute(name, globals, level), fromlist or ())
            if found is not None:
                return found
        elif name in self._bound and name in sys.stdlib_module_names and not level:
            file = str((globals or {}).get("__file__", ""))
            if file.startswith(str(self.modules.suites)):
                return self.binding.modules[name]
        return original_import(name, globals, locals, fromlist or (), level)

    def _issubclass(self, cls: Any, others: Any) -> bool:
        """What the submission's class is derived from, only the submission can say."""
        is_students = type(cls) is BoundMeta and self.binding.path(cls) is not None
        if is_students and self.is_asked_by_suite(sys._getframe(1)):  # noqa: SLF001
            known = others if type(others) is tuple else (others,)
            if all(_is_known(self, one) for one in known):
                return any(self.current.operate("issubclass", cls, one) is True for one in known)
        return _original_issubclass(cls, others)

    def _hash(self, value: Any, /) -> int:
        """The hash of an object of the submission can be compared with that of a plain value."""
        caller = sys._getframe(1)  # noqa: SLF001
        is_test = caller.f_code.co_name != "__hash__" and self.is_asked_by_suite(caller)
        return hash_for_suite(value) if is_test else _original_hash(value)

    def _own_places(self) -> list[str] | None:
        return self.current.own_places()

    def _refuse(self, what: str) -> None:
        self.current.lose_by(what)

    def _seed(self, *arguments: Any, **named: Any) -> None:
        random._inst.seed(*arguments, **named)  # noqa: SLF001
        if self.is_asked_by_suite(sys._getframe(1)):  # noqa: SLF001
            self.current.seed(*arguments, *named.values())

    def _set_recursion_limit(self, limit: int, /) -> None:
        _original_limit(limit)
        if self.is_asked_by_suite(sys._getframe(1)):  # noqa: SLF001
            self.current.patches.set_recursion_limit(limit)

    def _set_trace(self, function: Any, /) -> None:
        """Code of a submission runs elsewhere: a suite would be told of what runs here instead."""
        caller: FrameType | None = sys._getframe(1)  # noqa: SLF001
        while caller and caller.f_globals.get("__name__") in _TRACING:
            caller = caller.f_back
        if function is not None and caller and self.is_asked_by_suite(caller):
            raise NotImplementedError("to trace what students' code does does not cross")
        _original_trace(function)


_TRACING = ("bdb", "trace")
"""Modules that trace for whoever calls them."""
_OF_SIGNATURES = ("signature", "getfullargspec", "getcallargs", "__defaults__", "__kwdefaults__")
_original_limit = sys.setrecursionlimit
_original_trace = sys.settrace
_original_issubclass = builtins.issubclass
_original_hash = builtins.hash


def _with_inherited(modules: Modules, world: World) -> tuple[Modules, dict[str, Path]]:
    """The modules, as they are bound, and those of them that are supplied.

    Where a student's class is derived from a supplied one, both live where the submission does:
    what the supplied class counts or registers is the same for its objects and for students'.
    Exceptions and enums cross as themselves.
    """
    student, found = dict(modules.student), dict[str, Path]()
    while new := _bases_of(student.keys() - modules.scripts, world) & (
        modules.supplied.keys() - student.keys()
    ):
        found |= {name: modules.supplied[name] for name in sorted(new)}
        student |= found
    supplied = {name: path for name, path in modules.supplied.items() if name not in found}
    return dataclasses.replace(modules, student=student, supplied=supplied), found


def _bases_of(names: Collection[str], world: World) -> set[str]:
    """The modules of the classes that the classes in some modules are derived from."""
    classes = (
        cls
        for name in names
        for cls in list(vars(world.module(name)).values())
        if isinstance(cls, type) and cls.__module__ == name
    )
    return {
        base.__module__
        for cls in classes
        if not _original_issubclass(cls, BaseException | enum.Enum)
        for base in cls.__mro__[1:]
    }


def _is_known(boundary: Boundary, cls: Any) -> bool:
    """Whether the submission's end knows this class, too."""
    if not isinstance(cls, type) or _original_issubclass(cls, Handle):
        return type(cls) is BoundMeta and boundary.binding.path(cls) is not None
    path = boundary.lookup.path(cls)
    bound = boundary.binding.path(cls) is not None
    return bound or (path is not None and boundary.lookup.is_shared(path))


class _Finder(importlib.abc.MetaPathFinder):
    """Finds bound modules, supplied ones, the reference and the suite's own folder."""

    def __init__(self, boundary: Boundary, world: World) -> None:
        self._binding = boundary.binding
        self._supplied = boundary.modules.supplied
        self._suites = boundary.modules.suites
        self._given = boundary.given
        self._programs = frozenset(boundary.modules.scripts)
        self._boundary = boundary
        self._world = world

    def find_spec(
        self, fullname: str, path: Any = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        del path, target
        is_bound = fullname in self._binding.modules and fullname not in sys.stdlib_module_names
        if is_bound or fullname in self._programs:
            return self._boundary.spec_of(fullname)
        if fullname in self._supplied:
            return given_spec(fullname, self._supplied[fullname], self._given.append)
        if fullname == "tests":
            spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = [str(self._suites)]
            return spec
        if fullname == "reference" or fullname.startswith("reference."):
            return self._reference(fullname)
        return None

    def _reference(self, fullname: str) -> importlib.machinery.ModuleSpec | None:
        inner = fullname.partition(".")[2]
        if not inner:
            package = ModuleType("reference")
            package.__path__ = []
            for name in self._binding.modules:
                if "." not in name:
                    setattr(package, name, self._world.module(name))
            return importlib.machinery.ModuleSpec(fullname, _Given(package), is_package=True)
        module = self._world.module(inner)
        if module is None:
            return None
        if not hasattr(module, "__path__"):
            return importlib.machinery.ModuleSpec(fullname, _Given(module))
        package = _Package(fullname, module)
        return importlib.machinery.ModuleSpec(fullname, _Given(package), is_package=True)


class _Package(ModuleType):
    """A package of the solution, with another name than its own.

    By that, Python would look for what is imported from it (`from reference.shop import till`)
    among the submission's modules.
    """

    def __init__(self, name: str, module: ModuleType) -> None:
        super().__init__(name, module.__doc__)
        self._module = module

    def __getattr__(self, name: str) -> Any:
        if name == "__all__" and not hasattr(self._module, name):
            return [one for one in vars(self._module) if not one.startswith("_")]
        return getattr(self._module, name)


class _Given(importlib.abc.Loader):
    """Loads a module that is there already."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        del spec
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to do."""


def data_beside(suites: Path) -> dict[str, bytes]:
    """What lies beside the tests and is not code."""
    found = {}
    for path in sorted(suites.rglob("*")):
        inner = path.relative_to(suites)
        is_hidden = any(part[0] == "." or part == "__pycache__" for part in inner.parts)
        if path.suffix != ".py" and path.is_file() and not path.is_symlink() and not is_hidden:
            found[inner.as_posix()] = path.read_bytes()
    return found


def _codes(files: Mapping[str, Path]) -> Iterator[tuple[str, tuple[CodeType, str]]]:
    for name, file in files.items():
        text = file.read_text(encoding="utf-8")
        yield name, (compile(text, str(file), "exec", dont_inherit=True), str(file))


def _name(lookup: Lookup, cls: type) -> str:
    return lookup.path(cls) or f"?:{cls.__name__}"
