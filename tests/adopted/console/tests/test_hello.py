import builtins
import io
import random
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import call, patch, MagicMock
import pytest
import hello

def run_with(monkeypatch, lines, f, *args):
    it = iter(lines)
    monkeypatch.setattr("builtins.input", lambda prompt="": next(it))
    return f(*args)

def test_name(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda _: "Ada")
    hello.ask_name()
    assert capsys.readouterr().out == "Hello, Ada!\n"

@patch("builtins.input", return_value="Bob")
@patch("builtins.print")
def test_name_mocked(mock_print, mock_input):
    hello.ask_name()
    mock_input.assert_called_once_with("What is your name? ")
    mock_print.assert_called_once_with("Hello, Bob!")

@patch("builtins.input", side_effect=["1", "2", "x", ""])
def test_adder(mock_input, capsys):
    assert hello.adder() == 3
    out, err = capsys.readouterr()
    assert out == "Total: 3\n"
    assert "not a number: x" in err
    assert mock_input.call_count == 4

def test_adder_stdin(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("5\n6\n\n"))
    assert hello.adder() == 11
    assert "11" in capsys.readouterr().out

def test_echo(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("a\nbc\n"))
    hello.echo()
    assert capsys.readouterr().out == "A\nBC\n"

def test_echo_patch():
    with patch("sys.stdin", io.StringIO("hi\n")), patch("sys.stdout", new_callable=io.StringIO) as out:
        hello.echo()
    assert out.getvalue() == "HI\n"

def test_table_file():
    buf = io.StringIO()
    hello.table(2, file=buf)
    assert buf.getvalue() == "  1   2\n  2   4\n"

def test_table_redirect():
    buf = io.StringIO()
    with redirect_stdout(buf):
        hello.table(2)
    assert buf.getvalue().splitlines() == ["  1   2", "  2   4"]

def test_roll_seeded():
    random.seed(42)
    expected = [random.randint(1, 6) for _ in range(5)]
    random.seed(42)
    assert hello.roll(5) == expected

def test_roll_range():
    assert all(1 <= x <= 6 for x in hello.roll(200))
    assert len(hello.roll(7)) == 7

@patch("random.randint", return_value=4)
def test_roll_mock(mock):
    assert hello.roll(3) == [4, 4, 4]
    assert mock.call_args_list == [call(1, 6)] * 3

@patch("hello.random.randint", side_effect=[1, 2])
def test_roll_mock_module(mock):
    assert hello.roll(2) == [1, 2]

def test_guess(monkeypatch, capsys):
    assert run_with(monkeypatch, ["50", "a", "20", "30"], hello.guess, 30) == 4
    assert capsys.readouterr().out.splitlines() == ["Too high", "Numbers only", "Too low", "Correct in 4 tries"]

def test_main_args(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["hello.py", "a", "b"])
    assert hello.main() == 0
    assert capsys.readouterr().out.strip() == "Hello a b"

def test_main_none(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["hello.py"])
    with pytest.raises(SystemExit) as e:
        hello.main()
    assert e.value.code == 2
    assert capsys.readouterr().err.startswith("usage")

def test_main_list(capsys):
    hello.main(["x"])
    captured = capsys.readouterr()
    assert captured.out == "Hello x\n" and captured.err == ""

def test_input_eof(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(EOFError):
        hello.ask_name()

def test_prompt_with_stdin(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("Eve\n"))
    hello.ask_name()
    assert capsys.readouterr().out == "What is your name? Hello, Eve!\n"

def test_shuffle():
    random.seed(1)
    a = hello.shuffle_deck()
    random.seed(1)
    b = hello.shuffle_deck()
    assert a == b and sorted(a) == list(range(52)) and a != sorted(a)

def test_shuffle_mock():
    with patch.object(random, "shuffle", lambda x: x.reverse()):
        assert hello.shuffle_deck()[0] == 51

def test_read_all(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1 2\n3"))
    assert hello.read_all() == ["1", "2", "3"]

def test_capture_helper():
    old = sys.stdout
    sys.stdout = buf = io.StringIO()
    try:
        hello.table(1)
    finally:
        sys.stdout = old
    assert buf.getvalue() == "  1\n"

def test_input_direct():
    original = builtins.input
    builtins.input = lambda *a: "Q"
    try:
        f = io.StringIO()
        with redirect_stdout(f):
            hello.ask_name()
    finally:
        builtins.input = original
    assert "Q" in f.getvalue()
