"""Your page, and the game behind it: `python3 -m klondike.web` (supplied).

The page is `page.html` and `page.css`. Both are read anew whenever the browser asks for them: save,
and load the page again.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Lock
from urllib.parse import parse_qs, urlsplit

from .__main__ import blame
from .web_table import Table, click, deal, fill

HERE = Path(__file__).parent
POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:; form-action 'self'"
"""The page may ask this server and no other, and runs no script."""
MOST = 1000
"""A click has fewer bytes."""


class Server(ThreadingHTTPServer):
    """Serves the page in a folder, for this machine alone."""

    daemon_threads = True

    def __init__(self, table: Table, folder: Path = HERE, port: int = 0, seed: int | None = None):
        self.table = table
        self.folder = folder
        self.rng = Random(seed)
        self.lock = Lock()
        super().__init__(("127.0.0.1", port), _Handler)

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        """Sends the page, filled, or its style."""
        try:
            if self.path == "/":
                text = (self.server.folder / "page.html").read_text(encoding="utf-8")
                self._send(200, "text/html", fill(text, self.server.table))
            elif self.path == "/page.css":
                text = (self.server.folder / "page.css").read_text(encoding="utf-8")
                self._send(200, "text/css", text)
            elif self.path.startswith("/?"):
                self._send(404, "text/plain", 'The form needs method="post".')
            else:
                self._send(404, "text/plain", "There are page.html and page.css only.")
        except Exception as error:  # noqa: BLE001 a board that your functions return may be anything
            self._send(500, "text/plain", f"The page cannot be made. {blame(error)}")

    def do_POST(self) -> None:
        """Plays a click, and sends the browser to the page."""
        host = self.headers["Host"] or ""
        origin = self.headers["Origin"]
        is_own = not origin or urlsplit(origin).netloc == host
        if not is_own or host.partition(":")[0] not in ("localhost", "127.0.0.1"):
            return self._send(403, "text/plain", "The game is for its own page alone.")
        size = self.headers["Content-Length"] or ""
        body = self.rfile.read(min(int(size), MOST)) if size.isdecimal() else b""
        what = parse_qs(body.decode("utf-8", "replace")).get("click", [""])[0]
        try:
            with self.server.lock:
                self.server.table = click(self.server.table, what, self.server.rng)
        except Exception as error:  # noqa: BLE001 your functions may raise anything when they deal
            return self._send(500, "text/plain", f"No game can be started. {blame(error)}")
        self.send_response(303)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None

    def _send(self, status: int, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Says nothing: the page does."""


def main(argv: Sequence[str]) -> int:
    """Serves the page until it is stopped: 0, or 1 if there is no game or no port for it."""
    parser = ArgumentParser("python3 -m klondike.web", description="Play on a page of your own.")
    parser.add_argument("--seed", type=int, metavar="N", help="the deal to play")
    parser.add_argument("--port", type=int, default=8000, help="its port (default: 8000)")
    options = parser.parse_args(argv)
    seed = Random().randrange(1_000_000) if options.seed is None else options.seed
    try:
        server = Server(deal(seed), port=options.port)
    except (OSError, OverflowError) as fault:
        print(f"Port {options.port} cannot be used ({fault}): try --port 8001.", file=sys.stderr)
        return 1
    except Exception as error:  # noqa: BLE001 your functions may raise anything when they deal
        print(f"No game can be started. {blame(error)}", file=sys.stderr)
        return 1
    print(f"The game is at {server.address} until you press Ctrl-C here.", flush=True)
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
