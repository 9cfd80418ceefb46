r"""What follows from the released numbers of a recommender: means of items, similarities, and predictions.

Everything is in halves of the range of ratings, from -1 to 1. Released are, for each item, A = sum of w and Z = sum of
w z over its raters (z a rating), and for each pair of items C = sum of v r r' and W = sum of v over who rated both (r a
residual: z less the item's middle and the user's level, clamped). So Z / A is a mean, S = C / W a covariance, and
S_ij / sqrt(S_ii S_jj) a similarity. Their errors follow from the noise to the first order.

Predictions are those of a normal distribution with a covariance K, which is S with each entry moved toward the mean of
all as far as its noise is large beside the variance of all (as in empirical Bayes), and with eigenvalues raised to a
part of the mean variance. All constants are measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.question.estimates import Estimates
from dpcore.queries.question.moment import fieller

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# These decide how stored numbers are read, so they never change, and neither does `middles`.
PARTS, BOUND, SHRINK = 256, 154, 5
"""Whole numbers in half of the range; the largest residual; ratings at the mean that a user's level includes."""
_PRIOR = 2
"""The weight of the mean of all items in the middle of each, in standard deviations of the noise of A."""
_CLEAR = 4.0
"""Standard deviations of noise from which a variance or a number of raters is told."""
_RIDGE, _FLOOR, _LEAST = 0.15, 0.05, 0.25
"""Shares of the mean variance: added to the diagonal; the least eigenvalue; the least variance of an item."""
_SURE = 3.0
"""Standard deviations by which similarities must exceed what noise alone makes."""
_APART, _TAILS = 0.25, 1.2
"""How far an item's mean may be from that of all; by what ratings vary more than normal numbers around predictions."""


def middles(weights: Sequence[int], sums: Sequence[int], scale: Fraction, weight: int, value: int) -> tuple[int, ...]:
    """Middles of items in whole numbers from -PARTS to PARTS, from noisy integers alone: the same on every machine.

    weights: A times `weight`. sums: Z times `value`. scale: that of the noise of A times `weight`. An item whose A is
    small beside its noise is near to the mean of all items.
    """
    prior = Fraction(_PRIOR * math.ceil(scale), weight)
    known = [max(Fraction(number, weight), Fraction(0)) for number in map(int, weights)]
    total = [Fraction(number, value) for number in map(int, sums)]
    usual = _inside(sum(total, Fraction(0)) / max(sum(known, Fraction(0)), prior))
    found = [_inside((own + prior * usual) / (size + prior)) for own, size in zip(total, known, strict=True)]
    return tuple(round(PARTS * middle) for middle in found)


def doubts(weights: Floats, errors: tuple[float, float]) -> Floats:
    """The standard errors of these middles: from noise, and as they are moved toward the mean of all items."""
    prior = _PRIOR * max(errors[0], 1e-300)
    size = np.maximum(weights, 0.0) + prior
    found: Floats = np.hypot(errors[1] / size, _APART * prior / size)
    return found


def _inside(value: Fraction) -> Fraction:
    return min(max(value, Fraction(-1)), Fraction(1))


def means(weights: Floats, sums: Floats, errors: tuple[float, float], factor: float) -> Estimates:
    """Z / A with its interval (Fieller's); NaN in place of an interval that is not told. errors: those of A and Z."""
    shape = np.ones((2, 2, len(weights))) * np.diag(np.square(errors))[:, :, None]
    told = weights > _CLEAR * errors[0]
    safe = np.where(told, weights, np.maximum(np.abs(weights), errors[0]))
    value = np.clip(sums / safe, -1.0, 1.0)
    low, high = fieller(weights, sums, shape, factor)
    told &= np.isfinite(low) & ((low > -1) | (high < 1))
    std = np.sqrt(errors[1] ** 2 + np.square(value) * errors[0] ** 2) / safe
    low, high = np.minimum(np.maximum(low, -1.0), value), np.maximum(np.minimum(high, 1.0), value)
    return Estimates(value, *(np.where(told, figure, np.nan) for figure in (std, low, high)))


