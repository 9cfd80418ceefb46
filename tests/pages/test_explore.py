"""Explore: from Home to what a plan would cost, levers, scenarios that stay, links that travel; nothing is spent."""

from __future__ import annotations

import threading
from dataclasses import replace
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest

import dpcore as dp
from dpcore.mechanisms import Mu
from dpcore.plan import outlook as explore
from dpcore.plan.scenario import Scenario
from dpcore.plan.training import Training
from dpcore.present.explore import growth_words, words
from dpcore.present.text.amount import Gauge
from dpcore.table.sample import sample
from pages.explore import growth
from pages.explore import state as explore_state
from tests.pages.conftest import ASK, HOME
from tests.pages.test_hostile import HOSTILE as NAMES
from tests.pages.test_hostile import LIVE
from tests.plan.test_scenario import HOSTILE, packed

EXPLORE = "pages/explore/explore.py"


@pytest.fixture
def exploring(sampled):
    """The sample table, without a question in the plan."""
    return sampled.go(EXPLORE)


def lever(screen, name):
    """One lever by the end of its key."""
    ends = (f"-{name}", f"-{name}-epsilon")  # amounts are levers of their own in each unit
    found = [one for kind in ("slider", "select_slider") for one in getattr(screen.at, kind) if one.key.endswith(ends)]
    assert found, name
    return found[0]


def move(screen, name, value):
    lever(screen, name).set_value(value).run()
    assert not screen.errors
    return screen


def shown(screen) -> Scenario:
    """The scenario that the address holds."""
    return Scenario.from_link(first(screen.at.query_params["scenario"]))


def first(value):
    return value[0] if isinstance(value, list) else value


def seen(screen):
    return explore.outlook(shown(screen), screen.desk.datasets()[0].table)


def plain(text: str) -> str:
    return text.replace("\\", "")


def test_explore_without_a_dataset_says_how_to_get_one(screen):
    screen.go(EXPLORE)
    assert not screen.errors
    assert "There is no dataset yet" in screen.text


def test_home_to_what_it_would_cost_in_two_presses(exploring):
    assert not exploring.errors
    curve = dp.tradeoff.gaussian(0.158)
    assert f"This plan costs epsilon {words.up(curve.epsilon(1e-6))} at delta 10⁻⁶ (at most)" in plain(exploring.text)
    assert f"at most {words.members(curve.power(0.05))} of 100 members" in plain(exploring.text)
    assert f"right at most {words.percent(0.5 + curve.advantage() / 2)} % of the time" in plain(exploring.text)
    assert "Privacy unit: one patient (up to 5 rows)" in plain(exploring.text)
    assert len(exploring.at.get("image")) == 4  # errors, attacker, growth, training


def test_every_chart_is_described_by_the_sentence_under_it(exploring):
    below = {plain(caption.value) for caption in exploring.at.caption}
    below |= {plain(mark.value).strip("*") for mark in exploring.at.markdown}  # the planner's stands above its chart
    described = [image.proto.imgs[0].alt for image in exploring.at.get("image")]
    assert len(described) == 4
    assert set(described) <= below


def test_a_slow_chart_is_drawn_on_request_where_many_pages_are_open(exploring, monkeypatch):
    charts = len(exploring.at.get("image"))
    monkeypatch.setattr(growth, "open_pages", lambda: growth.FEW + 1)
    asked = []
    monkeypatch.setattr(growth.outlook, "grown", lambda _, times: asked.append(times) or (1.0 for _ in times))
    move(exploring, "group", 2)
    assert len(exploring.at.get("image")) == charts and len(asked) == 1, "a quick one is always drawn"
    asked.clear()
    move(exploring, "rate", 50)
    assert len(exploring.at.get("image")) == charts - 1 and not asked
    assert "takes some seconds" in exploring.text
    exploring.press("Draw this chart")
    assert "takes some seconds" not in exploring.text
    assert "Draw this chart" not in [button.label for button in exploring.at.button]
    assert len(exploring.at.get("image")) == charts and len(asked) == 1 and not exploring.errors
    monkeypatch.setattr(growth, "open_pages", lambda: growth.FEW)
    move(exploring, "rate", 40)
    assert len(exploring.at.get("image")) == charts and len(asked) == 2


