"""A threshold rule from noisy cumulative counts by label, with margins that hold for all thresholds at once."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.question.compared import Outcome, Probabilities, outcome, probabilities
from dpcore.statistic import Projection

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Line = tuple[float, float, float, float]
"""Estimate, standard error, low and high."""


@final
@dataclass(frozen=True)
class Rule:
    """A rule that says true on one side of an edge. place: of the edge, 0 to K. above: whether from the edge on.

    first, last: the places of edges that may be the best ones. error: its share of mislabelled rows. best: a bound of
    the least share, with its ends. sides: the shares of true below the edge and from it on. rows: their number.
    base: the share that the most frequent label mislabels. told: whether anything is known. labelled: whether the rule
    labels more rows rightly than that label. shares: how good those of its sides are. tolerance: the largest margin of
    a share.
    """

    place: int
    above: bool
    first: int
    last: int
    error: Line
    best: Line
    sides: tuple[Line, Line]
    rows: Line
    base: Line
    told: bool
    labelled: Outcome
    shares: Probabilities
    tolerance: float


@final
class _Counts:
    """Weighted sums of noisy coordinates."""

    def __init__(self, projection: Projection, noisy: Floats, std: float) -> None:
        size = projection.factor.coordinates
        self.decoder = projection.decoded.prefixes(np.eye(size)).T  # shape (cells, coordinates)
        self.noisy, self.std = noisy.reshape(2, size), std

    def value(self, weights: Floats) -> float:
        """A sum with weights of shape (2, coordinates)."""
        return float((weights * self.noisy).sum())

    def error(self, weights: Floats) -> float:
        """Its standard error."""
        return self.std * float(np.sqrt(np.square(weights).sum()))

    def upto(self, label: int, place: int) -> Floats:
        """The weights of the rows with a label below an edge."""
        found = np.zeros_like(self.noisy)
        if place:
            found[label] = self.decoder[place - 1]
        return found

    def share(self, part: Floats, whole: Floats, factor: float) -> Line:
        """A part of a whole of rows; without margins where the rows may be noise."""
        rows = self.value(whole)
        share = min(max(self.value(part) / max(rows, 1.0), 0.0), 1.0)
        if not rows > 2 * factor * self.error(whole):
            return share, nan, nan, nan
        error = self.error(part - share * whole) / rows
        return share, error, max(share - factor * error, 0.0), min(share + factor * error, 1.0)


def learnt(projection: Projection, noisy: Floats, std: float, factor: float, each: float) -> Rule:
    """The rule of the least noisy share of mislabelled rows; the first of several."""
    counts, cells = _Counts(projection, noisy, std), projection.factor.cells
    true, false = counts.upto(1, cells), counts.upto(0, cells)
    rows = true + false
    wrong = [counts.upto(1, place) + false - counts.upto(0, place) for place in range(cells + 1)]
    shares = np.array([counts.share(part, rows, each) for part in wrong])
    told = not np.isnan(shares[0, 1])
    mistakes = np.stack([shares[:, 0], 1 - shares[:, 0]])
    turned, place = np.unravel_index(int(mistakes.argmin()), mistakes.shape)
    own, size = bool(turned), int(place)
    found: Line = _turned(tuple(shares[size])) if own else tuple(shares[size])
    far = each * shares[:, 1]
    most = float((mistakes + far).min()) if told else nan
    near = np.flatnonzero((mistakes - far <= most).any(axis=0)) if told else np.array([0, cells])
    base = max((counts.share(part, rows, factor) for part in (true, false)), key=lambda line: line[0])
    label = true if base[0] == counts.share(true, rows, factor)[0] else false
    kept = rows - wrong[size] if not own else wrong[size]
    value, error = max(counts.value(rows), 0.0), counts.error(rows)
    below = counts.upto(1, size), counts.upto(0, size) + counts.upto(1, size)
    return Rule(
        place=size,
        above=not own,
        first=int(near.min()),
        last=int(near.max()),
        error=found,
        best=(found[0], found[1], max(float((mistakes - far).min()), 0.0), most) if told else (found[0], nan, nan, nan),
        sides=(counts.share(*below, each), counts.share(true - below[0], rows - below[1], each)),
        rows=(value, error, max(value - factor * error, 0.0), max(value + factor * error, 0.0)),
        base=_turned(base),
        told=told,
        labelled=outcome(counts.value(kept - label), each * counts.error(kept - label)),
        shares=_shares(counts, below, (true, rows), each),
        tolerance=float(far.max()) if told else nan,
    )


def _shares(counts: _Counts, below: tuple[Floats, Floats], all_: tuple[Floats, Floats], each: float) -> Probabilities:
    """How good the shares of true on both sides are. below, all_: the weights of true rows and of rows."""
    parts = [below[1] - below[0], below[0]]
    parts += [all_[1] - all_[0] - parts[0], all_[0] - parts[1]]
    weights = np.stack([part.ravel() for part in parts])
    found = (weights @ counts.noisy.ravel()).reshape(2, 2)
    sizes = found.sum(axis=1, keepdims=True)
    whole = found.sum(axis=0) / max(float(found.sum()), 1.0)
    shares = np.where(sizes > 1.0, found / np.maximum(sizes, 1.0), whole).clip(0.0, 1.0)
    return probabilities(found, counts.std**2 * weights @ weights.T, shares, sizes.ravel() > 1.0, each)


def _turned(line: Line) -> Line:
    """One minus a share."""
    share, error, low, high = line
    return 1 - share, error, 1 - high, 1 - low


def tolerance(projection: Projection, std: float, each: float, rows: float) -> float:
    """The margin of a mislabelled share of so many rows, half of them on each side."""
    size = projection.factor.coordinates
    decoder = projection.decoded.prefixes(np.eye(size)).T
    middle = np.concatenate([decoder[(len(decoder) - 1) // 2], decoder[-1] / 2])
    return each * std * sqrt(float(np.square(middle).sum())) / max(rows, 1.0)
