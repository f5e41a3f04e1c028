"""Where `patience grade` and `patience verify` examine: options, and the engine they choose."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from ..errors import InputError
from ..grading.engine import Engine, Processes
from ..grading.template import Template
from .options import jobs_option
from .output import echo

_ADDRESS = re.compile(
    r"(?:tcp|tls)://(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})"
)
_MOST_PORT = 65_535
_THIS_MACHINE = re.compile(r"localhost|127(?:\.[0-9]+){3}|\[::1\]")
_INSTALL = "pip install 'patience-grader[cluster]'"


@dataclass(frozen=True)
class Chosen:
    """Where submissions are to be examined."""

    jobs: int
    scheduler: str
    """Empty for the processors of this machine."""
    ca: Path | None
    cert: Path | None
    key: Path | None
    template: Template | None
    """What the first workers here are forked from. It ends with the command."""


def _address(_: click.Context, __: click.Parameter, value: str | None) -> str:
    if value is None:
        return ""
    found = _ADDRESS.fullmatch(value)
    if value != "local" and not (found and int(found["port"]) <= _MOST_PORT):
        raise click.BadParameter(
            f"{value!r} is not an address; write tcp://HOST:PORT, tls://HOST:PORT or local"
        )
    return value


def _file(name: str, text: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    option: Callable[[Callable[..., int]], Callable[..., int]] = click.option(
        name, type=click.Path(path_type=Path, dir_okay=False), metavar="PEM", help=text
    )
    return option


_OPTIONS = (
    jobs_option,
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        callback=_address,
        help="Mark on the workers of this Dask scheduler: tcp://HOST:PORT, tls://HOST:PORT, or "
        "local to start one here with --jobs workers. Needs the extra cluster.",
    ),
    _file("--tls-ca", "For tls://: the certificate of who signs, if Dask's settings name none."),
    _file("--tls-cert", "For tls://: the certificate of this command."),
    _file("--tls-key", "For tls://: the key of this command."),
)


def engine_options(command: Callable[..., int]) -> Callable[..., int]:
    """Adds the options that say where submissions are examined, as one argument `where`.

    The template is forked here, while this process holds nothing but what it has imported.
    """

    @wraps(command)
    def with_chosen(**given: Any) -> int:
        names = ("jobs", "scheduler", "tls_ca", "tls_cert", "tls_key")
        chosen = {name.removeprefix("tls_"): given.pop(name) for name in names}
        is_here = sys.platform == "linux" and not chosen["scheduler"]
        template = Template(forked=True) if is_here else None
        try:
            return command(where=Chosen(**chosen, template=template), **given)
        finally:
            if template is not None:
                template.stop()

    decorated: Callable[..., int] = with_chosen
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


@contextmanager
def engine(where: Chosen, missing: Sequence[str]) -> Iterator[Engine]:
    """The engine that was chosen, on a machine on which these layers of the lock are missing.

    Raises InputError when what it needs is not installed.
    """
    if not where.scheduler:
        yield Processes(where.jobs, where.template)
        return
    if find_spec("distributed") is None:
        raise InputError(f"--scheduler needs Dask distributed; install it with: {_INSTALL}")
    from ..cluster.connecting import Certificates  # noqa: PLC0415 only where it is installed
    from ..cluster.engine import Cluster  # noqa: PLC0415

    address = _ADDRESS.fullmatch(where.scheduler)
    is_plain = address and where.scheduler.startswith("tcp:")
    if address and is_plain and not _THIS_MACHINE.fullmatch(address["host"]):
        echo(
            "tcp:// is not encrypted: whoever can read the network reads questions and "
            "submissions; use tls:// unless the network is yours",
            err=True,
        )
    certificates = Certificates(where.ca, where.cert, where.key)
    with Cluster(where.scheduler, certificates, where.jobs, missing, _tell) as cluster:
        yield cluster


def _tell(line: str) -> None:
    echo(line, err=True)