def test_slow_charts_wait_for_each_other(monkeypatch):
    held, entered, pauses = threading.Event(), threading.Event(), []

    def hold():
        with growth._in_turn():
            entered.set()
            assert held.wait(60)

    def give_up(*_):
        pauses.append(1)
        if len(pauses) == 2:
            held.set()

    monkeypatch.setattr(growth, "session", SimpleNamespace(get=give_up))
    first = threading.Thread(target=hold)
    first.start()
    assert entered.wait(60)
    with growth._in_turn():
        assert held.is_set(), "not before the other one ended"
    first.join()
    assert len(pauses) >= 2


def test_levers_move_the_scenario_and_the_words(exploring):
    move(exploring, "total", 0.3)
    mu = dp.calibrate.mu(0.3, 1e-6)
    assert "epsilon 0.3 at delta 10⁻⁶" in plain(exploring.text)
    move(exploring, "delta", 1e-9)
    assert f"epsilon {words.up(dp.tradeoff.gaussian(mu).epsilon(1e-9))} at delta 10⁻⁹" in plain(exploring.text)
    move(exploring, "group", 4)
    assert f"epsilon {words.up(dp.tradeoff.gaussian(4 * mu).epsilon(1e-9))} at" in plain(exploring.text)
    assert "4 patients are protected together" in plain(exploring.text)
    move(move(exploring, "group", 1), "rate", 50)
    assert f"epsilon {words.up(dp.tradeoff.subsampled_gaussian(0.5, 1 / mu).epsilon(1e-9))} at" in plain(exploring.text)
    move(move(exploring, "rows", 1_000), "weight-2", 4.0)
    now = shown(exploring)
    assert (now.delta, now.group, now.rate, now.rows) == (1e-9, 1, 0.5, 1_000)
    assert now.total == pytest.approx(mu, rel=1e-9) and now.total <= mu
    assert [weight for _, weight in now.asks] == [1.0, 1.0, 4.0, 1.0]


def test_the_link_opens_the_same_for_a_colleague(exploring, fresh):
    move(move(move(exploring, "total", 0.25), "group", 3), "weight-0", 2.0)
    link = {name: first(value) for name, value in exploring.at.query_params.items()}
    colleague = fresh()
    for name, value in link.items():
        colleague.at.query_params[name] = value
    colleague.go(EXPLORE)
    assert not colleague.errors
    assert (lever(colleague, "total").value, lever(colleague, "group").value) == (0.25, 3)
    assert lever(colleague, "weight-0").value == 2.0
    assert shown(colleague) == shown(exploring)
    for caption in ("95 % margin of error from privacy noise", "No attacker gets below the line"):
        assert said(colleague, caption) == said(exploring, caption)


def said(screen, beginning: str) -> str:
    return next(plain(caption.value) for caption in screen.at.caption if plain(caption.value).startswith(beginning))


def test_copy_link_shows_it(exploring, monkeypatch):
    monkeypatch.setenv("MURMUR_URL", "https://desk.example.org/")
    move(exploring, "total", 0.25).press("Copy link")
    address = urlsplit(exploring.at.code[0].value)
    assert (address.netloc, address.path) == ("desk.example.org", "/explore")
    held = parse_qs(address.query)
    assert held["dataset"] == [exploring.desk.datasets()[0].id]
    assert Scenario.from_link(held["scenario"][0]) == shown(exploring)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "name", [*(name for name in HOSTILE if name != "nothing"), "other columns", "markup in a column"]
)
def test_a_hostile_link_opens_the_plan_and_says_one_sentence(sampled, name):
    other = (
        '{"version":1,"name":"","asks":[{"query":{"query":"mean","column":"%s"},"weight":1}],"currency":"mu","total":1}'
    )
    links = HOSTILE | {
        "other columns": packed(other % "height"),
        "markup in a column": packed(other % "![](http://x)<script>"),
    }
    sampled.at.query_params["scenario"] = links[name]
    sampled.go(EXPLORE)
    assert not sampled.at.exception
    assert len(sampled.errors) == 1
    assert "The plan from Ask is shown instead" in sampled.errors[0]
    assert not LIVE.search(sampled.errors[0])
    assert "This plan costs epsilon" in sampled.text
    assert shown(sampled).total == 0.158
    assert not sampled.run().errors


