"""A perceptron: as good as one without noise, its share of mistakes covered, its reach by brute force, small tables."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import special

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries.models import perceptron_rounds as module
from dpcore.queries.models.perceptron_rounds import UNIT, averaged
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import Table
from tests.oracle import evaluate
from tests.queries.models.rounds import answered

MU = 0.2367  # (1, 1e-6)
ENDS = dp.Number(0, 100, missing=50)


def drawn(
    chance: np.random.Generator, rows: int, columns: int, noise: float
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Columns from 0 to 100 and a label that a weighted sum of them decides, but for noise; the sums for -1 to 1."""
    x = np.clip(chance.normal(0, 0.4, (rows, columns)), -1, 1)
    weights = chance.normal(size=columns)
    score = x @ (weights / np.linalg.norm(weights)) + 0.2
    cells = {f"x{place}": 50 + 50 * column for place, column in enumerate(x.T)}
    return {**cells, "late": score + noise * chance.normal(size=rows) > 0}, score


def facts(columns: int, neighbors: Neighbors = "add_remove") -> Table:
    names = [f"x{place}" for place in range(columns)]
    return Table(dp.Schema({**dict.fromkeys(names, ENDS), "late": dp.Flag()}), neighbors=neighbors)


def asked(columns: int, rounds: int = 20) -> dp.Perceptron:
    return dp.Perceptron("late", [f"x{place}" for place in range(columns)], rounds)


def mistakes(query: dp.Perceptron, table: Table, rounds: Any, cells: dict[str, np.ndarray]) -> float:
    points = np.stack([cells[name] for name in query.features], axis=1)
    return float(np.mean(query.evaluate(table, rounds, 0.95, points, {}).estimate != cells["late"]))


@pytest.mark.parametrize("columns", [2, 6])
@pytest.mark.parametrize("rows", [2_000, 10_000])
def test_it_predicts_nearly_as_well_as_the_line_that_made_the_labels(columns: int, rows: int) -> None:
    """The mean of several tables at (1, 1e-6): at most .025 more mistakes; the last weights alone make more."""
    chance, ours, best, last = np.random.default_rng(columns), [], [], []
    table, query = facts(columns), asked(columns)
    for _ in range(8):
        cells, score = drawn(chance, rows, columns, 0.15)
        rounds = answered(query, table, Mu.of(MU), cells, chance)
        ours.append(mistakes(query, table, rounds, cells))
        best.append(np.mean((score > 0) != cells["late"]))
        steps = [np.array(some[0].noisy[0], dtype=float) for some in rounds[:-1]]
        weights = np.sum(steps, axis=0)
        x = np.stack([np.ones(rows), *(cells[name] / 50 - 1 for name in query.features)], axis=1)
        last.append(np.mean((x @ weights >= 0) != cells["late"]))
    assert np.mean(ours) <= np.mean(best) + 0.025 and np.mean(ours) < np.mean(last)


@pytest.mark.parametrize("price", [Mu.of(1e6), Epsilon.of(1e7)], ids=repr)
def test_at_a_high_price_it_is_the_perceptron_of_the_rows(price: Price) -> None:
    """An independent computation: the same weights, up to the rounding of columns."""
    chance = np.random.default_rng(1)
    cells, _ = drawn(chance, 1_000, 3, 0.3)
    table, query = facts(3), asked(3, 7)
    rounds = answered(query, table, price, cells, chance)
    x = np.stack([np.ones(1_000), *(cells[f"x{place}"] / 50 - 1 for place in range(3))], axis=1)
    y, weights, total = np.where(cells["late"], 1, -1), np.zeros(4), np.zeros(4)
    for place in range(7):
        wrong = y * (x @ weights) <= 0
        weights = weights + (y[wrong, None] * x[wrong]).sum(axis=0)
        total += weights if place >= 3 else 0
    found = query._direction(table, rounds)
    assert found == pytest.approx(total / np.linalg.norm(total), abs=0.02)
    result = query.result(table, price, rounds, 0.95)
    assert result.estimate[4] == pytest.approx(mistakes(query, table, rounds, cells), abs=0.003)
    scaled = result.estimate[:4]
    score = scaled[0] + sum(scaled[place + 1] * cells[f"x{place}"] for place in range(3))
    assert score == pytest.approx(x @ found, abs=1e-9)


