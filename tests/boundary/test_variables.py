"""What a machine keeps in its environment is not told to submissions, nor shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, earned, lost_by, marked

pytestmark = pytest.mark.slow

SOLUTION = """
def mode(variables):
    return variables.get("MODE", "slow")
"""
TESTS = """
import os

from modes import mode


def test_mode(monkeypatch):
    monkeypatch.setenv("MODE", "fast")
    assert mode(os.environ) == "fast"


def test_named():
    assert mode({"MODE": os.environ["NAMED_BY_THE_SUITE"]}) == "quick"
"""


def test_only_what_a_suite_names_is_in_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_TOKEN", "t0psecret")
    monkeypatch.setenv("NAMED_BY_THE_SUITE", "quick")
    files = {"solution/modes.py": SOLUTION, "tests/test_modes.py": TESTS}
    assert not adopted(tmp_path, "modes", files).left_out
    tells = SOLUTION.replace('variables.get("MODE", "slow")', "str(sorted(variables.items())[:9])")
    submissions = {"right": {"modes.py": SOLUTION}, "tells": {"modes.py": tells}}
    states = marked(tmp_path, "modes", submissions)
    assert (len(earned(states["right"])), len(earned(states["tells"]))) == (2, 0)
    shown = (tmp_path / "marks" / "tells" / "results.json").read_text("utf-8")
    assert "fast" in shown
    assert "t0psecret" not in shown


HELD = """
import os
class Room:
    def is_told(self):
        return False
"""
OF_HELD = """
import pytest
from rooms import Room

@pytest.mark.parametrize("room", [Room()])
def test_room(room):
    assert not room.is_told()
"""


def test_objects_since_collection_bring_nothing_of_the_machine_along(tmp_path: Path) -> None:
    files = {"solution/rooms.py": HELD, "tests/test_rooms.py": OF_HELD}
    told = HELD.replace("False", '"HYPOTHESIS_STORAGE_DIRECTORY" in os.environ')
    assert lost_by(tmp_path, "rooms", files, {"right": HELD, "told": told}) == {
        "right": set(),
        "told": set(),
    }
