r"""Decay of |E e^{iuX}| for X = log w(z) under a tilted normal z: upper bounds that also hold for every larger u.

Three arguments, each on cells between which everything is monotone or convex (mu, sigma and w as in `sampled`):
* on intervals B of X of length L <= pi/u the phases cannot cancel: 1 - cos v >= v^2 (1 - cos a) / a^2 for
  |v| <= a <= pi and |psi|^2 = E cos u(X - X'), so 1 - |psi(u)| >= sum P(B) Var(X|B) (1 - cos uL) / L^2, rising with u;
* X has a density of variation V, so |psi(u)| <= V/u;
* the line of integration may be moved up by d, which turns the phase into e^{-u arg w(z+id)}.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dpcore.tradeoff.argument import Array

# Ends of the intervals B, as quantiles: denser at both ends, as X may have a long tail or nearly an atom.
_TAIL = 0.1 * 0.55 ** np.arange(12.0)
_QUANTILES = np.concatenate(([0.0], _TAIL[::-1], np.linspace(0.2, 0.8, 7), 1.0 - _TAIL, [1.0]))
_ENDS = len(_QUANTILES)
# mu d of the shifted lines
_TURNS = np.array([0.25, 0.6, 1.0, 1.4, 1.9])


@dataclass(frozen=True, slots=True, eq=False)
class Tilted:
    """Lower and upper bounds of phi w^p on cells of z, up to a common factor; log w and sigma at their ends."""

    mu: float
    power: float
    z: Array
    loss: Array
    share: Array
    low: Array
    log_high: Array
    log_slope: float

    def phases(self, t: Array) -> Array:
        """Upper bound of log|psi| by intervals, for u from each t to the next one; 0 at the last."""
        with np.errstate(over="ignore"):
            lows, width = self.low / np.exp(self.log_high).sum(), float(self.z[1] - self.z[0])
        if not lows.any():
            return np.zeros_like(t)
        at = 0.5 * (self.loss[1:] + self.loss[:-1])
        # relative to the smallest, so that sums over short intervals near it are accurate
        at -= at[0]
        # the mean of the convex X over a cell is below the mean of its ends by at most this
        off = 0.125 * (width * self.mu) ** 2 * widest(self.share)
        sums = np.zeros((4, len(at) + 1))
        np.cumsum(np.stack((lows, lows * at, lows * at * at, lows * off * off)), axis=1, out=sums[:, 1:])
        cuts = np.searchsorted(sums[0], sums[0, -1] * _QUANTILES)
        cuts[0], cuts[-1] = 0, len(at)
        start, stop = np.triu_indices(_ENDS, 1)
        first, last = cuts[start], cuts[stop]
        mass, mean, square, lost = sums[:, last] - sums[:, first]
        length = self.loss[last] - self.loss[first]
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = np.maximum(square - mean * mean / mass - 1e-12 * sums[2, last], 0.0)
            spread = np.maximum(np.sqrt(spread) - np.sqrt(np.maximum(lost, 0.0)), 0.0) ** 2 / length**2
        spread = np.where((mass > 0.0) & (length > 0.0), spread, 0.0)
        fits = np.multiply.outer(np.append(t[1:], np.inf), np.maximum(length, 1e-300)) <= math.pi
        gain = np.where(fits, 2.0 * np.sin(0.5 * np.multiply.outer(t, length)) ** 2 * spread, 0.0)
        # the best sequence of disjoint intervals: |psi| <= sum P(B) |psi_B|
        best = np.zeros((len(t), _ENDS))
        for end in range(1, _ENDS):
            best[:, end] = np.max(best[:, :end] + gain[:, stop == end], axis=1)
        return np.asarray(np.log1p(-np.minimum(best[:, -1] * (1.0 - 1e-9), 0.999999)))

    def variation(self) -> float:
        """log V: the log-density of X has derivative -z + (p+1) mu sigma - mu, so it has at most three extrema."""
        humps = 1.0 if (self.power + 1.0) * self.mu**2 <= 4.0 else 2.0
        # the density is phi w^p over mu sigma, log sigma = mu z + log_slope - log w
        slope = math.log(self.mu) + self.mu * self.z[:-1] + self.log_slope - self.loss[:-1]
        peak = float(np.max(self.log_high - slope))
        return math.log(2.0 * humps) + peak - math.log(float(self.low.sum()) * float(self.z[1] - self.z[0])) + 1e-9

    def shifted_bound(self, t: Array) -> Array:
        """Upper bound of log|psi| by shifting the line."""
        theta = _TURNS[9.0 * self.mu >= _TURNS]
        if not len(theta):
            return np.zeros_like(t)
        # (|w(z+id)| / w)^p is largest where sigma (1-sigma) is smallest or, for p < 0, largest
        spread = self.share * (1.0 - self.share)
        spread = np.minimum(spread[1:], spread[:-1]) if self.power > 0.0 else widest(self.share)
        half = 2.0 * np.sin(0.5 * theta) ** 2
        rise = 0.5 * self.power * np.log1p(-2.0 * np.multiply.outer(half, spread))
        turn = np.arctan2(
            np.multiply.outer(np.sin(theta), self.share[:-1]), 1.0 - np.multiply.outer(half, self.share[:-1])
        )
        with np.errstate(under="ignore", over="ignore"):
            weight = np.exp(np.minimum(self.log_high + rise, 600.0))
            total = (np.exp(-np.multiply.outer(t, turn)) * weight).sum(axis=2)
            # beyond the ends phi w^p falls at least like e^{-8|z|}, and |w(z+id)| >= w cos(theta/2)
            width = float(self.z[1] - self.z[0])
            ends = max(self.log_high[0], self.log_high[-1]) + min(self.power, 0.0) * np.log(np.cos(0.5 * theta))
            total += np.exp(np.minimum(ends, 600.0)) * 2.0 / (8.0 * width)
            # values clipped at e^600 give no bound
            total = np.where(np.max(self.log_high + rise, axis=1) < 600.0, total, np.inf)
        logs = 0.5 * (theta / self.mu) ** 2 + np.log(np.maximum(total, 1e-300) / float(self.low.sum()))
        return np.asarray(np.minimum(logs.min(axis=1), 0.0))


def widest(share: Array) -> Array:
    """The largest sigma (1 - sigma) on each cell."""
    spread = share * (1.0 - share)
    return np.where((share[1:] > 0.5) & (share[:-1] < 0.5), 0.25, np.maximum(spread[1:], spread[:-1]))


def tilt(mu: float, power: float, z: Array, loss: Array, share: Array, log_slope: float) -> Tilted:
    """(log phi w^p)'' is between -1 - max(-p,0) mu^2/4 and -1 + max(p,0) mu^2/4; `log_slope` is log q - mu^2/2."""
    width = z[1] - z[0]
    rise = power * loss - 0.5 * z * z
    rise -= rise.max()
    bent = 0.125 * width * width
    sag = max(0.25 * power * mu**2 - 1.0, 0.0) * bent
    bulge = (1.0 + max(-0.25 * power * mu**2, 0.0)) * bent
    with np.errstate(under="ignore"):
        low = np.exp(np.minimum(rise[1:], rise[:-1]) - sag - 1e-9)
    high = np.maximum(rise[1:], rise[:-1]) + bulge + 1e-9
    return Tilted(mu, power, z, loss, share, low, high, log_slope)
