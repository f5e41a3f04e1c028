"""The command in a process of its own, forked from one that has imported all commands already.

Importing takes longer than most commands work. What a test sees is the same: exit code, output,
folder and environment. How a command starts is tested by `tests/cli`, without this.
Commands of nbgrader, which imports still more, are forked from a process of their own. Of what a
command starts by itself, the longest, suites that are adopted or recorded, are forked like it.
Which layers of the lock this machine has is found out once for all of them.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

Done = subprocess.CompletedProcess[str]
_GRADER = Path(__file__).parents[2] / "grader"
_MOST = 1 << 20


def patience(
    *arguments: str | Path,
    cwd: Path,
    typed: str = "",
    env: Mapping[str, str] | None = None,
    refused: str = "",
) -> Done:
    """What the command does in this folder when this is typed into it.

    `refused` names what the kernel refuses it, as `refusing.named` does.
    """
    return _forked(["patience", *map(str, arguments)], cwd, typed, env, refused=refused)


def beside_nbgrader(*command: str | Path, cwd: Path) -> Done:
    """What the kit's command or `nbgrader` does where the virtual environment is activated.

    `nbgrader` takes several commands, and does one after another until one fails.
    """
    return _forked(list(map(str, command)), cwd, "", activated(), nbgrader=True)


class StartedModules:
    """Stands for `subprocess` where `python -m MODULE` is run: a fork runs the module's `main`."""

    @staticmethod
    def run(command: Sequence[str], **options: object) -> Done:
        """What becomes of it."""
        module, *arguments = command[2:]
        return _forked([module, *arguments], Path.cwd(), "", None)


def activated() -> dict[str, str]:
    """The environment in which nbgrader finds what it starts by name."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path, "JUPYTER_PLATFORM_DIRS": "1", "PYTHONWARNINGS": "ignore"}


def _forked(
    command: list[str],
    cwd: Path,
    typed: str,
    env: Mapping[str, str] | None,
    *,
    nbgrader: bool = False,
    refused: str = "",
) -> Done:
    try:
        return _done_by(_server(nbgrader), command, cwd, typed, env, refused)
    except BaseException:  # a test that ran out of time: its reply is nobody else's
        _server.cache_clear()
        raise


def _done_by(
    line: socket.socket,
    command: list[str],
    cwd: Path,
    typed: str = "",
    env: Mapping[str, str] | None = None,
    refused: str = "",
) -> Done:
    """What becomes of a command that the server at the other end of the line forks."""
    with contextlib.ExitStack() as stack:
        entered, out, err = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        entered.write(typed.encode())
        entered.seek(0)
        environ = dict(os.environ if env is None else env)
        request = json.dumps([command, str(cwd), environ, refused])
        descriptors = [one.fileno() for one in (entered, out, err)]
        socket.send_fds(line, [request.encode()], descriptors)
        code = int(line.recv(_MOST))
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode().replace("\r\n", "\n"))
    return subprocess.CompletedProcess(command, code, *texts)


@cache
def _server(nbgrader: bool) -> socket.socket:
    """The line to this process's own server, which ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-P", __file__, str(theirs.fileno())]
        server = subprocess.Popen(
            [*command, *(["nbgrader"] if nbgrader else [])],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            cwd=_GRADER,
            env=activated() if nbgrader else None,
        )

    def close() -> None:
        ours.close()
        server.wait()

    atexit.register(close)
    return ours


def _serve(line: socket.socket, until: int | None = None) -> bool:
    """Forks a process for every request. True in such a process, False when there are no more.

    There are no more when the process that `until` describes has ended.
    """
    while True:
        number = line.fileno()
        if until is not None and number not in select.select([number, until], [], [])[0]:
            return False
        request, descriptors, _, _ = socket.recv_fds(line, _MOST, 3)
        if not request:
            return False
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if not (pid := os.fork()):
            line.close()
            ours.close()
            command, cwd, environ, refused = json.loads(request)
            _become(command, cwd, environ, descriptors)
            _start_modules_by(theirs)
            if refused:
                _REFUSING.refuse(refused)
                _learn_of_the_lock_by(_DOCTOR.missing_layers)
            return True
        theirs.close()
        for descriptor in descriptors:
            os.close(descriptor)
        ended = os.pidfd_open(pid)
        with ours:
            if _serve(ours, ended):
                return True
        os.close(ended)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        line.send(str(code).encode())


