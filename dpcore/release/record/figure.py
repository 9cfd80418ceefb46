"""The figures of an answer as stored in a record: columns of floats, with NaN for unknown figures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from dpcore.queries import Estimates
from dpcore.queries.question.key import key_columns
from dpcore.queries.question.refusal import no_function
from dpcore.release.record.check import fitting
from dpcore.result import FIGURES

if TYPE_CHECKING:
    from dpcore.mechanisms import Price
    from dpcore.queries import Query
    from dpcore.queries.question.base import Floats
    from dpcore.queries.question.round import Rounds
    from dpcore.table.table import Table


def figures(query: Query, table: Table, price: Price, rounds: Rounds, level: float) -> dict[str, tuple[float, ...]]:
    """The columns of a new answer; all NaN if post-processing fails.

    The record is stored in either case. If a record were not stored after some draws, a retry would draw again under
    the same charge.
    """
    try:
        return as_columns(query.result(table, price, rounds, level))
    except Exception:
        unknown = np.full(len(next(iter(keys_of(query, table, rounds).values()), [0])), math.nan)
        return as_columns(Estimates(unknown, unknown, unknown, unknown))


def keys_of(query: Query, table: Table, rounds: Rounds) -> dict[str, list[Any]]:
    """The key columns of an answer, one entry per cell."""
    found = query.reading.keyed(table, rounds)
    return key_columns(query.axes(table.schema)) if found is None else found


class Averaged(Protocol):
    """The attributes of a release from which its figures are computed: its question and its transcripts."""

    @property
    def query(self) -> Query: ...  # noqa: D102
    @property
    def facts_table(self) -> Table: ...  # noqa: D102
    @property
    def paid(self) -> Price: ...  # noqa: D102
    @property
    def rounds(self) -> Rounds: ...  # noqa: D102
    @property
    def standardised(self) -> Rounds: ...  # noqa: D102
    @property
    def level(self) -> float: ...  # noqa: D102


def result_of(release: Averaged, level: float) -> Estimates:
    """The answer of a release; if measured at several prices, with intervals from the average for intervals."""
    query, table = release.query, release.facts_table
    answer = query.result(table, release.paid, release.rounds, level)
    if not release.standardised:
        return answer
    chosen = query.reading.chosen_settings(table, release.rounds, level)
    # the intervals use the same settings as the curve shown, such as a bandwidth that was chosen from the answer
    wide = query.reading.evaluate(table, release.standardised, level, None, chosen) if chosen else None
    return _around(answer, wide or query.result(table, release.paid, release.standardised, level))


def evaluate(release: Averaged, points: Floats | None, settings: Mapping[str, Any]) -> Estimates:
    """The function or the model of a release at points; see `Readable.evaluate`. Raises QueryError."""
    with fitting():
        return _evaluate(release, points, settings)


def _evaluate(release: Averaged, points: Floats | None, settings: Mapping[str, Any]) -> Estimates:
    query, table, level = release.query, release.facts_table, release.level
    answer = query.reading.evaluate(table, release.rounds, level, points, settings)
    if answer is None:
        raise no_function(query.sentence)
    chosen = {**query.reading.chosen_settings(table, release.rounds, level), **settings}
    wide = query.reading.evaluate(table, release.standardised, level, points, chosen) if release.standardised else None
    return answer if wide is None else _around(answer, wide)


def _around(answer: Estimates, wide: Estimates) -> Estimates:
    """The answer with the intervals of the average for intervals, widened to contain the answer."""
    low, high = np.minimum(wide.low, answer.estimate), np.maximum(wide.high, answer.estimate)
    return replace(answer, low=low, high=high)


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
