"""Answers for columns of different units: each is drawn between its own bounds, and has a margin of its own."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Mu
from dpcore.present import shape
from dpcore.present.chart import plotly, svg
from dpcore.present.chart.picture import Shares
from dpcore.present.page.answer import answer
from dpcore.present.text.margin import meaning
from dpcore.present.text.usable import usable
from dpcore.queries.question.prediction import even
from dpcore.release.measurement import margin_bought, margin_of
from dpcore.release.record import Release, reach
from dpcore.result import Columns
from dpcore.table.table import Table
from tests.oracle import evaluate
from tests.present.made import release

BOUNDS = {"age": (0, 120), "<b>cost</b>": (-1_000, 50_000), "share": (0, 1), "height": (1.2, 2.3)}
MORE = {f"x{place}": (0, 10**place) for place in range(8)}
TABLE = Table(
    dp.Schema({**{name: dp.Number(*ends) for name, ends in {**BOUNDS, **MORE}.items()}, "g": dp.Category(["u", "v"])})
)


def made(columns: list[str], rows: int = 1_500, mu: float = 1.0, **options: Any) -> Release:
    chance = np.random.default_rng(3)
    ends = {**BOUNDS, **MORE}
    found = [
        {
            **{name: low + (high - low) * chance.beta(2, 5) for name, (low, high) in ends.items()},
            "g": chance.choice(["u", "v"]),
        }
        for _ in range(rows)
    ]
    query = dp.VectorMean(columns, **options).bind(TABLE.schema)
    return release(query, evaluate(query.aggregate(TABLE), found), TABLE, mu=mu)


@pytest.mark.parametrize("options", [{}, {"by": ["g"]}, {"radius": 0.8}], ids=str)
def test_each_column_is_drawn_between_its_own_bounds(options: dict[str, Any]) -> None:
    found = made(list(BOUNDS), **options)
    picture = shape.picture(found)
    assert picture is not None and isinstance(picture.across, Shares) and isinstance(found.result, Columns)
    lows, highs = (np.resize([ends[side] for ends in BOUNDS.values()], found.cells) for side in (0, 1))
    for figure, drawn in (("estimate", picture.first.value), ("low", picture.first.low), ("high", picture.first.high)):
        assert np.array(drawn) * (highs - lows) + lows == pytest.approx(np.array(found.estimates[figure]), abs=1e-4)
    for label, *numbers in zip(
        picture.across.labels, *(found.estimates[f] for f in ("estimate", "low", "high")), strict=True
    ):
        written = [float(text.replace(",", "")) for text in re.findall(r"-?[\d,.]*\d", label)]
        assert written == pytest.approx(numbers, abs=0.06 * (numbers[2] - numbers[1]))


def test_the_page_shows_every_answer_and_the_ends_of_its_axis() -> None:
    found = made(list(BOUNDS))
    picture: Any = shape.picture(found)
    root = ElementTree.fromstring(str(svg.chart(shape.picture(found), "means")))
    texts = [part.text for part in root.iter() if part.tag == "text"]
    assert {"age", "<b>cost</b>", *picture.across.labels, "0", "120", "−1,000", "50,000", "1.2", "2.3"} <= set(texts)
    bars = [part for part in root.iter("rect")]
    widths = [float(bar.get("width", "0")) for bar in bars]
    assert widths == pytest.approx([share * (svg.WIDTH - 28) for share in picture.first.value], abs=0.1)
    assert max(widths) < svg.WIDTH / 2 and min(widths) > 40, "no column is too small to be seen"


def test_the_screen_draws_shares_with_the_answers_above_them() -> None:
    found = made(list(BOUNDS), mu=0.05, rows=300)
    figure, picture = plotly.chart(found), shape.picture(found)
    assert figure is not None and picture is not None and isinstance(picture.across, Shares)
    bar = figure.data[0]
    assert [value is None for value in bar.y] == [not good for good in usable(found)]
    assert (
        max(value for value in bar.y if value is not None) <= 1
        and figure.layout.yaxis.tickformat == ",.6~%"
        and tuple(bar.text) == picture.across.answers
    )
    assert figure.layout.yaxis.title.text == "share of the declared range" and "<b>" not in "".join(bar.x)
    assert [row[0] for row in bar.customdata] == list(picture.across.labels)
    assert [row[1] != "" for row in bar.customdata] == [not good for good in usable(found)]


def test_many_columns_are_a_band_of_shares() -> None:
    schema = dp.Schema({f"x{place}": dp.Number(0, 10.0 ** (place % 7)) for place in range(50)})
    query = dp.VectorMean(list(schema)).bind(schema)
    exact = [[1_000], *[[2**18 * 1_000]] * 50]
    found = release(query, exact, Table(schema), mu=1)
    drawn = str(svg.chart(shape.picture(found), "means"))
    assert "polyline" in drawn and " %</text>" in drawn and plotly.chart(found) is not None


def told(found: Release) -> dict[str, list[float]]:
    """The margins that the sentence states, by column."""
    sentence = str(meaning(found)).partition("in the unit of each column: ")[2]
    parts = [part for part in sentence.partition(". ")[0].rstrip(".").split("; ") if "more in" not in part]
    return {
        part.partition(" ±")[0]: [float(text.replace(",", "")) for text in re.findall(r"±([\d,.]*\d)", part)]
        for part in parts
    }


@pytest.mark.parametrize("options", [{}, {"by": ["g"]}], ids=str)
def test_the_margin_of_each_column_is_in_its_unit_and_covers_its_answers(options: dict[str, Any]) -> None:
    found = made(list(BOUNDS), **options)
    margins = told(found)
    assert list(margins) == list(BOUNDS)
    far = reach(found).reshape(-1, len(BOUNDS)).max(axis=0)
    for column, largest in zip(BOUNDS, far, strict=True):
        assert largest * (1 - 1e-9) <= max(margins[column]) <= 1.15 * largest
    assert str(meaning(found)) in answer(found, 100).meaning


def test_one_margin_for_all_columns_is_in_the_unit_of_one_of_them() -> None:
    """Of the column of median range, as the quote has it: the shares of ranges are the same for all columns."""
    found = made(list(BOUNDS), mu=1)
    ranges = np.array([high - low for low, high in BOUNDS.values()])
    far = reach(found) / ranges * (2.3 - 1.2)
    assert margin_of(found).typical == pytest.approx(np.median(far)) and margin_of(found).largest == pytest.approx(
        far.max()
    )
    better = margin_bought(found, 1.0)
    assert better.typical == pytest.approx(margin_of(found).typical / 2**0.5, rel=0.05)
    quoted = found.query.predict(TABLE, Mu.of(1.0), 0.95, even(1_500, 1, False))
    assert quoted.low <= margin_of(found).typical <= margin_of(found).largest <= quoted.high


def test_the_first_columns_are_named_and_the_others_counted() -> None:
    found = made(list(MORE))
    assert len(told(found)) == 6 and "2 more in the table" in meaning(found)


def test_a_record_of_before_has_the_new_picture() -> None:
    """The shape is not in a record: it follows from the question."""
    data = json.loads(json.dumps(made(list(BOUNDS)).to_dict()))
    assert not {"shape", "radius"} & (data.keys() | data["query_data"].keys())
    assert isinstance(Release.from_dict(data).result, Columns)


def test_a_quote_says_whose_unit_its_error_has() -> None:
    query = dp.VectorMean(list(BOUNDS)).bind(TABLE.schema)
    said = query.predict(TABLE, Mu.of(1.0), 0.95, even(1_000, 1, False)).assumption
    assert "The error is that of height, in its unit" in said
    same = dp.VectorMean(["x", "y"]).bind(schema := dp.Schema(x=dp.Number(0, 1), y=dp.Number(5, 6)))
    assert "The error is that" not in same.predict(Table(schema), Mu.of(1.0), 0.95, even(9, 1, False)).assumption
