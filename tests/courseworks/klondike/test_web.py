"""The page of the further study: its game, its server, and the check that drives a browser."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
from klondike import game, web, web_check, web_steps, web_table
from klondike.__main__ import WON, Session
from klondike.browser import Browser, BrowserError, find
from klondike.commands import Draw, Move, MoveFromDiscard, MoveFromPillar, MoveStack, MoveToPillar
from klondike.commands import parse as parsed
from klondike.study_check import as_state
from klondike.web_check import faults, served
from klondike.web_look import Fault, Page
from klondike.web_steps import BACKS, FACES, MOVES, STEPS
from klondike.web_table import BUTTONS, Table, cards_on, click, deal, fill, name_of
from won_game import SEED, WINNING

ROOT = Path(__file__).parents[3]
SOLUTION = ROOT / "solution" / "klondike"
SKELETON = ROOT / "skeleton" / "klondike"
PAGE = (SOLUTION / "page.html").read_text(encoding="utf-8")


def table(line: str) -> Table:
    return Table(Session((as_state(f"coursework: {line}").board,)), seed=1)


def clicked(before: Table, *clicks: str) -> Table:
    for one in clicks:
        before = click(before, one, Random(1))
    return before


# The game behind the page


def clicks_for(line: str, before: Table) -> tuple[str, ...]:
    """What is clicked to do what a line of the text game does."""
    columns = before.board.columns

    def onto(column: int) -> str:
        return f"column_{column} 1" if columns[column] else f"column_{column}"

    match parsed(line):
        case Move(count, source, target):
            return f"column_{source} {count}", onto(target)
        case MoveStack(source, target):
            count = sum(visible for _, visible in columns[source])
            return f"column_{source} {count}", onto(target)
        case MoveFromDiscard(target):
            return "discard 1", onto(target)
        case MoveFromPillar(suit, target):
            return f"{suit.name.lower()} 1", onto(target)
        case MoveToPillar(source):
            card = before.board.discard[0] if source is None else columns[source][0].card
            pillar = card.suit.name.lower()
            there = before.board.pillars.top(card.suit)
            return (
                "discard 1" if source is None else f"column_{source} 1",
                f"{pillar} 1" if there else pillar,
            )
        case Draw():
            return ("draw",)
    return ("solve",)


def test_a_whole_game_is_won_by_clicks() -> None:
    now = deal(SEED)
    for line in WINNING:
        assert now.message == ""
        now = clicked(now, *clicks_for(line, now))
    assert game.is_won(now.board)
    assert (now.message, now.picked) == (WON, None)
    for what in ("draw", "column_0", "spades 1"):
        after = clicked(now, what)
        assert (after.session, after.message, after.picked) == (now.session, WON, None)
    assert not game.is_won(clicked(now, "undo").board)
    assert clicked(now, "new").session.boards == deal(Random(1).randrange(1_000_000)).session.boards


REFUSED = {
    ("discard 1", "column_2 1"): "A card goes on one of the other colour and one higher in value.",
    ("discard 1", "column_3"): "Only a king may go to an empty column.",
    ("column_0 2", "spades"): "Only the last card of a column may go to a pillar.",
    ("column_0 1", "hearts 1"): "A pillar takes cards of its own suit only.",
    ("hearts 1", "diamonds 1"): "A pillar takes cards of its own suit only.",
    ("column_0 1", "spades"): "A pillar is built up from the ace, one value at a time.",
    ("column_0 3", "column_1 1"): "There are not that many visible cards in that column.",
    ("column_0 9", "spades"): "Only the last card of a column may go to a pillar.",
    ("clubs 7", "clubs 1"): "",
    ("hearts 3", "spades"): "That card is no longer there.",
    ("undo",): "There is no move to take back.",
    ("column_3",): "That pile is empty: nothing to pick up.",
    ("discard 1", "discard 1"): "",
    ("discard 1", "column_2 1", "discard 1"): "",
    ("column_7",): "The page has sent 'column_7'; a button can send draw, undo, solve, new, or a "
    "$place.",
    ("<b>",): "The page has sent '<b>'; a button can send draw, undo, solve, new, or a $place.",
    ("",): "The page has sent ''; a button can send draw, undo, solve, new, or a $place.",
}


@pytest.mark.parametrize("clicks", REFUSED)
def test_what_is_refused_leaves_the_game_and_says_why(clicks: tuple[str, ...]) -> None:
    before = table(MOVES)
    after = clicked(before, *clicks)
    assert (after.session, after.message) == (before.session, REFUSED[clicks])
    assert after.picked is None or len(clicks) != 2 or clicks == ("clubs 7", "clubs 1")
    assert "&lt;b&gt;" in fill(PAGE, after) or "<b>" not in clicks


def test_what_a_function_that_is_missing_is_called_stands_on_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(game, "move", missing)
    missing.__globals__["__name__"], name = game.__name__, __name__
    try:
        now = clicked(table(MOVES), "column_0 2", "column_1 1")
    finally:
        missing.__globals__["__name__"] = name
    assert now.message == "Not done yet: missing (klondike/game.py)"
    assert now.message in fill(PAGE, now)


def test_a_page_holds_every_place_once_and_no_card_that_lies_face_down() -> None:
    for line in (FACES, MOVES, BACKS):
        now = table(line)
        text = fill(PAGE, now)
        values = re.findall(r'<button[^>]*value="([^"]*)"', text)
        places = [str(place) for place, _ in cards_on(now.board)]
        assert sorted(values) == sorted([*places, *BUTTONS])
        names = {name_of(place, card) for place, card in cards_on(now.board)}
        heard = set(re.findall(r'aria-label="((?:\w+ of|empty) [^"]*)"', text))
        assert {name for name in heard if not name.startswith("Pillar")} == names
        assert text.count('aria-label="face-down card"') == line.count("*")
        assert not re.search(r"\$\w|<!--|<template", text)


def test_the_focus_stays_where_one_clicked_or_goes_to_the_top_of_that_pile() -> None:
    def focus(now: Table) -> list[str]:
        return re.findall(r'<button autofocus[^>]*value="([^"]*)"', fill(PAGE, now))

    assert focus(table(MOVES)) == []
    for clicks, wanted in {
        ("draw",): "draw",
        ("column_0 2",): "column_0 2",
        ("column_0 2", "column_1 1"): "column_1 1",
        ("column_4 1", "column_3"): "column_3 1",
        ("nonsense",): "",
    }.items():
        assert focus(clicked(table(MOVES), *clicks)) == [wanted][: bool(wanted)]


def test_other_words_stay_as_they_are_written() -> None:
    page = "$ $$5 $nothing ${moves} <TEMPLATE class=a ID=card>$value$$nothing</TEMPLATE>$column_1"
    assert fill(page, table(FACES)) == "$ $5 $nothing 0 Q$nothing"


# The server


def asked(server: web.Server, method: str, path: str, **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    try:
        connection.request(method, path, "click=draw" if method == "POST" else None, headers)
        answer = connection.getresponse()
        answer.read()
        return answer
    finally:
        connection.close()


def test_the_server_is_for_its_own_page_alone() -> None:
    with served(SOLUTION) as server:
        own = server.address[:-1]
        page = asked(server, "GET", "/")
        assert page.status == 200
        assert "default-src 'none'" in str(page.headers["Content-Security-Policy"])
        assert asked(server, "GET", "/page.css").headers["Content-Type"].startswith("text/css")
        assert asked(server, "GET", "/game.py").status == 404
        assert asked(server, "GET", "/?click=draw").status == 404
        before = server.table
        for wrong in ({"Origin": "http://example.org"}, {"Host": "example.org"}):
            assert asked(server, "POST", "/", **wrong).status == 403
        assert server.table == before
        assert asked(server, "POST", "/", Origin=own).status == 303
        assert server.table.board == game.flip(game.draw(before.board))
        server.folder = ROOT / "nowhere"
        assert asked(server, "GET", "/").status == 500


def run(module: str, *arguments: str, where: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-B", "-m", module, *arguments],
        cwd=where,
        env={**os.environ, "PYTHONPATH": "", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_skeleton_and_a_port_that_is_taken_are_told_in_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = run("klondike.web", where=SKELETON.parent)
    said = "No game can be started. Not done yet: deck_of_52 (klondike/deck.py)\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)
    with served(SOLUTION) as server:
        assert web.main(["--port", str(server.server_port)]) == 1
    assert capsys.readouterr().err.startswith(f"Port {server.server_port} cannot be used (")


def test_the_server_says_where_it_is_and_ends_by_control_c() -> None:
    with subprocess.Popen(
        [sys.executable, "-B", "-m", "klondike.web", "--port", "0", "--seed", "7"],
        cwd=SOLUTION.parent,
        env={**os.environ, "PYTHONPATH": ""},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert address
        with urlopen(address[0], timeout=30) as page:
            text = page.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    now = deal(7)
    assert text == fill(PAGE, now)


def test_without_a_browser_the_check_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert web_check.main(["--browser", str(tmp_path / "none")]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"The browser fails: {tmp_path / 'none'} cannot be started: ")
    assert web_check.main(["--browser", sys.executable]) == 2
    assert "ends at once: " in capsys.readouterr().err
    monkeypatch.setattr(web_check, "find", lambda: None)
    assert web_check.main([]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", web_check.NO_BROWSER + "\n")


# The check, in a real browser


def starts(path: str) -> bool:
    """Whether the browser shows an empty page when it is started by hand."""
    command = [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom", "about:blank"]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and b"<html>" in done.stdout


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = find()
    if path is None:
        pytest.skip("no Chrome, Chromium or Edge on this machine")
    if not starts(path):
        pytest.skip(f"{path} cannot show an empty page on this machine")
    with Browser(path) as browser:
        yield browser


def found(browser: Browser, folder: Path) -> Mapping[str, str]:
    """What is wrong, by the title of the step."""
    return {step.title: fault for step, fault in faults(browser, folder) if fault}


def test_the_solution_is_right_in_every_step(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(web_check, "Browser", lambda _: nullcontext(browser))
    assert web_check.main([]) == 0
    lines = [f"{number}  {step.title:30} right" for number, step in enumerate(STEPS, 1)]
    assert capsys.readouterr().out.splitlines() == [*lines, "9 of 9 steps are right."]


def test_the_skeleton_is_told_what_to_do_in_every_step(browser: Browser) -> None:
    said = found(browser, SKELETON)
    assert list(said) == [step.title for step in STEPS]
    assert (
        said["the table"] == "$discard stands in page.html 0 times; write it once, for its cards."
    )
    assert all("template" in said[step.title] for step in STEPS[1:4])


ADDED = "<h1>Klondike</h1>"
MISTAKES = {
    "the table": (
        (ADDED, f'{ADDED}<img alt="" src="https://example.org/card.png">'),
        "The page asks for https://example.org/card.png. All that it shows must be its own.",
    ),
    "cards face up": (
        ("color: #b0101f", "color: #f08a94"),
        "The $value of the seven of diamonds is hard to read: its contrast is 2.",
    ),
    "cards face down, empty places": (
        ('role="img" aria-label="$name"', 'role="img" aria-label="$name" data-card="$value"'),
        "The template hidden must not use $value. Whatever stands in a page, ",
    ),
    "columns": (
        ("max(1.55rem, var(--high) * .27)", ".4rem"),
        "The value of the king of spades cannot be read: under nine of clubs, in column 0 on a ",
    ),
    "moves by mouse": (
        ('[aria-pressed="true"]', '[aria-pressed="yes"]'),
        "A card that is picked up looks like all others: ",
    ),
    "messages": (
        ('<p role="status">$message</p>', '<p role="status"></p>'),
        "The page does not say why a move is refused, 'A pillar takes cards of its own suit only.'",
    ),
    "draw, undo, solve, new game": (
        ('value="undo"', 'value="back"'),
        'The page has no button with name="click" and value="undo".',
    ),
    "keys": (
        ("outline: 4px solid #fff", "outline: none"),
        "looks the same when it has the focus: give page.css a rule for button:focus-visible.",
    ),
    "phone and large screen": (
        ("--wide: min(12.2vw, 6.75rem)", "--wide: 6.75rem"),
        "On a screen 390 pixels wide the page is ",
    ),
}
"""For each step, what is changed in the page, and what the check says then."""
TITLES = list(MISTAKES)


def page_with(folder: Path, *titles: str) -> Path:
    """The page of the solution with these mistakes in it."""
    texts = {name: (SOLUTION / name).read_text(encoding="utf-8") for name in _FILES}
    for title in titles:
        (old, new), _ = MISTAKES[title]
        assert any(old in text for text in texts.values())
        texts = {name: text.replace(old, new) for name, text in texts.items()}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


_FILES = ("page.html", "page.css")


def test_there_is_a_mistake_for_every_step() -> None:
    assert [step.title for step in STEPS] == TITLES


@pytest.mark.slow
def test_mistakes_fail_their_steps_and_no_other(
    browser: Browser, tmp_path: Path, whole_field: bool
) -> None:
    """Every other step at once; with the option, each alone."""
    alone = [[title] for title in TITLES]
    for titles in alone if whole_field else (TITLES[::2], TITLES[1::2]):
        said = found(browser, page_with(tmp_path, *titles))
        assert list(said) == titles
        for title in titles:
            assert MISTAKES[title][1] in said[title]


MORE_MISTAKES = {
    "a script": (
        *(0, "</form>", "</form><script>document.title = 'Mine'</script>"),
        "The page holds a script, which never runs. HTML and CSS can do all of it.",
    ),
    "a pile twice": (
        *(0, "$hearts", "$hearts $hearts"),
        "$hearts stands in page.html 2 times; write it once, for its cards.",
    ),
    "no form": (
        *(0, '<form method="post">', "<form>"),
        'All buttons and piles must be inside of one <form method="post">.',
    ),
    "no language": (
        *(0, '<html lang="en">', "<html>"),
        'The page needs a <title>, and a language: <html lang="en">.',
    ),
    "no name": (
        *(1, 'aria-label="$name" aria-pressed', "aria-pressed"),
        "A screen reader finds no button called 'seven of diamonds': give it aria-label=\"$name\".",
    ),
    "a back that can be clicked": (
        *(2, '<span class="card back" role="img" aria-label="$name"></span>'),
        '<button class="card back" aria-label="$name"></button>',
        "A card that lies face down must not be a button: nobody can click it.",
    ),
    "a back without a name": (
        *(2, 'role="img" aria-label="$name"', ""),
        "3 cards lie face down, and the page has 0 that say so: give the card in the template "
        'hidden role="img" and aria-label="$name".',
    ),
    "a message that is not told": (
        *(5, '<p role="status">', "<p>"),
        'A screen reader is not told why a move is refused: give $message role="status".',
    ),
    "no way for the keys": (
        *(7, '<button class="card empty"', '<button tabindex="-1" class="card empty"'),
        "The Tab key does not reach the button with value='column_3'.",
    ),
    "no viewport": (
        *(8, '<meta name="viewport"', '<meta name="window"'),
        "On a screen 390 pixels wide the page is 980 wide: give the cards a width in vw, and the "
        'head <meta name="viewport" content="width=device-width">.',
    ),
}
"""A step by its index, what is changed in the page, and what that step says."""


@pytest.mark.parametrize("mistake", MORE_MISTAKES)
def test_another_mistake_is_told_by_its_step(
    browser: Browser, tmp_path: Path, mistake: str
) -> None:
    step, old, new, said = MORE_MISTAKES[mistake]
    assert old in PAGE
    shutil.copy(SOLUTION / "page.css", tmp_path)
    (tmp_path / "page.html").write_text(PAGE.replace(old, new), encoding="utf-8")
    with served(tmp_path) as server, pytest.raises(Fault) as fault:
        STEPS[step].check(Page(browser, server))
    assert str(fault.value) == said


def test_a_source_that_tells_what_lies_face_down_is_found(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_steps, "fill", lambda page, table: f"{page}{table.board.columns}")
    with (
        served(SOLUTION) as server,
        pytest.raises(Fault, match="The source of the page tells which cards lie face down"),
    ):
        STEPS[2].check(Page(browser, server))


def test_a_click_beside_the_cards_and_one_that_sends_nothing_are_told(
    browser: Browser, tmp_path: Path
) -> None:
    shutil.copy(SOLUTION / "page.css", tmp_path)
    text = PAGE.replace('<button class="card face', '<button type="button" class="card face')
    (tmp_path / "page.html").write_text(text, encoding="utf-8")
    with served(tmp_path) as server:
        page = Page(browser, server)
        page.show(table(MOVES).board)
        with pytest.raises(Fault, match=r"sends nothing\. It must be a button, "):
            page.click(web_table.Place("discard", 1))
        with pytest.raises(Fault, match="has no button with"):
            page.click(web_table.Place("discard", 2))


def test_a_browser_that_ends_is_told() -> None:
    path = find()
    if path is None:
        pytest.skip("no Chrome, Chromium or Edge on this machine")
    if not starts(path):
        pytest.skip(f"{path} cannot show an empty page on this machine")
    with Browser(path) as ending:
        ending.call("Browser.close")
        with pytest.raises(BrowserError, match="the browser has ended"):
            ending.call("Page.reload")
