"""Checks your page in a real browser: `python3 -m klondike.web_check` (supplied).

It plays with the mouse and the keys, step by step, on boards of its own and with your functions.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent, wrap
from threading import Thread

from .__main__ import blame, reader_may_leave
from .browser import Browser, BrowserError, find
from .web import HERE, Server
from .web_look import Fault, Page
from .web_steps import STEPS, Step, any_table

ABOUT = """Checks page.html and page.css in a browser that shows no window, step by step, which
needs your finished deck.py and game.py. Nothing of it is handed in or marked."""
NO_BROWSER = """\
No browser was found that can be driven: install Chrome, Chromium or Edge, or say where one is with
--browser PATH. You can try the page yourself in any browser: python3 -m klondike.web"""


@contextmanager
def served(folder: Path = HERE) -> Iterator[Server]:
    """A server of the page in this folder."""
    with Server(any_table(), folder, seed=1) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def faults(browser: Browser, folder: Path = HERE) -> Iterator[tuple[Step, str | None]]:
    """Each step, and what is wrong there, or `None`.

    Raises BrowserError, and whatever your functions raise.
    """
    with served(folder) as server:
        for step in STEPS:
            try:
                step.check(Page(browser, server))
            except Fault as fault:
                yield step, str(fault)
            else:
                yield step, None


def _paragraph(text: str) -> str:
    return indent("\n".join(wrap(text, 77, break_long_words=False)), "   ")


def main(argv: Sequence[str] = ()) -> int:
    """The exit code: 0 when all is right, 1 when something is not, 2 when there is no browser."""
    parser = ArgumentParser("python3 -m klondike.web_check", description=ABOUT)
    parser.add_argument("--browser", metavar="PATH", help="the browser, if it is not found")
    path = parser.parse_args(argv).browser or find()
    if path is None:
        print(NO_BROWSER, file=sys.stderr)
        return 2
    right = 0
    try:
        with Browser(path) as browser:
            for number, (step, fault) in enumerate(faults(browser), 1):
                right += fault is None
                found = "right" if fault is None else f"not yet\n{_paragraph(fault)}"
                print(f"{number}  {step.title:30} {found}", flush=True)
    except BrowserError as error:
        print(f"The browser fails: {error}", file=sys.stderr)
        return 2
    except Exception as error:  # noqa: BLE001 your functions may raise anything
        print(f"The page needs your finished deck.py and game.py. {blame(error)}")
        return 1
    print(f"{right} of {len(STEPS)} steps are right.")
    return 0 if right == len(STEPS) else 1


if __name__ == "__main__":
    with reader_may_leave():
        sys.exit(main(sys.argv[1:]))