@final
@dataclass(frozen=True)
class Ratings:
    """The released numbers of pairs, as matrices, with the standard deviations of their noise.

    middles: of items. doubts: their standard errors. products: C. pairs: W.
    """

    middles: Floats
    doubts: Floats
    products: Floats
    pairs: Floats
    errors: tuple[Floats, Floats]

    @cached_property
    def covariance(self) -> tuple[Floats, Floats]:
        """S, and the variance of each of its entries; of pairs that nobody may have rated, one that is too small."""
        of_products, of_pairs = self.errors
        pairs = np.maximum(self.pairs, 3 * of_pairs)
        ratio = self.products / pairs
        return ratio, (np.square(of_products) + np.square(ratio * of_pairs)) / np.square(pairs)

    def similarities(self, factor: float) -> Estimates:
        """The similarity of each pair, shape (items, items); without margins where they cannot be estimated."""
        ratio, variance = self.covariance
        own, doubt = np.diag(ratio), np.diag(variance)
        clear = own > _CLEAR * np.sqrt(doubt)
        told = np.outer(clear, clear) & (self.pairs > _CLEAR * self.errors[1])
        safe = np.where(clear, own, 1.0)
        root = np.sqrt(np.outer(safe, safe))
        value = np.where(told, np.clip(ratio / root, -1.0, 1.0), 0.0)
        relative = np.where(clear, doubt / np.square(safe), 0.0)
        std = np.sqrt(variance / root**2 + np.square(value) / 4 * (relative[:, None] + relative[None]))
        low, high = np.maximum(value - factor * std, -1.0), np.minimum(value + factor * std, 1.0)
        told &= (low > -1) | (high < 1)
        return Estimates(value, *(np.where(told, figure, np.nan) for figure in (std, low, high)))

    @cached_property
    def informative(self) -> bool:
        """Whether similarities differ from each other by more than noise alone makes."""
        beside = ~np.eye(len(self.middles), dtype=bool) & (self.pairs > _CLEAR * self.errors[1])
        if not self.told or not beside.any():
            return False
        ratio, variance = (part[beside] for part in self.covariance)
        usual = float((ratio / variance).sum() / (1 / variance).sum())
        count = len(ratio) / 2
        excess = float((np.square(ratio - usual) / variance).sum()) / 2 - count
        return excess > _SURE * math.sqrt(2 * count)

    @cached_property
    def usual(self) -> tuple[float, float]:
        """The mean variance of residuals of all items together, and its standard error; infinite if it is not told."""
        of_products, of_pairs = (float(np.linalg.norm(np.diag(error))) for error in self.errors)
        pairs = float(np.trace(self.pairs))
        if not pairs > _CLEAR * of_pairs:
            return 1.0, math.inf
        value = float(np.trace(self.products)) / pairs
        return max(value, 1e-6), math.hypot(of_products, value * of_pairs) / pairs

    @property
    def told(self) -> bool:
        """Whether residuals are told to vary at all."""
        usual, error = self.usual
        return usual > _CLEAR * error

    @cached_property
    def model(self) -> Floats:
        """K: a positive definite matrix."""
        ratio, variance = self.covariance
        usual, _ = self.usual
        own, doubt = np.diag(ratio), np.diag(variance)
        spread = max(float((np.square(own - usual) - doubt).mean()), 0.0)
        own = np.maximum(usual + (own - usual) * spread / (spread + doubt), _LEAST * usual)
        beside = ~np.eye(len(own), dtype=bool)
        if self.informative:
            sure = 1 / variance[beside]
            middle = float((ratio[beside] * sure).sum() / sure.sum())
            apart = (np.square(ratio - middle) - variance)[beside]
            spread = max(float((apart * np.sqrt(sure)).sum() / np.sqrt(sure).sum()), 0.0)
            shared = middle + (ratio - middle) * spread / (spread + variance)
        else:
            shared = np.zeros_like(ratio)
        values, vectors = np.linalg.eigh(np.where(beside, shared, np.diag(own)))
        found: Floats = (vectors * np.maximum(values, _FLOOR * usual)) @ vectors.T
        return found

    def predictions(self, rated: Floats, factor: float) -> Estimates:
        """Ratings of all items by users with these, NaN where unknown, shape (users, items). Known ones are kept.

        The interval is for the rating of one such user, as if residuals were normal; NaN where nothing is told.
        """
        usual, error = self.usual
        known = ~np.isnan(rated)
        count = known.sum(axis=1)[:, None]
        apart = np.where(known, np.nan_to_num(rated) - self.middles, 0.0)
        level = apart.sum(axis=1, keepdims=True) / (count + SHRINK)
        far = BOUND / PARTS
        left = np.where(known, np.clip(apart - level, -far, far), 0.0)
        value, rest = np.empty_like(apart), np.empty_like(apart)
        for row, places in enumerate(known):
            mine = np.flatnonzero(places)
            matrix = self.model[np.ix_(mine, mine)] + _RIDGE * usual * np.eye(len(mine))
            weights = np.linalg.solve(matrix, self.model[mine]) if len(mine) else np.zeros((0, len(places)))
            value[row] = left[row, mine] @ weights
            rest[row] = np.diag(self.model) - (self.model[mine] * weights).sum(axis=0)
        value = np.clip(self.middles + level + value, -1.0, 1.0)
        spread = np.maximum(rest, 0.0) + usual / (count + SHRINK) + (error if self.told else np.nan)
        std = np.sqrt(_TAILS * unclipped(usual / far**2) * spread + np.square(self.doubts))
        value, std = np.where(known, rated, value), np.where(known, 0.0, std)
        return Estimates(value, std, *(np.clip(value + side * factor * std, -1.0, 1.0) for side in (-1, 1)))


def unclipped(share: float) -> float:
    """The variance of a normal number over its variance after clipping at ±b, which is `share` of b^2; at most 4."""
    low, high = 0.5, 40.0  # b in standard deviations
    for _ in range(60):
        b = (low + high) / 2
        inside = math.erf(b / math.sqrt(2))
        density = math.exp(-(b**2) / 2) / math.sqrt(2 * math.pi)
        variance = (inside - 2 * b * density) / b**2 + (1 - inside)
        low, high = (b, high) if variance > share else (low, b)
    return min(4.0, 1 / (low**2 * share))
