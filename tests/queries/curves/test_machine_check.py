"""Whether a kernel machine predicts better than a constant: against the rows, under noise, and in every record."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.plan.pricing import guesses
from dpcore.queries import query_from_dict
from dpcore.queries.curves.kernel_machine import CELLS
from dpcore.queries.curves.machine_check import SHARE, STEPS
from dpcore.queries.curves.machine_quality import CLEAR, Quality
from dpcore.queries.question.compared import Outcome
from dpcore.queries.question.key import group_count
from dpcore.release.combine import combine
from dpcore.table.table import Table, Unit
from tests.engine.rows import answers

ROWS = 4_000


def rows(seed: int = 0) -> pd.DataFrame:
    """Labels that depend on the hour, that do not, and a skewed number that does."""
    R = np.random.default_rng(seed)
    hour = R.uniform(0, 24, ROWS)
    return pd.DataFrame(
        {
            "hour": hour,
            "late": R.random(ROWS) < 0.1 + 0.7 * (hour > 14),
            "chance": R.random(ROWS) < 0.4,
            "cost": np.clip(R.lognormal(3 + (hour > 10), 0.6), 0, 150),
            "sex": R.choice(["f", "m"], ROWS),
        }
    )


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> dp.Desk:
    schema = dp.Schema(
        hour=dp.Number(0, 24, missing=0),
        late=dp.Flag(),
        chance=dp.Flag(),
        cost=dp.Number(0, 150, missing=0),
        sex=dp.Category(["f", "m"]),
    )
    with dp.Desk(home=tmp_path_factory.mktemp("checked")) as desk:
        for relation in ("add_remove", "replace"):
            desk.add_dataset(
                relation,
                dp.read(rows()),
                schema=schema,
                budget=dp.Budget(mu=100, delta=1e-6),
                neighbors=relation,
                separate_budget=True,
                expected_rows=ROWS,
            )
        yield desk


def released(desk: dp.Desk, query: dp.Query, mu: float = 30.0, relation: str = "add_remove") -> dp.Release:
    (release,) = desk.release(relation, dp.Plan([dp.Ask(query)], mu=mu))
    return release


def quality(release: dp.Release) -> Quality:
    found = release.query.quality(release.facts_table, release.rounds, release.level)  # type: ignore[attr-defined]
    assert isinstance(found, Quality)
    return found


def said(release: dp.Release) -> str:
    return str(release.query.reading.found(release.facts_table, release.rounds, release.level))


CASES = [
    (dp.KernelMachine("late", ["hour"]), "add_remove", Outcome.BETTER),
    (dp.KernelMachine("late", ["hour"], by=["sex"], where=[dp.Condition("cost", "<", 80)]), "replace", Outcome.BETTER),
    (dp.KernelMachine("late", ["hour"], loss="hinge"), "add_remove", Outcome.BETTER),
    (dp.KernelMachine("late", ["hour"], loss="squares"), "replace", Outcome.BETTER),
    (dp.KernelMachine("cost", ["hour"]), "add_remove", Outcome.BETTER),
    (dp.KernelMachine("cost", ["hour"], loss="squares", strength=5), "replace", Outcome.BETTER),
    (dp.KernelMachine("chance", ["hour"], strength=1e6), "add_remove", Outcome.WORSE),
    (dp.KernelMachine("chance", ["hour"], strength=5), "add_remove", Outcome.NO_BETTER),
]


@pytest.mark.parametrize(("query", "relation", "expected"), CASES, ids=lambda case: str(case)[:40])
def test_the_errors_are_those_of_the_predictions_for_the_rows(
    desk: dp.Desk, query: dp.KernelMachine, relation: str, expected: Outcome
) -> None:
    """At a high price, by the released function at the rows, whose inputs are rounded, and their own labels."""
    release, table = released(desk, query, relation=relation), rows()
    kept = table["cost"] < 80 if query.where else np.full(len(table), True)
    table = table[kept]
    at = (np.floor(table["hour"] / 24 * STEPS) + 0.5) / STEPS * 24
    read = release.evaluate(np.unique(at))
    sex = table["sex"] if query.by else pd.Series("", index=table.index)
    known = {(getattr(row, "sex", ""), row.x): row.estimate for row in read.itertuples()}
    p = np.array([known[key] for key in zip(sex, at, strict=True)])
    y = table[query.label].to_numpy(float)
    unit = 150 if query.label == "cost" else 1
    p, y = p / unit, y / unit
    if query.loss == "hinge":
        p = (p > 0) * 1.0
    least = min(y.mean(), 1 - y.mean()) if query.loss == "hinge" else y.var()
    found = quality(release)
    own, base = found.errors
    assert own == pytest.approx(np.square(p - y).mean(), abs=4 * found.margins[0])
    assert base == pytest.approx(least, abs=4 * found.margins[1])
    assert max(found.margins) < 2e-3
    assert found.outcome is expected
    words = {Outcome.BETTER: ("better", "misclassifies"), Outcome.WORSE: ("worse",), Outcome.NO_BETTER: ("no better",)}
    assert any(word in said(release) for word in words[expected])
    assert "on the rows that it was fitted to" in said(release)


def drawn(R: np.random.Generator, share: float, labels: bool, numbers: bool) -> tuple[Quality, tuple[float, ...]]:
    """The sums of a table without noise, and the same with it, over the range in which something is said."""
    n = float(10 ** R.uniform(2, 6))
    std = n / (CLEAR * 10 ** R.uniform(0.15, 2))
    v = n * share
    q = v if labels or not numbers else n * R.uniform(share**2, share)
    least = min(v, n - v) if labels else q - v**2 / n
    gain = R.choice([0.0, 0.0, 1.0, -1.0]) * std * R.uniform(0, 5)
    own = max(least - gain, 0.0)
    true = (n, v, *([q] if numbers and not labels else []), own)
    return Quality(true, std, 1.959963984540054, 40, 1e-3, labels=bool(labels)), true


@pytest.mark.parametrize("kind", ["shares", "labels", "numbers"])
@pytest.mark.parametrize("noise", ["normal", "laplace"])
def test_outcomes_and_margins_hold_under_noise(noise: str, kind: str) -> None:
    """At each share of labels, by chance: a false outcome is as rare as a margin says."""
    R, count, called, near = np.random.default_rng(5), 2_000, Counter[str](), Counter[str]()
    for share in (0.001, 0.03, 0.3, 0.47, 0.5, 0.8, 0.99):
        false, outside = Counter[str](), Counter[str]()
        for _ in range(count):
            exact, true = drawn(R, share, kind == "labels", kind == "numbers")
            size = len(true)
            noises = R.normal(size=size) if noise == "normal" else R.laplace(size=size) / np.sqrt(2)
            factor = 1.959963984540054 if noise == "normal" else np.log(20) / np.sqrt(2)
            sums = tuple(np.array(true) + exact.std * noises)
            found = replace(exact, sums=sums, factor=max(float(factor), 1.96), bend=0.0)
            n, v, *squares, own = true
            least = min(v, n - v) if exact.labels else (squares or [v])[0] - v**2 / n
            false["better"] += found.outcome is Outcome.BETTER and own >= least
            false["worse"] += found.outcome is Outcome.WORSE and own <= least
            called[found.outcome.value] += 1
            pairs = zip(("own", "least"), (own, least), found.errors, found.margins, strict=True)
            for name, value, error, far in pairs:
                outside[name] += abs(value / n - error) > far
        # five standard deviations above a fortieth, or above a twentieth
        assert max(false.values()) < count * 0.025 + 5 * np.sqrt(count * 0.025), share
        assert max(outside.values()) < count * 0.05 + 5 * np.sqrt(count * 0.05), share
        near += outside
    assert near["own"] > 0.02 * 7 * count and near["least"] > 0.01 * 7 * count, "margins that are not too wide"
    assert min(called.values()) > count * 0.1


def test_a_fit_to_unrelated_labels_is_not_called_better() -> None:
    """Ridge regression by numpy, of labels that depend on nothing, as close as its strength allows: without noise."""
    R = np.random.default_rng(8)
    better, plain = Counter[bool](), Counter[bool]()
    for _ in range(400):
        n, size, strength = int(R.integers(60, 1_000)), int(R.integers(2, 40)), float(10 ** R.uniform(-1, 2))
        places = R.normal(size=(n, size))
        places /= np.linalg.norm(places, axis=1, keepdims=True)
        y = (R.random(n) < R.choice([0.2, 0.5])) * 2.0 - 1
        fit = places @ np.linalg.solve(places.T @ places + strength * np.eye(size), places.T @ y)
        labels = bool(R.random() < 0.5)
        p, true = ((fit > 0) * 1.0 if labels else np.clip((fit + 1) / 2, 0, 1)), (y + 1) / 2
        sums = (float(n), float(true.sum()), float(np.square(p - true).sum()))
        std = 0.3 * np.sqrt(n * 0.25)  # in place of the fluctuation of rows, which the margin does not cover
        for found, chance in ((better, 1 / strength), (plain, 0.0)):
            found[Quality(sums, std, 1.96, size, chance, labels=labels).outcome is Outcome.BETTER] += 1
    assert better[True] < 0.12 * 400 < plain[True]


@pytest.mark.parametrize("price", [Mu(Fraction(1, 25)), Epsilon(Fraction(1, 3))])
@pytest.mark.parametrize("max_rows", [1, 3])
def test_both_rounds_together_cost_the_price(price: Price, max_rows: int) -> None:
    schema = dp.Schema(x=dp.Number(0, 1), y=dp.Flag(), z=dp.Number(0, 9), user=dp.Identifier())
    table = Table(schema, Unit("user", max_rows), "add_remove", 1_000)
    for label in ("y", "z"):
        for check in (True, False):
            query = dp.KernelMachine(label, ["x"], check=check).bind(schema)
            promised = query.promise(table, price)
            booked = [loss.mu_squared if isinstance(price, Mu) else loss.pure for loss, _ in promised]
            assert sum(filter(None, booked), Fraction(0)) == price.total and len(booked) == 1 + check
            assert not check or booked[1] == price.total * SHARE


def test_a_record_without_the_field_is_read_as_before(desk: dp.Desk) -> None:
    query = dp.KernelMachine("late", ["hour"], check=False)
    assert "check" not in query.to_dict() and dp.KernelMachine("late", ["hour"]).to_dict()["check"] is True
    assert query_from_dict(query.to_dict()) == query
    release = released(desk, query, mu=2)
    assert len(release.rounds) == 1 and said(release) == ""
    assert "How well it predicts cannot be stated" in str(
        query.remark(release.facts_table, release.paid, release.mechanism.error(0.95))
    )
    stored = dp.Release.from_dict(json.loads(json.dumps(release.to_dict())))
    assert stored.figures == release.figures
    with pytest.raises(dp.QueryError, match="`check` must be True or False"):
        dp.KernelMachine("late", ["hour"], check=1)  # type: ignore[arg-type]


def test_measured_again_the_function_is_averaged_and_each_check_stays(desk: dp.Desk, tmp_path: Path) -> None:
    query = dp.KernelMachine("late", ["hour"], strength=30)
    parts = [
        desk.release("add_remove", dp.Plan([dp.Ask(query, mu=mu, measurement=place)]))[0]
        for place, mu in enumerate((2.0, 2.0, 5.0))
    ]
    for some in (parts[:2], parts):
        both = combine(some)
        read = dp.Release.from_dict(json.loads(json.dumps(both.to_dict())))
        assert read.evaluate([3.0, 20.0]).equals(both.evaluate([3.0, 20.0]))
        assert "last of the averaged answers" in said(both)
        assert {loss.mu_squared for loss in both.losses} == {loss.mu_squared for loss in some[-1].losses}
        width = (both.evaluate([3.0]).high - both.evaluate([3.0]).low).iloc[0]
        assert width < (some[0].evaluate([3.0]).high - some[0].evaluate([3.0]).low).iloc[0]


def test_what_will_be_said_is_said_before_the_charge() -> None:
    schema = dp.Schema(x=dp.Number(0, 1), y=dp.Flag())
    query = dp.KernelMachine("y", ["x"]).bind(schema)
    for count, price, words in (
        (100_000, Mu(Fraction(1)), "is measured with 15 % of the price"),
        (None, Mu(Fraction(1)), "stated if there are more than about 45 rows"),
        (50, Mu(Fraction(1, 10_000)), "will hardly be stated at this price"),
        (50, Epsilon(Fraction(1, 100)), "will hardly be stated at this price"),
    ):
        table = Table(schema, Unit(), "add_remove", count)
        assert words in str(query.predict(table, price, 0.95, guesses(table)(query)).assumption)


@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize("relation", ["add_remove", "replace"])
@pytest.mark.parametrize("by", [(), ("g",)])
def test_it_is_stated_from_the_number_of_rows_that_the_quote_says(kind: type, relation: str, by: tuple[str]) -> None:
    """By the noise of the very round that is asked after any function."""
    schema = dp.Schema(x=dp.Number(0, 1), y=dp.Flag(), z=dp.Number(0, 9), g=dp.Category(["a", "b"]))
    table, price = Table(schema, Unit(), relation, None), kind(Fraction(1, 3))  # type: ignore[arg-type]
    for label in ("y", "z"):
        query = dp.KernelMachine(label, ["x"], by=by).bind(schema)
        run = query.run(table, price)
        first = next(run)
        assert len(first.steps) == 1
        noisy = np.zeros(
            (1, group_count(table.schema, query.by) * query.machine(schema, table).coordinates), dtype=object
        )
        (check,) = run.send((noisy,)).steps
        spread = check.mechanism.error(0.95)
        assert spread is not None
        least = int(np.ceil(CLEAR * spread.std[0] / check.statistic.unit**2))  # type: ignore[attr-defined]
        assert f"{least:,} rows" in str(query.checked(table, price, None))
        table_of = replace(table, expected_rows=least - 1)
        assert "hardly" in str(query.predict(table_of, price, 0.95, guesses(table_of)(query)).assumption)


def test_two_inputs_are_measured_at_the_released_function(tmp_path: Path) -> None:
    """A label that changes within one of the cells in which the function was fitted."""
    R = np.random.default_rng(3)
    a, b = R.random((2, 6_000))
    table = pd.DataFrame({"a": a, "b": b, "y": (10 * a + 10 * b) % 2 < 1})
    with dp.Desk(home=tmp_path) as desk:
        schema = dp.Schema(a=dp.Number(0, 1), b=dp.Number(0, 1), y=dp.Flag())
        desk.add_dataset("t", dp.read(table), schema=schema, budget=dp.Budget(mu=50, delta=1e-6))
        query = dp.KernelMachine("y", ["a", "b"], bandwidth=0.05, strength=1)
        (release,) = desk.release("t", dp.Plan([dp.Ask(query, mu=20)]))
        p = release.evaluate(table[["a", "b"]].to_numpy().tolist()).estimate.to_numpy()
    found = quality(release)
    assert found.errors[0] == pytest.approx(np.square(p - table.y).mean(), abs=3e-3)
    assert "a, b rounded to 256 × 256 steps" in said(release)


@pytest.mark.parametrize("high", [1, 2, 4, 10])
def test_predictions_of_few_whole_numbers_are_not_rounded_to_these(tmp_path: Path, high: int) -> None:
    R = np.random.default_rng(high)
    x = R.random(5_000)
    y = np.clip(np.rint(high * x + R.normal(0, 0.1, len(x))), 0, high)
    with dp.Desk(home=tmp_path) as desk:
        schema = dp.Schema(x=dp.Number(0, 1), y=dp.Number(0, high, integer=True))
        desk.add_dataset(
            "t", dp.read(pd.DataFrame({"x": x, "y": y})), schema=schema, budget=dp.Budget(mu=50, delta=1e-6)
        )
        (release,) = desk.release("t", dp.Plan([dp.Ask(dp.KernelMachine("y", ["x"]), mu=20)]))
        own = np.sqrt(np.square(release.evaluate(x).estimate.to_numpy() - y).mean())
    found = quality(release)
    assert found.outcome is Outcome.BETTER
    assert high * np.sqrt(found.errors[0]) == pytest.approx(own, abs=0.02 * high)


@pytest.mark.parametrize("label", ["y", "z"])
@pytest.mark.parametrize("most", [1, 2, None])
def test_it_is_measured_on_the_rows_of_the_fit_where_units_count_in_some_cells(label: str, most: int | None) -> None:
    """As many rows in each cell of the columns, as the engine counts them."""
    R = np.random.default_rng(4)
    units, each = 60, 6
    table = pd.DataFrame(
        {
            "u": np.repeat(np.arange(units), each),
            "x": R.random(units * each),
            "y": R.random(units * each) < 0.4,
            "z": R.integers(0, 10, units * each),
            "g": R.choice(["a", "b"], units * each),
        }
    )
    schema = dp.Schema(
        u=dp.Identifier(), x=dp.Number(0, 1), y=dp.Flag(), z=dp.Number(0, 9, integer=True), g=dp.Category(["a", "b"])
    )
    facts = Table(schema, Unit("u", each, most), "add_remove")
    query = dp.KernelMachine(label, ["x"], by=["g"]).bind(schema)
    run = query.run(facts, Mu(Fraction(1)))
    (fit,) = next(run).steps
    noisy = np.zeros((1, 2 * query.machine(schema, facts).coordinates), dtype=object)
    (check,) = run.send((noisy,)).steps
    columns = {name: pa.array(table[name].tolist()) for name in table} | {"u": pa.array(table["u"].astype(str))}
    fitted, checked = (
        answers(columns, facts, [step.aggregate])[0][0].astype(int).reshape(2 * CELLS, -1).sum(axis=1)
        if most
        else answers(columns, facts, [step.aggregate])[0][0].astype(int)
        for step in (fit, check)
    )
    assert fitted.sum() == checked.sum() == (units * each if most is None else fitted.sum()) > 0
    assert most is None or (fitted == checked).all()
