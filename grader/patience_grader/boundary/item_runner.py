"""Runs single tests by pytest's own protocol, and says how each ended."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Literal, Protocol

import pytest

Limited = Callable[[], AbstractContextManager[None]]
Call = Callable[[pytest.Function], None]
"""Calls the function of a test, and raises what that raises."""


class TimeoutSettings(Protocol):
    """What pytest-timeout knows of a test's limit."""

    timeout: float
    """In seconds."""


class ItemRunner:
    """A plugin that takes down the first error of a test's set-up, call and tear-down."""

    def __init__(self) -> None:
        self._error: BaseException | None = None
        self._limited: Limited = nullcontext
        self._call: Call | None = None
        self.allowed: float | None = None
        """So many seconds the last test allows itself, by its mark `timeout`."""

    def run(
        self,
        item: pytest.Item,
        limited: Limited = nullcontext,
        call: Call | None = None,
    ) -> BaseException | None:
        """The error with which the test ended, None when it passed.

        Within its set-up, call and tear-down a `limited` holds, and not in what pytest does
        between them. With a `call`, the function of the test is called by that.
        """
        self._error = self.allowed = None
        self._limited, self._call = limited, call
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        item._report_sections.clear()  # noqa: SLF001 what was logged, for a report that nobody reads
        item.user_properties.clear()
        return self._error

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[Any]:
        """Takes the warnings of the test: pytest holds those that it hears of to its end."""
        with warnings.catch_warnings(record=True):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Iterator[Any]:
        with self._limited():
            try:
                return (yield)
            except pytest.exit.Exception as end:  # it would end more than this test
                raise pytest.fail.Exception(f"pytest.exit: {end}", pytrace=False) from None

    pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: Any
    ) -> Iterator[Any]:
        """Has a fixture finished that ends by what is not an `Exception`, such as SystemExit.

        pytest does not, and then every other test fails that uses it.
        """
        try:
            return (yield)
        except BaseException as end:
            if fixturedef.cached_result is None:
                outcome = (None, fixturedef.cache_key(request), (end, end.__traceback__))
                fixturedef.cached_result = outcome
            raise

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool | None:
        if self._call is None:
            return None
        self._call(pyfuncitem)
        return True

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_timeout_set_timer(self, settings: TimeoutSettings) -> bool:
        """Starts no timer: what a test may take is looked at by whoever runs it.

        A timer goes on while a busy machine lets others run.
        """
        self.allowed = settings.timeout
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        """Takes down how a phase of the test ended; the report is empty, as nobody reads it."""
        assert call.when != "collect"
        error = call.excinfo.value if call.excinfo else _unittest_error(item)
        if error is not None and self._error is None:
            self._error = error
        outcome: Literal["passed", "failed"] = "failed" if error else "passed"
        return pytest.TestReport(
            item.nodeid, item.location, {}, outcome, None, call.when, start=0.0, stop=0.0
        )


def _unittest_error(item: pytest.Item) -> BaseException | None:
    """What a `unittest.TestCase` has taken down itself."""
    infos = getattr(item, "_excinfo", None)
    vars(item).pop("_excinfo", None)
    return infos[0].value if infos else None
