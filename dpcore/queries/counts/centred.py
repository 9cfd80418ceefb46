r"""Row counts of several conditions as one integer vector, with its sensitivity.

A row meets k of the q conditions, least <= k <= most, and two rows differ in at most D (`dpcore.table.overlap`). The
vector is W n for n rows and, for each condition with count c, the centred count g c - b n. Let a = b / g.

One row        The part of the centred counts has the squared L2 norm g^2 S with S = k (1 - 2a) + q a^2, and the L1 norm
               g S with S = k (1 - a) + (q - k) a. Both are linear in k, so they are largest at `least` or at `most`.
Two rows       n does not change, and at most D centred counts change, each by g: L2 norm g sqrt(D), L1 norm g D.

Which conditions these are changes no norm, because all centred counts have the same noise. Several rows a unit, groups
and rows left out follow as `dpcore.sensitivity.additive` says. L2 is smallest at a = 1/2, or at the end of
[least/q, most/q] nearest to it: S = q/4 if a row can meet half of the conditions. L1 is smallest at 0, 1/2 or 1.

If the number of rows is public, the counts themselves are released, with noise for sqrt(D) or D.

Counts are in parts of 1/1024, so that the rounding of noise to integers is negligible.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.mechanisms import Mu, Price
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.overlap import Overlap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Floats = NDArray[np.float64]

_FINE = 2**10  # parts of a count: noise is rounded to them, which does not widen it noticeably
# The error of a share p grows with (p - a)^2 through the noise in n; the split is optimised for its average over all p.
_AWAY = Fraction(1, 12)
_MIDDLES = (Fraction(0), Fraction(1, 2), Fraction(1))


@final
@dataclass(frozen=True, slots=True)
class Facts:
    """The public facts on which the vector depends. groups: the number of groups of rows.

    rows_public: whether the number of rows is public. optional: whether a row can be left out, or a unit has several.
    """

    queries: int
    overlap: Overlap
    neighbors: Neighbors
    max_rows: int
    groups: int
    rows_public: bool
    optional: bool


@final
@dataclass(frozen=True, slots=True)
class Centred:
    """The vector W n, g c_1 - b n, .., g c_q - b n. ratio: the wanted scale of n's noise relative to a count's."""

    rows: int
    unit: int
    centre: int
    ratio: float = 1.0

    @property
    def moments(self) -> Floats:
        """The matrix from W n and g c - b n to n and 2c - n."""
        return np.array([[1 / self.rows, 0], [(2 * self.centre / self.unit - 1) / self.rows, 2 / self.unit]])

    def statistic(self, facts: Facts) -> Linear:
        """The vector with its sensitivity and, for a price in mu, the split of the noise."""
        size, over = facts.queries, facts.overlap
        rows = [self._row(size, met, start) for met in sorted({over.least, over.most}) for start in range(size)]
        differences = [(0, *_turned([self.unit] * over.differing, size, start)) for start in range(size)]
        contribution = Contribution(
            tuple(rows), facts.neighbors, facts.max_rows, facts.groups, facts.optional, differences=tuple(differences)
        )
        matrix = [(self.rows, *(0,) * size)]
        matrix += [(-self.centre, *(self.unit if at == place else 0 for at in range(size))) for place in range(size)]
        largest = [max(abs(row[place]) for row in rows) for place in range(size + 1)]
        scales = [self.rows * self.ratio, *(self.unit,) * size]
        weights = tuple((value / scale**2) ** 2 for value, scale in zip(largest, scales, strict=True))
        return Linear(contribution, tuple(matrix), weights)

    def _row(self, size: int, met: int, start: int) -> tuple[int, ...]:
        """What a row adds that meets `met` conditions, from number `start` on."""
        return (self.rows, *(value - self.centre for value in _turned([self.unit] * met, size, start)))


def centred(facts: Facts, price: Price) -> Centred:
    """The vector for a price."""
    if facts.rows_public:
        return Centred(1, _FINE, 0)
    return _for_mu(facts) if isinstance(price, Mu) else _for_epsilon(facts)


def _for_mu(facts: Facts) -> Centred:
    """The variance of n's noise, relative to a count's, minimises the error of a share at a given price."""
    size, over = facts.queries, facts.overlap
    middle = sorted((Fraction(over.least, size), Fraction(1, 2), Fraction(over.most, size)))[1]
    part = max(met * (1 - 2 * middle) + size * middle**2 for met in (over.least, over.most))
    variance = 1 / math.sqrt(_AWAY * part) if part else 1.0
    if (spare := _spare(facts, part)) > 0:
        variance = min(variance, float(1 / spare))
    unit = _FINE * middle.denominator
    return Centred(unit, unit, _FINE * middle.numerator, math.sqrt(variance))


def _for_epsilon(facts: Facts) -> Centred:
    """The factor of n minimises the error of a share: (W + S)^2 (1 + away / W^2), so W^3 = away S in counts."""
    size, over = facts.queries, facts.overlap
    parts = {
        middle: max(met * (1 - middle) + (size - met) * middle for met in (over.least, over.most))
        for middle in _MIDDLES
    }
    middle = min(_MIDDLES, key=parts.__getitem__)
    rows = max(math.cbrt(_AWAY * parts[middle]), float(_spare(facts, parts[middle])))
    return Centred(max(1, round(2 * _FINE * rows)), 2 * _FINE, int(2 * _FINE * middle))


def _spare(facts: Facts, part: Fraction) -> Fraction:
    """How much of the norm n can use for nothing, because two rows in place of each other change more than one row."""
    if facts.neighbors == "add_remove":
        return Fraction(0)
    return Fraction(facts.overlap.differing, 1 if facts.groups == 1 else 2) - part


def _turned(values: list[int], size: int, start: int) -> list[int]:
    """The values, then zeros, as a circle of a given size that begins at `start`."""
    whole = values + [0] * (size - len(values))
    return whole[-start:] + whole[:-start] if start else whole
