"""What an object of a submission hashes to."""

from __future__ import annotations

from types import SimpleNamespace

from patience_grader.boundary.handles import Handle


def test_the_hash_of_an_object_is_asked_once_until_something_may_have_changed_it() -> None:
    asked: list[str] = []

    def operate(operation: str, _: object) -> int:
        asked.append(operation)
        return 7

    run = SimpleNamespace(asking=SimpleNamespace(acted=0), operate=operate)
    run.current = lambda: run
    handle = object.__new__(Handle)
    object.__setattr__(handle, "patience_known", SimpleNamespace(run=run, hashed=None))
    table = {handle: "found"}
    assert table[handle] == "found"
    assert asked == ["hash"]
    run.asking.acted += 1
    assert table[handle] == "found"
    assert asked == ["hash", "hash"]
