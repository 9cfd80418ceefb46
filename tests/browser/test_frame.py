"""The frame in a real browser: every page is reachable, in light and in dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pages.ui.navigation import SCREENS
from tests.browser.screen import settled, visit

PAGES = {str(screen.title): f"/{screen.address}" for screen in SCREENS if screen.menu != "nobody"}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("scheme", "text", "ground"), [("light", "rgb(20, 24, 29)", 255), ("dark", "rgb(237, 235, 232)", 23)]
)
def test_home_opens_in_both_themes(shared_server, visitor, scheme, text, ground):
    page = visit(visitor(color_scheme=scheme), shared_server.url)
    expect(page.get_by_role("heading", level=1)).to_have_css("color", text)
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", re.compile(rf"rgb\({ground}, "))


def test_navigation_leads_to_every_page(shared_server, page):
    visit(page, shared_server.url)
    for title, path in PAGES.items():
        page.get_by_test_id("stTopNavLink").filter(has_text=title).click()
        settled(page)
        expect(page).to_have_url(shared_server.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_first_deep_link_of_a_fresh_server_keeps_the_frame(server, page):
    # scripts directly in pages/ would run here without app.py, and so without whatever app.py decides
    visit(page, server.url + "/ledger")
    expect(page.get_by_test_id("stTopNavLink")).to_have_count(len(PAGES))
    expect(page).to_have_url(server.url + "/ledger")


def test_the_policy_blocks_nothing_that_the_pages_need(shared_server, page):
    complaints = []
    page.on("console", lambda said: complaints.append(f"{said.text} {said.location['url']}"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for path in PAGES.values():
        visit(page, shared_server.url + path)
    # on /data its client first asks whether the app lies under /data/
    assert [text for text in complaints if not re.search(r"404.*/\w+/_stcore/(health|host-config)$", text)] == []


def test_nothing_is_fetched_from_elsewhere(shared_server, page):
    seen = []
    page.on("request", lambda request: seen.append(request.url))
    visit(page, shared_server.url)
    assert seen
    assert [url for url in seen if not url.startswith((shared_server.url, "data:", "blob:"))] == []


@pytest.mark.audit
def test_the_first_deep_link_of_a_fresh_server_opens_its_page(server, page):
    visit(page, f"{server.url}/ledger")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ledger")
