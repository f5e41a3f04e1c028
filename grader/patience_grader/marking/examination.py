"""What becomes of one submission under a plain suite.

What a test asks the reference is known from one run of it. On a submission, that goes over as
a script; a test whose answers are all the reference's is passed without being run again. Any
other is run, in a fresh guest.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import SystemRandom
from time import monotonic, process_time, sleep
from typing import Any

from ..boundary.collected import of_their_classes
from ..boundary.exchange import is_answer
from ..boundary.kept_examples import KeptExample
from ..boundary.messages import at_import, replies_to, unexpected
from ..boundary.prelude import replayed
from ..boundary.run import Run
from ..boundary.signals import LostGuest, Overtaxed
from ..boundary.steps import MOST, Step
from ..boundary.verdicts import asked_in, import_loss, import_verdict, verdict_of
from ..boundary.wording import said_in
from ..errors import KitError
from ..marks.verdict import PASSED, State, Verdict
from ..sandbox.answers import Answer, Crashed, TimedOut
from ..sandbox.student import Student
from ..sandbox.talk import Host, Reply
from ..sandbox.watch import Used
from ..suite.digest import digests
from ..suite.journal import Journal
from ..suite.judging import not_imported
from ..suite.misreading import MisreadingError, Reading
from ..text.sanitize import one_line
from .collected_suite import CollectedSuite
from .misreading import Explained, Judged, Readings
from .plan import Plan
from .recorded import Examined, Recorded
from .replies import Replies
from .script import PLAYED, Played, mark_of, played, played_together
from .shares import examine_in_shares

_OWN_SECONDS = 5.0
_OWN_TIMES = 5.0
"""On a submission a test may take so many seconds of processor time on this side, and so many times
what it takes on the reference."""
_MOST_LATE = 20.0
"""Of tests that took longer, so much together; after that no more of them are run."""
_MOST_DELAY = 15.0
"""So many seconds may pass before a submission is asked anew that has changed its mind."""
_WAITING = 2.0
"""For so many times what a test allows may be waited; of processor time no more than it allows."""
_HELD_UP_SECONDS = 0.05
"""By so much may a test that looks at the clock be held up by what else this machine does."""
_MOST_ATTEMPTS = 5
"""So often is such a test run that is too slow on a busy machine."""
_ALARMS = frozenset(("alarm", "setitimer"))
_TOO_SLOW = "its answers are right, and took longer than the test allows"
_TOO_LATE = "what the tests do with its answers took too long"
_PASSING = (State.PASSED, State.PARTIAL)


class Examination:
    """One submission, which the tests of a suite examine."""

    def __init__(  # noqa: PLR0913, PLR0917 what is asked, who is asked, and how
        self,
        suite: CollectedSuite,
        examined: Mapping[str, Examined],
        plan: Plan,
        student: Student,
        elsewhere: Callable[[], Host],
        journal: Journal | None,
    ) -> None:
        """With a `journal` every test is run, so that it can take down what is asked.

        The `plan` says how the scripts of the examined tests go over. A host that was started
        `elsewhere` has never heard of the submission.
        """
        self._suite = suite
        self._examined = examined
        self._plan = plan
        self._student = student
        self._elsewhere = elsewhere
        self._journal = journal
        self._late = 0.0
        """What tests have used that took too long on the submission."""
        self._collected = replayed(
            suite.prelude,
            student.begin_afresh,
            self._do,
        )
        """What was asked for at collection, as this submission has done it."""
        is_scripted = not journal and self._collected.objects is None
        before = student.tally.spent
        self._known = self._scripted() if is_scripted else {}
        self._scripts_took = student.tally.spent - before
        """What all tests that are scripts have used."""
        self._has_changed_its_mind = False
        """Whether a test is passed with answers that are not those to its script."""

    def verdicts(self) -> Mapping[str, Verdict]:
        """How each criterion ends.

        If the submission answers the same questions in two ways, so that it would pass by either,
        only what it answers to each test in a guest of its own counts. What it has found out about
        tests meanwhile does not get there: neither by what guests of one host share, such as the
        numbers of processes and files, nor by the time at which the first of them begins.
        """
        found = dict(self._ended())
        if self._has_changed_its_mind:
            self._known = {}
            self._move_elsewhere(self._student)
            found = dict(self._ended())
        return found

    def _move_elsewhere(self, student: Student) -> None:
        """Lets guests of another host answer, at another time."""
        sleep(SystemRandom().uniform(0.0, min(self._student.waited, _MOST_DELAY)))
        student.move_to(self._elsewhere())

    def in_shares(self) -> Mapping[str, Verdict]:
        """What counts of a submission that is too slow as a whole; empty if nothing does.

        Every test is run, as what goes over together has no exercise, and as an attempt of its own.
        """
        with self._student.anew() as student:
            self._move_elsewhere(student)
            student.open()
            self._student, self._known = student, {}
            return examine_in_shares(student, self._examined, self._ended_as)

    def _ended(self) -> Iterator[tuple[str, Verdict]]:
        for name in self._examined:
            if self._journal:
                self._journal.begin(name)
            yield name, self._ended_as(name)

    def _ended_as(self, name: str) -> Verdict:
        examined = self._examined[name]
        verdict = _blamed(self._verdict(examined), self._student.troubles)
        if verdict.state in _PASSING and self._student.troubles:
            verdict = self._as_imported(examined, verdict)
        return _with_digests(verdict, examined, self._known)

    def explained(self, verdicts: Mapping[str, Verdict], readings: Readings) -> Explained:
        """What explains most of what was lost.

        What that takes does not count for the submission.
        """
        if any(one.state is State.VOID for one in verdicts.values()):
            return Explained()
        before = self._student.tally
        found = readings.explain(verdicts, self._judge)
        self._student.uncount(before)
        return found

    def _scripted(self) -> Mapping[int, Played]:
        """What came of the tests that can be played as scripts, by id."""
        suite = self._suite
        if not suite.prelude.exchanges:
            lost = played_together(self._plan, self._student)
            tests = enumerate(self._plan.tests)
            return {id(test): lost.get(number, PLAYED) for number, test in tests}
        prelude, is_alike = suite.prelude, self._collected.is_alike
        messages = prelude.repeated if is_alike else prelude.messages
        every = range(len(prelude.lasting))
        found = {}
        for guest, numbers in enumerate(self._plan.guests):
            if guest:
                self._student.begin_afresh()
            for one in [self._plan.tests[number] for number in numbers]:
                asked = every if is_alike else suite.asked_at_import(one.item.path)
                found[id(one)] = played(one.script, messages, asked, self._student)
        return found

    def _verdict(self, examined: Examined) -> Verdict:
        """How the criterion ends: as its first test that is lost, or that which earns least."""
        deviating = [test for test in examined.tests if not self._is_passed(test)]
        least = PASSED
        for test in deviating:
            self._student.begin_afresh()
            verdict = self._hung(test) or self._live(test)
            if verdict.state is State.PARTIAL:
                least = min(least, verdict, key=_share)
            elif verdict.state is not State.PASSED:
                return verdict
        if least is PASSED and deviating and len(examined.tests) > 1:
            return self._one_after_the_other(examined)
        return least

    def _is_passed(self, test: Recorded) -> bool:
        """Whether a test is passed without being run beside the submission."""
        is_quick = not _exceeds(self._scripts_took, test.allowed)
        return is_quick and (_is_equal(test, self._known) or self._accepts(test))

    def _accepts(self, test: Recorded) -> bool:
        """Whether a test passes on what the submission has replied to its script."""
        played = self._known.get(id(test))
        if played is None or played.replies is None or self._late > _MOST_LATE:
            return False
        others, accepted = played.replies, self._suite.accepted
        return accepted.by(test.item.nodeid, played.marks, lambda: self._passes_on(test, others))

    def _passes_on(self, test: Recorded, others: Mapping[int, Reply]) -> bool:
        """Whether a test passes on these replies, and on the reference's answers elsewhere."""
        replies = Replies(test.script, others)
        run = self._suite.new_run(replies, test.exchanges, self._collected)
        error = self._run(test, run, (), test.examples)
        is_lost = run.standing.loss is not None or run.substitutes.unread
        is_undecided = replies.was_asked_otherwise or run.submission.has_changed_own
        return error is None and not is_lost and not is_undecided

    def _hung(self, test: Recorded) -> Verdict | None:
        """The verdict on a test that has hung from a fresh start; None if it has to be run again.

        It is run on what the submission had replied before, so that it does not hang once more.
        """
        played = self._known.get(id(test))
        if played is None or played.hung is None or self._late > _MOST_LATE:
            return None
        replies = Replies(test.script, played.hung, is_shown=True)
        run = self._suite.new_run(replies, test.exchanges, self._collected)
        error = self._run(test, run, (), test.examples)
        if replies.was_asked_otherwise or not isinstance(run.standing.loss, LostGuest):
            return None
        return verdict_of(run, error, self._suite.folder)

    def _as_imported(self, examined: Examined, verdict: Verdict) -> Verdict:
        """The verdict, but lost if a stub answered for a file that cannot be imported.

        That is a file that the test uses. Of a test that uses none and runs no script, as one that
        only looks at constants, it is a file that the test's own imports.
        """
        tests = examined.tests
        needed = {name for test in tests for name in self._suite.used_by(test)}
        if not needed and not any(map(self._suite.runs_scripts, tests)):
            needed = self._suite.imported_by(tests[0].item)
        for module, trouble in self._student.troubles.items():
            if module in needed:
                return Verdict(State.NOT_ANSWERED, not_imported(module, trouble))
        return verdict

    def _one_after_the_other(self, examined: Examined) -> Verdict:
        """How the cases of one test end in the same guest, as under pytest.

        A list that is kept from one call to the next is right in each case alone.
        """
        if not self._suite.is_repeatable(examined):
            return PASSED
        self._student.begin_afresh()
        steps: list[Step] = []
        for test in examined.tests:
            self._student.do([[]], unexpected)
            verdict = self._live(test, before=steps)
            if verdict.state is not State.PASSED:
                return verdict
        return PASSED

    def _live(self, test: Recorded, before: list[Step] | None = None) -> Verdict:
        """How a test ends that is run beside the submission.

        `before` are the steps of the tests before it in the same guest; its own are added.
        Who may have been too slow for a clock while this machine did something else is given
        another try.
        """
        begun = self._student.tally
        for _ in range(_MOST_ATTEMPTS):
            verdict, seconds_held_up = self._once(test, before)
            may_be_too_slow = bool(test.clocks) and verdict.state is State.FAILED
            if before is not None or not may_be_too_slow or seconds_held_up < _HELD_UP_SECONDS:
                break
            self._student.uncount(begun)
        return verdict

    def _once(self, test: Recorded, before: list[Step] | None) -> tuple[Verdict, float]:
        """How it ends, and for how many seconds neither side had a processor to itself.

        A submission that passes and has changed what was handed over, as the reference has not,
        has to pass as well where the suite does not see that: who empties a list has made `[]` the
        right answer to `assert squares(numbers) == [one * one for one in numbers]`.
        """
        verdict, seconds_held_up, has_changed_own = self._once_so(test, before)
        if not has_changed_own or before is not None or verdict.state not in _PASSING:
            return verdict, seconds_held_up
        begun = self._student.tally
        self._student.begin_afresh()
        other, more, _ = self._once_so(test, None, is_apart=True)
        self._student.uncount(begun)
        is_worse = other.state not in _PASSING or _share(other) < _share(verdict)
        return other if is_worse else verdict, seconds_held_up + more

    def _once_so(
        self, test: Recorded, before: list[Step] | None, *, is_apart: bool = False
    ) -> tuple[Verdict, float, bool]:
        """The same of one run, and whether the submission has changed what was handed over."""
        if self._late > _MOST_LATE:
            return Verdict(State.TIMED_OUT, _TOO_LATE), 0.0, False
        student, journal = self._student, self._journal if before is None else None
        counted_before = student.tally
        answers = self._begun()
        unread = self._import_error(test, answers)
        if unread is not None:
            return unread, 0.0, False
        run = self._suite.new_run(student, test.exchanges, self._collected, is_apart=is_apart)
        begun, own, used = monotonic(), process_time(), student.tally.spent
        error = self._run(test, run, answers)
        used = student.tally.spent - used
        seconds_held_up = monotonic() - begun - (process_time() - own) - used.wall
        counted = run.examples.counted or student.tally
        if _is_equal(test, self._known):  # it was only run to see how long it takes
            counted = counted_before
        verdict = verdict_of(run, error, self._suite.folder, before or ())
        is_right = verdict.state is State.VOID and test.clocks
        if is_right or _has_rung(test, error):
            verdict = Verdict(State.FAILED, one_line(f"{_TOO_SLOW}: {error}")[:500])
        if verdict.state in _PASSING and _exceeds(used, test.allowed):
            limit = f"{test.allowed:g} s that the test allows"
            verdict = Verdict(State.TIMED_OUT, f"its answers took more than the {limit}")
        is_passed = verdict.state is State.PASSED
        if verdict.state in _PASSING:
            self._has_changed_its_mind |= self._differs_from_script(test, run)
        for step in run.steps.all if journal else ():
            if journal and (step.acts or step.deviates):
                journal.note(asked_in(step, test.item.name, is_passed=is_passed))
        if before is None or verdict.state is not State.PASSED:
            student.uncount(counted)
        else:
            before += run.steps.all
        return verdict, seconds_held_up, run.submission.has_changed_own

    def _differs_from_script(self, test: Recorded, run: Run) -> bool:
        """Whether what the script asked is answered otherwise now."""
        played = self._known.get(id(test))
        if played is None or not played.marks:
            return False
        if max(played.marks) >= MOST:
            return True
        count = min(played.count, MOST)
        known = [
            played.marks.get(place) or mark_of(one.answer, is_heard=one.is_heard)
            for place, one in enumerate(test.exchanges[:count])
        ]
        steps = run.steps.all[:count]
        return len(steps) < count or not all(
            said_in([*step.answer, []]) == mark
            if isinstance(mark, str)
            else mark_of(step.answer, is_heard=one.is_heard) == mark
            for step, mark, one in zip(steps, known, test.exchanges, strict=False)
        )

    def _begun(self) -> list[Reply]:
        """What the guest answers when it does what was asked for at collection."""
        return replies_to(self._collected.messages, self._do)

    def _do(self, requests: Sequence[list[Any]]) -> list[Reply]:
        return self._student.do(requests, at_import)

    def _import_error(self, test: Recorded, answers: Sequence[Any]) -> Verdict | None:
        """The verdict if a submission raises, ends or hangs when the test's file is imported.

        None if the reference raises, too, or if the submission calls the suite there, of which
        nothing runs then: tests that do without what it was about can be passed.
        """
        path, places = test.item.path, self._collected.places
        came = dict(zip(places, answers, strict=False))
        asked = {*self._suite.asked_at_import(path)}
        for place in sorted(asked):
            found: list[Any] = came.get(place, [])
            known = self._suite.prelude.exchanges[place].answer
            if is_answer(found) and found[3][0] == "raise" and known[3][0] != "raise":
                return import_verdict(path.name, found)
        if answers and isinstance(answers[-1], Crashed | TimedOut):
            reached = {*places[: len(answers) - 1]}
            if not asked.isdisjoint({*places} - reached):
                return import_loss(path.name, answers[-1])
        return None

    def _run(
        self,
        test: Recorded,
        run: Run,
        answers: Sequence[Reply],
        examples: Sequence[KeptExample] = (),
    ) -> BaseException | None:
        """How a test ended that is run beside a guest that has begun with these answers.

        It draws its examples, unless it is given them.
        """
        seconds = _OWN_SECONDS + _OWN_TIMES * test.seconds
        begun = process_time()
        with of_their_classes(run, self._collected, answers):
            error = self._suite.run(test.item, run, seconds, examples)
        if isinstance(run.standing.loss, Overtaxed):
            self._late += process_time() - begun
        return error

    def _judge(self, reading: Reading, criterion: str) -> Judged:
        """How the criterion ends by this reading.

        Raises MisreadingError if the reading fails, and KitError if no guest can be had.
        """
        student = self._student
        for test in self._examined[criterion].tests:
            if self._late > _MOST_LATE or not student.may_show:
                return Judged(State.TIMED_OUT, is_read=True)
            before = student.tally
            student.begin_afresh()
            answers = self._begun()
            run = self._suite.new_run(student, test.exchanges, self._collected, reading)
            run.examples.most_tried = 0
            error = self._run(test, run, answers)
            student.uncount(before)
            for fault in (error, run.standing.loss):
                if isinstance(fault, KitError | MisreadingError):
                    raise fault
            if error is not None or run.standing.loss is not None or run.substitutes.unread:
                return Judged(State.FAILED, is_read=True)
        return Judged(State.PASSED, is_read=True)


