"""A table of 19 columns, described by a data dictionary; a reload in the middle of it; the plan after a reload."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from dpcore.table.dictionary import declaration
from tests.browser.screen import fits, settled, visit
from tests.browser.server import Server

NUMBERS = [f"number {place}" for place in range(12)]
NAMES = ["person", "ward", "day", "smoker", *NUMBERS, "=1+1", "a|b", "notes"]
ROWS = [
    [f"p{row % 30}", "AB"[row % 2], f"2024-01-{1 + row % 28:02}", "yes", *[str(row)] * 12, "1", "2", "none"]
    for row in range(90)
]
LINES = [
    *("person,identifier,,,,", "ward,category,,,A|B|C,other", "day,date,2024-01-01,2024-12-31,,", "smoker,flag,,,,"),
    *(f"{name},whole number,0,100,," for name in NUMBERS),
    *("'=1+1,number,0,10,,0", '"a|b",number,0,10,,'),
]
DICTIONARY = "\n".join(["column,kind,from,to,values,missing", *LINES, "notes,text,9,,,"])


def table(folder: Path) -> Path:
    path = folder / "visits.csv"
    path.write_text("\n".join(",".join(row) for row in [NAMES, *ROWS]), encoding="utf-8")
    return path


def press(page: Page, name: str) -> Page:
    page.get_by_role("button", name=name).first.click()
    return settled(page)


def test_nineteen_columns_a_reload_and_the_plan(page: Page, server: Server, tmp_path: Path) -> None:
    visit(page, f"{server.url}/data")
    page.locator("input[type=file]").set_input_files(table(tmp_path))
    press(settled(page), "Describe the columns")

    page.get_by_text("Data dictionary").click()
    settled(page)
    said = tmp_path / "said.csv"
    said.write_text(DICTIONARY, encoding="utf-8")
    page.locator("input[type=file]").set_input_files(said)
    expect(page.get_by_text("18 of 19 columns are described by the dictionary.")).to_be_visible()
    expect(page.get_by_text("Line 20 ('notes')")).to_be_visible()
    fits(settled(page))

    page.reload()
    settled(page)
    expect(page.get_by_text("18 of 19 columns are described by the dictionary.")).to_be_visible()
    page.get_by_role("combobox", name="Column", exact=True).click()
    page.keyboard.type("notes")
    page.get_by_role("option", name="notes", exact=True).click()
    page.get_by_role("combobox", name="Kind", exact=True).click()
    page.get_by_role("option", name="not used", exact=True).click()
    expect(page.get_by_text("18 of 19 columns are described · 1 still to do, or to leave")).to_be_visible()
    page.get_by_text("Data dictionary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).click()
    found = declaration.read(Path(download.value.path()).read_bytes())
    assert not found.problems and list(found.columns) == NAMES
    assert found.columns == {**declaration.read(DICTIONARY).columns, "notes": None}

    page.get_by_label("Name of the dataset").fill("visits")
    page.get_by_label("Name of the dataset").press("Enter")
    press(settled(page), "Open the dataset")
    expect(page.get_by_role("heading", name="Ask")).to_be_visible()

    press(page, "Histogram of")
    page.get_by_role("spinbutton", name="Error ±").fill("30")
    page.get_by_role("spinbutton", name="Error ±").press("Enter")
    settled(page)
    page.reload()
    settled(page)
    expect(page.get_by_role("spinbutton", name="Error ±")).to_have_value("30")
    expect(page.get_by_role("link", name="epsilon 0.000 of 1 charged")).to_be_visible()
