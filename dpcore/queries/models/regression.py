r"""Least squares from noisy moments: coefficients with intervals for sampling, noise and the bias of a ridge.

In entries from -1 to 1: H = X'X of the intercept and the features, h = X'y, both with noise E and e of known variances.
The estimate is b = (H + L I)^-1 h with L = max(0, s sqrt(2 p) - the least eigenvalue of H), p the number of
coefficients: the edge of the spectrum of noise whose standard deviation is s on the diagonal and s / sqrt(2) beside it.
So L is 0 unless the noise could make H singular. With A = H + L I,

    b - beta = A^-1 (X'r + e - E beta - L beta),          r the residuals,

whose covariance is A^-1 (var(r) H + N) A^-1, N that of e - E beta, and whose bias is -L A^-1 beta; b stands for beta.
This is the delta method of errors in variables (Fuller 1987, section 2.2) for noise of known variances.

Rows with a value that too few have are left out: their sums of the terms and of y are released, n_r m_r and S_r, so
H - n_r m_r m_r' and h - m_r S_r are nearly those of the other rows. What is left of them is their scatter around their
means, which has the same slopes. A row with several such values is left out once. Means that the noise hides are taken
as 0; how far this may move b is added to its covariance, by how far the rows seem to be from the fit.

Nothing is told of coefficients where the least eigenvalue of H is below `_CLEAR` times the edge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.models.features import Features

    Floats = NDArray[np.float64]
    Places = NDArray[np.int64]

_CLEAR = 2.0
"""The least eigenvalue, over the edge of the noise, from which margins are stated."""


Figure = tuple[float, float]
"""A number and its standard error."""


@final
@dataclass(frozen=True, slots=True)
class Fit:
    """A fit in entries from -1 to 1.

    beta: the coefficients, that of the constant first. covariance: of their noise and sampling errors. pull: by how
    much a ridge may have moved them. told: whether margins can be stated. rows: the noisy number of rows, at least 1.
    residual, total: the variances around the fit and around the mean, 0 or more. gain: 1 - residual / total; 0, with an
    unknown error, where noise may be all there is of the total. few: of each term, 0, or its sign in rows with a value
    that too few have. firsts: the terms of each category whose first value too few have. offsets: what each of these
    adds to the target, against the value that the fit compares with; a rough estimate.
    """

    beta: Floats
    covariance: Floats
    pull: Floats
    told: bool
    rows: float
    residual: Figure
    total: Figure
    gain: Figure
    few: tuple[int, ...] = ()
    firsts: tuple[tuple[int, ...], ...] = ()
    offsets: tuple[float, ...] = ()

    def widened(self, used: list[int], common: Common) -> Fit:
        """The fit for the terms at the places `used`, against first values; terms that it has not are as those."""
        kept, size = [used.index(place) for place in common.kept], len(used)
        beta, pull, covariance = np.zeros(size), np.zeros(size), np.zeros((size, size))
        beta[kept], pull[kept] = self.beta, self.pull
        covariance[np.ix_(kept, kept)] = self.covariance
        firsts = tuple(tuple(map(used.index, others)) for others in common.firsts.values())
        for others, offset in zip(firsts, self.offsets, strict=True):  # predictions of other values stay
            beta[0] += offset
            beta[list(others)] -= offset
        return replace(self, beta=beta, pull=pull, covariance=covariance, few=common.few, firsts=firsts)

    @property
    def untold(self) -> NDArray[np.bool_]:
        """The coefficients without margins: of values that too few rows have, or that are compared with such a one."""
        found: NDArray[np.bool_] = np.array(self.few) != 0
        found[0] = -1 in self.few  # that of rows where a flag is false
        for others in self.firsts:
            found[[0, *others]] = True
        return found

    def unknown(self, entries: Floats) -> NDArray[np.bool_]:
        """The rows with a value that too few have. entries: the terms of rows, shape (rows, terms)."""
        signs = np.array(self.few)
        found = ((entries == signs) & (signs != 0)).any(axis=1)
        for others in self.firsts:
            found |= (entries[:, list(others)] == 0).all(axis=1)
        return np.asarray(found)


def fit(moments: Floats, variances: Floats, places: Places, common: Common, target: int, ridged: bool = True) -> Fit:
    """The fit of the variable at the place `target` by the kept terms, on the rows whose values many have.

    moments, variances: of `Features.entries`. places: `Features.places`. ridged: False for moments without noise, whose
    margins noise of these variances would give.
    """
    count = len(common.kept)
    both = [*common.kept, target, *(place for place in range(len(places)) if place not in {*common.kept, target})]
    inner, rare = places[np.ix_(both, both)], common.rare[:, both]
    whole, noise = (np.where(inner >= 0, values[inner], 0.0) for values in (moments, variances))
    rows = max(1.0, float(moments[0]))
    left_out = _left_out(rare, whole, noise, count)
    rare = left_out.weights[:, None] * rare
    gram = whole[:count, :count] - (left_out.means * left_out.rows) @ left_out.means.T
    edge = _edge(noise[:count, :count])
    values = np.linalg.eigvalsh(gram)
    least = float(values[0])
    ridge = max(edge - least if ridged else 0.0, 0.0, 1e-9 * max(rows, float(np.abs(values).max())) - least)
    inverse = np.linalg.inv(gram + ridge * np.eye(count))
    sums = np.eye(len(both))[:count] - left_out.means @ rare  # X'r of the rows that are not left out
    beta = np.asarray(inverse @ sums @ whole[:, count], dtype=np.float64)
    signs = np.zeros(len(both))  # whole @ signs = X'r, and signs @ whole @ signs = r'r
    signs[: count + 1] = *-beta, 1.0
    left = _square(signs, inner, moments, variances)
    mean = np.zeros(len(both))
    mean[[0, count]] = -whole[0, count] / rows, 1.0
    total = _square(mean, inner, moments, variances)
    residual = left[0] / max(1.0, rows - count)
    slope = _slope(signs, inner, len(moments))
    spread, beside = sums @ slope, rare @ slope
    effects = np.maximum(np.square(rare @ whole @ signs) - np.square(beside) @ variances, 0.0)
    sampling = residual * (gram + ridge * np.eye(count)) + np.diag(np.square(left_out.doubts) @ effects)
    covariance: Floats = inverse @ (sampling + (spread * variances) @ spread.T) @ inverse
    return Fit(
        beta,
        covariance,
        np.asarray(np.abs(ridge * (inverse @ beta)), dtype=np.float64),
        common.apart and least > _CLEAR * edge,
        rows,
        _varied((residual, left[1] / rows), rows),
        _varied((total[0] / max(1.0, rows - 1), total[1] / rows), rows),
        _gain(signs, mean, inner, moments, variances, (rows - 1) / max(1.0, rows - count)),
        offsets=tuple(_offset(both.index(first), whole, noise, signs) for first in common.firsts),
    )


def _offset(place: int, whole: Floats, noise: Floats, signs: Floats) -> float:
    """The mean distance from the fit of the rows of a value, drawn to 0 where the noise hides their number."""
    rows = max(float(whole[place, 0]), 2 * float(np.sqrt(noise[place, 0])))
    return float(np.clip(whole[place] @ signs / rows, -2.0, 2.0)) if rows else 0.0


def needed(variances: Floats, places: Places, used: list[int]) -> float:
    """The least eigenvalue of X'X from which margins are nearly always stated, whatever the noise takes from it."""
    inner = places[np.ix_(used, used)]
    return (_CLEAR + 1) * _edge(np.where(inner >= 0, variances[inner], 0.0))


