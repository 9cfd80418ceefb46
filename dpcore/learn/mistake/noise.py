"""Famous mistakes about noise: too little noise, the wrong distribution, or an error bar that reveals data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from dpcore import calibrate, tradeoff
from dpcore.errors import DpError
from dpcore.learn.mistake.example import Example, Mistake, Row
from dpcore.learn.mistake.square_matrix import SQUARE_MATRIX, TOPIC
from dpcore.mechanisms import Epsilon, smooth
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.pricing import guesses, price
from dpcore.queries import Median
from dpcore.sensitivity import order_statistic
from dpcore.statistic.sums.ranges import Range
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from dpcore.text import Text

_DELTA = 1e-5


def _textbook_loss(epsilon: float) -> tradeoff.Curve:
    """The exact curve of sigma = sqrt(2 ln(2/delta)) / epsilon: Gaussian, with mu = 1 / sigma."""
    return tradeoff.gaussian(epsilon / math.sqrt(2.0 * math.log(2.0 / _DELTA)))


def _classic() -> Example:
    low, high = 1.0, 20.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        holds = _textbook_loss(middle).delta_bounds(middle)[0] <= _DELTA
        low, high = (middle, high) if holds else (low, middle)
    actual = _textbook_loss(12.0).delta_bounds(12.0)[0]
    return Example(
        Row(Text("delta at epsilon 12 by the formula"), _DELTA),
        Row(Text("actual delta"), actual),
        actual > _DELTA,
        (
            Row(Text("smallest epsilon at which the formula is false"), high),
            Row(Text("sigma by the formula at epsilon 1"), calibrate.classic_sigma(1.0, 1.0, _DELTA)),
            Row(Text("sufficient sigma at epsilon 1"), calibrate.sigma(1.0, 1.0, _DELTA)),
        ),
        _refusal(lambda: calibrate.classic_sigma(1.0, 12.0, _DELTA)),
    )


def smooth_median(values: Sequence[float], beta: float) -> float:
    """S* of the median of an odd number of values in [0, 1]: max (x_j - x_i) e^{-beta (j-i-1)} over i <= r <= j, i < j.

    Nissim, Raskhodnikova & Smith 2007; ranks from 1, beyond the ends the values are 0 and 1.
    """
    x = [0.0, *sorted(values), 1.0]
    rank = len(values) // 2 + 1
    pairs = [(i, j) for i in range(rank + 1) for j in range(rank, len(x)) if i < j]
    return max((x[j] - x[i]) * math.exp(-beta * (j - i - 1)) for i, j in pairs)


_NEIGHBOURS = ((0.0, 0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.0, 1.0))


def _smooth_laplace() -> Example:
    first, second = (smooth_median(x, 1.0) for x in _NEIGHBOURS)
    # Both medians are 0 and only the scale differs, so |answer| is sufficient. Binning loses some information, so this
    # is a lower bound of the true delta.
    edges = np.append(np.linspace(0.0, 24.0, 8193), np.inf)
    wide, narrow = (-np.diff(np.exp(-edges / scale)) for scale in (first, second))
    actual = tradeoff.discrete(narrow, wide).delta_bounds(1.0)[0]
    return Example(
        Row(Text("delta at epsilon 1 by the claim"), 0.0),
        Row(Text("actual delta, at least"), actual),
        actual > 0.0,
        (
            Row(Text("smooth sensitivity at 0, 0, 0, 1, 1"), first),
            Row(Text("smooth sensitivity at 0, 0, 0, 0, 1"), second),
        ),
        _refusal(
            lambda: smooth(Epsilon(Fraction(1)), [[Range(0, 1, Fraction(1, 2))]], "replace", kind="laplace"),
        ),
    )


def _local() -> Example:
    first, second = (float(order_statistic(x, 3, 0.0, 1.0, 1.0).profile[0]) for x in _NEIGHBOURS)
    # Both medians are 0. Without noise the second table always answers 0, the first one never.
    actual = float(first > 0.0 and not second)
    return Example(
        Row(Text("delta at epsilon 1 by the claim"), 0.0),
        Row(Text("actual delta"), actual),
        actual > 0.0,
        (
            Row(Text("local sensitivity at 0, 0, 0, 1, 1"), first),
            Row(Text("local sensitivity at 0, 0, 0, 0, 1"), second),
            Row(Text("global sensitivity"), 1.0),
        ),
    )


def _error_bar() -> Example:
    first, second = (smooth_median(x, 1.0) for x in _NEIGHBOURS)
    return Example(
        Row(Text("epsilon of the noisy median alone"), 1.0),
        Row(Text("epsilon of the noisy median with the scale of its noise"), math.inf),
        first != second,
        (
            Row(Text("scale of the noise at 0, 0, 0, 1, 1 (median 0)"), first),
            Row(Text("scale of the noise at 0, 0, 0, 0, 1 (median 0)"), second),
        ),
        _refusal(_no_price),
    )


def _normal() -> Example:
    curve = tradeoff.gaussian(0.2)
    actual = curve.epsilon(1e-6)
    return Example(
        Row(Text("epsilon of sigma 5, by the claim"), curve.epsilon(0.0)),
        Row(Text("epsilon at delta 1e-6"), actual),
        math.isfinite(actual),
        (
            Row(Text("mu, the exact guarantee"), curve.mu()),
            Row(Text("members found at 5 % false alarms, at most"), 100 * curve.power(0.05), "%"),
        ),
    )


def _wrong_norm() -> Example:
    length = 100
    # An L2 norm of 1 spread over 100 coordinates moves each by 1/10.
    curve = tradeoff.laplace(1.0 / math.sqrt(length)).repeat(length)
    actual = curve.epsilon_bounds(0.0)[0]
    return Example(
        Row(Text("epsilon of 100 numbers whose L2 sensitivity is 1"), 1.0),
        Row(Text("actual epsilon"), actual),
        actual > 1.0,
        (Row(Text("delta at epsilon 1"), curve.delta_bounds(1.0)[0]), Row(Text("L1 sensitivity"), math.sqrt(length))),
    )


def _discrete_gaussian() -> Example:
    at = np.arange(-60, 61)
    weight = np.exp(-0.5 * np.square(at, dtype=float))
    weight /= weight.sum()
    exact = tradeoff.discrete(np.append(weight, 0.0), np.append(0.0, weight))
    claimed, actual = tradeoff.gaussian(1.0).delta(3.0), exact.delta_bounds(3.0)[0]
    return Example(
        Row(Text("delta of mu 1 at epsilon 3"), claimed),
        Row(Text("delta of discrete Gaussian noise, sigma 1"), actual),
        actual > claimed,
        (Row(Text("actual mu, apart from a probability of 1e-12"), exact.mu(1e-12)),),
    )


def _no_price() -> None:
    """Asks for an error bar of an answer whose noise follows from the rows."""
    table = Table(Schema(x=Number(0, 1)), Unit(), "replace", 5)
    price(Plan([Ask(Median("x", method="smooth"), half_width=0.1)]), table, Epsilon, guesses(table))


def _refusal(ask: Any) -> Text:
    """The error message when the mistake is requested; empty without an error."""
    try:
        ask()
    except DpError as error:
        return error.message
    return Text("")


NOISE: tuple[Mistake, ...] = (
    Mistake(
        "classic-sigma",
        TOPIC,
        Text("sigma = sqrt(2 ln(2/delta)) / epsilon is enough Gaussian noise for every epsilon."),
        Text(
            "The proof uses a tail bound that holds for small epsilon only. For large epsilon the formula "
            "gives too little noise; where it is valid, it gives more noise than needed."
        ),
        Text(
            "Gaussian noise is charged at its exact mu. The formula is available under its own name, and "
            "it is refused where it is not proven."
        ),
        _classic,
    ),
    Mistake(
        "local-sensitivity",
        TOPIC,
        Text("Laplace noise scaled by the local sensitivity of the table is epsilon-private."),
        Text(
            "Two neighbouring tables can have very different local sensitivities, even 0 and 1. Then the size of the "
            "noise shows which table it is."
        ),
        Text(
            "Noise is scaled to the largest change over all tables, or to a smooth bound that neighbours share up to "
            "a small factor, with noise made for it."
        ),
        _local,
    ),
    Mistake(
        "smooth-laplace",
        TOPIC,
        Text("Laplace noise scaled by the smooth sensitivity is epsilon-private."),
        Text(
            "The scale of the noise differs between two neighbouring tables. The ratio of Laplace tails "
            "with two scales grows without limit, so an extreme answer nearly proves which table it came "
            "from."
        ),
        Text(
            "Prices never depend on rows. Noise whose scale depends on rows needs a suitable distribution "
            "with heavy tails; Laplace is not one of them."
        ),
        _smooth_laplace,
    ),
    Mistake(
        "error-bar",
        TOPIC,
        Text("If the noise adapts to the rows, show each answer with its own error bar."),
        Text(
            "A scale that adapts is computed from the rows. Two neighbouring tables with the same median can have "
            "different scales, so an error bar says which table it is: a second answer, exact and not paid for."
        ),
        Text(
            "Error bars come from public facts and released answers. Where the scale of the noise follows from the "
            "rows, no error is stated, and none can be bought."
        ),
        _error_bar,
    ),
    Mistake(
        "normal-noise",
        TOPIC,
        Text("Normal noise does not give differential privacy."),
        Text("It does not give pure epsilon, but it gives a different guarantee: a trade-off curve, and a good one."),
        Text("Gaussian noise is charged by that curve, as mu. It is refused if a budget has no delta."),
        _normal,
    ),
    Mistake(
        "wrong-norm",
        TOPIC,
        Text("The sensitivity is 1, so Laplace noise of scale 1/epsilon is enough."),
        Text(
            "It depends on the norm. Laplace noise is scaled to the L1 sensitivity, Gaussian noise to L2. "
            "For many numbers at once, L1 can be far larger."
        ),
        Text("Every sensitivity has its norm in its name, and the planner chooses the matching noise."),
        _wrong_norm,
    ),
    Mistake(
        "discrete-gaussian",
        TOPIC,
        Text("Discrete Gaussian noise is as private as Gaussian noise of that sigma."),
        Text(
            "Its trade-off curve is partly below the Gaussian curve. It composes well by other accounting "
            "methods, but it does not satisfy Gaussian differential privacy at that mu."
        ),
        Text(
            "Real-valued Gaussian noise is drawn exactly and then rounded. Rounding is post-processing, so the "
            "curve still holds."
        ),
        _discrete_gaussian,
    ),
    SQUARE_MATRIX,
)
