"""Trends along few whole numbers: each has its own answer and margin, or says that there are no rows to speak of."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries import query_from_dict
from dpcore.queries.curves.smooth_curve import POINTS
from dpcore.queries.question.prediction import even
from dpcore.queries.question.round import Drawn
from dpcore.release.record import Release
from dpcore.statistic.waves import by_value
from dpcore.table.table import Table
from tests.present import made

LEVEL = 0.95


class Rows:
    """Rows at whole numbers, drawn at random: skewed or even, with gaps, and with a mean that jumps or bends."""

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.random, self.size = random, int(random.integers(5, 60))
        self.low, self.flag = int(random.integers(-50, 50)), seed % 4 == 3
        share = random.exponential(1, self.size) ** random.uniform(0, 2)
        self.empty = random.random(self.size) < 0.25
        gap = int(random.integers(0, self.size - 3))
        self.empty[gap : gap + 3] = True
        self.empty[(gap + 4) % self.size] = False
        share[self.empty] = 0
        self.counts = np.round(share / share.sum() * 10 ** random.uniform(3.5, 5.5)).astype(np.int64)
        self.empty = self.counts == 0
        smooth = 0.5 + 0.3 * np.sin(np.arange(self.size) / 5)
        self.means = np.where(random.random(self.size) < 0.2, random.random(self.size), smooth)

    @property
    def table(self) -> Table:
        column = dp.Flag() if self.flag else dp.Number(-60, 240)
        return Table(dp.Schema(h=dp.Number(self.low, self.low + self.size - 1, integer=True), y=column))

    def exact(self, statistic: Any) -> np.ndarray:
        """Counts, and sums of grid integers, by value."""
        sums = np.round(self.counts * self.means * max(1, statistic.steps)).astype(np.int64)
        return np.array([self.counts, sums])

    def truth(self, statistic: Any) -> np.ndarray:
        """The means of the rows; NaN where there are none."""
        counts, sums = self.exact(statistic)
        with np.errstate(invalid="ignore"):
            share = sums / counts / max(1, statistic.steps)
        return np.asarray(share if self.flag else -60 + 300 * share)


def released(rows: Rows, **paid: float) -> Release:
    query = dp.Trend("y", "h").bind(rows.table.schema)
    return made.release(query, rows.exact(query.statistic(rows.table, Mu(Fraction(1)))), rows.table, **paid)


def priced(seed: int) -> dict[str, float]:
    amount = float(10 ** np.random.default_rng(seed).uniform(-1.3, 0.5))
    return {"epsilon": amount} if seed % 5 == 4 else {"mu": amount}


def test_each_value_is_covered_as_often_as_said_and_values_without_rows_say_so() -> None:
    covered, with_rows, missed, without = 0, 0, 0, 0
    for seed in range(60):
        rows = Rows(seed)
        found = released(rows, **priced(seed))
        table = found.table
        assert table.x.tolist() == list(range(rows.low, rows.low + rows.size))
        if "each value by itself" not in str(found.query.reading.found(found.facts_table, found.rounds, LEVEL)):
            continue
        truth = rows.truth(found.query.statistic(found.facts_table, found.paid))
        inside = ((table.low <= truth + 1e-6) & (truth - 1e-6 <= table.high)).to_numpy()[~rows.empty]
        covered, with_rows = covered + int(inside.sum()), with_rows + inside.size
        few = found.query.reading.few(found.facts_table, found.rounds, LEVEL)
        missed, without = missed + int((~few & rows.empty).sum()), without + int(rows.empty.sum())
        low, high = found.query.quantity(found.facts_table).bounds
        assert (table.low[few] == low).all() and (table.high[few] == high).all(), "the whole range"
    assert with_rows > 500 and without > 150
    assert covered >= 0.95 * with_rows - 6 * np.sqrt(0.05 * with_rows), (covered, with_rows)
    assert missed <= 0.01 * without + 6, (missed, without)


def test_where_single_values_are_smoothed_it_is_said_by_how_much() -> None:
    """The stated change covers the difference from the means of the rows nearly everywhere."""
    beyond, compared = 0, 0
    for seed in range(40):
        rows = Rows(seed)
        found = released(rows, mu=0.02)
        if found.query.reading.few(found.facts_table, found.rounds, LEVEL).all():
            continue
        finer = found.query.reading.finer(found.facts_table, found.rounds, LEVEL)
        assert finer is not None and str(finer[1]) == "each value by itself"
        truth = rows.truth(found.query.statistic(found.facts_table, found.paid))
        apart = np.abs(finer[0].estimate - found.table.estimate.to_numpy())
        far = apart + 1.96 * np.hypot(finer[0].std_error, found.table.std_error)
        seen = ~rows.empty & ~found.query.reading.few(found.facts_table, found.rounds, LEVEL)
        beyond += int((np.abs(found.table.estimate - truth) > far)[seen].sum())
        compared += int(seen.sum())
    assert compared > 200 and beyond <= 0.05 * compared + 6 * np.sqrt(0.05 * compared)


@pytest.mark.parametrize("gap", [(10, 13), (0, 5), (20, 24)])
@pytest.mark.parametrize("mu", [0.05, 0.23, 2.0])
def test_a_gap_is_seen_at_every_price_at_which_rows_are(gap: tuple[int, int], mu: float) -> None:
    """Also where single values are smoothed, and the kernel reaches over the gap."""
    counts = np.full(24, 1500)
    counts[slice(*gap)] = 0
    table = Table(dp.Schema(h=dp.Number(0, 23, integer=True), y=dp.Number(-60, 240)))
    query = dp.Trend("y", "h").bind(table.schema)
    steps = query.statistic(table, Mu(Fraction(1))).steps
    found = made.release(query, np.array([counts, counts * (steps // 5)]), table, mu=mu)
    few = found.query.reading.few(found.facts_table, found.rounds, LEVEL)
    assert few[slice(*gap)].sum() >= gap[1] - gap[0] - 2, "each is missed once in 700 times"
    assert not few[counts > 0].any()
    at = found.query.reading.few(found.facts_table, found.rounds, LEVEL, np.array([gap[0] + 1.2, 15.0]))
    assert at[0] == few[gap[0] + 1] and not at[1]


def test_a_point_between_two_values_is_read_at_the_nearest() -> None:
    found = released(Rows(1), mu=1.0)
    first = found.table.x[0]
    read = found.evaluate([first - 0.5, first, first + 0.4, first + 0.6, first + 1, np.nan])
    assert read.estimate[0] == read.estimate[1] == read.estimate[2] == found.table.estimate[0]
    assert read.estimate[3] == read.estimate[4] == found.table.estimate[1]
    assert np.isnan(read.estimate[5])


def test_it_can_be_read_at_every_bandwidth_that_is_offered() -> None:
    found = released(Rows(2), mu=1.0)
    offered = found.query.reading.settings(found.facts_table, found.paid)[0].choices
    assert offered[1][0] == by_value.FINEST and "by itself" in str(offered[1][1])
    errors = [np.median(found.evaluate(found.table.x, bandwidth=width).std_error) for width, _ in offered[1:]]
    assert errors[-1] < errors[0]
    with pytest.raises(dp.QueryError, match="bandwidth"):
        found.evaluate([found.table.x[0]], bandwidth=0.1)


@pytest.mark.usefixtures("seeded")
def test_a_band_holds_at_all_values_together() -> None:
    table, price, level = Table(dp.Schema(h=dp.Number(0, 23, integer=True), y=dp.Number(-1, 1))), Mu(Fraction(1)), 0.9
    bound = dp.Trend("y", "h").bind(table.schema)
    statistic, mechanism = bound.statistic(table, price), bound.mechanism(table, price)
    counts = np.full(24, 3000)
    exact = statistic.exact(np.array([counts, counts * (statistic.steps // 4)])).astype(object)
    for width in (by_value.FINEST, 1.0, 5.0):
        inside = {False: 0, True: 0}
        for _ in range(200):
            rounds = ((Drawn(mechanism, tuple(map(tuple, mechanism.draw(exact).tolist()))),),)
            for whole in inside:
                found = bound.evaluate(table, rounds, level, None, {"bandwidth": width, "whole_curve": whole})
                inside[whole] += bool(((found.low <= -0.5) & (found.high >= -0.5)).all())
        assert inside[True] >= 200 * level - 4.9 * np.sqrt(200 * level * (1 - level)), (width, inside)
        assert inside[False] < inside[True]


def test_what_a_stored_answer_means_does_not_change() -> None:
    """A record of an earlier version has no word of single values: it has the points and bandwidths that it had."""
    table = Rows(3).table
    data = {"query": "trend", "column": "y", "along": "h", "bandwidth": None, "by": [], "where": []}
    old = query_from_dict(data)
    assert old.to_dict() == data and old.bind(table.schema).to_dict() == data
    (axis,) = old.axes(table.schema)
    assert axis.size == POINTS
    assert old.finest(table.schema) == pytest.approx(2)  # type: ignore[attr-defined]
    new = dp.Trend("y", "h").bind(table.schema)
    assert query_from_dict(new.to_dict()) == new != old and query_from_dict(new.to_dict()).bind(table.schema) == new
    rows = Rows(3)
    earlier = made.release(old, rows.exact(new.statistic(table, Mu(Fraction(1)))), table, mu=0.5)
    assert len(earlier.table) == POINTS and earlier.at_level(0.9).at_level(LEVEL).estimates == earlier.estimates
    at = np.flatnonzero(rows.empty) + float(rows.low)
    few = earlier.query.reading.few(earlier.facts_table, earlier.rounds, LEVEL, at)
    assert few.sum() >= rows.empty.sum() - 3, "what is said beside it may be more"


@pytest.mark.parametrize(
    "along",
    [dp.Number(0, 23), dp.Number(0, 400, integer=True), dp.Number(0, 100_000, integer=True), dp.Number(0, 0.5)],
)
def test_other_columns_keep_their_record_and_their_points(along: dp.Number) -> None:
    schema = dp.Schema(x=along, y=dp.Number(0, 1), k=dp.Number(0, 9, integer=True))
    bound = dp.Trend("y", "x").bind(schema)
    assert "by_value" not in bound.to_dict() and bound.axes(schema)[0].size == POINTS
    assert dp.Trend("y", "x", by=["k"]).bind(schema).axes(schema)[1].size == POINTS
    assert "by_value" not in dp.Trend("y", "k", bandwidth=2.0).bind(schema).to_dict()


@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize("column", [dp.Number(-60, 240), dp.Flag()])
def test_the_quote_is_that_of_single_values_and_offers_their_means(kind: Any, column: Any) -> None:
    table = Table(dp.Schema(h=dp.Number(0, 23, integer=True), y=column))
    bound = dp.Trend("y", "h").bind(table.schema)
    found = bound.predict(table, kind(Fraction(1)), LEVEL, even(24_000, 1, False))
    assert 0 < found.low <= found.half_width <= found.high <= found.largest
    said = "the fraction of rows with y" if isinstance(column, dp.Flag) else "the mean of y"
    for words in (found.assumption, bound.remark(table, kind(Fraction(1)), None)):
        assert f"h has 24 values: {said}, grouped by h, answers each of them without smoothing." in words
    counts = np.full(24, 1000)
    steps = max(1, bound.statistic(table, kind(Fraction(1))).steps)
    paid = {"mu": 1.0} if kind is Mu else {"epsilon": 1.0}
    release = made.release(bound, np.array([counts, (counts * steps) // 3]), table, **paid)
    half = np.median(release.table.high - release.table.low) / 2
    assert half <= 1.5 * found.half_width
    many = Table(dp.Schema(h=dp.Number(0, 300, integer=True), y=column))
    assert "without smoothing." not in dp.Trend("y", "h").bind(many.schema).remark(many, kind(Fraction(1)), None)


def test_groups_are_read_each_by_itself() -> None:
    table = Table(dp.Schema(h=dp.Number(1, 12, integer=True), y=dp.Number(0, 100), sex=dp.Category(["f", "m"])))
    query = dp.Trend("y", "h", by=["sex"]).bind(table.schema)
    steps = query.statistic(table, Mu(Fraction(1))).steps
    counts = np.array([np.full(12, 2000), np.where(np.arange(12) < 6, 2000, 0)])
    found = made.release(query, np.array([counts, counts * (steps // 4)]), table, mu=1)
    few = found.query.reading.few(found.facts_table, found.rounds, LEVEL)
    assert len(found.table) == 24 and few.size == 24
    assert not few[:18].any() and few[18:].sum() >= 4
