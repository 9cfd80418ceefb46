"""A released function at any points: post-processing of its record, at no cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.question.refusal import no_function
from dpcore.release.record import step
from dpcore.release.record.figure import Averaged, evaluate
from dpcore.release.record.rows import coded, listed_rows
from dpcore.result import FIGURES, Function, Model, Smooth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.result import Result

MOST_POINTS = 10**6
"""The largest number of points in one call."""


class Recorded(Averaged, Protocol):
    """What is read of a release."""

    @property
    def result(self) -> Result: ...  # noqa: D102


def evaluated(
    release: Recorded, points: float | Iterable[float] | Mapping[str, Any], settings: Mapping[str, Any]
) -> dict[str, Any]:
    """The columns of `release.evaluate`. Raises QueryError."""
    curve = release.result
    known = {"monotone"}
    if isinstance(curve, Model):
        return predicted(release, curve, points, settings)
    if isinstance(curve, Smooth):
        known = {one.name for one in release.query.settings(release.facts_table, release.paid)}
    else:
        curve = function_of(release)
    if unknown := settings.keys() - known:
        raise QueryError("“{self_}” has no setting {name}.", self_=release.query, name=shown(min(unknown)))
    if not isinstance(curve, Smooth):
        if isinstance(points, Mapping):
            raise QueryError("A point must be a number. Got {points}.", points=shown(points))
        return dict(curve.at(points, **settings))
    listed = _points(points, curve.dimension)
    step.check(release.query, release.facts_table, release.paid, release.rounds)
    read = evaluate(release, _plain(listed), settings)
    keys = {name: [group[name] for group in curve.groups for _ in listed] for name in curve.groups[0]}
    figures = {name: getattr(read, name) for name in FIGURES}
    at = {name: np.tile(one, len(curve.groups)) for name, one in zip(curve.arguments, listed.T, strict=True)}
    return {**keys, **at, **figures}


def predicted(release: Recorded, model: Model, rows: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of the predictions of a model for rows, after the columns these need. Raises QueryError."""
    if not model.arguments:
        raise no_function(release.query.sentence)
    if settings:
        raise QueryError("“{self_}” has no setting {name}.", self_=release.query, name=shown(min(settings)))
    given = listed_rows(rows, model.arguments, some=model.rated is not None)
    schema = model.rated or release.facts_table.schema
    size = len(next(iter(given.values())))
    unknown = [None] * size
    codes = np.stack([coded(schema, name, given.get(name, unknown)) for name in model.arguments], axis=1)
    step.check(release.query, release.facts_table, release.paid, release.rounds)
    read = evaluate(release, codes, settings)
    several = len(model.outputs) or 1
    columns = {"part": [part for part in model.outputs for _ in range(size)]} if model.outputs else {}
    for name, cells in given.items():
        while name in columns or name in FIGURES:  # as in a table of answers
            name += "_"
        columns[name] = cells * several
    return {**columns, **{name: getattr(read, name) for name in FIGURES}}


def function_of(release: Recorded) -> Function:
    """The distribution that a release has. Raises QueryError if its answer is none."""
    if not isinstance(release.result, Function):
        raise no_function(release.query.sentence)
    return release.result


def _plain(listed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points of one column as a vector."""
    return listed[:, 0] if listed.shape[1] == 1 else listed


def _points(points: Any, dimension: int) -> NDArray[np.float64]:
    """Points as doubles, shape (points, dimension); one alone, or a list of them. Raises QueryError."""
    points = points.to_numpy() if hasattr(points, "to_numpy") else points
    given = list(points) if isinstance(points, Iterable) and not isinstance(points, np.ndarray) else points
    try:
        listed = np.asarray(given)
        if isinstance(points, str | bytes | Mapping) or listed.dtype.kind not in "iufbO":
            raise TypeError
        listed = listed.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise QueryError("A point must be a number. Got {points}.", points=shown(points)) from None
    if dimension == 1 and listed.ndim < 2:
        listed = listed.reshape(-1, 1)
    elif listed.shape == (dimension,):
        listed = listed[None]
    if dimension > 1 and listed.size and (listed.ndim != 2 or listed.shape[1] != dimension):
        raise QueryError("A point must be a pair of numbers, one for each column.", "For example [[18, 2.5], [65, 1]].")
    if listed.ndim != 2 or listed.shape[1] != dimension or not 1 <= len(listed) <= MOST_POINTS:
        raise QueryError(
            "Ask for 1 to {most_points:,} points at a time. Got {count:,}.", most_points=MOST_POINTS, count=listed.size
        )
    return listed
