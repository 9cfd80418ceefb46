"""Finding a question on the page: by words, by topic; price and margin before it is added; few actions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import dpcore as dp
from dpcore.queries import QUERIES
from dpcore.queries.question.topic import TOPICS
from dpcore.table.sample import sample
from pages.ask import finder
from pages.ui.plan.starter import measured, starters
from tests.pages.conftest import ASK, Screen

PHRASE, ADD = "What do you want to know?", "Add to the plan"


def field(screen: Screen, label: str) -> object:
    fields = [*screen.at.selectbox, *screen.at.multiselect, *screen.at.text_input]
    return next(each.value for each in fields if each.label == label)


def said(screen: Screen, words: str) -> str:
    """The sentence on the page with these words, or nothing."""
    texts = [each.value for each in (*screen.at.markdown, *screen.at.caption) if words in each.value]
    return texts[0].replace("\\", "") if texts else ""


def opened(screen: Screen, is_open: bool = True) -> Screen:
    """With the form for a question opened or closed."""
    (dataset,) = screen.desk.datasets()
    screen.at.session_state[f"adding-{dataset.id}"] = is_open
    return screen.run()


def test_a_mean_by_group_with_a_filter_is_two_actions(sampled: Screen) -> None:
    sampled.fill(PHRASE, "average cost by ward where age >= 65").press(ADD)
    assert not sampled.errors
    assert [row["question"] for row in sampled.plan] == ["Mean of cost by ward where age >= 65"]
    assert field(sampled, "Question") == "mean", "the form stays"
    assert next(each for each in sampled.at.text_input if each.label == PHRASE).value == "", (
        "the next one is looked for"
    )


def test_price_margin_and_worth_stand_before_it_is_added(sampled: Screen) -> None:
    """And they are what the row says once it is there."""
    for phrase in ("average cost by ward", "how many", "median age"):
        before = said(opened(sampled.fill(PHRASE, phrase)), "In this plan")
        row = sampled.press(ADD).plan[-1]
        assert row["margin"] in before.replace("± ", "±") and f" {row['price']}" in before, (row, before)
        worth = before.splitlines()[-1].strip()
        assert worth in sampled.row(len(sampled.plan)).text.replace("\\", ""), worth


def test_an_answered_question_is_said_to_cost_nothing(sampled: Screen) -> None:
    sampled.fill(PHRASE, "how many").press(ADD).release()
    sampled.fill(PHRASE, "how many")
    assert "it costs nothing" in said(opened(sampled), "This question is answered")


def test_what_is_missing_is_said_in_place_of_a_price(sampled: Screen) -> None:
    sampled.fill(PHRASE, "what share")
    assert said(sampled, "A choice is missing") and not said(sampled, "In this plan")


def test_other_matches_take_what_was_typed(sampled: Screen) -> None:
    sampled.fill(PHRASE, "typical cost by ward")
    assert field(sampled, "Question") == "mean"
    pills = next(each for each in sampled.at.button_group if each.label == "Found")
    pills.set_value("median").run()
    assert (field(sampled, "Question"), field(sampled, "Column"), field(sampled, "Group by")) == (
        "median",
        "cost",
        ["ward"],
    )
    sampled.press(ADD)
    assert sampled.plan[-1]["question"] == "Median of cost by ward"


def test_unknown_words_leave_the_form_and_say_so(sampled: Screen) -> None:
    sampled.fill("Question", "sum").fill(PHRASE, "zzzz qqqq")
    assert field(sampled, "Question") == "sum"
    assert said(sampled, "These words are not known")


def test_a_filter_that_is_not_understood_is_said(sampled: Screen) -> None:
    sampled.fill(PHRASE, "average cost where age is 65 or older")
    assert said(sampled, "was not understood") and field(sampled, "Question") == "mean"
    assert not [each for each in sampled.at.selectbox if each.label == "Filter"]


def test_what_nobody_has_seen_is_not_added(sampled: Screen) -> None:
    """Somebody types a phrase and presses the button without Enter: the form is filled, to be looked at."""
    sampled.type(PHRASE, "average cost by ward").press(ADD)
    assert sampled.plan == [] and field(sampled, "Question") == "mean"
    assert [row["question"] for row in sampled.press(ADD).plan] == ["Mean of cost by ward"]


def test_a_phrase_says_all_of_a_question(sampled: Screen) -> None:
    """Nothing of an earlier phrase stays that this one does not say."""
    sampled.fill(PHRASE, "what share where cost > 100 by ward")
    sampled.fill(PHRASE, "what share by ward")
    assert said(sampled, "A choice is missing")


def test_the_price_before_is_that_of_the_account_that_lives_after(own_home: Path, fresh: Callable[[], Screen]) -> None:
    """A plan of Laplace noise that ends the Gaussian account is read in the pure one, before a row is added too."""
    made = sample()
    with dp.Desk(home=own_home) as desk:
        budget = dp.Budget(epsilon=1.0, delta=1e-6)
        desk.add_dataset("sample", dp.read(made.rows), schema=made.schema, unit=made.unit, budget=budget)
    screen = fresh().go(ASK)
    screen.fill(PHRASE, "how many").press(ADD)
    next(each for each in screen.at.button_group if each.label == "Noise").set_value("epsilon").run()
    screen.fill("This plan may spend (epsilon)", 0.5)
    for phrase in ("average nights by ward", "sum of cost"):
        before = said(opened(screen.fill(PHRASE, phrase)), "In this plan")
        row = screen.press(ADD).plan[-1]
        assert f" {row['price']}" in before and row["margin"] in before.replace("± ", "±"), (row, before)


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_a_topic_lists_its_questions_and_fills_the_form(topic: object, sampled: Screen) -> None:
    sampled.press(topic.title)
    listed = next(each for each in sampled.at.radio if each.label == topic.title)
    kinds = finder.kinds_of(topic.name)
    assert listed.options == [str(kind.title) for kind in kinds]
    listed.set_value(kinds[-1].name).run()
    assert field(sampled, "Question") == kinds[-1].name
    sampled.press("Topics")
    assert [button.label for button in sampled.at.button if button.label == TOPICS[0].title]


def test_the_box_stays_open_for_the_next_question(sampled: Screen) -> None:
    for phrase in ("how many", "average cost"):
        sampled.fill(PHRASE, phrase).press(ADD)
    sampled.fill(PHRASE, "median age")
    assert said(sampled, "In this plan")


def test_a_table_of_identifiers_alone_is_refused_in_words(own_home: Path, fresh: Callable[[], Screen]) -> None:
    path = own_home.parent / "ids.csv"
    path.write_text("pid\n" + "\n".join(map(str, range(50))))
    with dp.Desk(home=own_home) as desk:
        desk.add_dataset("ids", dp.read(path), schema=dp.Schema(pid=dp.Identifier()), budget=dp.Budget(epsilon=1.0))
    screen = fresh().go(ASK)
    for kind in QUERIES:
        screen.fill("Question", kind.name).press(ADD)
        assert not any("inside Murmur" in error for error in screen.errors), kind.name


def test_a_price_is_not_computed_for_nobody(sampled: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a plan the form is closed, and an edit of the plan costs no further quote."""
    sampled.press("Histogram of age")
    opened(sampled, False)
    monkeypatch.setattr("pages.ask.preview.preview", lambda *given: pytest.fail("nobody sees it"))
    assert sampled.fill("Question", "mean").plan


