"""What is said between the grader and a guest, however that guest is run.

A `Guest` holds one submission and is asked questions; a `Host` starts guests. `host` starts
locked ones; `unlocked` starts ordinary processes, for students' own machines.
"""

from __future__ import annotations

import mmap
import secrets
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import thread_time
from typing import Any, NamedTuple, Protocol, TypeGuard

from .answers import Answer, Crashed, Frame, InvalidReply, Returned, TimedOut, Unreceived
from .batch import Batch
from .guest import wire
from .order import Order
from .reading import Question, Sources, answers_in, read_frame
from .shared import SharedFrame
from .watch import Budget, Limits, Used, Watch

MOST_SAID = 16 << 20
SAID_FOR_EACH = 16 << 10
"""Bytes that may be said in answer to some questions, and so many more for each of them. What is
short may be said for ever: other limits end that."""


ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""The environment in which packages for arithmetic start no threads, which guests may not have."""


class Module(NamedTuple):
    """An installed top module: its file, if it has one, and the folders of its inner ones."""

    origin: str | None
    folders: Sequence[str] | None


@dataclass(frozen=True)
class Installed:
    """The third-party packages that guests may import."""

    modules: Mapping[str, Module] = field(default_factory=dict)
    """Their top modules, by name."""
    readable: Sequence[str] = ()
    """The folders and files that they consist of, none inside another."""

    def as_said(self) -> dict[str, object]:
        """How it is said to a guest."""
        modules = {name: list(module) for name, module in self.modules.items()}
        return {"modules": modules, "readable": list(self.readable)}


@dataclass(frozen=True)
class Preload:
    """What every guest of a coursework starts with."""

    package: str
    supplied: Mapping[str, str]
    """Source texts of the supplied modules, by full name."""
    values: Sequence[str]
    """The supplied modules whose types may cross."""
    program: bool = False
    """Whether a submission is a program to be run, and not modules to be imported."""
    installed: Installed = field(default_factory=Installed)
    scripts: Sequence[str] = ()
    """The students' modules that are run as scripts, and never imported, by full name."""


class Turn(NamedTuple):
    """A call in a game."""

    game: int
    goes_on: bool
    """Whether its first argument is what the last call in the game came back with."""
    seed: int
    """How `random` is seeded for it."""
    call: int
    """Its number in the batch."""
    twice: bool = False
    """Whether it is made twice with the same values; what comes back the second time counts."""


Reply = list[Any] | Answer
"""What came of a request, or why nothing did."""
Out = Callable[[Any], "list[Any] | str"]
"""What the suite does when a submission calls it: the reply, or why there is none."""


class Host(Protocol):
    """Starts the guests of a coursework."""

    limits: Limits
    package: str
    order: Order
    """What a submission was asked for that was right: the same for all that are."""

    def fork(self, seed: int) -> Guest:
        """A fresh guest. Raises KitError when there can be none."""

    def learn(self, batch: Batch) -> None:
        """Teaches a batch to all later guests."""

    def other(self) -> Host:
        """A host whose guests hash otherwise, so that their sets are in another order.

        It ends with this one.
        """

    def close(self) -> None:
        """Ends whatever runs."""


