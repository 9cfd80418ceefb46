"""Rows that are typed for a model: read by the columns' kinds, refused in one sentence, and predicted for nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.present import page, shape
from dpcore.present.page.answer import answer
from dpcore.present.shape import evaluate, typed_rows
from dpcore.present.text import tidy
from dpcore.release.record import Release
from tests.contracts.hostile import one_sentence

SCHEMA = dp.Schema(
    x=dp.Number(0, 10),
    late=dp.Flag(),
    town=dp.Category(["a", "b, c", "d"]),
    y=dp.Number(-5, 5),
)
NAMES = ("x", "late", "town")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    chance = np.random.default_rng(1)
    rows = pd.DataFrame({"x": chance.uniform(0, 10, 5000), "late": chance.random(5000) < 0.5})
    rows["town"] = chance.choice(["a", "b, c", "d"], 5000)
    rows["y"] = rows.x / 4 - 2 * rows.late + chance.normal(0, 0.5, 5000)
    with dp.Desk(home=tmp_path_factory.mktemp("typed")) as desk:
        desk.add_dataset("t", dp.read(rows), schema=SCHEMA, budget=dp.Budget(mu=50, delta=1e-6), expected_rows=5000)
        yield desk


@pytest.fixture(scope="module")
def models(desk: dp.Desk) -> list[Release]:
    asks = [dp.LinearRegression("y", NAMES), dp.PrincipalComponents(["x", "y"]), dp.KMeans(["x", "y"], 3)]
    return desk.release("t", dp.Plan([dp.Ask(query, mu=2) for query in asks]))


def test_the_example_of_a_field_can_be_typed(models: list[Release]) -> None:
    for release, outputs in zip(models, (1, 2, 1), strict=True):
        assert shape.presenter(release).field and shape.presenter(release).field.argument
        found = shape.presenter(release).values(shape.presenter(release).field.domain)
        assert len(found) == outputs == shape.presenter(release).field.groups
        assert all(name in shape.presenter(release).field.typed for name in release.result.arguments)  # type: ignore[union-attr]


def test_predictions_of_typed_rows_are_those_of_a_program(models: list[Release]) -> None:
    regression, components, clusters = models
    found = shape.presenter(regression).values('2.5, yes, "b, c"; 7, no, a\n10, false, d')
    read = regression.evaluate({"x": [2.5, 7, 10], "late": [True, False, False], "town": ["b, c", "a", "d"]})
    answers = [float(value.answer.replace("−", "-")) for value in found]
    assert answers == pytest.approx(read["estimate"].tolist(), abs=0.01)
    assert all(value.low and value.high for value in found)
    (cluster,) = shape.presenter(clusters).values("5, 1")
    assert cluster.answer in ("1", "2", "3") and cluster.low == ""
    assert [value.group for value in shape.presenter(components).values("5, 1")] == ["component 1", "component 2"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Type 1 to 20 rows"),
        (";;", "Type 1 to 20 rows"),
        ("1, yes, a;" * 21, "Type 1 to 20 rows"),
        ("1, yes", "needs 3 values"),
        ("1, yes, a, a", "needs 3 values"),
        ("one, yes, a", "'one' is not a number"),
        ("1, perhaps, a", "'late' is yes or no"),
        ("1, yes, e", "'e' is not a value of 'town'"),
        ("11, yes, a", "covers x from 0 to 10 only"),
        ('"1;2", yes, a', "'1;2' is not a number"),
        ('"1\n2", yes, a', "is not a number"),
        ('"1"2, yes, a', "quotation mark"),
        ('1, yes, "a', "quotation mark"),
        ("nan, yes, a", "'nan' is not a number"),
        ("inf, yes, a", "'inf' is not a number"),
        ("1e999, yes, a", "'1e999' is not a number"),
        ("1_0, yes, a", "'1_0' is not a number"),
        ("١, yes, a", "is not a number"),
        ("1\0, yes, a", "is not a number"),
    ],
)
def test_rows_that_cannot_be_are_refused_in_one_sentence(models: list[Release], text: str, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        shape.presenter(models[0]).values(text)


def test_rows_end_at_semicolons_and_at_every_line_break(models: list[Release]) -> None:
    rows = ("2.5, yes, a", "7, no, d", '1,yes,"b, c"')
    read = [value.answer for row in rows for value in shape.presenter(models[0]).values(row)]
    for end in (";", "\n", "\r", "\r\n", " ; ", ";\n", "\n\n", "\r\r\n;"):
        assert [value.answer for value in shape.presenter(models[0]).values(end.join(rows) + end)] == read


def test_a_value_in_quotation_marks_has_any_mark_in_it() -> None:
    """As the example of a field writes it."""
    for value in ("b, c", "b; c", "b;c, d", 'b "c" d', "b\nc", "b\rc;", '"', "a: 5"):
        schema = dp.Schema(town=dp.Category([value, "else"]), x=dp.Number(0, 10))
        row = f'"{value.replace(chr(34), 2 * chr(34))}",5'
        for text, count in ((row, 1), (f"{row};{row}", 2), (f' {row}\r\n"else", 1', 2)):
            found = typed_rows.rows(text, ("town", "x"), schema, 400)
            assert found["town"][0] == value and found["x"][0] == 5 and len(found["town"]) == count
    one = dp.Schema({"a, b": dp.Number(0, 9), "c": dp.Number(0, 9)})
    assert typed_rows.named('"a, b": 5, c = 2; c: 1', one, 400) == {"a, b": [5, None], "c": [2, 1]}
    with pytest.raises(QueryError, match="two numbers in one row"):
        typed_rows.named("c: 1, c: 1", one, 400)


MARKS = [
    "\r",
    "\n",
    "\r\n",
    '"',
    '""',
    ",",
    ";",
    "\0",
    " ",
    "\x0b",
    "\u2028",
    "\ud800",
    "1",
    "yes",
    "a",
    ":",
    "=",
    "-",
    "_",
    "nan",
]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_is_read_or_refused_in_one_sentence(models: list[Release], seed: int) -> None:
    chance = random.Random(seed)
    rated = dp.Schema(a=dp.Number(0, 9), b=dp.Number(0, 9))
    for turn in range(800):
        text = "".join(chance.choices(MARKS, k=chance.randrange(1, 14)))
        if chance.random() < 0.5:
            place = chance.randrange(12)
            text = "1, yes, a; 2"[:place] + text + "1, yes, a; 2"[place:]
        for read in (
            lambda text=text: typed_rows.rows(text, NAMES, SCHEMA, 400),
            lambda text=text: typed_rows.named(text, rated, 400),
            lambda text=text: evaluate.points(text),
        ):
            one_sentence(read)
        if turn < 25:
            for release in models:
                one_sentence(lambda text=text, release=release: shape.presenter(release).values(text))


def test_a_share_page_predicts_too(desk: dp.Desk, models: list[Release]) -> None:
    _, token = desk.sharing("t").publish(models, "Models")
    dossier = desk.open_share(token).dossier
    functions = page.functions(dossier)
    assert len(functions) == 3
    number = next(number for number, release in functions.items() if release.key == models[0].key)
    text = page.value(functions[number], number, "2.5, yes, a", "/s/x")
    assert shape.presenter(models[0]).values("2.5, yes, a")[0].answer in text and "Prediction of y" in text
    assert "yes or no" in page.value(functions[number], number, "2.5, maybe, a", "/s/x")
    assert "predicts for rows" in page.html(dossier, offline=True)


def test_columns_with_names_of_figures_are_said_as_they_were_typed(tmp_path: Path) -> None:
    rows = pd.DataFrame({"low": range(100), "part": range(100), "y": range(100)})
    schema = dp.Schema({name: dp.Number(0, 100) for name in rows})
    with dp.Desk(home=tmp_path) as own:
        own.add_dataset("t", dp.read(rows), schema=schema, budget=dp.Budget(mu=5, delta=1e-6), separate_budget=True)
        (release,) = own.release("t", dp.Plan([dp.Ask(dp.LinearRegression("y", ["low", "part"]), mu=2)]))
    (value,) = shape.presenter(release).values("12, 34")
    assert (value.group, value.x) == ("", "12, 34")


def test_a_row_for_every_kind_of_column_is_described() -> None:
    assert typed_rows.example(NAMES, SCHEMA) == "5, yes, a"
    quoted: Any = dp.Schema(town=dp.Category(["b, c"]))
    assert typed_rows.example(("town",), quoted) == '"b, c"'
    assert "late yes or no" in typed_rows.accepted(NAMES, SCHEMA)


def test_parts_of_a_model_are_said_in_the_readers_language(models: list[Release]) -> None:
    """Words of the program are translated, names of columns are not."""
    for release in models:
        table = tidy.readable(release, release.table, lambda text: f"[{text}]")
        assert all(part.startswith("[") for part in table["[part]"])
        assert not any(name.startswith("[") for name in table["[variable]"] if name in ("x", "y"))
        shown = answer(release, 1000, say=lambda text: f"[{text}]").grid
        assert shown is not None and all(row[0].startswith("[") for row in shown.rows)
