"""The cost of a minimum spanning tree as a question: which rows weigh which edge, its price, and what is refused."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore import noise
from dpcore.budget.loss import Pure
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.mechanisms.smooth_noise import PowerCoreNoise
from dpcore.queries.order import spanning_tree
from dpcore.sensitivity.relation import Neighbors
from dpcore.sensitivity.smooth.tree_cost import Cuts
from dpcore.table.table import Table, Unit
from tests.contracts.neighbour import look
from tests.contracts.scaled import Scaled, lost
from tests.oracle import Row, evaluate

NAMES = ["A", "B", "C"]
SCHEMA = dp.Schema(
    cost=dp.Number(0, 8, integer=True),
    depth=dp.Number(-6, -2, integer=True, missing=-3),
    origin=dp.Category(NAMES, other=True),
    target=dp.Category([*NAMES, "D"]),
    open=dp.Flag(),
    who=dp.Identifier(),
)
ENDS, TRIANGLE = ["origin", "target"], [("A", "B"), ("B", "C"), ("A", "C")]
SURE = Epsilon(Fraction(1000))
"""A price at which the noise is far below half a step."""
RELATIONS: list[Neighbors] = ["add_remove", "replace"]


def asked(edges: object = tuple(TRIANGLE), weight: str = "cost", **more: Any) -> dp.SpanningTree:
    return dp.SpanningTree(weight, ENDS, edges, **more).bind(SCHEMA)  # type: ignore[arg-type]


def row(origin: str | None, target: str | None, cost: int | None) -> Row:
    return {"origin": origin, "target": target, "cost": cost, "open": True}


def least(query: dp.SpanningTree, rows: list[Row]) -> list[int]:
    """The weight of each edge, in the order of the question's edges."""
    (step,) = next(query.run(Table(SCHEMA), SURE)).steps
    return [int(weight) for weight in evaluate(step.aggregate, rows)[0]]


def test_an_edge_weighs_the_least_of_its_rows_in_either_order() -> None:
    rows = [row("A", "B", 5), row("B", "A", 3), row("C", "B", 7), row("C", "D", 1), row("A", None, 1)]
    rows += [row("A", "C", None), row("other", "A", 1), row("A", "A", 0)]
    assert asked().edges == (("A", "B"), ("A", "C"), ("B", "C"))
    assert least(asked(), rows) == [3, 8, 7], "the upper bound where there is no row"


def test_a_list_in_any_order_with_repeated_edges_is_the_same_question() -> None:
    same = dp.SpanningTree("cost", ENDS[::-1], [("C ", "A"), ["B", "A"], ("A", "B"), ("C", "B"), ("B", "C")])
    assert same.bind(SCHEMA).to_dict() == asked().to_dict() and same.bind(SCHEMA) == asked()


