"""Values of a wrong type, sign or size in every place of a record: refused on reading, or in one sentence later."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.budget.loss import UnknownLoss
from dpcore.release.record import Release
from dpcore.text import Text
from tests.contracts.hostile import STRANGE, altered, one_sentence, places

Record = dict[str, Any]
MORE: tuple[Any, ...] = ("-1/3", "1/3", "-5", "9" * 30, [["1"]], [[1.5]], [[10**400]], [[1], [2, 3]], [[0]], [{}], 1.5)
SCHEMA = dp.Schema(age=dp.Number(0, 120), cost=dp.Number(0, 1000), ward=dp.Category(["A", "B"]), ok=dp.Flag())
QUESTIONS = [
    dp.Count(by=["ward"]),
    dp.Mean("age"),
    dp.Variance("age"),
    dp.Median("age"),
    dp.Quantiles("cost", [0.25, 0.5]),
    dp.Median("age", method="smooth"),
    dp.Cumulative("age", 40),
    dp.Density(["age", "cost"]),
    dp.Density("cost"),
    dp.Trend("cost", "age"),
    dp.Correlation(["age", "cost"]),
    dp.KMeans(["age", "cost"], 2),
    dp.LinearRegression("cost", ["age"]),
    dp.LogisticRegression("ok", ["age", "ward"]),
    dp.Histogram("age", bins=4),
]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Record]]:
    """Of both currencies, and averages of two measurements, one at the same price and one at another."""
    chance = np.random.default_rng(3)
    rows = pd.DataFrame({"age": chance.integers(0, 120, 300), "cost": chance.uniform(0, 1000, 300)})
    rows["ward"], rows["ok"] = chance.choice(["A", "B"], 300), chance.random(300) < 0.5
    with dp.Desk(home=tmp_path_factory.mktemp("leaves")) as desk:
        desk.add_dataset("t", dp.read(rows), schema=SCHEMA, budget=dp.Budget(mu=50, delta=1e-6), expected_rows=300)
        answers = desk.release("t", dp.Plan([dp.Ask(query, mu=1) for query in QUESTIONS]))
        combined = [desk.remeasure(answer, mu=mu) for answer, mu in zip(answers, (0.5, 1.0), strict=False)]
        assert combined[0].standardised
        desk.add_dataset(
            "u", dp.read(rows[::-1].assign(cost=1.0)), schema=SCHEMA, budget=dp.Budget(epsilon=50), expected_rows=300
        )
        pure = desk.release("u", dp.Plan([dp.Ask(query, epsilon=1) for query in QUESTIONS[:7]]))
        yield [json.loads(json.dumps(answer.to_dict())) for answer in (*answers, *combined, *pure)]


def looked_at(data: Record) -> int:
    """Everything that is read off a record, each of it answered or refused; how often it was refused."""
    release = Release.from_dict(data)
    views: tuple[Callable[[], object], ...] = (
        lambda: (release.epsilon, release.mu, release.kind),
        lambda: (release.mechanism.size, release.mechanism.error(0.9)),
        lambda: (release.curve, [(loss.curve, loss.pure, loss.rho) for loss in release.losses]),
        lambda: release.table,
        lambda: release.at_level(0.9).table,
        lambda: release.of_intervals.table,
        lambda: release.recounted,
        lambda: release.evaluate([1.0, 2.0]),
        lambda: release.quantile([0.1, 0.5]),
        lambda: json.dumps(release.to_dict()),
        lambda: str(release),
    )
    return sum(one_sentence(view) is not None for view in views)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(20))
def test_every_leaf_of_every_kind_of_record(records: list[Record], seed: int) -> None:
    chance, refused = random.Random(seed), 0
    for data in records:
        assert looked_at(data) <= 2, "only functions have values at points"
        assert json.loads(json.dumps(Release.from_dict(data).to_dict())) == data
        drawn = [place for place in places(data) if place and place[0] in ("rounds", "price", "standardised")]
        others = [place for place in places(data) if place and place[0] not in ("rounds", "price", "facts")]
        for place in (*chance.choices(drawn, k=8), *chance.choices(others, k=4)):
            bad = altered(data, place, chance.choice(STRANGE + MORE))
            refused += one_sentence(lambda bad=bad: looked_at(bad)) is not None
    assert refused > 80


@pytest.mark.parametrize("length", [9_000, 50_000, 10**6])
def test_a_message_repeats_no_more_than_a_page(length: int) -> None:
    """A question of a record from elsewhere may name a column of any length; in every way to make a message."""
    sentence = dp.Mean("x" * length).sentence
    errors = (
        dp.QueryError("“{question}” is not answered.", "Leave out “{question}”.", question=sentence),
        dp.QueryError(Text("“{question}” is not answered.", question=sentence)),
        dp.QueryError(Text("“{question}” is not answered."), question=sentence),
        dp.QueryError(sentence),
    )
    for error in errors:
        assert 9_000 < len(error.message) < 11_000 and len(str(error)) < 22_000
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


WRONG: tuple[Any, ...] = (None, True, "1/3", "abc", "nan", [], {}, [[1]], float("nan"), float("inf"), 10**400, 0.5)


def wrong_steps(data: Record) -> Iterator[Record]:
    """The record with one wrong parameter, loss or number of one step. An average of measurements has fractions."""
    average = bool(data["combined"])
    for number, steps in enumerate(data["rounds"]):
        yield from (altered(data, ("rounds", number), wrong) for wrong in ([], {}, "", None))
        for place, step in enumerate(steps):
            first = step["noisy"][0]
            changes: dict[tuple[str | int, ...], tuple[Any, ...]] = {
                ("noisy", 0, 0): tuple(wrong for wrong in WRONG if not average or wrong != 0.5),
                ("noisy",): (None, [], {}, "ab", [first, [*first, 1]], [[[1]]]),
                ("scales",): (["-1"], ["1"] * 99, ["9" * 400], [], "1", ["1/0"]),
                ("stds",): ([-1.0], [1.0] * 99, ["x"], [], "1", [10**400]),
                ("rate",): ("0", "-1/3", "9" * 400, None, "nan"),
                ("loss", "size"): ("-1/3", "9" * 400, None, "1e5", "1/" + "9" * 400),
            }
            for (name, *inside), values in changes.items():
                if name in step:
                    there = ("rounds", number, place, name, *inside)
                    yield from (altered(data, there, wrong) for wrong in values)


def test_numbers_drawn_are_whole_and_as_many_as_the_scales(records: list[Record]) -> None:
    for data in records:
        for bad in wrong_steps(data):
            with pytest.raises(dp.QueryError, match="not a release"):
                Release.from_dict(bad)


PRICES = {
    "negative": "-1/3",
    "huge": "9" * 400,
    "tiny": "1/" + "9" * 400,
    "power": "1e9",
    "none": None,
    "true": True,
    "nan": float("nan"),
}


@pytest.mark.parametrize("price", PRICES.values(), ids=PRICES)
def test_a_price_is_a_number_that_doubles_have(records: list[Record], price: Any) -> None:
    for data in records:
        for lane in ("gaussian", "pure"):
            with pytest.raises(dp.QueryError, match="not a release"):
                Release.from_dict({**data, "lane": lane, "price": price})


def test_a_loss_without_a_curve_is_refused_and_one_of_a_later_version_is_not_misread(records: list[Record]) -> None:
    sampled = {"loss": "subsampled", "size": "0", "rate": "1/2", "steps": 2, "failing": "0"}
    for data in records:
        place = ("rounds", 0, 0, "loss")
        with pytest.raises(dp.QueryError, match="not a release"):
            Release.from_dict(altered(data, place, sampled))
        with pytest.raises(UnknownLoss, match="does not support the loss"):
            Release.from_dict(altered(data, place, {"loss": "of_tomorrow", "size": [[-1]]}))


def test_a_record_that_does_not_fit_its_question_is_not_computed_again(records: list[Record]) -> None:
    """Fewer or more cells or coordinates than the question has: its stored figures are shown all the same."""
    refused = 0
    for data in records:
        for rows in (slice(1), slice(None)):
            for cells in (slice(1), slice(None)):
                bad = copy.deepcopy(data)
                last = bad["rounds"][-1][-1]
                last["noisy"] = [row[cells] for row in last["noisy"][rows]]
                for name in last.keys() & {"scales", "stds"}:
                    last[name] = last[name][rows]
                release = Release.from_dict(bad)
                assert release.estimates == Release.from_dict(data).estimates
                found = one_sentence(lambda release=release: release.at_level(0.9).table)
                assert found is None or "do not fit its question" in str(found)
                refused += found is not None
    assert refused > 20


def test_a_whole_number_of_a_record_is_no_text() -> None:
    from dpcore.mechanisms import Combined, Exponential, PermuteAndFlip
    from dpcore.mechanisms.smooth_noise import PowerCoreNoise

    ladder = {"alpha": "1", "epsilon": "1", "beta": "1/4", "floor": 1, "top": 8, "parts": 8, "low": -1, "high": 9}
    selection = {"rate": "1/3", "denominator": 1}
    average = {"stds": [1.0], "normal": True, "rounding": 0.5}
    for kind, data, names in (
        (PowerCoreNoise, ladder, ("floor", "top", "parts", "low", "high")),
        (Exponential, selection, ("denominator",)),
        (PermuteAndFlip, selection, ("denominator",)),
        (Combined, average, ("normal", "rounding", "stds")),
    ):
        kind.from_dict(data, None)
        for name in names:
            broken = -2.5 if name == "rounding" else 2.5
            for wrong in ("x", "9" * 4000 + "x", None, broken, {}, float("inf"), -(10**400)):
                with pytest.raises((ValueError, TypeError, OverflowError)):
                    kind.from_dict({**data, name: wrong}, None)
