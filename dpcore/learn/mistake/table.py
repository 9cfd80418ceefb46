"""Famous mistakes about tables: who a neighbour is, how far a row can move a statistic, what the rows may choose."""

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
    found = curve.epsilon_bounds(0.0)[0]
    return Example(
        Row(Text("epsilon of a histogram with Laplace noise of scale 1"), 1.0),
        Row(Text("epsilon if one row may be replaced by another"), found),
        found > 1.0 and replaced > added,
        (
            Row(Text("counts that change when a row goes"), added),
            Row(Text("counts that change when it is replaced"), replaced),
        ),
    )


def _covariance() -> Example:
    rows, width = 10, 3
    point = np.full(width, 1.0 / math.sqrt(width))
    table = np.tile(point, (rows, 1))
    other = table.copy()
    other[0] = -point
    moved = np.cov(table.T, bias=True) - np.cov(other.T, bias=True)
    claimed, found = 8.0 / rows, float(np.abs(moved).sum())
    return Example(
        Row(Text("L1 sensitivity by the formula, 10 rows of length at most 1"), claimed),
        Row(Text("how far one row moved it"), found),
        found > claimed,
        (Row(Text("the same in L2"), float(np.linalg.norm(moved))),),
    )


def smoothing_evidence(points: int, first: float = 0.2, second: float = 0.21) -> float:
    """KL(N(0, K_first) || N(0, K_second)) on so many even points of [0, 1], K_h = exp(-(x-y)^2 / (2 h^2)).

    In ball arithmetic: such matrices are singular in doubles from about 15 points on.
    """
    with ball.precision(_BITS):
        one, other = _gram(points, first), _gram(points, second)
        ratio = other.solve(one)
        trace = sum(float(ratio[i, i]) for i in range(points))
        return 0.5 * (trace - points + float((other.det() / one.det()).log()))


def _gram(points: int, width: float) -> arb_mat:
    from fractions import Fraction

    from flint import arb_mat

    def cell(i: int, j: int) -> arb:
        gap = Fraction(i - j, points - 1) / Fraction(str(width))
        return ball.rational(-gap * gap / 2).exp()

    return arb_mat(points, points, [cell(i, j) for i in range(points) for j in range(points)])


def _bandwidth() -> Example:
    found = {points: smoothing_evidence(points) for points in (5, 9, 15, 21, 31)}
    return Example(
        Row(Text("average log odds against one table, from 5 points"), found[5]),
        Row(Text("the same from 31 points"), found[31]),
        found[31] > 100.0 * found[5],
        tuple(Row(Text("in between, from {points} points", points=points), found[points]) for points in (9, 15, 21)),
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
            Row(Text("so that smoothing saved"), 100 * (1.0 - mean / whole), "%"),
        ),
    )


TABLE: tuple[Mistake, ...] = (
    Mistake(
        "neighbours",
        TOPIC,
        Text("{1, 2, 3} and {1, 2} differ in one row; so do {1, 2, 3} and {1, 2, 4}."),
        Text(
            "One row gone is one change, one row replaced is two. A histogram moves by 1 in the first case and by 2 in"
            " the second."
        ),
        Text("A dataset declares what a neighbour is, once, and every screen says it beside the price."),
        _neighbours,
    ),
    Mistake(
        "covariance",
        TOPIC,
        Text("The covariance of rows of length at most gamma has sensitivity 8 gamma² / n."),
        Text("Length in which norm? For the Euclidean one this is false from three columns on; for L1 it is wasteful."),
        Text("Bounds and sensitivities carry their norm, and small tables are searched by brute force in the tests."),
        _covariance,
    ),
    Mistake(
        "bandwidth",
        TOPIC,
        Text("The bandwidth of a density may be chosen from the rows; it hardly tells anything."),
        Text(
            "Noise for a smooth curve has that smoothness too. Two smoothnesses can be told apart with certainty from "
            "a single noise path, if one looks closely enough."
        ),
        Text("Widths and bins come from people, never from rows."),
        _bandwidth,
    ),
    Mistake(
        "mean-of-blocks",
        TOPIC,
        Text("Sample and aggregate: average the blocks, with noise for the smooth sensitivity."),
        Text("One block can always move to an end, so the mean is never much calmer than in its worst case."),
        Text("A mean pays openly for the worst that a row can do to it. What is calmer than that is a median."),
        _mean_of_blocks,
    ),
)
