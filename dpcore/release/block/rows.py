"""The rows of each block, in an order that depends on these rows alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore.number import TINIEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Column = NDArray[Any]


def rows_by_block(contents: Sequence[Column], count: int) -> list[tuple[Column, ...]]:
    """The columns of each block. contents: the answer to a `Contents`, the block of each row, then the columns.

    Rows are sorted by all columns, the first column first, so that the order in which an engine returns them has no
    influence. For the same reason -0.0 becomes 0.0, and so do numbers that some engines read as 0 (up to `TINIEST`).
    """
    places, *cells = contents
    cells = [np.where(np.abs(column) > TINIEST, column, 0 * places) for column in cells]
    order = np.lexsort((*reversed(cells), places))
    ends = np.searchsorted(places[order], np.arange(count + 1))
    ordered = [column[order] for column in cells]
    return [tuple(column[start:end] for column in ordered) for start, end in pairwise(ends)]
