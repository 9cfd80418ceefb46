"""Densities by a rule of thumb: the bandwidths are those of the rule, for one charge, and read as of any density."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries.curves.rule_density import SHARE
from dpcore.queries.question.prediction import Guess
from dpcore.result import Expansion, Surface
from dpcore.table.table import Table
from dpcore.text import Text

SCHEMA = dp.Schema(
    x=dp.Number(0, 100),
    y=dp.Number(0, 10, missing="drop"),
    k=dp.Number(0, 4, integer=True),
    same=dp.Number(0, 1),
    sex=dp.Category(["f", "m"]),
)
ROWS = 20_000


def columns() -> dict[str, Any]:
    random = np.random.default_rng(3)
    return {
        "x": random.normal(40, 8, ROWS).clip(0, 100),
        "y": np.where(random.random(ROWS) < 0.2, np.nan, random.exponential(1, ROWS)),
        "k": random.integers(0, 5, ROWS),
        "same": np.full(ROWS, 0.25),
        "sex": random.choice(["f", "m"], ROWS),
    }


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    with dp.Desk(home=tmp_path_factory.mktemp("rule")) as desk:
        for relation in ("add_remove", "replace"):
            desk.add_dataset(
                relation,
                dp.read(pd.DataFrame(columns())),
                schema=SCHEMA,
                budget=dp.Budget(mu=100, delta=1e-6),
                neighbors=relation,
                separate_budget=True,
            )
        yield desk


def released(desk: dp.Desk, query: dp.Query, relation: str = "add_remove", mu: float = 10) -> dp.Release:
    (release,) = desk.release(relation, dp.Plan([dp.Ask(query)], mu=mu))
    return release


def thumb(names: list[str], add: int, share: float = 1.0) -> list[float]:
    """The rule from its definition, on the rows themselves."""
    rows = [np.array(columns()[name], dtype=np.float64) for name in names]
    rows = [one[~np.isnan(one)] for one in rows]
    n, d = min(map(len, rows)) * share, len(names)
    spreads = [(np.quantile(one, 0.75) - np.quantile(one, 0.25)) / 1.34 for one in rows]
    return [spread * (4 / ((d + add) * n)) ** (1 / (d + 4)) for spread in spreads]


@pytest.mark.parametrize("relation", ["add_remove", "replace"])
@pytest.mark.parametrize(
    ("query", "names", "add", "share"),
    [
        (dp.Density("x", bandwidth="rule"), ["x"], 2, 1),
        (dp.Density("x", "hall"), ["x"], 1, 1),
        (dp.Density("y", "rule"), ["y"], 2, 1),
        (dp.Density("x", "rule", by=["sex"]), ["x"], 2, 1 / 2),
        (dp.Density(["x", "y"], "rule"), ["x", "y"], 2, 1),
        (dp.Density(["x", "y"], bandwidth="hall"), ["x", "y"], 1, 1),
    ],
    ids=str,
)
def test_bandwidths_are_those_of_the_rule(
    desk: dp.Desk, relation: str, query: dp.RuleDensity, names: list[str], add: int, share: float
) -> None:
    assert isinstance(query, dp.RuleDensity)
    release = released(desk, query, relation)
    found = query.bind(SCHEMA)._transcribed(release.facts_table, release.rounds)
    assert found == pytest.approx(thumb(names, add, share), rel=0.02)
    assert " × ".join(f"{width:.3g}" for width in found) in str(query.found(release.facts_table, release.rounds, 0.95))
    assert isinstance(release.result, Expansion if len(names) == 1 else Surface)
    assert len(release.rounds) == len(names) + 1


def test_what_is_read_is_the_density_at_that_bandwidth(desk: dp.Desk) -> None:
    ruled = released(desk, dp.Density("x", "rule"))
    width = float(str(ruled.query.reading.found(ruled.facts_table, ruled.rounds, 0.95)).split()[1].strip(","))
    plain = released(desk, dp.Density("x", width), mu=10 * math.sqrt(1 - SHARE))
    at = [5.0, 30, 40, 55]
    one, other = ruled.evaluate(at), plain.evaluate(at)
    assert one.std_error.to_numpy() == pytest.approx(other.std_error.to_numpy(), rel=1e-6)
    assert (abs(one.estimate - other.estimate) < 7 * np.hypot(one.std_error, other.std_error)).all()
    assert ruled.evaluate(at, fold=False).std_error[1] == pytest.approx(one.std_error[1], rel=1e-6)
    assert (ruled.evaluate(at, whole_curve=True).high > one.high).all()
    with pytest.raises(dp.QueryError, match="no setting 'bandwidth'"):
        ruled.evaluate(at, bandwidth=3.0)


@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize("inputs", [["x"], ["x", "y"]])
def test_the_losses_add_up_to_the_price_whatever_follows(kind: Any, inputs: list[str]) -> None:
    query, price = dp.RuleDensity(inputs).bind(SCHEMA), kind(Fraction(1, 3))
    for relation in ("add_remove", "replace"):
        table = Table(SCHEMA, neighbors=relation)
        losses = [loss for loss, times in query.promise(table, price) for _ in range(times)]
        amounts = [loss.mu_squared if kind is Mu else loss.pure for loss in losses]
        assert sum(amounts) == Fraction(1, 3)
        assert len(losses) == len(inputs) + 1
        for side in (0, 1):
            widths = [ends[side] for ends in query.ends(SCHEMA)]
            (last,) = query.density(widths).promise(table, kind(price.total * (1 - SHARE)))
            assert last[0] == losses[-1]


def test_few_rows_and_constant_columns_get_bandwidths_between_the_public_ends(desk: dp.Desk) -> None:
    for query in (dp.Density("same", "rule"), dp.Density("k", "rule"), dp.Density(["same", "k"], "rule")):
        bound = query.bind(SCHEMA)
        for mu in (0.001, 1):
            release = released(desk, query, mu=mu)
            found = bound._transcribed(release.facts_table, release.rounds)
            for width, (low, high) in zip(found, bound.ends(SCHEMA), strict=True):
                assert low <= width <= high
            assert np.isfinite(release.table.estimate).all()


@pytest.mark.parametrize("kind", [Mu, Epsilon])
def test_a_price_for_an_error_has_this_error(kind: Any) -> None:
    table, query = Table(SCHEMA, expected_rows=5_000), dp.RuleDensity(["x"]).bind(SCHEMA)
    rows = Guess(5_000, 5_000, 5_000, 5_000, Text("declared"))
    price = query.price_of(table, kind, 3.0, 0.9, rows)
    found = query.predict(table, price, 0.9, rows)
    assert found.half_width == pytest.approx(3, rel=1e-6)
    assert found.low <= found.half_width <= found.high == found.largest


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: dp.RuleDensity([]), "one column or two"),
        (lambda: dp.RuleDensity(["x", "y", "k"]), "one column or two"),
        (lambda: dp.RuleDensity(None), "one column or two"),
        (lambda: dp.RuleDensity([["x"]]), "one column or two"),
        (lambda: dp.RuleDensity(["x", "x"]), "lies on a line"),
        (lambda: dp.RuleDensity(["sex"]), "not a number"),
        (lambda: dp.RuleDensity(["gone"]), "not declared"),
        (lambda: dp.RuleDensity(["x"], "silverman"), "`rule` must be"),
        (lambda: dp.Density("x", "rule", by=[dp.Bins("x", [0, 5])]), "grouped by x"),
    ],
)
def test_refusals(made: Any, words: str) -> None:
    with pytest.raises(dp.QueryError, match=words):
        made().bind(SCHEMA)
