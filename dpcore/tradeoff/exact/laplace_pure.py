r"""Laplace releases of large epsilon with pure releases: an exact finite sum over the number of truncated noises.

X of one Laplace release is e - 2 min(Y, e), where Y is 0 or, as likely, exponential. With v = 1/(1+t), the transform
of an exponential number, that of min(Y, e) is (1 + v)/2 + e^{-e(1+t)} (1 - v)/2; of pure releases likewise 1 + e^{-e}
e^{-te} over 1 + e^-e. So k Laplace releases among factors with X at most E have, u = (E - x)/2,
    delta(x) = 2^-k sum_t w_t sum_n c_n(j_t) G_n(u - a_t),      (1 + v)^{k-j} (1 - v)^j = sum_n c_n(j) v^n,
a_t = sum j_i e_i over the numbers j_i of truncated noises, w_t = prod C(k_i, j_i) e^{-a_t}, j_t the number of truncated
Laplace noises, and
    G_n(u) = E (1 - e^{-2 (u - Gamma_n)})_+ = 2 sum_{i > n, i - n odd} e^-u u^i / i!.
The first term is positive and at most delta. The signed terms have at most prod (1 + e^{-e_i})^{k_i} times its size.
This ratio is the loss of digits; it is small where epsilon is large.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import final

import numpy as np
from numpy.typing import NDArray

from dpcore.special import gammaln
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.exact.equal_laplace import GENTLE, MOST_TERMS, STEEPEST, Spline, terms_of
from dpcore.tradeoff.law import Law

# The most Laplace releases, factors and terms; the largest sum k e^-e, whose exponential is the loss of accuracy.
_MOST_TIMES, _MOST_FACTORS, _MOST_TERMS, _LOUDEST = 256, 32, 512, 10.0
_FAINT = 1e-24
# Size of the arrays.
_TOGETHER = 2**21
# (epsilon, how often)
Counted = list[tuple[float, int]]


@final
@dataclass(slots=True, eq=False)
class Gammas(Law):
    """The law as a_t, w_t and j_t, for `times` Laplace releases; omitted w_t add up to at most `rest` times the first.

    mean, sigma: the mean and standard deviation of X under Q.
    """

    end: float
    times: int
    at: Array
    weight: Array
    row: NDArray[np.int64]
    rest: float
    mean: float
    sigma: float
    _table: Array = field(init=False)

    def __post_init__(self) -> None:
        """The table of c_n(j) / 2^k, computed exactly and rounded once."""
        row, rows = [math.comb(self.times, n) for n in range(self.times + 1)], []
        for _ in range(int(self.row.max()) + 1):
            rows.append([each / 2**self.times for each in row])
            quotient = [0]
            for each in row[: self.times]:
                quotient.append(each - quotient[-1])
            row = [after - before for before, after in zip(quotient, [*quotient[1:], 0], strict=True)]
        self._table = np.array(rows)

    def reach(self) -> tuple[float, float]:
        """The sum of all epsilon, in both directions."""
        end = self.end * (1.0 + 64.0 * UNIT)
        return -end, end

    def middle(self) -> tuple[float, float]:
        """Mean and standard deviation of X under Q."""
        return self.mean, self.sigma

    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+, with x moved by its rounding error for each bound; delta at x < 0 by symmetry."""
        size = np.abs(x)
        slack = 64.0 * UNIT * (size + self.end)
        low, high = self._sum(size + slack)[0], self._sum(size - slack)[1]
        low, high = np.maximum(low, 0.0), np.where(size >= self.end + slack, 0.0, np.minimum(high, 1.0))
        certain, shrink = -np.expm1(-size), np.exp(-size)
        low = np.where(x < 0.0, (certain + shrink * low) * (1.0 - 8.0 * UNIT), low)
        return low, np.where(x < 0.0, np.minimum((certain + shrink * high) * (1.0 + 8.0 * UNIT), 1.0), high)

    def _sum(self, x: Array) -> Pair:
        low, high = np.zeros_like(x), np.zeros_like(x)
        # beyond this G is 1 to double precision
        most = min(0.5 * (self.end - float(x.min(initial=self.end))), 4.0 * self.times + 200.0)
        count = self.times + 40 + int(most + 12.0 * math.sqrt(max(most, 0.0)))
        for rows in np.array_split(np.arange(len(x)), 1 + len(x) * len(self.at) * count // _TOGETHER):
            u = np.clip(0.5 * (self.end - x[rows, None]) - self.at, 0.0, most)
            live = u.max(axis=0, initial=0.0) > 0.0
            live[0] = True
            grown = _gamma_terms(u[:, live], self.times, count)
            each, weight = self._table[self.row[live]], self.weight[live]
            whole = np.einsum("xtn,tn,t->x", grown, each, weight)
            lost = self._error(most, count) * np.einsum("xtn,tn,t->x", grown, np.abs(each), weight)
            lost += self.rest * weight[0] * (grown[:, 0] @ self._table[0])
            # where signs alternate u is not moved outwards: G_n' <= G_{n-1}, G_0' <= 2, and C(k, n) <= k C(k, n-1)
            signed = np.where(self.row[live] > 0, weight, 0.0)
            moved = self.times * (grown @ self._table[0]) + 2.0 * self._table[0, 0]
            lost += 64.0 * UNIT * self.end * (moved @ signed)
            low[rows], high[rows] = whole - lost, whole + lost
        return low, high

    def _error(self, most: float, count: int) -> float:
        """The relative error of a term, from the exponents and from sums."""
        exponent = most + 2.0 * count * math.log(count + most) + 800.0
        return UNIT * (8.0 * exponent + 2.0 * count + self.times + len(self.at) + 64.0)

    def guess(self, delta: float) -> float:
        """Approximate x with this delta, by bisection."""
        low, high = 0.0, self.end
        for _ in range(5):
            x = np.linspace(low, high, 18)
            inside = int(np.argmax(np.append(self.delta(x)[1][1:] <= delta, True)))
            low, high = float(x[min(inside, 16)]), float(x[min(inside, 16) + 1])
        return high


def noise(laplaces: Counted, pures: Counted, mean: float, sigma: float) -> Spline | Gammas | None:
    """The law of the product; None if accuracy would be lost, or there are too many terms."""
    (shift, times), splines = laplaces[0], None
    terms = terms_of(shift, times) if len(laplaces) + len(pures) == 1 else MOST_TERMS + 1
    if terms <= MOST_TERMS and terms * shift <= STEEPEST:
        splines = Spline(shift, times, terms)
    if splines and shift <= GENTLE:
        return splines
    return _gammas(laplaces, pures, mean, sigma) or splines


def _gammas(laplaces: Counted, pures: Counted, mean: float, sigma: float) -> Gammas | None:
    times = sum(n for _, n in laplaces)
    if len(laplaces) + len(pures) > _MOST_FACTORS or any(n > _MOST_TERMS for _, n in pures):
        return None
    if not 0 < times <= _MOST_TIMES or math.fsum(n * math.exp(-e) for e, n in laplaces) > _LOUDEST:
        return None
    at, weight, row, rest = np.zeros(1), np.ones(1), np.zeros(1, dtype=np.int64), 0.0
    for counted, (loss, count) in [*((1, each) for each in laplaces), *((0, each) for each in pures)]:
        terms = np.arange(count + 1.0)
        logs = np.array([math.log(math.comb(count, j)) - j * loss for j in range(count + 1)])
        scale = 0.0 if counted else count * math.log1p(math.exp(-loss))
        at = np.add.outer(at, terms * loss).ravel()
        with np.errstate(under="ignore"):
            weight = np.multiply.outer(weight, np.exp(logs - scale)).ravel()
        row = np.add.outer(row, counted * terms.astype(np.int64)).ravel()
        live = weight > _FAINT * weight[0]
        rest += float(weight[~live].sum() / weight[0])
        at, weight, row = at[live], weight[live], row[live]
        if len(at) > _MOST_TERMS:
            return None
    end = math.fsum(n * e for e, n in [*laplaces, *pures])
    # the truncation error of a factor is multiplied by all others
    others = math.fsum(n * math.log1p(math.exp(-e)) for e, n in [*laplaces, *pures])
    if rest > 0.0 and others > 600.0:
        return None
    rest *= 2.0 * math.exp(min(others, 600.0))
    return Gammas(end, times, at, weight, row, rest, mean, sigma)


def _gamma_terms(u: Array, times: int, count: int) -> Array:
    """G_n(u) for n = 0 ... times, along a last axis."""
    i = np.arange(1.0, count + 1.0)
    with np.errstate(divide="ignore", under="ignore"):
        chance = np.exp(np.log(u)[..., None] * i - u[..., None] - gammaln(i + 1.0))
    tails = np.empty_like(chance)
    for first in (0, 1):
        tails[..., first::2] = 2.0 * np.cumsum(chance[..., first::2][..., ::-1], axis=-1)[..., ::-1]
    return np.asarray(tails[..., : times + 1])
