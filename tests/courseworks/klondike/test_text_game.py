"""The text game, played as a student plays it: through a pipe and on a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from won_game import SEED, WINNING

SOLUTION = Path(__file__).parents[3] / "solution"
PROMPT = "\nInput command >> "
WON = "Congratulations, you win!"
GOODBYE = "Goodbye."
PATIENCE = 120
"""Seconds after which a game that does not answer has failed its test."""


REFERENCE = """
import json, random, sys
from klondike import commands, deck, game
board = game.setup(deck.shuffle(random.Random(int(sys.argv[1])), deck.deck_of_52()))
boards = [game.show(board)]
for command in json.load(sys.stdin):
    board = commands.play(commands.parse(command), board)
    boards.append(game.show(board))
json.dump({"boards": boards, "forms": [form.long for form in commands.FORMS]}, sys.stdout)
"""
"""Prints what the reference functions make of the commands, without the text game."""

TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Becomes the program in its arguments, with the terminal's keys (Ctrl-C) as signals."""


Finished = subprocess.CompletedProcess[bytes]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a game: ours without what changes Python or the colours."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON") and name != "NO_COLOR"
    }
    fixed = {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}
    return {**ours, **fixed, **changes}


def run(*arguments: str, typed: str = "", cwd: Path = SOLUTION, **environ: str) -> Finished:
    """What a Python process did that was given these arguments and this input."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=typed.encode("utf-8", "surrogateescape"),
        cwd=cwd,
        env=environment(**environ),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


def play(*commands: str, cwd: Path = SOLUTION, **environ: str) -> Finished:
    """What the text game did with these lines on deal SEED."""
    typed = "".join(f"{command}\n" for command in commands)
    return run("-m", "klondike", "--seed", str(SEED), typed=typed, cwd=cwd, **environ)


def answers(game: Finished) -> list[str]:
    """What a game that went well printed, cut at the prompts; the opening comes first."""
    assert game.returncode == 0
    assert game.stderr == b""
    return [answer.removesuffix("\n") for answer in game.stdout.decode().split(PROMPT)]


@pytest.fixture(scope="module")
def reference() -> dict[str, list[str]]:
    """The boards of the won game as text, by the reference, and the forms of its commands."""
    made = run("-c", REFERENCE, str(SEED), typed=json.dumps(WINNING))
    assert made.returncode == 0, made.stderr.decode()
    noted: dict[str, list[str]] = json.loads(made.stdout)
    return noted


@pytest.fixture(scope="module")
def boards(reference: dict[str, list[str]]) -> list[str]:
    """The boards of the won game as text, by the reference."""
    return reference["boards"]


def long_form(command: str) -> str:
    """The command written out."""
    command = re.sub(r"^d$", "draw", command)
    command = re.sub(r"^movetp d$", "movetp discard", command)
    return re.sub(r"^mv (\d+) (\d) (\d)$", r"move \1 from \2 to \3", command)


# Commands


def test_the_won_game_has_every_command(reference: dict[str, list[str]]) -> None:
    for form in reference["forms"]:
        pattern = re.sub(r"\b[NST]\b", r"[0-9]+", form).replace("SUIT", "[a-z]+")
        assert any(re.fullmatch(pattern, long_form(command)) for command in WINNING), form


@pytest.mark.parametrize("form", [str, long_form, str.upper], ids=["short", "long", "capitals"])
def test_the_game_shows_the_board_after_every_command(
    form: Callable[[str], str], boards: list[str]
) -> None:
    opening, *after = answers(play(*map(form, WINNING)))
    assert opening.startswith(f"Seed {SEED}")
    assert opening.endswith(f"\n\n{boards[0]}")
    assert after == [*boards[1:-1], f"{boards[-1]}\n\n{WON}"]


def test_a_won_game_ends_and_reads_no_further(boards: list[str]) -> None:
    game = play(*WINNING, "undo", "draw")
    assert len(answers(game)) == len(boards)
    assert game.stdout.decode().endswith(f"\n{WON}\n")


def test_help_is_a_table_of_every_command(reference: dict[str, list[str]]) -> None:
    _, table, _ = answers(play("help"))
    heading, *rows = table.splitlines()
    short, does = heading.index("short"), heading.index("what it does")
    assert [row[:short].strip() for row in rows] == [*reference["forms"], "help", "undo", "quit"]
    assert [row[short:does].strip() for row in rows if row[short] != " "] == [
        *("d", "mv N S T", "movetp d", "q, exit")
    ]
    assert all(re.match(r"  \w", row[does - 2 :]) for row in rows)


def test_undo_goes_back_to_the_start(boards: list[str]) -> None:
    _, *shown, _ = answers(play(*WINNING[:3], "help", "oops", *["undo"] * 4, WINNING[0]))
    assert shown[:3] == boards[1:4]
    assert shown[5:8] == boards[2::-1]
    assert shown[8:] == ["There is no move to take back.", boards[1]]


def test_a_refused_line_leaves_the_board_alone(boards: list[str]) -> None:
    refused = {
        "movefd 0": "The discard pile is empty.",
        "movetp discard": "The discard pile is empty.",
        "movetp 7": "Columns are numbered from 0 to 6.",
        "mv 0 0 1": "At least one card must be moved.",
        "mv 9 0 1": "There are not that many visible cards in that column.",
        "movefp clubs 1": "That pillar is empty.",
        "mv one 0 1": "'one' is not a number.",
        "dance": "That is not a command; type help for a list.",
        "undo 2": "That is not a command; type help for a list.",
        "\udcff\udcfe": "That is not a command; type help for a list.",
        "": "That is not a command; type help for a list.",
    }
    _, *shown, _ = answers(play(*refused, WINNING[0]))
    assert shown == [*refused.values(), boards[1]]


# Beginning and end


def test_the_seed_of_any_game_plays_it_again() -> None:
    first = run("-m", "klondike")
    seed = re.match(rb"Seed (\d+)", first.stdout)
    assert seed
    again = run("-m", "klondike", "--seed", seed[1].decode())
    assert again.stdout == first.stdout


def test_the_options_are_explained_with_examples() -> None:
    noted = run("-m", "klondike", "--help")
    assert noted.returncode == 0
    assert b"python3 -m klondike --seed 42" in noted.stdout


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT"])
def test_quit_leaves(word: str) -> None:
    assert answers(play("draw", word, "draw"))[2:] == [GOODBYE]


def test_the_end_of_input_leaves() -> None:
    assert answers(play("draw"))[2:] == [f"\n{GOODBYE}"]


# On a terminal


class Terminal:
    """The other end of a game's terminal: what the game writes, and keys for it."""

    def __init__(self, end: int, game: subprocess.Popen[bytes]) -> None:
        self._end = end
        self._game = game
        self._seen = b""

    def press(self, keys: str) -> None:
        """Send these keys to the game."""
        os.write(self._end, keys.encode())

    def until(self, text: str, seconds: float = PATIENCE) -> str:
        """What the game writes before this text; raises TimeoutError."""
        deadline = time.monotonic() + seconds
        while text.encode() not in self._seen:
            left = max(0, deadline - time.monotonic())
            if not select.select([self._end], [], [], left)[0]:
                raise TimeoutError(f"no {text!r} in {self._seen.decode(errors='replace')!r}")
            self._seen += os.read(self._end, 4096)
        before, self._seen = self._seen.split(text.encode(), 1)
        return before.decode()

    def code(self) -> int:
        """The exit code of the game, once it has ended."""
        return self._game.wait(PATIENCE)