@pytest.mark.parametrize("relation", RELATIONS)
def test_a_desk_answers_the_cost_where_no_noise_is_drawn(
    relation: Neighbors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights outside the bounds are set to them; those of depth are negative."""
    monkeypatch.setattr(noise, "draw", lambda law, scale, size: np.zeros(size, dtype=np.int64))
    rows = pd.DataFrame(
        [("A", "B", 5.0, -7.0), ("B", "A", 9.0, -4.0), ("C", "B", 20.0, None), ("A", "C", None, -2.0)],
        columns=["origin", "target", "cost", "depth"],
    )
    schema = dp.Schema({name: SCHEMA[name] for name in rows.columns})
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", home=tmp_path / "home") as desk:
        desk.add_dataset("roads", dp.read(rows), schema=schema, budget=dp.Budget(epsilon=10), neighbors=relation)
        asks = [dp.Ask(dp.SpanningTree(name, ENDS, TRIANGLE), epsilon=1) for name in ("cost", "depth")]
        found = [float(answer.table["estimate"].iloc[0]) for answer in desk.release("roads", dp.Plan(asks))]
    assert found == [5 + 8, -6 - 3]


def test_bounds_are_those_of_a_tree() -> None:
    table = Table(SCHEMA)
    assert asked().quantity(table).bounds == (0.0, 16.0) and asked(weight="depth").quantity(table).bounds == (
        -12.0,
        -4.0,
    )


@pytest.mark.parametrize("price", [Mu(Fraction(1, 4)), Epsilon(Fraction(1, 3))], ids=str)
def test_a_replaced_row_changes_two_edges_where_there_are_two(price: Price) -> None:
    total = asked().mechanism(Table(SCHEMA), price).epsilon
    for edges, relation, share in [
        (TRIANGLE, "add_remove", 1),
        (TRIANGLE, "replace", 2),
        (TRIANGLE[:1], "replace", 1),
    ]:
        mechanism = asked(edges).mechanism(Table(SCHEMA, neighbors=relation), price)  # type: ignore[arg-type]
        assert mechanism.epsilon == total / share and mechanism.loss == Pure(total)


def pairs(relation: Neighbors) -> Iterator[tuple[list[Row], list[Row]]]:
    """All weights of the edges of the triangle from a few, and all neighbours by one more row or one other row."""
    edges, weights = [("A", "B"), ("B", "C"), ("A", "C")], (0, 4, None)
    every = [row(*edge, weight) for edge in edges for weight in (0, 4, 8)]
    for chosen in itertools.product(weights, repeat=3):
        rest = [row(*edge, weight) for edge, weight in zip(edges, chosen, strict=True) if weight is not None]
        if relation == "add_remove":
            yield from ((rest, [*rest, more]) for more in every)
        else:
            yield from (([*rest, one], [*rest, other]) for one, other in itertools.combinations(every, 2))


def share(relation: Neighbors) -> float:
    """The largest log likelihood ratio between neighbours, as a share of the price."""
    table, worst = Table(SCHEMA, neighbors=relation), 0.0
    for amount in (Fraction(1), Fraction(6)):
        (step,) = next(asked().run(table, Epsilon(amount))).steps
        for tables in pairs(relation):
            one, other = (look(step, rows) for rows in tables)
            assert isinstance(one, Scaled) and isinstance(other, Scaled)
            worst = max(worst, lost(one, other) / float(amount))
    return worst


@pytest.mark.sample(1)
@pytest.mark.parametrize("relation", RELATIONS)
def test_no_neighbour_loses_more_than_its_price(relation: Neighbors) -> None:
    assert 0.8 < share(relation) <= 1 + 1e-9


def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replaced row is taken to change one edge."""
    honest = spanning_tree.scaled
    monkeypatch.setattr(spanning_tree, "scaled", lambda price, top, ends, changes: honest(price, top, ends, 1))


def twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scales grow twice as fast as the noise allows."""
    law = property(lambda self: noise.PowerCore(float(self.epsilon), float(self.ladder.beta) / 2))
    monkeypatch.setattr(PowerCoreNoise, "law", law)


def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The edge connectivity is one too large."""
    honest = Cuts.levels
    monkeypatch.setattr(Cuts, "levels", lambda self: iter([0, *honest(self)]))


@pytest.mark.audit
@pytest.mark.parametrize(("defect", "relation"), [(once, "replace"), (twice, "add_remove"), (late, "add_remove")])
def test_a_defect_is_seen(defect: Callable[..., None], relation: Neighbors, monkeypatch: pytest.MonkeyPatch) -> None:
    defect(monkeypatch)
    assert share(relation) > 1.01


def test_its_error_is_private() -> None:
    query, table = asked(), Table(SCHEMA)
    assert query.predict(table, SURE, 0.95, None).unit == "none" == query.error.unit
    with pytest.raises(dp.QueryError, match="private"):
        query.price_of(table, Epsilon, 1.0, 0.95, None)


def test_units_of_several_rows_are_refused() -> None:
    with pytest.raises(dp.QueryError, match="units of one row"):
        asked().promise(Table(SCHEMA, Unit("who", 2)), SURE)
    assert asked().promise(Table(SCHEMA, Unit("who", 1)), SURE)


def test_a_very_low_price_is_answered() -> None:
    assert asked().promise(Table(SCHEMA), Epsilon(Fraction(1, 10**6)))


PATH = [(f"v{i}", f"v{i + 1}") for i in range(300)]
FULL = [(f"v{i}", f"v{j}") for i in range(64) for j in range(i)]


@pytest.mark.parametrize(
    ("edges", "words"),
    [
        ([], "at least one edge"),
        ("A, B", "list of pairs"),
        (5, "list of pairs"),
        ([("A",)], "pair of names"),
        ([("A", "B", "C")], "pair of names"),
        (["AB"], "pair of names"),
        ([("A", "")], "pair of names"),
        ([("A", float("nan"))], "pair of names"),
        ([("A", "B"), ("C", " C")], "to itself"),
        ([("A", "B"), ("C", "D")], "no path leads from 'A' to 'C'"),
        ([("A", "X")], "not a pair of public values"),
        ([("A", "other")], "not a pair of public values"),
        (PATH, "301 vertices"),
        (FULL, "2,016 edges"),
        ([("A", "B" * 200_000)], "too long"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_list_that_is_no_graph_is_refused(edges: object, words: str) -> None:
    with pytest.raises(dp.QueryError, match=words):
        asked(edges)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: dp.SpanningTree("cost", ["origin"], TRIANGLE), "two columns"),
        (lambda: dp.SpanningTree("cost", ["origin", "target", "open"], TRIANGLE), "two columns"),
        (lambda: dp.SpanningTree("cost", ["origin", "origin"], TRIANGLE), "more than once"),
        (lambda: dp.SpanningTree("origin", ENDS, TRIANGLE).bind(SCHEMA), "not a number"),
        (lambda: dp.SpanningTree("cost", ["origin", "open"], TRIANGLE).bind(SCHEMA), "not a category"),
        (lambda: dp.SpanningTree("cost", ["origin", "gone"], TRIANGLE).bind(SCHEMA), "not declared"),
        (lambda: replace(asked(), edges=[("D", "D")]), "to itself"),
    ],
)
def test_other_columns_are_refused(made: Callable[[], object], words: str) -> None:
    with pytest.raises(dp.QueryError, match=words):
        made()
