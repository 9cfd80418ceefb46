"""People with accounts: signing in and out in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.screen import settled, visit
from tests.browser.server import Server


def enter(page: Page, server: Server, who: str, path: str = "/") -> Page:
    """Sign in, and be where one wanted to be."""
    visit(page, server.url + path)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Address").fill(who)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(re.compile(re.escape(server.url + path)))
    settled(page)
    expect(person(page, who)).to_be_visible()
    return page


def leave(page: Page, who: str) -> None:
    """Sign out, and see the door."""
    person(page, who).click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    settled(page)


def person(page: Page, who: str) -> Locator:
    """The button with one's name, which leads out."""
    return page.get_by_role("button", name=address(who))


def address(who: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """An address as the pages write it: a joiner keeps it from becoming a link."""
    return re.compile(re.escape(before) + re.escape(who).replace("@", "@.?") + re.escape(after))