def test_the_average_is_of_the_second_half() -> None:
    steps = [np.array([place, 1], dtype=object) for place in (1, 2, 4)]
    assert averaged(steps).tolist() == [3 + 7, 2 + 3]
    assert averaged(steps[:1]).tolist() == [1, 1]


@pytest.mark.parametrize("much", [1.0, 2.5])
def test_margins_cover_the_share_of_mistakes(much: float) -> None:
    chance, table, query, inside = np.random.default_rng(2), facts(1), asked(1, 2), []
    for place in range(300):
        cells, _ = drawn(chance, 400, 1, 0.4)
        price = [Mu.of(0.6), Epsilon.of(2)][place % 2]
        rounds = answered(query, table, price, cells, chance, much)
        result = query.result(table, price, rounds, 0.95)
        late = float(np.mean(cells["late"]))
        truths = mistakes(query, table, rounds, cells), min(late, 1 - late), late, 400
        for at, truth in enumerate(truths, 2):
            if not np.isnan(result.low[at]):
                inside.append(result.low[at] <= truth <= result.high[at])
    assert len(inside) > 600
    assert 0.93 <= np.mean(inside) <= 0.99 if much == 1 else np.mean(inside) < 0.8


def test_it_is_not_called_better_where_it_is_not() -> None:
    """Labels by chance, nine of ten true: at most one of twenty is said to be predicted."""
    chance, table, query = np.random.default_rng(3), facts(2), asked(2, 5)
    said = []
    for _ in range(60):
        cells, _ = drawn(chance, 300, 2, 0.1)
        cells["late"] = chance.random(300) < 0.9
        rounds = answered(query, table, Mu.of(0.5), cells, chance)
        said.append("; always the more frequent label" not in str(query.found(table, rounds, 0.95)))
    assert np.mean(said) >= 0.95


SCHEMA = dp.Schema(
    x=dp.Number(0, 3, integer=True), y=dp.Number(0, 1), g=dp.Category(["a", "b"]), f=dp.Flag(), late=dp.Flag()
)


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
def test_no_row_adds_more_than_is_claimed(seed: int, neighbors: Neighbors) -> None:
    """All rows, at weights by chance: none is longer, two in place of each other neither; the claim is nearly met."""
    chance = random.Random(seed)
    table = Table(SCHEMA, neighbors=neighbors)
    query = dp.Perceptron("late", chance.sample(["x", "y", "g", "f"], chance.randint(1, 4)))
    way = query.bind(SCHEMA).way(table)
    statistic = way.statistic(table)
    size = 1 + len(way.variables(table))
    weights = np.array([chance.choice([0, 1, -1, chance.randint(-(10**6), 10**6)]) for _ in range(size)], dtype=object)
    if seed % 3 == 0:
        weights = np.zeros(size, dtype=object)
    every = itertools.product(range(4), (0.0, 0.4, 1.0), "ab", (False, True), (False, True))
    rows = [dict(zip(("x", "y", "g", "f", "late"), values, strict=True)) for values in every]
    ask = way.mistakes(table, weights)
    added = [statistic.exact(evaluate(ask, [row]))[0] for row in rows]
    nothing = [np.zeros(size, dtype=object)]
    pairs = itertools.product(added, added if neighbors == "replace" else nothing)
    differences = [one - other for one, other in pairs]
    longest, widest = (
        max(map(measure, differences)) for measure in (lambda v: int((v * v).sum()), lambda v: int(abs(v).sum()))
    )
    assert longest <= statistic.squared_l2_sensitivity() and widest <= statistic.l1_sensitivity()
    if seed % 3 == 0:
        assert longest == statistic.squared_l2_sensitivity() and widest == statistic.l1_sensitivity()


