"""How many rows a tolerance needs, for the table and for the population that its rows are drawn from.

Rows that are drawn independently have shares within t of the population's, all q at once with probability 1 - beta, if

    n >= ln(2 q / beta) / (2 t^2)    (Hoeffding 1963, and a union bound).

A tolerance for the population is the sum of this t and of the margin of noise, each at half of beta, whatever the split
between the two: at least as good as half of the tolerance for each.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.estimates import Estimates, Floats

MOST_ROWS = 2**53


def sampling_error(rows: float, queries: int, beta: float) -> float:
    """The margin of all shares of rows as shares of the population, with probability 1 - beta; at most 1."""
    return min(1.0, math.sqrt(math.log(2 * queries / beta) / (2 * rows))) if rows > 0 else 1.0


def least(enough: Callable[[int], bool]) -> int:
    """The least number of rows that is enough; more rows always are. More than MOST_ROWS if none is."""
    low, high = 0, 1
    while not enough(high):
        low, high = high, 2 * high
        if high > MOST_ROWS:
            return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def reach(answers: Estimates) -> Floats:
    """The half width of each interval, taken on its longer side."""
    far: Floats = np.maximum(answers.high - answers.estimate, answers.estimate - answers.low)
    return far


def points(share: float) -> str:
    """A share as percentage points, for a sentence."""
    return f"{100 * share:.4g}"


def needed(tolerance: float, level: float, table: int, population: int | None) -> Text:
    """A sentence on the rows that a tolerance needs. population: None if rows are not drawn one by one."""
    facts = {"tolerance": points(tolerance), "level": f"{100 * level:.6g}", "table": table}
    if population is None:
        return Text(
            "At this price and with a probability of {level} %, all shares of a group are within ± {tolerance} "
            "percentage points at once with {table:,} rows or more.",
            **facts,
        )
    return Text(
        "At this price and with a probability of {level} %, all shares of a group are within ± {tolerance} percentage "
        "points of the table's with {table:,} rows or more, and of the population's with {population:,} rows or more, "
        "drawn from it independently.",
        population=population,
        **facts,
    )
