"""Densities of two columns: what is read is the sum of products of kernels, with the stated noise."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries.curves.smooth_surface import SIDE
from dpcore.result import Surface
from dpcore.result.view import evenly
from dpcore.table.table import Table
from tests.queries.curves.test_density import kernels

SCHEMA = dp.Schema(
    x=dp.Number(-20, 60),
    k=dp.Number(0, 11, integer=True),
    wide=dp.Number(0, 100_000, integer=True),
    huge=dp.Number(2**52, 2**52 + 2**40, integer=True),
    sex=dp.Category(["f", "m"]),
    three=dp.Category(["a", "b", "c"]),
)
ROWS = 3_000


def columns(seed: int) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    x = np.clip(random.normal(15, 6, ROWS), -20, 60)
    return {
        "x": x.tolist(),
        "k": np.clip(np.round(x / 5 + random.normal(0, 1, ROWS)), 0, 11).astype(int).tolist(),
        "wide": random.integers(0, 100_001, ROWS).tolist(),
        "sex": random.choice(["f", "m"], ROWS, p=[0.7, 0.3]).tolist(),
    }


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import pandas as pd

    schema = dp.Schema({name: SCHEMA[name] for name in ("x", "k", "wide", "sex")})
    with dp.Desk(home=tmp_path_factory.mktemp("joint")) as desk:
        for relation in ("add_remove", "replace"):
            desk.add_dataset(
                relation,
                dp.read(pd.DataFrame(columns(1))),
                schema=schema,
                budget=dp.Budget(mu=100, delta=1e-6),
                neighbors=relation,
                separate_budget=True,
            )
        yield desk


def released(desk: dp.Desk, query: Any, mu: float = 15.0, relation: str = "add_remove") -> dp.Release:
    (release,) = desk.release(relation, dp.Plan([dp.Ask(query)], mu=mu))
    return release


def expected(x: np.ndarray, k: np.ndarray, at: np.ndarray, widths: tuple[float, float]) -> np.ndarray:
    """The sum of products of kernels around rows in the middles of their cells, both folded."""
    cells = np.floor((x + 20) / 80 * 256).clip(0, 255)
    total = np.zeros(len(at))
    for value in np.unique(k):
        along = kernels(-20 + (cells[k == value] + 0.5) / 256 * 80, at[:, 0], widths[0], -20, 60)
        total += along * kernels(np.array([value]), at[:, 1], widths[1], -0.5, 11.5)
    return total


AT = np.array([[-20, -0.5], [12, 3], [15, 2.25], [22, 5], [60, 11.5]])


@pytest.mark.parametrize("relation", ["add_remove", "replace"])
@pytest.mark.parametrize("widths", [None, (3.0, 1.5), (2.0, 30.0)])
def test_a_release_at_a_high_price_is_the_sum_of_kernels(
    desk: dp.Desk, relation: str, widths: tuple[float, float] | None
) -> None:
    release = released(desk, dp.Density(["x", "k"], bandwidth=widths), relation=relation)
    read = release.evaluate(AT, **({} if widths else {"bandwidth": (3.0, 2.5)}))
    rows = columns(1)
    true = expected(np.array(rows["x"]), np.array(rows["k"]), AT, widths or (3.0, 2.5))
    assert (np.abs(read.estimate - true) <= 7 * read.std_error + 1e-4 * true.max()).all()
    assert isinstance(release.result, Surface)
    assert release.result.ranges == ((-20, 60), (-0.5, 11.5))
    assert list(read.columns) == ["x", "y", "estimate", "std_error", "low", "high"]


def test_groups_and_filters_are_densities_of_their_rows(desk: dp.Desk) -> None:
    both, rows = released(desk, dp.Density(["x", "k"], bandwidth=[3, 1.5], by=["sex"])).evaluate(AT), columns(1)
    for place, sex in enumerate(("f", "m")):
        kept = np.array(rows["sex"]) == sex
        true = expected(np.array(rows["x"])[kept], np.array(rows["k"])[kept], AT, (3, 1.5))
        some = both[len(AT) * place : len(AT) * (place + 1)]
        assert (some.sex == sex).all()
        assert (np.abs(some.estimate - true) <= 7 * some.std_error + 1e-4 * true.max()).all()
    where = [dp.Condition("sex", "==", "m")]
    alone = released(desk, dp.Density(["x", "k"], bandwidth=[3, 1.5], where=where)).evaluate(AT)
    gap = np.abs(alone.estimate.to_numpy() - both.estimate[len(AT) :].to_numpy())
    assert (gap <= 6 * alone.std_error.to_numpy() * 1.5).all()


def test_its_volume_is_the_number_of_rows(desk: dp.Desk) -> None:
    for query in (dp.Density(["x", "wide"], bandwidth=[6, 9_000]), dp.Density(["k", "wide"], bandwidth=[2, 10**6])):
        release = released(desk, query)
        lengths = [high - low for low, high in release.result.ranges]  # type: ignore[union-attr]
        weights = np.outer(*(evenly(length, SIDE) for length in lengths)).ravel()
        assert float(weights @ release.table.estimate) == pytest.approx(ROWS, rel=5e-3)


@pytest.mark.usefixtures("seeded")
def test_intervals_cover_the_noise_as_often_as_they_say() -> None:
    """Fresh noise on the same coordinates, many times; each point's interval on its own."""
    table, price = Table(SCHEMA), Mu(Fraction(1, 4))
    bound = dp.JointDensity("x", "k", 4.0, 1.5).bind(SCHEMA)
    statistic, mechanism = bound.statistic(table, price), bound.mechanism(table, price)
    counts = np.random.default_rng(2).poisson(1, statistic.factor.cells)
    exact = statistic.exact(counts[None])
    sure = bound.estimate(table, price, exact.astype(float), mechanism.error(0.9)).estimate
    inside = []
    for _ in range(300):
        read = bound.estimate(table, price, mechanism.draw(exact).astype(float), mechanism.error(0.9))
        inside.append((read.low[::97] <= sure[::97]) & (sure[::97] <= read.high[::97]))
    assert np.mean(inside) == pytest.approx(0.9, abs=0.03)