def test_what_the_plan_in_ask_is(sampled):
    sampled.press("Histogram of age").press("Explore this plan")
    assert plain(sampled.at.title[0].value) == "Explore"
    assert [str(query) for query, _ in shown(sampled).asks] == ["Histogram of age, 25 bins"]


def test_a_locked_question_weighs_what_it_pays(sampled):
    sampled.press("Histogram of age").fill("Question", "count").press("Add to the plan")
    sampled.row(1).fill("Price (epsilon)", 0.2).press("Explore this plan")
    asks, price = seen(sampled).asks, dp.calibrate.mu(0.2, 1e-6)
    assert [ask.amount for ask in asks] == pytest.approx([price, (0.158**2 - price**2) ** 0.5], rel=1e-3)


def test_use_in_ask_fills_the_draft(exploring):
    move(move(exploring, "total", 0.3), "weight-1", 3.0).press("Use in Ask")
    assert plain(exploring.at.title[0].value) == "Ask"
    prices = [float(row["price"]) for row in exploring.plan]
    squared = [dp.calibrate.mu(price, 1e-6) ** 2 for price in prices]
    assert sum(squared) == pytest.approx(dp.calibrate.mu(0.3, 1e-6) ** 2, rel=2e-2)
    assert squared[1] == pytest.approx(3 * squared[0], rel=2e-2)
    exploring.go(EXPLORE).go(HOME).go(ASK)
    assert len(exploring.plan) == 4


def save(screen, name):
    field = next(one for one in screen.at.text_input if one.label == "Name")
    field.set_value(name)
    return screen.press("Save this scenario")


def test_scenarios_are_tabs_that_survive_and_compare(exploring, fresh):
    save(move(exploring, "total", 0.1), "cheap")
    save(move(exploring, "total", 0.5), "bold")
    again = fresh().go(EXPLORE)
    assert tab(again).options == ["plan in Ask", "bold", "cheap"]
    tab(again).set_value("cheap").run()
    assert lever(again, "total").value == 0.1
    tab(again).set_value("bold").run()
    assert lever(again, "total").value == 0.5
    again.fill("Compare scenarios side by side", True)
    table = again.at.dataframe[0].value.set_index("figure")
    assert list(table.columns) == ["shown here", "bold", "cheap"]
    for name, total in (("bold", 0.5), ("cheap", 0.1)):
        mu = dp.calibrate.mu(total, 1e-6)
        outlook = explore.outlook(replace(shown(again), total=mu), again.desk.datasets()[0].table)
        assert table.loc["costs", name] == f"epsilon {total:.3f} together"
        assert table.loc["epsilon (at most)", name].startswith(f"{words.up(outlook.epsilon)} at delta")
        power = table.loc["members found of 100, at a false positive rate of 5 % (at most)", name]
        assert power == words.members(outlook.power)
    assert table.loc["Count by ward", "bold"] != table.loc["Count by ward", "cheap"]
    again.press("Delete")
    assert [one.name for one in again.desk.scenarios("sample")] == ["cheap"]
    assert tab(again).options == ["plan in Ask", "shown here", "cheap"]


def tab(screen):
    return next(one for one in screen.at.button_group if one.key.startswith("explore-tab"))


def test_a_scenario_without_a_name_is_refused(exploring):
    save(exploring, "  ")
    assert "A scenario needs a name" in exploring.errors[0]


