"""Tries a plain suite out on the solution and the skeleton. Runs in a process of its own.

`python -m patience_grader.marking.adopting ROOT NAME` prints a line of JSON: every test with
the criterion that it examines, why it cannot examine anybody (empty when it can), whether
the untouched skeleton passes it, and how long the solution takes; and the limits that suffice.
"""

from __future__ import annotations

import contextlib
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..boundary.signals import Unusable
from ..course.coursework import Coursework, read_coursework
from ..errors import PatienceError
from ..marks.verdict import State, Verdict
from ..sandbox.watch import OF_ALL
from .collecting import collected
from .needed import limits_for, seconds_in_all, seconds_of
from .recorded import Examined
from .run_plain import Plugin


def examine(plugin: Plugin, coursework: Coursework) -> dict[str, Any]:
    """The tests, what became of them, and the limits."""
    examined = plugin.record()
    limits = limits_for(coursework.limits, examined)
    plugin.allow(limits)
    plugin.examine_by({one.criterion.id: one for one in examined if not one.refusal})
    solution = plugin(_files(coursework.solution, coursework)).verdicts
    skeleton = plugin(_files(coursework.skeleton, coursework)).verdicts
    found = []
    has_weights = any(_stated(one, "weight") is not None for one in examined)
    for one in examined:
        name = one.criterion.id
        weight = _stated(one, "weight")
        refusal = one.refusal
        if not refusal and has_weights and not weight:
            refusal = "it has no weight, unlike others"
        refusal = refusal or refusal_of(solution[name])
        found.append(
            {
                "id": name,
                "node": one.criterion.node,
                "name": one.criterion.items[0].name,
                "where": one.criterion.where,
                "heading": one.criterion.exercise_title,
                "title": one.criterion.title,
                "refusal": refusal,
                "ends": not any(isinstance(test.error, Unusable) for test in one.tests),
                "marks": str(weight or 1),
                "visibility": _stated(one, "visibility") or "visible",
                "seconds": seconds_of(one),
                "skeleton_passes": name in skeleton and skeleton[name].state is State.PASSED,
            }
        )
    return {"tests": found, "limits": asdict(limits), "seconds": seconds_in_all(examined)}


def refusal_of(solution: Verdict) -> str:
    """Why a test cannot examine anybody, by how it ends on the solution; empty if it can."""
    if solution.state is State.PASSED:
        return ""
    why = solution.reason or str(solution.state)
    if solution.state is State.TIMED_OUT and OF_ALL in why:
        return (
            f"all tests together are too slow on the solution ({why}): name what students start "
            "from with --stub, as tests are slow on what students are given if it counts as "
            "theirs, or divide the tests among several courseworks"
        )
    return f"the solution does not pass it as a submission ({why})"


def _stated(examined: Examined, what: str) -> Any:
    """What a decorator of gradescope-utils says of a test; None if it says nothing."""
    item = examined.criterion.items[0]
    return getattr(getattr(item, "obj", None), f"__{what}__", None)


def _files(folder: Path, coursework: Coursework) -> dict[str, str]:
    return {
        name.removesuffix(".py"): (folder / name).read_text(encoding="utf-8-sig")
        for name in coursework.required
        if (folder / name).is_file()
    }


def main() -> None:
    """Prints what became of the tests; exits as a Fault says."""
    coursework = read_coursework(Path(sys.argv[1]), sys.argv[2])
    found: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(sys.stderr):
            collected(coursework, lambda plugin: found.update(examine(plugin, coursework)))
    except PatienceError as fault:
        print(fault, file=sys.stderr)  # noqa: T201
        sys.exit(fault.exit_code)
    print(f"\n{json.dumps(found)}")  # noqa: T201 a test may have cleared the screen


if __name__ == "__main__":
    main()