def test_a_round_of_mistakes_is_what_it_says() -> None:
    """Row by row: the label times the vector, where the weighted sum is on the other side, or 0."""
    table = Table(SCHEMA)
    way = dp.Perceptron("late", ["x", "g", "f"]).bind(SCHEMA).way(table)
    weights = np.array([1, -3, 2, -1, 0], dtype=object)
    for x, g, f, late in itertools.product(range(4), "ab", (False, True), (False, True)):
        vector = np.array(
            [UNIT, (UNIT // 3) * (2 * x - 3), (2 * f - 1) * UNIT, UNIT * (g == "a"), UNIT * (g == "b")], dtype=object
        )
        y = 1 if late else -1
        row = {"x": x, "g": g, "f": f, "late": late, "y": 0.0}
        expected = y * vector if y * int(weights @ vector) <= 0 else 0 * vector
        assert (
            way.statistic(table).exact(evaluate(way.mistakes(table, weights), [row]))[0].tolist() == expected.tolist()
        )


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("factor", [1.0, 0.8])
def test_the_joint_curve_of_two_rounds_is_no_lower_than_booked(
    factor: float, neighbors: Neighbors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All transcripts of two rounds on neighbouring tables, in coarse whole numbers: the second follows the first.

    With four fifths of the noise the curve is lower.
    """
    monkeypatch.setattr(module, "UNIT", 1)
    schema = dp.Schema(f=dp.Flag(), late=dp.Flag())
    table = Table(schema, neighbors=neighbors)
    way = dp.Perceptron("late", ["f"], 2).bind(schema).way(table)
    noise, _ = way.noise(table, Mu(Fraction(10, 9) * (1 if neighbors == "add_remove" else 4)))
    assert noise.loss is not None and noise.loss.mu_squared is not None
    mu, scale = math.sqrt(2 * noise.loss.mu_squared), factor * float(noise.scales[0])
    others = [{"f": True, "late": True}, {"f": False, "late": False}, {"f": False, "late": True}]
    worst = 0.0
    for row, other in (((True, False), (True, True)), ((False, True), (False, False))):
        mine, yours = (dict(zip(("f", "late"), cells, strict=True)) for cells in (row, other))
        tables = [*others, mine], [*others, *([yours] if neighbors == "replace" else [])]
        worst = max(worst, below(way, table, tables, mu, scale))
    assert (worst < 1e-6) if factor == 1 else (worst > 1e-3)


def below(way: module.PerceptronRounds, table: Table, tables: Any, mu: float, scale: float) -> float:
    """How far the curve of two rounds is below that of mu, at its corners."""
    support = np.arange(-18, 19)

    def law(exact: np.ndarray) -> np.ndarray:
        """The chances of all pairs of noisy integers."""
        lines = [special.ndtr((support - x + 0.5) / scale) - special.ndtr((support - x - 0.5) / scale) for x in exact]
        return np.multiply.outer(*lines).ravel()

    def exacts(weights: tuple[int, int]) -> list[tuple[int, ...]]:
        ask = way.mistakes(table, np.array(weights, dtype=object))
        return [tuple(map(int, way.statistic(table).exact(evaluate(ask, rows))[0])) for rows in tables]

    first = [law(np.array(exact, dtype=float)) for exact in exacts((0, 0))]
    then: dict[Any, list[int]] = {}
    for place, weights in enumerate(itertools.product(support.tolist(), repeat=2)):
        then.setdefault(tuple(exacts(weights)), []).append(place)  # type: ignore[arg-type]
    assert len(then) > 2, "the second round follows the first"
    joint: list[list[np.ndarray]] = [[], []]
    for pair, places in then.items():
        for side in (0, 1):
            joint[side].append(np.multiply.outer(first[side][places], law(np.array(pair[side], dtype=float))).ravel())
    zero, one = (np.concatenate(parts) for parts in joint)
    order = np.argsort(-one / np.maximum(zero, 1e-300), kind="stable")
    alpha, beta = np.cumsum(zero[order]), 1 - np.cumsum(one[order])
    inside = (alpha > 1e-9) & (alpha < 1 - 1e-9)
    booked = special.ndtr(-special.ndtri(alpha[inside]) - mu)
    return float((booked - beta[inside]).max())


SMALL = {
    "no row": [],
    "one row": [(30.0, True)],
    "one label": [(float(place), True) for place in range(30)],
    "one value": [(50.0, place % 2 == 0) for place in range(30)],
}


@pytest.mark.parametrize("rows", SMALL, ids=str)
@pytest.mark.parametrize("price", [Mu.of(1e-6), Mu.of(0.2), Mu.of(1e5), Epsilon.of(1e-6), Epsilon.of(1e5)], ids=str)
def test_small_tables_have_an_answer(rows: str, price: Price) -> None:
    chance = np.random.default_rng(4)
    cells = {"x0": np.array([x for x, _ in SMALL[rows]], float), "late": np.array([y for _, y in SMALL[rows]], bool)}
    for neighbors, count in itertools.product(("add_remove", "replace"), (1, 9, 50)):
        table, query = facts(1, neighbors), asked(1, count)  # type: ignore[arg-type]
        query = query.bind(table.schema)
        assert sum(times for _, times in query.promise(table, price)) == count + 1
        rounds = answered(query, table, price, cells, chance)
        with np.errstate(all="raise", under="ignore"):
            result = query.result(table, price, rounds, 0.95)
            labels = query.evaluate(table, rounds, 0.95, np.array([[10.0], [np.nan]]), {}).estimate
        assert np.isfinite(result.estimate).all() and labels[0] in (0, 1) and np.isnan(labels[1])
        known = ~np.isnan(result.low)
        assert (result.low[known] <= result.high[known]).all() and str(query.found(table, rounds, 0.95))


@pytest.mark.parametrize(
    ("label", "features", "rounds"),
    [
        ("late", [], 5),
        ("late", ["late"], 5),
        ("x", ["y"], 5),
        ("late", ["x", "x"], 5),
        ("late", ["x"], 0),
        ("late", ["x"], 51),
    ],
    ids=str,
)
def test_what_cannot_be_asked_is_refused(label: str, features: list[str], rounds: int) -> None:
    with pytest.raises(QueryError):
        dp.Perceptron(label, features, rounds).bind(SCHEMA)


@pytest.mark.usefixtures("seeded")
def test_a_release_predicts_rows(tmp_path: Any) -> None:
    """By a desk, with a category and a true-or-false column; the same again from its record."""
    chance = np.random.default_rng(5)
    frame = pd.DataFrame({"x": chance.uniform(0, 3, 4_000).round(), "g": chance.choice(["a", "b"], 4_000)})
    frame["f"] = chance.random(4_000) < 0.5
    frame["late"] = (frame["x"] - 1.5) + 2.0 * (frame["g"] == "a") - 1 + 0.3 * chance.normal(size=4_000) > 0
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset(
            "t",
            dp.read(frame),
            schema=SCHEMA.__class__({n: SCHEMA[n] for n in frame}),
            budget=dp.Budget(mu=50, delta=1e-6),
        )
        (release,) = desk.release("t", dp.Plan([dp.Ask(dp.Perceptron("late", ["x", "g", "f"]), mu=1.0)]))
    found = release.evaluate(frame)
    assert set(found["estimate"]) == {0.0, 1.0}
    wrong = float(np.mean((found["estimate"] == 1) != frame["late"]))
    table = release.table.set_index("variable")["estimate"]
    assert wrong < 0.12 and table["perceptron"] == pytest.approx(wrong, abs=0.02)
    assert table["g = a"] > table["g = b"] and table["x"] > 0
    assert len(release.rounds) == 21
    assert dp.Release.from_dict(release.to_dict()).evaluate(frame).equals(found)
