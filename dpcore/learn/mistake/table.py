"""Famous mistakes about tables: neighbouring relation, sensitivity, and parameters chosen from rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpcore import tradeoff
from dpcore.learn.mistake.example import Example, Mistake, Row
from dpcore.learn.mistake.noise import smooth_median
from dpcore.noise import ball
from dpcore.sensitivity.additive import Contribution
from dpcore.text import Text

if TYPE_CHECKING:
    from flint import arb, arb_mat

TOPIC = Text("What a row can change")
_BITS = 1000


def _neighbours() -> Example:
    added, replaced = (
        Contribution(((1,),), relation, cells=3, optional=False).l1_sensitivity()
        for relation in ("add_remove", "replace")
    )
    curve = tradeoff.compose([tradeoff.laplace(1.0 / added)] * replaced)
    actual = curve.epsilon_bounds(0.0)[0]
    return Example(
        Row(Text("epsilon of a histogram with Laplace noise of scale 1"), 1.0),
        Row(Text("epsilon if one row may be replaced by another"), actual),
        actual > 1.0 and replaced > added,
        (
            Row(Text("counts that change when a row is removed"), added),
            Row(Text("counts that change when a row is replaced"), replaced),
        ),
    )


def _covariance() -> Example:
    rows, width = 10, 3
    point = np.full(width, 1.0 / math.sqrt(width))
    table = np.tile(point, (rows, 1))
    other = table.copy()
    other[0] = -point
    moved = np.cov(table.T, bias=True) - np.cov(other.T, bias=True)
    claimed, actual = 8.0 / rows, float(np.abs(moved).sum())
    return Example(
        Row(Text("L1 sensitivity by the formula, 10 rows of length at most 1"), claimed),
        Row(Text("actual change by one row, in L1"), actual),
        actual > claimed,
        (Row(Text("actual change by one row, in L2"), float(np.linalg.norm(moved))),),
    )


def smoothing_evidence(points: int, first: float = 0.2, second: float = 0.21) -> float:
    """KL(N(0, K_first) || N(0, K_second)) at `points` evenly spaced points of [0, 1], K_h = exp(-(x-y)^2 / (2 h^2)).

    Computed in ball arithmetic, because such matrices are singular in doubles from about 15 points on.
    """
    with ball.precision(_BITS):
        matrix, other = _gram(points, first), _gram(points, second)
        ratio = other.solve(matrix)
        trace = sum(float(ratio[i, i]) for i in range(points))
        return 0.5 * (trace - points + float((other.det() / matrix.det()).log()))


def _gram(points: int, width: float) -> arb_mat:
    from fractions import Fraction

    from flint import arb_mat

    def cell(i: int, j: int) -> arb:
        gap = Fraction(i - j, points - 1) / Fraction(str(width))
        return ball.rational(-gap * gap / 2).exp()

    return arb_mat(points, points, [cell(i, j) for i in range(points) for j in range(points)])


def _bandwidth() -> Example:
    actual = {points: smoothing_evidence(points) for points in (5, 9, 15, 21, 31)}
    return Example(
        Row(Text("average log odds of 0.2 against 0.21, from 5 points"), actual[5]),
        Row(Text("average log odds of 0.2 against 0.21, from 31 points"), actual[31]),
        actual[31] > 100.0 * actual[5],
        tuple(
            Row(Text("average log odds of 0.2 against 0.21, from {points} points", points=points), actual[points])
            for points in (9, 15, 21)
        ),
    )


def _mean_of_blocks() -> Example:
    blocks, beta = 21, 0.5
    whole = 1.0 / blocks
    values = [0.5] * blocks
    # A^(0) = max(1 - min, max - 0) / m and A^(k) = 1 / m: after one change some block may be at an end.
    mean = max(whole * max(1.0 - min(values), max(values)), whole * math.exp(-beta))
    return Example(
        Row(Text("smooth sensitivity of the blocks' median"), smooth_median(values, beta)),
        Row(Text("smooth sensitivity of their mean"), mean),
        mean >= whole * math.exp(-beta) * (1.0 - 1e-12),
        (
            Row(Text("sensitivity of the mean in the worst case"), whole),
            Row(Text("reduction by smoothing"), 100 * (1.0 - mean / whole), "%"),
        ),
    )


TABLE: tuple[Mistake, ...] = (
    Mistake(
        "neighbours",
        TOPIC,
        Text("{1, 2, 3} and {1, 2} differ in one row; so do {1, 2, 3} and {1, 2, 4}."),
        Text(
            "Removing a row is one change; replacing a row is two. A histogram changes by 1 in the first "
            "case and by 2 in the second."
        ),
        Text("Each dataset declares its neighbouring relation once, and every screen states it beside the price."),
        _neighbours,
    ),
    Mistake(
        "covariance",
        TOPIC,
        Text("The covariance of rows of length at most gamma has sensitivity 8 gamma² / n."),
        Text(
            "It depends on the norm of the length. For the Euclidean norm this is false from three columns on; "
            "for the L1 norm it is wasteful."
        ),
        Text("Bounds and sensitivities state their norm, and tests check them by brute force on small tables."),
        _covariance,
    ),
    Mistake(
        "bandwidth",
        TOPIC,
        Text("The bandwidth of a density may be chosen from the rows, because it reveals hardly anything."),
        Text(
            "The noise for a smooth curve is as smooth as the curve. If one row moves the bandwidth from 0.2 to 0.21, "
            "the noise alone shows which it was, the better the more points of the curve are read."
        ),
        Text(
            "A bandwidth is declared, or chosen from released numbers that were paid for: noisy quartiles, or the "
            "noisy curve itself. It never follows from rows."
        ),
        _bandwidth,
    ),
    Mistake(
        "mean-of-blocks",
        TOPIC,
        Text("Sample and aggregate: release the mean of the blocks, with noise scaled to its smooth sensitivity."),
        Text(
            "One block can always move to a bound, so the smooth sensitivity of the mean is never much smaller "
            "than in the worst case."
        ),
        Text(
            "A mean is priced for the largest change that one row can cause. A median can have a smaller "
            "smooth sensitivity."
        ),
        _mean_of_blocks,
    ),
)
