"""The sample cohort in `tests/cohort/`: real zips, made from the known submissions.

Run as a program to write the folder anew; a test checks that it is fresh. A
folder's name ends with what its submission earns.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
COHORT = ROOT / "tests" / "cohort"
RIGHT = ROOT / "tests" / "known" / "klondike" / "right"
SOLUTION = ROOT / "solution" / "klondike"
SKELETON = ROOT / "skeleton" / "klondike"
STATUS = b"All exercises attempted.\n"

Files = Mapping[str, bytes]


def _solution(**changes: tuple[str, str]) -> Files:
    """The solution as a submission, with a text in `deck.py` or `game.py` replaced by another."""
    files = {name: (SOLUTION / name).read_bytes() for name in ("deck.py", "game.py")}
    for module, (find, put) in changes.items():
        text = files[f"{module}.py"].decode()
        assert text.count(find) == 1, find
        files[f"{module}.py"] = text.replace(find, put).encode()
    return {**files, "status.txt": STATUS}


def _right(style: str) -> Files:
    return {path.name: path.read_bytes() for path in sorted((RIGHT / style).iterdir())}


def _inside(folder: str, files: Files) -> Files:
    return {f"{folder}/{name}": data for name, data in files.items()}


SUBMISSIONS: Mapping[str, Files] = {
    "reference-solution-66": _solution(),
    "beginners-style-66": _right("beginner"),
    "recursive-style-66": _right("recursive"),
    "class-inside-66": _right("game-class"),
    "windows-line-ends-66": _right("windows"),
    "whole-project-in-a-folder-66": _inside(
        "solitaire/klondike",
        {
            **{path.name: path.read_bytes() for path in sorted(SOLUTION.glob("*.py"))},
            "status.txt": STATUS,
            "__pycache__/game.cpython-311.pyc": b"not code",
        },
    ),
    "untouched-skeleton-0": {
        **{name: (SKELETON / name).read_bytes() for name in ("deck.py", "game.py")},
        "status.txt": b"Nothing yet.\n",
    },
    "any-card-on-an-empty-column-64.5": _solution(
        game=(
            "    if not column and card.value != Value.KING:\n        raise ColumnKing\n",
            "",
        )
    ),
    "discard-pile-not-reversed-65.5": _solution(game=("discard[::-1], ()", "discard, ()")),
    "pillars-take-any-higher-card-58": _solution(
        game=("card.value == (1 if top is None else top + 1)", "card.value > (top or 0)")
    ),
    "biased-shuffle-64": _solution(
        deck=("rng.randrange(here, len(cards))", "rng.randrange(len(cards))")
    ),
    "endless-loop-when-drawing-64.5": _solution(
        game=(
            "    if not deck:\n        raise",
            "    while deck:\n        pass\n    if not deck:\n        raise",
        )
    ),
    "syntax-error-in-game-10": _solution(
        game=("def flip(board: Board) -> Board:", "def flip(board")
    ),
    "raises-a-wrong-error-65.5": _solution(game=("raise DeckEmpty", "raise ValueError")),
    "no-status-file-66": {name: data for name, data in _solution().items() if name != "status.txt"},
    "empty-zip-0": {},
}


def zip_of(files: Files) -> bytes:
    """A zip that holds the files; the same files always give the same bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content)
    return data.getvalue()


def cohort() -> Mapping[Path, bytes]:
    """The zips of the sample cohort, by their paths."""
    return {
        COHORT / name / f"26000{number:02d}S.zip": zip_of(files)
        for number, (name, files) in enumerate(SUBMISSIONS.items(), 1)
    }


def main() -> None:
    """Writes the folder anew."""
    for path, data in cohort().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
