"""The plan table in a real browser: typing, pasting, sorting, its menu, by mouse, by keyboard and on a phone.

Streamlit draws the table on a canvas. Beside it stands the same table for screen readers, whose cells are read here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import dpcore as dp
from dpcore import Desk
from dpcore.desk.draft import Drafts
from dpcore.table.sample import sample
from pages.ui.plan.draft import Draft, Row
from tests.browser.screen import settled, visit
from tests.browser.server import Server

QUESTION, PRICE, MARGIN, WEIGHT, SET_BY, STATE = 0, 1, 2, 3, 4, 7
HEAD, ROW = 35, 35
WIDTHS = (250, 122, 120, 84, 88, 156, 116, 150, 56)
MENU = 8
PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"
_ABOVE_THE_FOOT = """() => {
    const at = document.activeElement, foot = document.querySelector("[data-testid=stBottom]");
    return foot.contains(at) || at.getBoundingClientRect().bottom <= foot.getBoundingClientRect().top;
}"""
QUERIES: list[dp.queries.Query] = [
    dp.Count(),
    dp.Histogram("age", bins=24),
    dp.Count(by=["ward"]),
    dp.Count(where=[dp.Condition("age", ">=", 65)]),
]


@pytest.fixture
def planned(server: Server) -> Server:
    """The sample table, with four questions in the plan."""
    planned_at(server.home)
    return server


def planned_at(home: Path, count: int = 4) -> None:
    made = sample()
    with Desk(home=home) as desk:
        desk.add_dataset(
            "sample", dp.read(made.rows), schema=made.schema, unit=made.unit, budget=dp.Budget(epsilon=1, delta=1e-6)
        )
        queries = [query.bind(made.schema) for query in (QUERIES * count)[:count]]
        rows = tuple(Row(number, query) for number, query in enumerate(queries, 1))
        Drafts(desk.home, desk.user).save(desk.dataset("sample").id, Draft("mu", 0.1, rows, len(rows) + 1).to_text())


def asking(page: Page, server: Server) -> Page:
    visit(page, f"{server.url}/ask")
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()
    expect(cell(page, 0, QUESTION)).to_have_count(1)
    return settled(page)


def cell(page: Page, row: int, column: int):
    return page.get_by_test_id(f"glide-cell-{column}-{row}")


def cells(page: Page, number: int):
    return page.locator(f'[data-testid^="glide-cell-{number}-"]')


def column(page: Page, number: int) -> list[str]:
    """What a column says now; `says` waits until it does."""
    return cells(page, number).all_text_contents()


def says(page: Page, number: int, *texts: str) -> None:
    expect(cells(page, number)).to_have_text(list(texts))


def click(page: Page, row: int, number: int) -> None:
    """A click into a cell; row -1 is the header."""
    settled(page)
    box = page.get_by_test_id("stDataFrame").locator("canvas").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + sum(WIDTHS[:number]) + WIDTHS[number] // 2, box["y"] + HEAD + ROW * row + ROW // 2)


def select(page: Page, row: int, number: int) -> None:
    """A click into a cell that is edited, which is selected then."""
    click(page, row, number)
    expect(cell(page, row, number)).to_have_attribute("aria-selected", "true")


def typed(page: Page, text: str) -> None:
    """Opens the chosen cell, replaces what it says, and goes to the one below; it waits as a person would look."""
    page.keyboard.press("Enter")
    entry = page.locator("textarea.gdg-input")
    expect(entry).to_be_visible()
    entry.fill(text)
    expect(entry).to_have_value(text)
    page.wait_for_timeout(200)  # the table loses keys that come within 60 ms before Enter
    page.keyboard.press("Enter")
    expect(entry).to_have_count(0)
    settled(page)


def chosen(page: Page, row: int, act: str) -> None:
    click(page, row, MENU)
    page.get_by_role("menuitem", name=act, exact=True).click()


def test_prices_are_typed_one_after_the_other_and_the_foot_follows(planned, page):
    asking(page, planned)
    foot = page.get_by_text(re.compile("This plan takes")).inner_text()
    select(page, 0, PRICE)
    for price in ("0.1", "0.15", "0.2"):  # Enter goes to the row below
        typed(page, price)
    says(page, SET_BY, "price", "price", "price", "weight")
    assert column(page, PRICE)[:3] == ["0.1", "0.15", "0.2"]
    assert page.get_by_text(re.compile("This plan takes")).inner_text() == foot, "the fourth pays for the others"
    select(page, 1, WEIGHT)
    typed(page, "3")
    expect(cell(page, 1, SET_BY)).to_have_text("weight")
    assert column(page, PRICE)[1] != "0.15", "what was typed before no longer stands on top of what follows"
    for _ in range(4):
        page.get_by_role("button", name="Undo").click()
        settled(page)
    says(page, SET_BY, *["weight"] * 4)
    assert len(set(column(page, PRICE))) == 1


def test_a_margin_with_its_unit_and_one_that_is_no_number(planned, page):
    asking(page, planned)
    select(page, 0, MARGIN)
    typed(page, "±60 rows")
    expect(cell(page, 0, SET_BY)).to_have_text("margin")
    select(page, 1, MARGIN)
    typed(page, "small")
    expect(page.get_by_text("“small” is not a positive number.")).to_be_visible()
    says(page, SET_BY, "margin", "weight", "weight", "weight")
    expect(cell(page, 1, MARGIN)).not_to_have_text("small")


def test_a_pasted_block_is_one_step(planned, page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    asking(page, planned)
    page.evaluate("navigator.clipboard.writeText('0.1\\t\\n0.12\\t\\ndear\\t\\n0.11\\t\\n0.3\\t\\n')")
    select(page, 0, PRICE)
    page.keyboard.press("ControlOrMeta+v")
    expect(page.get_by_text("“dear” is not a positive number.")).to_be_visible()
    says(page, SET_BY, "price", "price", "weight", "price")  # rows beyond the table are no rows
    page.get_by_role("button", name="Undo").click()
    settled(page)
    says(page, SET_BY, *["weight"] * 4)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_the_menu_acts_on_the_row_that_is_seen_after_sorting(planned, page):
    asking(page, planned)
    before = sorted(column(page, QUESTION))
    click(page, -1, QUESTION)
    says(page, QUESTION, *before)
    click(page, -1, QUESTION)
    before.reverse()
    says(page, QUESTION, *before)
    assert before[0].startswith("Histogram")
    chosen(page, 0, "Turn off")
    expect(page.get_by_test_id(re.compile(rf"glide-cell-{STATE}-\d")).filter(has_text="off")).to_have_count(1)
    settled(page)
    states = dict(zip(column(page, QUESTION), column(page, STATE), strict=True))
    assert [question for question, state in states.items() if state == "off"] == [before[0]]
    chosen(page, column(page, QUESTION).index("Count"), "Remove")
    expect(cell(page, 3, QUESTION)).to_have_count(0)
    expect(cell(page, 2, QUESTION)).to_have_count(1)
    assert set(column(page, QUESTION)) == set(before) - {"Count"}


def test_the_menu_in_another_language(planned, page):
    visit(page, f"{planned.url}/ask?lang=ko")
    expect(cell(page, 0, QUESTION)).to_have_count(1)
    settled(page)
    click(page, 1, MENU)
    items = page.get_by_role("menuitem")
    expect(items.first).to_be_visible()
    items.last.click()
    expect(cell(page, 3, QUESTION)).to_have_count(0)
    expect(cell(page, 2, QUESTION)).to_have_count(1)
    assert len(column(page, QUESTION)) == 3


def test_everything_by_keyboard_alone(planned, page):
    """The field "Row" opens the form; every act is a field or a button of it."""
    asking(page, planned)
    row = page.get_by_role("combobox", name="Row")
    row.focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    price = page.get_by_role("spinbutton", name="Price")
    expect(price).to_be_visible()
    price.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("0.2")
    page.keyboard.press("Enter")
    expect(cell(page, 2, SET_BY)).to_have_text("price")
    expect(price).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("99999")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The locked questions take the whole amount").first).to_be_visible()
    expect(settled(page).get_by_role("spinbutton", name="Price")).to_be_focused()  # to be mended there
    asked = page.get_by_role("switch", name="Asked")
    for state in ("off", "new"):
        asked.press("Space")
        expect(cell(page, 2, STATE)).to_have_text(state)
        expect(settled(page).get_by_role("switch", name="Asked")).to_be_focused()
    asked.press("Space")
    expect(cell(page, 2, STATE)).to_have_text("off")
    page.get_by_role("textbox", name="Name of your own").focus()
    page.keyboard.type("By ward")
    page.keyboard.press("Enter")
    expect(cell(page, 2, QUESTION)).to_have_text("By ward · Count by ward")
    page.get_by_role("button", name="Undo").press("Enter")
    expect(cell(page, 2, QUESTION)).to_have_text("Count by ward")


def test_the_bar_that_scrolls_the_table_has_room_below_the_last_row_and_labels_stand_in_line(planned, page):
    asking(page, planned)
    table = page.get_by_test_id("stDataFrame").bounding_box()
    assert table is not None and table["height"] >= HEAD + 4 * ROW + 12
    spend, noise = (
        page.get_by_text(label, exact=True).bounding_box() for label in ("This plan may spend (epsilon)", "Noise")
    )
    assert spend is not None and noise is not None and abs(spend["y"] - noise["y"]) <= 1


def test_by_keyboard_among_many_rows_what_has_the_focus_stays_in_sight(server, page):
    """Neither a table that shrinks above it nor the foot takes it away."""
    planned_at(server.home, 20)
    asking(page, server)
    row = page.get_by_role("combobox", name="Row")
    row.focus()
    page.keyboard.type("3 ·")
    page.keyboard.press("Enter")
    expect(page.get_by_role("spinbutton", name="Price")).to_be_attached()
    expect(settled(page).get_by_role("combobox", name="Row")).to_be_in_viewport()
    for _ in range(20):
        page.keyboard.press("Tab")
        assert page.evaluate(_ABOVE_THE_FOOT), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


def test_on_a_phone_question_price_and_margin_are_seen(planned, visitor):
    page = visitor(
        viewport={"width": 390, "height": 800},
        has_touch=True,
        is_mobile=True,
        user_agent=PHONE,
    )
    asking(page, planned)
    box = page.get_by_test_id("stDataFrame").locator("canvas").first.bounding_box()
    assert box is not None and box["width"] + 2 >= 152 + 86 + 118, "the three columns fit"
    headings = page.get_by_test_id("stDataFrame").locator("th")
    expect(headings.nth(PRICE)).to_have_text("Price")
    expect(headings.nth(MARGIN)).to_have_text("Margin")
    page.get_by_role("combobox", name="Row").tap()
    page.get_by_role("option", name="2 ·").tap()
    expect(page.get_by_role("spinbutton", name="Price")).to_be_visible()
    page.get_by_text("Asked", exact=True).tap()
    expect(page.get_by_text("Turned off: it keeps its place")).to_be_visible()
    foot = page.get_by_test_id("stBottom").bounding_box()
    assert foot is not None and foot["height"] < 200, "the plan is seen above it"
    expect(page.get_by_role("button", name="Check and release…")).to_be_in_viewport()


def test_on_a_phone_release_is_in_sight_with_twenty_questions(server, visitor):
    planned_at(server.home, 20)
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, user_agent=PHONE)
    asking(page, server)
    page.get_by_role("button", name="Check and release…").tap()
    expect(page.get_by_role("button", name="Release", exact=True)).to_be_in_viewport(ratio=1)
    expect(settled(page).get_by_role("dialog").get_by_text("Count by ward").first).to_be_attached()
