"""The label of a kernel machine: how scores are answers about it, and how far noise in scores moves these."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.curves.machine_parameter import HINGE, SQUARES
from dpcore.queries.question.estimates import Estimates
from dpcore.queries.question.fine_cells import FineCells, fine_cells
from dpcore.queries.question.grid import number
from dpcore.statistic.learners.objective import Loss
from dpcore.table.column import Flag
from dpcore.table.condition import declared
from dpcore.table.schema import Schema
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

UNTOLD = Text(
    "How well it predicts cannot be stated: the labels enter its coefficients alone, whose released values do not tell "
    "how often they are right. A check, for a part of the price, states it."
)
LEVELS = 129
"""Cells of a label that is a number, to whose middles its values are rounded."""


@final
@dataclass(frozen=True, slots=True)
class Label:
    """A label with its loss. levels: the cells of one that is a number; None for true and false."""

    loss: Loss
    levels: FineCells | None = None

    @property
    def targets(self) -> tuple[Fraction, ...]:
        """The centres of its cells, from -1 to 1; none for true and false."""
        size = self.levels.size if self.levels else 0
        return tuple(Fraction(2 * place + 1, size) - 1 for place in range(size))

    @property
    def straight(self) -> bool:
        """Whether answers are proportional to scores: -1 and 1 are the bounds."""
        return self.levels is not None or self.loss == "squares"

    @property
    def bounds(self) -> tuple[float, float]:
        """Of answers: those of a number, 0 and 1 of a probability, none of a score of the hinge."""
        if self.levels:
            return self.levels.low, self.levels.high
        return (-math.inf, math.inf) if self.loss == "hinge" else (0.0, 1.0)

    @property
    def middle(self) -> float:
        """The answer where there are no rows."""
        return 0.0 if self.loss == "hinge" else sum(self.bounds) / 2

    def answers(self, scores: Floats, std: Floats, factor: float) -> Estimates:
        """Answers with intervals from scores with noise. factor: the interval's, in standard deviations `std`."""
        ends = scores, scores - factor * std, scores + factor * std
        if self.straight:
            middle, half = self._middle()
            value, low, high = (np.clip(middle + half * end, *self.bounds) for end in ends)
            return Estimates(value, half * std, low, high)
        if self.loss == "hinge":
            return Estimates(ends[0], std, ends[1], ends[2])
        value, below, above, low, high = (
            0.5 * (1 + np.tanh(end / 2)) for end in (scores, scores - std, scores + std, *ends[1:])
        )
        return Estimates(value, (above - below) / 2, low, high)

    def largest(self, margin: float) -> float:
        """The largest margin of an answer, from that of its score."""
        if self.straight:
            _, half = self._middle()
            return half * min(margin, 2.0)
        # the logistic function is steepest in the middle: half of the margin lies on each side
        return margin if self.loss == "hinge" else math.tanh(margin / 4)

    def remark(self, name: str) -> Text:
        """What its margins leave out, in a sentence; empty for true and false."""
        if not self.levels:
            return Text("")
        if self.loss == "squares":
            return Text(
                "Values of {label} were rounded to {levels} levels. A prediction is a mean.",
                label=name,
                levels=self.levels.size,
            )
        return Text(
            "Values of {label} were rounded to {levels} levels. A prediction is a robust mean: where values are "
            "skewed, it is nearer to the most frequent ones than their mean.",
            label=name,
            levels=self.levels.size,
        )

    def _middle(self) -> tuple[float, float]:
        """The middle and half of the range."""
        low, high = self.bounds
        return (low + high) / 2, (high - low) / 2


def label_of(schema: Schema, name: str, loss: str) -> Label:
    """The label in this column. loss: as it is asked for; a number has no hinge. Raises QueryError."""
    if isinstance(declared(schema, name), Flag):
        return Label("hinge" if loss == HINGE else "squares" if loss == SQUARES else "logistic")
    number(schema, name)
    return Label("squares" if loss == SQUARES else "huber", fine_cells(schema, name, LEVELS))
