"""What the table needs of the Klondike coursework, and where solution and skeleton lie."""

from __future__ import annotations

from importlib import import_module

from klondike.seat import DRAWS, PAID, PASSES, TIMED
from patience_grader.sandbox.guest.wire import Types
from patience_table.engine import Kit
from sample import ROOT

VALUES = ("cards", "board", "errors")
TYPES = Types([import_module(f"klondike.{name}") for name in VALUES])
KIT = Kit(
    "klondike",
    ROOT / "solution" / "klondike",
    ("deck", "game"),
    ("commands", "fast", "play", "rules", "strategy"),
    VALUES,
    DRAWS,
    PASSES,
    TIMED,
    PAID,
)
SOLUTION, SKELETON = ROOT / "solution", ROOT / "skeleton"
COURSEWORK = "coursework"
