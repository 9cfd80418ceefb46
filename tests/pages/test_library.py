"""Results with many answers: words, kinds, columns and order narrow the list, and an address opens an answer alone."""

from __future__ import annotations

import pandas as pd
import pytest

import dpcore as dp
from tests.pages.conftest import RESULTS, Screen
from tests.release.conftest import SCHEMA, visits

ASKS = [
    dp.Count(),
    dp.Count(by=["ward"]),
    dp.Histogram("age", bins=8),
    dp.Mean("age", by=["ward"]),
    dp.Mean("age", where=[dp.Condition("age", ">=", 65)]),
    dp.Variance("age"),
]


@pytest.fixture
def shelf(screen: Screen) -> Screen:
    screen.desk.add_dataset("visits", dp.read(visits(60)), schema=SCHEMA, budget=dp.Budget(epsilon=90.0, delta=1e-6))
    for query in ASKS:
        screen.desk.release("visits", dp.Plan([dp.Ask(query, mu=0.1)]))
    return screen.go(RESULTS)


def titles(screen: Screen) -> list[str]:
    """The titles of the drawn cards."""
    return [one.value.replace("\\", "") for one in screen.at.subheader]


def listed(screen: Screen) -> list[str]:
    (table,) = [each.value for each in screen.at.dataframe if "Answer" in each.value]
    return list(table["Answer"])


def test_the_list_has_every_answer(shelf: Screen) -> None:
    sentences = [str(dp.Desk.releases(shelf.desk, "visits")[place].sentence) for place in range(len(ASKS))]
    assert listed(shelf) == titles(shelf) == sentences[::-1]
    assert f"{len(ASKS)} answers" in shelf.text and not shelf.errors


@pytest.mark.parametrize(
    ("typed", "count"), [("mean", 2), ("MEAN ward", 1), ("histogram", 1), ("ward", 2), ("nothing like it", 0), (" ", 6)]
)
def test_each_typed_word_must_be_there(shelf: Screen, typed: str, count: int) -> None:
    shelf.fill("Search answers", typed)
    assert len(titles(shelf)) == count
    if count:
        assert all(word in title.lower() for title in titles(shelf) for word in typed.lower().split())
        assert f"{count} of {len(ASKS)} answers" in shelf.text or count == len(ASKS)
    assert not shelf.errors


def test_filters_and_order(shelf: Screen) -> None:
    shelf.fill("Kind", ["Mean"])
    assert len(titles(shelf)) == 2
    shelf.fill("Column", ["ward"])
    assert titles(shelf) == [str(dp.Mean("age", by=["ward"]).sentence)]
    shelf.fill("Kind", []).fill("Column", []).fill("Order", "old")
    assert titles(shelf)[0] == "Count"
    shelf.fill("Order", "name")
    assert titles(shelf) == sorted(titles(shelf), key=str.casefold)
    assert not [field for field in shelf.at.multiselect if field.label in ("Asked by", "Rows version")], "all the same"


def test_a_filter_holds_no_value_that_is_gone(shelf: Screen) -> None:
    shelf.fill("Column", ["ward"])
    other = dp.Schema(size=dp.Number(0, 100), mass=dp.Number(0, 100))
    shelf.desk.add_dataset(
        "other",
        dp.read(pd.DataFrame({"size": [1.0, 2], "mass": [3.0, 4]})),
        schema=other,
        budget=dp.Budget(epsilon=9.0, delta=1e-6),
    )
    shelf.desk.release("other", dp.Plan([dp.Mean(name) for name in ("size", "mass")] * 3, mu=0.3))
    shelf.desk.release("other", dp.Plan([dp.Variance("size"), dp.Variance("mass"), dp.Count()], mu=0.3))
    shelf.at.session_state["open dataset"] = shelf.desk.dataset("other").id
    shelf.run()
    assert not shelf.errors and len(titles(shelf)) == 5


def test_an_address_opens_an_answer_alone(shelf: Screen) -> None:
    keys = [one.key for one in shelf.desk.releases("visits")]
    links = [one.proto.query_string for one in shelf.at.get("page_link") if "answer=" in one.proto.query_string]
    assert len(links) == len(ASKS) and all(key[:12] in link for key, link in zip(keys[::-1], links, strict=True))
    shelf.at.query_params["answer"] = keys[2][:12]
    shelf.run()
    assert titles(shelf) == [str(ASKS[2].sentence)] and not shelf.at.dataframe
    shelf.desk.remeasure(shelf.desk.releases("visits")[2], mu=0.2)
    shelf.run()
    assert titles(shelf) == [str(ASKS[2].sentence)], "the address stays when another measurement is combined with it"
    shelf.press("All answers")
    assert len(titles(shelf)) == len(ASKS) and "answer" not in shelf.at.query_params


@pytest.mark.parametrize("asked", ["", "0", "f" * 12, "%", "<b>"])
def test_an_unknown_address_shows_all_answers(shelf: Screen, asked: str) -> None:
    shelf.at.query_params["answer"] = asked
    shelf.run()
    assert len(titles(shelf)) == len(ASKS) and not shelf.errors
    assert ("is not among these" in shelf.text) == bool(asked)


def test_the_list_holds_no_formula(shelf: Screen) -> None:
    rows = dp.read(pd.DataFrame({"a": [1.0, 2]}))
    budget = dp.Budget(epsilon=9.0, delta=1e-6)
    shelf.desk.add_dataset("=HYPERLINK(1)", rows, schema=dp.Schema(a=dp.Number(0, 9)), budget=budget)
    shelf.desk.release("=HYPERLINK(1)", dp.Plan([dp.Mean("a")], mu=0.3))
    shelf.run()
    shelf.at.toggle(key="results-all").set_value(True).run()
    (table,) = [each.value for each in shelf.at.dataframe if "Dataset" in each.value]
    assert any("HYPERLINK" in name for name in table["Dataset"])
    assert not [cell for name in table for cell in map(str, table[name]) if cell[:1] in "=+-@"]
