"""A worker is looked at before it is given anything, and tried before it is given submissions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from ..errors import PatienceError
from . import at_worker
from .bundle import Bundle
from .messages import packed_task, unpacked_result
from .terms import Terms

Ask = Callable[..., Any]
"""What is run on a worker."""


class _Asking(Protocol):
    def __call__(self, address: str, function: Ask, *arguments: object) -> Awaitable[Any]:
        """What the function gives on a worker."""


class Check:
    """Checks the workers of one command."""

    def __init__(self, ask: _Asking, id_: str, bundle: Bundle, terms: Terms) -> None:
        self._ask = ask
        self._id = id_
        self._bundle = bundle
        self._terms = terms

    async def of(self, address: str) -> str:
        """Why the worker at this address is given no submissions; empty if it is.

        The questions and the solution are sent to it only when nothing speaks against it, and
        then the solution and the skeleton must earn there what they earn here.
        """
        try:
            return await self._objection(address)
        except PatienceError as fault:
            return f"the coursework cannot be marked there: {fault}"
        except (ModuleNotFoundError, AttributeError) as fault:
            return f"it has no patience-grader of this version ({fault})"
        except Exception as fault:  # noqa: BLE001 whatever comes from another machine
            return f"it cannot be asked: {type(fault).__name__}: {fault}"

    async def _objection(self, address: str) -> str:
        terms, bundle = self._terms, self._bundle
        if why := terms.against(await self._ask(address, at_worker.look)):
            return why
        given = (self._id, bundle.coursework.slug, bundle.data)
        found = await self._ask(address, at_worker.prepare, *given)
        if why := terms.against_what_decides(found):
            return why
        for number, known in enumerate(terms.known):
            data = await asyncio.to_thread(packed_task, known.task, bundle.coursework)
            packed = await self._ask(address, at_worker.examine, self._id, data, "", -1 - number)
            if why := terms.against_outcome(known, unpacked_result(packed)):
                return why
        return ""
