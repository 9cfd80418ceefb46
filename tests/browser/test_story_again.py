"""A table is described again in a real browser: in the grid, by keyboard alone, and on a phone by touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import dpcore as dp
from dpcore import Desk
from dpcore.table.sample import sample
from tests.browser.screen import settled, unfold, visit
from tests.browser.server import Server

HEAD, ROW = 35, 35
WIDTHS = (130, 62, 112, 104, 78, 78)
TO = 5


def stocked(home: Path) -> None:
    made = sample()
    with Desk(home=home) as desk:
        desk.add_dataset(
            "visits", dp.read(made.rows), schema=made.schema, unit=made.unit, budget=dp.Budget(epsilon=1, delta=1e-6)
        )
        desk.release("visits", dp.Plan([dp.Count(by=["ward"]), dp.Mean("cost")], mu=0.05))


def opened(page: Page, server: Server) -> Page:
    visit(page, f"{server.url}/dataset")
    unfold(page, "Describe again")
    expect(page.get_by_role("button", name="Describe the rows so")).to_be_disabled()
    return settled(page)


def cell(page: Page, row: int, column: int):
    return page.get_by_test_id(f"glide-cell-{column}-{row}").last


def test_bounds_are_typed_in_the_grid(server: Server, page: Page) -> None:
    stocked(server.home)
    opened(page, server)
    with Desk(home=server.home) as desk:
        row = list(desk.dataset("visits").kept.columns).index("cost")
    canvas = page.get_by_test_id("stDataFrame").nth(1).locator("canvas").first
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + sum(WIDTHS[:TO]) + WIDTHS[TO] // 2, box["y"] + HEAD + ROW * row + ROW // 2)
    expect(cell(page, row, TO)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    entry = page.locator("textarea.gdg-input")
    entry.fill("9000")
    page.wait_for_timeout(200)  # the grid loses keys that come within 60 ms before Enter
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("cost: from 0 to 9,000"))).to_be_visible()
    expect(page.get_by_text(re.compile("1 answered question is about what changes"))).to_be_visible()
    expect(page.get_by_text("1 answered question stays as it is")).to_be_visible()
    page.get_by_text("public knowledge", exact=True).click()
    settled(page)
    page.get_by_role("button", name="Describe the rows so").click()
    expect(page.get_by_text("The rows are described anew, and the ledger records it.")).to_be_visible()
    with Desk(home=server.home) as desk:
        assert desk.dataset("visits").table.schema["cost"] == dp.Number(0, 9000)
        assert desk.quote("visits", dp.Plan([dp.Count(by=["ward"]), dp.Mean("cost")], mu=0.05)).stored == (True, False)


def test_on_a_phone_by_ordinary_fields(server: Server, visitor: Callable[..., Page]) -> None:
    stocked(server.home)
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    opened(page, server)
    page.get_by_role("combobox", name="Column").tap()
    page.get_by_role("option", name="cost", exact=True).tap()
    settled(page)
    page.get_by_label("to", exact=True).fill("9000")
    page.get_by_label("to", exact=True).press("Enter")
    expect(page.get_by_text(re.compile("cost: from 0 to 9,000"))).to_be_visible()
    page.get_by_text("a correction of a slip").tap()
    settled(page)
    page.get_by_role("button", name="Describe the rows so").tap()
    expect(page.get_by_text("The rows are described anew, and the ledger records it.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_what_is_typed_last_counts_and_start_over_is_seen(server: Server, page: Page) -> None:
    """A note that still has the cursor when the button is clicked; fields that a browser keeps by itself."""
    stocked(server.home)
    opened(page, server)
    expected = page.get_by_label("Expected number of rows")
    expected.fill("4321")
    expected.press("Enter")
    settled(page)
    page.get_by_text("public knowledge", exact=True).click()
    settled(page)
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_text("Nothing is changed yet.")).to_be_visible()
    expect(expected).to_have_value("")
    expect(page.get_by_role("radio", name="public knowledge")).not_to_be_checked()
    expected.fill("1234")
    expected.press("Enter")
    settled(page)
    page.get_by_text("public knowledge", exact=True).click()
    settled(page)
    page.get_by_label(re.compile("^Source, in your words")).fill("typed at once")
    page.get_by_role("button", name="Describe the rows so").click()
    expect(page.get_by_text("The rows are described anew, and the ledger records it.")).to_be_visible()
    with Desk(home=server.home) as desk:
        entry = desk.ledger("visits")[-1]
        assert entry.payload["origin"]["note"] == "typed at once" and entry.payload["facts"]["expected_rows"] == 1234
