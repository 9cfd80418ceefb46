r"""A factor for answers whose noise has a chosen covariance: the Mahalanobis mechanism, in exact integers.

The answers W h of the counts h get Gaussian noise of covariance c M, where M is public, symmetric and positive definite
and c is the smallest number for the price: mu = sup |M^-1/2 W (h - h')| / sqrt(c) over neighbours h, h' (Hall, Rinaldo
& Wasserman 2013, Prop. 3; the exact curve: Dong, Roth & Su 2022, Thm 2.7).

**Integers.** W = diag(d) V with whole V. With powers of two b, N = diag(b) M diag(b) has its diagonal in (1/4, 1];
write N = L L' (Cholesky) and f = b d. T = J V is released with independent noise of one size s, and diag(d) J^-1
answers:

    J = S L^-1 diag(f), rounded once to the nearest integers         S = 2^30 / the least f, rounded up

The elimination is done in exact fractions of the decimal numbers of M and W, so that J is the same on every machine.

**Reach.** T is an integer matrix, and its reach is that of `dpcore.statistic.waves.projection` for `Dense` factors: the
exact supremum of |T (h - h')|. Neither this nor unbiasedness, diag(d) J^-1 T = W, depends on the rounding of J.

**Covariance.** J = S (L^-1 + E) diag(f) with |E_ij| <= 1 / (2 S f_j) <= 2^-31 for j <= i, and E_ij = 0 for others. The
noise of the answers has the covariance (s/S)^2 diag(1/b) A^-1 N A'^-1 diag(1/b) with A = I + L E. As |L|^2 <= trace N
<= q for q queries, |L E| <= sqrt(q) |E|_F <= e = 2^-31 q sqrt((q + 1) / 2). So for every combination u of the queries
the variance is between (1 + e)^-2 and (1 - e)^-2 times (s/S)^2 u' M u: a relative error of at most `ERROR`, for
q <= MOST_QUERIES.

Rounding noise to whole numbers adds 1/12 to s^2, which is above 2^40 at every price up to mu = 100: for a column v of V
or a difference of two, |T v| is about S |L^-1 diag(f) v| >= 2^30 |v| / sqrt(q), as no eigenvalue of N exceeds q.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore.number import exact
from dpcore.statistic.waves.dense import Dense

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

Matrix = tuple[tuple[float, ...], ...]
Whole = tuple[tuple[int, ...], ...]
Lower = tuple[tuple[Fraction, ...], ...]

CHOSEN = "chosen"
MOST_QUERIES = 64
"""The largest number of queries with a chosen covariance."""
ERROR = 1e-6
"""The relative error of the covariance in every direction; the module docstring proves it."""
MOST_INFLATION = 10**6
"""The largest ratio of a query's variance to its variance given the noise of the other queries (`inflation`)."""
MOST_CANCELLATION = 10**5
"""The largest `cancellation` for which doubles decode an answer of up to 10^9 rows to a small fraction of one row."""
_SCALE = 2**30
_PARTS = 10**30  # doubles of at least 1e-13 are multiples of 1 / _PARTS; smaller covariances are rounded to a multiple
_WHOLE = 2**40  # weights of more digits are rounded to this many parts of the largest weight in their row


def inflation(covariance: Matrix) -> float:
    """The largest M_ii (M^-1)_ii: 1 if M is diagonal, infinite unless M is positive definite."""
    found = eliminated(covariance)
    if found is None:
        return math.inf
    columns = range(len(covariance))
    parts = [[float(row[column]) ** 2 / float(row[place]) for column in columns] for place, row in enumerate(found)]
    return max(covariance[column][column] * math.fsum(row[column] for row in parts) for column in columns)


