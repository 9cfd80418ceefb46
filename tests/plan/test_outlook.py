"""What if: the figures are those of the curves themselves, and nothing better than the truth is told."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import dpcore as dp
from dpcore import tradeoff
from dpcore.mechanisms import Mu
from dpcore.plan import outlook
from dpcore.plan.affordable import MOST_RELEASES, affordable
from dpcore.plan.scenario import Scenario
from dpcore.plan.training import Training
from dpcore.present.explore import figure as figures
from dpcore.present.explore import growth_words, words
from dpcore.present.explore.axis import decades, number, power, steps
from dpcore.table.table import Table

SCHEMA = dp.Schema(age=dp.Number(0, 120, integer=True), ward=dp.Category(["A", "B"]), patient=dp.Identifier())
TABLE = Table(SCHEMA, dp.Unit(), "add_remove", 10_000)
REPLACE = Table(SCHEMA, dp.Unit(), "replace", 10_000)
ASKS = ((dp.Count(by=["ward"]).bind(SCHEMA), 1.0), (dp.Mean("age", where=[]).bind(SCHEMA), 3.0))
WHERE = ((dp.Count(where=[dp.Condition("ward", "==", "A")]).bind(SCHEMA), 1.0),)
PLAIN = Scenario("", ASKS, "mu", 0.2, 1e-6, rows=10_000)


def test_a_gaussian_plan_is_read_from_its_curve():
    seen = outlook.outlook(PLAIN, TABLE)
    curve = tradeoff.gaussian(0.2)
    assert seen.price == pytest.approx(0.2, rel=1e-12)
    assert seen.epsilon == pytest.approx(curve.epsilon(1e-6), rel=1e-9)
    assert seen.power == pytest.approx(curve.power(0.05), rel=1e-9)
    assert seen.right == pytest.approx(0.5 + curve.advantage() / 2, rel=1e-9)
    assert np.allclose(seen.line, curve(outlook.ALPHAS), rtol=1e-9)
    assert seen.epsilon >= curve.epsilon_bounds(1e-6)[0]


def test_errors_are_those_of_the_quote(tmp_path):
    (tmp_path / "rows.csv").write_text("age,ward,patient\n30,A,p1\n40,B,p2\n")
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.add_dataset(
            "t", dp.read(tmp_path / "rows.csv"), schema=SCHEMA, budget=dp.Budget(mu=1.0), expected_rows=10_000
        )
        quote = desk.quote("t", PLAIN.plan)
    assert outlook.outlook(PLAIN, TABLE).half_widths == tuple(ask.half_width for ask in quote.asks)


@pytest.mark.parametrize("currency", ["mu", "epsilon"])
def test_the_line_of_errors_goes_through_the_plan(currency):
    scenario = replace(PLAIN, currency=currency)
    seen = outlook.outlook(scenario, TABLE)
    for place, half in enumerate(seen.half_widths):
        line = outlook.error_line(seen, place, np.array([0.1, 0.2, 0.4]))
        assert line[1] == pytest.approx(half, rel=0.03)
        elsewhere = outlook.outlook(replace(scenario, total=0.4), TABLE).half_widths[place]
        assert line[2] == pytest.approx(elsewhere, rel=0.03)
        assert line[0] > line[1] > line[2]


def test_weights_split_the_total():
    even, uneven = (outlook.outlook(replace(PLAIN, asks=((ASKS[0][0], w), ASKS[1])), TABLE) for w in (3.0, 30.0))
    assert uneven.half_widths[0] < even.half_widths[0]
    assert uneven.half_widths[1] > even.half_widths[1]
    assert uneven.price == pytest.approx(even.price)
    assert uneven.epsilon == pytest.approx(even.epsilon)


@pytest.mark.parametrize(("table", "asks"), [(TABLE, ASKS), (REPLACE, WHERE)], ids=["add_remove", "replace"])
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
def test_a_group_weakens_the_promise_and_no_error(table, asks, currency):
    one, five = (outlook.outlook(replace(PLAIN, asks=asks, currency=currency, group=k), table) for k in (1, 5))
    assert five.half_widths == one.half_widths
    assert five.price == one.price
    assert five.epsilon > 2 * one.epsilon
    assert five.power > one.power


def test_a_group_of_a_gaussian_is_exact():
    five = outlook.outlook(replace(PLAIN, group=5), TABLE)
    assert five.epsilon == pytest.approx(tradeoff.gaussian(0.2).group(5).epsilon(1e-6), rel=1e-9)


@pytest.mark.parametrize("rate", [0.1, 0.5])
def test_sampling_is_amplified_as_the_curves_say(rate):
    scenario = replace(PLAIN, rate=rate)
    poisson = tradeoff.subsampled_gaussian(rate, 1 / 0.2)
    seen = outlook.outlook(scenario, TABLE)
    assert seen.epsilon == pytest.approx(poisson.epsilon(1e-6), rel=1e-6)
    assert seen.power == pytest.approx(poisson.power(0.05), rel=1e-6)
    fixed = tradeoff.gaussian(0.2).subsample(rate)
    assert outlook.outlook(replace(scenario, asks=WHERE), REPLACE).epsilon == pytest.approx(
        fixed.epsilon(1e-6), rel=1e-6
    )
    pure = outlook.outlook(replace(scenario, currency="epsilon"), TABLE)
    assert pure.curve.epsilon(0.0) == pytest.approx(math.log1p(rate * math.expm1(0.2)), rel=1e-9)
    assert seen.epsilon < outlook.outlook(PLAIN, TABLE).epsilon


def test_answers_from_a_sample_are_scaled_up():
    whole, half = (outlook.outlook(replace(PLAIN, rate=rate), TABLE) for rate in (1.0, 0.5))
    assert half.half_widths[0] == pytest.approx(2 * whole.half_widths[0])
    assert half.half_widths[1] == pytest.approx(2 * whole.half_widths[1], rel=0.05)


def test_a_group_on_a_sample_is_no_better_than_the_mixture_it_is():
    """k members, each drawn with probability q: the shift is j mu with binomial chance, against none."""
    size, rate, mu = 3, 0.3, 0.4
    seen = outlook.outlook(replace(PLAIN, total=mu, group=size, rate=rate), TABLE)
    x = np.linspace(-8, 8 + size * mu, 200_001)
    step = x[1] - x[0]

    def density(shift: float) -> np.ndarray:
        return np.exp(-((x - shift) ** 2) / 2) / math.sqrt(2 * math.pi) * step

    mixed = sum(math.comb(size, j) * rate**j * (1 - rate) ** (size - j) * density(j * mu) for j in range(size + 1))
    for epsilon in (0.0, 0.1, 0.3):
        for p, q in ((density(0.0), mixed), (mixed, density(0.0))):
            truth = float(np.maximum(p - math.exp(epsilon) * q, 0).sum())
            assert seen.curve.delta(epsilon) >= truth - 1e-9
    assert seen.curve.delta(0.0) < tradeoff.gaussian(size * mu).delta(0.0)


@pytest.mark.parametrize("currency", ["mu", "epsilon"])
def test_many_releases_certified_and_by_adding_up(currency):
    seen = outlook.outlook(replace(PLAIN, currency=currency), TABLE)
    tight = list(outlook.grown(seen, (1, 4, 10)))
    plain = outlook.basic(seen, (1, 4, 10))
    assert all(a < b for a, b in pairwise(tight))
    assert tight[2] < plain[2]
    assert plain[1] == pytest.approx(4 * seen.curve.epsilon(0.25e-6), rel=1e-9)
    if currency == "mu":
        assert tight[1] == pytest.approx(tradeoff.gaussian(0.4).epsilon(1e-6), rel=1e-9)
    else:
        curve = tradeoff.compose([loss.curve for ask in seen.asks for loss in ask.losses])
        assert tight[1] == pytest.approx(curve.repeat(4).epsilon(1e-6), rel=1e-9)


def test_releases_that_the_budget_allows_are_counted_exactly(tmp_path):
    (tmp_path / "rows.csv").write_text("age,ward,patient\n30,A,p1\n40,B,p2\n")
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.add_dataset("t", dp.read(tmp_path / "rows.csv"), schema=SCHEMA, budget=dp.Budget(mu=0.6))
        standing = desk.standing("t")
    charge = outlook.outlook(PLAIN, TABLE).charge
    assert affordable(standing, charge) == 9
    assert affordable(standing, outlook.outlook(replace(PLAIN, total=0.61), TABLE).charge) == 0
    assert affordable(standing, outlook.outlook(replace(PLAIN, total=1e-3), TABLE).charge) == MOST_RELEASES


def test_releases_on_the_chart_rise_and_reach_beyond_the_budget():
    for left in (0, 1, 9, 300, 1000):
        shown = outlook.releases(left)
        assert shown[0] == 1
        assert shown == sorted(set(shown))
        assert shown[-1] >= min(left + 1, MOST_RELEASES)
        assert len(shown) <= 8


def test_an_error_has_its_price():
    priced = outlook.price_of(ASKS[0][0], TABLE, Mu, 50.0)
    assert priced.half_width == pytest.approx(50.0, abs=1.0)
    assert outlook.price_of(ASKS[0][0], TABLE, Mu, 25.0).amount == pytest.approx(2 * priced.amount, rel=0.05)
    for bad in (0, -1, float("nan"), "20"):
        with pytest.raises(dp.QueryError):
            outlook.price_of(ASKS[0][0], TABLE, Mu, bad)
    with pytest.raises(dp.QueryError):
        outlook.price_of(ASKS[1][0], replace(TABLE, expected_rows=None), Mu, 1.0)


def test_training_is_certified_and_its_estimate_is_another_figure():
    training = Training(60_000, 256, 1.1, 60, 1e-5)
    low, high = training.bounds()
    assert training.steps == 14_063
    direct = tradeoff.subsampled_gaussian(256 / 60_000, 1.1, training.steps).epsilon_bounds(1e-5)
    assert (low, high) == direct
    assert low <= 2.3816 * 1.001
    assert high >= 2.3815
    assert training.estimate() < low  # the central limit theorem is below the truth here
    assert Training(100, 256, 1.0, 1, 1e-6).rate == 1.0


def test_unknown_rows_leave_the_mean_unknown_and_the_count_known():
    seen = outlook.outlook(replace(PLAIN, rows=None), TABLE)
    assert math.isnan(seen.half_widths[1])
    assert seen.half_widths[0] > 0
    figure = figures.errors(seen, ["Count", "Mean"], 0.01, 1.0)
    assert "Enter the expected number of rows" in figure.words
    assert "nan" not in figure.svg


def test_sentences_round_bounds_up():
    assert words.up(0.64712) == "0.648"
    assert words.up(0.5) == "0.5"
    assert words.down(0.64771) == "0.647"
    assert words.members(0.0701) == "8"
    assert words.percent(0.53111) == "53.2"
    seen = outlook.outlook(PLAIN, TABLE)
    assert words.headline(seen).startswith("This plan costs epsilon 0.835 at delta 10⁻⁶ (at most).")
    assert f"at most {math.ceil(100 * seen.power)} of 100 members" in words.headline(seen)
    assert "estimate" in growth_words.trained(Training(60_000, 256, 1.1, 60, 1e-5))


def test_a_plan_without_noise_costs_nothing():
    seen = outlook.outlook(replace(PLAIN, asks=((dp.Count().bind(SCHEMA), 1.0),)), REPLACE)
    assert words.headline(seen).startswith("This plan costs nothing")
    assert seen.epsilon == 0


def test_charts_escape_what_they_are_told():
    seen = outlook.outlook(PLAIN, TABLE)
    evil = "<script>&'\""
    svg = figures.errors(seen, [evil, "Mean"], 0.01, 1.0).svg
    assert "<script" not in svg
    assert "&lt;script&gt;&amp;" in svg


@pytest.mark.parametrize("total", [1e-6, 100.0])
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
@pytest.mark.parametrize("group", [1, 100])
@pytest.mark.parametrize("rate", [0.01, 1.0])
@pytest.mark.parametrize("table", [TABLE, REPLACE], ids=["add_remove", "replace"])
def test_the_ends_of_the_levers_are_drawn(total, currency, group, rate, table):
    seen = outlook.outlook(Scenario("", WHERE, currency, total, 1e-18, group, rate, 10), table)
    assert seen.epsilon >= 0
    assert 0.05 - 1e-12 <= seen.power <= 1
    for figure in (figures.errors(seen, ["Count"], 0.01, 1.0), figures.tradeoff(seen)):
        assert "nan" not in figure.svg
        assert figure.words in figure.svg.replace("&#x27;", "'")


def test_ticks_are_round_and_inside():
    assert decades(0.01, 1.0) == pytest.approx([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0])
    assert len(decades(1e-9, 1e9)) <= 7
    assert steps(9.6) == [0, 2, 4, 6, 8]
    assert [number(value) for value in (0.05, 1500, 20_000, 3e6, 1e-5)] == ["0.05", "1,500", "20k", "3M", "10⁻⁵"]
    assert power(2.5e-7) == "2.5·10⁻⁷"


def test_lines_that_coincide_share_a_label_and_no_two_labels_overlap():
    counts = [dp.Count(), dp.Count(by=["ward"]), dp.Histogram("age", bins=9)]
    asks = tuple((query.bind(SCHEMA), 1.0) for query in [*counts, dp.Mean("age")])
    seen = outlook.outlook(replace(PLAIN, asks=asks), TABLE)
    svg = figures.errors(seen, ["Count", "Count by g", "Histogram of x (9 bins)", "Mean of x"], 0.01, 1.0).svg
    assert re.findall("● </tspan>(.*?) ±", svg) == ["Count and 2 more", "Mean of x"]
    asks = tuple((dp.Count().bind(SCHEMA), 1.15**place) for place in range(40))
    many = outlook.outlook(replace(PLAIN, asks=asks), TABLE)
    svg = figures.errors(many, [f"q{place}" for place in range(40)], 0.01, 1.0).svg
    heights = sorted(float(y) for y in re.findall(r" y='([\d.]+)'[^>]*><tspan[^>]*>● </tspan>q\d+ ±", svg))
    assert len(heights) > 5 and min(np.diff(heights)) >= 12


@pytest.mark.parametrize("total", [0.02, 0.1, 0.9])
def test_every_line_has_a_label_inside_the_chart(total):
    tiny = dp.Schema(x=dp.Number(0, 1e-9), y=dp.Number(0, 1e-11))
    table = Table(tiny, dp.Unit(), "replace", 10_000)
    asks = tuple((query.bind(tiny), 1.0) for query in (dp.Mean("x"), dp.Mean("y"), dp.Count(), *[dp.Sum("x")] * 3))
    seen = outlook.outlook(replace(PLAIN, asks=asks, total=total), table)
    svg = figures.errors(seen, ["a", "b", "c", *["Standard deviation of age in years"] * 3], 0.01, 1.0).svg
    labels = re.findall("<text x='([\\d.]+)' y='[\\d.]+' text-anchor='(\\w+)'[^>]*><tspan[^>]*>● </tspan>(.*?) ±", svg)
    assert sorted(name for *_, name in labels) == ["Standard deviat… and 2 more", "a", "b"]  # a count has no error here
    for across, anchor, name in labels:
        assert float(across) - 6 * len(name) * (anchor == "end") >= 0
        assert float(across) + 6 * len(name) * (anchor == "start") <= 420
