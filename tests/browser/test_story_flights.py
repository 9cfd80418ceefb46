"""The whole story on a table nobody here made: upload, describe, ask, release; reload, a second browser, kill -9."""

from __future__ import annotations

import contextlib
import re
import time
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, TimeoutError, expect

from dpcore import Budget, Desk, Unit, read
from tests.browser.screen import settled, unfold, visit
from tests.release.test_flights import CARRIERS, SCHEMA, flights_csv

METER = re.compile(r"epsilon [\d.]+ of \d+ charged · left: up to epsilon")
# The place of each used column in the file, and what everybody may know of it.
NUMBERS = {"month": (1, "1", "12"), "dep_delay": (5, "-30", "300"), "distance": (15, "0", "5000")}
WHOLE = ("month", "distance")
CATEGORIES = {"carrier": (9, ", ".join(CARRIERS)), "origin": (12, "EWR, JFK, LGA")}
TAILNUM = 11
DICTIONARY = "\n".join(
    [
        "column,kind,from,to,values",
        *(
            f"{name},{'whole number' if name in WHOLE else 'number'},{NUMBERS[name][1]},{NUMBERS[name][2]},"
            for name in NUMBERS
        ),
        *(f"{name},category,,,{values.replace(', ', '|')}" for name, (_, values) in CATEGORIES.items()),
        "tailnum,identifier,,,",
    ]
)


def choose(page: Page, key: str, option: str) -> None:
    """Pick an option of a select box by its key. A rerun that is late closes the list, so it is opened again."""
    box = page.locator(f".st-key-{key}").get_by_role("combobox")
    for _ in range(3):
        box.click()
        with contextlib.suppress(TimeoutError):
            page.get_by_role("option", name=option, exact=True).click(timeout=3_000)
            break
        page.keyboard.press("Escape")
    expect(box).to_have_value(option)
    settled(page)


def fill(page: Page, key: str, text: str) -> None:
    """Type into a field by its key, and leave it."""
    field = page.locator(f".st-key-{key}").locator("input, textarea").first
    field.fill(text)
    field.press("Tab")
    settled(page)


def press(page: Page, name: str | re.Pattern[str], **options: bool) -> None:
    """Press a button by its name, and wait."""
    page.get_by_role("button", name=name, **options).click()
    settled(page)


def described(page: Page, url: str, file: Path) -> None:
    """Upload the file and say what is publicly known about four of its columns."""
    uploaded(page, url, file)
    for name, (place, low, high) in list(NUMBERS.items())[:2]:
        choose(page, "describe-column", name)
        choose(page, f"describe-form-{place}-kind", "whole number" if name in WHOLE else "number")
        fill(page, f"describe-form-{place}-low", low)
        fill(page, f"describe-form-{place}-high", high)
    place, values = CATEGORIES["origin"]
    choose(page, "describe-column", "origin")
    choose(page, f"describe-form-{place}-kind", "category")
    fill(page, f"describe-form-{place}-values", values)
    choose(page, "describe-column", "tailnum")
    choose(page, f"describe-form-{TAILNUM}-kind", "identifier")
    counted_by_aircraft(page)


def described_by_dictionary(page: Page, url: str, file: Path) -> None:
    """The same, with a file that says what the columns are."""
    uploaded(page, url, file)
    page.get_by_text("Data dictionary").click()
    settled(page)
    said = {"name": "columns.csv", "mimeType": "text/csv", "buffer": DICTIONARY.encode()}
    page.locator("input[type=file]").set_input_files(said)  # type: ignore[arg-type]
    expect(page.get_by_text("6 of 19 columns are described by the dictionary.")).to_be_visible()
    settled(page)
    counted_by_aircraft(page)


def uploaded(page: Page, url: str, file: Path) -> None:
    """The file is on the server, and its columns are to be described."""
    visit(page, f"{url}/data")
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.get_by_text("19 columns.")).to_be_visible()
    press(page, "Describe the columns")


def counted_by_aircraft(page: Page) -> None:
    """One unit is an aircraft with at most fifty flights; the dataset has a name."""
    choose(page, "describe-unit", "tailnum")
    fill(page, "describe-rows", "50")
    fill(page, "describe-name", "flights")


def planned(page: Page, url: str) -> None:
    """The plan: a histogram and a count, up to the last button."""
    visit(page, f"{url}/ask")
    press(page, re.compile("Histogram of dep_delay|Histogram of"))
    unfold(page, "Add a question")
    choose(page, "form-" + page.url.split("dataset=")[1] + "-kind", "Count")
    press(page, "Add to the plan")
    press(page, re.compile("Check and release"))


def charges(home: Path) -> list[str]:
    """The keys that were charged, one list entry a charge entry."""
    with Desk(home=home) as desk:
        desk.verify()
        return [entry.hash for entry in desk.ledger("flights") if entry.kind == "charge"]


def meter(page: Page) -> str:
    """What the meter says."""
    return page.get_by_role("link", name=METER).inner_text()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Sixty thousand of the flights: an upload that a test can wait for."""
    rows = pd.read_csv(flights_csv(tmp_path), dtype=str, keep_default_na=False)
    rows.iloc[::6].to_csv(tmp_path / "flights.csv", index=False)
    return tmp_path / "flights.csv"


def test_from_a_file_to_answers_that_survive(server, page, visitor, file):
    described(page, server.url, file)
    press(page, "Open the dataset")
    expect(page.get_by_role("heading", level=1, name="Ask")).to_be_visible()
    settled(page)
    full = meter(page)
    assert full.startswith("epsilon 0.000 of ")

    planned(page, server.url)
    page.get_by_role("button", name="Release", exact=True).dblclick()
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    settled(page)
    left = meter(page)
    assert left != full

    page.reload()
    settled(page)
    assert meter(page) == left
    second = visit(visitor(color_scheme="dark"), f"{server.url}/results")
    assert meter(second) == left
    expect(second.locator("[data-testid=stImage] img").first).to_be_visible()
    server.stop()
    assert len(charges(server.home)) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("delay", [0.02, 0.15])
def test_kill_in_the_middle_of_a_release(server, page, file, delay):
    """kill -9 right after the click: at most one charge, what was paid is answered under it, and the desk goes on."""
    with Desk(home=server.home) as desk:
        unit = Unit("tailnum", max_rows=50)
        desk.add_dataset("flights", read(file), schema=SCHEMA, unit=unit, budget=Budget(epsilon=1, delta=1e-6))
    planned(page, server.url)
    page.get_by_role("button", name="Release", exact=True).click(no_wait_after=True)
    time.sleep(delay)
    server.kill()
    before = charges(server.home)
    assert len(before) <= 1
    with Desk(home=server.home) as desk:
        desk.resume("flights")
        assert len(desk.releases("flights")) == 2 * len(before), "what was paid is answered, under its charge"
    assert charges(server.home) == before
    server.start()
    visit(page, f"{server.url}/ask")  # the plan is where it was; what is answered is asked again by a press alone
    for number in range(1, 1 + 2 * len(before)):
        page.get_by_role("combobox", name="Row").click()
        page.get_by_role("option", name=re.compile(rf"^{number} ·")).click()
        page.get_by_role("button", name="Improve").click()
        settled(page)
    press(page, re.compile("Check and release"))
    page.get_by_role("button", name="Release", exact=True).click()
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    server.stop()
    assert charges(server.home)[: len(before)] == before and len(charges(server.home)) == len(before) + 1
