"""The live submission of one student, which can be asked questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from types import TracebackType
from typing import Any, TypeVar

from ..errors import KitError
from .account import Account, Tally
from .answers import Answer, Crashed, Frame, InvalidReply, Raised, Returned, TimedOut
from .batch import Batch, Call
from .guest import wire
from .seeds import PUBLIC_KEY, derived, seed_of
from .shared import SharedFrame
from .talk import MOST_SAID, SAID_FOR_EACH, Guest, Host, Out, Reply, Turn
from .watch import Budget, Limits, Used

T = TypeVar("T")

MOST_HELD = 1_500_000
"""What the answers may weigh that are held of one submission. An ordinary one's weigh a tenth."""
Answered = Callable[[int], None]
"""Hears how many answers have come."""
Heard = Callable[[object, Batch, Sequence[int], Sequence[Answer]], None]
"""Hears what answers are about, which calls of a batch were made, and the answers."""
_LIGHT = 200
_FATAL = (TimedOut, Crashed, InvalidReply)
_TOO_MUCH = wire.Opaque("a value too large beside the others")


def nobody(count: int) -> None:
    """Does not hear how many answers have come."""


class Student:
    """Asks one submission; a guest that has failed is replaced by a fresh one.

    `troubles` says for each file that could not be imported what happened.
    """

    def __init__(  # noqa: PLR0913, PLR0917 what a submission is asked by and with
        self,
        host: Host,
        types: wire.Types,
        files: Mapping[str, str],
        skeleton: Mapping[str, str],
        seeds: bytes = PUBLIC_KEY,
        answered: Answered = nobody,
        handed_in: Mapping[str, str] | None = None,
    ) -> None:
        """`files` and `skeleton` map module names to source texts; `seeds` is the key of seeds.

        If not all of the files were `handed_in`, the others cannot be run as scripts.
        """
        self._answered = answered
        self._host = host
        self._types = types
        self._files = dict(files)
        self._handed_in = files if handed_in is None else handed_in
        self._skeleton = skeleton
        self._stubs = dict(skeleton)
        self._seeds = seeds
        self._guest: Guest | None = None
        self._beside: Guest | None = None
        """The one that is asked what decides nothing, so that it changes no answer that does."""
        self._elsewhere: Guest | None = None
        """The one in which hashes are others."""
        self._forks = 0
        self._account = Account(host.limits)
        self._held: dict[int, Sequence[Answer]] = {}
        self._weights: dict[int, int] = {}
        self._hung: list[tuple[Call, TimedOut]] = []
        """The calls that took too long, which are not made again."""
        self._hung_aside: list[tuple[Call, TimedOut]] = []
        """Those that did so in guests whose answers decide nothing: elsewhere they may answer."""
        self.key = derived(seeds, *(part for item in sorted(files.items()) for part in item))
        """What is left to chance for this submission comes from this: no other one has the same."""
        self.heard: Heard | None = None
        """Hears every answer, to list it for the instructor; nothing is judged by that."""
        self.reading: Callable[[Any], Any] | None = None
        """How a suite reads its questions while it tries a misreading; for the suites alone."""
        self.files = dict(files)
        self.troubles: dict[str, Answer] = {}
        self.asked: list[list[Batch | None]] = [[]]
        """What each criterion has asked for, as `order.Asked` describes it."""
        self.wrong_alone: set[object] = set()
        """What is known to come back from a guest that was asked nothing else, too."""

    def __enter__(self) -> Student:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.begin_afresh()

    @property
    def limits(self) -> Limits:
        """What it may use."""
        return self._host.limits

    @property
    def waited(self) -> float:
        """For how many seconds its answers were waited for so far."""
        return self._account.spent.wall + (self._guest.waited if self._guest else 0.0)

    @property
    def cpu_seconds(self) -> float:
        """The processor time that its guests have used so far."""
        return self._account.spent.cpu + (self._guest.cpu_seconds if self._guest else 0.0)

    @property
    def in_vain(self) -> Used:
        """What was used by questions for which a guest was stopped."""
        return self._account.in_vain

    @property
    def tally(self) -> Tally:
        """What was used up to now."""
        guest = self._guest
        if guest is None:
            return Tally(self._account.spent, self._account.in_vain)
        used = Used(guest.cpu_seconds, guest.waited)
        return Tally(self._account.spent + used, self._account.in_vain + guest.in_vain)

    def move_to(self, host: Host) -> None:
        """Its later guests are forked by another host, where the earlier ones have left nothing."""
        self.begin_afresh()
        self._host = host

    is_shown = True
    """Whether somebody is shown what was asked and answered."""

    @property
    def may_show(self) -> bool:
        """Whether it may be asked more that decides nothing and only shows what is wrong."""
        return self._account.may_show

    def uncount(self, since: Tally) -> None:
        """What was used after this tally does not count, as it decided nothing.

        So what is shown of one lost test never costs another. Ends the guest.
        """
        self._retire()
        self._account.shown += self._account.spent - since.spent
        self._account.spent, self._account.in_vain = since.spent, since.in_vain

    @property
    def stopped(self) -> str:
        """Why it is stopped as a whole; empty if its answers count.

        That is when it has exceeded a limit of the whole submission, and most of that went into
        questions that it answered: at which of them it was stopped is chance.
        """
        return _took_more(self._account.stopped)

    def anew(self) -> Student:
        """The same submission, asked for nothing yet but what took too long, which stays so."""
        other = Student(
            self._host,
            self._types,
            self.files,
            self._stubs,
            self._seeds,
            self._answered,
            self._handed_in,
        )
        other._hung = list(self._hung)
        return other

    def begin_share(self, parts: int) -> None:
        """From now on it may use one of so many equal parts, beside what it has used."""
        self._account.begin_share(parts, self.tally.spent)

    @property
    def over_share(self) -> str:
        """Why its answers in this share do not count; empty if they do."""
        return _took_more(self._over())

    def open(self) -> None:
        """Imports the files, so that `troubles` is known."""
        self._live()

    def ask(self, batch: Batch, about: object = None) -> Sequence[Answer]:
        """The answers to the questions, in order; whoever hears them learns what they are `about`.

        A lasting batch is asked once; asking again gives the same answers, unless so much was
        answered in between that they are not held any more. A heavy answer that weighs too much
        together with those before it is replaced by a note that says so.
        Ends with the first time-out, crash or garbled answer: what a guest would
        have said after that is not asked.
        """
        if batch.lasting:
            self.asked[-1].append(batch)
            if id(batch) not in self._held:
                self._catch_up(batch)
            answers = self._held[id(batch)] if id(batch) in self._held else self._asked(batch)
        else:
            answers = self._asked_beside(lambda: self._asked(batch))
        if self.heard:
            self.heard(about, batch, range(len(batch)), answers)
        return answers

    def _asked(self, batch: Batch) -> Sequence[Answer]:
        answers: list[Answer] = []
        weight = 0
        if hung := self._first_hung(batch):
            number, late = hung
            earlier = self._asked(Batch(batch.asked[:number], self._types)) if number else []
            return earlier if any(isinstance(one, _FATAL) for one in earlier) else [*earlier, late]
        if self._guest is None and (over := self._over()):
            return [over]
        guest = self._live()
        ahead = self._asked_next(guest, batch)
        for some in guest.ask_ahead(batch, self._types, self._left(len(batch)), ahead):
            if isinstance(some, SharedFrame) and len(some.answers) == len(batch):
                self._answered(len(batch))
                self._hold(batch, some.answers, some.weight)
                return some.answers
            for answer in some.answers if isinstance(some, SharedFrame) else some:
                own = answer.weight if isinstance(answer, Returned | Raised) else 0
                weight += own
                is_light = own <= _LIGHT or weight <= MOST_HELD
                answers.append(answer if is_light else _lightened(answer))
                if isinstance(answer, _FATAL):
                    self._retire()
                    if isinstance(answer, TimedOut) and not self._over():
                        self._hung.append((batch.asked[len(answers) - 1], answer))
                else:
                    self._answered(1)
        if batch.lasting:
            self._hold(batch, answers, weight)
        return answers

    def _asked_next(self, guest: Guest, batch: Batch) -> Sequence[Batch]:
        """What is sure to be asked after a batch.

        The guest answers it while the answers before it are judged. In shares nothing is: it would
        be answered in the time of another share.
        """
        if self._account.is_in_shares or guest.sent_ahead or not batch.is_sent_ahead:
            return ()
        place = len(self.asked) - 1, len(self.asked[-1]) - 1
        found: list[Batch] = []
        for one in self._host.order.sure_after(place, batch, self._held):
            if not (one.is_sent_ahead and guest.knows(one)) or self._first_hung(one):
                break
            found.append(one)
        return found

    def decide(self) -> None:
        """What is asked next depends on the answers up to here, so none of it is sent ahead."""
        self.asked[-1].append(None)

    def begin_criterion(self) -> None:
        """From now on another criterion asks, whatever was answered before."""
        self.asked.append([])

    def _asked_beside(self, action: Callable[[], T]) -> T:
        """What comes of asking for what decides nothing, when something was asked that does."""
        if not any(self.asked):
            return action()
        self._catch_up()
        if self.is_stateless:
            with self._own_hung():
                return action()
        self._swap()
        try:
            with self._own_hung():
                return action()
        finally:
            self._swap()

    @contextmanager
    def _own_hung(self) -> Iterator[None]:
        """Meanwhile, calls that take too long are noted as those of other guests."""
        hung = self._hung
        self._hung = [*hung, *self._hung_aside]
        try:
            yield
        finally:
            self._hung_aside, self._hung = self._hung[len(hung) :], hung

    def _swap(self) -> None:
        """From now on the other guest is asked."""
        self._put_by()
        self._guest, self._beside = self._beside, self._guest
        self._take_up()

    def _put_by(self) -> None:
        """What the guest has used counts, though another one is asked from now on."""
        if self._guest is not None:
            self._account.spent += Used(self._guest.cpu_seconds, self._guest.waited)

    def _take_up(self) -> None:
        """What the guest has used is its own again."""
        if self._guest is not None:
            self._account.spent -= Used(self._guest.cpu_seconds, self._guest.waited)

    def _catch_up(self, batch: Batch | None = None) -> None:
        """Holds the answers to what was sent ahead of the batch: a guest answers in order."""
        while self._guest is not None and self._guest.sent_ahead:
            first = self._guest.sent_ahead[0].batch
            if first is batch:
                return
            self._asked(first)

    def _first_hung(self, batch: Batch) -> tuple[int, TimedOut] | None:
        """The first of the calls that took too long when another batch made it, and its answer."""
        for number, call in enumerate(batch.asked if self._hung else ()):
            for one, late in self._hung:
                if one == call:
                    return number, late
        return None

    def expect_elsewhere(self) -> None:
        """Starts what is asked elsewhere, which takes a moment, while others answer."""
        self._host.other()

    def ask_elsewhere(self, batch: Batch) -> Sequence[Answer]:
        """The answers of a guest in which hashes are others; the batch is not a lasting one.

        There a set is in another order, as when Python is started anew. That guest is asked nothing
        else but what is asked or traced elsewhere.
        """
        assert not batch.lasting
        with self._being_elsewhere():
            answers = self._asked(batch)
        if self.heard:
            self.heard(None, batch, range(len(batch)), answers)
        return answers

    @contextmanager
    def _being_elsewhere(self) -> Iterator[None]:
        """Meanwhile, the guest in which hashes are others is asked."""
        with self._asking(self._elsewhere, self._host.other()):
            try:
                yield
            except KitError:
                self._guest = None  # whoever could end it has ended
                raise
            finally:
                self._elsewhere = self._guest

    def ask_alone(self, batch: Batch) -> Sequence[Answer]:
        """The answers of a fresh guest that was asked nothing else; the batch is not a lasting one.

        The guest that is asked everything else stays as it is.
        """
        assert not batch.lasting
        with self._asking(None, self._host):
            try:
                answers = self._asked(batch)
            finally:
                self._retire()
        if self.heard:
            self.heard(None, batch, range(len(batch)), answers)
        return answers

    @contextmanager
    def _asking(self, guest: Guest | None, host: Host) -> Iterator[None]:
        """Meanwhile, another guest is asked, or, if there is none, one that this host forks."""
        self._catch_up()
        own = self._guest, self._host
        self._put_by()
        self._guest, self._host = guest, host
        self._take_up()
        try:
            with self._own_hung():
                yield
        finally:
            self._put_by()
            self._guest, self._host = own
            self._take_up()

    def _hold(self, batch: Batch, answers: Sequence[Answer], weight: int) -> None:
        """Holds the answers for when they are asked for again, and lets go of the oldest."""
        self._held[id(batch)] = answers
        self._weights[id(batch)] = weight
        while sum(self._weights.values()) > MOST_HELD and len(self._held) > 1:
            oldest = next(iter(self._held))
            del self._held[oldest], self._weights[oldest]

    def turn(self, batch: Batch, moves: Sequence[Turn]) -> list[tuple[Answer, float]]:
        """The answers to a call in each of some games, and the processor seconds they took.

        Ends like `ask` with the first answer that is none.
        """
        self._catch_up()
        self.asked[-1].append(None)
        if over := self._over():
            return [(over, 0.0)]
        guest = self._live()
        received: list[tuple[Answer, float]] = []
        begun = Used(guest.cpu_seconds, guest.waited)
        before = begun.cpu
        for answers in guest.turn(batch, moves, self._types, self._left(len(moves))):
            *earlier, last = answers
            received += [(answer, 0.0) for answer in earlier]
            received.append((last, guest.cpu_seconds - before))
            before = guest.cpu_seconds
            if isinstance(last, _FATAL):
                self._retire()
            else:
                self._answered(len(answers))
        self._account.in_games += Used(guest.cpu_seconds, guest.waited) - begun
        if self.heard:
            self.heard(None, batch, [one.call for one in moves], [one for one, _ in received])
        return received

    def begin_afresh(self) -> None:
        """Lets a fresh guest answer from now on."""
        self._retire()
        self._swap()
        self._retire()
        self._guest, self._elsewhere = self._elsewhere, None
        self._take_up()
        self._retire()

    def ask_one(self, function: str, *arguments: object) -> Answer:
        """The answer to a single question."""
        return self.ask(Batch([(function, arguments)], self._types))[0]

    def trace(self, batch: Batch, names: Sequence[str]) -> Answer:
        """Which of the named functions the first question of the batch calls.

        A tuple of `(name, arguments, True, value)` or `(name, arguments, False, error)`.
        """
        return self._asked_beside(lambda: self._traced(batch, names))

    def trace_elsewhere(self, batch: Batch, names: Sequence[str]) -> Answer:
        """The same in the guest that is asked elsewhere."""
        with self._being_elsewhere():
            return self._traced(batch, names)

    @cached_property
    def is_stateless(self) -> bool:
        """Whether its guest says that no call can change what another one finds.

        It is believed, as that decides nothing: who lies is shown calls that go right alone.
        """
        self._catch_up()
        if self._guest is None and self._over():
            return False
        (answer,) = self._live().stateless(self._types, self._left())
        if isinstance(answer, _FATAL):
            self._retire()
        return isinstance(answer, Returned) and answer.value is True

    def _traced(self, batch: Batch, names: Sequence[str]) -> Answer:
        if self._guest is None and (over := self._over()):
            return over
        (answer,) = self._live().trace(batch, names, self._types, self._left())
        if isinstance(answer, _FATAL):
            self._retire()
        return answer

    def do(
        self,
        requests: Sequence[list[Any]],
        out: Out,
        held: Callable[[int, Reply], Reply] = lambda _, reply: reply,
    ) -> list[Reply]:
        """What came of requests to objects of the submission, or what is `held` of each.

        Ends like `ask` with the first answer that is none.
        """
        return self._done(lambda guest, left: guest.do(requests, out, left), len(requests), held)

    def play(
        self, requests: Sequence[list[Any]], out: Out, held: Callable[[int, Reply], Reply]
    ) -> list[Reply]:
        """The same where values that guests know from their parent stand by their numbers."""
        return self._done(lambda guest, left: guest.play(requests, out, left), len(requests), held)

    def _done(
        self,
        begin: Callable[[Guest, Budget], Iterable[Reply]],
        count: int,
        held: Callable[[int, Reply], Reply],
    ) -> list[Reply]:
        self._catch_up()
        if self._guest is None and (over := self._over()):
            return [held(0, over)]
        answers: list[Reply] = []
        for answer in begin(self._live(), self._left(count)):
            answers.append(held(len(answers), answer))
            if isinstance(answer, _FATAL):
                self._retire()
            else:
                self._answered(1)
        return answers

    def frames(self, rows: object) -> tuple[Frame, ...]:
        """The lines of the submission that a guest says an exception came through."""
        return self._guest.frames(rows) if self._guest else ()

    def _left(self, questions: int = 1) -> Budget:
        return self._account.left(MOST_SAID + questions * SAID_FOR_EACH)

    def _over(self) -> TimedOut | None:
        """Why the submission is not asked any more."""
        guest = self._guest
        return self._account.over(Used(guest.cpu_seconds, guest.waited) if guest else Used())

    def _retire(self) -> None:
        if self._guest is not None:
            self._guest.close()
            self._account.spent += Used(self._guest.cpu_seconds, self._guest.waited)
            self._account.in_vain += self._guest.in_vain
            self._guest = None

    def _live(self) -> Guest:
        """A guest with all files loaded; a file that breaks it is left out from then on.

        Raises KitError when an empty file breaks it.
        """
        while self._guest is None:
            self._forks += 1
            self._guest = self._host.fork(seed_of(self.key, "guest", self._forks))
            names = list(self._files)
            files = [(name, self._files[name], self._skeleton.get(name)) for name in names]
            scripts = {
                name: self._handed_in.get(name)
                for name, text in self._files.items()
                if self._handed_in.get(name) != text
            }
            left, limits = self._left(), self._host.limits
            budget = replace(
                left,
                cpu=max(left.cpu, limits.cpu_seconds_per_question),
                wall=max(left.wall, limits.wall_seconds_per_question),
            )
            for name, answer in zip(names, self._guest.load(files, budget, scripts), strict=False):
                if not isinstance(answer, Returned):
                    self.troubles.setdefault(name, answer)
                    if isinstance(answer, _FATAL) and self._files == self._skeleton:
                        if not self._skeleton.get(name):
                            raise KitError(f"{name}.py ends its process though it is empty")
                        self._skeleton = {**self._skeleton, name: ""}
                    stand_in = self._skeleton.get(name, "")
                    if self._files[name] is stand_in:
                        self._files = dict(self._skeleton)
                    self._files[name] = stand_in
                if isinstance(answer, _FATAL):
                    self._retire()
        return self._guest


def _took_more(over: TimedOut | None) -> str:
    return f"its answers took more than {over.limit}" if over else ""


def _lightened(answer: Answer) -> Answer:
    """The answer without what is heavy in it."""
    match answer:
        case Returned():
            return Returned(_TOO_MUCH, answer.changed)
        case Raised():
            return replace(answer, message="", frames=(), weight=0)
    return answer
