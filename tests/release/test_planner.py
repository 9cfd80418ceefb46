"""Laplace for few numbers, Gaussian for many, and only what the live filters allow."""

from __future__ import annotations

from pathlib import Path

import pytest

import dpcore as dp
from tests.release.conftest import SCHEMA, visits


def test_by_predicted_error(wards: dp.Desk) -> None:
    """By half widths at the whole of (1, 1e-6), Laplace and Gaussian: seven counts ±21 and ±22, eight ±24 and ±23."""

    def choice(number: int) -> dp.Plan:
        asks = [dp.Count(where=[dp.Condition("age", ">=", age)]) for age in range(number)]
        return wards.plan("visits", asks, share=1.0, may_end=True)

    assert choice(1).epsilon == pytest.approx(1.0)
    assert choice(7).epsilon is not None
    assert choice(8).mu is not None  # standard errors would say Laplace here
    assert choice(12).mu is not None


def test_a_live_gaussian_filter_is_not_ended_unasked(wards: dp.Desk) -> None:
    assert wards.plan("visits", [dp.Count()], share=1.0).mu is not None
    quote = wards.quote("visits", wards.plan("visits", [dp.Count()], share=1.0, may_end=True))
    assert quote.ends == ("gaussian",) and quote.fits


def test_what_a_planned_share_leaves(wards: dp.Desk) -> None:
    plan = wards.plan("visits", [dp.Count(by=["ward"]), dp.Ask(dp.Sum("cost"), weight=3)], share=0.25)
    wards.release("visits", plan)
    assert wards.standing("visits").fraction_left == pytest.approx(0.75, rel=1e-6)


def test_the_filters_decide(tmp_path: Path) -> None:
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("pure", dp.read(visits()), schema=SCHEMA, budget=dp.Budget(epsilon=1.0))
        asks = [dp.Histogram("age", bins=100)]
        assert desk.plan("pure", asks).epsilon == pytest.approx(0.1)
        desk.release("pure", desk.plan("pure", asks, share=1.0))
        with pytest.raises(dp.BudgetError, match="The remaining budget does not allow this plan"):
            desk.plan("pure", asks)
        with pytest.raises(dp.BudgetError, match="share"):
            desk.plan("pure", asks, share=2)
