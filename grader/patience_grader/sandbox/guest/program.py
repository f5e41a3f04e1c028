"""Runs a whole program as a session: lines are typed, what it prints is taken down.

The program sees a terminal's worth of standard streams and a folder of its own. What it
printed before each line that it read is kept apart, so that nobody has to guess which
output answers which line.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import emptying, scripts, streams
else:
    import emptying
    import scripts
    import streams

MAX_PRINTED = 4_000
"""Characters that a program may print before its first line is read, and after each line. The
handout names this limit; an ordinary answer has some hundreds."""
_IN, _OUT = 0, 1
MAX_ENDS = 200
"""So often may a program be told that the input has ended."""
MAX_FILES = 20
MAX_FILE = 20_000
MAX_NAME = 200

Lines = Sequence[str]
Files = Sequence[tuple[str, str | Sequence[int]]]
Typed = tuple[tuple[str, ...], str, tuple[str, ...], tuple[tuple[str, str], ...]]


class OutputLimit(BaseException):
    """The program prints too much at once, or asks again and again when the input has ended."""


class CapturedOutput(io.TextIOBase):
    """A standard output that is taken down, in parts."""

    encoding = "utf-8"
    errors = "replace"
    name = "<stdout>"
    mode = "w"
    line_buffering = write_through = True

    def __init__(self, show: Callable[[str], None]) -> None:
        super().__init__()
        self.parts: list[list[str]] = [[]]
        self._show = show
        self._left = MAX_PRINTED
        self.buffer = _Bytes(self)

    def write(self, text: str) -> int:
        """Takes the text down. Raises Flood when it is too much."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        taken = text[: max(self._left, 0)].replace("\0", "")
        self._left -= len(text)
        self.parts[-1].append(taken)
        self._show(taken)
        if self._left < 0:
            raise OutputLimit
        return len(text)

    def turn(self) -> None:
        """From here on comes what answers the next line."""
        self.parts.append([])
        self._left = MAX_PRINTED
        self._show("\0")

    def printed(self) -> tuple[str, ...]:
        """What was printed before each line that was read, after the last one, and after the end.

        The last part is there once the program was told that the input has ended.
        """
        return tuple("".join(part) for part in self.parts)

    def writable(self) -> bool:
        """Always."""
        return True

    def isatty(self) -> bool:
        """Never: a program need not use colours."""
        return False

    def fileno(self) -> int:
        """The number under which `open` finds this stream while a program runs."""
        return _OUT

    def detach(self) -> io.RawIOBase:  # type: ignore[override]
        """The stream of bytes below this one."""
        return self.buffer

    def reconfigure(self, **_: object) -> None:
        """Nothing: all text can be written."""


class _Bytes(io.RawIOBase):
    def __init__(self, screen: CapturedOutput) -> None:
        super().__init__()
        self._screen = screen

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._screen.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


class ScriptedInput(io.TextIOBase):
    """A standard input on which the lines are typed, one whenever the program asks."""

    encoding = "utf-8"
    errors = "strict"
    name = "<stdin>"
    mode = "r"
    line_buffering = write_through = False

    def __init__(self, lines: Lines, screen: CapturedOutput) -> None:
        super().__init__()
        self._lines: Iterator[str] = iter(lines)
        self._rest = ""
        self._screen = screen
        self._ends = 0
        self.buffer = _TypedBytes(self)

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """The next line; empty at the end of the input."""
        if not self._rest:
            self._rest = self._next()
        most = len(self._rest) if size is None or size < 0 else size
        line, self._rest = self._rest[:most], self._rest[most:]
        return line

    def _next(self) -> str:
        line = next(self._lines, None)
        if line is not None:
            self._screen.turn()
            return f"{line}\n"
        self._ends += 1
        if self._ends == 1:
            self._screen.turn()
        if self._ends > MAX_ENDS:
            raise OutputLimit
        return ""

    def read(self, size: int | None = -1) -> str:
        """The rest of the input, or so many characters of it."""
        if size is not None and size >= 0:
            return self.readline(size)
        return "".join(iter(self.readline, ""))

    def readable(self) -> bool:
        """Always."""
        return True

    def isatty(self) -> bool:
        """Never."""
        return False

    def fileno(self) -> int:
        """The number under which `open` finds this stream while a program runs.

        Raises UnsupportedOperation where `input` would take it for a terminal and read from that.
        """
        if os.isatty(_IN):
            raise io.UnsupportedOperation("fileno")
        return _IN

    def detach(self) -> io.RawIOBase:  # type: ignore[override]
        """The stream of bytes below this one."""
        return self.buffer

    def reconfigure(self, **_: object) -> None:
        """Nothing: all lines can be read."""


