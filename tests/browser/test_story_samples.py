"""Random samples on a default budget, from a table to its answer: described, asked by the form, released."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

import dpcore as dp
from tests.browser.screen import settled, unfold, visit
from tests.browser.server import Server
from tests.browser.test_story_describe import press as first
from tests.browser.test_story_describe import table
from tests.browser.test_story_questions import STORIES, Form, press

DICTIONARY = (
    "column,kind,from,to,values,missing\nsmoker,flag,,,,\nnumber 0,whole number,0,100,,\nnumber 1,number,0,100,,0\n"
)


def test_gradient_descent_on_random_samples_is_released_under_a_default_budget(
    page: Page, server: Server, tmp_path: Path
) -> None:
    visit(page, f"{server.url}/data")
    page.locator("input[type=file]").set_input_files(table(tmp_path))
    first(settled(page), "Describe the columns")
    page.get_by_text("Data dictionary").click()
    settled(page)
    said = tmp_path / "said.csv"
    said.write_text(DICTIONARY, encoding="utf-8")
    page.locator("input[type=file]").set_input_files(said)
    expect(page.get_by_text("3 of 19 columns are described by the dictionary.")).to_be_visible()
    expect(page.get_by_text("10⁻⁹ of delta for failures")).to_be_visible()
    page.get_by_label("Name of the dataset").fill("visits")
    page.get_by_label("Name of the dataset").press("Enter")
    first(settled(page), "Open the dataset")
    expect(page.get_by_role("heading", name="Ask")).to_be_visible()

    unfold(page, "Add a question")
    form = Form(page, STORIES[0], dp.NoisySGD, "")
    form.choose(page.locator("[class*=st-key-form-][class*=-kind]").first, str(dp.NoisySGD.title))
    form.choose(form.field("target"), "smoker")
    form.choose(form.field("features"), "number 0")
    form.write(form.field("rate").locator("input"), "0.2")
    press(page, "Add to the plan")
    expect(page.get_by_text("than the budget sets aside")).to_have_count(0)
    press(page, "Check and release")
    expect(page.get_by_role("dialog").get_by_text("10⁻⁹ of delta, 0 % → 1 % used")).to_be_visible()
    press(page, "Release", exact=True)
    expect(page.get_by_role("heading", name="Answers")).to_be_visible(timeout=60_000)
    with dp.Desk(home=server.home) as desk:
        (answer,) = desk.releases("visits")
        assert answer.query_data["rate"] == 0.2 and answer.query_data["failing"] == 1e-11
        assert desk.standing("visits").account.spent.delta == 10**7
        desk.verify()
    visit(page, f"{server.url}/ledger")
    expect(page.get_by_text("Set aside for rare failures: 10⁻⁹ of delta, 1 % used.").first).to_be_visible()
    expect(page.get_by_role("button", name="Allow failures")).to_have_count(0)
