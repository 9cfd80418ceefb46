"""Densities: what is read is what was asked, with the stated noise, at any bandwidth that has privacy."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries.curves.smooth_curve import POINTS
from dpcore.result import Expansion
from dpcore.table.table import Table

SCHEMA = dp.Schema(
    x=dp.Number(-20, 60),
    k=dp.Number(0, 11, integer=True),
    wide=dp.Number(0, 100_000, integer=True),
    huge=dp.Number(2**52, 2**52 + 2**40, integer=True),
    sex=dp.Category(["f", "m"]),
    some=dp.Category([f"v{place}" for place in range(60)]),
    many=dp.Category([f"v{place}" for place in range(300)]),
)
ROWS = 4_000


def columns(seed: int) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    return {
        "x": np.clip(random.normal(15, 6, ROWS), -20, 60).tolist(),
        "k": random.binomial(11, 0.3, ROWS).tolist(),
        "wide": random.integers(0, 100_001, ROWS).tolist(),
        "sex": random.choice(["f", "m"], ROWS, p=[0.7, 0.3]).tolist(),
    }


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import pandas as pd

    schema = dp.Schema({name: SCHEMA[name] for name in ("x", "k", "wide", "sex")})
    with dp.Desk(home=tmp_path_factory.mktemp("density")) as desk:
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


def released(desk: dp.Desk, query: dp.Query, mu: float = 12.0, relation: str = "add_remove") -> dp.Release:
    (release,) = desk.release(relation, dp.Plan([dp.Ask(query)], mu=mu))
    return release


def kernels(values: np.ndarray, at: np.ndarray, h: float, low: float, high: float) -> np.ndarray:
    """The sum of kernels around values, folded at both bounds."""
    length, total = high - low, np.zeros(len(at))
    for k in range(-4, 5):
        for image in (2 * k * length + at, 2 * (k * length + low) - at):
            total += np.exp(-(((image[:, None] - values) / h) ** 2) / 2).sum(axis=1)
    return total / (h * math.sqrt(2 * math.pi))


@pytest.mark.parametrize("relation", ["add_remove", "replace"])
@pytest.mark.parametrize("bandwidth", [0.5, 3.0, 40.0, None])
def test_a_release_at_a_high_price_is_the_sum_of_kernels(desk: dp.Desk, relation: str, bandwidth: float | None) -> None:
    release = released(desk, dp.Density("x", bandwidth=bandwidth), relation=relation)
    at = np.array([-20, -3, 11.5, 15, 22, 60])
    read = release.evaluate(at, **({} if bandwidth else {"bandwidth": 3.0}))
    cells = np.floor((np.array(columns(1)["x"]) + 20) / 80 * 4096).clip(0, 4095)
    expected = kernels(-20 + (cells + 0.5) / 4096 * 80, at, bandwidth or 3.0, -20, 60)
    assert (np.abs(read.estimate - expected) <= 7 * read.std_error + 2e-5 * expected.max()).all()
    assert isinstance(release.result, Expansion)
    assert release.result.ranges == ((-20, 60),)


def test_groups_and_filters_are_densities_of_their_rows(desk: dp.Desk) -> None:
    both = released(desk, dp.Density("k", bandwidth=1.5, by=["sex"]))
    at = np.array([-0.5, 3, 7.25])
    read = both.evaluate(at)
    rows = columns(1)
    for place, sex in enumerate(("f", "m")):
        k = np.array([value for value, other in zip(rows["k"], rows["sex"], strict=True) if other == sex])
        expected = kernels(k.astype(float), at, 1.5, -0.5, 11.5)
        some = read[3 * place : 3 * place + 3]
        assert (some.sex == sex).all()
        assert (np.abs(some.estimate - expected) <= 7 * some.std_error + 2e-5 * expected.max()).all()
    alone = released(desk, dp.Density("k", bandwidth=1.5, where=[dp.Condition("sex", "==", "m")])).evaluate(at)
    other = read[3:].reset_index(drop=True)
    both_errors = np.hypot(alone.std_error, other.std_error)
    assert (np.abs(alone.estimate - other.estimate) <= 7 * both_errors).all()


def test_its_area_is_the_number_of_rows(desk: dp.Desk) -> None:
    for query in (dp.Density("x"), dp.Density("wide"), dp.Density("k"), dp.Density("x", bandwidth=800)):
        release = released(desk, query)
        ((low, high),) = release.result.ranges
        area = np.trapezoid(release.table.estimate, np.linspace(low, high, POINTS))
        assert area == pytest.approx(ROWS, rel=2e-3)


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("query", [dp.Density("x", bandwidth=2.0), dp.Density("k", bandwidth=1.0)], ids=str)
def test_intervals_cover_the_noise_as_often_as_they_say(query: dp.Density) -> None:
    """Fresh noise on the same coordinates, many times: each point's interval on its own."""
    table, price = Table(SCHEMA), Mu(Fraction(1, 4))
    bound = query.bind(SCHEMA)
    statistic, mechanism = bound.statistic(table, price), bound.mechanism(table, price)
    counts = np.random.default_rng(2).poisson(3, statistic.factor.cells)
    exact = statistic.exact(counts[None])
    sure = bound.estimate(table, price, exact.astype(float), mechanism.error(0.9)).estimate
    inside = []
    for _ in range(400):
        read = bound.estimate(table, price, mechanism.draw(exact).astype(float), mechanism.error(0.9))
        inside.append((read.low[::32] <= sure[::32]) & (sure[::32] <= read.high[::32]))
    assert np.mean(inside) == pytest.approx(0.9, abs=0.03)


