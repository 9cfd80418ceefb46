"""Replace makes the number of units public, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import dpcore as dp
from tests.release.conftest import SCHEMA, visits


@pytest.fixture
def replaced(desk: dp.Desk) -> dp.Desk:
    """Visits under replace, one row a unit."""
    desk.add_dataset(
        "visits", dp.read(visits()), schema=SCHEMA, neighbors="replace", budget=dp.Budget(mu=2.0, delta=1e-6)
    )
    return desk


def test_the_number_of_rows_is_public(replaced: dp.Desk) -> None:
    plan = dp.Plan([dp.Ask(dp.Count(), mu=0.1), dp.Ask(dp.DistinctUnits(), mu=0.1)])
    quote = replaced.quote("visits", plan)
    assert quote.price == 0 and list(quote.table["std_error"]) == [0, 0]
    for release in replaced.release("visits", plan):
        assert release.table["estimate"][0] == 600
    assert replaced.standing("visits").spent.mu == 0
    replaced.verify()


def test_a_filter_makes_it_private_again(replaced: dp.Desk) -> None:
    count = dp.Count(where=[dp.Condition("smoker", "==", True)])
    assert replaced.quote("visits", dp.Plan([dp.Ask(count, mu=0.5)])).table["std_error"][0] == pytest.approx(2)
    groups = replaced.quote("visits", dp.Plan([dp.Ask(dp.Count(by=["ward"]), mu=0.5)])).table["std_error"][0]
    assert groups == pytest.approx(2 * 2**0.5)


def test_a_ratio_knows_the_public_number_of_rows(replaced: dp.Desk, tmp_path: Path) -> None:
    """With no row left out only the sum needs noise: half the range over mu, and no guess of n beside it."""
    schema = dp.Schema(cost=dp.Number(0, 50_000, missing=0))
    replaced.add_dataset(
        "costs",
        dp.read(visits()[["cost"]].iloc[::-1] + 1),
        schema=schema,
        neighbors="replace",
        budget=dp.Budget(mu=2.0, delta=1e-6),
        expected_rows=600,
    )
    release = replaced.release("costs", dp.Plan([dp.Ask(dp.Mean("cost"), mu=1.0)]))[0]
    assert release.mechanism.scales[0] == 0 and release.noisy[0][0] == 600
    assert release.table["std_error"][0] == pytest.approx(50_000 / 600, rel=1e-6)
