"""The limits of a question: of which tables it is answered, with how many cells, and by which facts of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

MAX_CELLS = 1_000_000
FEWER_CELLS = 70_000
"""The limit for answers with several rounds or long records, which keeps a record below 8 MB."""


@final
@dataclass(frozen=True, slots=True)
class Limits:
    """cells: the largest number of cells of an answer. several_rows: whether units of several rows are allowed.

    public_rows: whether it is only answered where the number of rows is public: where one row is replaced and none is
    left out. by_expected: whether the declared number of rows decides what is measured. by_whole_row: whether all
    declared columns do, where each row is a unit.
    """

    cells: int = MAX_CELLS
    several_rows: bool = True
    public_rows: bool = False
    by_expected: bool = False
    by_whole_row: bool = False