def test_starters_average_what_can_be_averaged() -> None:
    """The columns of flights: a month, a clock and a flight number are no quantities."""
    whole = {"integer": True}
    flights = dp.Schema(
        {
            "year": dp.Number(2013, 2014, **whole),
            "month": dp.Number(1, 12, **whole),
            "dep_time": dp.Number(1, 2400, **whole),
            "dep_delay": dp.Number(-60, 1500, **whole),
            "carrier": dp.Category(["AA", "UA"]),
            "zip_code": dp.Number(0, 99999, **whole),
            "founded": dp.Number(1800, 2030, **whole),
            "distance": dp.Number(0, 6000),
            "hour": dp.Number(0, 24, **whole),
            "flight": dp.Number(0, 9999, **whole),
        }
    )
    assert measured(flights) == ["dep_delay", "distance"]
    assert [str(query) for query in starters(flights)] == [
        "Histogram of dep_delay, 24 bins",
        "Count by carrier",
        "Mean of distance by carrier",
        "Count",
    ]
    only_codes = dp.Schema({"month": dp.Number(1, 12, **whole), "carrier": dp.Category(["AA", "UA"])})
    assert [str(query) for query in starters(only_codes)] == ["Count by carrier", "Count"]


def test_every_question_has_a_topic() -> None:
    assert all(kind.topics for kind in QUERIES)
