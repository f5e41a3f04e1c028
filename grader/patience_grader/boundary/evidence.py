"""What shows why a test was lost: the operation that went wrong, and the lines that lead to it."""

from __future__ import annotations

import ast
import re
import shlex
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..marks.verdict import PASTED, PASTED_BESIDE_FILES, Evidence
from ..sandbox.answers import Frame
from ..sandbox.guest.patches import SPY
from ..text.repeats import as_loop, without_repeats
from .again import Pair, numbers_in
from .commands import Command
from .exchange import is_answer
from .own_changes import is_change, with_changes
from .shown_files import ShownFiles, paths_in
from .source import shortened
from .steps import LOST, Step
from .wording import changed_text, outcome_text

if TYPE_CHECKING:
    from .run import Run

AMID = "# in this call: "
"""Stands before what a function of the suite's does, below the operation that called it."""
_MOST_LINES = 40
"""Who needs more lines to see it again is given none."""
_MANY = 1_000
"""So many lines are not counted: what is stopped has come further or less far each time."""
_GAP = "# many more lines"
_TYPED = "type this in the folder that holds your files; what follows > is its input"
_IN_PLACE = re.compile(r"(\w+) ([-+*/%&|^]=|//=) (.+)", re.DOTALL)
_MOST_TRIED = 8
"""Of so many looks each is tried whether it matters."""
_WIDEST = 100
"""A call is shown in one line up to this length."""


def evidence_of(  # noqa: PLR0913, PLR0917 all of it is what a student is told
    run: Run, steps: Sequence[Step], step: Step, expected: str, got: str, note: str
) -> Evidence:
    """The evidence for a criterion that was lost: `step` is the one of the steps that went wrong.

    What is `expected` and what it `got` are drawn where a supplied class draws itself.
    """
    drawings = step.drawings
    if step.request[3][0] == "run":
        module, text, (_, *arguments), typed = step.request[3][1:5]
        session = _session(Command(module, tuple(arguments), text), typed)
        return Evidence(
            called=session,
            given="",
            expected=drawings.expected or expected,
            got=drawings.got or got,
            note=note,
            snippet=session,
            repeat=_TYPED,
        )
    leading = _leading_to(run, steps, step)
    if step.amid is not None:
        leading.insert(-1, replace(step, source=step.amid, name=""))
    lines = _lines(leading)
    if step.amid is not None:
        lines[-1] = f"{AMID}{lines[-1]}"
    typed = [text for one in leading for text in one.source.typed]
    files = ShownFiles(_until(steps, step), [*lines, *map(repr, typed)])
    lines = list(map(files.line, lines))
    typed = list(map(files.typed, typed))
    expected, got, note = map(files.said, (expected, got, note))
    is_drawn = drawings.expected != drawings.got
    replaced = _replaced(_until(steps, step))
    besides = [files.in_words(), _typed_in_words(typed), _replaced_in_words(replaced)]
    shows_change = step.amid is None and got.endswith(changed_text(step.answer))
    snippet = _snippet(leading, lines, typed, files, shows_change=shows_change)
    return Evidence(
        called=_called(leading, lines, f"{expected} {got}"),
        given=drawings.given or "\n".join(filter(None, besides)),
        expected=drawings.expected if is_drawn and drawings.expected else expected,
        got=drawings.got if is_drawn and drawings.got else got,
        trace=tuple(without_repeats(map(_frame, step.frames), _so_often)),
        note=note,
        snippet="" if replaced else snippet,
        repeat=PASTED if any("." in one for one in run.binding.modules) else PASTED_BESIDE_FILES,
    )


def objects_told_apart(run: Run, steps: Sequence[Step], step: Step) -> tuple[str, str] | None:
    """Which object was expected and which came, where both are of one class; None if unknown."""
    answer, right = step.answer[3], (step.expected or [None] * 4)[3]
    if not (_is_object(answer) and _is_object(right)):
        return None
    leading = _leading_to(run, steps, step)
    made = [one for one in leading[:-1] if one.name and _is_object(one.answer[3])]
    renamed = _renamed(leading)
    mine = {one.answer[3][1][1]: renamed[one.name] for one in made}
    there = {one.expected[3][1][1]: renamed[one.name] for one in made if one.expected}
    expected, got = _which(right, there), _which(answer, mine)
    return None if expected == got else (expected, got)


