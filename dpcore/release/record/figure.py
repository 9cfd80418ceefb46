"""The figures of an answer as a record keeps them: columns of floats, NaN where nothing is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpcore.queries import Estimates
from dpcore.result import FIGURES

if TYPE_CHECKING:
    from dpcore.mechanisms import Price
    from dpcore.queries import Query
    from dpcore.queries.round import Rounds
    from dpcore.table.table import Table


def figures(query: Query, table: Table, price: Price, rounds: Rounds, level: float) -> dict[str, tuple[float, ...]]:
    """The columns of a new answer; none is known where post-processing fails.

    What was drawn is stored all the same: an answer that some draws cannot have would be drawn until it can.
    """
    try:
        return as_columns(query.result(table, price, rounds, level))
    except Exception:
        unknown = np.full(math.prod(axis.size for axis in query.axes(table.schema)), math.nan)
        return as_columns(Estimates(unknown, unknown, unknown, unknown))


def as_columns(estimates: Estimates) -> dict[str, tuple[float, ...]]:
    """The columns estimate, std_error, low, high of an answer."""
    return {
        name: column(np.broadcast_to(getattr(estimates, name), estimates.estimate.shape).tolist()) for name in FIGURES
    }


def column(values: Sequence[float | None]) -> tuple[float, ...]:
    """A column of an answer."""
    if set(map(type, values)) == {float} and not any(map(math.isnan, values)):  # type: ignore[arg-type]
        return tuple(values)  # type: ignore[arg-type]
    return tuple(map(_figure, values))


def _figure(value: float | None) -> float:
    """A figure of an answer; what is not known is one NaN, which equals itself in a tuple, and null in a record."""
    return math.nan if value is None or math.isnan(value) else float(value)