def _share(verdict: Verdict) -> Fraction:
    return verdict.share if verdict.state is State.PARTIAL else Fraction(1)


def _blamed(verdict: Verdict, troubles: Mapping[str, Answer]) -> Verdict:
    """The verdict, which says so if a stub answers for a file that could not be imported.

    What the stub did is not shown: the student would look for its lines in their own file.
    """
    if verdict.state is not State.NOT_ANSWERED or verdict.evidence is None:
        return verdict
    places = [line.partition(",")[0].rpartition("/")[2] for line in verdict.evidence.trace]
    for module, trouble in troubles.items():
        if f"{module}.py" in places:
            return Verdict(State.NOT_ANSWERED, not_imported(module, trouble))
    return verdict


def _exceeds(used: Used, seconds: float | None) -> bool:
    """Whether that is more than a test allows, if it does not allow as much as it takes."""
    return seconds is not None and (used.cpu > seconds or used.wall > _WAITING * seconds)


def _has_rung(test: Recorded, error: BaseException | None) -> bool:
    """Whether a test is ended by its own alarm."""
    if test.clocks.isdisjoint(_ALARMS) or error is None or error.__traceback__ is None:
        return False
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    is_of_test = frame.f_code.co_filename.startswith(str(test.item.path.parent))
    return is_of_test and "time" in type(error).__name__.lower()


def _is_equal(test: Recorded, known: Mapping[int, Played]) -> bool:
    """Whether the script of a test has told that all answers are the reference's."""
    return id(test) in known and known[id(test)].is_equal


def _with_digests(verdict: Verdict, examined: Examined, known: Mapping[int, Played]) -> Verdict:
    """The verdict on a lost criterion with the wrong answers that its scripts have told."""
    if verdict.state in (State.PASSED, State.VOID):
        return verdict
    wrong: dict[int, str] = {}
    first = 0
    for test in examined.tests:
        there = known[id(test)].wrong if id(test) in known else {}
        wrong |= {first + place: said for place, said in there.items()}
        first += len(test.exchanges)
    return replace(verdict, wrong=digests(wrong, str))