def test_one_release_is_read_at_many_bandwidths_and_costs_nothing(desk: dp.Desk) -> None:
    release = released(desk, dp.Density(["x", "k"]), mu=2.0)
    before = desk.standing("add_remove").spent
    errors = [release.evaluate([15, 3], bandwidth=[h, h / 4]).std_error[0] for h in (8.0, 16.0, 40.0)]
    assert errors == sorted(errors, reverse=True)
    folded, plain = (
        release.evaluate([[15, -0.5]], bandwidth=[8, 2.0], fold=fold).estimate[0] for fold in (True, False)
    )
    assert plain < 0.7 * folded
    assert desk.standing("add_remove").spent == before
    grid = release.table
    read = release.evaluate(grid[["x", "y"]].to_numpy())
    assert np.abs(read.estimate - grid.estimate).max() < 1e-9 * np.abs(grid.estimate).max()
    found = str(release.query.reading.found(release.facts_table, release.rounds, 0.95))
    h, g = found.split(": ")[1].split(". ")[0].split(" × ")
    again = release.evaluate(grid[["x", "y"]].to_numpy(), bandwidth=(float(h), float(g)))
    assert np.abs(again.estimate - grid.estimate).max() < 0.02 * grid.estimate.max()
    assert release.evaluate([[math.nan, 3], [15, 3]]).isna().any(axis=1).tolist() == [True, False]


