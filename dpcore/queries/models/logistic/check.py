"""How well predicted probabilities agree with labels, from noisy counts of rows by bin of the score and by label.

All figures are functions of the counts; their errors follow by the delta method from the noise of each count and from
sampling, by which a count of independent rows has about its own size as variance.

Shares of bins may be near 0 or 1 and of few rows, where the delta method knows no error. So the interval of the share
of A among A + B noisy rows is that of all p with, v being the noise variance of A and of B,

    |A - p (A + B)| - 1/2 <= factor sqrt(v ((1 - p)^2 + p^2) + (A + B) p (1 - p)):

Fieller's (1954) where noise is all, Wilson's (1927) with the correction for whole numbers where there is none.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.models.surrogate import expit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

    Figure = tuple[float, float, float, float]

GROUPS = tuple(range(-4, 5))
"""The scores between the groups of bins in which observed shares are told."""
EDGES = (0.0, *map(float, expit(np.array(GROUPS))), 1.0)
"""The probabilities at the ends of these groups."""
_CLEAR = 4.0
_ROUNDED = 1 / 12  # the variance of rounding to whole numbers


@final
@dataclass(frozen=True)
class Check:
    """counts: noisy rows by bin and label, shape (bins, 2). std: of the noise of a count. factor: of margins.

    whole: the same of noise alone, whose rounding may matter. middles: the score in the middle of each bin. size: the
    number of fitted coefficients.
    """

    counts: Floats
    std: float
    factor: float
    whole: float
    middles: Floats
    size: int

    @property
    def rows(self) -> Figure:
        """The number of rows; its margin is that of noise."""
        total, error = float(self.counts.sum()), self.std * np.sqrt(self.counts.size)
        far = self.whole * error
        return max(total, 0.0), error, max(total - far, 0.0), max(total + far, 0.0)

    @property
    def told(self) -> bool:
        """Whether the rows of either label are clear of the noise."""
        error = self.std * np.sqrt(len(self.counts))
        return bool(self.counts.sum(axis=0).min() > _CLEAR * error)

    @property
    def share(self) -> Figure:
        """The share of rows whose label is true."""
        return self._figure(lambda counts: _ratio(counts[:, 1].sum(), counts.sum()), 0.0, 1.0)

    @property
    def loss(self) -> Figure:
        """The mean log loss of predictions: minus the logarithm of the probability given to the label."""
        return self._figure(self._lost, 0.0, np.inf)

    @property
    def constant(self) -> Figure:
        """The log loss of the share as the prediction for all rows."""
        return self._figure(_entropy, 0.0, np.log(2.0))

    @property
    def gain(self) -> Figure:
        """By how much the predictions have a smaller loss than the constant; less what fitting these rows gives."""
        return self._figure(lambda counts: _entropy(counts) - self._lost(counts) - self.chance, -np.inf, np.inf)

    @property
    def chance(self) -> float:
        """What fitting the coefficients to these rows gains on average where nothing is related."""
        return self.size / (2 * max(1.0, float(self.counts.sum())))

    @property
    def area(self) -> Figure:
        """The area under the curve: the share of pairs of different labels in which the true one has a higher score."""
        return self._figure(_area, 0.0, 1.0)

    def observed(self) -> list[Figure]:
        """The share of rows whose label is true, for the bins between GROUPS; without margins where rows are few."""
        place, found = np.searchsorted(GROUPS, self.middles), []
        for group in range(len(GROUPS) + 1):
            counts = self.counts[place == group]
            clear = counts.sum() > _CLEAR * self.std * np.sqrt(counts.size)
            figure = self._shared(counts)
            tells = self.told and clear and (figure[2] > 0 or figure[3] < 1)
            found.append(figure if tells else (figure[0], np.nan, np.nan, np.nan))
        return found

    def predicted(self) -> list[float]:
        """The mean prediction of the rows in the bins between GROUPS; the middle where they are few."""
        place, chances = np.searchsorted(GROUPS, self.middles), expit(self.middles)
        found = []
        for group, (low, high) in enumerate(pairwise(EDGES)):
            rows = np.maximum(self.counts[place == group].sum(axis=1), 0.0)
            mean = float(rows @ chances[place == group] / rows.sum()) if rows.sum() > 0 else (low + high) / 2
            found.append(min(max(mean, low), high))
        return found

    def _lost(self, counts: Floats) -> float:
        cost = np.stack([np.logaddexp(0.0, self.middles), np.logaddexp(0.0, -self.middles)], axis=1)
        return _ratio((counts * cost).sum(), counts.sum(), np.inf)

    def _shared(self, counts: Floats) -> Figure:
        """The share of true labels of these bins, with the interval of the module docstring."""
        false, true = (float(count) for count in counts.sum(axis=0))
        rows, noise = max(true + false, 0.0), len(counts) * min(self.std**2 + _ROUNDED, 4 * self.std**2)
        value = _ratio(true, rows)
        error = math.sqrt(noise * (value**2 + (1 - value) ** 2) + rows * value * (1 - value)) / max(rows, 1.0)
        low = _least(true - 0.5, rows, self.factor**2 * noise, self.factor**2 * rows)
        high = 1 - _least(false - 0.5, rows, self.factor**2 * noise, self.factor**2 * rows)
        # If noise moves a share beyond 0 or 1, it is shown there with its full margin of error.
        low, high = min(low, value - self.factor * error), max(high, value + self.factor * error)
        return value, error, max(low, 0.0), min(high, 1.0)

    def _figure(self, of: Callable[[Floats], float], low: float, high: float) -> Figure:
        """The value with its error and interval; no interval where the labels are not told."""
        value = of(self.counts)
        slope, step = np.empty_like(self.counts), max(1.0, 1e-4 * abs(float(self.counts.sum())))
        for place in np.ndindex(self.counts.shape):
            moved = self.counts.copy()
            moved[place] += step
            slope[place] = (of(moved) - value) / step
        variances = self.std**2 + _ROUNDED + np.maximum(self.counts, 0.0)
        error = float(np.sqrt((slope**2 * variances).sum()))
        inside = float(np.clip(value, low, high))
        if not self.told or not np.isfinite(error):
            return inside, np.nan, np.nan, np.nan
        ends = np.clip([value - self.factor * error, value + self.factor * error], low, high)
        return inside, error, float(ends[0]), float(ends[1])


def _ratio(part: float, whole: float, most: float = 1.0) -> float:
    """The ratio within [0, most]; 0 of nothing."""
    return float(np.clip(part / whole, 0.0, most)) if whole > 0 else 0.0


def _least(part: float, whole: float, noise: float, sampled: float) -> float:
    """The least p in [0, 1] with (part - p whole)^2 <= noise ((1 - p)^2 + p^2) + sampled p (1 - p); 0 if 0 may do."""
    a, b = whole**2 - 2 * noise + sampled, whole * part - noise + sampled / 2
    c = part**2 - noise
    if part <= 0 or a <= 0 or c <= 0:
        return 0.0
    return min(max((b - math.sqrt(max(b**2 - a * c, 0.0))) / a, 0.0), 1.0)


def _entropy(counts: Floats) -> float:
    share = _ratio(counts[:, 1].sum(), counts.sum())
    return sum(-part * math.log(part) for part in (share, 1 - share) if part > 0)


def _area(counts: Floats) -> float:
    below = np.cumsum(counts[:, 0]) - counts[:, 0] / 2
    return _ratio(float(below @ counts[:, 1]), float(counts[:, 0].sum() * counts[:, 1].sum()))
