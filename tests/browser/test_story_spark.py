"""A table of Spark in a real browser: from its address to an answer, although Spark dies when the charge is made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from playwright.sync_api import Page, expect

import dpcore as dp
from tests.browser import server as dashboard
from tests.browser.screen import fits, settled, visit
from tests.browser.test_story_describe import press
from tests.browser.test_uploads import until
from tests.spark import Server, server

ROWS = 300_000
LINES = ("column,kind,from,to,values,missing", "ward,category,,,A|B,", "cost,number,0,100,,0")


@pytest.fixture
def own_spark(tmp_path: Path) -> Iterator[Server]:
    """A Spark that may be killed, with a table."""
    wards = pa.array(["A", "B", "B"] * (ROWS // 3))
    pq.write_table(pa.table({"ward": wards, "cost": pa.array(range(ROWS), pa.float64())}), tmp_path / "rows.parquet")
    with server() as one:
        placed(one, tmp_path)
        yield one


def placed(spark: Server, folder: Path) -> None:
    """The table, which a Spark in memory forgets when it ends."""
    spark.table("visits", {"ward": "string", "cost": "double"}, folder / "rows.parquet")


def test_from_an_address_to_an_answer_past_a_crash(
    page: Page, server: dashboard.Server, own_spark: Server, tmp_path: Path
) -> None:
    visit(page, f"{server.url}/data")
    page.get_by_placeholder("sc://host:15002").fill(own_spark.address)
    page.get_by_label("Table", exact=True).last.fill("default.visits")
    page.get_by_label("Table", exact=True).last.press("Enter")
    press(settled(page), "Read from Spark")
    expect(page.get_by_text("2 columns.")).to_be_visible()
    press(settled(page), "Describe the columns")
    page.get_by_text("Data dictionary").click()
    settled(page)
    (tmp_path / "said.csv").write_text("\n".join(LINES), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(tmp_path / "said.csv")
    expect(page.get_by_text("2 of 2 columns are described by the dictionary.")).to_be_visible()
    fits(settled(page))
    page.get_by_label("Name of the dataset").fill("visits")
    page.get_by_label("Name of the dataset").press("Enter")
    press(settled(page), "Open the dataset")
    expect(page.get_by_role("heading", name="Ask")).to_be_visible()

    press(page, "Count by ward")
    press(page, "Check and release")
    page.get_by_role("button", name="Release", exact=True).click()
    with dp.Desk(home=server.home) as desk:
        until(lambda: any(entry.kind == "charge" for entry in desk.ledger("visits")))
    own_spark.kill()
    expect(page.get_by_text("One question was paid for and not answered.").first).to_be_visible()
    assert not page.get_by_text("Something went wrong").count()

    own_spark.start()
    placed(own_spark, tmp_path)
    press(settled(page), "Answer the paid questions")
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    fits(settled(page))
    server.stop()
    with dp.Desk(home=server.home) as desk:
        (release,) = desk.releases("visits")
        assert len([entry for entry in desk.ledger("visits") if entry.kind == "charge"]) == 1
    counts = dict(zip(release.table["ward"], release.table["estimate"], strict=True))
    assert abs(counts["A"] - ROWS / 3) < 1000 and abs(counts["B"] - 2 * ROWS / 3) < 1000
