"""The error of a density on Explore: closed at first, and every lever moves its sentences; nothing is spent."""

from __future__ import annotations

import pytest

from dpcore import calibrate
from dpcore.plan.risk.risk import Setting
from dpcore.plan.risk.shape import SHAPES
from dpcore.present.explore import density as figures
from dpcore.present.explore import density_words
from tests.pages.test_explore import EXPLORE, plain


@pytest.fixture
def opened(sampled):
    """The sample table on Explore, with the section open."""
    sampled.go(EXPLORE)
    sampled.at.session_state["explore-density"] = True
    return sampled.run()


def move(screen, name, value):
    kinds = (screen.at.select_slider, screen.at.selectbox)
    next(one for kind in kinds for one in kind if one.key == f"density-{name}").set_value(value).run()
    assert not screen.errors
    return screen


def described(screen):
    return [image.proto.imgs[0].alt for image in screen.at.get("image")]


def test_a_closed_section_draws_nothing(sampled):
    sampled.go(EXPLORE)
    assert "best bandwidth" not in sampled.text
    assert len(described(sampled)) == 4


def test_it_says_the_figures_of_the_datasets_unit(opened):
    table = opened.desk.datasets()[0].table
    setting = Setting(SHAPES[0], 20_000, calibrate.mu(1.0, 1e-6), 1, table.neighbors, table.unit.max_rows)
    assert table.unit.max_rows == 5
    assert plain(density_words.headline(setting, "own")) in plain(opened.text)
    assert figures.by_bandwidth(setting, "own", 0.02).words in described(opened)
    assert figures.by_rows(setting).words in described(opened)
    assert plain(figures.enough(setting)) in plain(opened.text)
    assert len(opened.at.table) == 2


def test_every_lever_moves_it_and_nothing_is_spent(opened):
    before = opened.desk.ledger("sample")
    said = [described(opened)]
    for name, value in (
        ("shape", "claw"),
        ("rows", 1_000_000),
        ("epsilon", 0.3),
        ("delta", 1e-9),
        ("noise", "any"),
        ("width-1", 0.5),
        ("columns", 2),
        ("width-2", 10.0),
    ):
        said.append(described(move(opened, name, value)))
        assert said[-1] != said[-2], name
    assert "n^(-2/3)" in plain(opened.text)
    assert opened.desk.ledger("sample") == before


def test_levers_are_kept_on_another_page(opened):
    move(opened, "rows", 500_000)
    opened.go("pages/learn/learn.py").go(EXPLORE)
    opened.at.session_state["explore-density"] = True
    opened.run()
    assert next(one for one in opened.at.select_slider if one.key == "density-rows").value == 500_000


def test_one_release_is_drawn_on_demand_and_drawn_again(opened):
    assert not any("made-up rows" in words for words in described(opened))
    next(one for one in opened.at.toggle if one.key == "density-shown").set_value(True).run()
    first = [words for words in described(opened) if "made-up rows" in words]
    assert len(first) == 1
    assert [words for words in described(opened.run()) if "made-up rows" in words] == first
    opened.press("Draw again")
    again = [words for words in described(opened) if "made-up rows" in words]
    assert len(again) == 1 and again != first
    move(opened, "columns", 2)
    assert not any("made-up rows" in words for words in described(opened))
