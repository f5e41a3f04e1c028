"""The command `patience`.

Exit codes: 0 all is well; 1 a finding (a submission that cannot be read, a mark below
--fail-under, a stale skeleton, a missing layer of the lock); 2 bad input; 3 a fault of
the kit itself; 130 stopped, 143 or 129 when SIGTERM or SIGHUP did it.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import signal
import sys
import threading
import traceback
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from ..errors import InputError, PatienceError, WriteError
from ..text.atomic import cannot_be_written
from .output import KIT, STOPPED, echo

COMMANDS = {
    "grade": ("grade", "Mark submissions: write marks, feedback and reports."),
    "explain": ("explain", "Print what a mark rests on, to answer an appeal."),
    "verify": ("verify", "Examine submissions again and compare the results."),
    "similar": ("similar", "List submissions that are identical or alike."),
    "review": ("review", "Give manual marks in your editor."),
    "export": ("export", "Write results as Moodle, Canvas and other programs read them."),
    "package": ("package", "Package a coursework for Gradescope, GitHub or GitLab."),
    "release": ("release", "Make the zip for students: handout, skeleton and check."),
    "check": ("check", "Check work on public questions, as students do at home."),
    "new": ("new", "Start a coursework from the smallest one that works."),
    "adopt": ("adopt", "Make a coursework from a solution and tests that you have."),
    "secret": ("questions", "Make the secret that the hidden questions are drawn from."),
    "questions": ("questions", "Write the hidden questions to a file, for other machines."),
    "notebook": ("notebook", "Hand out and grade courseworks with nbgrader."),
    "selftest": ("selftest", "Mark submissions whose outcome is known."),
    "skeleton": ("upkeep", "Derive the skeleton from the solution."),
    "doctor": ("upkeep", "Test whether submissions can be locked on this machine."),
    "forget": ("forget", "Remove a student from a folder of results."),
}
"""The module of each command, and what `patience --help` says of it."""
_UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES}


class _Commands(click.Group):
    """Imports a command when it is wanted, as some need much that others do without."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggests a command whose name is like one that there is none of."""
        if near := args[0] not in COMMANDS and get_close_matches(args[0], COMMANDS, 1):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".{COMMANDS[cmd_name][0]}", __package__)
        command: click.Command = vars(module)[cmd_name]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="patience-grader")
def cli() -> None:
    """Mark programming coursework: from submissions to marks and feedback.

    \b
    Examples:
      patience grade submissions/ --out marks
      patience grade 2600000F.zip
      patience explain marks 2600000F
      patience similar marks
      patience export marks --moodle worksheet.csv
      patience new whist
      patience release whist
      patience package whist --gradescope
      patience adopt stats --solution solution/ --tests tests/test_stats.py
      patience notebook build whist --course ~/cs1
      patience skeleton --check
      patience selftest
    """


_AGAIN = "\nstopped; run the same command again to continue"
_RAISED_AGAIN_SECONDS = 0.2


class _Ended(BaseException):
    """A signal asks the command to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.exit_code = 128 + number


def _end(number: int, _: FrameType | None) -> None:
    """Ends the command, unless that has begun.

    Python swallows what is raised here while it forks, for example; so it is raised again.
    """
    fault = sys.exception()
    while fault is not None and not isinstance(fault, _Ended):
        fault = fault.__context__
    if fault is None:
        signal.signal(signal.SIGALRM, lambda *_: _end(number, None))
        signal.setitimer(signal.ITIMER_REAL, _RAISED_AGAIN_SECONDS)
        raise _Ended(number)


def _worded(fault: click.ClickException) -> str:
    """What was typed wrongly, in the form of other messages, and where to read how it is typed."""
    text = fault.format_message()
    text = text[:1].lower() + text[1:].rstrip(".")
    text = text.replace("a valid integer range", "a whole number")
    text = text.replace("a valid float range", "a number")
    if not isinstance(fault, click.UsageError) or fault.ctx is None:
        return text
    end = "" if text.endswith("?") else ";"
    return f"{text}{end} see: {fault.ctx.command_path} --help"


def _told(fault: Exception) -> int:
    """Says whose fault an exception is that nobody has foreseen; the exit code."""
    if _is_interruption(fault):
        echo(_AGAIN, err=True)
        return STOPPED
    if isinstance(fault, OSError) and fault.errno in _UNWRITABLE:
        echo(f"patience: {cannot_be_written(fault.filename or 'a file', fault)}", err=True)
        return WriteError.exit_code
    if isinstance(fault, FileNotFoundError) and not _is_somewhere():
        echo("patience: the current folder was removed; change to another one", err=True)
        return InputError.exit_code
    text = "".join(traceback.format_exception(fault))
    echo(f"{text}\npatience: this is a fault of the kit; please report it", err=True)
    return KIT


def _is_interruption(fault: BaseException | None) -> bool:
    """Whether it comes of Ctrl-C, as where Python makes a class: that raises another error then."""
    while fault is not None and not isinstance(fault, KeyboardInterrupt):
        fault = fault.__cause__ or fault.__context__
    return fault is not None


def _is_somewhere() -> bool:
    """Whether the current folder is still there."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return False
    return True


def _open_standard_streams() -> None:
    """Lets a standard stream that is closed hold nothing; else what is opened next would be it."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))


def main() -> None:
    """Runs the command and exits with its code.

    A signal that is ignored, as under nohup, stays so.
    """
    gc.freeze()
    _open_standard_streams()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)
    try:
        code = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as fault:
        click.echo(fault.format_message(), err=True)
        code = fault.exit_code
    except click.ClickException as fault:
        echo(f"patience: {_worded(fault)}", err=True)
        code = fault.exit_code
    except (KeyboardInterrupt, click.Abort):
        echo(_AGAIN, err=True)
        code = STOPPED
    except _Ended as ended:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(ended.number, signal.SIG_IGN)
        click.echo(_AGAIN, err=True)
        code = ended.exit_code
    except PatienceError as fault:
        echo(f"patience: {fault}", err=True)
        code = fault.exit_code
    except BrokenPipeError:  # whoever read the text has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except Exception as fault:  # noqa: BLE001 the last resort says whose fault it is
        code = _told(fault)
    _end_with(code)


def _end_with(code: int) -> NoReturn:
    """Ends this process with the exit code.

    What an interpreter does at its end takes long here, and only other threads need it.
    """
    if threading.active_count() > 1:
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    os._exit(code)
