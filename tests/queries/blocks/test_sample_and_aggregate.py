"""Statistics by blocks: answers near the truth, errors in ranks of blocks, bad input, and wrong bands."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.present.text import margin
from dpcore.queries import query_from_dict
from dpcore.queries.blocks import combiner
from dpcore.queries.question.round import Drawn
from dpcore.statistic.order import rank
from dpcore.statistic.sums.ranges import Range
from dpcore.table.table import Table, Unit
from tests.chance import RARE
from tests.contracts.leak import check
from tests.contracts.neighbour import cases, worst

HALF = Fraction(1, 2)
SCHEMA = dp.Schema(
    x=dp.Number(-5, 95), age=dp.Number(0, 120, integer=True), ward=dp.Category(["A", "B"]), who=dp.Identifier()
)
SEEDS = range(200)
Band = Callable[[Any, int], Fraction]


def frame(count: int, each: int = 1) -> pd.DataFrame:
    chance = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "x": chance.normal(30, 10, count),
            "age": chance.integers(20, 80, count),
            "ward": chance.choice(["A", "B"], count),
            "who": np.arange(count) // each,
        }
    )


def released(folder: Path, plan: dp.Plan, rows: pd.DataFrame, **facts: Any) -> list[Any]:
    with dp.Desk(f"sqlite:///{folder / 'murmur.db'}", home=folder / "home") as desk:
        desk.add_dataset("v", dp.read(rows), schema=SCHEMA, budget=dp.Budget(epsilon=100, delta=1e-6), **facts)
        return desk.release("v", plan, confirm=True)


TRUTHS = {"median": np.median, "mean": np.mean, "standard_deviation": np.std}


@pytest.mark.sample(2)
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("unit", [Unit(), Unit("who", 4), Unit("who", 4, 1)], ids=str)
def test_answers_are_near_the_statistic_of_all_rows(neighbors: Any, unit: Unit, tmp_path: Path) -> None:
    """Of blocks of about 130 rows, or 65 in a group, at a high price."""
    rows, questions = frame(8_000, 4 if unit.identifier else 1), []
    for column, by in (("x", []), ("age", []), ("x", ["ward"])):
        questions += [dp.SampleAndAggregate(column, name, 60, by=by) for name in TRUTHS]
    plan = dp.Plan([dp.Ask(question, epsilon=10) for question in questions])
    for question, release in zip(
        questions, released(tmp_path, plan, rows, unit=unit, neighbors=neighbors), strict=True
    ):
        truth, far = TRUTHS[question.statistic], 2 if question.column == "x" else 6
        groups = [rows[rows.ward == ward] for ward in ("A", "B")] if question.by else [rows]
        wanted = [truth(group[question.column]) for group in groups]
        assert release.table["estimate"].tolist() == pytest.approx(wanted, abs=far)
        assert release.table[["std_error", "low", "high"]].isna().all(axis=None)


COMBINERS = ("exponential_median", "clipped_mean", "smooth_median", "center_of_attention")


@pytest.mark.usefixtures("seeded")
def test_every_combination_is_near_the_truth_at_a_high_price(tmp_path: Path) -> None:
    """Of all rows and in groups, under both relations, priced in mu and in epsilon."""
    rows, truths = frame(8_000), []
    rows["age"] = np.clip(rows.x * 0.5 + rows.age / 10, 0, 120).round()
    slope = float(np.polyfit(rows.x, rows.age, 1)[0])
    middle = np.sort(rows.x)[800:7200].mean()
    low, high = np.quantile(rows.age, [0.1, 0.9])
    asks = []
    for combine in COMBINERS:
        for price in ({"epsilon": 8}, {"mu": 2.5}):
            if "mu" in price and combine in COMBINERS[2:]:
                continue  # noise of heavy tails is drawn at a high price alone
            asks += [
                dp.Ask(dp.SampleAndAggregate("x", "trimmed_mean", 40, combine=combine), **price),
                dp.Ask(dp.SampleAndAggregate("age", "quantile_ratio", 40, combine=combine, limit=4), **price),
                dp.Ask(dp.SampleAndAggregate("age", "slope", 40, combine=combine, on="x", limit=2), **price),
            ]
            wide = 1 if combine == "exponential_median" else 6
            truths += [(middle, 2 * wide), (high / low, 0.25 * wide), (slope, 0.05 * wide)]
    for currency in ("epsilon", "mu"):
        some = [(ask, truth) for ask, truth in zip(asks, truths, strict=True) if getattr(ask, currency) is not None]
        plan, folder = dp.Plan([ask for ask, _ in some]), tmp_path / currency
        folder.mkdir()
        answers = released(folder, plan, rows, neighbors="replace" if currency == "mu" else "add_remove")
        for answer, (ask, (truth, far)) in zip(answers, some, strict=True):
            assert float(answer.table["estimate"].iloc[0]) == pytest.approx(truth, abs=far), ask


def test_the_margin_of_a_clipped_mean_is_that_of_its_noise() -> None:
    """Drawn often: 95 of 100 within it, and more with nine tenths of the noise. As it is public, so is its price."""
    for neighbors, price, width in (
        ("add_remove", Epsilon(Fraction(1)), 100 / 50 * math.log(20)),
        ("replace", Epsilon(Fraction(1)), 2 * 100 / 50 * math.log(20)),
        ("add_remove", Mu(Fraction(1)), 100 / 50 * 1.959964),
    ):
        table, question = (
            Table(SCHEMA, Unit(), neighbors),
            dp.SampleAndAggregate("x", "mean", 50, combine="clipped_mean"),
        )
        error = question.predict(table, price, 0.95, None)
        assert error.half_width == error.largest == pytest.approx(width, rel=1e-4) and error.unit == "value"
        back = question.price_of(table, type(price), error.half_width, 0.95, None)
        assert float(back.total) == pytest.approx(float(price.total))
        (step,) = next(question.run(table, price)).steps
        exact = np.full((1, 40_000), 50 * step.statistic.of.top // 2, dtype=object)
        far = np.abs((step.mechanism.draw(exact) - exact).astype(float))[0] / 50 * question.lattice(table).step
        assert stats.binomtest(int(np.sum(far <= error.half_width)), far.size, 0.95).pvalue > RARE
        assert float(np.mean(0.9 * far <= error.half_width)) > 0.957


def test_an_interval_beyond_a_bound_keeps_its_width() -> None:
    table, question = Table(SCHEMA), dp.SampleAndAggregate("x", "mean", 50, combine="clipped_mean")
    (step,) = next(question.run(table, Epsilon(Fraction(1)))).steps
    for noisy, ends in ((10**9, (95 - 5.99, 95)), (-(10**9), (-5, -5 + 5.99))):
        rounds = ((Drawn(step.mechanism, ((noisy,),)),),)
        found = question.result(table, Epsilon(Fraction(1)), rounds, 0.95)
        assert (float(found.low[0]), float(found.high[0])) == pytest.approx(ends, abs=0.01)
        assert float(found.estimate[0]) in (-5, 95)


def test_noise_whose_size_is_private_has_no_error_and_no_price() -> None:
    table, price = Table(SCHEMA), Epsilon(Fraction(1))
    for combine in ("smooth_median", "center_of_attention"):
        question = dp.SampleAndAggregate("x", combine=combine)
        error = question.predict(table, price, 0.95, None)
        assert error.unit == "none" and math.isnan(error.half_width)
        assert "exponential median has the smaller typical error" in error.assumption
        with pytest.raises(dp.QueryError, match="private"):
            question.price_of(table, Epsilon, 1.0, 0.95, None)
    assert (
        "Combined by the exponential median" in dp.SampleAndAggregate("x").predict(table, price, 0.95, None).assumption
    )


def test_a_record_of_an_earlier_version_is_the_same_question() -> None:
    """It has none of the parameters that came later."""
    old = {"query": "sample_and_aggregate", "column": "x", "statistic": "mean", "blocks": 50, "by": [], "where": []}
    assert query_from_dict(old) == dp.SampleAndAggregate("x", "mean", 50)
    assert dp.SampleAndAggregate("x", "mean", 50).to_dict() == old
    assert dp.SampleAndAggregate("x", "mean", 50, tail=0.3).to_dict() == old
    new = dp.SampleAndAggregate("x", "slope", on="age", combine="clipped_mean", limit=3)
    assert query_from_dict(new.to_dict()) == new and "tail" not in new.to_dict()
    assert new.columns() == ("x", "age") and "covariates" not in new.to_dict()
    adjusted = dp.SampleAndAggregate("x", "slope", on="age", covariates=["z", "y"])
    assert query_from_dict(adjusted.to_dict()) == adjusted == replace(adjusted, covariates=["y", "z"])
    assert set(adjusted.columns()) == {"x", "age", "y", "z"}


def test_no_rows_answer_within_the_bounds(tmp_path: Path) -> None:
    """Every block has the middle of the bounds, which is then the answer."""
    nobody = [dp.Condition("x", ">", 95)]
    questions = [dp.SampleAndAggregate("x", name, 50, where=nobody) for name in TRUTHS]
    plan = dp.Plan([dp.Ask(question, epsilon=20) for question in questions])
    answers = released(tmp_path, plan, frame(100))
    found = [float(answer.table["estimate"].iloc[0]) for answer in answers]
    assert found == pytest.approx([45, 45, 25], abs=0.1)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: dp.SampleAndAggregate("x", blocks=1), "`blocks` of `SampleAndAggregate` must be .* Got 1"),
        (lambda: dp.SampleAndAggregate("x", blocks=1001), "Got 1001"),
        (lambda: dp.SampleAndAggregate("x", blocks=2.5), "Got 2.5"),
        (lambda: dp.SampleAndAggregate("x", "mode"), "must be one of median, mean, .*slope. Got 'mode'"),
        (
            lambda: dp.SampleAndAggregate("x", combine="mean"),
            "`combine` .* must be one of exponential_median, .*'mean'",
        ),
        (lambda: dp.SampleAndAggregate("x", "slope"), "`on` names the explanatory column"),
        (lambda: dp.SampleAndAggregate("x", "mean", on="age"), "`on` names the explanatory column"),
        (lambda: dp.SampleAndAggregate("x", "slope", on="x").bind(SCHEMA), "on itself"),
        (lambda: dp.SampleAndAggregate("x", "slope", on="ward").bind(SCHEMA), "not a number"),
        (lambda: dp.SampleAndAggregate("x", "mean", covariates=["age"]), "of a slope, and of no other statistic"),
        (lambda: dp.SampleAndAggregate("x", "slope", on="age", covariates=["x"]), "at most 4 different .*'x'"),
        (lambda: dp.SampleAndAggregate("x", "slope", on="age", covariates=["age"]), "at most 4 different .*'age'"),
        (lambda: dp.SampleAndAggregate("x", "slope", on="age", covariates=list("abcde")), "at most 4 different"),
        (lambda: dp.SampleAndAggregate("x", "slope", on="age", covariates=["ward"]).bind(SCHEMA), "not a number"),
        (lambda: dp.SampleAndAggregate("x", "slope", on="age", limit=0), "`limit` of `SampleAndAggregate`"),
        (lambda: dp.SampleAndAggregate("x", "trimmed_mean", tail=0.5), "`tail` of `SampleAndAggregate`"),
        (lambda: dp.SampleAndAggregate("x", "trimmed_mean", tail=0.1234567), "at most six decimals"),
        (
            lambda: dp.SampleAndAggregate("x", "trimmed_mean", 1000, by=["age"]).promise(
                Table(SCHEMA), Mu(Fraction(1))
            ),
            "1,000 blocks in each of 121 groups are too many",
        ),
        (lambda: dp.SampleAndAggregate("ward").bind(SCHEMA), "not a number"),
        (lambda: dp.SampleAndAggregate("gone").bind(SCHEMA), "gone"),
        (
            lambda: dp.SampleAndAggregate("x", "mean", 1000, by=[dp.Bins("age", [k / 5 for k in range(600)])]).bind(
                SCHEMA
            ),
            "1,000 blocks in each of 599 groups are too many",
        ),
        (
            lambda: dp.SampleAndAggregate("x").promise(Table(SCHEMA, expected_rows=99), Mu(Fraction(1))),
            "100 blocks are more than the 99 expected rows",
        ),
    ],
)
def test_bad_input_is_one_sentence(made: Callable[[], Any], words: str) -> None:
    with pytest.raises(dp.QueryError, match=words):
        made()


def test_errors_are_ranks_among_blocks_and_at_most_half_of_them() -> None:
    for unit, neighbors, replaced in (
        (Unit(), "add_remove", 1),
        (Unit("who", 9), "add_remove", 1),
        (Unit(), "replace", 2),
    ):
        table, question = Table(SCHEMA, unit, neighbors), dp.SampleAndAggregate("x", blocks=1000)
        price = Epsilon(Fraction(1))
        error = question.predict(table, price, 0.95, None)
        points = question.lattice(table).steps + 1
        assert error.unit == "ranks" and points <= 2**12 + 1
        assert error.largest == pytest.approx(2 * replaced * math.log(points / 0.05))
        assert error.std_error == pytest.approx(2 * replaced * math.sqrt(2))
        few = dp.SampleAndAggregate("x", blocks=10).predict(table, price, 0.95, None)
        assert few.largest == few.half_width == 5
        back = question.price_of(table, Epsilon, error.half_width, 0.95, None)
        assert float(back.total) == pytest.approx(1)
    with pytest.raises(dp.QueryError, match="within 500 ranks"):
        question.price_of(table, Epsilon, 500, 0.95, None)


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("seed", range(5))
def test_the_stated_error_holds(seed: int) -> None:
    """Of block values by chance, drawn often: in 95 of 100 draws at least, and often beyond a tenth of it."""
    chance, table = random.Random(seed), Table(SCHEMA)
    question, price = dp.SampleAndAggregate("x", "mean", 200), chance.choice([Epsilon(Fraction(1)), Mu(Fraction(1))])
    top = question.lattice(table).steps
    values = np.array([chance.randint(0, top) for _ in range(200)], dtype=object)
    (step,) = next(question.run(table, price)).steps
    scale = step.statistic.of.scale
    runs = step.statistic.exact(np.stack([np.full(200, 1, dtype=object), values / scale]))
    error, far = question.predict(table, price, 0.95, None), []
    for _ in range(300):
        drawn = int(step.mechanism.draw(runs)[0, 0])
        far.append(max(sum(values < drawn) - 100, 100 - sum(values <= drawn), 0))
    assert np.mean(np.array(far) <= error.largest) >= 0.95
    assert np.mean(np.array(far) > error.largest / 10) > 0.1


def test_the_card_says_what_the_error_is_of(tmp_path: Path) -> None:
    plan = dp.Plan([dp.Ask(dp.SampleAndAggregate("x", "mean", 200), epsilon=2)])
    [release] = released(tmp_path, plan, frame(2_000), expected_rows=2_000)
    said = [str(text) for text in (margin.meaning(release), *margin.caveats(release))]
    assert "ranks of the median of the 200 block values" in said[0]
    assert any("bias" in text and "median of the statistics of blocks" in text for text in said)
    assert not any("number of rows" in text for text in said)
    plan = dp.Plan([dp.Ask(dp.SampleAndAggregate("x", "mean", 200, combine=name), epsilon=2) for name in COMBINERS[1:]])
    (tmp_path / "others").mkdir()
    for other in released(tmp_path / "others", plan, frame(2_000)):
        said = [str(text) for text in (margin.meaning(other), *margin.caveats(other))]
        assert any("(bias) is not included" in text for text in said) and not any("ranks" in text for text in said)
        assert ("is private" in said[0]) == (other.query.combine != "clipped_mean")


def caught(combine: str) -> bool:
    """Whether some neighbouring tables show more than is booked for this way to combine blocks."""
    for case in cases(dp.SampleAndAggregate, SEEDS):
        if case.query.combine == combine:  # type: ignore[attr-defined]
            try:
                check(case.loss, worst(case))
            except AssertionError:
                return True
    return False


BANDS: dict[str, Band] = {
    "one block counted where two change": lambda neighbors, groups: Fraction(2 * groups),
    "the band of rows that come and go": lambda neighbors, groups: rank.band(
        [[Range(0, 9, HALF)]] * groups, neighbors, 1
    ),
    "groups of a unit not counted": lambda neighbors, groups: Fraction(2 if neighbors == "add_remove" else 4),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", BANDS)
def test_a_smaller_band_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combiner, "band", BANDS[name])
    assert caught("exponential_median")


@pytest.mark.sample(1)
@pytest.mark.parametrize("combine", ["clipped_mean", "smooth_median", "center_of_attention"])
def test_one_block_counted_where_two_change_is_found(combine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combiner, "replaced", lambda neighbors: 1)
    assert caught(combine)