def hashes_told_apart(run: Run, steps: Sequence[Step], step: Step) -> tuple[str, str] | None:
    """Whose hash was expected and whose came; None if no hash was asked for, or none is known.

    A hash is known by a number of its own: the first is 0, the next that differs is 1.
    """
    if not _gives_hash(step):
        return None
    leading = _leading_to(run, steps, step)
    renamed = _renamed(leading)
    mine: dict[int, str] = {}
    there: dict[int, str] = {}
    for one in _until(steps, step)[:-1]:
        if _gives_hash(one):
            text = re.sub(r"\w+", lambda word: renamed.get(word[0], word[0]), one.source.text)
            mine.setdefault(one.answer[3][1], text)
            there.setdefault((one.expected or one.answer)[3][1], text)
    expected, got = there.get((step.expected or [])[3][1]), mine.get(step.answer[3][1])
    if expected == got:
        return None
    return _hash_in_words(expected, got), _hash_in_words(got, expected)


def _gives_hash(step: Step) -> bool:
    """Whether the hash of an object is asked for, and known at both ends."""
    outcomes = [one[3] for one in (step.answer, step.expected or [None] * 4)]
    is_known = all(one and one[0] == "ok" and type(one[1]) is int for one in outcomes)
    return is_known and step.request[3][:2] == ["op", "hash"]


def _hash_in_words(same: str | None, other: str | None) -> str:
    return f"the same number as {same}" if same else f"another number than {other}"


def _is_object(outcome: Any) -> bool:
    """Whether this is an object that stays where it is."""
    match outcome:
        case ["ok", ["h", int(), str(), *_]]:
            return True
    return False


def _which(outcome: Any, names: Mapping[int, str]) -> str:
    """Which object this is, by the names of those that there were before."""
    _, number, path, *_ = outcome[1]
    known = names.get(number)
    return f"the same object as {known}" if known else f"a new {path.rpartition(':')[2]}"


def _session(command: Command, typed: str) -> str:
    """How a script is started from a terminal, with the lines that it is given to read."""
    lines = (f"> {line}" for line in typed.splitlines())
    return "\n".join([shlex.join(["python3", *command.line]), *without_repeats(lines, _so_often)])


def _frame(frame: Frame) -> str:
    return f"{frame.file}, line {frame.line}, in {frame.function}: {frame.source}"


def _so_often(line: str, count: int) -> str:
    return f"{line} ({count} times)"


def _leading_to(run: Run, steps: Sequence[Step], step: Step) -> list[Step]:
    """The operations that make what this one is done with, and this one.

    If it goes right without the others, they all matter.
    """
    *before, step = with_changes(_until(steps, step))
    earlier = [one for one in before if one.acts or one.name]
    needed = _connected(step, earlier)
    found = [one for one in earlier if _names_in(one, needed)]
    is_all = len(found) == sum(one.acts for one in earlier)
    if not (is_all or _is_wrong_after(run, step, before, _about(before, needed))):
        found = earlier
    return [*_without_inner([*_with_looks(run, step, before, found, needed), step]), step]


def _without_inner(leading: Sequence[Step]) -> Iterator[Step]:
    """All but the last, without what functions of the suite's do: they do it when they are called.

    What they have got is kept if it is spoken of later.
    """
    for place, one in enumerate(leading[:-1]):
        later = [other.source.text for other in leading[place + 1 :]]
        if one.amid is None or (one.name and _is_used(one.name, later)):
            yield one


def _with_looks(
    run: Run, step: Step, before: Sequence[Step], found: Sequence[Step], needed: set[str]
) -> Sequence[Step]:
    """What was found, with what only looks at the same objects if it goes right without that.

    A look may change something, as when a cache keeps what was asked for last.
    """
    chosen = {id(one) for one in found}
    looks = [id(one) for one in before if _is_look(one) and _names_in(one, needed)]
    every = chosen.union(looks)
    if (
        every == chosen
        or _is_wrong_after(run, step, before, chosen)
        or not _is_wrong_after(run, step, before, every)
    ):
        return found
    tried = [one for one in looks if one not in chosen]
    for one in tried if len(tried) <= _MOST_TRIED else []:
        if _is_wrong_after(run, step, before, every - {one}):
            every.remove(one)
    return [one for one in before if id(one) in every]


def _is_look(step: Step) -> bool:
    """Whether something is looked at, and not a method that is about to be called."""
    match step.request[3], step.answer[3]:
        case ["attr", *_], [_, ["s", *_] | ["h", _, "builtins:method", *_]]:
            return False
        case ["attr" | "op", *_], _:
            return not step.acts
    return False


def _about(before: Sequence[Step], needed: set[str]) -> set[int]:
    """The steps that name what is needed."""
    return {id(one) for one in before if _names_in(one, needed)}


def _until(steps: Sequence[Step], step: Step) -> Sequence[Step]:
    """The steps up to this one."""
    place = next(number for number, one in enumerate(steps) if one is step)
    return steps[: place + 1]


