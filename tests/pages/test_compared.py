"""Results: an answer beside another one of its question, and the run over versions."""

from __future__ import annotations

import pandas as pd
import pytest

import dpcore as dp
from tests.pages.conftest import RESULTS

SCHEMA = dp.Schema(ward=dp.Category(["A", "B"]))
PLAN = dp.Plan([dp.Count(by=["ward"]), dp.Count()], mu=0.4)


def rows(count):
    return dp.read(pd.DataFrame({"ward": ["A", "B"] * (count // 2)}))


@pytest.fixture
def monthly(screen):
    """Two questions, asked of two versions of the rows."""
    screen.desk.add_dataset("visits", rows(600), schema=SCHEMA, budget=dp.Budget(mu=2.0, delta=1e-6))
    screen.desk.release("visits", PLAN)
    screen.desk.update("visits", rows(2_000))
    screen.desk.release("visits", PLAN)
    return screen.go(RESULTS)


def compare(screen, release):
    screen.at.session_state[f"results-{release.id}-compare"] = True
    return screen.run()


def labels(screen):
    return [one.label for one in screen.at.expander]


def test_an_only_answer_has_nothing_to_compare_with(answered):
    answered.go(RESULTS)
    assert "Compare" not in labels(answered)


def test_the_later_answer_is_compared_with_the_earlier_whichever_is_open(monthly):
    first, _, last, _ = monthly.desk.releases("visits")
    assert labels(monthly).count("Compare") == 4
    for one in (first, last):
        compare(monthly, one)
        text = monthly.text.replace("\\", "")
        assert "2 of 2 groups changed by more than noise explains: 2 up" in text
        assert "version 2 of the rows" in text.partition("less version 1")[0]
        monthly.at.session_state[f"results-{one.id}-compare"] = False


def test_a_run_over_versions_is_a_chart_with_words(monthly):
    charts = len(monthly.at.get("plotly_chart"))
    compare(monthly, monthly.desk.releases("visits")[2])
    assert "Over the versions of the rows" in monthly.text
    assert "2 answers of Count by ward" in monthly.text
    assert len(monthly.at.get("plotly_chart")) == charts + 2
    offered = {one.proto.label for one in monthly.at.get("download_button")}
    assert {"The difference as CSV", "The series as CSV"} <= offered


def test_a_single_number_is_compared_in_words(monthly):
    compare(monthly, monthly.desk.releases("visits")[3])
    assert "Up by about" in monthly.text
    assert not monthly.errors


def test_answers_for_other_groups_say_why_they_cannot_be_compared(monthly):
    wider = dp.Schema(ward=dp.Category(["A", "B", "C"]))
    monthly.desk.add_dataset(
        "other", rows(100), schema=wider, budget=dp.Budget(mu=2.0, delta=1e-6), separate_budget=True
    )
    mine = monthly.desk.release("other", PLAN)[0]
    monthly.go(RESULTS).fill("All datasets", True)
    compare(monthly, mine)
    assert "different groups or bins" in monthly.errors[0]


def test_two_datasets_that_were_recorded_under_one_name_are_two(screen):
    """The same question on version 1 of each: not the same rows, and not to be averaged."""
    facts = {"schema": SCHEMA, "budget": dp.Budget(mu=2.0, delta=1e-6)}
    screen.desk.add_dataset("visits", rows(600), **facts)
    screen.desk.release("visits", PLAN)
    screen.desk.rename("visits", "older")
    screen.desk.add_dataset("visits", rows(2_000), separate_budget=True, **facts)
    mine = screen.desk.release("visits", PLAN)[0]
    screen.go(RESULTS).fill("All datasets", True)
    compare(screen, mine)
    text = screen.text.replace("\\", "")
    assert "2 of 2 groups changed by more than noise explains: 2 up" in text
    assert "older, version 1" in text
    assert "any difference is noise" not in text
