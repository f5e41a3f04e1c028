"""What is said of an exception that a submission raises."""

from __future__ import annotations

import mmap
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import sources, wire
else:
    import sources
    import wire

RESERVE = 16 << 20
"""Memory that is set free when a submission has used all of its own, to tell of it."""
MAX_MESSAGE = 2_000
MAX_FRAMES = 12


class Errors:
    """Says what was raised, and in which lines of the students' own files."""

    def __init__(
        self, types: wire.Types, texts: sources.Sources, students: Collection[str]
    ) -> None:
        """`students` are the full names of their modules, to which later ones may be added."""
        self._types = types
        self._texts = texts
        self._students = students
        self._reserve: mmap.mmap | None = mmap.mmap(-1, RESERVE)

    def answer(self, error: BaseException) -> list[Any]:
        """The answer to a call that has raised an exception."""
        if isinstance(error, MemoryError):
            self._reserve = None
        classes = type(error).__mro__
        names = [self._types.errors[cls] for cls in classes if cls in self._types.errors]
        builtin = [cls.__name__ for cls in classes if cls.__module__ == "builtins"]
        name = type(error).__name__[: sources.MAX_LINE]
        return ["raised", [name, names, builtin, _text(error), self.frames(error)], 0]

    def frames(self, error: BaseException) -> list[list[Any]]:
        """The lines of the students' own files that the exception came through."""
        frames: list[list[Any]] = []
        step = error.__traceback__
        while step is not None:
            code = step.tb_frame.f_code
            if self._texts.files.get(code.co_filename) in self._students:
                frames.append([code.co_filename, step.tb_lineno, code.co_name])
            step = step.tb_next
        if isinstance(error, SyntaxError) and error.filename in self._texts.files:
            frames.append([error.filename, error.lineno or 0, f"<column {error.offset or 0}>"])
        if len(frames) > MAX_FRAMES:
            frames = frames[: MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2 :]
        return [
            [file, line, name[: sources.MAX_LINE], self._texts.line(file, line)]
            for file, line, name in frames
        ]

    def in_words(self, error: BaseException) -> tuple[str, ...]:
        """These lines, in words."""
        return tuple(
            f"{file}, line {line}, in {name}: {source}"
            for file, line, name, source in self.frames(error)
        )


def _text(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return str(error.msg)[:MAX_MESSAGE]
    try:
        return str(error)[:MAX_MESSAGE]
    except BaseException:  # noqa: BLE001 a student's __str__ may do anything
        return ""
