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

from dpcore.result.base import Figures
from dpcore.statistic.cumulative import monotone
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


def rescaled(length: float) -> View:
    """For curves over a range of this length, at evenly spaced points: at least 0, with their area unchanged."""

    def seen(figures: Figures, cells: int) -> tuple[Columns, Text]:
        lines = {name: np.array(figures[name], dtype=np.float64).reshape(-1, cells) for name in _LINES}
        weights = np.full(cells, length / (cells - 1))
        weights[[0, -1]] /= 2
        rows, area = lines["estimate"] @ weights, np.maximum(lines["estimate"], 0.0) @ weights
        known = (rows > 0) & (area > 0)
        factor = np.where(known, np.divide(rows, area, out=np.ones_like(rows), where=area > 0), 1.0)
        clipped = {name: (np.maximum(line, 0.0) * factor[:, None]).ravel() for name, line in lines.items()}
        sentence = Text("The curve is at least 0, and its area is the released number of rows.")
        if not known.all():
            sentence = Text(
                "The curve is at least 0. Where the released number of rows is not above 0, its area is not kept."
            )
        return {**figures, **clipped}, sentence

    return View(
        "rescaled",
        Text("Not below zero, area kept"),
        Text("Values below zero are shown as 0, and the curve is rescaled so that its area is the number of rows."),
        seen,
        default=True,
    )


_LINES = ("estimate", "low", "high")