class _TypedBytes(io.RawIOBase):
    """The input as bytes, at most a line at a time."""

    def __init__(self, typed: ScriptedInput) -> None:
        super().__init__()
        self._typed = typed
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, given: Any) -> int:
        self._rest = self._rest or self._typed.readline().encode()
        taken, self._rest = self._rest[: len(given)], self._rest[len(given) :]
        given[: len(taken)] = taken
        return len(taken)

    def readline(self, size: int | None = -1) -> bytes:
        self._rest = self._rest or self._typed.readline().encode()
        most = len(self._rest) if size is None or size < 0 else size
        line, self._rest = self._rest[:most], self._rest[most:]
        return line


class ProgramRunner:
    """Where programs of one submission are run, each from a fresh start."""

    def __init__(
        self,
        package: str,
        scratch: Path | None,
        show: Callable[[str], None],
        trace: Callable[[BaseException], tuple[str, ...]],
    ) -> None:
        self._package = package
        self._scratch = scratch
        self._show = show
        self._trace = trace

    def run(self, code: CodeType, arguments: Sequence[str], lines: Lines, files: Files) -> Typed:
        """What the program printed, in parts; how it ended, and where; the files it left."""
        trace: tuple[str, ...] = ()
        screen = CapturedOutput(self._show)
        self._set_up(files)
        main = ModuleType("__main__")
        main.__package__ = self._package
        main.__file__ = code.co_filename
        kept = sys.modules.get("__main__"), sys.argv
        own = vars(builtins).copy()
        sys.modules["__main__"] = main
        sys.argv = [f"{self._package}/__main__.py", *arguments]
        try:
            with streams.logs_as_before(), _standard_streams(ScriptedInput(lines, screen), screen):
                exec(code, main.__dict__)  # noqa: S102 this is what a guest is for
            ended = "exit 0"
        except SystemExit as leaving:
            ended = _exit(leaving, screen)
        except scripts.Exited as exited:
            ended = f"exit {exited.exit_code}"
        except OutputLimit:
            ended = "flood"
        except BaseException as error:  # noqa: BLE001 whatever it raises is how it ended
            ended, trace = f"raised {_line(error)}", self._trace(error)
        finally:
            sys.modules["__main__"] = kept[0]  # type: ignore[assignment]
            sys.argv = kept[1]
            vars(main).clear()  # files that are still open are closed, as when Python ends
            for name in [one for one in sys.modules if one.partition(".")[0] == self._package]:
                del sys.modules[name]
            vars(builtins).update(own)
            sys.modules.pop("fileinput", None)  # it remembers input that was not read to its end
        return screen.printed(), ended, trace, self._left()

    def _set_up(self, files: Files) -> None:
        if self._scratch is None:
            return
        os.chdir(self._scratch)
        emptying.empty(self._scratch)
        for name, file in files:
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.encode() if isinstance(file, str) else bytes(file))

    def _left(self) -> tuple[tuple[str, str], ...]:
        if self._scratch is None:
            return ()
        found = []
        for path in sorted(self._scratch.iterdir())[:MAX_FILES]:
            with contextlib.suppress(OSError):
                if stat.S_ISREG(path.lstat().st_mode):
                    with path.open("rb") as file:
                        text = file.read(MAX_FILE).decode("utf-8", "replace")
                    found.append((path.name[:100], text.replace(os.linesep, "\n")))
        return tuple(found)


@contextlib.contextmanager
def _standard_streams(typed: ScriptedInput, screen: CapturedOutput) -> Iterator[None]:
    """Puts both in the place of the standard streams, wherever a program may take these from."""
    names = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")
    kept = {name: getattr(sys, name) for name in names}
    for name in names:
        setattr(sys, name, typed if "in" in name else screen)
    try:
        with scripts.as_process(typed, screen, screen):
            yield
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        vars(sys).update(kept)


def _exit(leaving: SystemExit, screen: CapturedOutput) -> str:
    if leaving.code is None or isinstance(leaving.code, int):
        return f"exit {int(leaving.code or 0) & 0xFF}"
    with contextlib.suppress(OutputLimit):
        screen.write(f"{leaving.code}\n")
    return "exit 1"


def _line(error: BaseException) -> str:
    name = type(error).__name__[:MAX_NAME]
    try:
        said = " ".join(str(error).split())[:MAX_NAME]
    except BaseException:  # noqa: BLE001 a student's __str__ may do anything
        return name
    return f"{name}: {said}" if said else name
