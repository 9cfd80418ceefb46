"""The public tables that Home offers: each opens once, and the questions made for it stand first."""

from __future__ import annotations

import dpcore as dp
from dpcore.table.sample import NAME, sample
from dpcore.table.sample_ratings import NAME as RATINGS
from dpcore.table.sample_ratings import ratings
from dpcore.table.table import Table
from pages.ui.plan.starter import suggested
from tests.pages.conftest import HOME

WAYS = ["Try it on a sample table", "Bring your own"]


def test_a_newcomer_asks_for_a_recommender_in_two_clicks(screen):
    screen.press("Try it on film ratings")
    assert screen.at.title[0].value == "Ask" and screen.at.button[0].label.startswith("Recommender of film")
    screen.press("Recommender of film")
    assert screen.errors == [] and "Recommender of film" in screen.text
    assert any(button.label.startswith("Check and release") for button in screen.at.button)


def test_each_sample_is_opened_once(screen):
    for label in ("Try it on film ratings", "Try it on a sample table") * 2:
        screen.go(HOME).press(label)
    assert sorted(dataset.name for dataset in screen.desk.datasets()) == sorted([NAME, RATINGS])
    assert not any(button.label.startswith("Recommender") for button in screen.at.button)


def test_a_question_is_suggested_for_tables_that_are_made_for_it():
    films, visits = (Table(made.schema, made.unit) for made in (ratings(), sample()))
    assert [query.name for query in suggested(films)] == ["recommender"]
    assert suggested(films)[0].bind(films.schema).admit(films) is None
    assert suggested(visits) == [] and suggested(Table(films.schema)) == []


def test_on_a_phone_the_tables_stand_together_and_so_do_the_two_ways_to_begin(screen):
    made = sample()
    for name in "abcde":
        budget = dp.Budget(mu=0.5, delta=1e-6)
        screen.desk.add_dataset(name, dp.read(made.rows), schema=made.schema, budget=budget, separate_budget=True)
        # one column below another: the order of a phone
        headers = [header.value for header in screen.go(HOME).at.header]
        tables = [header for header in headers if len(header) == 1]
        assert name in tables and headers == [*tables, *WAYS]
