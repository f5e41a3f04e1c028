"""Fuzzing of the wire, both ends: messages that were really exchanged, mutated as such.

    python tests/fuzz/wire.py --seconds 600

runs for so long and prints what it found; `tests/fuzz/test_fuzz.py` runs a fixed number of inputs
with a fixed seed. `corpus/wire` holds messages that honest guests and graders exchanged, and
inputs that once broke something; `--record` writes the former anew.

Whatever a frame holds, reading it gives values within the bounds or raises WireError, and its
time and memory are bounded.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import struct
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).with_name("corpus") / "wire"
sys.path[:0] = [str(ROOT / folder) for folder in ("solution", "grader", "tests/support")]

from klondike import board, cards, errors  # noqa: E402
from klondike.board import Board, Pillars, Placed  # noqa: E402
from klondike.cards import Card, Suit, Value  # noqa: E402
from klondike.deck import deck_of_52  # noqa: E402
from klondike.game import setup  # noqa: E402
from patience_grader.sandbox.answers import Raised, Returned  # noqa: E402
from patience_grader.sandbox.batch import Batch  # noqa: E402
from patience_grader.sandbox.guest import node_writer, question_table, wire  # noqa: E402
from patience_grader.sandbox.reading import Question, Sources, read_answers  # noqa: E402

TYPES = wire.Types([cards, board, errors])
KEPT = wire.Types([cards, board, errors], keep_lists=True)
DECK = deck_of_52()
START = setup(DECK)
SECONDS = 2.0
"""Processor time for one input: far above what any takes, on any machine."""
MOST_MEMORY = 64 << 20
TIMES_ITS_BYTES = 40
"""Memory for one input: so many times its bytes and a little, but never more than the former."""

Mutator = Callable[[random.Random, Any], Any]


def question(in_turn: bool, types: wire.Types) -> Question:
    """What the answers of the corpus were given to."""
    required = [
        ("game.draw", (START,)),
        ("deck.shuffle", (wire.Seed(1), DECK)),
        ("game.f", (5, [1])),
    ]
    batch = Batch(required, types, lasting=not in_turn, common=DECK)
    sources = Sources("klondike")
    sources.put("game", "a\nb\n")
    return Question("n0", 1 << 20 if in_turn else 3, batch, types, sources, in_turn)


@dataclass
class Run:
    """What came of some inputs."""

    executions: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    findings: list[tuple[str, bytes]] = field(default_factory=list)
    slowest: float = 0.0
    most_memory: int = 0


# Mutations of a message as JSON


_NUMBERS = [0, 1, -1, 2, 5, 99, 20_000, 2**31, 2**62, -(2**63), 10**30, 0.5, 1e308, True]
_LEAVES: list[Any] = [
    *_NUMBERS, None, False, "", "x", "x" * 3000, "\ud800", "Card", "Board", "Placed", "SPADES",
    "ACE", "Suit", "MoveError", "f" * 3500, "-ff", "zz", [], {}, {"a": 1}, [[]], "n0", "value",
]  # fmt: skip
_NODES: list[list[Any]] = [
    ["=", 1], ["=", "x" * 500], ["b", True], ["f", 0.5], ["i", "f" * 3000], ["t"], ["l"], ["d"],
    ["t", 0, 0, 0], ["l", *[0] * 50], ["d", 0, 0], ["d", *range(40)], ["e", "Suit", "SPADES"],
    ["e", "Value", "ACE"], ["o", "Card", 0, 0], ["o", "Placed", 0, 1], ["o", "Pillars", 0, 0, 0, 0],
    ["o", "Board", 0, 0, 0, 0], ["r", 1], ["x", "odd"], ["t", *range(200)],
]  # fmt: skip


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in the value with each of its keys."""
    found, waiting = [], [value]
    while waiting:
        one = waiting.pop()
        keys = range(len(one)) if isinstance(one, list) else list(one)
        found += [(one, key) for key in keys]
        waiting += [one[key] for key in keys if isinstance(one[key], list | dict)]
    return found


def _tables(message: Any) -> list[list[Any]]:
    """What looks like a table of nodes."""
    return [
        inner[key]
        for inner, key in _places(message)
        if isinstance(inner[key], list)
        and inner[key]
        and all(isinstance(one, list) and one and isinstance(one[0], str) for one in inner[key])
    ]


def _replace(rng: random.Random, message: Any) -> Any:
    if places := _places(message):
        inner, key = rng.choice(places)
        inner[key] = copy.deepcopy(rng.choice(_LEAVES))
    return message


def _swap(rng: random.Random, message: Any) -> Any:
    if places := _places(message):
        (one, key), (other, at) = rng.choice(places), rng.choice(places)
        one[key], other[at] = copy.deepcopy(other[at]), copy.deepcopy(one[key])
    return message


