"""Questions whose answer is a noisy sum in its own unit: counts and totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpcore.mechanisms import Price, Spread
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.prediction import Guess, Prediction, linear
from dpcore.queries.question.single import Single
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats


class Sums(Single):
    """One coordinate; the estimate is step * coordinate, and its error depends on the noise only."""

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The noisy sum with a symmetric interval from the quantile of the noise."""
        step = self.quantity(table).step
        value, half = noisy[0] * step, spread.half[0] * step
        return Estimates(value, np.full_like(value, spread.std[0] * step), value - half, value + half)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error, known exactly in advance."""
        step = self.quantity(table).step
        return linear(spread.std[0] * step, spread.half[0] * step)
