"""Answers with margins that a test chooses, and what a reader would say of them, by rules written once more."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dpcore.queries.question.judgement import typical_bounds
from dpcore.release.record import Release
from dpcore.result import Columns, Function, Matrix, Model, Smooth


def with_margin(release: Release, half: float, answer: np.ndarray | None = None) -> Release:
    """The answer with margins of this size in every cell; where units differ, in the unit that a prediction has."""
    values = np.array(release.estimates["estimate"] if answer is None else answer, dtype=np.float64)
    far = np.full(len(values), half)
    if isinstance(release.result, Columns | Matrix):
        low, high = release.query.quantity(release.facts_table).cell_bounds(release.cells)
        first, last = typical_bounds(release.query, release.facts_table)
        far = half * (high - low) / (last - first)
    if isinstance(release.result, Model):
        far = np.full(len(values), 0.5)
        far[list(release.result.marks)] = half / np.abs(np.array(release.result.factors))
    figures = {"estimate": values, "std_error": far / 2, "low": values - far, "high": values + far}
    return replace(release, estimates={name: tuple(map(float, column)) for name, column in figures.items()})


def says_something(release: Release, half: float) -> np.ndarray:
    """Whether each cell says more than is public, told from the question's bounds alone; for models, the marks."""
    values = np.array(release.estimates["estimate"])
    low, high = release.query.quantity(release.facts_table).cell_bounds(release.cells)
    far = np.subtract(release.estimates["high"], values)
    if isinstance(release.result, Model):
        return np.full(len(release.result.marks), not release.query.error.compares_shares or half < 0.5)
    said = np.ones(len(values), dtype=bool)
    for cell, value in enumerate(values):
        amount, signed = (
            low[cell] >= 0 and not release.query.error.percent,
            np.isinf(low[cell]) and np.isinf(high[cell]),
        )
        whole = high[cell] - low[cell]
        covered = np.isfinite(whole) and far[cell] >= whole / 2
        said[cell] = not (covered or (amount and value < far[cell]) or (signed and abs(value) < far[cell]))
    if isinstance(release.result, Function | Smooth) and np.isinf(high).any():
        lines = values.reshape(-1, release.result.points)
        lines = np.abs(lines) if np.isinf(low).any() else lines
        top = lines[:, -1] if isinstance(release.result, Function) else lines.max(axis=1)
        said = np.repeat(top >= far.max(), release.result.points)
    return said


def alike(release: Release) -> np.ndarray:
    """The cells that are amounts if the typical one is, and signed if it is signed."""
    low, _ = release.query.quantity(release.facts_table).cell_bounds(release.cells)
    return (low >= 0) == (typical_bounds(release.query, release.facts_table)[0] >= 0)