def test_one_release_is_read_at_many_bandwidths_and_costs_nothing(desk: dp.Desk) -> None:
    release = released(desk, dp.Density("x"), mu=2.0)
    before = desk.standing("add_remove").spent
    widths = [0.5, 1.0, 4.0, 30.0]
    peaks = [release.evaluate(15.0, bandwidth=width).estimate[0] for width in widths]
    errors = [release.evaluate(15.0, bandwidth=width).std_error[0] for width in widths]
    assert peaks[1] > peaks[2] > peaks[3]
    assert errors == sorted(errors, reverse=True)
    for _ in range(100):
        release.evaluate(np.linspace(-20, 60, 50))
    assert desk.standing("add_remove").spent == before
    again = dp.Release.from_dict(release.to_dict()) if hasattr(dp.Release, "from_dict") else release
    assert (again.evaluate([0.0, 15.0], bandwidth=4.0) == release.evaluate([0.0, 15.0], bandwidth=4.0)).all(axis=None)
    read = release.evaluate(release.result.keys["x"])
    assert np.abs(read.estimate - release.table.estimate).max() < 1e-9 * np.abs(release.table.estimate).max()


def test_not_folded_it_falls_at_a_bound(desk: dp.Desk) -> None:
    release = released(desk, dp.Density("wide", bandwidth=5_000))
    folded, plain = (release.evaluate([0, 50_000], fold=fold).estimate for fold in (True, False))
    assert plain[0] == pytest.approx(folded[0] / 2, rel=0.02)
    assert plain[1] == pytest.approx(folded[1], rel=1e-3)


def test_points_are_checked(desk: dp.Desk) -> None:
    release = released(desk, dp.Density("x"))
    read = release.evaluate([0, math.nan, 1])
    assert read.isna().any(axis=1).tolist() == [False, True, False]
    assert len(release.at(5)) == 1
    for points, words in (
        ([61], "covers x from -20 to 60 only"),
        ([math.inf], "only"),
        ([], "1 to 1,000,000"),
        ([[1, 2]], "1 to 1,000,000"),
        (["a"], "must be a number"),
    ):
        with pytest.raises(dp.QueryError, match=words):
            release.evaluate(points)
    for width in (0, 1e-9, 1000, "x", math.nan):
        with pytest.raises(dp.QueryError, match="bandwidth"):
            release.evaluate([1], bandwidth=width)
    with pytest.raises(dp.QueryError, match="no setting 'level'"):
        release.evaluate([1], level=3)
    with pytest.raises(dp.QueryError, match="function of a column"):
        released(desk, dp.Count()).evaluate([1])


def test_a_fixed_bandwidth_is_not_read_finer(desk: dp.Desk) -> None:
    release = released(desk, dp.Density("x", bandwidth=2.0))
    assert release.evaluate([1], bandwidth=4.0).std_error[0] < release.evaluate([1]).std_error[0]
    with pytest.raises(dp.QueryError, match="bandwidth"):
        release.evaluate([1], bandwidth=1.0)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: dp.Density("sex"), "not a number"),
        (lambda: dp.Density("gone"), "not declared"),
        (lambda: dp.Density("x", by=[dp.Bins("x", [0, 5])]), "grouped by x itself"),
        (lambda: dp.Density("huge"), "too large for this question"),
        (lambda: dp.Density("x", bandwidth=0), "bandwidth"),
        (lambda: dp.Density("x", bandwidth=-1), "bandwidth"),
        (lambda: dp.Density("x", bandwidth="narrow"), "bandwidth"),
        (lambda: dp.Density("x", bandwidth=math.nan), "bandwidth"),
        (lambda: dp.Density("x", bandwidth=0.2), r"0\.21"),
        (lambda: dp.Density("x", bandwidth=801), "800"),
        (lambda: dp.Density("x", by=["many"]), "coefficients"),
        (lambda: dp.Density("x", by=["some"]), "coefficients"),
    ],
)
def test_refusals(made: Any, words: str) -> None:
    with pytest.raises(dp.QueryError, match=words):
        made().bind(SCHEMA)