def _repeat(rng: random.Random, message: Any) -> Any:
    lists = [one[key] for one, key in _places(message) if isinstance(one[key], list) and one[key]]
    if lists:
        chosen = rng.choice(lists)
        start = rng.randrange(len(chosen))
        part = chosen[start : start + rng.choice([1, 1, 3, 50])]
        chosen[start:start] = copy.deepcopy(part) * rng.choice([1, 1, 2, 2, 30, 1000 // len(part)])
    return message


def _remove(rng: random.Random, message: Any) -> Any:
    lists = [one[key] for one, key in _places(message) if isinstance(one[key], list) and one[key]]
    if lists:
        chosen = rng.choice(lists)
        start = rng.randrange(len(chosen))
        del chosen[start : start + rng.choice([1, 1, 5, 500])]
    return message


def _node(rng: random.Random, message: Any) -> Any:
    if tables := _tables(message):
        table = rng.choice(tables)
        new = [copy.deepcopy(rng.choice(_NODES)) for _ in range(rng.choice([1, 1, 4, 60]))]
        at = rng.randrange(len(table) + 1)
        table[at:at] = new
    return message


def _refer(rng: random.Random, message: Any) -> Any:
    """Numbers of nodes that lie near each other: deep, wide and doubled values."""
    if tables := _tables(message):
        table = rng.choice(tables)
        base = rng.choice([0, len(table), 60, 117])
        kind = rng.choice("tldtt")
        width = rng.choice([1, 2, 2, 10, 1000])
        table += [[kind, *[base + step] * width] for step in range(rng.choice([1, 20, 45, 400]))]
    return message


def _point(rng: random.Random, message: Any) -> Any:
    places = [(one, key) for one, key in _places(message) if type(one[key]) is int]
    if places:
        for inner, key in rng.choices(places, k=rng.choice([1, 1, 3])):
            inner[key] += rng.choice([-60, -1, 1, 1, 60])
    return message


MUTATORS: Sequence[Mutator] = (_replace, _swap, _repeat, _remove, _node, _node, _refer, _point)


def _bytes_of(rng: random.Random, message: Any) -> bytes:
    """The frame of the message, which may be spoiled as bytes too."""
    frame = bytearray(wire.pack(message))
    match rng.randrange(12):
        case 0:
            frame[rng.randrange(len(frame))] = rng.randrange(256)
        case 1:
            del frame[rng.randrange(len(frame)) :]
        case 2:
            at = rng.randrange(len(frame))
            frame[at:at] = frame[rng.randrange(len(frame)) :][:200]
        case 3:
            struct.pack_into(">I", frame, 0, rng.choice([0, 1, len(frame), 1 << 22, 0xFFFFFFFF]))
        case 4:
            text = rng.choice([b"[]", b"{}", b"[],", b"[[", b'{"a":', b"1" * 5000, b'"\\ud800"'])
            body = b"[" + text * (rng.choice([100, 5_000, 300_000]) // len(text)) + b"]"
            frame = bytearray(struct.pack(">I", len(body)) + body)
    return bytes(frame)


# Both ends


def trusted(data: bytes, required: Question) -> str:
    """Reads the answers in all frames, as the grader does; what came of it, in a word."""
    buffer, first = bytearray(data), 0
    while (message := wire.unpack(buffer, answers=True)) is not None:
        answers = read_answers(message, first, required)
        first += len(answers)
        for answer in answers:
            assert isinstance(answer, Returned | Raised) or not vars_of(answer)
            if isinstance(answer, Returned):
                assert answer.weight <= wire.MAX_SIZE
                assert len(repr(answer.value)) < 40 * wire.MAX_SIZE
                assert "random.Random" not in repr(answer.value)
    return "read" if first else "half"


def vars_of(answer: object) -> object:
    """The fields of an answer."""
    return [getattr(answer, name) for name in getattr(answer, "__slots__", ())]


def guest(data: bytes, types: wire.Types) -> str:
    """Reads the questions in all frames, as a guest does, and makes their arguments."""
    buffer, read = bytearray(data), 0
    while (message := wire.unpack(buffer)) is not None:
        match message:
            case ["learn", _, nodes, calls]:
                table = question_table.Table(nodes, calls, types)
                for _, refs in table.calls[:20]:
                    arguments = table.arguments(refs)
                    table.changed(refs, arguments)
                read += 1
            case _:
                raise wire.WireError("not a table of questions")
    return "read" if read else "half"


def ends() -> dict[str, Callable[[bytes], str]]:
    """The readers, by the names of what they read."""
    required = {name: question(name == "turn", KEPT) for name in ("turn", "lists")}
    required["ask"] = question(in_turn=False, types=TYPES)
    found: dict[str, Callable[[bytes], str]] = {
        name: lambda data, one=one: trusted(data, one)  # type: ignore[misc]
        for name, one in required.items()
    }
    return {**found, "learn": lambda data: guest(data, TYPES)}


def record() -> dict[str, Any]:
    """Messages as honest guests and graders write them."""
    odd = Board(DECK[:2], (), Pillars(Value.ACE), ((Placed(DECK[0], True),), ()) * 3)
    values: list[Any] = [
        START, odd, DECK[::-1], (1, "two", 3.5, None, True), {"a": (1,), (2, 3): Suit.CLUBS},
        [Card(Suit.HEARTS, Value.TWO), {1}, 10**300], Card(5, 5), Placed("x", 2), "♠" * 50,  # type: ignore[arg-type]
        ((("nested",),),), (False, float("nan")), lambda: 0,
    ]  # fmt: skip
    found: dict[str, Any] = {}
    for name in ("ask", "turn", "lists"):
        required = question(name == "turn", TYPES if name == "ask" else KEPT)
        known = {id(value): number for number, value in enumerate(required.batch.values)}
        rows = []
        for value in values:
            nodes, ref = node_writer.Writer(TYPES, known, len(known)).answer(value)
            rows.append(["value", nodes, ref, [1]])
        frames = [["klondike/game.py", 1, "draw", "a"]]
        error = ["WrongOrder", ["WrongOrder", "MoveError"], ["Exception", "object"], "no", frames]
        rows += [["raised", error, 0, []], ["missing", [], 0, []]]
        for number in range(0, len(rows), 3):
            found[f"{name}-{number:02d}"] = ["n0", 0, rows[number : number + 3]]
        found[f"learn-{name}"] = ["learn", "n0", required.batch.nodes, required.batch.calls]
    return found


def corpus() -> list[tuple[str, Any]]:
    """The messages that are kept, with the end that reads each."""
    return [
        (path.name.partition("-")[0], json.loads(path.read_text("utf-8")))
        for path in sorted(CORPUS.glob("*.json"))
    ]


def inputs(seed: int) -> Iterator[tuple[str, bytes]]:
    """Frames for ever: first those that are kept, then what mutation makes of them."""
    rng = random.Random(seed)
    kept = corpus()
    yield from ((end, wire.pack(message)) for end, message in kept)
    while True:
        end, message = rng.choice(kept)
        message = copy.deepcopy(message)
        for _ in range(rng.choice([1, 1, 2, 3, 6])):
            mutator = rng.choice(MUTATORS)
            message = mutator(rng, message)
            if mutator in {_repeat, _refer} and rng.random() < 0.8:
                break  # what is large now is slow to look through
        yield end, _bytes_of(rng, message) + (wire.pack(message) if rng.random() < 0.1 else b"")


def fuzz(
    seed: int, executions: int | None = None, seconds: float | None = None, *, measure: int = 10
) -> Run:
    """Reads so many inputs, or for so long; memory is looked at for one in `measure`."""
    run, readers = Run(), ends()
    end_at = time.monotonic() + seconds if seconds else None
    for end, data in inputs(seed):
        if (executions and run.executions >= executions) or (end_at and time.monotonic() > end_at):
            return run
        run.executions += 1
        looked_at = run.executions % measure == 0
        if looked_at:
            tracemalloc.start()
        start = time.process_time()
        try:
            outcome = readers[end](data)
        except wire.WireError:
            outcome = "refused"
        except Exception as error:
            outcome = type(error).__name__
            run.findings.append((f"{end}: {outcome}: {error}"[:200], data))
        run.outcomes[f"{end} {outcome}"] += 1
        used = time.process_time() - start
        run.slowest = max(run.slowest, used)
        if used > SECONDS:
            run.findings.append((f"{end}: {used:.1f} s", data))
        if looked_at:
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            run.most_memory = max(run.most_memory, peak)
            if peak > min(MOST_MEMORY, TIMES_ITS_BYTES * len(data) + (1 << 20)) and end != "learn":
                run.findings.append((f"{end}: {peak} bytes of memory for {len(data)}", data))
    return run


def main() -> None:
    """Fuzzes for some time; the exit code is 1 when something was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--record", action="store_true", help="write the corpus anew")
    options = parser.parse_args()
    if options.record:
        CORPUS.mkdir(parents=True, exist_ok=True)
        for name, message in record().items():
            text = json.dumps(message, separators=(",", ":"))
            (CORPUS / f"{name}.json").write_text(text + "\n", "utf-8")
        return
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    run = fuzz(seed, seconds=options.seconds)
    print(f"seed {seed}: {run.executions} inputs, the slowest {run.slowest:.2f} s,")
    print(f"at most {run.most_memory >> 10} KiB; {dict(sorted(run.outcomes.items()))}")
    for number, (what, data) in enumerate(run.findings[:20]):
        path = Path(f"finding-{seed}-{number}.bin")
        path.write_bytes(data)
        print(f"{what}\n  written to {path}")
    sys.exit(bool(run.findings))


if __name__ == "__main__":
    main()