@contextmanager
def terminal(cwd: Path = SOLUTION, /, **environ: str) -> Iterator[Terminal]:
    """A game of deal SEED on a terminal that shows exactly what the game writes."""
    end, games_end = pty.openpty()
    mode = termios.tcgetattr(games_end)
    mode[1] &= ~termios.OPOST  # no carriage returns
    mode[3] &= ~termios.ECHO
    termios.tcsetattr(games_end, termios.TCSANOW, mode)
    game = subprocess.Popen(
        [sys.executable, "-c", TAKE_TERMINAL, "-m", "klondike", "--seed", str(SEED)],
        stdin=games_end,
        stdout=games_end,
        stderr=games_end,
        cwd=cwd,
        env=environment(**environ),
        start_new_session=True,
    )
    os.close(games_end)
    try:
        yield Terminal(end, game)
    finally:
        game.kill()
        game.wait()
        os.close(end)


def test_a_terminal_gets_red_cards_in_red(boards: list[str]) -> None:
    with terminal() as game:
        opening = game.until(PROMPT)
        assert "\x1b[31m♦2\x1b[0m" in opening
        assert re.findall("\x1b.*?\x1b", opening) == [
            f"\x1b[31m{card}\x1b" for card in re.findall("[♦♥][0-9AJQK]+", boards[0])
        ]
        assert re.sub("\x1b.*?m", "", opening).endswith(f"{boards[0]}\n")
        game.press("draw\n")
        assert re.sub("\x1b.*?m", "", game.until(PROMPT)).startswith("Deck size: 23\n")


