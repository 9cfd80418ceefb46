"""Waiting for a Streamlit page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

_IDLE = '[data-testid=stApp][data-test-script-state="notRunning"][data-test-connection-state="CONNECTED"]'


def settled(page: Page, timeout: float = 20_000) -> Page:
    """Returns when the script has run, the socket is up and nothing on the page is stale."""
    expect(page.locator(_IDLE)).to_have_count(1, timeout=timeout)
    expect(page.locator('[data-stale="true"]')).to_have_count(0, timeout=timeout)
    return page


def visit(page: Page, url: str) -> Page:
    """Opens a page of the dashboard and waits until it has settled."""
    page.goto(url)
    return settled(page)
