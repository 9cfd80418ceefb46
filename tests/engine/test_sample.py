"""Random samples of units: each with its probability, independently of all others, anew for each aggregate."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from dpcore.engine.base import SqlEngine
from dpcore.engine.batch import batches
from dpcore.errors import QueryError, SourceError
from dpcore.statistic.sums.ranges import Range
from dpcore.table.aggregate import Aggregate, Grid, Integers, Rows, Sampled, Total
from dpcore.table.column import Identifier, Number
from dpcore.table.ordering import Order
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.chance import RARE
from tests.engine.rows import answers

SCHEMA = Schema(group=Number(0, 9, integer=True), who=Identifier())
ROW, UNIT = Table(SCHEMA), Table(SCHEMA, Unit("who", 5))
UNITS, EACH = 4000, 5
COLUMNS = {
    "group": pa.array([place % 10 for place in range(UNITS) for _ in range(EACH)]),
    "who": pa.array([f"u{place}" for place in range(UNITS) for _ in range(EACH)]),
}
BY, GRID = Integers("group", 0, 9), Grid("group", 0, 9, 0)


def near(count: int, of: int, rate: Fraction) -> bool:
    """Whether independent coins give a count as far from its mean more often than once in 10^9 tries.

    By their exact law: of ten rows that are expected, five standard deviations are exceeded once in 60,000.
    """
    return stats.binomtest(count, of, float(rate)).pvalue > RARE


@pytest.mark.parametrize("rate", [Fraction(1, 200), Fraction(3, 10), Fraction(97, 100)], ids=str)
def test_equal_rows_are_drawn_independently_of_each_other(rate: Fraction) -> None:
    rows, total = Aggregate((Rows(),), (Sampled(rate), BY)), Aggregate((Rows(), Total(GRID)), (Sampled(rate),))
    (by_group,), (all_rows, sums) = answers(COLUMNS, ROW, [rows, total])
    assert all(near(count, UNITS * EACH // 10, rate) for count in by_group.ravel().tolist())
    assert near(int(all_rows.sum()), UNITS * EACH, rate) and sums.sum() > 0


def test_a_unit_is_drawn_with_all_of_its_rows() -> None:
    rate = Fraction(1, 4)
    ((counts,),) = answers(COLUMNS, UNIT, [Aggregate((Rows(),), (Sampled(rate, "who"), BY))])
    assert all(count % EACH == 0 for count in counts.ravel().tolist())
    assert near(int(counts.sum()) // EACH, UNITS, rate)


def test_each_aggregate_draws_a_sample_of_its_own() -> None:
    """Two that shared a sample would be less private than two with samples of their own."""
    asked = [Aggregate((Rows(),), (Sampled(Fraction(1, 2)), BY))] * 4
    found = {tuple(answer.ravel().tolist()) for answer in answers(COLUMNS, ROW, asked)}
    found |= {tuple(answer.ravel().tolist()) for answer in answers(COLUMNS, ROW, asked)}
    assert len(found) == 8
    assert len(batches([*asked, Aggregate((Rows(),), (BY,))], ROW)) == 5


def test_a_rate_of_one_takes_every_unit() -> None:
    ((counts,),) = answers(COLUMNS, UNIT, [Aggregate((Rows(),), (Sampled(Fraction(1), "who"),))])
    assert counts.tolist() == [UNITS * EACH]


@pytest.mark.parametrize("rate", [Fraction(0), Fraction(-1, 2), Fraction(3, 2)], ids=str)
def test_other_rates_are_refused(rate: Fraction) -> None:
    with pytest.raises(QueryError, match="sampling rate"):
        Sampled(rate)


def test_order_statistics_are_not_read_from_a_sample() -> None:
    with pytest.raises(QueryError, match="not from a sample"):
        Aggregate((Order(GRID, ((Range(0, 9, Fraction(1, 2)),),), 0),), (Sampled(Fraction(1, 2)),))


def test_no_key_is_written_into_a_log_of_statements() -> None:
    class Logged:
        logged = True

    with pytest.raises(SourceError, match="give them away"):
        SqlEngine._coin_salt(Logged())  # type: ignore[arg-type]


def test_a_coin_of_the_values_alone_would_be_noticed() -> None:
    """Then equal rows would be drawn together, and the counts of groups would spread far more."""
    chance, rate = np.random.default_rng(1), Fraction(3, 10)
    together = [UNITS * EACH // 10 * int(chance.random() < rate) for _ in range(10)]
    assert not any(near(count, UNITS * EACH // 10, rate) for count in together)
