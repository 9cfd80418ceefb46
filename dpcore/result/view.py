"""Free views of an answer: post-processing that costs nothing and can be changed for ever.

A question declares which of them its answer has (`Query.views`); switches, files and pages derive from that. A record
keeps the answer without any.
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
    """One view: how it is called, whether it is on unless somebody says otherwise, and what it does.

    seen: from figures and the cells of one group to other figures, and one sentence on what was changed.
    """

    name: str
    title: Text
    help: Text
    seen: Callable[[Figures, int], tuple[Columns, Text]]
    default: bool = False


def _not_below_zero(figures: Figures, cells: int) -> tuple[Columns, Text]:
    below = int((np.array(figures["estimate"]) < 0).sum())
    clipped = {name: np.maximum(np.array(figures[name]), 0.0) for name in ("estimate", "low", "high")}
    number = len(figures["estimate"])
    said = Text("No answer was below zero.")
    if below:
        said = Text("{below} of {number} answers were below zero and are shown as 0.", below=below, number=number)
    return {**figures, **clipped}, said


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
    Text("The nearest line that never decreases. Intervals stay those of the released numbers."),
    _monotone,
    default=True,
)
