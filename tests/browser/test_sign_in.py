"""Signing in and out in a real browser: every tab, every copy of the cookie; one browser, one person after another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.account import enter, leave, person
from tests.browser.screen import settled, visit
from tests.browser.test_axe import ours
from tests.server.wire import look
from tests.server.world import ADA, OLGA, VERA, settle


def door(page: Page) -> None:
    """Nothing but the way in."""
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_test_id("stTopNavLink")).to_have_count(0)


def test_sign_in_leads_to_the_page_that_was_asked_for(team_server, page):
    visit(page, f"{team_server.url}/ledger")
    door(page)
    enter(page, team_server, OLGA, "/ledger?from=a-mail")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ledger")


def test_signing_out_ends_it_in_every_tab_and_for_every_copy(team_server, visitor):
    page = enter(visitor(), team_server, OLGA)
    second = visit(page.context.new_page(), f"{team_server.url}/learn")
    expect(person(second, OLGA)).to_be_visible()
    stolen = {cookie["name"]: cookie["value"] for cookie in page.context.cookies(team_server.url)}
    assert "Signed in as" in look(team_server, stolen).text

    leave(page, OLGA)
    door(page)
    assert "Your sign-in has ended" in look(team_server, stolen).text
    second.get_by_test_id("stTopNavLink").filter(has_text="Team").click()
    settled(second)
    door(second)
    assert not [one for one in page.context.cookies() if one["name"].startswith("_streamlit_user")]


def test_what_one_person_typed_is_not_there_for_the_next(team_server, page):
    enter(page, team_server, OLGA)
    page.get_by_role("button", name="Try it on a sample table").click()
    expect(page.get_by_role("heading", level=1, name="Ask")).to_be_visible()
    settled(page)
    page.get_by_role("button", name="Count by ward").click()
    settled(page)
    expect(page.get_by_role("button", name="Check and release")).to_be_visible()
    address = page.url
    leave(page, OLGA)
    enter(page, team_server, ADA, "/ask")
    page.goto(address)
    settled(page)
    expect(page.get_by_text("There is no dataset yet.")).to_be_visible()
    leave(page, ADA)
    enter(page, team_server, OLGA, "/ask")
    # it was hers: the draft of her plan is kept with her account
    expect(page.get_by_role("button", name="Check and release")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Error ± (95 %)")).to_be_visible()


@pytest.mark.audit
def test_what_accounts_add_to_the_pages_breaks_no_rule(team_server, page):
    settle(team_server.home)
    looks = (("light", 1280), ("dark", 360))
    visit(page, team_server.url)
    assert ours(page, looks) == []
    enter(page, team_server, ADA, "/team")
    assert ours(page, looks) == []
    person(page, ADA).click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert ours(page, looks) == []
    visit(page, f"{team_server.url}/ask")
    page.get_by_role("button", name="Count by ward").click()
    settled(page)
    page.get_by_role("button", name="Ask for review").click()
    expect(page.get_by_role("button", name="Send for review")).to_be_visible()
    assert ours(page, looks) == []
    leave(visit(page, team_server.url), ADA)
    enter(page, team_server, VERA, "/explore")
    assert ours(page, looks) == []