class Guest(ABC):
    """One process that holds one submission."""

    def __init__(
        self, host: Host, pid: int, notes: mmap.mmap | bytes, known: Sequence[Batch]
    ) -> None:
        """`known` are the batches that the process has been taught already."""
        self._host = host
        self.pid = pid
        self.waited = 0.0
        self.in_vain = Used()
        """What the question has used for which it was stopped."""
        self.said = 0
        self._notes = notes
        self._known = {id(batch): number for number, batch in enumerate(known)}
        self._alive = list(known)
        self._buffer = bytearray()
        self.sent_ahead: deque[Question] = deque()
        """What was sent before it was asked for, in its order."""
        self._sources = Sources(host.package)
        self._ended: Crashed | None = None
        self._used = 0.0

    @property
    @abstractmethod
    def cpu_seconds(self) -> float:
        """The processor time this guest has used so far."""

    @abstractmethod
    def _early(self) -> Answer | None:
        """Whether the guest has said something before it was asked."""

    @abstractmethod
    def _post(self, frame: bytes, watch: Watch) -> Answer | None:
        """Sends a frame; why that was not possible."""

    @abstractmethod
    def _hear(self, seconds: float) -> bytes | None:
        """What the guest says next; None for nothing in so many seconds, empty at its end."""

    @abstractmethod
    def _end(self) -> Crashed:
        """Stops the guest, if it still runs, and says how it ended."""

    def load(
        self,
        files: Sequence[tuple[str, str, str | None]],
        budget: Budget,
        handed_in: Mapping[str, str | None] | None = None,
    ) -> Iterator[Answer]:
        """One answer a file (name, text, stand-in), until the guest fails to give one.

        What has no stand-in is not imported for itself. `handed_in` are those of which another
        text is run as a script, or nothing.
        """
        for module, text, _ in files:
            self._sources.put(module, text)
        question = self._question(len(files), Batch([], wire.Types([])), wire.Types([]))
        answers = self._exchange([["load", list(files), dict(handed_in or {})]], question, budget)
        for (module, _, stand_in), answer in zip(files, answers, strict=False):
            if not isinstance(answer, Returned):
                self._sources.put(module, stand_in or "")
            yield answer

    def ask(self, batch: Batch, types: wire.Types, budget: Budget) -> Iterator[Answer]:
        """The answers, until the guest fails to give one."""
        for answers in self.ask_ahead(batch, types, budget, ()):
            yield from _all_in(answers)

    def ask_ahead(
        self, batch: Batch, types: wire.Types, budget: Budget, ahead: Sequence[Batch]
    ) -> Iterator[Sequence[Answer] | SharedFrame]:
        """The answers together as they come, until the guest fails to give one.

        The batches that are `ahead`, which the guest must know, are sent with it: they are
        asked next, in their order.
        """
        if self.sent_ahead and self.sent_ahead[0].batch is batch:
            yield from self._messages([], self.sent_ahead.popleft(), budget)
            return
        requests, number = self._taught(batch)
        question = self._question(len(batch), batch, types)
        frames = [_frame(question, one) for one in (*requests, ["ask", number])]
        for other in ahead:
            later = self._question(len(other), other, types)
            frames.append(_frame(later, ["ask", self._known[id(other)]]))
            self.sent_ahead.append(later)
        yield from self._messages(frames, question, budget)

    def knows(self, batch: Batch) -> bool:
        """Whether it was taught the batch."""
        return id(batch) in self._known

    def trace(
        self, batch: Batch, names: Sequence[str], types: wire.Types, budget: Budget
    ) -> Iterator[Answer]:
        """One answer: which of the named functions the first question calls, and what came back."""
        requests, number = self._taught(batch)
        requests.append(["trace", number, list(names)])
        yield from self._exchange(requests, self._question(1, batch, types), budget)

    def stateless(self, types: wire.Types, budget: Budget) -> Iterator[Answer]:
        """One answer: whether it says that no call can change what another one finds."""
        question = self._question(1, Batch([], types), types)
        yield from self._exchange([["stateless"]], question, budget)

    def turn(
        self, batch: Batch, moves: Sequence[Turn], types: wire.Types, budget: Budget
    ) -> Iterator[list[Answer]]:
        """The answers to some calls of the batch as they come, until there is none."""
        requests, number = self._taught(batch)
        requests.append(["turn", number, [list(move) for move in moves]])
        question = replace(self._question(len(moves), batch, types), in_turn=True)
        frames = [_frame(question, one) for one in requests]
        for answers in self._messages(frames, question, budget):
            yield list(_all_in(answers))

    def do(self, requests: Sequence[list[Any]], out: Out, budget: Budget) -> Iterator[Reply]:
        """What came of requests to objects of the submission, as it comes, until there is nothing.

        An empty request begins a test. `out` is what the suite does when it is called back; a
        lost answer (time-out, crash, nonsense) is the last one.
        """
        return self._done("do", list(requests), len(requests), out, budget)

    def play(self, requests: Sequence[list[Any]], out: Out, budget: Budget) -> Iterator[Reply]:
        """The same where values that the parent was taught stand by their numbers.

        Before a lost answer stands `Unreceived` for each that was given and not heard.
        """
        return self._done("play", list(requests), len(requests), out, budget)

    def _done(
        self, kind: str, requests: list[Any], count: int, out: Out, budget: Budget
    ) -> Iterator[Reply]:
        nonce = secrets.token_hex(8)
        self.said = 0
        watch = Watch(self, budget)
        early = self._early() or self._stop_if(watch.over(), watch)
        if early is None:
            early = self._post(wire.pack([kind, nonce, requests]), watch)
        if early is not None:
            yield early
            return
        number = 0
        watch.begin_question()
        while number < count:
            message = self._receive(watch)
            if isinstance(message, TimedOut | Crashed | InvalidReply):
                yield from self._lost(number, count) if kind == "play" else ()
                yield message
                return
            fault: str | Answer = _misfit(message, nonce, number, count)
            if not fault and message[1] == -1:
                fault = self._reply(message[2], nonce, out, watch)
            if fault:
                self._end()
                yield fault if not isinstance(fault, str) else InvalidReply(fault)
                return
            if message[1] != -1:
                yield from message[2]
                number += len(message[2])
                watch.begin_question()

    def frames(self, rows: object) -> tuple[Frame, ...]:
        """The lines of the submission among those that the guest says."""
        try:
            found = [read_frame(row, self._sources) for row in rows] if _is_list(rows) else []
        except wire.WireError:
            return ()
        return tuple(row for row in found if row)

    def _reply(self, payload: Any, nonce: str, out: Out, watch: Watch) -> str | Answer:
        """Lets the suite answer a call; what went wrong, if anything."""
        since = thread_time()
        reply = out(payload)
        self.waited += thread_time() - since
        if isinstance(reply, str):
            return reply
        return self._post(wire.pack(["reply", nonce, reply]), watch) or ""

    def _taught(self, batch: Batch) -> tuple[list[list[object]], int]:
        """What to send first so that the guest knows the batch, and its number there."""
        requests: list[list[object]] = []
        number = self._known.get(id(batch))
        if number is None:
            number = self._known[id(batch)] = len(self._known)
            self._alive.append(batch)
            requests.append(["learn", batch.nodes, batch.calls])
            if batch.lasting:
                self._host.learn(batch)
        return requests, number

    def close(self) -> None:
        """Ends the guest."""
        self._end()

    def _question(self, count: int, batch: Batch, types: wire.Types) -> Question:
        return Question(secrets.token_hex(8), count, batch, types, self._sources)

    def _exchange(
        self, requests: list[list[object]], question: Question, budget: Budget
    ) -> Iterator[Answer]:
        frames = [_frame(question, one) for one in requests]
        for answers in self._messages(frames, question, budget):
            yield from _all_in(answers)

    def _messages(
        self, frames: Sequence[bytes], question: Question, budget: Budget
    ) -> Iterator[Sequence[Answer] | SharedFrame]:
        """The answers, together as they come. Without `frames`, the question was sent already."""
        self.said = 0
        watch = Watch(self, budget)
        early = (self._early() if frames else None) or self._stop_if(watch.over(), watch)
        if early is None and frames:
            early = self._post(b"".join(frames), watch)
        if early is not None:
            yield [early]
            return
        number, count = 0, question.count
        while number < count:
            watch.begin_question()
            frame = self._receive_frame(watch)
            if not isinstance(frame, bytes):
                yield [*self._lost(number, count), self._with_seen(frame)]
                return
            try:
                answers = answers_in(frame, number, question)
            except wire.WireError as fault:
                self._end()
                yield [InvalidReply(str(fault))]
                return
            yield answers
            number += len(_all_in(answers))

    def _receive(self, watch: Watch) -> Any:
        """The next message, or why there is none."""
        frame = self._receive_frame(watch)
        if not isinstance(frame, bytes):
            return frame
        try:
            return wire.decoded(frame, answers=True)
        except wire.WireError as fault:
            self._end()
            return InvalidReply(str(fault))

    def _receive_frame(self, watch: Watch) -> bytes | TimedOut | Crashed | InvalidReply:
        """The next message, not yet decoded, or why there is none.

        What has come counts, however late this process is to look.
        """
        has_looked = False
        while True:
            try:
                frame = wire.take(self._buffer, answers=True)
            except wire.WireError as fault:
                self._end()
                return InvalidReply(str(fault))
            late = watch.over() if frame is not None else watch.late()
            if late is None and frame is not None:
                return frame
            data = None
            if late is None:
                data = watch.wait(self._hear)
            elif frame is None and not has_looked:
                data = self._hear(0.0)
            if late is not None and not data:
                self._stop_if(late, watch)
                return late
            has_looked = late is not None
            if data is not None:
                if not data:
                    return self._end()
                self._buffer += data
                self.said += len(data)
                if self.said > watch.most_said:
                    self._end()
                    return InvalidReply("its answers to these questions are too long")

    def _stop_if(self, late: TimedOut | None, watch: Watch) -> TimedOut | None:
        """Ends the guest if it is late; why it is."""
        if late:
            self.in_vain = watch.used()
            self._end()
        return late

    def _lost(self, received: int, count: int) -> list[Answer]:
        """A place for every answer that was given but not heard before the guest ended."""
        at, _, _ = wire.NUMBERS.unpack_from(self._notes)
        return [Unreceived()] * (min(at, count - 1) - received)

    def _with_seen(self, answer: TimedOut | Crashed | InvalidReply) -> Answer:
        """The answer with what the program has printed before it was ended."""
        _, length, _ = wire.NUMBERS.unpack_from(self._notes)
        if not length or isinstance(answer, InvalidReply):
            return answer
        start = wire.NOTES_TEXT
        text = self._notes[start : start + min(length, wire.NOTES - start)]
        return replace(answer, seen=text.decode("utf-8", "replace"))


def _frame(question: Question, request: Sequence[object]) -> bytes:
    """A request as it is sent."""
    kind, *rest = request
    return wire.pack([kind, question.nonce, *rest])


def _all_in(answers: Sequence[Answer] | SharedFrame) -> Sequence[Answer]:
    return answers.answers if isinstance(answers, SharedFrame) else answers


def _misfit(message: Any, nonce: str, number: int, count: int) -> str:
    """Why a message is none of those that may come now; empty when it is one."""
    if not isinstance(message, list) or len(message) != 3 or message[0] != nonce:
        return "an answer to another question"
    if type(message[1]) is not int or message[1] not in (number, -1):
        return "an answer to another question"
    if not isinstance(message[2], list):
        return "a malformed answer"
    if message[1] == number and not 0 < len(message[2]) <= count - number:
        return "more or fewer answers than questions"
    return ""


def _is_list(rows: object) -> TypeGuard[list[Any]]:
    return isinstance(rows, list)
