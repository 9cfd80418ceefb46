"""From Home to an answer on the sample table, and what a page may and may not do on the way."""

from __future__ import annotations

import pytest

from dpcore import Budget, Desk, read
from dpcore.present.text.amount import Gauge, charged
from dpcore.table.sample import sample
from tests.pages.conftest import ASK, DESCRIBE, HOME, LEDGER, LOAD, RESULTS

PUBLIC = "public synthetic data"
ALL = (HOME, LOAD, DESCRIBE, ASK, RESULTS, LEDGER)


@pytest.fixture
def asked(sampled):
    """The sample table with one question in the plan."""
    return sampled.press("Histogram of age")


@pytest.mark.parametrize("page", ALL)
def test_every_page_opens_on_an_empty_desk(screen, page):
    screen.go(page)
    assert not screen.at.exception
    assert not screen.errors


def test_sample_to_histogram_in_four_presses(asked):
    asked.release()
    assert len(asked.pictures) == 1
    assert "margin of error from privacy noise" in asked.text
    assert [len(asked.desk.releases("sample")), len(asked.desk.datasets())] == [1, 1]


def test_sample_is_called_public_on_every_page(asked):
    asked.release()
    for page in (HOME, ASK, RESULTS, LEDGER):
        assert PUBLIC in asked.go(page).text


def test_the_sample_is_made_once(screen):
    screen.press("Try it").go(HOME).press("Try it")
    assert [dataset.name for dataset in screen.desk.datasets()] == ["sample"]


def test_nothing_is_charged_before_release(asked):
    asked.press("Check and release")
    assert asked.desk.standing("sample").fraction_left == 1.0


def plainly(text: str) -> str:
    return text.replace("\\", "")


def test_meter_changes_only_with_a_committed_charge(asked):
    assert plainly(asked.meter).startswith("epsilon 0.000 of ")
    asked.press("Check and release")
    assert plainly(asked.meter).startswith("epsilon 0.000 of ")
    asked.press("Release").until(lambda: any(button.label == "Dismiss" for button in asked.at.button))
    standing = asked.desk.standing("sample")
    assert plainly(asked.meter).startswith(charged(Gauge(standing.meter)))
    assert standing.meter.spent == pytest.approx(standing.meter.whole / 10, rel=0.01)


def test_releasing_the_same_plan_again_is_free(asked):
    asked.release()
    left = asked.desk.standing("sample").fraction_left
    assert "this plan costs nothing" in asked.text
    asked.press("Dismiss").release()
    assert asked.desk.standing("sample").fraction_left == left
    assert len(asked.desk.releases("sample")) == 1


def test_second_session_sees_the_same_budget(asked, fresh):
    asked.release()
    assert plainly(fresh().meter).startswith(charged(Gauge(asked.desk.standing("sample").meter)))
    assert not plainly(fresh().meter).startswith("epsilon 0.000")


def test_weight_price_and_error_follow_each_other(asked):
    price = asked.at.number_input(key=_key(asked, 1, "price")).value
    asked.fill("Error ± (95 %)", 100.0)
    held = asked.at.number_input(key=_key(asked, 1, "price")).value
    assert held != price
    assert asked.at.number_input(key=_key(asked, 1, "error")).value == 100.0
    assert asked.at.button_group(key=_key(asked, 1, "held")).value == "error"
    asked.fill("Price (epsilon)", price)
    assert asked.at.number_input(key=_key(asked, 1, "error")).value != 100.0
    assert asked.plan[0]["set_by"] == "price"
    asked.press("Share by weight")
    assert asked.at.button_group(key=_key(asked, 1, "held")).value == "weight"
    assert asked.at.number_input(key=_key(asked, 1, "weight")).value == 1.0


@pytest.mark.parametrize(
    ("error", "step"), [(0.000885, 1e-5), (0.9, 0.01), (85.0, 1.0), (100.0, 10.0), (20_000, 1000.0)]
)
def test_plus_and_minus_change_a_number_by_a_tenth_of_its_first_digit(asked, error, step):
    asked.fill("Error ± (95 %)", error)
    box = asked.at.number_input(key=_key(asked, 1, "error"))
    assert box.value == error and box.step == pytest.approx(step)


def test_what_was_added_is_said_at_its_button_once(asked):
    _add(asked, "count")
    assert "Added to the plan\\: Count" in asked.text, "on a phone the plan is out of sight"
    asked.fill("This plan may spend (epsilon)", 0.5)
    assert "Added to the plan" not in asked.text


