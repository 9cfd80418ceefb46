r"""Logistic coefficients from noisy moments and noisy gradients at public weights, with intervals.

In entries from -1 to 1. The moments give the mean and the covariance of the features, whose eigenvalues are raised to
the edge of the noise, and with them a convex stand-in F for the gradient of the rows
(`dpcore.queries.models.surrogate`). A noisy gradient g at weights w0 makes c = F(w0) - g an estimate of the sum of y x,
off by what F misses at w0. The next weights solve F(w) - c + P w = 0. P shrinks coefficients as a normal prior of
variance PRIOR^2 does that knows the noise: with A the second derivatives where the noise on all coordinates is alike,
P = variance A^(-1/2) prior^(-1) A^(-1/2), so that it is nothing where the noise is small and much where it is all there
is. Earlier c are averaged with the last one where they differ by no more than noise does.

The error of the last weights is (H + P)^-1 (X'(y - p) + e - P w + m), with the sampling variance H, that of the noise
e, and what F still misses, m. With d the standard deviation of scores, m is taken to be SLACK (1 + d) (H + P) times the
last step. The step of a flag or a value counts more where p (1 - p) is smaller in its rows than in all rows, as F bends
too much there: by the ratio of the two for normal scores. For each entry a part COUPLED of the scores' change is added.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.models.surrogate import Surrogate, slope, surrogate
from dpcore.statistic.learners.logistic import BANDS, CELLS, WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# These constants decide at which weights the next gradient is asked: they must never change.
PRIOR, INTERCEPT = 2.0, 8.0
"""The standard deviations of coefficients, for entries from -1 to 1, that shrinking supposes."""
LARGEST, VARIED = 32.0, 8.0
"""The largest weight, and the largest standard deviation of scores; at larger ones the weights are shortened."""
APART = 5.0
"""The standard deviation of scores above which nothing is told of coefficients."""
LOWERED = 2.0
"""By how many standard deviations of the moments' noise second derivatives may be too large. It decides margins."""
_ROUNDS, _CLEAR, _LOW, _LEAST, _TINY = 3, 4.0, 0.02, 1e-3, 1e-9
SLACK = 0.25
"""What the stand-in may miss of the last step where scores hardly vary. It decides margins alone; so does the next."""
COUPLED = 0.1
"""What it may miss of each entry, in its standard deviations, for a last step that changes scores by 1."""


@final
@dataclass(frozen=True, slots=True)
class Moments:
    """What the noisy moments tell. edge: of the spectrum of their noise. least: of their eigenvalues, of the terms.

    noise: the standard deviation of the sum of an entry. ends: the values of entries that have one or two, shape (size,
    2), else NaN.
    """

    rows: float
    mean: Floats
    covariance: Floats
    edge: float
    least: float
    noise: float
    ends: Floats = field(default_factory=lambda: np.zeros((0, 2)))


@final
@dataclass(frozen=True, slots=True)
class Gradient:
    """A noisy gradient at public weights. noise: of each entry, its standard deviation. bands: counts; std: of one."""

    weights: Floats
    noisy: Floats
    noise: Floats
    bands: Floats
    std: float


@final
@dataclass(frozen=True, slots=True)
class Fit:
    """The weights, the covariance of their errors by noise and sampling, and by how much they may be off besides.

    apart: whether most rows have scores at which the label is nearly certain, so that larger weights fit as well.
    """

    weights: Floats
    covariance: Floats
    pull: Floats
    apart: bool = False


def moments(noisy: Floats, noise: Floats) -> Moments:
    """From the noisy matrix of the constant and the terms, and the variances of its entries; 0 rows are taken as 1."""
    size = len(noisy)
    edge = float(np.sqrt(2 * size * max(np.diag(noise).max(), 2 * noise.max())))
    rows = max(1.0, float(noisy[0, 0]))
    mean = np.clip(noisy[0] / rows, -1.0, 1.0)
    mean[0] = 1.0
    inner = (noisy - rows * np.outer(mean, mean))[1:, 1:]
    values, vectors = np.linalg.eigh((inner + inner.T) / 2)
    whole = np.zeros((size, size))
    whole[1:, 1:] = (vectors * np.maximum(values, max(edge, 1e-9 * rows))) @ vectors.T
    return Moments(rows, mean, whole / rows, edge, float(values[0]), float(np.sqrt(noise[0].max())))


@final
class _Given:
    """What a fit follows from, compared by its bytes."""

    def __init__(self, known: Moments, gradients: list[Gradient], scale: Floats) -> None:
        self.known, self.gradients, self.scale = known, tuple(gradients), scale
        parts = [getattr(known, field.name) for field in fields(known)]
        parts += [getattr(gradient, field.name) for gradient in gradients for field in fields(gradient)]
        self._bytes = b"|".join(np.asarray(part, dtype=np.float64).tobytes() for part in [*parts, scale])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Given) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)


def advance(known: Moments, gradients: list[Gradient], scale: Floats) -> Fit:
    """The weights after these gradients. scale: by what entries are multiplied so that their noise is alike.

    An answer is read again for every level, prediction and page, so the last fits are kept.
    """
    return _advanced(_Given(known, gradients, scale))


