"""A recommender from its form to its predictions: ratings asked about, the square of similarities, ratings typed."""

from __future__ import annotations

import pandas as pd
from playwright.sync_api import Page, expect

import dpcore as dp
from dpcore.present import shape
from dpcore.table.sample_ratings import FILMS, NAME, ratings
from tests.browser.screen import repainted, settled, unfold, visit
from tests.browser.server import Server
from tests.browser.test_story_questions import STORIES, Form, press


def test_ratings_are_compared_and_predicted(server: Server, page: Page) -> None:
    made = ratings()
    facts = {"schema": made.schema, "unit": made.unit, "expected_rows": made.expected_rows, "synthetic": True}
    with dp.Desk(home=server.home) as desk:
        desk.add_dataset(NAME, dp.read(made.rows), budget=dp.Budget(mu=5, delta=1e-6), **facts)  # type: ignore[arg-type]
    visit(page, f"{server.url}/ask")
    unfold(page, "Add a question")
    Form(page, STORIES[0], dp.Recommender, "").filled()
    press(page, "Add to the plan")
    press(page, "Check and release")
    press(page, "Release", exact=True)
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    with dp.Desk(home=server.home) as desk:
        (answer,) = desk.releases(NAME)
        _, token = desk.sharing(NAME).publish([answer], "Films")
        paid = len(desk.ledger(NAME))

    visit(page, f"{server.url}/results")
    expect(page.get_by_text("Most alike").first).to_be_visible()
    row = f"{FILMS[0]}: 5, {FILMS[7]}: 1"
    field = page.get_by_role("textbox", name=str(shape.presenter(answer).field.argument))
    field.fill(row)
    field.press("Tab")
    value = shape.presenter(answer).values(row)[4]
    cells = page.get_by_test_id("stDataFrame").locator("td")
    for text in (value.group, value.answer):
        expect(cells.get_by_text(text, exact=True).first).to_be_attached()
    field.fill("nonsense")
    field.press("Tab")
    expect(page.get_by_role("alert").get_by_text("is not a name and a number")).to_be_visible()
    repainted(settled(page), "dark")
    expect(page.get_by_role("alert")).to_have_count(1)

    page.goto(f"{server.url}/s/{token}")
    expect(page.get_by_role("img").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").first.click()
    assert len(pd.read_csv(download.value.path())) == len(answer.table)
    page.get_by_role("textbox").first.fill(row)
    page.get_by_role("button", name="Show").first.click()
    expect(page.get_by_role("rowheader", name=FILMS[4]).first).to_be_visible()
    with dp.Desk(home=server.home) as desk:
        assert len(desk.ledger(NAME)) == paid, "predictions are not paid for"
