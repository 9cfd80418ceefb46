"""The figures of an answer as stored in a record: columns of floats, with NaN for unknown figures."""

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
    """The columns of a new answer; all NaN if post-processing fails.

    The record is stored in either case. If some draws could not be stored, a retry would draw again under the same
    charge.
    """
    try:
        return as_columns(query.result(table, price, rounds, level))
    except Exception:
        unknown = np.full(len(next(iter(query.keyed(table, rounds).values()), [0])), math.nan)
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
    """A figure of an answer. Unknown figures share one NaN object, so that tuples compare equal; it is null in JSON."""
    return math.nan if value is None or math.isnan(value) else float(value)
