"""Collects a plain suite: its modules, its tests, and the criteria that these examine."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import pytest_timeout
from hypothesis import HealthCheck, Phase, settings

from ..boundary.boundary import Boundary, Modules
from ..boundary.draws import draw_alike
from ..check.athome.child import MARKS_KNOWN
from ..course.coursework import Coursework
from ..course.front_matter import read_handout
from ..course.imported import check_named
from ..errors import InputError, KitError, PatienceError
from ..sandbox.seeds import PUBLIC_KEY
from ..text.sanitize import one_line
from .characters import lay_out_characters
from .recorded import Examined
from .run_plain import Plugin
from .suite_result import SuiteRunner
from .variables import withhold_variables

_NOT_NEEDED = (
    "cacheprovider doctest faulthandler junitxml pastebin setuponly "
    "setupplan stepwise terminal threadexception unraisableexception"
).split()


def modules_of(coursework: Coursework) -> Modules:
    """The modules of a coursework, by their full names.

    Raises InputError when they need a package that the handout does not name.
    """
    folder = coursework.solution
    packages = frozenset(coursework.preload().installed.modules)
    files = {f"{coursework.folder}/{file.name}": b"" for file in folder.glob("*.py")}
    files |= {
        f"{coursework.folder}/{name}": (folder / name).read_bytes() for name in coursework.required
    }
    check_named(files, packages, f"handout/{coursework.handout.name}")
    supplied = [name for name in coursework.supplied if name != "__init__.py"]
    student = {coursework.full_name(name): folder / name for name in coursework.required}
    if coursework.package and (folder / "__init__.py").is_file():
        student[coursework.package] = folder / "__init__.py"
    return Modules(
        student=student,
        supplied={coursework.full_name(name): folder / name for name in supplied},
        suites=coursework.suites.resolve(),
        packages=packages,
        scripts=frozenset(map(coursework.full_name, coursework.scripts)),
    )


def boundary_of(coursework: Coursework) -> Boundary:
    """What binds a suite's names. Raises InputError when the solution cannot be imported.

    It is given nothing to read, so that a script does not wait for somebody to type.
    """
    modules = modules_of(coursework)
    before, sys.stdin = sys.stdin, io.StringIO()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return Boundary(modules)
    except PatienceError:
        raise
    except (Exception, SystemExit) as fault:
        rows = traceback.extract_tb(fault.__traceback__)
        places = [row for row in rows if Path(row.filename).is_relative_to(coursework.solution)]
        where = f"/{Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
        if isinstance(fault, SyntaxError) and fault.filename and fault.lineno:
            where = f"/{Path(fault.filename).name}:{fault.lineno}"
        said = fault.msg if isinstance(fault, SyntaxError) else fault
        why = one_line(f"{type(fault).__name__}: {said}")
        program = where.partition(":")[0].strip("/") or "program.py"
        hint = (
            f'; tests run a program by runpy.run_path("{program}", run_name="__main__"), by '
            "subprocess, or by importlib.import_module under a patched input, and no import "
            "statement names it: adopt then puts it among the scripts of the handout; other code "
            'that runs when it is imported belongs below `if __name__ == "__main__":`'
        )
        raise InputError(
            f"solution/{coursework.folder}{where}: the solution cannot be imported ({why})"
            + ("" if isinstance(fault, SyntaxError) else hint)
        ) from fault
    finally:
        sys.stdin = before


def hold_plain(
    coursework: Coursework, use: Callable[[SuiteRunner], None], key: bytes = PUBLIC_KEY
) -> None:
    """Collects a plain suite and hands `use` a function that runs it on a submission.

    Drawn tests draw from the `key`.
    Raises InputError when criteria and tests do not match one to one, or a test cannot examine
    anybody; KitError when pytest fails.
    """

    def begin(plugin: Plugin) -> None:
        plugin.examine_by(_matched(coursework, plugin.record()))
        use(plugin)

    collected(coursework, begin, key)


def collected(
    coursework: Coursework, use: Callable[[Plugin], None], key: bytes = PUBLIC_KEY
) -> None:
    """Collects a plain suite and hands its plugin to `use`. Raises InputError and KitError."""
    files = [coursework.suites / name for name in coursework.tests]
    for file in files:
        if not file.is_file():
            name = file.relative_to(coursework.root)
            line = read_handout(coursework.handout).line_of("tests")
            raise InputError(
                f"handout/{coursework.slug}.md:{line}: tests names {name}, which does not exist"
            )
    options = [
        f"--rootdir={coursework.suites}",
        f"--confcutdir={coursework.suites}",
        *("-c", os.devnull),
        "--import-mode=importlib",
        *MARKS_KNOWN,
        *(part for name in _NOT_NEEDED for part in ("-p", f"no:{name}")),
        "--capture=no",
        *map(str, files),
    ]
    for variable in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_TIMEOUT"):
        os.environ.pop(variable, None)
    withhold_variables(coursework)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = True
    settings.register_profile(
        "patience",
        derandomize=True,
        database=None,
        deadline=None,
        print_blob=False,
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    draw_alike()
    settings.load_profile("patience")
    sys.path[:0] = dict.fromkeys(
        str(path)
        for path in (
            coursework.suites,
            *(file.parent for file in files),
            coursework.root / "grader",
        )
    )
    with tempfile.TemporaryDirectory(prefix="patience-") as scratch:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = scratch
        lay_out_characters(Path(scratch))
        boundary = boundary_of(coursework)  # what the environment holds by now is nobody's doing
        plugin = Plugin(coursework, boundary, use, key)
        try:
            with boundary.installed():
                code = pytest.main(options, plugins=[pytest_timeout, plugin, plugin.runner])
        finally:
            plugin.close()
    if plugin.is_interrupted:
        raise KeyboardInterrupt
    if plugin.fault is not None:
        raise plugin.fault
    if not plugin.has_begun:
        raise KitError(f"pytest ended with {code!r} before the suite was run")


def _matched(coursework: Coursework, examined: Sequence[Examined]) -> dict[str, Examined]:
    """The criteria of the marks table, each with its tests. Raises InputError."""
    file, suites = f"handout/{coursework.slug}.md", f"grader/suites/{coursework.slug}"
    by_id = {one.criterion.id: one for one in examined}
    wanted = [one for one in coursework.scheme.criteria if not one.manual]
    for one in wanted:
        if one.id not in by_id:
            raise InputError(
                f"{file}:{one.line}: no test in {', '.join(coursework.tests)} examines {one.id}; "
                "write one or delete the row"
            )
    ids = {one.id for one in wanted}
    for name, there in by_id.items():
        if name not in ids and name not in coursework.left_out:
            raise InputError(
                f"{suites}/{there.criterion.where}: {name} is not a criterion of {file}; "
                "add a row to the marks table, or name it in left_out"
            )
        if name in ids and there.refusal:
            raise InputError(
                f"{suites}/{there.criterion.where}: the test of {name} cannot be used: "
                f"{there.refusal}"
            )
    return {one.id: by_id[one.id] for one in wanted}