@lru_cache(256)
def _advanced(given: _Given) -> Fit:
    known, gradients, scale = given.known, given.gradients, given.scale
    last = gradients[-1]
    stand_in = surrogate(known.rows, known.mean, known.covariance, last.weights, atoms(last))
    target, noise = _target(stand_in, known, gradients, scale)
    weights = last.weights
    for _ in range(_ROUNDS):
        penalty = _penalty(stand_in, weights, scale, noise, known.edge)
        weights = stand_in.least(target, penalty, weights)
    largest, varied = float(np.abs(weights).max()), _varied(known, weights)
    share = min(LARGEST / max(largest, LARGEST), VARIED / max(varied, VARIED))
    return _fit(stand_in, share * weights, last.weights, penalty, noise / scale, known)


def atoms(gradient: Gradient) -> tuple[Floats, Floats] | None:
    """The scores of rows and their shares: bands joined until their counts are clear of noise; None if too few are."""
    counts = gradient.bands.sum(axis=1)
    std, width = gradient.std * np.sqrt(2.0), CELLS // BANDS
    middles = (np.arange(BANDS) * width + width // 2 - CELLS // 2) / WIDTH
    places, found, start = list[float](), list[float](), 0
    for end in range(1, BANDS + 1):
        total = float(counts[start:end].sum())
        if total > _CLEAR * std * np.sqrt(end - start):
            weight = np.maximum(counts[start:end], 0.0)
            places.append(float(middles[start:end] @ weight / weight.sum()))
            found.append(total)
            start = end
    if len(found) < 3:
        return None
    return np.array(places), np.array(found) / sum(found)


def _target(stand_in: Surrogate, known: Moments, gradients: Sequence[Gradient], scale: Floats) -> tuple[Floats, float]:
    """The combined c, and the standard deviation of its noise where entries are scaled."""
    found = [stand_in.gradient(each.weights) - each.noisy for each in gradients]
    last = float((gradients[-1].noise * scale).max())
    total, weight = found[-1] / last**2, 1 / last**2
    for target, gradient in zip(found[:-1], gradients[:-1], strict=True):
        own = float((gradient.noise * scale).max())
        variances = (gradient.noise**2 + gradients[-1].noise ** 2) + (known.noise / 2) ** 2
        apart = float((np.square(target - found[-1]) / variances).sum())
        if apart <= len(target) + 2 * np.sqrt(2 * len(target)):
            share = 1 / (own**2 + (known.noise / 2) ** 2)
            total, weight = total + share * target, weight + share
    return total / weight, float(1 / np.sqrt(weight))


def _penalty(stand_in: Surrogate, weights: Floats, scale: Floats, noise: float, edge: float) -> Floats:
    """P."""
    prior = np.full(len(weights), 1 / PRIOR**2)
    prior[0] = 1 / INTERCEPT**2
    _, second = stand_in.both(weights)
    values, vectors = np.linalg.eigh(second * np.outer(scale, scale))
    root = (vectors / np.sqrt(np.maximum(values, _LOW * edge + _LEAST))) @ vectors.T
    whole = noise**2 * (root * (prior * scale**2)) @ root
    found: Floats = whole / np.outer(scale, scale) + np.diag(prior)
    return found


def _varied(known: Moments, weights: Floats) -> float:
    """The standard deviation of scores."""
    return math.sqrt(max(float(weights @ known.covariance @ weights), 0.0))


def _fit(stand_in: Surrogate, weights: Floats, before: Floats, penalty: Floats, noise: Floats, known: Moments) -> Fit:
    """The weights with their errors. The noise of moments may have raised the second derivatives, which is undone."""
    _, second = stand_in.both(weights)
    values, vectors = np.linalg.eigh(second)
    raised = LOWERED * known.edge / np.sqrt(2 * len(weights)) * float(second[0, 0]) / stand_in.rows
    bent = values[0] < _LOW * known.edge  # not told from 0; quadrature at large scores can even leave it below
    second = (vectors * np.maximum(np.maximum(values - raised, values / 4), 0.0)) @ vectors.T
    inverse = np.linalg.pinv(second + penalty, hermitian=True)
    covariance = inverse @ (second + np.diag(noise**2)) @ inverse
    varied = _varied(known, weights)
    pull = np.abs(inverse @ (penalty @ weights)) + _missed(known, weights, weights - before)
    apart = bool(bent) or varied > APART or float(np.abs(weights).max()) >= LARGEST
    return Fit(weights, np.asarray(covariance, dtype=np.float64), np.asarray(pull, dtype=np.float64), apart)


def _missed(known: Moments, weights: Floats, step: Floats) -> Floats:
    """How far each weight may still be off; more where scores vary more, as columns are not normal."""
    second = known.covariance + np.outer(known.mean, known.mean)
    far = math.sqrt(max(float(step @ second @ step), 0.0))
    spread = np.sqrt(np.maximum(np.diag(known.covariance), _TINY))
    spread[0] = 1.0
    missed: Floats = _flatter(known, weights) * np.abs(step) + COUPLED * far / spread
    return SLACK * (1 + _varied(known, weights)) * missed


def _flatter(known: Moments, weights: Floats) -> Floats:
    """By what p (1 - p) is larger in all rows than in those of an entry with one or two values; at least 1."""
    middle, varied = float(weights @ known.mean), _varied(known, weights) ** 2
    usual, found = slope(middle, varied), np.ones(len(weights))
    for place, ends in enumerate(known.ends):
        own = max(float(known.covariance[place, place]), _TINY)
        along = float(known.covariance[place] @ weights) / own
        for end in ends[~np.isnan(ends)]:
            inside = slope(middle + along * (end - known.mean[place]), varied - along**2 * own)
            found[place] = max(found[place], usual / max(inside, _TINY))
    return found
