"""The functions of the solution, for all tests of the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from patience_table.engine import Engine, seated
from table_kit import KIT, SOLUTION


@pytest.fixture(scope="package")
def engine() -> Iterator[Engine]:
    """The functions of the solution."""
    with seated(KIT, SOLUTION) as player:
        yield player
