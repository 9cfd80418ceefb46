"""How well a perceptron predicts, from noisy numbers of rows by prediction and label."""

from __future__ import annotations

from math import nan, sqrt
from typing import TYPE_CHECKING

from dpcore.queries.question.compared import Outcome, outcome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def told(counts: Floats, std: float, factor: float) -> list[tuple[float, float, float, float]]:
    """Shares misclassified, by the more frequent label, and true; then the rows: each with its error and interval.

    counts: of rows below 0 whose label is false, and true, then of those above. std: of the noise of each. Shares are
    unknown where noise may be all.
    """
    rows, clear = max(1.0, float(counts.sum())), counts.sum() > 4 * factor * std
    error = 2 * std

    def share(number: float) -> tuple[float, float, float, float]:
        value = min(max(float(number) / rows, 0.0), 1.0)
        if not clear:
            return value, nan, nan, nan
        own = std * sqrt(2 * ((1 - value) ** 2 + value**2)) / rows
        return value, own, max(value - factor * own, 0.0), min(value + factor * own, 1.0)

    wrong, true = share(counts[1] + counts[2]), share(counts[1] + counts[3])
    rarer = true if true[0] <= 0.5 else (1 - true[0], true[1], 1 - true[3], 1 - true[2])
    low, high = (min(end, 1 - end) for end in (rarer[2], rarer[3]))
    at_most = 0.5 if rarer[2] <= 0.5 <= rarer[3] else max(low, high)
    least = (rarer[0], rarer[1], min(low, high), at_most) if clear else rarer
    middle, low, high = (max(float(counts.sum()) + far * factor * error, 0.0) for far in (0, -1, 1))
    every = (middle, error, low, high)
    return [wrong, least, true, every]


def labelled(counts: Floats, std: float, factor: float) -> Outcome:
    """Whether fewer rows are misclassified than by the more frequent label, by more than the margin of noise.

    A prediction other than the more frequent label is right where this is wrong: two counts decide.
    """
    (below_false, below_true, above_false, above_true) = counts.tolist()
    gain = (
        below_false - below_true if below_true + above_true >= below_false + above_false else above_true - above_false
    )
    return outcome(gain, factor * std * sqrt(2))
