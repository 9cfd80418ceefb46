"""Describe as a grid in a real browser: a pasted block, ticks and the bar, and on a phone by touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import dpcore as dp
from dpcore import Desk
from tests.browser.screen import settled, unfold, visit
from tests.browser.server import Server
from tests.browser.test_story_flights import choose

HEAD, ROW = 35, 35
WIDTHS = (130, 62, 104, 78, 78, 104, 98, 70, 98, 120)
TICK, KIND = 1, 2
NAMES = ("who", "age", "ward", "smoker", "day", *(f"score {number}" for number in range(55)))
BLOCK = "\n".join(
    [
        *("identifier\t\t\t", "int\t0\t120\t", "category\t\t\tA|B", "bool\t\t\t", "day\t2024-01-01\t2024-12-31\t"),
        *("nombre\t0\t10\t" if number == 3 else f"number\t0\t{10 + number}\t" for number in range(55)),
        *("number\t0\t1\t",) * 5,  # more rows than the grid
    ]
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    row = ["p1", "30", "A", "yes", "2024-02-03", *["5"] * 55]
    path = tmp_path / "wide.csv"
    path.write_text("\n".join([",".join(NAMES), *[",".join(row)] * 3]) + "\n", encoding="utf-8")
    return path


def describing(page: Page, server: Server, file: Path) -> Page:
    visit(page, f"{server.url}/data")
    page.locator('input[type="file"]').set_input_files(file)
    page.get_by_role("button", name="Describe the columns").click()
    expect(page.get_by_role("heading", name="Describe")).to_be_visible()
    return settled(page)


def cell(page: Page, row: int, column: int):
    return page.get_by_test_id(f"glide-cell-{column}-{row}").last


def select(page: Page, row: int, number: int) -> None:
    canvas = page.get_by_test_id("stDataFrame").locator("canvas").first
    canvas.scroll_into_view_if_needed()
    box = settled(page) and canvas.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + sum(WIDTHS[:number]) + WIDTHS[number] // 2, box["y"] + HEAD + ROW * row + ROW // 2)


def opened(page: Page, server: Server, name: str) -> dp.Schema:
    page.get_by_label("Name of the dataset").fill(name)
    page.get_by_label("Name of the dataset").press("Enter")
    settled(page)
    page.get_by_role("button", name="Open the dataset").click()
    expect(page.get_by_role("heading", name="Ask", level=1)).to_be_visible()
    with Desk(home=server.home) as desk:
        return desk.dataset(name).table.schema


def test_sixty_columns_are_pasted_as_a_block(server: Server, page: Page, file: Path) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    describing(page, server, file)
    grid = page.get_by_test_id("stDataFrame").bounding_box()
    assert grid is not None and grid["height"] <= 700
    expect(page.get_by_text("60 still to do, or to leave")).to_be_visible()
    page.evaluate("text => navigator.clipboard.writeText(text)", BLOCK)
    select(page, 0, KIND)
    expect(cell(page, 0, KIND)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ControlOrMeta+v")
    expect(page.get_by_text("59 of 60 columns are described · 1 has something wrong")).to_be_visible()
    page.reload()
    expect(page.get_by_text("59 of 60 columns are described · 1 has something wrong")).to_be_visible()
    settled(page)
    page.get_by_role("combobox", name="Column", exact=True).click()
    page.keyboard.type("score 3")
    page.get_by_role("option", name="score 3", exact=True).click()
    expect(page.get_by_text("nombre' is not a kind of column").last).to_be_visible()
    page.get_by_role("combobox", name="Kind", exact=True).click()
    page.get_by_role("option", name="text", exact=True).click()
    expect(page.get_by_text("60 of 60 columns are described")).to_be_visible()
    schema = opened(page, server, "wide")
    assert len(schema.columns) == 60 and schema["score 54"] == dp.Number(0, 64) and schema["score 3"] == dp.Text()
    assert schema["ward"] == dp.Category(["A", "B"]) and schema["age"] == dp.Number(0, 120, integer=True)


def test_ticks_and_the_bar(server: Server, page: Page, file: Path) -> None:
    describing(page, server, file)
    for row in (6, 7):
        select(page, row, TICK)
        settled(page)
    expect(page.get_by_role("button", name="Set 2 ticked columns")).to_be_enabled()
    choose(settled(page), "describe-set-kind", "number")
    page.get_by_role("textbox", name="from (all ticked)").fill("0")
    page.get_by_role("textbox", name="to (all ticked)").fill("10")
    page.get_by_role("button", name="Set 2 ticked columns").click()  # with the field that was typed last
    expect(page.get_by_text("2 of 60 columns are described")).to_be_visible()
    page.get_by_role("button", name="Suggest from").click()
    expect(page.get_by_text("are guesses to check").or_(page.get_by_text("is a guess to check"))).to_be_visible()
    settled(page)
    assert opened(page, server, "ticked")["score 1"] == dp.Number(0, 10)


def test_by_touch_on_a_phone(server: Server, visitor: Callable[..., Page], file: Path) -> None:
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    describing(page, server, file)
    page.get_by_role("combobox", name="Column", exact=True).tap()
    page.get_by_role("option", name="age", exact=True).tap()
    page.get_by_role("combobox", name="Kind", exact=True).tap()
    page.get_by_role("option", name="number", exact=True).tap()
    settled(page)
    page.get_by_role("combobox", name="Publicly known").tap()
    page.get_by_role("option", name="age in years 0–120").tap()
    expect(page.get_by_text("1 of 60 columns is described")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert opened(page, server, "phone")["age"] == dp.Number(0, 120, integer=True)


def test_cells_are_read_as_they_are_written_and_a_wrong_format_is_mended(
    server: Server, page: Page, tmp_path: Path
) -> None:
    path = tmp_path / "visits.csv"
    path.write_text(
        "day;amount\n" + "".join(f"{day:02}.02.2024;1.{day:03},5 €\n" for day in range(1, 29)) * 10, "utf-8"
    )
    describing(page, server, path)
    unfold(page, "Data dictionary")
    said = tmp_path / "said.csv"
    said.write_text("column,kind,from,to\nday,date,2024-01-01,2024-12-31\namount,number,0,5000\n", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(said)
    expect(page.get_by_text("2 of 2 columns are described by the dictionary.")).to_be_visible()
    unfold(settled(page), "Try a line")
    line = page.get_by_role("textbox", name="One line as it would be in your file")
    line.fill("05.06.2024;1.234,5 €")
    line.press("Enter")
    settled(page)
    for words in ("2024-06-05", "missing"):
        expect(page.locator("td[role=gridcell]").get_by_text(words, exact=True)).to_be_attached()
    opened(page, server, "visits")
    page.goto(f"{server.url}/dataset")
    settled(page)
    unfold(page, "Describe again")
    page.get_by_role("combobox", name="Column", exact=True).click()
    page.get_by_role("option", name="amount", exact=True).click()
    settled(page)
    page.get_by_label("Written as", exact=True).fill("1.234,5 €")
    page.get_by_label("Written as", exact=True).press("Enter")
    expect(page.get_by_text("Cells of 1 column would be read by another format: amount.")).to_be_visible()
    settled(page).get_by_role("button", name="Read the rows again this way").click()
    expect(page.get_by_text("The rows are read anew as a new version, and the ledger records it.")).to_be_visible()
    with Desk(home=server.home) as desk:
        few = dp.Count(where=[dp.Condition("amount", ">=", 1000), dp.Condition("amount", "<", 1100)])
        (count,) = desk.release("visits", dp.Plan([few], mu=0.2))
        assert float(count.table["estimate"].iloc[0]) > 140  # of 280; none by the first format
