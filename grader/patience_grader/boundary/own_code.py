"""Which Python is run on behalf of a suite once a submission has answered otherwise.

A suite may give `eval` what a submission has answered, as in `eval(repr(point)) == point`, load
it with pickle, import a file that the submission has written, or start a program on one. All of
that would be the submission's code in the process that decides marks. So what the reference gave
cause for may be run, and nothing else. Text that stands for a value is read as one.
"""

from __future__ import annotations

import builtins
import contextlib
import doctest
import functools
import importlib
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FrameType
from typing import Any, Protocol

from .mentions import is_mentioned
from .on_behalf import FOR_SUBMISSION, PASSES_ON
from .value_text import NotAValueError, is_submissions, parsed, value_of

_KIT = str(__file__).rpartition("/boundary/")[0]
_STARTS = frozenset(
    (
        *("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn"),
        *("os.fork", "os.forkpty", "pty.spawn", "ctypes.dlopen"),
    )
)
"""The audit events of processes that are started."""
_LOADS = frozenset(("pickle.find_class", "marshal.loads"))
_IMPORTERS = ("<frozen importlib", importlib.__path__[0])
_WRITERS = ("dataclasses.py", "collections/__init__.py", "unittest/mock.py")
"""Modules of Python's own that write code out of names which they have checked."""
_REWRITER = f"{os.sep}_pytest{os.sep}assertion{os.sep}rewrite.py"
"""What imports the files of tests for pytest."""
_WRITING_PACKAGES = ("attr/", "hypothesis/", "numpy/", "pluggy/")
"""Packages that do so as well."""
_NAMED_IN_LOGS = re.compile(r"(ext://)?(sys\.std(out|err|in)|logging(\.handlers)?\.[A-Z]\w*)")
"""What the configuration of a log may name by itself."""
_STAND_INS = tuple(
    f"/boundary/{one}.py" for one in "boundary introspection own_code scripts".split()
)
"""Modules of this kit through whose functions suites call Python's."""
_original_eval, _original_exec = builtins.eval, builtins.exec
_STUDENTS_EXAMPLES = (
    "doctest would run what stands in students' docstrings where marks are decided; "
    "write the examples as tests"
)
_STUDENTS_TEXT = (
    "the test runs what students' code has given it as Python, which would run where marks are "
    "decided; compare the text, or ask the functions themselves"
)


class Watched(Protocol):
    """What is asked whether something may be run."""

    @property
    def is_examined(self) -> bool:
        """Whether a submission is examined, and not the solution."""

    def may_run_all(self) -> bool:
        """Whether all answers so far are the reference's."""

    def has_said(self, text: str) -> bool:
        """Whether the text is part of an answer."""

    def lose_by_code(self) -> BaseException:
        """What ends the test: it would run what the submission has given it."""


class OwnCode:
    """What was run on behalf of a suite while answers were the reference's."""

    def __init__(self, folders: Sequence[str], current: Callable[[], Watched]) -> None:
        """`folders` hold the suite and the solution; `current` is what goes on."""
        self._folders = tuple(f"{one}/" for one in folders)
        self._python = tuple(f"{one}/" for one in (sys.prefix, sys.base_prefix, _KIT))
        self._current = current
        self._known: set[object] = set()
        self._is_granted = False
        """The text that is run next has been looked at."""

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """While this lasts, nothing else is run."""
        _add_hook()
        _watching.append(self)
        builtins.eval = self._replaced(_original_eval)
        builtins.exec = self._replaced(_original_exec)
        try:
            with _without_doctest(), _names_looked_at(self._folders, self.look_up):
                yield
        finally:
            builtins.eval, builtins.exec = _original_eval, _original_exec
            _watching.remove(self)

    def _replaced(self, original: Any) -> Any:
        is_eval = original is _original_eval

        @functools.wraps(original)
        def run(source: Any, space: Any = None, names: Any = None, /, **more: Any) -> Any:
            frame = sys._getframe(1)  # noqa: SLF001
            space, names = more.pop("globals", space), more.pop("locals", names)
            inner = names if names is not None else space
            space = frame.f_globals if space is None else space
            inner = frame.f_locals if inner is None else inner
            if not isinstance(source, str) or self._is_writer(frame) or not self._is_own(frame):
                return original(source, space, inner, **more)
            run = self._current()
            if source not in self._known and run.may_run_all():
                if run.has_said(source) and not (is_eval and _is_value(source)):
                    raise NotImplementedError(_STUDENTS_TEXT)
                self._known.add(source)
            if source in self._known:
                self._is_granted = True
                try:
                    return original(source, space, inner, **more)
                finally:
                    self._is_granted = False
            if not is_eval:
                raise run.lose_by_code()
            try:
                return value_of(source, functools.partial(_named, space, inner))
            except NotAValueError:
                raise run.lose_by_code() from None

        return run

    def _is_own(self, frame: FrameType | None) -> bool:
        """Whether a suite's or the solution's code asks, or a submission, and not this kit's."""
        while frame is not None:
            file = frame.f_code.co_filename
            if file.startswith(self._folders) or frame.f_code in FOR_SUBMISSION:
                return True
            if file.startswith(_KIT) and not file.endswith(_STAND_INS) and file not in PASSES_ON:
                return False
            frame = frame.f_back
        return threading.current_thread() is not threading.main_thread()

    def heed(self, event: str, arguments: tuple[Any, ...], frame: FrameType) -> None:
        """Takes down what is run, or refuses it."""
        is_granted, self._is_granted = self._is_granted and event == "exec", False
        if is_granted:
            return
        if event == "exec" and self._is_harmless(arguments[0], frame):
            return
        if event == "marshal.loads" and _imports(frame):
            return
        if event == "import" and (arguments[1] is None or self._is_in_place(arguments[1])):
            return
        if not self._is_own(frame):
            return
        what = arguments[0] if event == "exec" else (event, *map(repr, arguments))
        run = self._current()
        if run.may_run_all() and not (event == "import" and run.is_examined):
            self._known.add(what)
        elif event in _STARTS or what not in self._known:
            raise run.lose_by_code()

    def _is_harmless(self, code: CodeType, frame: FrameType) -> bool:
        """Whether a module of Python's, of a package, the suite or this kit is run for an import.

        Or whether a module of Python's has written the code itself.
        """
        if _imports(frame):
            return self._is_in_place(_file_of(frame) or code.co_filename)
        return self._is_writer(frame)

    def _is_in_place(self, file: str) -> bool:
        """Whether a file belongs to Python, a package, the suite, the solution or this kit."""
        return os.path.realpath(file).startswith((*self._python, *self._folders))

    def _is_writer(self, frame: FrameType) -> bool:
        """Whether code is written by who has checked what it is made of."""
        file = frame.f_code.co_filename
        _, _, inner = file.rpartition(f"{os.sep}site-packages{os.sep}")
        is_known = file.endswith(_WRITERS) or inner.startswith(_WRITING_PACKAGES)
        return is_known and file.startswith(self._python)

    def look_up(self, name: object) -> None:
        """Takes down a name that is looked up to be called, or refuses it."""
        frame = sys._getframe(2)  # noqa: SLF001
        if not isinstance(name, str) or _NAMED_IN_LOGS.fullmatch(name) or not self._is_own(frame):
            return
        run, what = self._current(), ("name", name)
        if run.may_run_all():
            self._known.add(what)
        elif what not in self._known:
            raise run.lose_by_code()