def _edge(noise: Floats) -> float:
    """The edge of the spectrum of noise of these variances."""
    return float(np.sqrt(2 * len(noise) * max(np.diag(noise).max(), 2 * noise.max())))


@final
@dataclass(frozen=True, slots=True)
class Common:
    """The terms whose values many rows have, against a value of each category that many have.

    kept: their places, 0 first. few: for each place that was asked for, 0, or its sign in rows with a value that too
    few have. firsts: the other places of each category whose first value, at this place, too few rows have. rare: for
    each value that too few have, the sum of entries that is 1 in its rows and 0 in others; shape (values, places).
    apart: whether each category has a value that enough rows have; otherwise no coefficient is estimated.
    """

    kept: list[int]
    few: tuple[int, ...]
    firsts: dict[int, tuple[int, ...]]
    rare: Floats
    apart: bool = True

    @classmethod
    def all_of(cls, used: list[int], size: int) -> Common:
        """All of these places, of so many."""
        return cls(used, (0,) * len(used), {}, np.zeros((0, size)))


def common(moments: Floats, variances: Floats, products: Features, used: list[int]) -> Common:
    """Which of the terms at these places have enough rows for a coefficient of their own.

    The noisy count of the value of a category, or of a flag, must be clear of the edge of the noise. The values of a
    category are compared with its first one, or with the most frequent one if too few rows have the first.
    """
    places = products.places
    inner, size = places[np.ix_(used, used)], len(places)
    least = 2 * _CLEAR * _edge(np.where(inner >= 0, variances[inner], 0.0))
    found, firsts, rare, compared = dict.fromkeys(used, 0), dict[int, tuple[int, ...]](), list[Any](), set[int]()
    apart = True
    for values in products.categories:
        if values[-1] not in found:
            continue
        counts = {place: float(moments[places[0, place]]) for place in values}
        first, *others = values
        most = max(values, key=lambda place: counts[place])
        if counts[first] < least:
            firsts[first] = tuple(others)
            compared.add(most)
        apart = apart and counts[most] >= least
        for place in values:
            if counts[place] < least:
                rare.append(np.eye(size)[place])
                found |= {place: 1} if place != first else {}
    for place in products.flags:
        total = float(moments[0])
        true = (total + float(moments[places[0, place]])) / 2
        if place in found and min(true, total - true) < least:
            found[place] = 1 if true < total - true else -1
            rare.append((np.eye(size)[0] + found[place] * np.eye(size)[place]) / 2)
    kept = [place for place in used if not found[place] and place not in compared]
    return Common(kept, tuple(found.values()), firsts, np.array(rare).reshape(-1, size), apart)


