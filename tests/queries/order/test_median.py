"""The median from rows to record: its law against exact probabilities, what it books, how many ranks it is off."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, stats

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.mechanisms import Epsilon, Mu
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.chance import RARE

GROUPS, KEYS, HIGH = 2_000, 1_000, 6
Rows = Sequence[int | None]


@dataclass(frozen=True)
class Setting:
    """A price, a relation, and the rows of a unit; one group a draw, all of them with the same rows."""

    currency: str
    amount: float
    neighbors: str
    max_rows: int
    rows: tuple[int | None, ...]

    @property
    def epsilon(self) -> float:
        """That of a bounded range with this mu, or the pure one."""
        half = self.amount / 2
        return (
            self.amount if self.currency == "epsilon" else 2 * float(stats.norm.logcdf(half) - stats.norm.logsf(half))
        )

    @property
    def rate(self) -> float:
        """A unit moves the scores within a band of one row for each of its own, twice that where rows are replaced."""
        return self.epsilon / (self.max_rows * (2 if self.neighbors == "replace" else 1))


def setting(seed: int) -> Setting:
    """Ties, single rows, no rows and rows without a number among them."""
    chance = random.Random(seed)
    currency = ("mu", "epsilon")[seed % 2]
    neighbors, max_rows = ("add_remove", "replace")[seed // 2 % 2], (1, 1, 3)[seed % 3]
    amount = round(10 ** chance.uniform(-0.7, 0.6) * max_rows, 3)
    some = tuple(chance.choice([0, 1, 2, 2, 5, HIGH]) for _ in range(chance.randint(2, 9)))
    rows: dict[int, tuple[int | None, ...]] = {1: (chance.randint(0, HIGH),), 2: (None, None), 3: (2, None, 2, 2, None)}
    return Setting(currency, amount, neighbors, max_rows, rows.get(seed % 6, some))


def score(v: int, rows: Rows) -> float:
    """How many rows lie between a number and the middle."""
    known = [row for row in rows if row is not None]
    middle = len(known) / 2
    return max(sum(row < v for row in known) - middle, middle - sum(row <= v for row in known), 0.0)


def exponential(rate: float, rows: Rows) -> np.ndarray:
    weights = np.array([math.exp(-rate * score(v, rows)) for v in range(HIGH + 1)])
    return weights / weights.sum()


def permute_and_flip(rate: float, rows: Rows) -> np.ndarray:
    """A number comes at a time in [0, 1] and is taken if its coin says so and no earlier one was: McKenna & Sheldon."""
    coins = np.array([math.exp(-rate * score(v, rows)) for v in range(HIGH + 1)])
    first = [integrate.quad(lambda t, v=v: np.prod(1 - t * np.delete(coins, v)), 0, 1)[0] for v in range(HIGH + 1)]
    return coins * np.array(first)


LAWS: dict[str, Callable[[float, Rows], np.ndarray]] = {"mu": exponential, "epsilon": permute_and_flip}


def schema(groups: int) -> dp.Schema:
    """Two keys, since one may have 1,000 whole numbers at most."""
    return dp.Schema(
        cell=dp.Number(0, min(groups, KEYS) - 1, integer=True),
        part=dp.Number(0, max(groups // KEYS, 1) - 1, integer=True) if groups > KEYS else dp.Flag(),
        x=dp.Number(0, HIGH, integer=True),
        who=dp.Identifier(),
    )


def asked(path: Path, made: Setting, groups: int = GROUPS) -> tuple[Release, dict[str, int | None]]:
    """The median of every group by a desk, and what its ledger booked."""
    cells = np.repeat(np.arange(groups), len(made.rows))
    frame = pd.DataFrame({"cell": cells % KEYS, "part": cells // KEYS})
    frame["x"] = pd.array(list(made.rows) * groups, dtype="Int64")
    frame["who"] = [f"u{place // made.max_rows}" for place in range(len(frame))]
    unit = dp.Unit("who", max_rows=made.max_rows) if made.max_rows > 1 else dp.Unit()
    with dp.Desk(f"sqlite:///{path}/l.db", home=path) as desk:
        budget = dp.Budget(epsilon=60, delta=1e-6) if made.currency == "epsilon" else dp.Budget(mu=60, delta=1e-6)
        declared = schema(groups)
        desk.add_dataset("v", dp.read(frame), schema=declared, unit=unit, neighbors=made.neighbors, budget=budget)
        plan = dp.Plan(
            [
                dp.Ask(
                    dp.Median("x", by=["cell", "part"] if groups > KEYS else ["cell"], check=False),
                    **{made.currency: made.amount},
                )
            ]
        )
        (release,) = desk.release("v", plan)
        assert desk.release("v", plan) == desk.releases("v") == [release]
        (charge,) = [entry.payload["charge"] for entry in desk.ledger("v") if entry.kind == "charge"]
    return release, charge


def fits(release: Release, expected: np.ndarray) -> float:
    """The p-value of the drawn numbers; of cells that are rarely drawn together."""
    counts = np.bincount(np.array(release.estimates["estimate"], dtype=int), minlength=HIGH + 1)
    order = np.argsort(expected)
    counts, wanted = counts[order], expected[order] * counts.sum()
    small = np.cumsum(wanted) < 10
    first = int(small.sum()) + 1
    counts = np.array([counts[:first].sum(), *counts[first:]])
    wanted = np.array([wanted[:first].sum(), *wanted[first:]])
    return float(stats.chisquare(counts, wanted * counts.sum() / wanted.sum()).pvalue) if len(counts) > 1 else 1.0


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(10))
def test_the_whole_way_has_the_mechanisms_law_and_books_its_loss(seed: int, tmp_path: Path) -> None:
    made = setting(seed)
    release, charge = asked(tmp_path, made)
    law = LAWS[made.currency]
    expected = law(made.rate, made.rows)
    assert expected.sum() == pytest.approx(1.0)
    assert fits(release, expected) > RARE
    if made.currency == "epsilon":
        assert charge["epsilon"] == Fraction(str(made.amount)) * ATTO
    else:
        assert made.amount**2 * (1 - 1e-9) <= charge["mu_squared"] / ATTO <= made.amount**2 * (1 + 1e-12)
    (drawn,) = release.rounds[0]
    assert drawn.mechanism.loss in release.losses
    assert float(drawn.mechanism.rate) == pytest.approx(made.rate, rel=1e-9)


@pytest.mark.sample(1)
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
def test_another_rate_is_noticed(currency: str, tmp_path: Path) -> None:
    made = Setting(currency, 0.5, "add_remove", 1, (0, 1, 2, 3, 4, 5, 6))
    release, _ = asked(tmp_path, made)
    law = LAWS[currency]
    assert fits(release, law(made.rate, made.rows)) > RARE
    assert fits(release, law(0.5 * made.rate, made.rows)) < RARE
    assert fits(release, law(2.0 * made.rate, made.rows)) < RARE


@pytest.mark.parametrize("seed", range(30))
def test_what_is_sold_is_as_near_as_it_says_at_every_level(seed: int) -> None:
    """A window that is cut tells numbers beyond it apart no more: such a price is refused, with one that is not."""
    chance = random.Random(seed)
    cells = round(10 ** chance.uniform(0, 3))
    table = Table(
        dp.Schema(x=dp.Number(0, 10 ** chance.uniform(0, 6)), cell=dp.Number(0, cells - 1 or 1, integer=True))
    )
    query = dp.Median("x", by=["cell"] if cells > 1 else [], check=False).bind(table.schema)
    kind, amount = chance.choice([Mu, Epsilon]), 10 ** chance.uniform(-6, 1)
    for _ in range(60):
        try:
            query.promise(table, kind.of(amount))
        except dp.QueryError as refused:
            assert "would be meaningless" in str(refused)
            amount *= 1.5
            continue
        step = next(query.run(table, kind.of(amount))).steps[0]
        (order,) = step.aggregate.measures
        assert query.predict(table, kind.of(amount), 0.9999, None).largest <= order.reach
        return
    pytest.fail("no price was high enough")


def test_what_is_too_much_to_read_is_refused_before_the_charge() -> None:
    """At a price that says enough of each of a million groups."""
    keys = dp.Number(0, 999, integer=True)
    table = Table(dp.Schema(x=dp.Number(0, 100), a=keys, b=keys))
    query = dp.Median("x", by=["a", "b"]).bind(table.schema)
    with pytest.raises(dp.QueryError, match="which is too many"):
        query.promise(table, Mu.of(90.0))


def test_without_groups_one_number_is_drawn(tmp_path: Path) -> None:
    """At a high price it is the middle one."""
    frame = pd.DataFrame({"cell": 0, "part": False, "x": [5, 1, 3, 3, 6, 0, 3], "who": range(7)})
    with dp.Desk(f"sqlite:///{tmp_path}/l.db", home=tmp_path) as desk:
        desk.add_dataset("v", dp.read(frame), schema=schema(2), budget=dp.Budget(mu=90, delta=1e-6))
        where = [dp.Condition("x", ">=", 4)]
        plan = dp.Plan([dp.Ask(dp.Median("x"), mu=40), dp.Ask(dp.Median("x", where=where), mu=40)])
        found = [release.table["estimate"].tolist() for release in desk.release("v", plan)]
    assert found[0] == [3.0]
    assert found[1][0] in (5.0, 6.0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_at_most_as_many_ranks_off_as_said(currency: str, level: float, tmp_path: Path) -> None:
    made = Setting(currency, 0.9, "add_remove", 1, tuple(np.arange(60) % 7))
    release, _ = asked(tmp_path, made)
    error = release.query.predict(release.facts_table, release.paid, level, None)
    off = np.array([score(int(v), made.rows) for v in release.estimates["estimate"]])
    assert stats.binom.cdf((off <= error.half_width).sum(), GROUPS, level) > RARE
    assert np.sqrt((off**2).mean()) < 1.2 * error.std_error


def test_a_record_holds_no_number_of_the_rows_and_comes_back(tmp_path: Path) -> None:
    release, _ = asked(tmp_path, setting(0), groups=5)
    text = json.dumps(release.to_dict(), allow_nan=False)
    again = Release.from_dict(json.loads(text))
    assert again == release
    assert again.at_level(0.5).estimates == release.estimates
    for name in ("std_error", "low", "high"):
        assert json.loads(text)["estimates"][name] == [None] * 5
        assert np.isnan(release.estimates[name]).all()


def test_too_many_groups_for_a_price_are_refused_with_the_price_that_fits(tmp_path: Path) -> None:
    with dp.Desk(f"sqlite:///{tmp_path}/l.db", home=tmp_path) as desk:
        column = dp.Number(0, 2**20, integer=True)
        keys = {"cell": dp.Number(0, 999, integer=True), "other": dp.Number(0, 99, integer=True)}
        frame = pd.DataFrame({"cell": [1], "other": [1], "x": [3]})
        declared = dp.Schema(**keys, x=column)
        desk.add_dataset("v", dp.read(frame), schema=declared, budget=dp.Budget(mu=1, delta=1e-6))
        query = dp.Median("x", by=["cell", "other"])
        with pytest.raises(dp.QueryError, match="would be meaningless") as refused:
            desk.quote("v", dp.Plan([dp.Ask(query, mu=0.01)]))
        assert "times as much" in str(refused.value)