def test_any_bandwidth_is_said_in_either_way() -> None:
    assert dp.Density("x") == dp.Density("x", bandwidth="any") == dp.Density("x", bandwidth=None)


def test_a_pure_plan_is_answered_with_laplace_noise() -> None:
    table, price = Table(SCHEMA), Epsilon(Fraction(1))
    bound = dp.Density("k").bind(SCHEMA)
    scale = float(bound.mechanism(table, price).scales[0])
    assert scale == bound.factor(SCHEMA).l1_norm
    prediction = bound.predict(table, price, 0.95, None)
    assert 0 < prediction.low <= prediction.half_width <= prediction.high < math.inf


def test_the_prediction_is_the_error_at_its_bandwidth(desk: dp.Desk) -> None:
    release = released(desk, dp.Density("x", bandwidth=2.0), mu=0.5)
    (asked,) = desk.quote("add_remove", dp.Plan([dp.Ask(dp.Density("x", bandwidth=2.0))], mu=0.5)).asks
    assert np.median(release.table.std_error) == pytest.approx(asked.std_error, rel=1e-9)


@pytest.mark.parametrize("values", [2, 3, 12, 60, 250, 500])
def test_no_bandwidth_that_is_chosen_rings(values: int) -> None:
    """All rows on one whole number: the curve is the kernel, at the finest bandwidth too."""
    schema = dp.Schema(k=dp.Number(0, values - 1, integer=True))
    bound, table = dp.Density("k").bind(schema), Table(schema)
    statistic = bound.statistic(table, Mu(Fraction(1)))
    counts = np.zeros((1, values), dtype=np.int64)
    counts[0, values // 2] = 1000
    ((spectrum,),) = bound.spectra(table, statistic.exact(counts).astype(float), 0.0)
    least, _ = bound.widths(schema)
    at = np.linspace(-0.5, values - 0.5, 401)
    expected = kernels(np.array([values // 2] * 1000), at, least, -0.5, values - 0.5)
    read = spectrum.read((at + 0.5) / values, least / values).value / values
    assert np.abs(read - expected).max() < 2e-3 * expected.max()


def test_wide_readings_that_are_not_folded_have_no_more_noise() -> None:
    """A kernel that is cut off needs frequencies that noise for one bandwidth drowns: such widths are not offered."""
    schema = dp.Schema(x=dp.Number(0, 1))
    bound, table = dp.Density("x", bandwidth=0.05).bind(schema), Table(schema)
    noise = bound.mechanism(table, Mu(Fraction(1))).error(0.95)
    ((spectrum,),) = bound.spectra(table, np.zeros(bound.factor(schema).coordinates), noise.std[0])
    widths = [value for value, _ in bound.settings(table, Mu(Fraction(1)))[0].choices if value] or [0.05]
    assert max(widths) <= 1 / 12
    for fold in (True, False):
        errors = [float(spectrum.read(np.array([0.5]), width, fold).variance[0]) for width in widths]
        assert errors == sorted(errors, reverse=True)


@pytest.mark.parametrize("seed", range(40))
def test_the_whole_declared_range_is_read(seed: int) -> None:
    from random import Random

    random = Random(seed)
    low = round(random.uniform(-1000, 1000), random.choice([0, 1, 2, 9]))
    high = low + random.choice([round(10 ** random.uniform(-3, 6), 2) or 0.01, 10 ** random.uniform(-3, 15)])
    if high - low < max(abs(low), abs(high)) * 2.0**-29:
        return
    bound = dp.Density("x").bind(dp.Schema(x=dp.Number(low, high)))
    (points,) = bound.axes(dp.Schema(x=dp.Number(low, high)))
    assert points.labels[0] == (low,) and points.labels[-1] == (high,)
    assert bound.cells(dp.Schema(x=dp.Number(low, high))).high == high


@pytest.mark.parametrize("bandwidth", [0.01, 0.3, 2.0, 10.0, None])
def test_a_prediction_is_a_range(bandwidth: float | None) -> None:
    schema = dp.Schema(x=dp.Number(0, 1))
    found = dp.Density("x", bandwidth=bandwidth).bind(schema).predict(Table(schema), Mu(Fraction(1)), 0.95, None)
    assert found.low <= found.half_width <= found.high == found.largest


def test_a_group_may_be_named_x(tmp_path: Any) -> None:
    import pandas as pd

    from dpcore.present import shape

    frame = pd.DataFrame({"age": [1.0, 2.0, 3.0] * 30, "x": ["a", "b", "a"] * 30})
    schema = dp.Schema(age=dp.Number(0, 5), x=dp.Category(["a", "b"]))
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("t", dp.read(frame), schema=schema, budget=dp.Budget(mu=20))
        asks = [dp.Ask(kind("age", by=["x"])) for kind in (dp.Density, dp.Cumulative)]
        for release in desk.release("t", dp.Plan(asks, mu=10)):
            assert shape.picture(release) is not None
            assert [value.group for value in shape.presenter(release).values("2")] == ["a", "b"]
            read = release.evaluate([2.0, 3.0])
            assert read["x"].tolist() == ["a", "a", "b", "b"] and read["x_"].tolist() == [2.0, 3.0, 2.0, 3.0]


def test_what_is_no_setting_and_no_point_is_refused(desk: dp.Desk) -> None:
    release = released(desk, dp.Density("x"))
    for settings in ({"fold": "no"}, {"fold": 2}, {"fold": None}, {"fold": [1]}, {"bandwidth": np.array([1.0, 2.0])}):
        with pytest.raises(dp.QueryError):
            release.evaluate([1], **settings)
    for points in ("12", b"12", {1: 2}, [10**400], [1j], [["a"]]):
        with pytest.raises(dp.QueryError):
            release.evaluate(points)  # type: ignore[arg-type]
    counts = released(desk, dp.Cumulative("x", 10))
    with pytest.raises(dp.QueryError, match="no setting 'bandwidth'"):
        counts.evaluate([1], bandwidth=3)
    (said,) = [release.query.reading.found(release.facts_table, release.rounds, 0.95)]
    width = float(str(said).split()[2])
    assert len(release.evaluate([1], bandwidth=width)) == 1


def test_a_band_for_the_whole_curve_is_wider_and_costs_nothing(desk: dp.Desk) -> None:
    for query in (dp.Density("x"), dp.Density("k", by=["sex"]), dp.Trend("k", "x", 3.0)):
        release = released(desk, query, mu=1.0)
        alone, whole = (release.evaluate([0.0, 5.0], whole_curve=on) for on in (False, True))
        assert (alone.estimate == whole.estimate).all()
        assert (alone.std_error == whole.std_error).all()
        assert (whole.high - whole.low > 1.2 * (alone.high - alone.low)).all()
        (setting,) = [one for one in query.settings(release.facts_table, release.paid) if one.name == "whole_curve"]
        assert [value for value, _ in setting.choices] == [False, True]
    wide, narrow = (release.evaluate([5.0], whole_curve=True, bandwidth=width) for width in (6.0, 3.0))
    assert (wide.high - wide.low < narrow.high - narrow.low).all()
    with pytest.raises(dp.QueryError, match="whole_curve"):
        release.evaluate([5.0], whole_curve="yes")


def test_its_sentence_says_the_bandwidth_after_its_groups() -> None:
    where = [dp.Condition("x", ">", 3)]
    for query, sentence in (
        (dp.Density("x", 2.5, by=["sex"]), "Density of x by sex, bandwidth 2.5"),
        (dp.Density("x", by=["sex"], where=where), "Density of x by sex where x > 3"),
        (dp.Density(["x", "k"], [2000, 3], by=["sex"]), "Density of x and k by sex, bandwidth 2,000 × 3"),
        (dp.Trend("k", "x", 3.0, where=where), "Mean of k along x, bandwidth 3, where x > 3"),
        (dp.Density("x", "rule", by=["sex"]), "Density of x by sex, bandwidth by rule of thumb"),
        (dp.Median("x", by=["sex"], method="smooth"), "Median of x by sex, smooth sensitivity"),
    ):
        assert str(query) == sentence


def test_no_band_for_the_whole_curve_is_offered_for_other_noise() -> None:
    names = [one.name for one in dp.Density("x").bind(SCHEMA).settings(Table(SCHEMA), Epsilon(Fraction(1)))]
    assert names == ["bandwidth", "fold"]


@pytest.mark.parametrize("bandwidth", [1.0, 10.0, 30.0, 400.0])
def test_a_point_is_read_the_same_in_any_company(desk: dp.Desk, bandwidth: float) -> None:
    """Which mirror images are added depends on the point alone, also where the kernel is wide."""
    for release in (
        released(desk, dp.Density("x", bandwidth=bandwidth), mu=0.1),
        released(desk, dp.Density(["x", "k"], bandwidth=[bandwidth, 3]), mu=0.1),
    ):
        two = release.result.dimension == 2
        alone = release.evaluate([[5, 2]] if two else [5])
        together = release.evaluate([[-20, -0.5], [60, 11.5], [5, 2]] if two else [-20, 60, 5])
        for name in ("estimate", "std_error", "low", "high"):
            assert alone[name][0] == pytest.approx(together[name][2], rel=1e-9)