def _connected(step: Step, earlier: Sequence[Step]) -> set[str]:
    """The objects that a step names, and those that have to do with them in earlier steps."""
    names = {one.name for one in earlier if one.name}
    names |= set().union(*(paths_in(one.source.text) for one in (*earlier, step)))
    groups = [_names_in(one, names) for one in earlier]
    needed = _names_in(step, names)
    while more := set().union(*(one for one in groups if one & needed)) - needed:
        needed |= more
    return needed


def _names_in(step: Step, names: set[str]) -> set[str]:
    """Which of these names stand in a step, its own among them."""
    text = f"{step.amid.text if step.amid else ''} {step.source.text}"
    return names & {*re.findall(r"\w+", text), *paths_in(text), step.name}


def _is_wrong_after(run: Run, step: Step, before: Sequence[Step], chosen: set[int]) -> bool:
    """Whether the answer and the right one are the same where only what is chosen is asked before.

    Where the submission is not asked any more, it is taken for so.
    """
    assert run.student is not None
    if step.answer[3][0] == LOST or not run.student.may_show:
        return True
    *others, (request, _) = _asked(before, step, chosen)
    reply, right = run.asked_alone(request, others)
    return (
        isinstance(reply, list)
        and is_answer(reply)
        and outcome_text(reply[:5]) in map(outcome_text, (step.plain, step.answer))
        and outcome_text(right) in map(outcome_text, (step.right, step.expected))
    )


def _asked(before: Sequence[Step], step: Step, chosen: set[int]) -> list[Pair]:
    """What is asked where only what is chosen is: files and the like are there in any case."""
    asked: list[Pair] = []
    news: list[Any] = []
    patches: list[Any] = []
    asks = _asking(before, step, chosen)
    for one in (*before, step):
        _, rows, changes, operation = one.request
        news += rows if id(one) in asks else []
        patches += changes
        if id(one) in asks and not is_change(one):
            asked.append(([[], news, patches, operation], one.answer))
            news, patches = [], []
    return asked


def _asking(before: Sequence[Step], step: Step, chosen: set[int]) -> set[int]:
    """The steps that are chosen, and those that give the objects that these speak of."""
    asks = {id(step)}
    spoken_of = numbers_in(step.request[3])
    for one in reversed(before):
        if id(one) in chosen or numbers_in(one.answer[3]) & spoken_of:
            asks.add(id(one))
            spoken_of |= numbers_in(one.request[3])
    return asks


def _lines(steps: Sequence[Step]) -> list[str]:
    """Operations as lines of Python, in which objects are numbered from one."""
    renamed = _renamed(steps)
    lines: list[str] = []
    for one in reversed(steps):
        is_named = one.name and lines and (not one.is_raised or _is_used(one.name, lines))
        lines.insert(0, _named(one) if is_named else one.source.text)
    return [re.sub(r"\w+", lambda word: renamed.get(word[0], word[0]), line) for line in lines]


def _renamed(steps: Sequence[Step]) -> dict[str, str]:
    """The names of the objects that operations before the last give, numbered from one."""
    count: Counter[str] = Counter()
    renamed: dict[str, str] = {}
    for one in steps[:-1]:
        if one.name and one.name not in renamed:
            base = one.name.rstrip("0123456789")
            count[base] += 1
            renamed[one.name] = f"{base}{count[base]}"
    return renamed


def _is_used(name: str, lines: Sequence[str]) -> bool:
    return any(re.search(rf"\b{name}\b", one) for one in lines)


def _named(step: Step) -> str:
    """An operation that gives or raises an object, as a line that names it."""
    name, text = step.name, step.source.text
    if step.is_raised:
        return f"try: {text}\nexcept Exception as error: {name} = error\n"
    changed = _IN_PLACE.fullmatch(text)
    if changed is None:
        return f"{name} = {text}"
    return f"{name} = {changed[1]}; {name} {changed[2]} {changed[3]}"


def _called(steps: Sequence[Step], lines: Sequence[str], said: str) -> str:
    """What was done, in one line where everything that is made is used once.

    What is `said` of it may name what is made.
    """
    made = {
        name: value
        for step, line in zip(steps[:-1], lines, strict=False)
        if step.name and not step.is_raised
        for name, value in [line.split(" = ", 1)]
    }
    last = lines[-1]
    used = Counter(re.findall(r"\w+", "\n".join([last, *made.values(), said])))
    is_chain = len(made) == len(lines) - 1 and all(used[name] == 1 for name in made)
    if is_chain and _parsed(last) is not None:
        for name, value in reversed(made.items()):
            last = _bracketed(value).join(re.split(rf"\b{name}\b", last))
        if len(last) <= _WIDEST:
            return last
    repeated = without_repeats(_with_gaps(steps, lines), as_loop)
    return "\n".join(_without_middle([shortened(line.rstrip()) for line in repeated]))


