"""The way to a scheduler: over TCP or TLS, or to one that is started here for a try."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import ssl
import warnings
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from distributed import Client, LocalCluster, Security

from ..errors import InputError
from ..text.sanitize import one_line

LOCAL = "local"
CONNECT_SECONDS = 10.0
_CLOSE_SECONDS = 5.0
_LEAVE_INTERRUPTS = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Run in workers that are started here: a terminal interrupts all, and the command ends them."""
_OBJECT = re.compile(r"^in <.*?>: (?:\w+: )?")
"""What Dask puts before the reason of the system."""


@dataclass(frozen=True)
class Certificates:
    """The files with which TLS is spoken. What is not named is taken from Dask's configuration."""

    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None


@asynccontextmanager
async def connected(scheduler: str, certificates: Certificates, jobs: int) -> AsyncIterator[Client]:
    """A client of the scheduler at an address; `local` starts one here with so many workers.

    Raises InputError when there is none, or TLS cannot be spoken with it.
    """
    _hush()
    async with AsyncExitStack() as stack:
        where: str | LocalCluster = scheduler
        security = None
        try:
            if scheduler == LOCAL:
                where = await stack.enter_async_context(_local(jobs))
            else:
                security = _security(scheduler, certificates)
            client = Client(
                where,
                asynchronous=True,
                security=security,
                timeout=CONNECT_SECONDS,
                set_as_default=False,
            )
            stack.push_async_callback(_closed, client)
            async with asyncio.timeout(CONNECT_SECONDS + 1):  # also where something else answers
                await client
        except (OSError, ValueError, TypeError, RuntimeError) as fault:
            raise InputError(_why_not(scheduler, fault)) from fault
        yield client


async def _closed(client: Client) -> None:
    """Leaves the scheduler, whether it has been reached or not."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_CLOSE_SECONDS):
            await client.close()


def _local(jobs: int) -> LocalCluster:
    return LocalCluster(
        n_workers=jobs,
        threads_per_worker=1,
        dashboard_address=None,
        asynchronous=True,
        silence_logs=logging.CRITICAL,
        preload=_LEAVE_INTERRUPTS,
    )


def _security(scheduler: str, given: Certificates) -> Security:
    named = {"tls_ca_file": given.ca, "tls_client_cert": given.cert, "tls_client_key": given.key}
    stated = {name: str(path) for name, path in named.items() if path}
    for path in stated.values():
        if not Path(path).is_file():
            raise InputError(
                f"{path} is not there; name the file with --tls-ca, --tls-cert or --tls-key"
            )
    is_tls = scheduler.startswith("tls://")
    if stated and not is_tls:
        raise InputError(f"certificates are for tls://, and the scheduler is {scheduler}")
    security = Security(require_encryption=is_tls, **stated)
    try:
        context = security.get_connection_args("client").get("ssl_context")
    except ssl.SSLError as fault:
        files = ", ".join(stated.values()) or "those in Dask's configuration"
        reason = fault.reason or one_line(str(fault))
        raise InputError(
            f"the certificates cannot be used ({reason}): {files}; each must be a PEM file, "
            "and the key that of the certificate"
        ) from fault
    if is_tls and not context:
        raise InputError(
            "tls:// needs certificates: --tls-ca, --tls-cert and --tls-key, "
            "or distributed.comm.tls in Dask's configuration"
        )
    return security


def _why_not(scheduler: str, fault: Exception) -> str:
    if scheduler == LOCAL:
        return f"no scheduler can be started here: {fault}"
    said = str(fault.__cause__ or "") if isinstance(fault, OSError) else str(fault)
    reason = one_line(_OBJECT.sub("", said)) or "nothing is heard of it"
    return (
        f"no scheduler answers at {scheduler} ({reason}); start one with dask scheduler, "
        "and dask worker with its address, or check the address"
    )


def _hush() -> None:
    """Keeps Dask from writing into what the command prints: what matters is said by the kit."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")
