"""What a worker of Dask is asked to do. It holds nothing but what it has been sent."""

from __future__ import annotations

import atexit
import json
import platform
import threading

import msgspec
from distributed import get_worker, secede

from .. import __version__
from ..course.fingerprint import kit_fingerprint, marking_fingerprints
from ..errors import InputError
from ..sandbox.doctor import missing_layers
from .messages import Facts, unpacked_task
from .pool_thread import NotPreparedError, PoolThread

_POOLS: dict[str, PoolThread] = {}
"""By the fingerprints of their courseworks."""
_LOCK = threading.Lock()


def look() -> bytes:
    """What the machine and the kit on it are like; see `Facts`."""
    try:
        missing = dict(missing_layers())
    except InputError as fault:
        missing = {"every layer": str(fault)}
    facts = Facts(python=python(), kit=kit_fingerprint(), version=__version__, missing=missing)
    return msgspec.json.encode(facts)


def python() -> str:
    """The Python that runs this, in words."""
    return f"{platform.python_implementation()} {platform.python_version()}"


def prepare(fingerprint: str, slug: str, bundle: bytes) -> bytes:
    """Unpacks a coursework and collects its suites, unless it is there.

    The fingerprints of what decides its marks, as JSON. Raises PatienceError.
    """
    with _LOCK:
        pool = _POOLS.get(fingerprint)
        if pool is None or not pool.is_alive:
            pool = _POOLS[fingerprint] = PoolThread(slug, bundle, get_worker().state.nthreads)
    coursework = pool.coursework.result()
    return json.dumps(dict(marking_fingerprints(coursework))).encode()


def examine(fingerprint: str, data: bytes, topic: str, number: int) -> bytes:
    """The packed result of a packed task.

    It leaves its place among Dask's threads at once, since it only waits: how many are examined
    at the same time is up to the pool. If it takes long, the `topic`, if any, hears its number.
    Raises NotPreparedError, or PatienceError when it cannot be examined here.
    """
    worker = get_worker()
    secede()

    def took_long() -> None:
        if topic:
            worker.log_event(topic, {"worker": worker.address, "number": number})

    pool = _POOLS.get(fingerprint)
    if pool is None or not pool.is_alive:
        raise NotPreparedError
    return pool.examine(unpacked_task(data), took_long)


def release(fingerprint: str) -> None:
    """Ends what was begun for a coursework and removes it."""
    with _LOCK:
        pool = _POOLS.pop(fingerprint, None)
    if pool:
        pool.close()


@atexit.register
def release_all() -> None:
    """Leaves nothing behind."""
    for fingerprint in [*_POOLS]:
        release(fingerprint)