@final
@dataclass(frozen=True, slots=True)
class _LeftOut:
    """The rows of rare values: means of the kept terms and doubts of them, shape (terms, values).

    weights: the share of the rows of each value that are not among those of values before it. rows: their numbers.
    """

    means: Floats
    doubts: Floats
    weights: Floats
    rows: Floats


def _left_out(rare: Floats, whole: Floats, noise: Floats, count: int) -> _LeftOut:
    """The number of rows of each rare value and their means of the first `count` terms, in [-1, 1]."""
    sums, stds = whole[:count] @ rare.T, np.sqrt(noise[:count] @ np.square(rare).T)
    rows = np.maximum(sums[0], 0.0)
    least = np.maximum(rows, 2 * stds[0])
    means, doubts = np.clip(sums / least, -1.0, 1.0), np.minimum(2 * stds / least, 1.0)
    means[0], doubts[0] = 1.0, 0.0
    shares = np.clip(rare @ whole @ rare.T / least[:, None], 0.0, 1.0)
    order = np.argsort(-rows, kind="stable")
    before = np.argsort(order)[None, :] < np.argsort(order)[:, None]
    weights = np.maximum(1.0 - (shares * before).sum(axis=1), 0.0)
    return _LeftOut(means, doubts, weights, weights * rows)


def _varied(figure: Figure, rows: float) -> Figure:
    """A variance with the error of sampling added to that of its noise, as for normal values."""
    return figure[0], float(np.hypot(figure[1], figure[0] * np.sqrt(2 / rows)))


def _gain(signs: Floats, mean: Floats, places: Places, moments: Floats, variances: Floats, share: float) -> Figure:
    """1 - share * left / total, with the error that noise and sampling give it by the delta method.

    Where the coefficients explain nothing, the error of sampling is that of chance: two over n for each, in its square.
    """
    left, total = (_square(weights, places, moments, variances) for weights in (signs, mean))
    if not total[0] > 4 * total[1]:
        return 0.0, np.nan
    part = left[0] / total[0]
    slope = (_gradient(signs, places, len(moments)) - part * _gradient(mean, places, len(moments))) / total[0]
    gain = 1 - share * part
    rows = max(1.0, float(moments[0]))
    inside = min(max(gain, 0.0), 1.0)
    sampling = (4 * inside + 2 * np.count_nonzero(signs) / rows) * (1 - inside) ** 2 / rows
    return gain, float(np.sqrt(np.square(share * slope) @ variances + sampling))


def _square(signs: Floats, places: Places, moments: Floats, variances: Floats) -> Figure:
    """signs' M signs for the symmetric matrix M of moments, at least 0, and its standard error from noise."""
    gradient = _gradient(signs, places, len(moments))
    return max(float(gradient @ moments), 0.0), float(np.sqrt(np.square(gradient) @ variances))


def _gradient(signs: Floats, places: Places, size: int) -> Floats:
    """The derivatives of signs' M signs by the moments."""
    found: Floats = signs @ _slope(signs, places, size)
    return found


def _slope(signs: Floats, places: Places, size: int) -> Floats:
    """The derivatives of M signs by the moments, shape (len(signs), moments); equal entries of M are one moment."""
    slope = np.zeros((len(signs), size))
    for row, column in np.argwhere(places >= 0):
        slope[row, places[row, column]] += signs[column]
    return slope
