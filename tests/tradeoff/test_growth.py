"""Growth is what one would get k by k: certified, against exact sums, and against the curve's own answers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import arb

from dpcore import tradeoff
from dpcore.errors import DpError

from .sums import Splines
from .truth import digits, gaussian_delta

TRUTHS = {1: 0.049997999999, 10: 0.49897808944722, 100: 2.19328087640089, 1000: 8.20444034393394}


def test_a_thousand_laplace_releases() -> None:
    low, high = tradeoff.growth(tradeoff.laplace(0.05), 1000, 1e-6)
    assert len(low) == len(high) == 1000
    assert np.all(high - low <= 1e-9 * high)
    for k, truth in TRUTHS.items():
        assert low[k - 1] <= truth * (1 + 1e-12) and truth * (1 - 1e-12) <= high[k - 1]
    # one more release costs something, and less than its own epsilon
    assert np.all(np.diff(high) > 0.0) and np.all(np.diff(high) < 0.05)


@pytest.mark.parametrize(
    ("shift", "asked", "delta", "width"),
    [
        (0.05, [1, 2, 3, 17, 60, 150], 1e-6, 1e-9),
        (0.001, [1, 5, 40, 120], 1e-12, 1e-9),
        (2.4, [1, 2, 5, 30], 4e-8, 1e-8),
        (0.95, [4, 16, 70], 1e-18, 1e-9),
        (1e-5, [3, 30], 1e-9, 1e-9),
        # delta varies so much within a cell that digits are lost at its end
        (7.0, [1, 3, 8], 1e-3, 1e-6),
        (0.3, [2, 25, 90], 0.2, 1e-9),
    ],
)
def test_laplace_brackets_the_truth(shift: float, asked: list[int], delta: float, width: float) -> None:
    low, high = tradeoff.growth(tradeoff.laplace(shift), asked, delta)
    for k, below, above in zip(asked, low.tolist(), high.tolist(), strict=True):
        with digits(600):
            law = Splines([(shift, k)], [])
            assert above == 0.0 or below > 0.0
            assert not bool(law.delta(below) < arb(delta)) or below == 0.0, k
            assert not bool(law.delta(above) > arb(delta)), k
        assert above - below <= width * above, k


@pytest.mark.parametrize("mu", [1e-9, 0.02, 1.0, 30.0])
@pytest.mark.parametrize("delta", [0.2, 1e-6, 1e-18])
def test_gaussian_brackets_the_truth(mu: float, delta: float) -> None:
    asked = [1, 2, 50, 1000]
    low, high = tradeoff.growth(tradeoff.gaussian(mu), asked, delta)
    for k, below, above in zip(asked, low.tolist(), high.tolist(), strict=True):
        with digits():
            shift = arb(mu) * arb(k).sqrt()
            assert not bool(gaussian_delta(shift, above) > arb(delta))
            assert below == 0.0 or not bool(gaussian_delta(shift, below) < arb(delta))
        assert above - below <= 1e-9 * above


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "curve",
    [
        tradeoff.identity(),
        tradeoff.pure(0.3),
        tradeoff.approximate(0.2, 1e-9),
        tradeoff.discrete([0.6, 0.3, 0.1], [0.3, 0.3, 0.4]),
        tradeoff.subsampled_gaussian(0.01, 1.0, 100),
        tradeoff.laplace(0.2),
        tradeoff.gaussian(0.2),
    ],
)
@pytest.mark.parametrize("delta", [0.0, 1e-8, 1e-3])
def test_growth_is_what_each_answers(curve: tradeoff.Curve, delta: float) -> None:
    asked = np.array([1, 2, 9])
    low, high = tradeoff.growth(curve, asked, delta)
    for k, below, above in zip(asked.tolist(), low, high, strict=True):
        first, last = curve.repeat(k).epsilon_bounds(delta)
        assert below <= last and first <= above
        assert above == last == math.inf or above <= last * (1 + 1e-8)


def test_far_out_it_asks_the_curve() -> None:
    low, high = tradeoff.growth(tradeoff.laplace(0.05), [10, 5000], 1e-6)
    assert np.all((low > 0.0) & (low <= high) & (high - low <= 1e-9 * high))


@pytest.mark.parametrize(
    ("times", "delta", "sentence"),
    [
        (0, 1e-6, "`times` of `growth` must be a whole number"),
        (2.5, 1e-6, "`times` of `growth` must be a whole number"),
        ([3, 2], 1e-6, "`times` of `growth` must be in rising order"),
        ([], 1e-6, "`times` of `growth` must be in rising order"),
        ([1, 10**7], 1e-6, "each of `times` of `growth` must be a whole number"),
        (5, 1.0, "`delta` of `growth` must be"),
        (5, math.nan, "`delta` of `growth` must be"),
    ],
)
def test_bad_growth_is_refused(times: object, delta: float, sentence: str) -> None:
    with pytest.raises(DpError, match=sentence):
        tradeoff.growth(tradeoff.laplace(0.05), times, delta)  # type: ignore[arg-type]


def test_growth_of_no_curve_is_refused() -> None:
    with pytest.raises(DpError, match="takes a trade-off curve"):
        tradeoff.growth(0.05, 10, 1e-6)  # type: ignore[arg-type]
