"""Ridge regression as a question: what is read is the minimiser's function, and where it is refused."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.plan import outlook
from dpcore.plan.scenario import Scenario
from dpcore.queries.curves.kernel_machine import CELLS
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.engine.rows import answers
from tests.queries.curves.test_kernel_machine import gauss

SCHEMA = dp.Schema(
    hour=dp.Number(0, 24, missing=12),
    far=dp.Number(0, 3000, integer=True, missing=0),
    delay=dp.Number(-30, 60, missing=0),
    gap=dp.Number(0, 1),
    late=dp.Flag(),
    sex=dp.Category(["f", "m"]),
    who=dp.Identifier(),
)
ROWS, EXPECTED = 3_000, 2_000
TABLE = Table(SCHEMA, neighbors="replace", expected_rows=EXPECTED)
DELAY = dp.KernelMachine("delay", ["hour"], loss="squares", strength=50)
LATE = dp.KernelMachine("late", ["hour"], loss="squares", strength=50)
ONE = Mu(Fraction(1))


def columns() -> dict[str, Any]:
    """Late after 14 o'clock; delays are skewed; some labels are missing."""
    random = np.random.default_rng(5)
    hour = random.uniform(0, 24, ROWS)
    return {
        "hour": hour.tolist(),
        "far": random.integers(0, 3001, ROWS).tolist(),
        "delay": (random.exponential(20, ROWS) * (hour > 12) - 20).tolist(),
        "late": np.where(random.random(ROWS) < 0.1, None, random.random(ROWS) < 0.15 + 0.5 * (hour > 14)).tolist(),
    }


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import pandas as pd

    schema = dp.Schema({name: SCHEMA[name] for name in ("hour", "far", "delay", "late")})
    facts = {"replaced": ("replace", EXPECTED), "added": ("add_remove", EXPECTED), "undeclared": ("replace", None)}
    with dp.Desk(home=tmp_path_factory.mktemp("ridge")) as desk:
        for name, (relation, expected) in facts.items():
            desk.add_dataset(
                name,
                dp.read(pd.DataFrame(columns())),
                schema=schema,
                budget=dp.Budget(mu=100, delta=1e-6),
                neighbors=relation,
                expected_rows=expected,
                separate_budget=True,
            )
        yield desk


def fitted(label: np.ndarray, hour: np.ndarray, at: np.ndarray, strength: float) -> np.ndarray:
    """Scores by the dual problem, from the rows themselves but for their cells."""
    cells = (np.floor(hour / 24 * CELLS) + 0.5) / CELLS
    inner = gauss(cells, cells, 0.08) + strength * np.eye(len(cells))
    return gauss(at / 24, cells, 0.08) @ np.linalg.solve(inner, label)


def test_a_mean_is_that_of_the_dual_problem_with_more_rows_than_declared(desk: dp.Desk) -> None:
    (release,) = desk.release("replaced", dp.Plan([dp.Ask(DELAY, mu=60)]))
    rows, at = columns(), np.array([0.0, 5, 11, 13, 20, 24])
    label = (np.clip(rows["delay"], -30, 60) - 15) / 45
    wanted = 15 + 45 * fitted(label, np.array(rows["hour"]), at, 50 * ROWS / EXPECTED)
    read = release.evaluate(at)
    assert (np.abs(read.estimate - wanted) <= 7 * read.std_error + 0.4).all()  # a label's cell is 0.7 wide
    assert read.std_error.max() < 0.1
    assert np.abs(wanted - (15 + 45 * fitted(label, np.array(rows["hour"]), at, 50))).max() > 1
    assert Release.from_dict(release.to_dict()).evaluate(at).equals(read)