@pytest.mark.parametrize("wish", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_terminal_that_wants_no_colours_gets_none(
    wish: dict[str, str], boards: list[str]
) -> None:
    with terminal(**wish) as game:
        assert game.until(PROMPT).endswith(f"{boards[0]}\n")


def test_a_line_can_be_edited_and_typed_again(boards: list[str]) -> None:
    to_the_start, up = "\x01", "\x1b[A"
    with terminal(NO_COLOR="1") as game:
        game.until(PROMPT)
        game.press(f"raw{to_the_start}d\n")
        assert "Deck size: 23\n" in game.until(PROMPT)
        game.press(f"{up}\n")
        assert "Deck size: 22\n" in game.until(PROMPT)


@pytest.mark.parametrize("module", ["klondike", "klondike.study_check"])
@pytest.mark.parametrize("arguments", [(), ("--help",)])
def test_a_reader_that_leaves_is_not_told_of_a_fault(
    module: str, arguments: tuple[str, ...]
) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=write,
        stderr=subprocess.PIPE,
        cwd=SOLUTION,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    os.close(write)
    assert done.stderr == b""


def test_control_c_leaves() -> None:
    with terminal() as game:
        game.until(PROMPT)
        assert interrupted(game) == "\n"
        assert game.code() == 0
        assert game.until("\n") == ""


def interrupted(game: Terminal) -> str:
    """What a game writes after Ctrl-C before it says goodbye."""
    # Between its prompt and its wait for a key a process can miss the first Ctrl-C.
    for _ in range(5):
        game.press("\x03")
        with suppress(TimeoutError):
            return game.until(GOODBYE, PATIENCE / 5)
    raise TimeoutError("the game does not heed Ctrl-C")


def test_control_d_leaves() -> None:
    with terminal() as game:
        game.until(PROMPT)
        game.press("\x04")
        assert game.until(f"{GOODBYE}\n") == "\n"
        assert game.code() == 0


def test_control_c_leaves_a_function_that_never_ends(tmp_path: Path) -> None:
    loop = "def draw(board):\n    print('looping', flush=True)\n    while True: pass"
    with terminal(rewritten(tmp_path, "game", loop)) as game:
        game.until(PROMPT)
        game.press("draw\n")
        game.until("looping\n")
        assert interrupted(game) == "\n"
        assert game.code() == 0


def test_a_screen_without_the_symbols_gets_letters(boards: list[str]) -> None:
    *_, board, _ = answers(play(WINNING[0], PYTHONIOENCODING="ascii"))
    assert board == boards[1].translate(str.maketrans("♠♣♦♥", "SCDH"))


# Unfinished and wrong functions


def rewritten(folder: Path, module: str, *functions: str) -> Path:
    """A copy of the solution in which these functions replace those of the same name."""
    shutil.copytree(SOLUTION, folder, dirs_exist_ok=True)
    with (folder / "klondike" / f"{module}.py").open("a", encoding="utf-8") as file:
        file.writelines(f"\n\n{function}\n" for function in functions)
    return folder


def last_line(folder: Path, module: str) -> int:
    """The number of the last line of a module."""
    return len((folder / "klondike" / f"{module}.py").read_text(encoding="utf-8").splitlines())


NOT_DONE = "def {}(*_):\n    raise NotImplementedError"


def test_a_command_that_is_not_done_is_named(tmp_path: Path, boards: list[str]) -> None:
    skeleton = rewritten(tmp_path, "game", NOT_DONE.format("draw"))
    assert answers(play("draw", WINNING[0], cwd=skeleton))[1:3] == [
        "Not done yet: draw (klondike/game.py)",
        boards[1],
    ]


def test_a_helper_that_is_not_done_is_named(tmp_path: Path) -> None:
    skeleton = rewritten(tmp_path, "game", NOT_DONE.format("update_column"))
    noted = answers(play(WINNING[0], cwd=skeleton))[1]
    assert noted == "Not done yet: update_column (klondike/game.py)"


def test_a_game_can_be_played_before_is_won_is_done(tmp_path: Path, boards: list[str]) -> None:
    skeleton = rewritten(tmp_path, "game", NOT_DONE.format("is_won"))
    noted = answers(play(WINNING[0], cwd=skeleton))[1]
    assert noted == f"{boards[1]}\n\nNot done yet: is_won (klondike/game.py)"


def test_a_game_can_be_played_before_shuffle_is_done(tmp_path: Path) -> None:
    skeleton = rewritten(tmp_path, "deck", NOT_DONE.format("shuffle"))
    opening, drawn, _ = answers(play("draw", cwd=skeleton))
    assert "Not done yet: shuffle (klondike/deck.py)\nThe deck is not shuffled.\n" in opening
    assert drawn.startswith("Deck size: 23\n")


def test_a_failing_shuffle_leaves_the_whole_deck(tmp_path: Path) -> None:
    skeleton = rewritten(
        tmp_path,
        "deck",
        "in_order = deck_of_52",
        "def deck_of_52():\n    return list(in_order())",
        "def shuffle(rng, deck):\n    deck.clear()\n    return rng.choice(deck)",
    )
    opening, _ = answers(play("quit", cwd=skeleton))
    assert "(klondike/deck.py, line" in opening
    assert "The deck is not shuffled.\n\nDeck size: 24\n" in opening


@pytest.mark.parametrize(
    ("module", "function"), [("deck", "deck_of_52"), ("game", "setup"), ("game", "show")]
)
def test_a_game_that_cannot_start_says_why(tmp_path: Path, module: str, function: str) -> None:
    game = play(cwd=rewritten(tmp_path, module, NOT_DONE.format(function)))
    assert game.returncode == 1
    assert game.stdout == b""
    why = f"No game can be started. Not done yet: {function} (klondike/{module}.py)\n"
    assert game.stderr.decode() == why


def test_a_failing_function_is_shown_with_its_line(tmp_path: Path, boards: list[str]) -> None:
    skeleton = rewritten(tmp_path, "game", "def draw(board):\n    return board.deck[99]")
    line = last_line(skeleton, "game")
    assert answers(play("draw", WINNING[0], cwd=skeleton))[1:3] == [
        f"IndexError: tuple index out of range (klondike/game.py, line {line})",
        boards[1],
    ]


def test_a_failing_function_cannot_spoil_the_board(tmp_path: Path, boards: list[str]) -> None:
    skeleton = rewritten(
        tmp_path,
        "game",
        "dealt = setup",
        "def setup(deck):\n    return replace(dealt(deck), deck=list(deck[28:]))",
        "def draw(board):\n    board.deck.pop()\n    return board.no_such_pile",
    )
    _, *failures, after, _ = answers(play("draw", "draw", WINNING[0], cwd=skeleton))
    line = last_line(skeleton, "game")
    reason = "AttributeError: 'Board' object has no attribute 'no_such_pile'"
    assert failures == [f"{reason} (klondike/game.py, line {line})"] * 2
    assert after == boards[1]


@pytest.mark.parametrize(
    ("function", "complaint"),
    [
        ("def flip(board): pass", "TypeError: flip returned NoneType, not Board"),
        ("def draw(): pass", "TypeError: draw() takes 0 positional arguments but 1 was given"),
        ("del draw", "AttributeError: module 'klondike.game' has no attribute 'draw'"),
    ],
)
def test_other_mistakes_are_told_in_a_line(
    tmp_path: Path, function: str, complaint: str, boards: list[str]
) -> None:
    opening, noted, _ = answers(play("draw", cwd=rewritten(tmp_path, "game", function)))
    assert opening.endswith(boards[0])
    assert noted == complaint
