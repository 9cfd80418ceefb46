"""Logistic regression: the answer without noise, intervals that cover, predictions, and degenerate tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.present.text.usable import usable
from dpcore.release.record import Release

SCHEMA = dp.Schema(
    age=dp.Number(18, 90, integer=True),
    smoker=dp.Flag(),
    region=dp.Category(["north", "south"], other=True),
    late=dp.Flag(),
)
FEATURES = ["age", "smoker", "region"]
QUESTION = dp.LogisticRegression("late", FEATURES)
ROWS = 20_000


def expit(score: Any) -> Any:
    return 1 / (1 + np.exp(-score))


def frame() -> pd.DataFrame:
    chance = np.random.default_rng(5)
    age, smoker = chance.integers(18, 91, ROWS), chance.random(ROWS) < 0.3
    region = chance.choice(["north", "south", "west"], ROWS, p=[0.5, 0.3, 0.2])
    late = chance.random(ROWS) < expit(-3 + 0.04 * age + smoker - 0.5 * (region == "south"))
    return pd.DataFrame({"age": age, "smoker": smoker, "region": region, "late": late})


def added(desk: dp.Desk, name: str, rows: pd.DataFrame, neighbors: Any = "replace", schema: dp.Schema = SCHEMA) -> None:
    desk.add_dataset(
        name,
        dp.read(rows),
        schema=schema,
        budget=dp.Budget(mu=100, delta=1e-6),
        neighbors=neighbors,
        separate_budget=True,
        expected_rows=max(1, len(rows)),
    )


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    with dp.Desk(home=tmp_path_factory.mktemp("logistic")) as desk:
        for neighbors in ("add_remove", "replace"):
            added(desk, neighbors, frame(), neighbors)
        yield desk


def asked(desk: dp.Desk, name: str = "replace", query: Any = QUESTION, **price: float) -> Release:
    (release,) = desk.release(name, dp.Plan([dp.Ask(query, **price)]))
    return release


def part(release: Release, name: str) -> pd.DataFrame:
    table = release.table
    return table[table["part"] == name].set_index("variable")


def best(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The most likely coefficients, by Newton's method on the rows."""
    found = np.zeros(x.shape[1])
    for _ in range(30):
        high = expit(x @ found)
        found = found - np.linalg.solve((x * (high * (1 - high))[:, None]).T @ x, x.T @ (high - y))
    return found


def columns(rows: pd.DataFrame) -> np.ndarray:
    parts = [np.ones(len(rows)), rows.age, rows.smoker, rows.region == "south", rows.region == "west"]
    return np.column_stack(parts).astype(float)


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("price", [{"mu": 30.0}, {"epsilon": 30.0}], ids=["mu", "epsilon"])
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
def test_with_little_noise_it_is_the_most_likely_one(desk: dp.Desk, neighbors: str, price: dict[str, float]) -> None:
    release, rows = asked(desk, neighbors, **price), frame()
    expected = best(columns(rows), rows.late.to_numpy(float))
    found = part(release, "coefficient")
    assert found.index.tolist() == ["(intercept)", "age", "smoker", "region = south", "region = other"]
    assert found["estimate"].to_numpy() == pytest.approx(expected, rel=0.005, abs=0.005)
    odds = part(release, "odds ratio over the range")["estimate"]
    assert odds["smoker"] == pytest.approx(np.exp(expected[2]), rel=0.01)
    assert odds["age"] == pytest.approx(np.exp(72 * expected[1]), rel=0.02)
    high = expit(columns(rows) @ expected)
    fit = part(release, "fit")["estimate"]
    share, loss = rows.late.mean(), -np.log(np.where(rows.late, high, 1 - high)).mean()
    assert fit["rows"] == pytest.approx(ROWS, abs=60) and fit["share of true"] == pytest.approx(share, abs=0.002)
    assert fit["log loss"] == pytest.approx(loss, abs=0.01)
    assert fit["log loss of the share alone"] == pytest.approx(-share * np.log(share) - (1 - share) * np.log(1 - share),
                                                               abs=0.002)  # fmt: skip
    ranks = np.argsort(np.argsort(high + 1e-9 * np.arange(ROWS)))
    true = rows.late.sum()
    area = (ranks[rows.late].sum() - true * (true - 1) / 2) / (true * (ROWS - true))
    assert fit["area under the curve"] == pytest.approx(area, abs=0.01)
    shares = part(release, "observed share")
    inside = (high > expit(-1)) & (high < 0.5)
    assert shares["estimate"]["predicted 27% to 50%"] == pytest.approx(rows.late[inside].mean(), abs=0.02)


