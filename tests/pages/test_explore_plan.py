"""Explore beside Ask: whose plan is shown, what of it was saved, what the budget pays for; which dataset stays open."""

from __future__ import annotations

import re

import dpcore as dp
from dpcore.table.sample import sample
from pages.explore import scenario
from tests.pages.conftest import ASK, RESULTS
from tests.pages.test_explore import EXPLORE, exploring, lever, move, plain, save, shown, tab

__all__ = ["exploring"]


def test_a_lever_that_moved_says_that_the_saved_scenario_differs(exploring):
    save(exploring, "cheap")
    assert "Differs from" not in exploring.text
    move(exploring, "total", 0.5)
    assert "Differs from the saved scenario “cheap”." in plain(exploring.text)


def test_a_plan_changed_in_ask_is_explored_unless_a_lever_was_moved(exploring):
    assert "The plan in Ask is empty" in exploring.text
    exploring.go(ASK).press("Histogram of age").go(EXPLORE)
    assert [str(query) for query, _ in shown(exploring).asks] == ["Histogram of age, 25 bins"]
    assert tab(exploring).options == ["plan in Ask"]
    assert "The plan in Ask is empty" not in exploring.text
    move(exploring, "total", 0.3).go(ASK).fill("This plan may spend (epsilon)", 0.2).go(EXPLORE)
    assert (tab(exploring).options, tab(exploring).value) == (["plan in Ask", "shown here"], scenario.HERE)
    assert lever(exploring, "total").value == 0.3
    tab(exploring).set_value("").run()
    assert lever(exploring, "total").value == 0.2
    assert tab(exploring).options == ["plan in Ask"]


def test_the_menu_keeps_the_dataset_of_a_link(sampled):
    made = sample()
    old = sampled.desk.datasets()[0]
    sampled.desk.add_dataset(
        "newer", dp.read(made.rows), schema=made.schema, budget=dp.Budget(mu=1.0), separate_budget=True
    )
    colleague = type(sampled)()
    del colleague.at.session_state["open dataset"]  # Home was not their first page, but the link's
    colleague.at.query_params["dataset"] = old.id
    colleague.go(EXPLORE)
    assert plain(colleague.at.caption[0].value).startswith("sample · what if")
    del colleague.at.query_params["dataset"]  # as the links of the menu do
    assert plain(colleague.go(ASK).at.caption[0].value).startswith("sample · Privacy unit: ")


def test_what_the_budget_does_not_pay_for_is_said_first(exploring):
    said = r"Paid now, it takes epsilon [\d.]+ together and leaves one more plan of up to epsilon [\d.]+ · about"
    assert re.search(said, plain(exploring.text))
    assert not exploring.at.warning
    move(exploring, "total", 5.0)
    assert "does not cover this plan" in exploring.at.warning[0].value
    assert "The budget does not pay for this plan." in plain(exploring.text)


def test_what_is_answered_is_explored_as_if_it_were_not_and_says_so(sampled):
    sampled.press("Histogram of age")
    assert "answered already" not in sampled.go(EXPLORE).text and "Released now" not in sampled.text
    sampled.go(ASK).release()
    row = f"row-{sampled.desk.datasets()[0].id}"
    assert "costs nothing in Ask. The figures here are for asking it again." in sampled.go(EXPLORE).text
    sampled.go(ASK).at.button(key=f"{row}-1-do-improve").click().run()
    assert "The errors here are for the new measurements alone." in sampled.go(EXPLORE).text
    assert [str(query) for query, _ in shown(sampled).asks] == ["Histogram of age, 25 bins"]


def test_a_batch_larger_than_the_rows_is_no_secret(exploring):
    for key, value in (("train-rows", 1_000), ("train-batch", 16_384), ("train-epochs", 1)):
        next(one for one in exploring.at.select_slider if one.key == key).set_value(value).run()
    assert "A batch of 16,384 exceeds the 1,000 rows" in plain(exploring.text)
    assert "1 step costs at most epsilon" in plain(exploring.text)


def test_a_scenario_deleted_in_two_windows_is_gone_without_a_word(exploring):
    save(exploring, "cheap")
    exploring.desk.delete_scenario("sample", "cheap")
    exploring.press("Delete")
    assert not exploring.errors
    assert "cheap" not in tab(exploring).options


def test_a_question_that_needs_the_number_of_rows_is_explored_and_released(screen):
    """Kernel ridge regression: its lever for rows has no place for none."""
    made = sample()
    columns = {**made.schema.columns, "nights": dp.Number(0, 30, integer=True, missing=0)}
    columns |= {"cost": dp.Number(0, 20_000, missing=0)}
    facts = {"budget": dp.Budget(mu=5.0, delta=1e-6), "neighbors": "replace", "expected_rows": 1_000}
    screen.desk.add_dataset("counted", dp.read(made.rows), schema=dp.Schema(columns), **facts)
    screen.run().go(ASK).fill("Question", "kernel_machine").fill("Label", "cost").fill("From", ["nights"])
    screen.fill("Loss", "squares").press("Add to the plan")
    assert not screen.errors
    screen.go(EXPLORE)
    assert [str(query) for query, _ in shown(screen).asks] == ["Kernel machine of cost from nights, ridge regression"]
    assert "not given" not in lever(screen, "rows").options
    for rows in (100_000, 2):
        move(screen, "rows", rows)
    screen.go(ASK).release()
    (release,) = screen.desk.releases("counted")
    assert release.query.loss == "squares"
    screen.go(RESULTS)
    assert not screen.errors
    assert "A prediction is a mean" in plain(screen.text)
