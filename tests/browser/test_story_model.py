"""A model from its form to its predictions: asked, released, looked at, and rows typed for nothing."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import dpcore as dp
from dpcore.present import shape
from dpcore.table.sample import NAME, sample
from tests.browser.screen import repainted, settled, unfold, visit
from tests.browser.server import Server
from tests.browser.test_story_questions import STORIES, Form, press


def test_a_regression_predicts_for_typed_rows(server: Server, page: Page) -> None:
    made = sample()
    facts = {"schema": made.schema, "unit": made.unit, "expected_rows": made.expected_rows, "synthetic": True}
    with dp.Desk(home=server.home) as desk:
        desk.add_dataset(NAME, dp.read(made.rows), budget=dp.Budget(mu=5, delta=1e-6), **facts)  # type: ignore[arg-type]
    visit(page, f"{server.url}/ask")
    unfold(page, "Add a question")
    form = Form(page, STORIES[0], dp.LinearRegression, "")
    form.filled()
    press(page, "Add to the plan")
    press(page, "Check and release")
    press(page, "Release", exact=True)
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    with dp.Desk(home=server.home) as desk:
        (answer,) = desk.releases(NAME)
        paid = len(desk.ledger(NAME))

    visit(page, f"{server.url}/results")
    said = str(answer.query.reading.remark(answer.facts_table, answer.paid, None))
    expect(page.get_by_text(said).first).to_be_visible()
    row = str(shape.presenter(answer).field.domain)
    field = page.get_by_role("textbox", name=str(shape.presenter(answer).field.argument))
    field.fill(row)
    field.press("Tab")
    (value,) = shape.presenter(answer).values(row)
    cells = page.get_by_test_id("stDataFrame").locator("td")
    expect(cells).to_have_text([cell for cell in (value.x, value.answer, value.low, value.high) if cell])
    expect(page.get_by_role("alert")).to_have_count(0)
    field.fill("nonsense")
    field.press("Tab")
    expect(page.get_by_text("A row needs").or_(page.get_by_text("is not a number")).first).to_be_visible()
    repainted(settled(page), "dark")
    expect(page.get_by_role("alert")).to_have_count(1)
    with dp.Desk(home=server.home) as desk:
        assert len(desk.ledger(NAME)) == paid, "predictions are not paid for"
