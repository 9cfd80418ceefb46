"""No label of a chart leaves its picture: long names, wide numbers, shares and days, as Chromium measures them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import dpcore as dp
from dpcore.present import page as pages
from dpcore.present import shape
from dpcore.present.chart import svg
from dpcore.present.chart.palette import sheet
from dpcore.present.chart.picture import Named, Picture, Series
from dpcore.table.table import Table
from tests.present import made

STYLE = sheet() + (Path(pages.__file__).parent / "template" / "style.css").read_text()
LEAVING = """() => [...document.querySelectorAll("svg")].flatMap(drawn => {
    const {width, height} = drawn.viewBox.baseVal
    return [...drawn.querySelectorAll("text")].filter(text => {
        const box = text.getBBox()
        return box.x < -1 || box.y < -1 || box.x + box.width > width + 1 || box.y + box.height > height + 1
    }).map(text => text.textContent)
})"""
COVERED = """() => [...document.querySelectorAll("svg")].flatMap(drawn => {
    const marks = [...drawn.querySelectorAll("rect.bar, circle.dot, line.interval")].map(mark => mark.getBBox())
    return [...drawn.querySelectorAll("text.figure")].filter(text => {
        const box = text.getBBox()
        return marks.some(mark => mark.x < box.x + box.width && mark.x + mark.width > box.x
            && mark.y + mark.height > box.y + 4 && mark.y < box.y + box.height - 4)
    }).map(text => text.textContent)
})"""
LETTERS = "iMWmw%@ aeE병동0-_"


def _rows(draw: random.Random) -> Picture:
    """Rows with names of any length and numbers of any size, all usable."""
    cells = draw.randint(1, 12) + 1
    names = ["".join(draw.choices(LETTERS, k=draw.randint(1, 40))) for _ in range(cells)]
    query = dp.Mean("cost", by=["ward"]) if draw.random() < 0.5 else dp.Count(by=["ward"])
    size = 10 ** draw.uniform(-4, 12)
    values = [draw.uniform(-1, 1) * size for _ in names]
    half = size * 10 ** draw.uniform(-6, 0)
    line = Series("", tuple(values), tuple(one - half for one in values), tuple(one + half for one in values))
    found = shape.picture(made.release(dp.Count(by=["ward"]), [[50, 60, 70]], mu=0.5))
    assert found is not None
    across = Named(tuple(names), "ward")
    shares = draw.random() < 0.3
    return replace(found, across=across, series=(line,), good=(True,) * cells, query=query, shares=shares)


def _bins(draw: random.Random) -> Picture:
    """Bins of numbers or days with counts of any size."""
    low = 10 ** draw.uniform(-3, 8)
    if draw.random() < 0.5:
        facts, query = Table(dp.Schema(x=dp.Number(-low, draw.uniform(0, 3) * low))), dp.Histogram("x", bins=7)
    else:
        facts, query = Table(dp.Schema(x=dp.Date("2019-03-05", "2024-11-12"))), dp.Histogram("x", period="quarter")
    cells = query.bind(facts.schema).axes(facts.schema)[0].size
    counts = [round(10 ** draw.uniform(0, 12)) for _ in range(cells)]
    found = shape.picture(made.release(query, [counts], facts, mu=0.5))
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(3))
def test_every_label_is_inside_its_picture(browser: Browser, seed: int) -> None:
    draw = random.Random(seed)
    pictures = [make(draw) for _ in range(20) for make in (_rows, _bins)]
    body = "".join(f"<figure>{svg.chart(picture, 'chart')}</figure>" for picture in pictures)
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.set_content(f"<!doctype html><style>{STYLE}</style>{body}")
    assert page.locator("svg").count() == len(pictures) and page.locator("text.figure").count() > 20
    assert page.evaluate(LEAVING) == []
    assert page.evaluate(COVERED) == [], "numbers do not lie over marks"
    page.close()
