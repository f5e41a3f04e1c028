"""The command line of the check: `patience check`."""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from ..course.public import PublicCoursework, read_public_coursework
from ..errors import InputError, PatienceError, SubmissionError
from ..text.sanitize import log
from .brief import brief
from .ci import SERVICES, shown_by
from .console import Console, console_of
from .last import file_beside_check, outcomes_of, remembered
from .open import open_checker
from .report import as_json, report
from .result import Result

_LOOKS_EVERY = 0.4
"""Seconds between two looks at the files with --watch."""
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_WAITING = 3
"""The lines that waiting takes: an empty one, one that says so, and that of the cursor."""

_EXAMPLES = """\
examples:
  patience check                       everything in the current folder
  patience check --exercise {first:<10} one exercise
  patience check --watch               again whenever you save a file
  patience check 2600000F.zip          the zip that you are about to submit
  patience check --json                for editors and other programs

exit codes: 0 all public tests passed, 1 some did not, 2 bad input, 3 the check itself failed
"""


def parser(public: PublicCoursework) -> argparse.ArgumentParser:
    """The options, for this coursework."""
    prog = "python3 check.py" if Path(sys.argv[0]).name == "check.py" else "patience check"
    made = argparse.ArgumentParser(
        prog=prog,
        description=f"Checks your {public.title} on public questions. Nothing is sent anywhere. "
        f"{public.when_marked}",
        epilog=_EXAMPLES.format(first=public.exercises[0].name).replace("patience check", prog),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument(
        "submission",
        nargs="?",
        type=Path,
        metavar="FOLDER_OR_ZIP",
        help="what to check (default: the current folder)",
    )
    made.add_argument(
        "--exercise",
        action="append",
        default=[],
        metavar="NAME",
        help="check only this exercise, by name or number; can be repeated",
    )
    made.add_argument("--watch", action="store_true", help="check again whenever a file is saved")
    made.add_argument("--json", action="store_true", help="write the result as JSON")
    made.add_argument(
        "--ci", choices=SERVICES, help="report to GitHub Actions or GitLab CI as well"
    )
    return made


def check(
    public: PublicCoursework, root: Path, arguments: Sequence[str], last: Path | None = None
) -> int:
    """Checks as the arguments say, and comes back with the exit code.

    `root` holds the folder `suites`; what was found `last` is stored in that file, if one is
    named. Raises PatienceError for what cannot be checked.
    """
    said = parser(public).parse_args(arguments)
    exercises = _named(said.exercise, public)
    upload: Path = said.submission or _nearest(public, last)
    if not upload.exists():
        raise InputError(f"{upload} does not exist; check the path")
    if not _holds_any(upload, public):
        wanted = f"{public.place}{public.required[0]}"
        where = upload.absolute()
        raise InputError(f"{where} does not contain {wanted}; name the folder that does")
    console = console_of(sys.stdout)
    with contextlib.closing(open_checker(public, root)) as checker:

        def look() -> Result:
            result = checker.check(upload, exercises)
            new = remembered(last, public, outcomes_of(result))
            if said.watch and sys.stdout.isatty():
                columns, lines = shutil.get_terminal_size((80, 24))
                shown = brief(result, public, console, new, (columns, lines - _WAITING))
            else:
                shown = report(result, public, console, new)
            text = log(as_json(result, public, new)) if said.json else console.fenced(shown)
            if said.ci:
                text = shown_by(said.ci, text, result, public, upload)
            print(text, flush=True)  # noqa: T201 this is what the command is for
            return result

        return _watch(look, upload, console) if said.watch else _code(look())


def run(arguments: Sequence[str], root: Path) -> int:
    """Does what `patience ARGUMENTS` asks in a student's folder; the exit code.

    `root` holds the public paper and the folder `suites`.
    """
    try:
        with _flushed():
            return _done(arguments, root)
    except PatienceError as fault:
        print(log(f"patience: {fault}"), file=sys.stderr)  # noqa: T201
        return fault.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the text has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


@contextlib.contextmanager
def _flushed() -> Iterator[None]:
    """Writes out what is printed, also before `--help` ends the program."""
    try:
        yield
    finally:
        sys.stdout.flush()


def _done(arguments: Sequence[str], root: Path) -> int:
    public = read_public_coursework(root)
    match arguments:
        case ["check", *rest]:
            return check(public, root, rest, file_beside_check())
        case ["-h" | "--help"] | []:
            parser(public).print_help()
            return 0 if arguments else 2
        case _:
            raise InputError(f"there is no command {arguments[0]}; try: patience check")


def _named(said: Sequence[str], public: PublicCoursework) -> set[str]:
    """The exercises of these names or numbers. Raises InputError for one that is not there."""
    known = [one for one in public.exercises if not one.manual]
    found: set[str] = set()
    for name in said:
        some = {one.name for one in known if name in (one.name, one.number)}
        if not some:
            names = ", ".join(one.name for one in known)
            raise InputError(f"there is no exercise {name}; the exercises are: {names}")
        found |= some
    return found


def _code(result: Result) -> int:
    if result.void:
        return 3
    return 0 if result.kept == result.count and not result.broken else 1


def _nearest(public: PublicCoursework, last: Path | None) -> Path:
    """The current folder, or that of an unpacked check if the files are there alone, with a line.

    Editors start programs from the folder that is open in them.
    """
    here = Path()
    beside = last.parent.parent if last else here
    if _holds_any(here, public) or not _holds_any(beside, public):
        return here
    told = f"the current folder holds no {public.required[0]}; checking {beside}"
    print(log(told), file=sys.stderr)  # noqa: T201
    return beside


def _holds_any(upload: Path, public: PublicCoursework) -> bool:
    """Whether there is an asked file in the folder, or in the package's folder there."""
    folders = (upload, upload / public.package)
    return upload.is_file() or any(
        (folder / name).is_file() for folder in folders for name in public.required
    )


def _watch(look: Callable[[], Result], upload: Path, console: Console) -> int:
    """Looks again whenever a file is saved, until it is stopped; the last exit code."""
    code = 130
    while True:
        seen = _saved(upload)
        if console.colours:
            print(_CLEAR, end="")  # noqa: T201
        try:
            try:
                code = _code(look())
            except SubmissionError as fault:  # it may be half written, or locked while it is
                code = fault.exit_code
                print(log(f"patience: {fault}"))  # noqa: T201
            print(f"\n{time.strftime('%H:%M:%S')} waiting for changes; stop with Ctrl-C")  # noqa: T201
            sys.stdout.flush()
            while _saved(upload) == seen:
                time.sleep(_LOOKS_EVERY)
        except KeyboardInterrupt:
            return code


def _saved(upload: Path) -> Mapping[str, int]:
    """When which Python file, or the zip, was saved last."""
    files = [upload] if upload.is_file() else [*upload.glob("*.py"), *upload.glob("*/*.py")]
    found = {}
    for file in files:
        with contextlib.suppress(OSError):
            found[str(file)] = file.stat().st_mtime_ns
    return found