def test_a_share_is_that_of_the_dual_problem_and_rows_without_a_label_count(desk: dp.Desk) -> None:
    (release,) = desk.release("replaced", dp.Plan([dp.Ask(LATE, mu=60)]))
    rows, at = columns(), np.array([0.0, 5, 13, 15, 20, 24])
    kept = np.array([value is not None for value in rows["late"]])
    label = np.where(np.array(rows["late"], dtype=object)[kept].astype(bool), 1.0, -1.0)
    wanted = (1 + fitted(label, np.array(rows["hour"])[kept], at, 50 * ROWS / EXPECTED)) / 2
    read = release.evaluate(at)
    assert (np.abs(read.estimate - wanted) <= 7 * read.std_error + 1e-4).all()
    assert ((read.low >= 0) & (read.high <= 1)).all()


@pytest.mark.parametrize("unit", [dp.Unit(), dp.Unit("who", 1)])
def test_each_row_is_counted_once_whatever_its_cells(unit: dp.Unit) -> None:
    """Else the number of rows, by which it is regularised, could differ between neighbours."""
    odd = [None, -math.inf, -1e300, -5.0, -0.0, 0.0, 12.3, 24.0, 60.0, 3000.0, 1e300, math.inf, math.nan]
    cells = list(itertools.product(odd, odd, [True, False, None]))
    names = ("hour", "far", "late")
    table = {name: pa.array([row[place] for row in cells], from_pandas=False) for place, name in enumerate(names)}
    table |= {"delay": table["far"], "who": pa.array(range(len(cells)))}
    asked = [DELAY, LATE, *(replace(query, inputs=("hour", "far"), bandwidth=0.3) for query in (DELAY, LATE))]
    asks = [query.bind(SCHEMA).aggregate(TABLE) for query in asked]
    schema = dp.Schema({name: SCHEMA[name] for name in (*names, "delay", "who")})
    for counts in answers(table, replace(TABLE, schema=schema, unit=unit), asks):
        assert int(counts[0].sum()) == len(cells)


def test_a_price_for_an_error_is_found_and_keeps_to_it(desk: dp.Desk) -> None:
    plan = dp.Plan([dp.Ask(replace(DELAY, strength=80), half_width=3.0)])
    (ask,) = desk.quote("replaced", plan).asks
    assert ask.half_width == pytest.approx(3.0)
    (release,) = desk.release("replaced", plan)
    assert (release.table.high - release.table.estimate).max() == pytest.approx(3.0, rel=1e-6)


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("price", [ONE, Epsilon(Fraction(1))])
@pytest.mark.parametrize("query", [DELAY, LATE, replace(LATE, inputs=("hour", "far"), bandwidth=0.3)])
def test_intervals_cover_the_noise_and_no_margin_is_above_the_largest_predicted(query: Any, price: Any) -> None:
    bound = replace(query, strength=500).bind(SCHEMA)
    mechanism, machine = bound.mechanism(TABLE, price), bound.statistic(TABLE, price)
    exact = np.zeros((1, machine.coordinates), dtype=object)
    sure = bound.estimate(TABLE, price, exact, mechanism.error(0.9)).estimate
    found, inside = bound.predict(TABLE, price, 0.9, None), []
    for _ in range(60):
        read = bound.estimate(TABLE, price, mechanism.draw(exact), mechanism.error(0.9))
        inside.append(np.mean((read.low <= sure + 1e-12) & (sure <= read.high + 1e-12)))
        margins = np.maximum(read.high - read.estimate, read.estimate - read.low)
        assert margins.max() <= found.largest * (1 + 1e-9)
    assert np.mean(inside) >= 0.85


def test_a_number_keeps_its_loss_and_both_are_named() -> None:
    for query in (DELAY, LATE):
        bound = query.bind(SCHEMA)
        assert bound.loss == "squares"
        assert str(bound).startswith(f"Kernel machine of {query.label} from hour, ridge regression")
        said = str(bound.remark(TABLE, ONE, None))
        assert "robust" not in said and "With more rows than expected" in said
    assert "A prediction is a mean." in str(DELAY.remark(TABLE, ONE, None))
    assert "robust mean" in str(replace(DELAY, loss="usual").remark(TABLE, ONE, None))