@lru_cache(maxsize=64)
def eliminated(covariance: Matrix) -> Lower | None:
    """D^-1 U^-1 for a symmetric M = U D U' with ones on the diagonal of U; None unless M is positive definite.

    Whether M is positive definite is decided in exact integers: if and only if all pivots D_ii are positive
    (Sylvester). Each row of the result is the last row of the inverse of a leading block of M, and ends with 1 / D_ii.
    """
    from flint import fmpz_mat

    whole = [[round(exact(entry) * _PARTS) for entry in row] for row in covariance]
    rows = []
    for size in range(1, len(whole) + 1):
        block = fmpz_mat([row[:size] for row in whole[:size]])
        try:
            solution = block.solve(fmpz_mat([[int(place == size - 1)] for place in range(size)]))
        except ZeroDivisionError:
            return None
        row = [_fraction(solution[place, 0] * _PARTS) for place in range(size)]
        if row[-1] <= 0:
            return None
        rows.append((*row, *[Fraction(0)] * (len(whole) - size)))
    return tuple(rows)


@lru_cache(maxsize=64)
def chosen(matrix: Matrix, covariance: Matrix) -> tuple[Dense, Doubles]:
    """T, and diag(d) J^-1 of shape (queries, queries), which answers the queries of `matrix` from T h.

    covariance: positive definite, a row and a column for each query.
    """
    steps, whole = zip(*map(_row, matrix), strict=True)
    least = min(_power(exact(row[place])) * steps[place] for place, row in enumerate(covariance))
    size, found = math.ceil(_SCALE / least), eliminated(covariance)
    assert found is not None
    # L^-1 diag(f) = D^-1/2 U^-1 diag(1/b) diag(b d) = D^1/2 (D^-1 U^-1) diag(d)
    factor = [
        [_root(size * step, entry, row[place]) for entry, step in zip(row, steps, strict=True)]
        for place, row in enumerate(found)
    ]
    lines = np.array(factor, dtype=object) @ np.array(whole, dtype=object)
    decoder = _inverse(factor, steps)
    decoder.setflags(write=False)
    return Dense(CHOSEN, tuple(tuple(map(int, line)) for line in lines)), decoder


def cancellation(matrix: Matrix, covariance: Matrix) -> float:
    """The largest ratio, over the queries, of the terms whose sum is an answer to the answer's own weights.

    Answers are decoded in doubles, so their rounding error is about 2^-53 times this ratio, the number of rows and the
    largest weight.
    """
    factor, decoder = chosen(matrix, covariance)
    parts = np.abs(decoder) @ np.abs(np.array(factor.rows, dtype=np.float64)).max(axis=1)
    ratio: Doubles = parts / np.abs(np.array(matrix)).max(axis=1)
    return float(ratio.max())


def _inverse(factor: list[list[int]], steps: tuple[Fraction, ...]) -> Doubles:
    """diag(d) J^-1, rounded once."""
    from flint import fmpz_mat

    inverse = fmpz_mat(factor).inv()
    size = len(factor)
    rows = [[float(steps[row] * _fraction(inverse[row, column])) for column in range(size)] for row in range(size)]
    return np.array(rows)


def _row(row: tuple[float, ...]) -> tuple[Fraction, tuple[int, ...]]:
    """A step d and whole numbers v with weights d v; rounded only where the weights have too many digits."""
    weights = [exact(weight) for weight in row]
    step = Fraction(math.gcd(*(weight.numerator for weight in weights)), math.lcm(*(w.denominator for w in weights)))
    largest = max(map(abs, weights))
    if largest > _WHOLE * step:
        step = largest / _WHOLE
    return step, tuple(round(weight / step) for weight in weights)


def _power(variance: Fraction) -> Fraction:
    """The power of two b with 1/4 < b^2 variance <= 1, or a little less."""
    number = Fraction(1)
    while number**2 * variance > 1:
        number /= 2
    while number**2 * variance <= Fraction(1, 4):
        number *= 2
    return number


def _root(times: Fraction, number: Fraction, square: Fraction) -> int:
    """The integer nearest to times * number / sqrt(square), halves away from 0."""
    top = 4 * (times.numerator * number.numerator) ** 2 * square.denominator
    nearest = (math.isqrt(top // ((times.denominator * number.denominator) ** 2 * square.numerator)) + 1) // 2
    return -nearest if number < 0 else nearest


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))
