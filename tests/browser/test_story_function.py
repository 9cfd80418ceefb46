"""A function from its form to its values: asked, released, read at another bandwidth and at typed points, for free."""

from __future__ import annotations

import io

from playwright.sync_api import Page, expect
from pypdf import PdfReader

import dpcore as dp
from dpcore.present import shape
from dpcore.present.shape import adjust
from dpcore.table.sample import NAME, sample
from tests.browser.screen import repainted, settled, unfold, visit
from tests.browser.server import Server
from tests.browser.test_story_questions import STORIES, Form, press

POINT = "40, 1000"


def test_a_surface_is_read_at_another_bandwidth_and_at_points(server: Server, page: Page) -> None:
    made = sample()
    facts = {"schema": made.schema, "unit": made.unit, "expected_rows": made.expected_rows, "synthetic": True}
    with dp.Desk(home=server.home) as desk:
        desk.add_dataset(NAME, dp.read(made.rows), budget=dp.Budget(mu=5, delta=1e-6), **facts)  # type: ignore[arg-type]
    visit(page, f"{server.url}/ask")
    unfold(page, "Add a question")
    form = Form(page, STORIES[0], dp.JointDensity, "")
    form.filled()
    form.choose(form.field("other"), "cost")
    press(page, "Add to the plan")
    press(page, "Check and release")
    press(page, "Release", exact=True)
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    with dp.Desk(home=server.home) as desk:
        (answer,) = desk.releases(NAME)
        paid = len(desk.ledger(NAME))
    offered = answer.query.reading.settings(answer.facts_table, answer.paid)
    setting = next(one for one in offered if one.name == "bandwidth")

    visit(page, f"{server.url}/results")
    expect(page.get_by_text("Bandwidths were chosen from the released numbers")).to_be_visible()
    for _ in range(3):
        page.get_by_role("slider", name="Bandwidth").press("ArrowRight")
    widths, title = setting.choices[3]
    expect(page.get_by_text(f"Bandwidth: {title}.")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_count(1)
    settled(page)
    field = page.get_by_role("textbox", name="Rows per unit of age and cost at")
    field.fill(POINT)
    field.press("Tab")
    read = adjust.adjust(answer, (), {"bandwidth": widths})
    (value,) = shape.presenter(read.release).values(POINT, read.settings)
    cells = page.get_by_test_id("stDataFrame").locator("td")
    expect(cells).to_have_text([value.x, value.answer, value.low, value.high])
    printed = "\n".join(one.extract_text() for one in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages)
    assert "rows per unit of age and unit of cost" in printed, "the scale beside the map, which is wider than paper"
    settled(page)
    repainted(settled(page), "dark")
    expect(page.get_by_role("alert")).to_have_count(0)
    with dp.Desk(home=server.home) as desk:
        assert len(desk.ledger(NAME)) == paid, "nothing of this is paid"
