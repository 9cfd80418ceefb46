"""Two people with accounts and one without: a table, a slice, a refusal, a review, answers, a link, and its end."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
from playwright.sync_api import Page, expect

from dpcore import Desk
from tests.browser.account import address, enter
from tests.browser.screen import code, settled, visit
from tests.browser.server import Server
from tests.browser.test_story_flights import described_by_dictionary, press
from tests.release.test_flights import flights_csv

OLGA, ADA = "olga@example.org", "ada@example.org"
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2}
TITLE = "Flights in three airports"


def kinds(home: Path, who: str, *wanted: str) -> list[tuple[str, str]]:
    """(who, what) of the acts of a team, in the ledger's order."""
    with Desk(home=home, user=who) as desk:
        desk.verify()
        return [(entry.user, entry.kind) for entry in desk.ledger("flights") if entry.kind in wanted]


def test_a_table_a_slice_a_review_a_link_and_its_end(team_server, visitor, tmp_path):
    team = team_server
    rows = pd.read_csv(flights_csv(tmp_path), dtype=str, keep_default_na=False)
    rows.iloc[::6].to_csv(tmp_path / "flights.csv", index=False)
    owner, analyst, reader = visitor(), visitor(), visitor(**PHONE)

    enter(owner, team, OLGA, "/data")
    described_by_dictionary(owner, team.url, tmp_path / "flights.csv")
    press(owner, "Open the dataset")
    expect(owner.get_by_role("heading", level=1, name="Ask")).to_be_visible()
    shares(owner, team)

    enter(analyst, team, ADA)
    expect(analyst.get_by_text(address(OLGA, "owned by "))).to_be_visible()
    asks_for_too_much(analyst, team)
    approves(owner, team)
    releases(analyst, team)
    link = publishes(analyst, team)

    reads(reader, link, tmp_path)
    revokes(owner, team)
    assert reader.goto(link).status == 404
    expect(reader.get_by_text(TITLE)).to_have_count(0)

    team.stop()
    acts = kinds(team.home, OLGA, "open", "grant", "slice", "propose", "approve", "charge", "share", "unshare")
    assert acts == [
        *((OLGA, kind) for kind in ("open", "grant", "slice")),
        *((ADA, "propose"), (OLGA, "approve"), (ADA, "charge"), (ADA, "share"), (OLGA, "unshare")),
    ]


def shares(owner: Page, team: Server) -> None:
    """The owner makes somebody an analyst, and sets a quarter aside for her."""
    visit(owner, f"{team.url}/team")
    owner.get_by_label("E-mail address").fill(ADA.upper())
    press(owner, "Add", exact=True)
    expect(owner.get_by_text(address(ADA)).first).to_be_visible()
    press(owner, "Set it aside")
    expect(owner.get_by_text(address(ADA, "For ", ": one more plan of up to epsilon 0.4"))).to_be_visible()


def asks_for_too_much(analyst: Page, team: Server) -> None:
    """The analyst's plan is more than her slice; she hands it to the owner."""
    analyst.get_by_test_id("stBaseButton-secondary").filter(has_text="Open").click()  # lists have a button of that name
    expect(analyst.get_by_role("heading", level=1, name="Ask")).to_be_visible()
    expect(analyst.get_by_role("link", name="your slice: up to epsilon 0.4")).to_be_visible()
    press(analyst, re.compile("Count by"))
    expect(analyst.get_by_role("button", name="Check and release")).to_be_enabled()
    price = analyst.get_by_role("spinbutton", name="This plan may spend (epsilon)")
    price.fill("0.6")
    price.press("Tab")
    settled(analyst)
    expect(analyst.get_by_text("is left of your slice")).to_be_visible()
    expect(analyst.get_by_role("button", name="Check and release")).to_be_disabled()
    press(analyst, "Ask for review")
    analyst.get_by_label("A note for the owners").fill("For the yearly report.")
    analyst.get_by_role("button", name="Send for review").dblclick()
    settled(analyst)  # where the second click comes late, it takes away what was said of the first
    visit(analyst, f"{team.url}/team")
    expect(analyst.locator("[class*=st-key-own-]")).to_have_count(1)


def approves(owner: Page, team: Server) -> None:
    """The owner sees what it would cost and say, and approves it, with two clicks as with one."""
    visit(owner, team.url)
    expect(owner.get_by_text("1 to review")).to_be_visible()
    visit(owner, f"{team.url}/team")
    expect(owner.get_by_text("For the yearly report.")).to_be_visible()
    expect(owner.get_by_text(re.compile(r"Count by .*: ± \d+ rows per group"))).to_be_visible()
    owner.get_by_role("button", name="Approve").dblclick()
    settled(owner)
    expect(owner.get_by_text("Waiting for you")).to_have_count(0)
    expect(owner.get_by_role("alert")).to_have_count(0)


def releases(analyst: Page, team: Server) -> None:
    """The analyst finds it approved, and releases it, once."""
    visit(analyst, f"{team.url}/ask")
    expect(analyst.get_by_text(address(OLGA, "Approved by "))).to_be_visible()
    analyst.get_by_role("button", name="Release now").dblclick()
    expect(analyst.get_by_role("heading", name="Answers")).to_be_visible()
    settled(analyst)
    expect(analyst.get_by_role("link", name="your slice: up to epsilon 0.4")).to_be_visible()
    visit(analyst, f"{team.url}/team")
    expect(analyst.locator("[class*=st-key-own-]")).to_contain_text("released")


def publishes(analyst: Page, team: Server) -> str:
    """The analyst publishes the answer: the link."""
    visit(analyst, f"{team.url}/publish")
    box = analyst.get_by_role("combobox", name="Answers")
    box.click()
    analyst.get_by_role("option").first.click()
    analyst.keyboard.press("Escape")
    settled(analyst)
    analyst.get_by_label("Title").fill(TITLE)
    analyst.get_by_label("Note").fill("All flights of one year, one in six.")
    analyst.get_by_label("Note").press("Tab")
    settled(analyst)
    press(analyst, "Publish", exact=True)
    shown = code(analyst.get_by_test_id("stCode").first)
    assert shown.startswith(f"{team.url}/s/")
    return shown


def reads(reader: Page, link: str, tmp_path: Path) -> None:
    """Somebody without an account reads it on a phone, keeps the file, and reads that without any network."""
    assert reader.goto(link).status == 200
    expect(reader.get_by_role("heading", level=1, name=TITLE)).to_be_visible()
    said = reader.get_by_role("paragraph").filter(has_text="95 % margin of error").first
    expect(said).to_be_visible()
    sentence = said.inner_text()
    assert reader.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with reader.expect_download() as download:
        reader.get_by_role("link", name="Offline page").click()
    kept = tmp_path / "kept.html"
    download.value.save_as(kept)
    reader.context.set_offline(True)
    reader.goto(kept.as_uri())
    expect(reader.get_by_role("heading", level=1, name=TITLE)).to_be_visible()
    expect(said).to_have_text(sentence)
    assert reader.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reader.context.set_offline(False)


def revokes(owner: Page, team: Server) -> None:
    """The owner ends the link, though somebody else made it."""
    visit(owner, f"{team.url}/publish")
    expect(owner.get_by_text("opened once")).to_be_visible()
    press(owner, "Revoke", exact=True)
    press(owner, "Revoke this link")
    expect(owner.locator("[class*=st-key-link-]").first).to_contain_text("revoked")