def test_an_error_has_its_price_and_what_it_leaves(exploring):
    exploring.fill("Margin of error ± (95 %)", 100.0)
    priced = explore.price_of(shown(exploring).asks[0][0], seen(exploring).table, Mu, 100.0)
    scale = Gauge(exploring.desk.standing("sample").meter)
    assert f"costs **{scale.up(scale.meter.amount(priced.amount, 'mu'))} on its own**" in exploring.text
    assert "leaves one more plan of up to epsilon" in plain(exploring.text)
    exploring.fill("Margin of error ± (95 %)", 1e-9)
    assert "No price gives" in exploring.errors[0]


def test_the_training_planner_says_bound_and_estimate(exploring):
    chosen = Training(50_000, 256, 1.1, 60, 1e-6)
    assert plain(growth_words.trained(chosen)) in plain(exploring.text)
    next(one for one in exploring.at.select_slider if one.key == "train-noise").set_value(2.0).run()
    assert plain(growth_words.trained(replace(chosen, noise=2.0))) in plain(exploring.text)


def test_nothing_in_explore_is_charged(exploring):
    before = exploring.desk.ledger("sample"), exploring.desk.standing("sample")
    save(move(move(exploring, "total", 0.3), "rate", 40), "cheap").press("Copy link")
    exploring.fill("Margin of error ± (95 %)", 100.0).press("Use in Ask")
    assert (exploring.desk.ledger("sample"), exploring.desk.standing("sample")) == before
    assert exploring.desk.releases("sample") == []


def test_a_budget_with_epsilon_can_be_explored_in_either_currency(screen):
    made = sample()
    budget = dp.Budget(epsilon=1.0, delta=1e-6)
    screen.desk.add_dataset("both", dp.read(made.rows), schema=made.schema, budget=budget, neighbors="replace")
    screen.go(EXPLORE)
    group = next(one for one in screen.at.button_group if one.key.startswith("explore-currency"))
    group.set_value("epsilon").run()
    assert not screen.errors
    assert shown(screen).currency == "epsilon"
    assert "The plan spends (epsilon)" in [one.label for one in screen.at.slider]
    assert "Protects values, not membership" in plain(screen.text)
    assert "whose rows are changed" in plain(screen.text)


def test_a_pure_budget_is_explored_in_epsilon(screen):
    made = sample()
    screen.desk.add_dataset("pure", dp.read(made.rows), schema=made.schema, budget=dp.Budget(epsilon=1.0))
    screen.go(EXPLORE)
    assert not screen.errors
    assert "By itself, this plan has epsilon 0.1 at delta 10⁻⁶ (at most)" in plain(screen.text)


def test_markup_in_names_is_inert(sent, screen):
    columns = {name[:40]: dp.Category(["a", name]) for name in NAMES[:8]}
    frame = __import__("pandas").DataFrame({name: ["a", "a"] for name in columns})
    screen.desk.add_dataset("evil", dp.read(frame), schema=dp.Schema(**columns), budget=dp.Budget(mu=1.0))
    asks = tuple((dp.Count(by=[name]).bind(dp.Schema(**columns)), 1.0) for name in columns)
    screen.desk.save_scenario("evil", Scenario("![](http://x) :red[x]", asks))
    screen.go(EXPLORE)
    tab(screen).set_value("![](http://x) :red[x]").run()
    screen.fill("Compare scenarios side by side", True)
    assert not screen.errors
    texts = [part.value for kind in ("markdown", "caption", "title") for part in getattr(screen.at, kind)]
    texts += [one.label for one in screen.at.slider] + tab(screen).options
    assert [text for text in texts if LIVE.search(text)] == []
    assert sent


def test_the_session_knows_better_than_the_address_it_has_just_written(exploring):
    old = exploring.at.query_params["scenario"]
    move(exploring, "total", 0.3)
    exploring.at.query_params["scenario"] = old  # as a browser would that has not yet heard of the new one
    exploring.run()
    assert lever(exploring, "total").value == 0.3


def test_going_back_opens_what_was_there(exploring, monkeypatch):
    old, before = exploring.at.query_params["scenario"], lever(exploring, "total").value
    move(exploring, "total", 0.3)
    monkeypatch.setattr(explore_state, "_PATIENCE", -1.0)
    exploring.at.query_params["scenario"] = old
    exploring.run()
    assert lever(exploring, "total").value == before != 0.3
