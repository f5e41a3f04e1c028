import builtins
import io
import random
import sys
from contextlib import redirect_stdout
from unittest import mock
from unittest.mock import patch

import pytest

import adventure


@pytest.fixture
def typed(monkeypatch):
    def _typed(*lines):
        it = iter(lines)
        monkeypatch.setattr(builtins, "input", lambda *a: next(it))
    return _typed


def test_greet(monkeypatch, capsys):
    inputs = ["Ada", "36"]
    monkeypatch.setattr("builtins.input", lambda _: inputs.pop(0))
    adventure.greet()
    out = capsys.readouterr().out
    assert "Hello, Ada!" in out
    assert "37" in out
    assert inputs == []


def test_greet_stdin(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("Bob\n1\n"))
    adventure.greet()
    assert capsys.readouterr().out.endswith("You will be 2 next year.\n")


def test_greet_bad_age(typed):
    typed("Ada", "old")
    with pytest.raises(ValueError):
        adventure.greet()


def test_main(typed, capsys):
    typed("", "dance", "go north", "go north", "go SOUTH", "quit")
    adventure.main()
    assert capsys.readouterr().out.splitlines() == [
        "Welcome!", "What?", "You are in the library.", "You can't go that way.", "You are in the hall.", "Bye."
    ]


def test_main_take(typed, capsys):
    typed("take sword", "take lamp", "take lamp", "quit")
    adventure.main()
    out, err = capsys.readouterr()
    assert "Taken: lamp" in out
    assert err == "There is no sword here.\nThere is no lamp here.\n"


def test_prompts(monkeypatch):
    prompts = []

    def fake(prompt):
        prompts.append(prompt)
        return {"What is your name? ": "X"}.get(prompt, "3")

    monkeypatch.setattr("builtins.input", fake)
    adventure.greet()
    assert prompts == ["What is your name? ", "How old are you? "]


@patch("builtins.print")
@patch("builtins.input", side_effect=["x", "99", "5"])
def test_ask_number(fake_input, fake_print):
    assert adventure.ask_number("n? ", 1, 10) == 5
    assert fake_input.call_count == 3
    fake_print.assert_any_call("Please enter a number.")


def test_redirect():
    buf = io.StringIO()
    with redirect_stdout(buf), patch("builtins.input", side_effect=["quit"]):
        adventure.main()
    assert buf.getvalue() == "Welcome!\nBye.\n"


def test_stdout_patch():
    with patch("sys.stdout", new_callable=io.StringIO) as out:
        with patch("builtins.input", return_value="quit"):
            adventure.main()
        assert "Bye" in out.getvalue()


def test_end_of_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(EOFError):
        adventure.main()


class TestGame:
    def test_move(self):
        g = adventure.Game()
        assert g.move("north")
        assert g.room == "library"
        assert not g.move("items")

    def test_take(self):
        g = adventure.Game()
        g.take("lamp")
        assert g.bag == ["lamp"]
        assert adventure.ROOMS["hall"]["items"] == ["lamp"]
        with pytest.raises(KeyError):
            g.take("lamp")

    def test_start(self):
        assert adventure.Game(start="library").room == "library"


def test_dice_patched():
    with mock.patch("random.randint") as r:
        r.side_effect = [3, 4]
        assert adventure.roll_dice() == [3, 4]
    with mock.patch("adventure.random.randint", return_value=6):
        assert adventure.roll_dice(3) == [6, 6, 6]


def test_dice_seeded():
    random.seed(0)
    expected = [random.randint(1, 6) for _ in range(2)]
    random.seed(0)
    assert adventure.roll_dice() == expected


def test_slow(capsys, monkeypatch):
    pauses = []
    monkeypatch.setattr(adventure.time, "sleep", lambda s: pauses.append(s))
    adventure.slow_print("abc", delay=2)
    assert capsys.readouterr().out == "abc\n"
    assert pauses == [2, 2, 2]


def test_slow_patch():
    with patch("time.sleep") as s:
        adventure.slow_print("ab")
    assert s.call_count == 2
