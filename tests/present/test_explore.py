"""The figures and sentences of Explore at the ends of their levers: nothing is drawn outside, nothing overlaps."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import dpcore as dp
from dpcore.plan import outlook
from dpcore.plan.scenario import Scenario
from dpcore.plan.training import Training
from dpcore.present.explore import figure, growth_figure, growth_words, words
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import Table

SCHEMA = dp.Schema(age=dp.Number(0, 120, integer=True), ward=dp.Category(["A", "B"]))
TABLE = Table(SCHEMA, dp.Unit(), "add_remove", 10_000)
PLAIN = Scenario("", ((dp.Count(by=["ward"]).bind(SCHEMA), 1.0),), "mu", 0.2, 1e-6, rows=10_000)


def dots(svg: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"<circle cx='([\d.]+)' cy='([\d.]+)'", svg)]


def spoken(svg: str, text: str) -> float:
    """How far down a text stands."""
    return float(re.search(rf"y='([\d.]+)'[^>]*>{re.escape(text)}", svg)[1])


@pytest.mark.parametrize("total", [1e-3, 0.01, 1.0])
def test_the_plan_is_inside_the_axes_of_its_errors(total):
    seen = outlook.outlook(replace(PLAIN, total=total), TABLE)
    ((across, down),) = dots(figure.errors(seen, ["Count by ward"], 0.01, 1.0).svg)
    assert 58 <= across <= 398
    assert 34 + 16 <= down <= 270  # below the ticks of epsilon


@pytest.mark.parametrize(("total", "group"), [(0.002, 1), (1.0, 1), (1.0, 20)])
def test_the_attackers_label_stands_above_the_line_of_guessing(total, group):
    seen = outlook.outlook(replace(PLAIN, total=total, group=group), TABLE)
    svg = figure.tradeoff(seen).svg
    lowest = spoken(svg, "at most")
    left = float(re.search(r"<text x='([\d.]+)'[^>]*>at most", svg)[1])
    assert lowest < 34 + 236 * (left - 58) / 340


def test_a_low_certified_line_is_labelled_above_the_axis():
    seen = outlook.outlook(replace(PLAIN, total=0.002), TABLE)
    svg = growth_figure.growth(seen, [1, 1000], [0.006, 0.24], [0.006, 9.1], 1000).svg
    assert spoken(svg, "certified") < 270


def test_a_plan_whose_loss_is_all_in_delta_is_drawn():
    seen = outlook.outlook(replace(PLAIN, total=1e-6, delta=1e-3), TABLE)
    svg = growth_figure.growth(seen, [1, 1000], [0.0, 0.0], [0.0, 0.0], 1000).svg
    assert spoken(svg, "certified") < 270
    assert "<svg" in growth_figure.training([1.0, 2.0], [0.0, 0.0], [0.0, 0.0], (1.0, 0.0), 1e-3, "nothing").svg


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (0, "The budget does not pay for this plan."),
        (1, "The budget still pays for 1 release of this plan."),
        (7, "The budget still pays for 7 releases of this plan."),
        (1000, "The budget still pays for more than a thousand releases of this plan."),
    ],
)
def test_how_many_releases_the_budget_pays_for(left, said):
    seen = outlook.outlook(PLAIN, TABLE)
    assert growth_words.growth(seen, [1, 10], [0.8, 3000.4], [0.8, 8000.0], left).startswith(said)
    assert "e+" not in growth_words.growth(seen, [1, 10], [0.8, 3000.4], [0.8, 8000.0], left)


@pytest.mark.parametrize(
    ("value", "up", "down"),
    [(2447.2, "2,450", "2,440"), (0.64801, "0.649", "0.648"), (1.2345e-7, "1.24·10⁻⁷", "1.23·10⁻⁷")],
)
def test_bounds_are_rounded_to_their_own_side_and_spelt_without_exponent(value, up, down):
    assert words.down(value) == down
    assert words.up(value) == up


@pytest.mark.parametrize(
    ("neighbors", "group", "said"),
    [
        ("add_remove", 1, "members"),
        ("add_remove", 3, "groups of 3 members"),
        ("replace", 1, "changed rows"),
        ("replace", 3, "groups of 3 whose rows are changed"),
    ],
)
def test_the_curve_says_who_is_counted(neighbors: Neighbors, group, said):
    seen = outlook.outlook(replace(PLAIN, group=group), Table(SCHEMA, dp.Unit(), neighbors, 10_000))
    assert f"of 100 {said} are" in words.curve(seen)
    assert ("groups of 3" in words.misses(seen)) == (group == 3)


def test_one_step_is_singular():
    assert growth_words.trained(Training(1_000, 1_000, 10.0, 1, 1e-6)).startswith("1 step costs at most epsilon")
