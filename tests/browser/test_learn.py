"""The Learn screen in a real browser: playable with mouse and keys, wide and narrow, light and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pages.learn.lesson import LESSONS
from tests.browser.screen import fits, settled, visit


def opened(page: Page, url: str, title: str) -> Page:
    return visit(page, f"{url}/learn?lesson={title.replace(' ', '+')}")


@pytest.mark.sample(2)
@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("title", LESSONS)
def test_every_lesson_fits_its_screen_and_complains_of_nothing(shared_server, visitor, width, title):
    page = visitor(viewport={"width": width, "height": 900})
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    opened(page, shared_server.url, title)
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
    expect(page.get_by_test_id("stException")).to_have_count(0)
    # charts are drawn after the script has run
    if title != "Famous mistakes":
        expect(page.locator("[data-testid=stPlotlyChart] .main-svg").first).to_be_visible()
        fits(page, ".xtitle")
    fits(page)
    assert complaints == []


def test_the_game_is_played_and_the_attacker_walks_by_arrow_keys(shared_server, page):
    opened(page, shared_server.url, "Guess the table")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("button", name="Iris is in", exact=True).click()
    expect(page.get_by_text(re.compile("Score: [01] right of 1"))).to_be_visible()
    page.get_by_role("button", name="Play 2,000 rounds").click()
    expect(page.get_by_text("In 2,000 rounds there were")).to_be_visible()
    slider = page.get_by_role("slider", name=re.compile("from this count on"))
    slider.focus()
    slider.press("ArrowRight")
    expect(page.get_by_text('"Iris is in" from 5 on')).to_be_visible()
    figure = page.get_by_role("figure").first
    expect(figure).to_have_attribute("aria-label", re.compile("from 5 on has"))


@pytest.mark.audit
def test_the_open_lesson_is_in_the_address_and_survives_a_reload(shared_server, page):
    visit(page, shared_server.url + "/learn")
    page.get_by_role("radio", name="Many looks").or_(page.get_by_role("button", name="Many looks")).click()
    heading = page.get_by_role("heading", name="A whole curve is released once")
    expect(heading).to_be_visible()
    expect(page).to_have_url(re.compile(r"lesson=Many(\+|%20)looks"))
    page.reload()
    settled(page)
    expect(heading).to_be_visible()


@pytest.mark.audit
def test_a_mistake_opens_and_shows_its_numbers(shared_server, page):
    opened(page, shared_server.url, "Famous mistakes")
    expect(page.get_by_text("0.19738")).to_have_count(0)
    page.get_by_text("Laplace noise scaled by the smooth sensitivity").click()
    expect(page.get_by_text("0.19738")).to_be_visible()
    expect(page.get_by_text("What Murmur does instead.")).to_have_count(1)
