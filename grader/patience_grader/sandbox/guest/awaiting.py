"""Coroutines of submitted code are run to their end here, on an event loop without any sockets."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest.special import special
else:
    from special import special


class _Waiting:
    """Waits for the next timer; there is nothing else to wait for."""

    def select(self, timeout: float | None) -> list[Any]:
        """Returns when the time is over. Raises RuntimeError if it never is."""
        if timeout is None:
            raise RuntimeError("this waits for something that never happens")
        if timeout > 0:
            time.sleep(timeout)
        return []

    def close(self) -> None:
        """Nothing is open."""


def _new_policy() -> Any:
    import asyncio  # noqa: PLC0415 submissions that use it have imported it
    from asyncio import base_events  # noqa: PLC0415

    class Loop(base_events.BaseEventLoop):
        def __init__(self) -> None:
            super().__init__()
            self._selector = _Waiting()

        def _process_events(self, event_list: list[Any]) -> None:
            """There are none."""

        def _write_to_self(self) -> None:
            """Nobody waits in another thread."""

    class Policy(asyncio.DefaultEventLoopPolicy):
        def new_event_loop(self) -> Any:
            return Loop()

    return Policy()


def prepare() -> None:
    """Makes `asyncio.run` work here, if submitted code has imported it."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is not None and not getattr(asyncio, "patience_prepared", False):
        asyncio.set_event_loop_policy(_new_policy())
        asyncio.patience_prepared = True  # type: ignore[attr-defined]


_loops: list[Any] = []
"""Those that were made: one runs within another where one end calls the other meanwhile."""


def _free_loop() -> Any:
    """A loop that does not run."""
    _loops[:] = [one for one in _loops if not one.is_closed()]
    for loop in _loops:
        if not loop.is_running():
            return loop
    _loops.append(_new_policy().new_event_loop())
    return _loops[-1]


def awaited(target: Any) -> Any:
    """What an awaitable gives in the end."""
    import asyncio  # noqa: PLC0415
    from asyncio import events  # noqa: PLC0415

    async def outcome() -> Any:
        return await target

    loop = _free_loop()
    outer = events._get_running_loop()  # noqa: SLF001
    events._set_running_loop(None)  # noqa: SLF001
    try:
        return loop.run_until_complete(asyncio.ensure_future(outcome(), loop=loop))
    finally:
        events._set_running_loop(outer)  # noqa: SLF001


def entered(target: Any) -> Any:
    """What `async with` enters."""
    return awaited(special(target, "__aenter__")())


def left(target: Any, error: Any) -> Any:
    """What `async with` ends with."""
    kind = type(error) if isinstance(error, BaseException) else None
    trace = error.__traceback__ if kind else None
    return awaited(special(target, "__aexit__")(kind, error, trace))


def following(target: Any) -> Any:
    """What an asynchronous iterator gives next."""
    return awaited(special(target, "__anext__")())
