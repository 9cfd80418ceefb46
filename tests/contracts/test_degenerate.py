"""Every learner on tables from which little or nothing can be learnt: an answer in numbers, and a sentence about it.

No kind is named: learners are the questions that answer a model. Warnings are errors here as everywhere. What is right
on such tables at a high price stands in the tests of each question.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries import Query
from dpcore.queries.question.round import Drawn, Rounds
from dpcore.release.record.figure import as_columns, keys_of
from dpcore.result import Model
from dpcore.table.table import Table, Unit
from tests.contracts.course import Counted, Course
from tests.contracts.desk import learners
from tests.contracts.example import example, of_units

SCHEMA = dp.Schema(
    a=dp.Number(0, 10, integer=True),
    b=dp.Number(-1, 1),
    c=dp.Number(0, 1e6),
    f=dp.Flag(),
    late=dp.Flag(),
    g=dp.Category(["p", "q"], other=True),
    h=dp.Category(["r", "s"]),
    user=dp.Identifier(),
)
UNIT = Unit("user", 4)
TABLE = Table(SCHEMA, UNIT)
PRICES = (Mu.of(1e-6), Mu.of(0.3), Mu.of(1e4), Epsilon.of(1e-6), Epsilon.of(1e4))


def row(user: str = "u", **cells: Any) -> dict[str, Any]:
    usual = {"a": 5, "b": 0.0, "c": 1e3, "f": True, "late": False, "g": "p", "h": "r"}
    return {**usual, **cells, "unit": user}


def counted(*rows: dict[str, Any], times: int = 1) -> Counted:
    """Each row by itself, of a user of its own."""
    return tuple((times, (each,)) for each in rows)


TABLES: dict[str, Counted] = {
    "no row": (),
    "one row": counted(row()),
    "two rows, fewer than there are columns or clusters": counted(row(), row("v", a=9, b=1, c=0, f=False, late=True)),
    "missing cells alone": counted(row(a=None, b=None, c=None, f=None, late=None, g=None, h=None)),
    "constant columns": counted(row(), row(late=True), times=500),
    "one class": counted(*(row(f"u{n}", a=n, b=n / 5 - 1, c=n * 1e5, f=n > 4) for n in range(10)), times=50),
    "labels apart": counted(
        *(row(f"u{n}", a=n, f=n > 4, late=n > 4, g="pq"[n > 4], h="rs"[n > 4]) for n in range(10)), times=50
    ),
    "columns that follow from each other": counted(
        *(row(f"u{n}", a=n, b=n / 5 - 1, c=n * 1e5, late=n % 3 > 0) for n in range(11)), times=50
    ),
    "outside the bounds": counted(row(a=10, b=-1, c=1e6, g="elsewhere"), row(a=0, b=1, c=0, late=True), times=9),
    "a user with everything": ((1, (row(g="p", h="r"), row(g="q", h="s", a=9), row(g="p", a=0), row(h="s"))),),
}  # fmt: skip


def transcript(query: Query, table: Table, price: Price, rows: Counted) -> Rounds:
    """What its rounds drew of these rows."""
    found, run, rounds = Course(query, table, rows, ((), ())), query.run(table, price), list[tuple[Drawn, ...]]()
    asked = next(run)
    while True:
        noisy = [step.mechanism.draw(found.exact(step)[0]) for step in asked.steps]
        steps = zip(asked.steps, noisy, strict=True)
        rounds.append(tuple(Drawn(step.mechanism, tuple(map(tuple, drawn.tolist()))) for step, drawn in steps))
        try:
            asked = run.send(tuple(noisy))
        except StopIteration:
            return tuple(rounds)


def answers(query: Query, table: Table, price: Price, rows: Counted) -> None:
    """All figures are numbers, or unknown together; it says something; rows have predictions, or none is known."""
    rounds = transcript(query, table, price, rows)
    result = query.result(table, price, rounds, 0.95)
    assert np.isfinite(result.estimate).all(), "an estimate is no number"
    for margin in (result.std_error, result.low, result.high):
        assert not np.isinf(margin).any()
    known = ~np.isnan(result.low)
    assert (known == ~np.isnan(result.high)).all()
    assert (result.low[known] <= result.estimate[known] + 1e-9).all()
    assert (result.estimate[known] <= result.high[known] + 1e-9).all()
    model = query.shaped(table, keys_of(query, table, rounds), as_columns(result))
    assert isinstance(model, Model)
    assert len(str(query.remark(table, price, None))) + len(str(query.found(table, rounds, 0.95))) > 10  # type: ignore[attr-defined]
    if model.arguments:
        points = np.zeros((3, len(model.arguments)))
        points[1] = np.nan
        read = query.evaluate(table, rounds, 0.95, points, {})  # type: ignore[attr-defined]
        assert not np.isinf(read.estimate).any()


@pytest.mark.sample(12)
@pytest.mark.parametrize("kind", learners(), ids=lambda kind: kind.name)
@pytest.mark.parametrize("name", TABLES)
def test_little_to_learn_has_an_answer(name: str, kind: type[Query]) -> None:
    for place, price in enumerate(PRICES):
        chance = random.Random(f"{kind.name} {name} {place}")
        unit = UNIT if of_units(kind) or place % 2 else Unit()
        table = replace(TABLE, unit=unit, neighbors=chance.choice(["add_remove", "replace"]))
        currency = "mu" if isinstance(price, Mu) else "epsilon"
        query = example(kind, chance, table, groups=0, filters=1, currency=currency)
        with np.errstate(all="raise", under="ignore"):
            answers(query, table, price, TABLES[name])


MALFORMED: dict[str, Callable[[], object]] = {
    "no depth": lambda: dp.DecisionTree("late", ["f"], depth=0),
    "no cluster": lambda: dp.KMeans(["a", "b"], clusters=0),
    "no round": lambda: dp.Perceptron("late", ["f"], 0),
    "no step": lambda: dp.NoisySGD("late", ["f"], steps=0),
    "no feature": lambda: dp.LinearRegression("a", []),
    "one column": lambda: dp.PrincipalComponents(["a"]),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_has_no_answer_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(QueryError) as refused:
        MALFORMED[name]()
    assert str(refused.value).endswith(".")
