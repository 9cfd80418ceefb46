"""What stands around a page is small: the meter is one row, and the title begins near the top; on a phone, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import dpcore as dp
from dpcore.present.language.translation import offered
from dpcore.table.sample import sample
from tests.browser.account import enter, person
from tests.browser.screen import visit
from tests.desk.sharing.world import ROWS, SCHEMA

WIDTHS = (1280, 390)
TOP, ROW = 100, 44
OLGA, ADA = "olga@example.org", "ada@example.org"


def opened(home: Path, user: str | None, *names: str) -> dp.Desk:
    """A desk with datasets of these names."""
    desk = dp.Desk(home=home, user=user)
    for place, name in enumerate(names):
        rows = dp.read(ROWS.iloc[place:])
        desk.add_dataset(name, rows, schema=SCHEMA, budget=dp.Budget(epsilon=3.0, delta=1e-6), separate_budget=True)
    return desk


def small(page: Page) -> None:
    """Asserts that the meter is one row whose parts are all inside the window, and where the title is."""
    title = page.get_by_role("heading", level=1)
    expect(title).to_be_visible()
    box, meter = title.bounding_box(), page.locator(".st-key-meter")
    assert box is not None and box["y"] <= TOP
    row = meter.bounding_box()
    assert row is not None and row["height"] <= ROW
    width = page.evaluate("window.innerWidth")
    parts = [part for part in meter.locator("> *").all() if part.is_visible()]
    assert len(parts) >= 3, "a dataset, a link and a language at least; the bar is left out on phones"
    for part in parts:
        inside = part.bounding_box()
        assert inside is not None and inside["x"] >= 0 and inside["x"] + inside["width"] <= width
        assert inside["width"] > 20, "a part of the meter is squeezed to nothing"


@pytest.mark.audit
@pytest.mark.parametrize("width", WIDTHS)
def test_of_a_desk_with_two_datasets(server, visitor, width):
    opened(server.home, None, "visits", "a name that is as long as people make them").close()
    page = visitor(viewport={"width": width, "height": 844})
    for path in ("", "/data", "/results", "/ledger", "/learn"):
        visit(page, f"{server.url}{path}")
        small(page)


@pytest.mark.audit
@pytest.mark.parametrize("width", WIDTHS)
def test_of_a_member_of_a_team(team_server, visitor, width):
    with opened(team_server.home, OLGA, "visits") as desk:
        desk.team("visits").add(ADA, "analyst")
    page = visitor(viewport={"width": width, "height": 844})
    enter(page, team_server, ADA)
    visit(page, f"{team_server.url}/results")
    small(page)
    expect(person(page, ADA)).to_be_visible()


@pytest.mark.sample(1)
@pytest.mark.parametrize("code", list(offered()))
def test_of_made_up_rows_in_every_language(server, visitor, code):
    with opened(server.home, None, "visits") as desk:
        made = sample()
        desk.add_dataset(
            "sample",
            dp.read(made.rows),
            schema=made.schema,
            unit=made.unit,
            budget=dp.Budget(mu=5.0, delta=1e-6),
            synthetic=True,
        )
    page = visitor(viewport={"width": 390, "height": 844})
    visit(page, f"{server.url}/ledger?lang={code}")
    small(page)
