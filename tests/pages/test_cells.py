"""Cells of the plan table: what is typed or pasted there, and what it changes."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.present.text import words
from dpcore.queries.question.judgement import Judgement
from dpcore.queries.question.prediction import Margin
from dpcore.table.table import Table
from dpcore.text import Text
from pages.ask import cells
from pages.ask.cells import Line
from pages.ui.plan.draft import Draft, Row
from tests.contracts.example import examples

SCHEMA = dp.Schema(a=dp.Number(0, 100, integer=True), b=dp.Number(0, 1), c=dp.Category(["x", "y"]), f=dp.Flag())
TABLE = Table(SCHEMA, expected_rows=1_000)
PLAN = Draft("mu", 0.1, tuple(Row(n, query.bind(SCHEMA)) for n, query in enumerate([dp.Count(), dp.Mean("b")], 1)), 3)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("34", 34.0),
        ("±34 rows", 34.0),
        ("±1,400 rows", 1_400.0),
        ("1,234,567.5", 1_234_567.5),
        (" .5 ", 0.5),
        ("1e-3", 0.001),
        ("2.5 percentage points", 2.5),
        (0.25, 0.25),
        (3, 3.0),
        ("", None),
        ("rows", None),
        ("0,5", None),
        ("0,125", None),
        ("±0,034", None),
        ("=B2", None),
        ("=SUM(A1)", None),
        ("=5", None),
        ("5k", None),
        ("2²", None),
        ("(5)", None),
        ("p95", None),
        ("step 2", None),
        ("Histogram of age, 24 bins", None),
        (True, None),
        ("5 %", 5.0),
        ("12 percentage points", 12.0),
        ("±34 행", 34.0),
        ("34행", 34.0),
        ("1,40", None),
        ("12,34,567", None),
        ("3 4", None),
        ("±3, largest ±9", None),
        ("-3", None),
        ("−3", None),
        ("- 3", None),
        ("1.2.3", None),
        ("1e999", None),
        ("=1+1", None),
        ("nan", None),
        (math.inf, None),
        (None, None),
    ],
)
def test_a_typed_number(text: object, value: float | None) -> None:
    assert cells.number(text) == value


def test_what_a_row_says_can_be_typed_back() -> None:
    """A margin as it is drawn, copied and pasted into another row, is the same margin, whatever its size and unit."""
    chance, found = random.Random(5), 0
    dataset = type("Dataset", (), {"table": TABLE})
    for query in examples(chance, TABLE, groups=1, filters=1):
        bound = query.bind(SCHEMA)
        for _ in range(5):
            half = 10 ** chance.uniform(-7, 9)
            text = cells.margin(bound, half, dataset)  # type: ignore[arg-type]  # of which the table alone is read
            value = cells.number(text)
            if bound.error.unit == "none":
                assert text == "cannot be stated"
                continue
            assert value is not None, text
            scale = 100 if "points" in text else 1
            assert scale * half * (1 - 1e-9) <= value <= max(scale * half * 1.1001, math.ceil(half)), (
                str(query),
                half,
                text,
            )
            found += 1
    assert found > 100


def typed(*edits: cells.Edit, plan: Draft = PLAN) -> tuple[Draft, list[dp.DpError]]:
    return cells.typed(plan, edits, {}, lambda _plan, _row, value: value / 2)


def test_the_last_typed_holds() -> None:
    plan, refused = typed((1, "price", "0.4"), (2, "margin", "±0.05"))
    assert [row.held for row in plan.rows] == [("price", 0.2), ("error", 0.05)] and not refused
    plan, _ = typed((1, "weight", "3"), (2, "price", "0.1"), plan=plan)
    assert [(row.held, row.weight) for row in plan.rows] == [(None, 3.0), (("price", 0.05), 1.0)]
    plan, _ = typed((2, "price", None), plan=plan)
    assert plan.rows[1].held is None, "an emptied cell shares by weight again"
    plan, _ = typed((2, "weight", None), plan=plan)
    assert plan.rows[1].weight == 1.0, "but an emptied weight stays"


def test_an_empty_cell_of_a_block_takes_back_nothing_that_stands_beside_it() -> None:
    plan, _ = typed((1, "price", "0.4"), (1, "margin", ""), (2, "price", None), (2, "margin", "0.2"))
    assert [row.held for row in plan.rows] == [("price", 0.2), ("error", 0.2)]


def test_words_of_a_row() -> None:
    plan, _ = typed((1, "question", "All visits"), (2, "note", " for Ada "))
    assert (plan.rows[0].name, plan.rows[1].note) == ("All visits", "for Ada")
    plan, _ = typed((1, "question", "Every visit · Count"), plan=plan)
    assert plan.rows[0].name == "Every visit", "the question behind a name is not a part of it"
    plan, _ = typed((1, "question", "Patient Count"), plan=plan)
    assert plan.rows[0].name == "Patient Count"
    plan, _ = typed((1, "question", "Count"), plan=plan)
    assert plan.rows[0].name == ""


def test_a_block_with_cells_of_wrong_types_keeps_the_others_and_says_so() -> None:
    plan, refused = typed((1, "price", "0.4"), (2, "price", "dear"), (1, "margin", "-5"), (9, "price", "0.1"))
    assert plan.rows[0].held == ("price", 0.2) and plan.rows[1].held is None
    assert len(refused) == 2, "a row that is gone is left alone"
    told = str(cells.told(refused))
    assert "“dear” is not a positive number." in told and "1 more cell was refused." in told
    assert "0.5 or 1,400" in told


@pytest.mark.parametrize("value", ["0", "0.0", "", " "])
def test_nothing_is_no_price(value: str) -> None:
    plan, refused = typed((1, "price", value))
    assert plan.rows[0].held is None
    assert bool(refused) == bool(value.strip())


def test_a_table_is_drawn_anew_only_where_a_typed_cell_no_longer_holds() -> None:
    line = Line(1, "Mine · Count", 2.0, 0.1, "±34 rows", "price", Text("usable"), False, 5.0, Text("new"), "")
    assert cells.agrees(line, "price", "0.1") and cells.agrees(line, "price", "0.10001")
    assert cells.agrees(line, "margin", "34") and cells.agrees(line, "question", "Mine · Count")
    assert cells.agrees(line, "weight", "2") and cells.agrees(line, "note", None)
    assert not cells.agrees(line, "price", "0.2") and not cells.agrees(line, "price", None)
    assert not cells.agrees(line, "margin", "35") and not cells.agrees(line, "question", "Mine")
    assert not cells.agrees(replace(line, price=None), "price", "0.1")


def test_a_margin_keeps_its_number_where_its_unit_has_no_room() -> None:
    unit = dp.Unit("who", max_rows=5, noun="aircraft")
    schema = dp.Schema(a=dp.Number(0, 100), f=dp.Flag(), who=dp.Identifier())
    dataset: Any = SimpleNamespace(table=Table(schema, unit))
    assert cells.margin(dp.Count().bind(schema), 34.0, dataset) == "±34 rows"
    assert cells.margin(dp.DistinctUnits().bind(schema), 120.0, dataset) == "±120"
    share = dp.Fraction(dp.Condition("f", "==", True)).bind(schema)
    assert cells.margin(share, 0.043, dataset) == "±4.3 points"


def test_the_largest_of_several_errors_stands_alone_in_its_cell() -> None:
    dataset: Any = SimpleNamespace(table=TABLE)
    for query in (dp.Median("a", by=["c"]), dp.Mean("b", by=["c"])):
        assert cells.released(query.bind(SCHEMA), Margin(15_600.0, 33_800.0), dataset) == "up to ±34,000"
        assert cells.released(query.bind(SCHEMA), Margin(5.2, 9.4), dataset) == "up to ±9.4", (
            "two short ones are cut too"
        )
        assert cells.released(query.bind(SCHEMA), Margin(1_900.0, math.inf), dataset) == "±1,900 or more"
    assert cells.released(dp.Mean("b").bind(SCHEMA), Margin(math.nan, math.nan), dataset) == "cannot be stated"


def test_a_limit_is_the_same_figure_in_the_table_and_in_the_sentence() -> None:
    for query, half in ((dp.Count(), 68.2), (dp.Sum("a"), 3.46e7)):
        least = words.limit(half)
        assert f"not usable below {least}" in words.verdict(half) and "e+" not in least
        assert cells.worth(query.bind(SCHEMA), Judgement(np.array([half]))) == f"usable above {least}"
