"""What is answered stands in its row, costs nothing, and is asked again only where somebody says so."""

from __future__ import annotations

import re

import pytest

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.table.sample import sample
from pages.ui import job
from pages.ui.plan.starter import starters
from tests.pages.conftest import RESULTS

NOW_AND_AFTER = re.compile(r"±([0-9.,]+) rows now, ±([0-9.,]+) rows after")


@pytest.fixture
def released(sampled):
    """A released histogram on the sample table, its plan still there."""
    return sampled.press("Histogram of age").release()


def spent(screen) -> float:
    return screen.desk.standing("sample").spent.mu


def words(screen) -> str:
    """What stands on the page, without the marks that keep it from being Markdown."""
    return screen.text.replace("\\", "")


def key(screen, row: int, name: str) -> str:
    return f"row-{screen.desk.datasets()[0].id}-{row}-{name}"


def test_answers_that_come_while_the_page_is_drawn_can_be_improved_at_once(sampled, monkeypatch):
    honest = job.current

    def ended(dataset):
        found = honest(dataset)
        assert found is None or found.done.wait(180)
        return found

    monkeypatch.setattr(job, "current", ended)
    sampled.press("Histogram of age").press("Check and release").press("Release")
    assert [button.disabled for button in sampled.at.button if button.label == "Improve"] == [False]


def test_the_row_says_its_answer_and_the_button_asks_nothing_for_it(released):
    margin = released.desk.measured("sample", [released.desk.releases("sample")[0].query])[0].margin().typical
    assert re.search(rf"answered: ±{margin:.0f}", words(released))
    paid = spent(released)
    for _ in range(2):
        assert "this plan costs nothing" in released.text
        assert not [field for field in released.at.number_input if field.label.startswith("This plan may spend")]
        released.press("Dismiss").press("Check and release")
        assert "cannot be taken back" not in words(released), "nothing is spent"
        released.press("Release").until(lambda: any(button.label == "Dismiss" for button in released.at.button))
        assert spent(released) == paid
    assert len(released.desk.releases("sample")) == 1


def test_a_row_that_is_added_pays_alone(released):
    paid = spent(released)
    _add(released, "count")
    (price,) = released.fields("price")
    released.press("Check and release")
    assert "Not asked again: Histogram of age" in words(released)
    assert "cannot be taken back" in words(released)
    released.press("Release").until(lambda: len(released.desk.releases("sample")) == 2)
    meter = released.desk.standing("sample").meter
    assert spent(released) ** 2 - paid**2 == pytest.approx(meter.amount(price, "epsilon") / ATTO, rel=0.02)


def test_an_improvement_says_now_and_after_before_it_is_paid_and_keeps_its_word(released):
    released.at.button(key=key(released, 1, "do-improve")).click().run()
    released.fill("Price (epsilon)", 0.9)
    now, after = (float(part) for part in NOW_AND_AFTER.search(released.text).groups())
    assert after < now
    released.press("Check and release")
    assert len(NOW_AND_AFTER.findall(released.text)) == 2 * 2  # typical and largest, in the row and on the sheet
    released.press("Release").until(lambda: len(released.desk.releases("sample")) == 2)
    released.until(lambda: "answered: ±" in words(released))
    known = released.desk.measured("sample", [released.desk.releases("sample")[0].query])[0]
    assert known.margin().typical == pytest.approx(after, rel=0.05)
    assert "this plan costs nothing" in released.text


def test_an_improvement_can_be_left(released):
    released.at.button(key=key(released, 1, "do-improve")).click().run()
    assert NOW_AND_AFTER.search(released.text)
    released.press("Keep the answer")
    assert "this plan costs nothing" in released.text


def test_an_answer_of_somebody_else_is_not_bought_again_by_a_sheet_that_was_open(sampled):
    sampled.press("Histogram of age").press("Check and release")
    query = next(one for one in starters(sampled.desk.dataset("sample").table.schema) if "Histogram of age" in str(one))
    sampled.desk.release("sample", dp.Plan([dp.Ask(query, mu=0.03)]))
    paid = spent(sampled)
    sampled.press("Release").until(lambda: any(button.label == "Dismiss" for button in sampled.at.button))
    assert spent(sampled) == paid
    assert "answered: ±" in words(sampled)


def test_measure_again_says_now_and_after(released):
    released.go(RESULTS)
    now, after = (float(part) for part in NOW_AND_AFTER.search(released.text).groups())
    assert after == pytest.approx(now / 2**0.5, rel=0.05)
    released.press("Measure again for this price").until(lambda: len(released.desk.releases("sample")) == 2)
    known = released.desk.measured("sample", [released.desk.releases("sample")[0].query])[0]
    assert known.margin().typical == pytest.approx(after, rel=0.05)


def _add(screen, name: str) -> None:
    screen.fill("Question", name).press("Add to the plan")


def test_a_sheet_releases_what_it_named_and_nothing_else(released):
    """Other rows are loaded while it says that all is answered: its button pays for nothing of those."""
    released.press("Check and release")
    paid = spent(released)
    released.desk.update("sample", dp.read(sample().rows.slice(1)), separate_budget=True)
    released.press("Release").until(lambda: "have changed since this plan was quoted" in words(released))
    assert (spent(released), len(released.desk.releases("sample"))) == (paid, 1)
    released.release()
    assert spent(released) > paid and len(released.desk.releases("sample")) == 2