def _with_gaps(steps: Sequence[Step], lines: Sequence[str]) -> Iterator[str]:
    """The lines of the steps, with one more wherever operations were not taken down."""
    for step, line in zip(steps, lines, strict=True):
        if step.is_after_gap:
            yield _GAP
        yield line


def _without_middle(lines: Sequence[str]) -> list[str]:
    """The first and the last of many lines."""
    if len(lines) <= _MOST_LINES:
        return list(lines)
    half = _MOST_LINES // 2
    left_out = lines[half:-half]
    is_counted = len(left_out) < _MANY and _GAP not in left_out
    more = f"# {len(left_out)} more lines" if is_counted else _GAP
    return [*lines[:half], more, *lines[-half:]]


def _bracketed(text: str) -> str:
    """An expression as it can stand within another."""
    body = _parsed(text)
    is_closed = body is None or isinstance(body, ast.Call | ast.Attribute | ast.Subscript)
    return text if is_closed else f"({text})"


def _parsed(text: str) -> ast.expr | None:
    """The expression that the text is; None if it is none, such as an assignment."""
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _snippet(
    steps: Sequence[Step],
    lines: Sequence[str],
    typed: Sequence[str],
    files: ShownFiles,
    *,
    shows_change: bool,
) -> str:
    """The same as lines to paste, with what they import; empty if they cannot be pasted.

    What was `typed` in is typed again.
    """
    if shows_change:
        lines = [*lines[:-1], *_with_arguments(lines[-1])]
    sources = [one.source for one in steps]
    making = files.making()
    is_whole = making is not None and all(one.is_whole for one in sources)
    pasted = list(without_repeats(lines, as_loop))
    has_gap = any(one.is_after_gap for one in steps)
    if max(len(pasted), len(typed)) > _MOST_LINES or not is_whole or has_gap:
        return ""
    needed = set().union(*(one.imports for one in sources))
    needed |= _for_files([*(making or ()), *lines])
    if not any("pathlib." in line for line in lines):
        needed.discard("import pathlib")
    if typed:
        needed.add("from unittest.mock import patch")
        inner = textwrap.indent("\n".join(pasted), "    ")
        pasted = [f"with patch('builtins.input', side_effect={list(typed)!r}):", f"{inner}\n"]
    return "\n".join([*_sorted(needed), *(making or ()), *pasted])


def _for_files(lines: Sequence[str]) -> set[str]:
    """The lines that import what makes files."""
    names = {"Path(": "from pathlib import Path", "os.chdir(": "import os"}
    return {line for name, line in names.items() if any(name in one for one in lines)}


def _typed_in_words(typed: Sequence[str]) -> str:
    """What `input` gave, a line each; empty if it gave nothing."""
    lines = _without_middle([f"> {text}" for text in typed])
    return "\n".join(["typed in:", *lines]) if lines else ""


def _replaced(steps: Sequence[Step]) -> list[str]:
    """What the test has replaced in libraries at the last step, by name.

    Not what evidence shows otherwise, as what `input` gives, or does not need.
    """
    held: set[str] = set()
    for step in steps:
        for module, name, node in step.request[2]:
            module = module.removeprefix(SPY)  # noqa: PLW2901 without what tells the other end
            full = name if module == "builtins" else f"{module}.{name}"
            if module in _SHOWN_OTHERWISE or full in _SHOWN_OTHERWISE:
                continue
            if node is None:
                held.discard(full)
            else:
                held.add(full)
    return sorted(held)


_SHOWN_OTHERWISE = frozenset(
    {"/", "cwd", "environ", "input", "print", "open", "sys.argv", "sys.recursionlimit", "sys.stdin"}
)


def _replaced_in_words(names: Sequence[str]) -> str:
    return f"the test has its own {', '.join(names[:5])} in place" if names else ""


def _with_arguments(call: str) -> list[str]:
    """A call with lines that name the lists and the like that it is given, and show them after."""
    tree = _parsed(call)
    if not isinstance(tree, ast.Call):
        return [call]
    made: dict[str, ast.expr] = {}
    for place, one in enumerate(tree.args):
        if isinstance(one, ast.List | ast.Dict | ast.Set):
            name = f"argument{len(made) + 1}"
            made[name], tree.args[place] = one, ast.Name(name)
    before = [f"{name} = {ast.unparse(one)}" for name, one in made.items()]
    return [*before, ast.unparse(tree), *made]


def _sorted(imports: set[str]) -> list[str]:
    """Lines that import, one for each module."""
    whole = sorted(one for one in imports if one.startswith("import "))
    names: dict[str, list[str]] = {}
    for one in sorted(imports - set(whole)):
        _, module, _, name = one.split(" ", 3)
        names.setdefault(module, []).append(name)
    return [*whole, *(f"from {module} import {', '.join(some)}" for module, some in names.items())]
