r"""A convex stand-in for the logistic loss of rows that were never seen, from their mean, covariance and scores.

Let the rows' vectors x have the mean m and the covariance S. Along public weights u the scores s = u x may be known by
their distribution (atoms s_k with shares q_k); then x is taken as m + b (s - mean of s) + r with b = S u / (u' S u) and
r normal with the covariance R = S - S u u' S / (u' S u), else as normal. With softplus(t) = log(1 + e^t),

    loss(w) = n sum_k q_k E softplus(w m_k + sqrt(w' R w) Z),     m_k the mean given s_k,

is convex, as an expected loss of some rows, and its derivatives follow from Stein's lemma. Expectations of the normal Z
are by Gauss-Hermite quadrature. Only differences of gradients are used, in steps that are corrected by noisy gradients
of the rows themselves (as in Shamir, Srebro & Zhang 2014, DANE): the stand-in decides how fast these converge, not to
what.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_NODES, _SHARES = np.polynomial.hermite_e.hermegauss(15)
_SHARES = _SHARES / _SHARES.sum()
_STEPS, _HALVINGS = 80, 30
_VARIED = 0.25  # the variance of scores below which their distribution matters less than the width of its bands
_SMALL = 1e-9  # of the largest eigenvalue, added to all of them


@final
@dataclass(frozen=True, slots=True)
class Surrogate:
    """The loss of n rows. means: m_k, shape (atoms, size). shares: q_k. rest: R."""

    rows: float
    means: Floats
    shares: Floats
    rest: Floats

    def value(self, weights: Floats) -> float:
        """The loss."""
        scores = self._scores(weights)
        return float(self.rows * (self.shares @ (np.logaddexp(0.0, scores) @ _SHARES)))

    def gradient(self, weights: Floats) -> Floats:
        """The gradient."""
        return self._first(expit(self._scores(weights)), self.rest @ weights)

    def both(self, weights: Floats) -> tuple[Floats, Floats]:
        """The gradient and the matrix of second derivatives."""
        high = expit(self._scores(weights))
        slope = high * (1 - high)
        along = self.rest @ weights
        once, twice, thrice = (
            self.shares * (part @ _SHARES) for part in (slope, slope * (1 - 2 * high), slope * (1 - 6 * slope))
        )
        cross = np.outer(twice @ self.means, along)
        curved = (self.means * once[:, None]).T @ self.means + cross + cross.T
        curved = curved + thrice.sum() * np.outer(along, along) + once.sum() * self.rest
        return self._first(high, along), self.rows * curved

    def _scores(self, weights: Floats) -> Floats:
        """The scores at the atoms and the nodes of the quadrature."""
        far = np.sqrt(max(float(weights @ self.rest @ weights), 0.0))
        found: Floats = (self.means @ weights)[:, None] + far * _NODES
        return found

    def _first(self, high: Floats, along: Floats) -> Floats:
        found: Floats = (self.shares * (high @ _SHARES)) @ self.means
        return self.rows * (found + (self.shares @ ((high * (1 - high)) @ _SHARES)) * along)

    def least(self, target: Floats, penalty: Floats, start: Floats) -> Floats:
        """The weights that minimise loss(w) - target w + w' penalty w / 2, by Newton's method with halved steps."""
        weights, value = start, np.inf
        for _ in range(_STEPS):
            first, second = self.both(weights)
            slope = first - target + penalty @ weights
            step = np.linalg.solve(_positive(second + penalty), slope)
            value = self._penalised(weights, target, penalty)
            gain, size = float(step @ slope), 1.0
            for _ in range(_HALVINGS):
                if self._penalised(weights - size * step, target, penalty) <= value - 1e-4 * size * gain:
                    break
                size /= 2
            else:
                # no smaller value is told apart by doubles: the last step of a method that converges
                return weights - step if np.abs(step).max() < 1e-6 else weights
            weights = weights - size * step
            if np.abs(step).max() < 1e-12:
                break
        return weights

    def _penalised(self, weights: Floats, target: Floats, penalty: Floats) -> float:
        return self.value(weights) - float(target @ weights) + float(weights @ penalty @ weights) / 2


def slope(mean: float, variance: float) -> float:
    """The mean of p (1 - p) for normal scores."""
    high = expit(mean + np.sqrt(max(variance, 0.0)) * _NODES)
    return float((high * (1 - high)) @ _SHARES)


def expit(scores: Floats) -> Floats:
    """The logistic function."""
    found: Floats = (1.0 + np.tanh(scores / 2)) / 2
    return found


def surrogate(
    rows: float, mean: Floats, covariance: Floats, weights: Floats, scores: tuple[Floats, Floats] | None
) -> Surrogate:
    """The stand-in. scores: the atoms and shares of the scores along `weights`; None if they are not known."""
    along = covariance @ weights
    varied = float(weights @ along)
    if scores is None or varied <= _VARIED:
        return Surrogate(rows, mean[None, :], np.ones(1), covariance)
    atoms, shares = scores
    means = mean + np.outer(atoms - shares @ atoms, along / varied)
    return Surrogate(rows, means, shares, covariance - np.outer(along, along) / varied)


def _positive(matrix: Floats) -> Floats:
    """The matrix with eigenvalues that are not below a small part of the largest."""
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    least = _SMALL * max(float(values[-1]), 1e-300)
    found: Floats = (vectors * np.maximum(values, least)) @ vectors.T
    return found
