"""Extremes: one sentence or a right answer, for every constructor and every reading; never NaN, never a warning."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.errors import DpError
from dpcore.tradeoff import Curve

MILLION = 10**6

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: tradeoff.subsampled_gaussian(-0.1, 1.0),
        r"`rate` of `subsampled_gaussian` must be in \[0, 1\]. Got -0.1.",
    ),
    (lambda: tradeoff.subsampled_gaussian(1.5, 1.0), "`rate` of `subsampled_gaussian` must be"),
    (lambda: tradeoff.subsampled_gaussian(math.nan, 1.0), "`rate` of `subsampled_gaussian` must be"),
    (lambda: tradeoff.subsampled_gaussian(0.1, 0.0), "`noise_multiplier` of `subsampled_gaussian` must be"),
    (lambda: tradeoff.subsampled_gaussian(0.1, -1.0), "`noise_multiplier` of `subsampled_gaussian` must be"),
    (lambda: tradeoff.subsampled_gaussian(0.1, math.inf), "`noise_multiplier` of `subsampled_gaussian` must be"),
    (lambda: tradeoff.subsampled_gaussian(0.1, 1.0, 0), "`steps` of `subsampled_gaussian` must be a whole number"),
    (lambda: tradeoff.subsampled_gaussian(0.1, 1.0, 1.5), "`steps` of `subsampled_gaussian` must be"),  # type: ignore[arg-type]
    (lambda: tradeoff.gaussian(1.0).subsample(-0.1), "`rate` of `subsample` must be"),
    (lambda: tradeoff.gaussian(1.0).subsample(1.1), "`rate` of `subsample` must be"),
    (lambda: tradeoff.gaussian(1.0).subsample(math.nan), "`rate` of `subsample` must be"),
    (lambda: tradeoff.subsampled_gaussian(0.1, 1.0).subsample(0.5), "neighbours that replace a unit"),
    (lambda: tradeoff.discrete([0.5, 0.6], [0.5, 0.5]), "`p` of `discrete` must be non-negative and sum to 1"),
    (lambda: tradeoff.discrete([0.5, 0.5], [0.5, 0.4]), "`q` of `discrete` must be non-negative and sum to 1"),
    (lambda: tradeoff.discrete([1.5, -0.5], [0.5, 0.5]), "`p` of `discrete` must be non-negative"),
    (lambda: tradeoff.discrete([math.nan, 1.0], [0.5, 0.5]), "`p` of `discrete` must be non-negative"),
    (lambda: tradeoff.discrete([0.5, 0.5], [1.0]), "must list the same points. Got 2 and 1 of them"),
    (lambda: tradeoff.discrete([1.0, 0.0], [0.0, 1.0]), "have no point in common"),
    (lambda: tradeoff.discrete([], []), "must be a list of 1 to 1000000 numbers"),
    (lambda: tradeoff.discrete([[0.5, 0.5]], [[0.5, 0.5]]), r"Got shape \(1, 2\)"),
    (lambda: tradeoff.discrete("half", [1.0]), "`p` of `discrete` must be a list of numbers"),
    (lambda: tradeoff.sgd_mu(100, 200, 1.0, 1.0), "`batch` of `sgd_mu` must be a whole number"),
    (lambda: tradeoff.sgd_mu(100, 10, 0.0, 1.0), "`noise_multiplier` of `sgd_mu` must be"),
    (lambda: tradeoff.sgd_mu(100, 10, 1.0, 0.0), "`epochs` of `sgd_mu` must be"),
    (lambda: tradeoff.sgd_mu(100, 10, 1.0, 1.0, "some"), "`sampling` of `sgd_mu` must be"),  # type: ignore[arg-type]
    (lambda: tradeoff.berry_esseen([1.0]), "takes a list of trade-off curves"),  # type: ignore[list-item]
    (lambda: tradeoff.pure(1.0).repeat(MILLION + 1), "`times` of `repeat` must be a whole number"),
]


@pytest.mark.parametrize(("act", "sentence"), REFUSED)
def test_one_sentence(act: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(DpError, match=sentence):
        act()


CURVES: dict[str, Callable[[], Curve]] = {
    "a million Gaussian": lambda: tradeoff.gaussian(1e-3).repeat(MILLION),
    "a million Laplace": lambda: tradeoff.laplace(1e-3).repeat(MILLION),
    "a million pure": lambda: tradeoff.pure(1e-3).repeat(MILLION),
    "a million approximate": lambda: tradeoff.approximate(1e-3, 1e-9).repeat(MILLION),
    "a million discrete": lambda: tradeoff.discrete([0.501, 0.499], [0.499, 0.501]).repeat(MILLION),
    "a million loud": lambda: tradeoff.pure(1.0).repeat(MILLION),
    "a million loud Laplace": lambda: tradeoff.laplace(1.0).repeat(MILLION),
    "a million steps": lambda: tradeoff.subsampled_gaussian(0.001, 2.0, MILLION),
    "a thousand of three points": lambda: tradeoff.discrete([0.6, 0.3, 0.1], [0.3, 0.3, 0.4]).repeat(1000),
    "pure 1000": lambda: tradeoff.pure(1e3).repeat(3),
    "Laplace 1000": lambda: tradeoff.laplace(1e3).repeat(3),
    "pure 1000, mu 1e-9": lambda: tradeoff.compose([tradeoff.pure(1e3), tradeoff.gaussian(1e-9)]),
    "Laplace 1000, mu 1000": lambda: tradeoff.compose([tradeoff.laplace(1e3), tradeoff.gaussian(1e3)]),
    "both 1e-9": lambda: tradeoff.compose([tradeoff.laplace(1e-9), tradeoff.gaussian(1e-9)]),
    "mu 1e-9 beside Laplace": lambda: tradeoff.compose([tradeoff.laplace(1.0), tradeoff.gaussian(1e-9)]),
    "mu 1000 beside pure": lambda: tradeoff.compose([tradeoff.pure(1e-3), tradeoff.gaussian(1e3)]),
    "hardly any sampling": lambda: tradeoff.subsampled_gaussian(1e-9, 1.0, 10),
    "hardly any noise": lambda: tradeoff.subsampled_gaussian(0.5, 1e-3, 10),
    "nothing but noise": lambda: tradeoff.subsampled_gaussian(0.5, 1e9, 1),
    "half can be told apart": lambda: tradeoff.discrete([1.0, 0.0], [0.5, 0.5]).repeat(2),
    "nearly told apart": lambda: tradeoff.discrete([1e-300, 1.0], [1.0 - 1e-12, 1e-12]).repeat(2),
    "a sample of mu 1000": lambda: tradeoff.gaussian(1e3).subsample(1e-9),
    "half of pure 1000": lambda: tradeoff.pure(1e3).subsample(0.5),
    "a group of a million": lambda: tradeoff.pure(100.0).group(MILLION),
    "both orders": lambda: tradeoff.discrete([0.9, 0.1], [0.5, 0.5]).symmetrize(),
}
ALPHAS = np.array([0.0, 1e-300, 1e-12, 0.05, 0.5, 1.0 - 1e-9, 1.0])
LOSSES = np.array([-1e6, -1000.0, -1.0, 0.0, 1e-3, 1.0, 1000.0, 1e6])
DELTAS = np.array([0.0, 1e-18, 1e-6, 0.5])


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", CURVES)
def test_every_reading_is_a_number(name: str) -> None:
    curve = CURVES[name]()
    for low, high in (curve.bounds(ALPHAS), curve.delta_bounds(LOSSES), curve.epsilon_bounds(DELTAS)):
        assert not np.isnan(low).any() and not np.isnan(high).any()
        assert np.all(low <= high)
    assert np.all(curve.bounds(ALPHAS)[0] <= 1.0 - ALPHAS + 1e-15)
    assert 0.0 <= curve.advantage() <= 1.0
    assert curve.mu(1e-6) >= 0.0
    assert not any(math.isnan(getattr(curve.moments(), kind)) for kind in ("kl", "kappa2", "kappa3"))


def test_what_the_answers_are() -> None:
    built = {name: build() for name, build in CURVES.items()}
    one = tradeoff.gaussian(1.0)
    assert built["a million Gaussian"].epsilon(1e-6) == pytest.approx(one.epsilon(1e-6), rel=1e-12)
    # a million of 0.001 each are nearly G_1, and never below basic composition
    for name in ("a million Laplace", "a million pure"):
        low, high = built[name].epsilon_bounds(1e-6)
        assert low <= one.epsilon(1e-6) * 1.002 and high >= one.epsilon(1e-6) * 0.998
    assert built["a million approximate"].delta_bounds(1e6)[1] >= -math.expm1(MILLION * math.log1p(-1e-9))
    assert built["pure 1000"].epsilon_bounds(0.0)[1] >= 3000.0 >= built["pure 1000"].epsilon_bounds(1e-6)[0]
    low, high = built["pure 1000, mu 1e-9"].epsilon_bounds(1e-6)
    assert low <= 1000.0 + 1e-8 and high >= 1000.0 - 1e-5
    assert built["half can be told apart"].delta_bounds(1e6) == pytest.approx((0.75, 0.75))
    assert built["nothing but noise"].epsilon(1e-6) < 1e-8
    assert built["hardly any noise"].delta_bounds(0.0)[1] >= 1.0 - 0.5**10


def test_points_that_underflow_are_still_there() -> None:
    low, high = tradeoff.pure(1e-3).repeat(5000).epsilon_bounds(0.0)
    assert low <= 5.0 <= high <= low * (1 + 1e-9)
