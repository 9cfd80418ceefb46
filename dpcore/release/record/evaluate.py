"""A released function at any points: post-processing of its record, at no cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.refusal import no_function
from dpcore.release.record import step
from dpcore.result import FIGURES, Expansion, Function

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.mechanisms import Price
    from dpcore.queries import Query
    from dpcore.queries.round import Rounds
    from dpcore.result import Result
    from dpcore.table.table import Table

MOST_POINTS = 10**6
"""The largest number of points in one call."""


class Recorded(Protocol):
    """What is read of a release."""

    @property
    def query(self) -> Query: ...  # noqa: D102
    @property
    def facts_table(self) -> Table: ...  # noqa: D102
    @property
    def paid(self) -> Price: ...  # noqa: D102
    @property
    def rounds(self) -> Rounds: ...  # noqa: D102
    @property
    def level(self) -> float: ...  # noqa: D102
    @property
    def result(self) -> Result: ...  # noqa: D102


def evaluated(release: Recorded, points: float | Iterable[float], settings: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of `release.evaluate`. Raises QueryError."""
    curve = release.result
    known = {"monotone"}
    if isinstance(curve, Expansion):
        known = {one.name for one in release.query.settings(release.facts_table)}
    else:
        curve = function_of(release)
    if unknown := settings.keys() - known:
        raise QueryError("“{self_}” has no setting {name}.", self_=release.query, name=shown(min(unknown)))
    if not isinstance(curve, Expansion):
        return dict(curve.at(points, **settings))
    listed = _points(points)
    step.check(release.query, release.facts_table, release.paid, release.rounds)
    read = release.query.evaluate(release.facts_table, release.rounds, release.level, listed, settings)
    keys = {name: [group[name] for group in curve.groups for _ in listed] for name in curve.groups[0]}
    figures = {name: getattr(read, name) for name in FIGURES}
    return {**keys, curve.argument: np.tile(listed, len(curve.groups)), **figures}


def function_of(release: Recorded) -> Function:
    """The distribution that a release has. Raises QueryError if its answer is none."""
    if not isinstance(release.result, Function):
        raise no_function(release.query.sentence)
    return release.result


def _points(points: float | Iterable[float]) -> NDArray[np.float64]:
    """Points as doubles. Raises QueryError."""
    given = list(points) if isinstance(points, Iterable) and not isinstance(points, np.ndarray) else points
    try:
        listed = np.atleast_1d(np.asarray(given))
        if isinstance(points, str | bytes | Mapping) or listed.dtype.kind not in "iufbO":
            raise TypeError
        listed = listed.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise QueryError("A point must be a number. Got {points}.", points=shown(points)) from None
    if listed.ndim > 1 or not 1 <= listed.size <= MOST_POINTS:
        raise QueryError(
            "Ask for 1 to {most_points:,} points at a time. Got {count:,}.", most_points=MOST_POINTS, count=listed.size
        )
    return listed
