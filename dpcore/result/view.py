"""Views of an answer: post-processing that costs no privacy budget and can be switched at any time.

A question declares the views of its answer (`Query.views`), from which switches, files and pages are derived. A record
keeps the answer without any view. A setting (`Query.settings`) is a view that reads the noisy numbers anew; a record
keeps the answer at the first choice of each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dpcore.result.base import Figures
from dpcore.statistic.order.cumulative import monotone
from dpcore.text import Text

Columns = dict[str, Any]


@final
@dataclass(frozen=True, slots=True)
class View:
    """One view: its name and texts, its effect, and whether it is on by default.

    seen: a function of the figures and the number of cells per group. It returns new figures and a sentence that
    describes the change.
    """

    name: str
    title: Text
    help: Text
    seen: Callable[[Figures, int], tuple[Columns, Text]]
    default: bool = False


@final
@dataclass(frozen=True, slots=True)
class Setting:
    """A free choice by which an answer is read off its noisy numbers, with texts for each value; the first is usual."""

    name: str
    title: Text
    help: Text
    choices: tuple[tuple[Any, Text], ...]


def _not_below_zero(figures: Figures, cells: int) -> tuple[Columns, Text]:
    below = int((np.array(figures["estimate"]) < 0).sum())
    clipped = {name: np.maximum(np.array(figures[name]), 0.0) for name in ("estimate", "low", "high")}
    number = len(figures["estimate"])
    sentence = Text("No answer was below zero.")
    if below:
        sentence = Text("{below} of {number} answers were below zero and are shown as 0.", below=below, number=number)
    return {**figures, **clipped}, sentence


def _whole(figures: Figures, cells: int) -> tuple[Columns, Text]:
    rounded = np.round(np.array(figures["estimate"])) + 0.0
    return {**figures, "estimate": rounded}, Text("Answers are rounded to whole numbers.")


def _monotone(figures: Figures, cells: int) -> tuple[Columns, Text]:
    steps = np.array(figures["estimate"], dtype=np.float64).reshape(-1, cells)
    return {**figures, "estimate": monotone(steps).ravel()}, Text("The line never decreases, and starts at 0 or above.")


NOT_BELOW_ZERO = View(
    "not_below_zero", Text("Not below zero"), Text("Answers below zero are shown as 0."), _not_below_zero
)
WHOLE = View("whole", Text("Whole numbers"), Text("Answers are rounded to whole numbers."), _whole)
MONOTONE = View(
    "monotone",
    Text("Never decreasing"),
    Text("Shows the nearest line that never decreases. Intervals are still those of the released numbers."),
    _monotone,
    default=True,
)


def evenly(length: float, points: int) -> NDArray[np.float64]:
    """The weights of evenly spaced points over a range in the area under a line through them."""
    weights = np.full(points, length / (points - 1))
    weights[[0, -1]] /= 2
    return weights


def above_zero(weights: NDArray[np.float64]) -> View:
    """For functions at points with these weights in their area or volume: at least 0, with this unchanged.

    The nearest such function: a constant is subtracted, and what is below zero then is 0.
    """

    def seen(figures: Figures, cells: int) -> tuple[Columns, Text]:
        lines = np.array(figures["estimate"], dtype=np.float64).reshape(-1, cells)
        rows = lines @ weights
        shown = [_kept(line, weights, area) for line, area in zip(lines, rows, strict=True)]
        sentence = Text("The answer is at least 0 and keeps the total of the released one.")
        if not (rows > 0).all():
            sentence = Text("The answer is at least 0. Where the released total is not above 0, it is not kept.")
        ends = {name: np.maximum(np.array(figures[name]), 0.0) for name in ("low", "high")}
        return {**figures, **ends, "estimate": np.concatenate(shown)}, sentence

    return View(
        "above_zero",
        Text("Not below zero, total kept"),
        Text(
            "Shows the nearest function that is nowhere below zero and has the same total. Intervals are still those "
            "of the released one."
        ),
        seen,
        default=True,
    )


def _clear(figures: Figures, cells: int) -> tuple[Columns, Text]:
    estimate, low = (np.array(figures[name], dtype=np.float64) for name in ("estimate", "low"))
    hidden = low <= 0
    sentence = Text(
        "{hidden:,} of {number:,} points are within their own margin of error of 0 and are shown as 0, so that the "
        "total is not kept.",
        hidden=int(hidden.sum()),
        number=len(hidden),
    )
    return {**figures, "estimate": np.where(hidden, 0.0, estimate)}, sentence


CLEAR = View(
    "clear",
    Text("Only points outside their own margin"),
    Text(
        "Shows points within their own margin of error of 0 as 0. Where there are no rows, a few points remain by "
        "chance."
    ),
    _clear,
)


def _kept(line: NDArray[np.float64], weights: NDArray[np.float64], area: float) -> NDArray[np.float64]:
    """The line less a constant, at least 0, with this area; only at least 0 if the area is not above 0."""
    low, high = 0.0, max(0.0, float(line.max()))
    for _ in range(100 if area > 0 else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if np.maximum(line - middle, 0.0) @ weights > area else (low, middle)
    kept: NDArray[np.float64] = np.maximum(line - (low if area > 0 else 0.0), 0.0)
    return kept
