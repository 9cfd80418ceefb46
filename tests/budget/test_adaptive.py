"""Why the ledger is a portfolio of filters and not a privacy-loss accountant.

A "natural" filter composes the curves charged so far and admits a charge while the total is (epsilon, delta)-DP. That
is false when prices are chosen after seeing answers: two answers are enough to double delta.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from dpcore import tradeoff
from dpcore.budget.budget import Budget
from dpcore.budget.charge import Charge
from dpcore.budget.loss import Laplace
from dpcore.errors import BudgetError
from dpcore.ledger.ledger import Item, Payment
from tests.budget import kinds
from tests.ledger.world import DATASET, opened

EPSILON, DELTA = 3.0, 1e-6
FIRST, NORMAL, LAPLACE = 0.05, 0.6458, 2.8191
LOSSES, STEP = np.linspace(-12, 12, 20_001, retstep=True)


def normal_delta(at: np.ndarray, mu: float) -> np.ndarray:
    return norm.cdf(-at / mu + mu / 2) - np.exp(at) * norm.cdf(-at / mu - mu / 2)  # type: ignore[no-any-return]


def laplace_delta(at: np.ndarray, epsilon: float) -> np.ndarray:
    inside = -np.expm1((np.minimum(at, epsilon) - epsilon) / 2)
    return np.where(at <= -epsilon, -np.expm1(at), inside)


def strategy(choose_by_outcome: bool) -> tuple[float, float, float]:
    """delta(3) of always the Gaussian second, of always the Laplace second, and of the better one after the first.

    The first answer's privacy loss is normal under P, with mean mu^2/2 and standard deviation mu; delta of a second
    answer, chosen at the loss l, is its own at epsilon - l.
    """
    loss = FIRST**2 / 2 + FIRST * LOSSES
    weight = norm.pdf(LOSSES) * STEP
    normal, laplace = normal_delta(EPSILON - loss, NORMAL), laplace_delta(EPSILON - loss, LAPLACE)
    chosen = np.maximum(normal, laplace) if choose_by_outcome else normal
    return tuple(float(np.sum(weight * one)) for one in (normal, laplace, chosen))  # type: ignore[return-value]


def test_choosing_the_second_price_after_the_first_answer_doubles_delta() -> None:
    normal, laplace, chosen = strategy(choose_by_outcome=True)
    assert normal == pytest.approx(DELTA, rel=2e-3)
    assert laplace == pytest.approx(DELTA, rel=2e-3)
    assert chosen == pytest.approx(1.9994e-6, rel=2e-3)
    assert strategy(choose_by_outcome=False)[2] == pytest.approx(DELTA, rel=2e-3)


def test_both_fixed_pairs_are_what_a_natural_filter_admits() -> None:
    first = tradeoff.gaussian(FIRST)
    for second in (tradeoff.gaussian(NORMAL), tradeoff.laplace(LAPLACE)):
        low, high = tradeoff.compose([first, second]).delta_bounds(EPSILON)
        assert low <= DELTA * 1.002 and high >= DELTA * 0.998


def test_the_ledger_refuses_what_a_natural_filter_admits(tmp_path: Path) -> None:
    """At most one of the two ways to go on may stay open; here the Laplace one is closed by the first Gaussian."""
    ledger = opened(tmp_path, Budget(epsilon=EPSILON, delta=DELTA))
    ledger.charge(DATASET, Payment("owner"), [Item("first", {}, kinds.gaussian(Fraction(1, 400)))])
    laplace = Item("second", {}, Charge.of(Laplace(Fraction("2.8191"))))
    for confirm in (False, True):
        with pytest.raises(BudgetError, match=r"costs epsilon 2\.819, and mu"):
            ledger.charge(DATASET, Payment("owner", confirm=confirm), [laplace])
    # The exact one of the pair fits: the Gaussian filter loses nothing on Gaussian noise.
    left = ledger.standing(DATASET).remaining.mu
    assert left == pytest.approx(NORMAL, abs=1e-4)
    mu = Fraction(math.floor(left * 10**6), 10**6)
    ledger.charge(DATASET, Payment("owner"), [Item("second", {}, kinds.gaussian(mu**2))])
    assert ledger.verify() == 4
