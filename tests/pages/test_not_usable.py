"""An answer of which nothing can be concluded is never shown as one: the same judgement before the charge and after."""

from __future__ import annotations

import csv
import io

import pytest

import dpcore as dp
from dpcore.present import page
from dpcore.present.file import export
from dpcore.release.judged import judge
from tests.pages.conftest import ASK, RESULTS, Screen


@pytest.fixture
def blocks(sampled: Screen) -> Screen:
    """The sample table, and a statistic by blocks of costs with its defaults in its plan."""
    sampled.fill("Question", "sample_and_aggregate").fill("Column", "cost")
    return sampled.press("Add to the plan")


def words(screen: Screen) -> str:
    """What stands on the page, without the signs that keep Markdown out."""
    return screen.text.replace("\\", "")


def test_a_statistic_by_blocks_is_called_not_usable_before_the_charge_and_after(blocks: Screen) -> None:
    said = "ot usable: any number between the bounds is within this error of the 100 block values"
    assert "N" + said in words(blocks)
    blocks.press("Check and release")
    assert "**N" + said in words(blocks), "the last sheet before the charge"
    blocks.press("Release").until(lambda: any(button.label == "Dismiss" for button in blocks.at.button))
    for where in (ASK, RESULTS):
        blocks.go(where)
        if where == RESULTS:
            assert [metric.value for metric in blocks.at.metric] == ["Not usable"]
            assert "Drawn with noise: " in words(blocks) and "N" + said in words(blocks)
        else:
            assert "not usable" in words(blocks)
    (release,) = blocks.desk.releases("sample")
    (row,) = csv.DictReader(io.StringIO(export.long_csv([release]).decode()))
    assert row["usable"] == "no"
    shared = page.html(blocks.desk.dossier("sample", [release]))
    assert 'class="value"' not in shared and 'class="useless"' in shared and "Drawn with noise" in shared


@pytest.mark.parametrize(
    ("query", "mu", "large"),
    [
        (dp.Mean("cost"), 1e-4, False),
        (dp.Mean("cost"), 0.2, True),
        (dp.Count(), 0.1, True),
        (dp.StandardDeviation("cost"), 1e-4, False),
        (dp.Fraction(dp.Condition("cost", ">", 1000)), 1e-4, False),
    ],
)
def test_a_large_figure_stands_for_usable_answers_alone(sampled: Screen, query: object, mu: float, large: bool) -> None:
    ask = sampled.desk.quote("sample", dp.Plan([dp.Ask(query, mu=mu)])).asks[0]
    assert ask.judged.state != ("not_usable" if large else "usable")
    for time in range(8):  # noise alone makes one such share in 25 look usable: never eight
        (release,) = sampled.desk.release("sample", dp.Plan([dp.Ask(query, mu=mu * (1 + time / 1000))]))
        if (usable := judge(release).state == "usable") is large:
            break
    sampled.go(RESULTS)
    assert usable is large
    (metric,) = sampled.at.metric
    assert (metric.value == "Not usable") is not large
    assert any(digit in metric.value for digit in "0123456789") is large
