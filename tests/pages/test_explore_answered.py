"""Explore of a saved scenario, some of whose questions are answered."""

from __future__ import annotations

from dataclasses import replace

import dpcore as dp
from dpcore.plan.scenario import Scenario
from dpcore.present.explore import words
from tests.pages.conftest import Screen

EXPLORE = "pages/explore/explore.py"
COSTS = f"This plan costs epsilon {words.up(dp.tradeoff.gaussian(0.1).epsilon(1e-6))} at delta"


def test_a_saved_scenario_does_not_price_what_is_answered_again(sampled: Screen) -> None:
    desk, schema = sampled.desk, sampled.desk.dataset("sample").table.schema
    asks = tuple((query.bind(schema), 1.0) for query in (dp.Count(), dp.Mean("cost")))
    scenario = Scenario("saved", asks, "mu", 0.1)
    desk.save_scenario("sample", scenario)
    desk.save_scenario("sample", replace(scenario, name="again"))
    sampled.at.query_params["scenario"] = scenario.to_link()
    sampled.go(EXPLORE)
    text = sampled.text.replace("\\", "")
    assert "as declared or released" in str([lever.options for lever in sampled.at.select_slider])
    assert COSTS in text and "error not known yet" not in text, "the table declares its rows"
    desk.release("sample", dp.Plan([dp.Ask(dp.Count(), mu=0.05)]))
    text = sampled.run().text.replace("\\", "")
    assert COSTS in text and "costs nothing" in text and "answered: ±" in text
    assert not any(lever.label.startswith("Weight of Count") for lever in sampled.at.slider)
    desk.release("sample", dp.Plan([dp.Ask(dp.Mean("cost"), mu=0.05)]))
    text = sampled.run().text.replace("\\", "")
    assert "This plan is already answered and costs nothing." in text and COSTS not in text
    assert not sampled.errors
