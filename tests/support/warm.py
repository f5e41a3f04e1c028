"""The command in a process of its own, forked from one that has imported all commands already.

Importing takes longer than most commands work. What a test sees is the same: exit code, output,
folder and environment. How the command starts is tested by `tests/cli`, without this.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

Done = subprocess.CompletedProcess[str]
_GRADER = Path(__file__).parents[2] / "grader"
_MOST = 1 << 20


def patience(
    *arguments: str | Path, cwd: Path, typed: str = "", env: Mapping[str, str] | None = None
) -> Done:
    """What the command does in this folder when this is typed into it."""
    command = list(map(str, arguments))
    with contextlib.ExitStack() as stack:
        entered, out, err = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        entered.write(typed.encode())
        entered.seek(0)
        request = json.dumps([command, str(cwd), dict(os.environ if env is None else env)])
        descriptors = [one.fileno() for one in (entered, out, err)]
        try:
            line = _server()
            socket.send_fds(line, [request.encode()], descriptors)
            code = int(line.recv(_MOST))
        except BaseException:  # a test that ran out of time: its reply is nobody else's
            _server.cache_clear()
            raise
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode().replace("\r\n", "\n"))
    return subprocess.CompletedProcess(["patience", *command], code, *texts)


@cache
def _server() -> socket.socket:
    """The line to this process's own server, which ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-P", __file__, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            cwd=_GRADER,
        )

    def close() -> None:
        ours.close()
        server.wait()

    atexit.register(close)
    return ours


def _serve(line: socket.socket) -> bool:
    """Forks a process for every request. True in such a process, False when there are no more."""
    while True:
        request, descriptors, _, _ = socket.recv_fds(line, _MOST, 3)
        if not request:
            return False
        if not (pid := os.fork()):
            line.close()
            arguments, cwd, environ = json.loads(request)
            _become(arguments, cwd, environ, descriptors)
            return True
        for descriptor in descriptors:
            os.close(descriptor)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        line.send(str(code).encode())


def _become(
    arguments: list[str], cwd: str, environ: dict[str, str], descriptors: list[int]
) -> None:
    """Makes this process what it would be if it had been started by itself."""
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = ["patience", *arguments]
    sys.path[0] = cwd


if __name__ == "__main__":
    sys.path.insert(0, "")
    cli = import_module("patience_grader.cli")
    for module in set(cli.COMMANDS.values()):
        import_module(f"patience_grader.cli.{module}")
    import_module("holidays.countries")
    gc.freeze()
    if _serve(socket.socket(fileno=int(sys.argv[1]))):
        cli.main()
