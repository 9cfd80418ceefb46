"""A quote names the other kind of noise where it has half the error or less, and never what the budget would refuse."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.plan import crossover
from dpcore.present.explore import words
from dpcore.table.table import Table
from dpcore.text import Text

SCHEMA = dp.Schema(x=dp.Number(0, 100), y=dp.Number(0, 50), g=dp.Category(["a", "b", "c"]))
ROWS = pd.DataFrame({"x": np.linspace(1, 99, 500), "y": np.linspace(0, 50, 500), "g": ["a", "b"] * 250})


def desk_of(path: Path, budget: dp.Budget) -> dp.Desk:
    desk = dp.Desk(home=path)
    desk.add_dataset("t", dp.read(ROWS), schema=SCHEMA, budget=budget, expected_rows=500)
    return desk


def advice(quote: dp.Quote) -> tuple[Text, dict[str, float]] | None:
    """The advice of a quote, and its figures."""
    for hint in quote.hints:
        if crossover.advised([hint]):
            said = hint.facts.get("part0", hint)
            return hint, dict(said.facts)
    return None


def test_one_histogram_on_a_whole_budget(tmp_path: Path) -> None:
    with desk_of(tmp_path, dp.Budget(epsilon=1.0, delta=1e-6)) as desk:
        plan = dp.Plan([dp.Ask(dp.Histogram("x", bins=10), weight=1)], mu=0.2366)
        found = advice(desk.quote("t", plan))
        assert found is not None and "Laplace" in found[0] and "end the Gaussian account" in found[0]
        laplace = desk.quote("t", dp.Plan(plan.asks, epsilon=math.floor(found[1]["epsilon"] * 1e6) / 1e6))
        assert laplace.fits and laplace.ends == ("gaussian",)
        assert found[1]["percent"] == math.ceil(100 * laplace.table.half_width[0] / 8) <= 38


@pytest.mark.parametrize("seed", range(3))
def test_advice_is_exact_and_allowed(tmp_path: Path, seed: int) -> None:
    """Plans, shares and budgets at random: both currencies at the same share are compared anew, by two quotes."""
    R = np.random.default_rng(seed)
    budget = dp.Budget(epsilon=float(R.choice([0.3, 1, 3, 8])), delta=float(R.choice([1e-5, 1e-6, 1e-9])))
    seen = set()
    with desk_of(tmp_path, budget) as desk:
        for turn in range(16):
            pool = [
                dp.Count(),
                dp.Count(by=["g"]),
                dp.Sum("y"),
                dp.Histogram("x", bins=int(R.integers(1, 90))),
                dp.Mean("y"),
                dp.Count(where=[dp.Condition("y", ">", float(R.integers(50)))]),
            ]
            asks = [
                dp.Ask(pool[at], weight=float(R.uniform(0.5, 3)))
                for at in R.choice(len(pool), int(R.integers(1, 1 + min(3, 1 + turn % 3))), replace=False)
            ]
            standing, share = desk.standing("t"), float(R.uniform(0.1, 1.0))
            gaussian, pure = standing.room("gaussian"), standing.room("pure")
            assert gaussian is not None and gaussian.mu is not None and pure is not None
            in_mu = dp.Plan(asks, mu=math.floor(math.sqrt(share) * gaussian.mu * 1e8) / 1e8)
            in_epsilon = dp.Plan(asks, epsilon=math.floor(share * pure.epsilon * 1e8) / 1e8)
            first, second = (desk.quote("t", plan) for plan in (in_mu, in_epsilon))
            for here, there in ((first, second), (second, first)):
                ratios = (there.table.half_width / here.table.half_width).to_numpy()
                found = advice(here)
                if not here.fits or abs(ratios.max() - crossover.WORTH) < 1e-3:
                    continue
                assert (found is not None) is bool(ratios.max() < crossover.WORTH and there.fits), (share, ratios)
                if found is not None:
                    seen.add(here.currency)
                    assert abs(found[1]["percent"] - math.ceil(100 * ratios.max())) <= 1
                    for name in there.ends:
                        assert {"gaussian": "end the Gaussian", "pure": "end the pure", "renyi": "Rényi"}[
                            name
                        ] in found[0]
    assert seen or budget.epsilon != 1


def test_nothing_is_advised_that_is_refused(tmp_path: Path) -> None:
    one = dp.Ask(dp.Histogram("x", bins=2), weight=1)
    for place, budget in enumerate((dp.Budget(mu=0.24, delta=1e-6), dp.Budget(epsilon=1.0))):
        with desk_of(tmp_path / str(place), budget) as desk:
            plan = (
                dp.Plan([one], mu=0.2366) if budget.mu else dp.Plan([dp.Ask(dp.Histogram("x", bins=90))], epsilon=1.0)
            )
            assert desk.quote("t", plan).fits and advice(desk.quote("t", plan)) is None
    with desk_of(tmp_path / "used", dp.Budget(epsilon=1.0, delta=1e-6)) as desk:
        desk.release("t", dp.Plan([dp.Ask(dp.Count())], mu=0.1))  # ends the pure account
        assert desk.standing("t").room("pure") is None
        assert advice(desk.quote("t", dp.Plan([one], mu=0.21))) is None
        many = desk.quote("t", dp.Plan([dp.Ask(dp.Histogram("x", bins=90))], epsilon=0.05))
        assert many.fits
    with desk_of(tmp_path / "measured", dp.Budget(epsilon=1.0, delta=1e-6)) as desk:
        paid = dp.Ask(dp.Histogram("x", bins=2), mu=0.2)
        desk.release("t", dp.Plan([paid]))
        assert advice(desk.quote("t", dp.Plan([paid]))) is None  # answered: it costs nothing


def test_doubled_prices_say_what_they_do() -> None:
    """Of Gaussian noise twice the mu halves it and twice the epsilon does not; the figure is computed anew."""
    from dpcore.plan.outlook import outlook
    from dpcore.plan.scenario import Scenario

    table = Table(SCHEMA, dp.Unit(), "add_remove", 500)
    for epsilon, delta in ((0.2, 1e-5), (1.0, 1e-6), (3.0, 1e-9)):
        mu = float(f"{dp.calibrate.mu(epsilon, delta):.6g}")
        said = words.doubled(outlook(Scenario("", ((dp.Count(), 1.0),), "mu", mu, delta), table))
        left = dp.calibrate.mu(epsilon, delta) / dp.calibrate.mu(2 * epsilon, delta)
        assert 0.5 < left < 0.6 and said.startswith("Twice the mu halves the noise.")
        assert f"leaves about {100 * left:.0f} % of it" in said
    said = words.doubled(outlook(Scenario("", ((dp.Count(), 1.0),), "epsilon", 0.5, 1e-6), table))
    assert said == "Twice the epsilon halves the noise."
