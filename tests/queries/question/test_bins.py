"""Bins of whole numbers: all of one size, the last cut short at most; stored questions keep the bins they had."""

from __future__ import annotations

import random

import pandas as pd
import pytest

import dpcore as dp
from dpcore.present.file import again, source
from dpcore.queries import query_from_dict
from dpcore.queries.question.key import MAX_BINS

AGES = dp.Schema(age=dp.Number(0, 120, integer=True), share=dp.Number(0, 1))


def sizes(query: dp.Histogram, schema: dp.Schema) -> list[int]:
    return [round(high - low) for low, high in query.axes(schema)[0].labels]


@pytest.mark.parametrize("seed", range(300))
def test_every_bin_holds_equally_many_values(seed: int) -> None:
    draw = random.Random(seed)
    values = draw.choice([2, 3, 121, draw.randint(2, 400), draw.randint(2, 10**5), 2**40])
    low = draw.randint(-(10**6), 10**6)
    schema = dp.Schema(x=dp.Number(low, low + values - 1, integer=True))
    asked = draw.choice([1, 24, values, MAX_BINS, draw.randint(1, values)])
    query = dp.Histogram("x", bins=min(asked, values, MAX_BINS)).bind(schema)
    found = sizes(query, schema)
    assert sum(found) == values and len(found) == query.bins <= MAX_BINS
    assert len(set(found[:-1])) <= 1 and 0 < found[-1] <= found[0]
    assert query.bind(schema) == query
    assert query_from_dict(query.to_dict()).bind(schema) == query
    assert any(f"{query.bins} bins" in words for words in (str(query),))


def test_the_ages_of_the_sample() -> None:
    query = dp.Histogram("age", bins=24).bind(AGES)
    assert sizes(query, AGES) == [5] * 24 + [1]
    assert str(query) == "Histogram of age, 25 bins"


@pytest.mark.parametrize("bins", [1, 7, 24, 120])
def test_a_stored_question_keeps_its_bins_its_key_and_its_words(bins: int) -> None:
    stored = {"query": "histogram", "column": "age", "bins": bins, "edges": None, "period": None, "where": []}
    query = query_from_dict(stored).bind(AGES)
    firsts = [-(-place * 121 // bins) - 0.5 for place in range(bins)]
    assert [low for low, _ in query.axes(AGES)[0].labels] == firsts
    assert query.to_dict() == stored and str(query) == f"Histogram of age, {bins} bins"
    written = eval(source.source(query), {"dp": dp})
    assert written.bind(AGES).axes(AGES) == query.axes(AGES)


def test_where_nothing_is_cut_otherwise_the_key_stays() -> None:
    for query in (dp.Histogram("share", bins=24), dp.Histogram("age", bins=11), dp.Histogram("age", bins=121)):
        assert "whole" not in query.bind(AGES).to_dict()


def test_an_earlier_answer_is_found_and_drawn_as_it_was(tmp_path) -> None:
    """As an earlier version released it: for nothing again, with its uneven bins; the new question is another."""
    with dp.Desk(home=tmp_path) as desk:
        rows = dp.read(pd.DataFrame({"age": range(121)}))
        desk.add_dataset("people", rows, schema=dp.Schema(age=AGES["age"]), budget=dp.Budget(mu=1))
        plan = dp.Plan([dp.Histogram("age", bins=24, whole="spread")], mu=0.1)
        (first,) = desk.release("people", plan)
        assert "whole" not in first.query_data
        assert round(first.table["bin_high"][0] - first.table["bin_low"][0]) == 6
        assert first.keys["bin_low"][1] == 5.5
        old = dp.Plan.from_dict({"asks": [{"query": dict(first.query_data), "weight": 1}], "mu": 0.1})
        assert desk.quote("people", old).price == 0 and desk.release("people", old) == [first]
        assert desk.quote("people", again.plan([first])).stored == (True,)
        assert desk.quote("people", dp.Plan([dp.Histogram("age", bins=24)], mu=0.1)).stored == (False,)


def test_another_way_to_cut_is_refused() -> None:
    with pytest.raises(dp.QueryError, match="`whole` must be"):
        dp.Histogram("age", bins=3, whole="even")