def test_predictions_are_those_of_the_coefficients(desk: dp.Desk) -> None:
    release = asked(desk, mu=2)
    value = part(release, "coefficient")["estimate"]
    rows = pd.DataFrame({"region": ["west", "north", None], "age": [30, 90, 40], "smoker": [True, False, True]})
    read = release.evaluate(rows)
    scores = [
        value["(intercept)"] + 30 * value["age"] + value["smoker"] + value["region = other"],
        value["(intercept)"] + 90 * value["age"],
    ]
    assert read["estimate"][:2].tolist() == pytest.approx(expit(np.array(scores))) and np.isnan(read["estimate"][2])
    assert (read["low"][:2] < read["estimate"][:2]).all() and (read["estimate"][:2] < read["high"][:2]).all()
    back = Release.from_dict(release.to_dict())
    assert back.evaluate(rows).equals(read) and back.table.equals(release.table)


def said(release: Release) -> str:
    return str(release.query.reading.found(release.facts_table, release.rounds, release.level))


@pytest.mark.usefixtures("seeded")
def test_what_it_says(desk: dp.Desk) -> None:
    assert said(asked(desk, mu=10)).startswith("The log loss is 0.5")
    assert "The coefficients cannot be estimated" in said(asked(desk, mu=1e-4))
    chance = np.random.default_rng(1)
    added(desk, "unrelated", frame().assign(late=chance.random(ROWS) < 0.4))
    assert said(asked(desk, "unrelated", mu=3)).startswith("No better than the share of late alone")
    table = asked(desk, mu=1e-4).table
    assert table["low"][:5].isna().all() and table["estimate"].notna().all()


@pytest.mark.usefixtures("seeded")
def test_an_answer_that_tells_nothing_is_not_the_best_one(desk: dp.Desk) -> None:
    """Paid for first or last: of several answers the one with margins counts, without any the dearest."""
    added(desk, "several", frame())

    def best() -> Release | None:
        (measured,) = desk.measured("several", [QUESTION])
        return None if measured is None else measured.release

    asked(desk, "several", mu=1e-5)
    nothing = asked(desk, "several", mu=2e-5)
    assert best() == nothing
    told = asked(desk, "several", mu=10)
    asked(desk, "several", mu=1e-4)
    assert best() == told


@pytest.mark.usefixtures("seeded")
@pytest.mark.sample(11)
@pytest.mark.parametrize("kind", ["none", "one", "all_true", "all_false", "apart", "constant", "collinear", "few"])
@pytest.mark.parametrize("price", [{"mu": 1e-6}, {"mu": 1.0}, {"mu": 20.0}, {"epsilon": 1.0}], ids=str)
def test_degenerate_tables_have_answers(desk: dp.Desk, kind: str, price: dict[str, float]) -> None:
    """Warnings are errors: no division by nothing, no exponential that overflows."""
    schema, rows = SCHEMA, frame()[:5_000]
    match kind:
        case "none":
            rows = rows[:2].assign(region=None)  # rows without a region are left out
        case "one":
            rows = rows[:1]
        case "few":
            rows = rows[:4]
        case "all_true" | "all_false":
            rows = rows.assign(late=kind == "all_true")
        case "apart":
            rows = rows.assign(late=rows.age > 50)
        case "constant":
            rows = rows.assign(age=40, smoker=False)
        case "collinear":
            rows = rows.assign(smoker=rows.region == "south")
    name = f"{kind}"
    if name not in {dataset.name for dataset in desk.datasets()}:
        added(desk, name, rows, schema=schema)
    release = asked(desk, name, **price)
    table = release.table
    assert np.isfinite(table["estimate"]).all() and not np.isinf(table[["low", "high"]]).any(axis=None)
    read = release.evaluate(frame()[:50])
    assert read["estimate"].between(0, 1).all() and said(release)
    if price == {"mu": 20.0} and kind == "apart":
        assert part(release, "fit")["estimate"]["area under the curve"] > 0.99
    if price == {"mu": 20.0} and kind.startswith("all_"):
        assert (read["estimate"] > 0.9).all() if kind == "all_true" else (read["estimate"] < 0.1).all()
        assert "How well it predicts cannot be estimated" in said(release)
    if price == {"mu": 20.0} and kind in ("constant", "collinear", "few", "one", "none"):
        assert not usable(release).all()


def test_what_is_refused() -> None:
    for features, words in (
        ([], "one or more columns"),
        (["late"], "one or more columns"),
        (["age", "age"], "one or more columns"),
    ):
        with pytest.raises(QueryError, match=words):
            dp.LogisticRegression("late", features)
    with pytest.raises(QueryError, match="not true or false"):
        dp.LogisticRegression("age", ["smoker"]).bind(SCHEMA)
    with pytest.raises(QueryError, match="must vary"):
        one = dp.Schema(g=dp.Category(["a"]), late=dp.Flag())
        dp.LogisticRegression("late", ["g"]).bind(one)