def _imports(frame: FrameType) -> bool:
    """Whether a module is imported here."""
    file = frame.f_code.co_filename
    return file.startswith(_IMPORTERS) or file.endswith(_REWRITER)


def _file_of(frame: FrameType | None) -> str | None:
    """The file of the module that is imported here, whatever its code says."""
    while frame is not None and _imports(frame):
        spec = getattr(frame.f_locals.get("module"), "__spec__", None)
        if spec is not None:
            return spec.origin if isinstance(spec.origin, str) else None
        frame = frame.f_back
    return None


@contextlib.contextmanager
def _without_doctest() -> Iterator[None]:
    """While this lasts, the examples of students' docstrings are not looked for."""
    finders: Any = doctest.DocTestFinder
    find = finders.find

    @functools.wraps(find)
    def refused(finder: Any, subject: Any, *more: Any, **options: Any) -> Any:
        if is_submissions(subject):
            raise NotImplementedError(_STUDENTS_EXAMPLES)
        return find(finder, subject, *more, **options)

    finders.find = refused
    try:
        yield
    finally:
        finders.find = find


@contextlib.contextmanager
def _names_looked_at(folders: Sequence[str], look: Callable[[object], None]) -> Iterator[None]:
    """While this lasts, `look` hears of the names that configurations and YAML look up.

    What they name is called, and no event tells of that. That is so for a suite or a solution that
    names these modules.
    """
    places: list[tuple[Any, str]] = []
    if is_mentioned("logging.config", folders):
        import logging.config  # noqa: PLC0415 few use it

        places += [(logging.config.BaseConfigurator, "resolve"), (logging.config, "_resolve")]
    if is_mentioned("yaml", folders):
        from yaml.constructor import FullConstructor  # noqa: PLC0415 few use it

        places += [(FullConstructor, f"find_python_{kind}") for kind in ("name", "module")]
    originals = [getattr(place, name) for place, name in places]
    for (place, name), original in zip(places, originals, strict=True):
        setattr(place, name, _looked_up(original, look, is_method=isinstance(place, type)))
    try:
        yield
    finally:
        for (place, name), original in zip(places, originals, strict=True):
            setattr(place, name, original)


def _looked_up(original: Any, look: Callable[[object], None], *, is_method: bool) -> Any:
    @functools.wraps(original)
    def found(*arguments: Any, **named: Any) -> Any:
        look(arguments[is_method])
        return original(*arguments, **named)

    return found


def _is_value(text: str) -> bool:
    """Whether a text may stand for a value."""
    try:
        parsed(text)
    except NotAValueError:
        return False
    except SyntaxError:  # `eval` says so, too
        return True
    return True


def _named(space: Any, names: Any, name: str) -> Any:
    """What a name means where a text is read."""
    for one in (names, space, vars(builtins)):
        if name in one:
            return one[name]
    raise NameError(f"name {name!r} is not defined", name=name)


@contextlib.contextmanager
def nothing_started(refuse: Callable[[str], None]) -> Iterator[None]:
    """While this lasts, no process is started: `refuse` is told, and raises."""
    _add_hook()
    _refusing.append(refuse)
    try:
        yield
    finally:
        _refusing.pop()


_watching: list[OwnCode] = []
_refusing: list[Callable[[str], None]] = []


@functools.cache
def _add_hook() -> None:
    """Hears of everything that is run, once for all: a hook cannot be taken away again."""
    sys.addaudithook(_heed)


def _heed(event: str, arguments: tuple[Any, ...]) -> None:
    if _refusing and event in _STARTS:
        _refusing[-1]("a process that would be started")
    if _watching and (event in ("exec", "import") or event in _STARTS or event in _LOADS):
        frame = sys._getframe(1)  # noqa: SLF001
        while frame.f_code.co_filename == __file__ and frame.f_back is not None:
            frame = frame.f_back
        _watching[-1].heed(event, arguments, frame)