def _become(command: list[str], cwd: str, environ: dict[str, str], descriptors: list[int]) -> None:
    """Makes this process what it would be if it had been started by itself."""
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = command
    sys.path[0] = cwd


def _beside(name: str) -> Any:
    """A module that lies beside this one, which is on no import path of the command's."""
    spec = spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_REFUSING = _beside("refusing")


def _import_kit() -> None:
    for module, _ in set(import_module("patience_grader.cli").COMMANDS.values()):
        import_module(f"patience_grader.cli.{module}")
    for module in ("grading.template", "grading.worker", "marking.run_plain", "marking.adopting"):
        import_module(f"patience_grader.{module}")
    import_module("patience_grader.release.recording")
    for module in "_argcomplete helpconfig skipping tracemalloc unittest warnings".split():
        import_module(f"_pytest.{module}")  # as soon as pytest is run
    fingerprint: Any = import_module("patience_grader.course.fingerprint")
    fingerprint._kit_that_decides()
    fingerprint.reports_fingerprint()
    import_module("holidays.countries")
    storage: Any = import_module("hypothesis.configuration")
    storage.set_hypothesis_home_dir(os.devnull)  # nothing is kept there
    import_module("hypothesis.internal.charmap").charmap()
    storage.set_hypothesis_home_dir(None)


def _import_nbgrader() -> None:
    for module in ("apps", "converters", "validator"):
        import_module(f"nbgrader.{module}")
    import_module("patience_grader.nbgrader_plugin.grading")
    api: Any = import_module("nbgrader.api")
    version = api.get_alembic_version()  # starts a process for it with every new gradebook
    api.get_alembic_version = lambda: version


class _Modules:
    """Stands for `subprocess` in a forked command: what that starts is forked as it was itself."""

    TimeoutExpired = subprocess.TimeoutExpired

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def run(self, command: Sequence[str], **options: object) -> Done:
        """What becomes of `python -m MODULE`."""
        return _done_by(self._line, list(command[2:]), Path.cwd())


def _start_modules_by(line: socket.socket) -> None:
    """Lets this command ask at the line for the modules of the kit that it starts."""
    for name in ("course.adopt", "release.edition"):
        module: Any = import_module(f"patience_grader.{name}")
        module.subprocess = _Modules(line)


def _learn_of_the_lock_by(missing_layers: Callable[[], Mapping[str, str]]) -> None:
    """Commands find out by this which layers of the lock the machine refuses."""
    for name in ("grade", "verify"):
        module: Any = import_module(f"patience_grader.cli.{name}")
        module.missing_layers = missing_layers


def _nbgrader() -> None:
    app = import_module("nbgrader.apps").NbGraderApp
    for command in sys.argv[1:]:
        try:
            app.launch_instance(command.split())
        except SystemExit as end:
            if end.code:
                raise
        app.clear_instance()


def _module() -> None:
    try:
        import_module(sys.argv[0]).main()
    except SystemExit as end:
        if threading.active_count() > 1 or not isinstance(end.code, int):
            raise
        _end_at_once(end.code)
    if threading.active_count() == 1:
        _end_at_once(0)


def _end_at_once(code: int) -> NoReturn:
    """Ends this process without what an interpreter does at its end, which takes long here."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    gc.disable()
    sys.path.insert(0, "")
    _import_kit()
    _DOCTOR: Any = import_module("patience_grader.sandbox.doctor")
    if sys.argv[2:]:
        _import_nbgrader()
    if sys.platform == "linux":
        found = _DOCTOR.missing_layers()
        _learn_of_the_lock_by(lambda: found)
    gc.freeze()
    gc.enable()
    if _serve(socket.socket(fileno=int(sys.argv[1]))):
        programs = {"patience": import_module("patience_grader.cli").main, "nbgrader": _nbgrader}
        programs.get(sys.argv[0], _module)()
