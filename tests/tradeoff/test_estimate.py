"""The figures of the central limit theorem stay estimates, and nothing books them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import dpcore as dp
from dpcore import calibrate, tradeoff
from dpcore.budget.loss import Gaussian
from dpcore.errors import BudgetError, DpError, QueryError
from dpcore.tradeoff.estimate import Estimate

MU = tradeoff.sgd_mu(60_000, 256, 1.3, 15)


@pytest.mark.parametrize(
    ("change", "plain"),
    [
        (lambda mu: mu + 1, float(MU) + 1),
        (lambda mu: 1 + mu, 1 + float(MU)),
        (lambda mu: mu - 1, float(MU) - 1),
        (lambda mu: 1 - mu, 1 - float(MU)),
        (lambda mu: 2 * mu, 2 * float(MU)),
        (lambda mu: mu * mu, float(MU) ** 2),
        (lambda mu: mu / 3, float(MU) / 3),
        (lambda mu: 3 / mu, 3 / float(MU)),
        (lambda mu: mu**2, float(MU) ** 2),
        (lambda mu: -mu, -float(MU)),
        (lambda mu: abs(-mu), float(MU)),
        (lambda mu: sum([mu, mu]), 2 * float(MU)),
    ],
)
def test_arithmetic_keeps_it_an_estimate(change: Callable[[Any], Any], plain: float) -> None:
    found = change(MU)
    assert type(found) is Estimate and found == plain
    assert "an estimate, not a bound" in repr(found)
    assert type(float(found)) is float


def test_no_loss_is_made_of_an_estimate() -> None:
    with pytest.raises(BudgetError, match="an estimate, not a bound"):
        Gaussian(MU)  # type: ignore[arg-type]


@pytest.mark.parametrize("estimate", [MU, 2 * MU, tradeoff.berry_esseen([tradeoff.pure(0.1)] * 100).mu])
@pytest.mark.parametrize(
    ("book", "error"),
    [
        (tradeoff.gaussian, DpError),
        (tradeoff.pure, DpError),
        (tradeoff.laplace, DpError),
        (lambda mu: tradeoff.approximate(mu, 1e-6), DpError),
        (lambda mu: tradeoff.gaussian(1.0).delta_bounds(1.0) and calibrate.mu(mu, 1e-6), DpError),
        (lambda mu: calibrate.scale(lambda b: tradeoff.laplace(1 / b), mu, 1e-6), DpError),
        (lambda mu: tradeoff.from_dict({"family": "gaussian", "mu": mu}), DpError),
        (lambda mu: dp.Budget(mu=mu), BudgetError),
        (lambda mu: dp.Budget(epsilon=mu), BudgetError),
        (lambda mu: dp.Ask(dp.Count(), mu=mu), QueryError),
        (lambda mu: dp.Plan([dp.Count()], mu=mu), QueryError),
    ],
)
def test_nothing_books_an_estimate(estimate: Estimate, book: Callable[[Any], Any], error: type[DpError]) -> None:
    with pytest.raises(error, match=r"must be a certified bound. Got .* \(an estimate, not a bound\)") as refused:
        book(estimate)
    assert "certified" in refused.value.hint
    assert tradeoff.gaussian(float(estimate)).mu() == float(estimate)
