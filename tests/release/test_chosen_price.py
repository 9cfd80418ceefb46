"""Combined intervals hold their level, although each price is chosen after the earlier answers were seen.

The one who chooses knows the truth, and wants the interval to miss it: that is the worst that a person can do.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import stats

import dpcore as dp
from dpcore.release.combine import combine
from dpcore.release.measurement import Measured, margin_bought, margin_of
from dpcore.release.record import Release, estimates_of
from dpcore.table.table import Table
from tests.chance import least
from tests.oracle import evaluate
from tests.present.made import release

pytestmark = pytest.mark.usefixtures("seeded")
"""What is typical of a few answers is not so of all: the same noise in every run."""

CELLS, ROWS = 6_000, 1_000
FACTORS = (0.02, 0.25, 0.5, 0.8, 1.0, 1.3, 2.0, 4.0)
"""Later prices, by the noise of the answer so far over that of the next measurement."""
WARDS = tuple(f"w{number}" for number in range(CELLS))
NUMBERS = {"cost": dp.Number(0, 1000), "age": dp.Number(0, 99, integer=True)}
GROUPED, WHOLE = Table(dp.Schema(ward=dp.Category(WARDS), **NUMBERS)), Table(dp.Schema(**NUMBERS))
KINDS: dict[str, Any] = {
    "count": dp.Count,
    "sum": lambda by=(): dp.Sum("cost", by=by),
    "mean": lambda by=(): dp.Mean("cost", by=by),
    "share": lambda by=(): dp.Fraction(dp.Condition("cost", ">", 500), by=by),
    "variance": lambda by=(): dp.Variance("age", by=by),
    "standard deviation": lambda by=(): dp.StandardDeviation("cost", by=by),
    "ratio": lambda by=(): dp.Ratio("cost", "age", by=by),
    "means": lambda by=(): dp.VectorMean(["cost", "age"], by=by),
    "covariance": lambda by=(): dp.Covariance(["cost", "age"], by=by),
    "filtered": lambda by=(): dp.Mean("age", by=by, where=[dp.Condition("cost", "<", 300)]),
}


@cache
def exact(kind: str, seed: int) -> tuple[Any, float]:
    """What is aggregated of each group, the same for all, and the answer to it without noise."""
    random = np.random.default_rng(seed)
    high = random.uniform(0.3, 1.0)
    rows = [
        {"cost": float(cost), "age": int(age)}
        for cost, age in zip(random.uniform(0, 1000 * high, ROWS), random.integers(0, 100, ROWS), strict=True)
    ]
    whole = KINDS[kind]().bind(WHOLE.schema)
    found = evaluate(whole.aggregate(WHOLE), rows)
    truth = release(whole, found, WHOLE, mu=1, drawn=0).estimates["estimate"][0]
    return np.repeat(found[:, None], CELLS, axis=1), truth


def chosen(off: np.ndarray, factors: Sequence[float], level: float = 0.95) -> np.ndarray:
    """The factor of the next price that makes the interval by inverse variance miss most often, for each cell.

    off: how far the answer so far is off, in its standard errors.
    """
    factor, z = np.array(factors), stats.norm.ppf((1 + level) / 2)
    shift, rest = off[:, None] / np.sqrt(1 + factor**2), factor / np.sqrt(1 + factor**2)
    return (stats.norm.sf((z - shift) / rest) + stats.norm.cdf((-z - shift) / rest)).argmax(axis=1)


def column(one: Release, name: str) -> np.ndarray:
    """A figure of the first number of each group."""
    return np.array(one.estimates[name]).reshape(CELLS, -1)[:, 0]


def by_inverse_variance(one: Release) -> Release:
    """The combination as it was: the intervals of the average of the answer."""
    plain = replace(one, standardised=())
    return replace(plain, estimates=estimates_of(plain, plain.level))


def misses(kind: str, currency: str, first: float, parts: int, seed: int) -> tuple[float, float]:
    """The shares of groups whose interval misses the truth: today, and by inverse variance."""
    counted, truth = exact(kind, seed)
    query, factors = KINDS[kind](by=["ward"]), FACTORS[:: parts - 1]

    def measured(price: float, number: int) -> Release:
        return release(query, counted, GROUPED, measurement=number, **{currency: price})

    paid: list[list[Release]] = [[measured(first, 0)]]
    place = np.zeros(CELLS, dtype=int)  # which of `paid` a group has
    prices = [first]
    for number in range(1, parts):
        answers = [combine(some) if len(some) > 1 else some[0] for some in paid]
        off = np.array([(column(one, "estimate") - truth) / column(one, "std_error") for one in answers])
        options = [[measured(price * factor, number) for factor in factors] for price in prices]
        step = chosen(off[place, np.arange(CELLS)], factors)
        taken = [(some, more) for some in range(len(paid)) for more in range(len(factors))]
        prices = [np.hypot(1, factors[more]) * prices[some] for some, more in taken]
        paid = [[*paid[some], options[some][more]] for some, more in taken]
        place = place * len(factors) + step
    told = [combine(some) if (place == number).any() else None for number, some in enumerate(paid)]
    shares = []
    for read in (lambda one: one, by_inverse_variance):
        missed = np.zeros(CELLS, dtype=bool)
        for number, one in enumerate(told):
            if one is not None:
                shown, mine = read(one), place == number
                missed |= mine & ((column(shown, "low") > truth) | (truth > column(shown, "high")))
        shares.append(float(missed.mean()))
    return shares[0], shares[1]


@pytest.mark.sample(4)
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_price_chosen_after_the_first_answer_makes_no_interval_miss(kind: str, currency: str) -> None:
    now, before = misses(kind, currency, {"mu": 0.4, "epsilon": 0.6}[currency], 2, 11)
    assert now <= 1 - least(CELLS, 0.95)
    if currency == "mu" and kind not in ("share", "count", "filtered", "ratio"):
        assert before > 1 - least(CELLS, 0.95), "a combination by inverse variance alone would be seen"


@pytest.mark.parametrize("kind", ["count", "mean"])
def test_nor_do_three_chosen_prices(kind: str) -> None:
    now, before = misses(kind, "mu", 0.1, 3, 5)
    assert now <= 1 - least(CELLS, 0.95) < before


COUNT = dp.Count(by=["ward"])


def counts(prices: Sequence[float], currency: str = "mu") -> list[Release]:
    random = np.random.default_rng(3)
    rows = random.integers(0, 10_000, (1, CELLS))
    return [release(COUNT, rows, GROUPED, measurement=n, **{currency: price}) for n, price in enumerate(prices)]


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95, 0.999])
@pytest.mark.parametrize("prices", [(0.002, 0.005), (0.004, 0.001, 0.009), (0.003, 0.003, 0.001, 0.002)])
def test_the_interval_has_its_closed_form_and_the_answer_stays(prices: Sequence[float], level: float) -> None:
    """All r with |Z(r)| <= z, found by root search on Z itself; the answer is the average by inverse variance."""
    parts = counts(prices)
    both = combine(parts).at_level(level)
    stds, drawn = 1 / np.array(prices), np.array([column(one, "estimate") for one in parts])
    z, root = stats.norm.ppf((1 + level) / 2), np.sqrt(len(prices))

    def standard(r: np.ndarray) -> np.ndarray:
        return ((drawn - r) / stds[:, None]).sum(axis=0) / root

    low, high = column(both, "low"), column(both, "high")
    answer = (drawn / stds[:, None] ** 2).sum(axis=0) / (1 / stds**2).sum()
    assert column(both, "estimate") == pytest.approx(answer)
    inside = (low < answer - 1e-6) & (answer + 1e-6 < high)  # else the interval goes as far as the answer
    assert inside.mean() > {0.5: 0.6, 0.8: 0.9}.get(level, 0.98)
    assert standard(low)[inside] == pytest.approx(z, rel=1e-6)
    assert standard(high)[inside] == pytest.approx(-z, rel=1e-6)
    assert column(both, "std_error") == pytest.approx((1 / stds**2).sum() ** -0.5)


@pytest.mark.parametrize("currency", ["mu", "epsilon"])
@pytest.mark.parametrize("kind", KINDS)
def test_equal_prices_combine_as_before(kind: str, currency: str) -> None:
    counted, _ = exact(kind, 1)
    parts = [release(KINDS[kind](by=["ward"]), counted, GROUPED, measurement=n, **{currency: 0.3}) for n in range(3)]
    assert combine(parts) == combine(parts, as_before=True) and not combine(parts).standardised


def test_a_combination_is_read_back_from_its_record() -> None:
    both = combine(counts((0.002, 0.005)))
    again = Release.from_dict(json.loads(json.dumps(both.to_dict())))
    assert again == both and again.at_level(0.8) == both.at_level(0.8) != both
    assert "standardised" not in counts((0.002,))[0].to_dict()


def test_combinations_combine_as_their_measurements_do() -> None:
    one, two, three = counts((0.002, 0.005, 0.01))
    nested, flat = combine([combine([one, two]), three]), combine([one, two, three])
    for name in ("estimate", "std_error", "low", "high"):
        assert column(nested, name) == pytest.approx(column(flat, name))


@pytest.mark.parametrize("currency", ["mu", "epsilon"])
@pytest.mark.parametrize("factor", [0.3, 1.0, 2.5])
@pytest.mark.parametrize("kind", ["count", "mean", "standard deviation"])
def test_a_quote_of_one_more_measurement_says_what_comes(kind: str, factor: float, currency: str) -> None:
    """Over many groups, half of which are above the typical margin, and none far above the largest."""
    counted, _ = exact(kind, 2)
    query = KINDS[kind](by=["ward"])
    first = release(query, counted, GROUPED, **{currency: 0.5})
    said = margin_bought(first, factor * 0.5)
    both = combine([first, release(query, counted, GROUPED, measurement=1, **{currency: factor * 0.5})])
    came = margin_of(both)
    assert came.typical == pytest.approx(said.typical, rel=0.08 if kind == "standard deviation" else 0.03)
    assert came.largest < 1.4 * said.largest


def test_a_target_of_one_more_measurement_is_no_wider_than_was_asked() -> None:
    rows = np.zeros((1, CELLS), dtype=int)
    first = release(COUNT, rows, GROUPED, mu=0.002)
    for share in (0.3, 0.6, 0.9):
        target = share * margin_of(first).typical
        price = Measured((), first).cost(dp.Ask(first.query, half_width=target))
        both = combine([first, release(COUNT, rows, GROUPED, measurement=1, mu=price.amount)])
        assert ((column(both, "high") - column(both, "low")) / 2 <= 1.05 * target).mean() > 0.98


def test_parts_that_noise_decides_are_read_off_one_average_and_others_keep_their_answer() -> None:
    facts, random = WHOLE, np.random.default_rng(8)
    rows = [
        {"cost": float(10 * age + noise), "age": int(age)}
        for age, noise in zip(random.integers(0, 90, ROWS), random.uniform(0, 99, ROWS), strict=True)
    ]
    for query in (dp.LinearRegression("cost", ["age"]), dp.PrincipalComponents(["cost", "age"]), dp.Density("cost")):
        asked = query.bind(facts.schema)
        found = evaluate(asked.aggregate(facts), rows)  # type: ignore[attr-defined]
        parts = [release(asked, found, facts, measurement=n, mu=mu) for n, mu in enumerate((1.0, 0.6))]
        both, before = combine(parts), combine(parts, as_before=True)
        low, answer, high = (np.array(both.estimates[name]) for name in ("low", "estimate", "high"))
        known = ~np.isnan(low)
        assert known.any() and (low[known] <= answer[known]).all() and (answer[known] <= high[known]).all()
        if isinstance(query, dp.PrincipalComponents):
            assert not both.standardised and both.mechanism != before.mechanism
            continue
        assert both.estimates["estimate"] == before.estimates["estimate"]
        assert both.estimates["std_error"] == before.estimates["std_error"]
        widths = np.subtract(before.estimates["high"], before.estimates["low"])[known]
        assert np.median((high - low)[known]) > 0.7 * np.median(widths), "noise decides a ratio's width too"
        if isinstance(query, dp.LinearRegression):
            read, plain = both.evaluate({"age": [30]}), before.evaluate({"age": [30]})
        else:
            read, plain = both.evaluate([300.0]), before.evaluate([300.0])
            told, earlier = (one.query.reading.found(facts, one.rounds, 0.95) for one in (both, before))
            assert told == earlier
        assert read["estimate"][0] == plain["estimate"][0]
        assert read["high"][0] - read["low"][0] > 0.7 * (plain["high"][0] - plain["low"][0])
