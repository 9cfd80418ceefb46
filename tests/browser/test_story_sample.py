"""The story on the sample table in a real browser: few clicks, one budget for all, one charge for a double click."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from dpcore import Desk
from tests.browser.screen import fits, settled, visit

METER = re.compile(r"epsilon [\d.]+ of \d+ charged · left: up to epsilon")
LIMIT = 8


class Hand:
    """Clicks, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, name: str, **options: object) -> None:
        self.page.get_by_role("button", name=name, **options).click()
        self.clicks += 1


def released(page: Page, url: str) -> Hand:
    """From Home to a released histogram."""
    hand = Hand(visit(page, url))
    hand.click("Try it on a sample table")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ask")
    hand.click("Histogram of age")
    hand.click("Check and release")
    hand.click("Release", exact=True)
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    settled(page)
    return hand


def meter(page: Page) -> str:
    """What the meter says."""
    link = page.get_by_role("link", name=METER)
    expect(link).to_be_visible()
    return link.inner_text()


def test_home_to_histogram_in_few_clicks_and_the_budget_stays(server, page, visitor):
    hand = released(page, server.url)
    assert hand.clicks <= LIMIT
    picture = page.locator("img[alt*='Histogram of age']")
    expect(picture).to_have_count(1)
    expect(page.get_by_text("margin of error from privacy noise: ±")).to_be_visible()
    expect(page.get_by_text("public synthetic data").first).to_be_visible()
    left = meter(page)
    assert not left.startswith("epsilon 0.000")

    page.reload()
    settled(page)
    assert meter(page) == left
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    assert meter(visit(visitor(), server.url)) == left

    server.stop()
    server.start()
    assert meter(visit(page, server.url)) == left


def test_a_double_click_on_release_charges_once(server, page, own_home):
    hand = Hand(visit(page, server.url))
    for name in ("Try it on a sample table", "Histogram of age", "Check and release"):
        hand.click(name)
        settled(page)
    page.get_by_role("button", name="Release", exact=True).dblclick()
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    settled(page)
    server.stop()
    with Desk(home=server.home) as desk:
        assert len([entry for entry in desk.ledger("sample") if entry.kind == "charge"]) == 1
        assert len(desk.releases("sample")) == 1


@pytest.mark.audit
@pytest.mark.parametrize("width", [360, 1280])
def test_every_page_fits_its_screen(server, visitor, width):
    page = visitor(viewport={"width": width, "height": 900})
    released(page, server.url)
    for path in ("/", "/data", "/ask", "/results", "/ledger"):
        visit(page, server.url + path)
        fits(page)
