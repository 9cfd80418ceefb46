"""Explore in a real browser: from Home to the answer, levers by keyboard, links, charts in the theme of the page."""

from __future__ import annotations

import base64
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from dpcore import Desk
from dpcore.plan.scenario import Scenario
from tests.browser.screen import code, fits, settled, visit

PICTURES = "[data-testid=stImage] img"
COSTS = re.compile(r"This plan costs epsilon [\d.]+ at delta 10⁻⁶ \(at most\)")


def exploring(page: Page, url: str) -> Page:
    """The sample table, from Home; all four charts are there."""
    visit(page, url)
    page.get_by_role("button", name="Try it on a sample table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ask")
    settled(page)
    page.get_by_test_id("stTopNavLink").filter(has_text="Explore").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Explore")
    expect(charts(page)).to_have_count(4)
    return settled(page)


def lever(page: Page, name: str):
    """One lever's handle."""
    return page.get_by_test_id("stSlider").filter(has_text=name).get_by_role("slider").first


def tab(page: Page, name: str):
    """One scenario's tab."""
    return page.get_by_role("radio", name=name).or_(page.get_by_role("button", name=name)).first


def held(page: Page) -> Scenario:
    """The scenario in the address."""
    return Scenario.from_link(parse_qs(urlsplit(page.url).query)["scenario"][0])


def charts(page: Page):
    """The charts' pictures."""
    return page.locator(PICTURES)


def test_home_to_what_it_would_cost_and_what_an_attacker_could_do(server, page):
    exploring(page, server.url)
    expect(page.get_by_role("heading", name=COSTS)).to_be_visible()
    expect(
        page.get_by_text("At a false positive rate of 5 %, an attacker finds at most 7 of 100 members").first
    ).to_be_visible()
    expect(page.get_by_text("right at most 52.9 % of the time").first).to_be_visible()
    for place in range(4):
        expect(charts(page).nth(place)).to_have_attribute("alt", re.compile(".{80}"))


@pytest.mark.audit
def test_levers_move_by_keyboard_and_the_link_brings_them_along(server, page, visitor):
    exploring(page, server.url)
    before = charts(page).first.get_attribute("src")
    lever(page, "The plan spends").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(charts(page).first).not_to_have_attribute("src", before or "")
    lever(page, "Protected together").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("2 patients are protected together")).to_be_visible()
    settled(page)
    now = held(page)
    assert now.total > 0.142
    assert now.group == 2

    page.get_by_role("button", name="Copy link").click()
    link = code(page.get_by_role("dialog").locator("code"))
    colleague = visit(visitor(), link)
    expect(colleague.get_by_role("heading", level=1)).to_have_text("Explore")
    assert held(colleague) == now
    said = page.get_by_role("heading", name=COSTS).inner_text()
    expect(colleague.get_by_role("heading", name=COSTS)).to_have_text(said)
    assert lever(colleague, "Protected together").input_value() == "2"


@pytest.mark.audit
def test_a_reload_keeps_the_levers_and_back_undoes_them(server, page):
    exploring(page, server.url)
    first = page.url
    lever(page, "Protected together").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("2 patients are protected together")).to_be_visible()
    settled(page)
    page.reload()
    settled(page)
    assert held(page).group == 2
    expect(page.get_by_text("2 patients are protected together")).to_be_visible()
    page.go_back()
    settled(page)
    expect(page.get_by_text("2 patients are protected together")).to_have_count(0)
    expect(page).to_have_url(first)


@pytest.mark.audit
def test_a_saved_scenario_is_there_for_the_next_session_and_used_in_ask(server, page, visitor):
    exploring(page, server.url)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_label("Name").fill("careful")
    page.get_by_role("button", name="Save this scenario").click()
    expect(tab(page, "careful")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_count(0)  # the box has closed
    other = visit(visitor(), server.url + "/explore")
    tab(other, "careful").click()
    settled(other)
    other.get_by_role("button", name="Use in Ask").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Ask")
    expect(other.get_by_text(re.compile(r"This plan takes epsilon 0\.\d+ together"))).to_be_visible()
    server.stop()
    with Desk(home=server.home) as desk:
        assert [one.name for one in desk.scenarios("sample")] == ["careful"]
        assert [entry.kind for entry in desk.ledger("sample") if entry.kind == "charge"] == []


@pytest.mark.audit
def test_a_hostile_link_is_one_sentence(server, page):
    exploring(page, server.url)
    visit(page, f"{server.url}/explore?scenario=%3Cscript%3Ealert(1)%3C/script%3E")
    expect(page.get_by_text("This link does not contain a valid scenario.")).to_be_visible()
    expect(page.get_by_role("heading", name=COSTS)).to_be_visible()


@pytest.mark.audit
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_charts_are_drawn_in_the_theme_of_the_page(server, visitor, scheme):
    page = exploring(visitor(color_scheme=scheme), server.url)
    svg = base64.b64decode((charts(page).first.get_attribute("src") or "").split(",")[1]).decode()
    assert "prefers-color-scheme:dark" in svg
    # what the page says its scheme is, is what a picture inside it sees
    expect(charts(page).first).to_have_css("color-scheme", scheme)


@pytest.mark.audit
def test_explore_fits_a_phone(server, visitor):
    page = exploring(visitor(), server.url)
    page.set_viewport_size({"width": 360, "height": 800})
    fits(page, PICTURES)
    page.get_by_text("Plan noisy gradient descent (DP-SGD)").click()
    expect(charts(page).last).to_be_visible()
    fits(page, PICTURES)