def test_points_and_settings_are_checked(desk: dp.Desk) -> None:
    release = released(desk, dp.Density(["x", "k"]))
    for points, words in (
        ([61, 3], "covers x from -20 to 60 only"),
        ([[15, 3], [15, 12]], "covers k from -0.5 to 11.5 only"),
        ([15], "pair of numbers"),
        (5, "pair of numbers"),
        ([1, 2, 3], "pair of numbers"),
        ([[15, 3, 1]], "pair of numbers"),
        ([[[15, 3]]], "pair of numbers"),
        ([], "points at a time"),
        ("ab", "must be a number"),
        ([[math.inf, 3]], "only"),
    ):
        with pytest.raises(dp.QueryError, match=words):
            release.evaluate(points)  # type: ignore[arg-type]
    for width in (3, "wide", [1], [1, 2, 3], [0.001, 2], [5, 100], [math.nan, 2], {1: 2}):
        with pytest.raises(dp.QueryError, match="bandwidth"):
            release.evaluate([15, 3], bandwidth=width)
    with pytest.raises(dp.QueryError, match="fold"):
        release.evaluate([15, 3], fold=1)
    with pytest.raises(dp.QueryError, match="function of a column"):
        release.quantile(0.5)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: dp.JointDensity("x", "x"), "with itself"),
        (lambda: dp.JointDensity("x", "sex"), "not a number"),
        (lambda: dp.JointDensity("gone", "x"), "not declared"),
        (lambda: dp.JointDensity("huge", "x"), "too large for this question"),
        (lambda: dp.JointDensity("x", "k", 0, 2), "bandwidth"),
        (lambda: dp.JointDensity("x", "k", 0.9, 2), "bandwidth"),
        (lambda: dp.JointDensity("x", "k", 2, 111), "other_bandwidth"),
        (lambda: dp.JointDensity("x", "k", by=[dp.Bins("k", [0, 5])]), "grouped by k itself"),
        (lambda: dp.JointDensity("x", "wide", 1.1, 1400, by=["three"]), "coefficients"),
        (lambda: dp.Density(["x"]), "two columns"),
        (lambda: dp.Density(["x", "k", "wide"]), "two columns"),
        (lambda: dp.Density(["x", "k"], bandwidth=3), "two bandwidths"),
        (lambda: dp.Density(["x", "k"], bandwidth=[3]), "two bandwidths"),
        (lambda: dp.Density(["x", "k"], bandwidth="rulex"), "two bandwidths"),
        (lambda: dp.Density(["x", 3]), "3"),
    ],
)
def test_refusals(made: Any, words: str) -> None:
    with pytest.raises(dp.QueryError, match=words):
        made().bind(SCHEMA)


def test_many_groups_have_fewer_frequencies_and_coarser_bandwidths() -> None:
    alone, grouped = (dp.JointDensity("x", "wide", by=by).bind(SCHEMA) for by in ([], ["three", "sex"]))
    assert alone.radius(SCHEMA) == 100
    assert 6 * grouped.factor(SCHEMA).coordinates <= 70_000
    assert grouped.radius(SCHEMA) == 59
    (wide, _), (narrow, _) = (one.cells(SCHEMA) for one in (alone, grouped))
    assert grouped.finest(SCHEMA, narrow) > 1.5 * alone.finest(SCHEMA, wide)


def test_of_one_bandwidth_the_other_is_the_same_share() -> None:
    bound = dp.JointDensity("x", "k", 8.0).bind(SCHEMA)
    assert (bound.bandwidth, bound.other_bandwidth) == (8.0, pytest.approx(1.1))
    bound = dp.JointDensity("x", "k", None, 1.1).bind(SCHEMA)
    assert (bound.bandwidth, bound.other_bandwidth) == (pytest.approx(8.0), 1.1)
    assert "8 × 1.1" in str(bound)
    assert "bandwidth 8" in str(dp.JointDensity("x", "k", 8.0))


def test_density_of_a_list_is_this_question() -> None:
    made: Any = dp.Density(["x", "k"], bandwidth=[2, 3], by="sex")
    assert made == dp.JointDensity("x", "k", 2.0, 3.0, by=["sex"])
    assert dp.Density(["x", "k"]) == dp.Density(("x", "k"), "any") == dp.JointDensity("x", "k")
    one = dp.Density("x", bandwidth=2)
    for each in (one, made):
        assert copy.copy(each) == copy.deepcopy(each) == pickle.loads(pickle.dumps(each)) == each
        assert type(each).from_dict(each.to_dict()) == each


@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize("widths", [(None, None), (2.0, 3.0), (800.0, 1.0)])
def test_a_prediction_is_a_range_around_the_error(kind: Any, widths: tuple[float | None, float | None]) -> None:
    table, price = Table(SCHEMA), kind(Fraction(1))
    bound = dp.JointDensity("x", "k", *widths).bind(SCHEMA)
    found = bound.predict(table, price, 0.95, None)
    assert 0 < found.low <= found.half_width <= found.high == found.largest < math.inf
    if widths[0] == 2.0:
        spread = bound.mechanism(table, price).error(0.95)
        zeros = np.zeros((1, bound.factor(SCHEMA).coordinates))
        assert np.median(bound.estimate(table, price, zeros, spread).std_error) == pytest.approx(found.std_error)
    assert bound.price_of(table, kind, found.half_width, 0.95, None).total == pytest.approx(1, rel=1e-6)