UNIT = dp.Unit("who", 2)
NEAR, BY = dp.Condition("far", "<", 500), dp.Bins("far", (0, 3000))


@pytest.mark.parametrize(
    ("table", "query", "words"),
    [
        (replace(TABLE, neighbors="add_remove"), DELAY, "number of rows is public"),
        (replace(TABLE, neighbors="add_remove"), LATE, "number of rows is public"),
        (replace(TABLE, unit=UNIT), DELAY, "number of rows is public"),
        (replace(TABLE, expected_rows=None), DELAY, "expected number of rows is declared"),
        (TABLE, replace(DELAY, where=(NEAR,)), "without groups and filters"),
        (TABLE, replace(DELAY, by=(BY,)), "without groups and filters"),
        (TABLE, replace(DELAY, inputs=("gap",)), "rows without gap are"),
        (TABLE, replace(DELAY, inputs=("hour", "gap"), bandwidth=0.5), "rows without gap are"),
        (TABLE, replace(DELAY, label="gap"), "rows without gap are"),
        (TABLE, replace(LATE, inputs=("gap",)), "rows without gap are"),
    ],
)
def test_it_is_refused_where_no_public_fact_bounds_it(table: Table, query: dp.KernelMachine, words: str) -> None:
    """Whatever is asked of it first; the other losses are not."""
    bound, usual = query.bind(SCHEMA), replace(query, loss="usual").bind(SCHEMA)
    usual.admit(table)
    assert usual.promise(table, ONE)
    for asked in (
        lambda: bound.admit(table),
        lambda: bound.promise(table, ONE),
        lambda: bound.predict(table, ONE, 0.95, None),
        lambda: bound.price_of(table, Mu, 1.0, 0.95, None),
        lambda: next(bound.run(table, ONE)),
    ):
        with pytest.raises(dp.QueryError, match=words) as refused:
            asked()
        assert "Choose the usual loss instead: logistic, or Huber's for a number." in str(refused.value.hint)


@pytest.mark.parametrize("name", ["added", "undeclared"])
@pytest.mark.parametrize("price", [{"mu": 1}, {"epsilon": 1}, {"half_width": 2.0}, {"weight": 1}])
def test_it_is_refused_before_any_charge(desk: dp.Desk, name: str, price: dict[str, Any]) -> None:
    before = desk.ledger(name)
    plan = dp.Plan([dp.Ask(dp.Count(), **price), dp.Ask(DELAY, **price)], **({"mu": 1} if "weight" in price else {}))
    for use in (desk.quote, desk.release):
        with pytest.raises(dp.QueryError, match="ridge regression, regularisation 50” is only answered"):
            use(name, plan)
    assert desk.ledger(name) == before


def test_explore_needs_a_number_of_rows_and_follows_it() -> None:
    asked = Scenario("", ((DELAY.bind(SCHEMA), 1.0), (dp.Count().bind(SCHEMA), 1.0)), "mu", 1.0, rows=EXPECTED)
    few, many = (outlook.outlook(replace(asked, rows=rows), TABLE) for rows in (EXPECTED, 50 * EXPECTED))
    assert few.half_widths[0] < many.half_widths[0]
    line = outlook.error_line(few, 0, np.array([0.5, 1.0, 4.0]))
    assert line[1] == pytest.approx(few.half_widths[0], rel=0.01) and line[0] > line[1] > line[2]
    with pytest.raises(dp.QueryError, match="expected number of rows is declared"):
        outlook.outlook(replace(asked, rows=None), TABLE)


@pytest.mark.parametrize("loss", ["usual", "squares"])
def test_an_answer_about_a_sample_is_not_scaled_up(loss: str) -> None:
    """A mean of half of the rows is an estimate of the mean itself."""
    asked = Scenario("", ((replace(DELAY, loss=loss).bind(SCHEMA), 1.0),), "mu", 1.0, rows=EXPECTED, rate=0.5)
    half = outlook.outlook(asked, TABLE)
    assert half.half_widths[0] == half.asks[0].half_width
