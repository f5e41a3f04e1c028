"""A real browser, driven through its DevTools: pages, the mouse, keys, and sizes (supplied).

Chrome, Chromium, Edge and their relatives can be driven like this. Nothing needs to be installed
beside one of them.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, BinaryIO
from urllib.parse import urlsplit

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
"""What a browser is called where programs are found by their name."""
FOLDERS = (
    *("C:/Program Files", "C:/Program Files (x86)", os.environ.get("LOCALAPPDATA", "C:/")),
    "/Applications",
)
FILES = (
    *("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"),
    *("Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium"),
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
"""Where it is on Windows and macOS, in one of the folders."""
OPTIONS = (
    *("--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-gpu"),
    *("--no-default-browser-check", "--disable-background-networking", "--disable-sync"),
    *("--disable-component-update", "--disable-extensions", "--disable-quic", "--mute-audio"),
    *("--disable-breakpad", "--disable-default-apps", "--metrics-recording-only"),
    "--disable-component-extensions-with-background-pages",
    "--disable-features=BackForwardCache,MediaRouter,OptimizationHints,RenderDocument,Translate",
    *("--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
)
"""No window, an empty profile, and no request to anywhere but this machine."""
_SENT = "formIsSent"
LONGEST = 30.0
"""After so many seconds without an answer the browser has failed."""


class BrowserError(Exception):
    """The browser cannot be started, or does not answer. The text says why."""


def find() -> str | None:
    """The path of a browser on this machine, or `None`."""
    named = (shutil.which(name) for name in NAMES)
    files = (Path(folder, file) for folder in FOLDERS for file in FILES)
    return next((one for one in named if one), None) or next(
        (str(file) for file in files if file.is_file()), None
    )


class Browser:
    """A browser with one page. Leaving the `with` block ends it.

    Raises BrowserError, from any method, when it cannot be started or fails.
    """

    def __init__(self, path: str) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # In a container everything runs as root, where the browser refuses its own sandbox.
        as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        try:
            self._process = subprocess.Popen(  # noqa: S603 the browser that was found or named
                [path, *OPTIONS, *as_root, f"--user-data-dir={self._profile.name}", "about:blank"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as fault:
            self._profile.cleanup()
            raise BrowserError(f"{path} cannot be started: {fault.strerror}") from fault
        try:
            self._socket = _Socket(_page_of(_address_in(self._process.stderr, path)))
        except BaseException:
            self._end()
            raise
        self._count = 0
        self._events: list[tuple[str, Any]] = []
        for domain in ("Page", "Network", "Runtime"):
            self.call(f"{domain}.enable")
        self.call("Runtime.addBinding", name=_SENT)
        listen = f"addEventListener('submit', () => {_SENT}(''))"
        self.call("Page.addScriptToEvaluateOnNewDocument", source=listen)
        reduced = [{"name": "prefers-reduced-motion", "value": "reduce"}]
        self.call("Emulation.setEmulatedMedia", features=reduced)

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._socket.close()
        self._end()

    def _end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._profile.cleanup()

    def call(self, method: str, **parameters: object) -> Any:
        """What a method of the DevTools protocol answers."""
        number = self._post(method, parameters)
        while True:
            answer = self._next()
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _post(self, method: str, parameters: Mapping[str, object]) -> int:
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        return self._count

    def _next(self) -> Any:
        message = json.loads(self._socket.receive())
        if "method" in message:
            self._events.append((message["method"], message["params"]))
        return message

    def _has(self, event: str) -> bool:
        return any(name == event for name, _ in self._events)

    def requested(self) -> list[str]:
        """The addresses that the page has asked for, since it was opened or the last click."""
        sent = (about for name, about in self._events if name == "Network.requestWillBeSent")
        return [about["request"]["url"] for about in sent]

    def resize(self, width: int, height: int) -> None:
        """The size of the page, in pixels of CSS. A narrow one is that of a phone."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **metrics)

    def open(self, address: str) -> None:
        """Opens a page, and waits until it stands."""
        self._events.clear()
        self.call("Page.navigate", url=address)
        self._wait()

    def _wait(self) -> None:
        while not self._has("Page.loadEventFired"):
            self._next()
        # Two frames later it is laid out, and has the focus where it wants it.
        self.js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def js(self, expression: str) -> Any:
        """What an expression of JavaScript is in the page; of a promise, what it promises."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise BrowserError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def click(self, x: float, y: float) -> bool:
        """Clicks with the mouse. Whether a form was sent; if so, the answer stands."""
        self.point_at(x, y)
        at = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type="mousePressed", **at)
        return self._sends("Input.dispatchMouseEvent", type="mouseReleased", **at)

    def point_at(self, x: float, y: float) -> None:
        """Moves the mouse there."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def tab(self) -> None:
        """Presses the Tab key."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, **_key("Tab", 9))

    def enter(self) -> bool:
        """Presses the Enter key. Whether a form was sent; if so, the answer stands."""
        key = _key("Enter", 13)
        sent = self._sends("Input.dispatchKeyEvent", type="keyDown", text="\r", **key)
        self.call("Input.dispatchKeyEvent", type="keyUp", **key)
        return sent

    def _sends(self, method: str, **parameters: object) -> bool:
        self._events.clear()
        # A page that is left may answer no more. One that stays does, to a second question too,
        # and what it sends it has sent before that.
        for one, said in ((method, parameters), ("Runtime.evaluate", {"expression": "0"})):
            number = self._post(one, said)
            while not self._has("Runtime.bindingCalled"):
                if self._next().get("id") == number:
                    break
        if not self._has("Runtime.bindingCalled"):
            return False
        self._wait()
        return True

    def names(self) -> Iterator[tuple[str, str]]:
        """The role and the name of everything on the page, as a screen reader is told them."""
        for node in self.call("Accessibility.getFullAXTree")["nodes"]:
            if not node["ignored"]:
                yield node["role"]["value"], node.get("name", {}).get("value", "")

    def picture(self) -> bytes:
        """The page as a PNG."""
        return b64decode(self.call("Page.captureScreenshot")["data"])


def _key(name: str, code: int) -> dict[str, object]:
    return {"key": name, "code": name, "windowsVirtualKeyCode": code}


def _address_in(stderr: BinaryIO | Any, path: str) -> str:
    """Where the DevTools listen, which the browser says when it has started."""
    said = ""
    for line in stderr:
        said = line.decode("utf-8", "replace").strip() or said
        if "DevTools listening on " in said:
            Thread(target=_drain, args=[stderr], daemon=True).start()
            return urlsplit(said.rpartition(" ")[2]).netloc
    stderr.close()
    raise BrowserError(f"{path} ends at once: {said[:200]}")


def _drain(stderr: BinaryIO) -> None:
    """Reads what the browser goes on to say, lest it wait for a reader."""
    with stderr:
        for _ in stderr:
            pass


def _page_of(address: str) -> str:
    """The address of the DevTools of a new page."""
    connection = HTTPConnection(address, timeout=LONGEST)
    try:
        connection.request("PUT", "/json/new?about:blank")
        made = json.loads(connection.getresponse().read())
    finally:
        connection.close()
    return str(made["webSocketDebuggerUrl"])


class _Socket:
    """A WebSocket, as far as the DevTools need one."""

    def __init__(self, address: str) -> None:
        place = urlsplit(address)
        self._socket = socket.create_connection((place.hostname, place.port), LONGEST)
        self._file = self._socket.makefile("rb")
        key = b64encode(os.urandom(16)).decode()
        lines = [f"GET {place.path} HTTP/1.1", f"Host: {place.netloc}", "Connection: Upgrade"]
        lines += ["Upgrade: websocket", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = self._file.readline()
        while self._file.readline().strip():
            pass
        if b" 101 " not in answer:
            raise BrowserError(f"the browser refuses to be driven: {answer!r}")

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def send(self, text: str) -> None:
        data = text.encode()
        size = len(data)
        if size < 126:
            head = bytes([0x81, 0x80 | size])
        elif size < 1 << 16:
            head = bytes([0x81, 0x80 | 126]) + size.to_bytes(2)
        else:
            head = bytes([0x81, 0x80 | 127]) + size.to_bytes(8)
        self._socket.sendall(head + bytes(4) + data)  # masked with zeros, which changes nothing

    def receive(self) -> str:
        """The next message. Raises BrowserError when there is none."""
        data, is_last = b"", False
        try:
            while not is_last:
                first, size = self._read(2)
                is_last = bool(first & 0x80)
                size &= 0x7F
                if size > 125:
                    size = int.from_bytes(self._read(2 if size == 126 else 8))
                if first & 0x0F == 8:
                    raise BrowserError("the browser has ended")
                data += self._read(size)
        except TimeoutError:
            raise BrowserError(f"the browser did not answer in {LONGEST:.0f} seconds") from None
        return data.decode()

    def _read(self, size: int) -> bytes:
        data = self._file.read(size)
        if len(data) < size:
            raise BrowserError("the browser has ended")
        return data