def test_a_lock_holds_while_the_rest_rebalance(asked):
    _add(asked, "count")
    asked.row(1).at.button_group(key=_key(asked, 1, "held")).set_value("price").run()
    held, other = asked.fields("price")
    assert held == pytest.approx(other, rel=1e-2)
    asked.fill("This plan may spend (epsilon)", 1.3)
    assert asked.fields("price")[0] == pytest.approx(held, rel=1e-2)
    assert asked.fields("price")[1] > 1.9 * other
    assert [float(row["price"]) for row in asked.plan] == asked.fields("price")
    assert [row["set_by"] for row in asked.plan] == ["price", "weight"]


def test_locks_that_take_everything_are_refused(asked):
    _add(asked, "count")
    asked.row(1).fill("Price (epsilon)", 0.4).fill("This plan may spend (epsilon)", 0.1)
    assert "The locked questions take the whole" in asked.errors[0]
    foot = [line.value for line in asked.at.markdown if "The locked questions take the whole" in line.value]
    assert foot, "who types far below the box sees only the foot"
    assert not any(button.label.startswith("Check") for button in asked.at.button)


def test_a_plan_beyond_the_budget_cannot_be_released(asked):
    asked.fill("This plan may spend (epsilon)", 5.0)
    assert "more than the budget allows" in asked.text
    assert next(button for button in asked.at.button if button.label.startswith("Check")).disabled


def test_post_processing_is_free_and_says_what_it_did(asked):
    asked.release().go(RESULTS)
    left = asked.desk.standing("sample")
    asked.fill("Not below zero", True).fill("Whole numbers", True)
    assert "below zero" in asked.text
    assert "rounded to whole numbers" in asked.text
    assert asked.desk.standing("sample") == left


def test_measuring_again_pays_and_combines(asked):
    asked.release().go(RESULTS)
    left = asked.desk.standing("sample").fraction_left
    asked.press("Measure again for this price").until(lambda: "2 measurements combined" in asked.text)
    assert asked.desk.standing("sample").fraction_left < left
    assert len(asked.pictures) == 1


def test_owner_acts_need_a_word_and_are_in_the_ledger(asked):
    asked.go(LEDGER).press("Verify the chain")
    assert "The chain is intact" in asked.at.success[0].value
    asked.fill("New name", "visits").press("Rename").fill("Yes, delete the rows.", True).press("Delete the rows")
    dataset = asked.desk.dataset("visits")
    assert not dataset.has_rows
    assert asked.at.success[0].value == "The rows are deleted\\."


def test_failures_inside_are_told_in_a_constant_sentence(asked, monkeypatch):
    def broken(*_args):
        raise ValueError("cell secret-55")

    monkeypatch.setattr(Desk, "standing", broken)
    asked.go(LEDGER)
    assert len(asked.errors) == 1
    assert asked.errors[0].startswith("**Something went wrong inside Murmur\\.**")
    assert "secret-55" not in str(asked.at)


def test_cancelled_before_the_charge_costs_nothing(asked, monkeypatch):
    start = Desk.release

    def stopped(desk, *args, cancel, **more):
        cancel.set()
        return start(desk, *args, cancel=cancel, **more)

    monkeypatch.setattr(Desk, "release", stopped)
    asked.press("Check and release").press("Release").until(lambda: bool(asked.errors))
    assert "stopped before anything was charged" in asked.errors[0]
    assert asked.desk.standing("sample").fraction_left == 1.0


def _key(screen, row, field):
    return f"row-{screen.desk.datasets()[0].id}-{row}-{field}"


def _add(screen, kind):
    screen.fill("Question", kind).press("Add to the plan")


@pytest.fixture
def both(screen):
    """A dataset whose budget has epsilon and delta, and a count in its plan."""
    made = sample()
    screen.desk.add_dataset("both", read(made.rows), schema=made.schema, budget=Budget(epsilon=1.0, delta=1e-6))
    return screen.go(ASK).press("Count")


def test_ending_the_gaussian_filter_needs_a_tick(both):
    both.at.button_group(key=f"currency-{both.desk.datasets()[0].id}").set_value("epsilon").run()
    both.fill("This plan may spend (epsilon)", 1.5).press("Check and release")
    button = next(button for button in both.at.button if button.label == "Release")
    assert button.disabled
    assert "no Gaussian noise" in both.at.warning[0].value
    both.fill("Yes, end Gaussian-noise questions for this dataset.", True).press("Release")
    both.until(lambda: any(button.label == "Dismiss" for button in both.at.button))
    assert both.desk.standing("both").live == ("pure",)


def test_a_condition_without_a_value_is_refused(both):
    both.fill("Question", "fraction").press("Add to the plan")
    assert "A choice is missing" in both.errors[0]


def test_a_mean_says_what_it_needs_where_no_rows_are_expected(both):
    both.fill("Question", "mean").press("Add to the plan")
    assert both.plan[1]["margin"] == "not known yet"
    assert "error not known yet" in both.row(2).text
    assert "declare the expected" in both.at.info[0].value
