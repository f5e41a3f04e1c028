import io
import random
from unittest import mock
from unittest.mock import patch

import pytest

import guess


def test_ask(monkeypatch, capsys):
    answers = iter(["x", "7"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    assert guess.ask() == 7
    assert capsys.readouterr().out == "a number, please\n"


@patch("builtins.input", side_effect=["1", "9", "4"])
@patch("random.randint", return_value=4)
def test_play(randint, read, capsys):
    assert guess.play() == 3
    assert read.call_count == 3
    randint.assert_called_once_with(1, 10)
    assert capsys.readouterr().out.splitlines() == ["too low", "too high", "right after 3"]


def test_play_patched_ask(capsys):
    with mock.patch("guess.ask", return_value=2), mock.patch.object(random, "randint", lambda a, b: 2):
        assert guess.play() == 1


def test_patched_limit(monkeypatch):
    seen = []
    monkeypatch.setattr(guess, "HIGH", 99)
    monkeypatch.setattr(random, "randint", lambda a, b: seen.append((a, b)) or 5)
    monkeypatch.setattr(guess, "ask", lambda: 5)
    guess.play()
    assert seen == [(1, 99)]


def test_stdin(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("a\nb\n"))
    guess.echo()
    out, err = capsys.readouterr()
    assert out == "A\nB\n"
    assert err == ""


def test_stdin_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("12\n"))
    assert guess.ask("") == 12


def test_roll():
    random.seed(1)
    first = guess.roll(5)
    random.seed(1)
    assert guess.roll(5) == first
    assert all(1 <= x <= 6 for x in first)


def test_roll_own():
    assert guess.roll(3, random.Random(5)) == guess.roll(3, random.Random(5))


def test_shuffled():
    cards = list(range(20))
    mixed = guess.shuffled(cards, random.Random(3))
    assert sorted(mixed) == cards
    assert cards == list(range(20))


def test_main(capsys):
    assert guess.main(["Ann"]) == 0
    assert capsys.readouterr().out == "hello Ann\n"


def test_main_exits(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["guess"])
    with pytest.raises(SystemExit) as info:
        guess.main()
    assert info.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_save(tmp_path):
    path = tmp_path / "scores.csv"
    guess.save(path, {"b": 2, "a": 1})
    assert path.read_text() == "a,1\nb,2\n"


def test_load(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("a,1\nb,2\n")
    assert guess.load(str(path)) == {"a": 1, "b": 2}


def test_load_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        guess.load(tmp_path / "none.csv")


def test_table(capsys):
    guess.table([("Ann", 10), ("Bob", 7)])
    assert capsys.readouterr().out == "1. Ann    10\n2. Bob     7\n"
