"""Rounds of a question answered from arrays of rows: the engine's words once more, fast enough for many tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpcore.mechanisms import Additive, Price
from dpcore.queries.question.base import Query
from dpcore.queries.question.round import Drawn, Rounds
from dpcore.table.aggregate import Aggregate, Flags, Grid, Met, Nearest, Rows, Score, Total
from dpcore.table.condition import Condition
from dpcore.table.table import Table

Columns = dict[str, np.ndarray]


def answered(
    query: Query, table: Table, price: Price, rows: Columns, chance: np.random.Generator, much: float = 1.0
) -> Rounds:
    """A transcript. much: of the noise that is declared."""
    run, found = query.run(table, price), []
    asked = next(run)
    while True:
        (step,) = asked.steps
        assert isinstance(step.mechanism, Additive)
        exact = step.statistic.exact(aggregated(step.aggregate, rows))
        noise = [much * float(scale) * _unit(step.mechanism, chance, exact.shape[1]) for scale in _scales(step, exact)]
        noisy = exact + np.rint(np.array(noise)).astype(np.int64).astype(object)
        found.append((Drawn(step.mechanism, tuple(map(tuple, noisy.tolist()))),))
        try:
            asked = run.send((noisy,))
        except StopIteration:
            return tuple(found)


def _scales(step: Any, exact: np.ndarray) -> list[Any]:
    return list(step.mechanism.scales)


def _unit(mechanism: Additive, chance: np.random.Generator, size: int) -> np.ndarray:
    return chance.normal(size=size) if mechanism.name == "gaussian" else chance.laplace(size=size)


def aggregated(ask: Aggregate, rows: Columns) -> np.ndarray:
    """The integers of an aggregate without filters, of columns without missing cells."""
    code, shape = np.zeros(len(next(iter(rows.values()))), dtype=np.int64), ask.shape
    for key in ask.keys:
        code = code * key.size + _cell(key, rows)
    found = []
    for measure in ask.measures:
        match measure:
            case Rows():
                values = np.ones(len(code), dtype=np.int64)
            case Total(part) | Met(part):
                values = _part(part, rows)
            case _:
                raise AssertionError(measure)
        sums = np.zeros(ask.cells, dtype=np.int64)
        np.add.at(sums, code, values)
        found.append(sums.reshape(shape))
    return np.array(found).astype(object)


def _cell(key: Any, rows: Columns) -> np.ndarray:
    match key:
        case Nearest(grids, scales, places):
            scaled = np.stack([scale * _part(grid, rows) for grid, scale in zip(grids, scales, strict=True)], axis=1)
            return np.square(scaled[:, None] - np.array(places)[None]).sum(axis=2).argmin(axis=1)
        case Score(parts, weights, constant, edges):
            total = sum(weight * _part(part, rows) for weight, part in zip(weights, parts, strict=True)) + constant
            return np.searchsorted(np.array(edges), total, side="right")
        case Flags(column):
            return rows[column].astype(np.int64)
    raise AssertionError(key)


def _part(part: Grid | Condition, rows: Columns) -> np.ndarray:
    column = rows[part.column]
    if isinstance(part, Condition):
        assert part.op == "=="
        return (column == part.value).astype(np.int64)
    return np.clip(np.floor((column - part.low * part.step) / part.step + 0.5), 0, part.steps).astype(np.int64)
