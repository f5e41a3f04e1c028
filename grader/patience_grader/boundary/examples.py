"""The examples of a drawn test: of those that fail, the simplest that a few more tries find."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import HypothesisException, UnsatisfiedAssumption

from .kept_examples import KeptExample, NotKeptError, had_again
from .steps import Step

if TYPE_CHECKING:
    from ..sandbox.account import Tally
    from .run import Run

MOST_TRIED = 80
"""So many examples are tried after the first that fails."""
MOST_ASKED = 400
"""So many operations may these need together."""
MOST_SECONDS = 0.1
"""So much processor time of the submission they may take."""
_NUMBERED = re.compile(r"\b([a-z_]+)\d+\b")
_SETTINGS = "_hypothesis_internal_use_settings"
"""Where Hypothesis keeps the settings of a test."""


class ShrinkingEnded(BaseException):
    """Enough examples were tried. No suite catches it, and Hypothesis neither."""


@dataclass(frozen=True)
class Failure:
    """An example that fails, with what was done."""

    error: BaseException
    steps: list[Step]

    @property
    def size(self) -> tuple[int, str]:
        """The smaller, the simpler to look at; what objects are numbered does not count."""
        text = "\n".join(one.source.text for one in self.steps)
        return len(_NUMBERED.sub(r"\1", text)), text

    @property
    def kind(self) -> object:
        """What must stay the same while simpler examples are tried."""
        last = next((one for one in reversed(self.steps) if one.deviates), None)
        return type(self.error), last and (_operation(last.request[3]), last.answer[3][0])


def _operation(said: list[Any]) -> object:
    """What an operation does, with whichever object."""
    match said:
        case [kind, ["h", *_], *rest]:
            return kind, "h", rest[:1] if kind == "attr" else None
    return said[:2]


class Examples:
    """Hears of the examples of one run of a test on a submission."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.most_tried = MOST_TRIED
        """None where nobody is shown what fails."""
        self.smallest: Failure | None = None
        self.counted: Tally | None = None
        """What the submission had used when the first example failed; all after it only shows."""
        self.recorded = 0
        """How many examples the reference was asked, the stated ones first."""
        self.kept: list[KeptExample] | None = []
        """These examples, unless one of them cannot be kept."""
        self._tried = 0
        self._begun = 0, 0.0

    def begin(self) -> None:
        """Another example begins. Raises ShrinkingEnded when enough were tried."""
        run = self._run
        assert run.student is not None
        if self.smallest is not None:
            self._tried += 1
            asked, seconds = self._begun
            if (
                run.standing.loss is not None
                or not run.student.may_show
                or self._tried > self.most_tried
                or run.asking.required - asked > MOST_ASKED
                or run.student.cpu_seconds - seconds > MOST_SECONDS
            ):
                raise ShrinkingEnded

    @contextmanager
    def recording(self, values: Mapping[str, Any]) -> Iterator[None]:
        """Another example begins on the reference, with these values."""
        self.recorded += 1
        kept: dict[str, Any] = {}
        if self.kept is not None:
            try:
                kept = {name: had_again(one) for name, one in values.items()}
            except NotKeptError:
                self.kept = None
        is_set_aside = False
        try:
            yield
        except UnsatisfiedAssumption:
            is_set_aside = True
            raise
        finally:
            if self.kept is not None:
                self.kept.append(KeptExample(kept, is_set_aside))

    def fail(self, error: BaseException) -> None:
        """The example has failed."""
        run = self._run
        assert run.student is not None
        found = Failure(run.standing.loss or error, run.steps.of_example)
        if self.smallest is None:
            self.smallest = found
            self.counted = run.student.tally
            self._begun = run.asking.required, run.student.cpu_seconds
        elif found.kind == self.smallest.kind and found.size < self.smallest.size:
            self.smallest = found


def observe(item: pytest.Item, current: Callable[[], Run]) -> None:
    """Has runs hear of the examples of a test, if it is drawn, and simpler ones tried."""
    test: Any = getattr(item, "obj", None)
    function = getattr(test, "__func__", test)
    drawn = getattr(function, "hypothesis", None)
    inner = getattr(drawn, "inner_test", None)
    stated = len(getattr(function, "hypothesis_explicit_examples", ()))
    given = [*getattr(drawn, "_given_kwargs", ())]
    if drawn is None or inner is None or inspect.iscoroutinefunction(inner):
        return
    if hasattr(inner, "patience_observed"):
        return

    @functools.wraps(inner)
    def observed(*arguments: Any, **named: Any) -> None:
        run = current()
        if run.student is None:
            run.asking.begin_example(named, is_stated=run.examples.recorded < stated)
            with run.examples.recording({name: named[name] for name in given if name in named}):
                inner(*arguments, **named)
            return
        run.examples.begin()
        try:
            inner(*arguments, **named)
        except HypothesisException:
            raise
        except (Exception, pytest.fail.Exception) as error:
            run.examples.fail(error)
            raise
        finally:
            run.steps.end_example()

    observed.patience_observed = True  # type: ignore[attr-defined]
    drawn.inner_test = observed
    settle(item)


def settle(item: pytest.Item) -> None:
    """From now on, neither clocks nor earlier runs decide what a drawn test finds."""
    test: Any = getattr(item, "obj", None)
    function = getattr(test, "__func__", test)
    chosen = getattr(function, _SETTINGS, None)
    if chosen is not None:
        setattr(function, _SETTINGS, _settled(chosen))


def _settled(chosen: settings) -> settings:
    """These settings without a deadline, a database, and an explanation by the lines that ran.

    Workers are paused while the machine is busy, which no deadline knows of. The lines are those
    of the kit.
    """
    shrinks = (Phase.shrink,) if Phase.generate in chosen.phases else ()
    phases = (*(one for one in chosen.phases if one is not Phase.explain), *shrinks)
    checks = list(HealthCheck)
    return settings(
        chosen, phases=phases, deadline=None, suppress_health_check=checks, database=None
    )
