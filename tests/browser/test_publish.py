"""Sharing in a real browser: a link without an account, files read back elsewhere, bundles checked, plans travel."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import duckdb
import nbformat
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

import dpcore as dp
from dpcore.present import bundle
from dpcore.table.sample import NAME, sample
from tests.browser.account import enter
from tests.browser.screen import code, fits, settled, visit
from tests.browser.server import Server
from tests.browser.test_story_sample import released

NUMBERS = ["estimate", "std_error", "low", "high"]
HOSTILE = ["=1+1", "+1", "@sum", "-x", "\t=2", "plain"]


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a desk that has released a histogram of the sample table."""
    home, made = tmp_path_factory.mktemp("answered") / "home", sample()
    facts = {"schema": made.schema, "unit": made.unit, "expected_rows": made.expected_rows, "synthetic": True}
    with dp.Desk(home=home) as desk:
        desk.add_dataset(NAME, dp.read(made.rows), budget=dp.Budget(epsilon=1.0, delta=1e-6), **facts)
        desk.release(NAME, dp.Plan([dp.Histogram("age", bins=25)], mu=0.08))
    return home


@pytest.fixture
def answering(answered: Path, tmp_path: Path) -> Iterator[Server]:
    """A dashboard on a copy of that home."""
    shutil.copytree(answered, tmp_path / "home")
    with Server(tmp_path / "home") as running:
        yield running


def publishing(page: Page, url: str) -> Page:
    """From the results to the form, with the histogram chosen."""
    visit(page, f"{url}/results")
    page.get_by_role("button", name="Publish…").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Publish")
    settled(page)
    page.get_by_label("Title").fill("Visits by age")
    page.get_by_label("Note").fill("Who comes?\nAges in years.")
    page.keyboard.press("Tab")
    return settled(page)


def shown_link(page: Page) -> str:
    """The link that is shown once."""
    expect(page.get_by_text("is published")).to_be_visible()
    return code(settled(page).get_by_test_id("stCode").first)


def kept(page: Page, label: str, folder: Path) -> Path:
    """A download, as a file."""
    with page.expect_download() as event:
        page.get_by_test_id("stDownloadButton").get_by_role("button", name=label, exact=True).click()
    path = folder / event.value.suggested_filename
    event.value.save_as(path)
    return path


def check(page: Page, data: bytes) -> Page:
    """A bundle, brought to the page that checks it."""
    file = {"name": "bundle.zip", "mimeType": "application/zip", "buffer": data}
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(file)
    return page


def test_a_link_is_read_without_an_account_and_dies_when_it_is_revoked(answering, page, visitor):
    publishing(page, answering.url)
    button = page.get_by_role("button", name="Publish", exact=True)
    button.evaluate("one => { for (let i = 0; i < 5; i++) one.click() }")
    link = shown_link(page)
    assert re.fullmatch(rf"{answering.url}/s/[\w-]{{43}}", link)

    reader = visitor(viewport={"width": 360, "height": 800}, java_script_enabled=False)
    assert reader.goto(link).status == 200
    expect(reader.get_by_role("heading", level=1)).to_have_text("Visits by age")
    expect(reader.get_by_role("paragraph").filter(has_text="margin of error from privacy noise: ±")).to_be_visible()
    assert reader.context.cookies() == []

    page.reload()
    settled(page)
    expect(page.get_by_text(link.rpartition("/")[2])).to_have_count(0)
    card = page.get_by_test_id("stMain").get_by_text("opened once")
    expect(card).to_have_count(1)
    page.get_by_role("button", name="Revoke", exact=True).click()
    page.get_by_role("button", name="Revoke this link").click()
    expect(page.get_by_role("paragraph").filter(has_text=re.compile("revoked$"))).to_be_visible()
    assert reader.goto(link).status == 404
    answering.stop()
    with dp.Desk(home=answering.home) as desk:
        assert len(desk.sharing("sample").all) == 1  # five clicks, one link
        assert [entry.kind for entry in desk.ledger("sample") if "share" in entry.kind] == ["share", "unshare"]


@pytest.mark.audit
def test_comments_go_back_and_forth_in_the_app(answering, page, visitor):
    publishing(page, answering.url)
    page.get_by_role("button", name="Publish", exact=True).click()
    token = shown_link(page).rpartition("/")[2]
    colleague = visit(visitor(), f"{answering.url}/?share={token}")
    expect(colleague.get_by_role("heading", level=1)).to_have_text("Shared release")
    expect(colleague.get_by_role("heading", name="Visits by age")).to_be_visible()
    colleague.get_by_label("Comment").fill("What of March?\nAnd **April**?")
    colleague.get_by_role("button", name="Send the comment").click()
    expect(colleague.get_by_text("And **April**?")).to_be_visible()
    expect(colleague.get_by_label("Comment")).to_have_value("")
    page.get_by_text("Comments", exact=True).click()
    expect(page.get_by_text("What of March?")).to_be_visible()
    colleague.get_by_role("button", name="Delete").click()
    expect(colleague.get_by_text("No comment yet")).to_be_visible()
    wrong = visit(visitor(), f"{answering.url}/?share={token[:-1]}")
    expect(wrong.get_by_text("This link is not valid.")).to_be_visible()


@pytest.mark.audit
def test_a_passer_by_reads_and_signs_in_to_comment(team_server, visitor):
    with dp.Desk(user="olga@example.org", home=team_server.home) as desk:
        made = sample()
        desk.add_dataset("visits", dp.read(made.rows), schema=made.schema, budget=dp.Budget(mu=1.0, delta=1e-6))
        answers = desk.release("visits", dp.Plan([dp.Count(by=["ward"])], mu=0.2))
        _, token = desk.sharing("visits").publish(answers, "Visits by ward")
    page = visit(visitor(), f"{team_server.url}/shared?share={token}")
    expect(page.get_by_role("heading", name="Visits by ward")).to_be_visible()
    there = page.get_by_role("link", name="Read the answers")
    expect(there).to_have_attribute("href", f"/s/{token}")
    expect(page.get_by_test_id("stTopNavLink")).to_have_count(0)
    expect(page.get_by_label("Comment")).to_have_count(0)
    enter(page, team_server, "ada@example.org", f"/shared?share={token}")
    page.get_by_label("Comment").fill("I know this ward.")
    page.get_by_role("button", name="Send the comment").click()
    expect(page.get_by_label("Comment")).to_have_value("")
    expect(page.get_by_role("paragraph").filter(has_text="I know this ward.")).to_be_visible()
    with dp.Desk(user="olga@example.org", home=team_server.home) as desk:
        assert [one.user for one in desk.comments_on(token)] == ["ada@example.org"]


@pytest.mark.audit
def test_every_file_is_read_back_by_another_program(answering, page, visitor, tmp_path):
    publishing(page, answering.url)
    page_file = kept(page, "Offline page", tmp_path)
    reader = visitor(offline=True)
    asked: list[str] = []
    reader.on("request", lambda request: asked.append(request.url))
    reader.goto(page_file.as_uri())
    expect(reader.get_by_role("heading", level=1)).to_have_text("Visits by age")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []

    table = pd.read_csv(kept(page, "CSV", tmp_path))
    assert len(table) == 25
    assert set(NUMBERS) <= set(table.columns)

    sealed = kept(page, "Signed bundle", tmp_path)
    with zipfile.ZipFile(sealed) as archive:
        assert archive.testzip() is None
        parquet = next(name for name in archive.namelist() if name.endswith(".parquet"))
        (tmp_path / "answer.parquet").write_bytes(archive.read(parquet))
    rows = duckdb.sql(f"select estimate from read_parquet('{tmp_path / 'answer.parquet'}')").fetchall()
    assert [row[0] for row in rows] == pytest.approx(list(table["estimate"]))

    assert "Visits by age" in kept(page, "Methods note", tmp_path).read_text(encoding="utf-8")
    assert json.loads(kept(page, "Registry record", tmp_path).read_text(encoding="utf-8"))
    assert json.loads(kept(page, "NIST SP 800-226 points", tmp_path).read_text(encoding="utf-8"))
    compile(kept(page, "Python script", tmp_path).read_text(encoding="utf-8"), "script", "exec")
    nbformat.validate(nbformat.reads(kept(page, "Notebook", tmp_path).read_text(encoding="utf-8"), 4))


def test_a_bundle_is_genuine_altered_or_from_somebody_unknown(answering, page, tmp_path):
    publishing(page, answering.url)
    data = kept(page, "Signed bundle", tmp_path).read_bytes()
    with dp.Desk(home=tmp_path / "other") as other, dp.Desk(home=answering.home) as own:
        dossier = own.dossier("sample", own.releases("sample"), "From elsewhere")
        foreign, key = bundle.write(dossier, other.seal), other.seal.fingerprint
    page.get_by_role("link", name="Check a bundle that somebody sent you").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check a bundle")
    settled(page)

    check(page, data)
    expect(page.get_by_text("Genuine.")).to_be_visible()
    expect(page.get_by_role("heading", name="Visits by age")).to_be_visible()

    middle = len(data) // 2
    check(page, data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
    expect(page.get_by_text("Altered.")).to_be_visible()
    expect(page.get_by_role("heading", name="Visits by age")).to_have_count(0)

    check(page, foreign)
    expect(page.get_by_text("Unknown signer.")).to_be_visible()
    expect(page.get_by_test_id("stCode").filter(has_text=key)).to_be_visible()
    page.get_by_label("Owner of the key").fill("Statistics office")
    page.get_by_text("I have compared the fingerprint").click()
    page.get_by_role("button", name="Trust this key").click()
    expect(page.get_by_text("Genuine.")).to_be_visible()
    expect(page.get_by_role("heading", name="From elsewhere")).to_be_visible()


def versions(home: Path, wards: list[str]) -> None:
    """A dataset with three versions of its rows, and the same two questions asked of each."""
    plan = dp.Plan([dp.Count(by=["ward"]), dp.Count()], mu=0.2)
    with dp.Desk(home=home) as desk:
        for month, rows in enumerate((600, 1_200, 1_260)):
            frame = dp.read(pd.DataFrame({"ward": [wards[i % len(wards)] for i in range(rows)]}))
            if month:
                desk.update("visits", frame)
            else:
                schema = dp.Schema(ward=dp.Category(wards))
                desk.add_dataset("visits", frame, schema=schema, budget=dp.Budget(mu=2.0, delta=1e-6))
            desk.release("visits", plan)


@pytest.mark.audit
def test_answers_of_several_versions_are_compared(server, page):
    versions(server.home, ["A", "B", "C"])
    visit(page, f"{server.url}/results")
    expect(page.get_by_text("Compare", exact=True)).to_have_count(6)
    page.get_by_text("Compare", exact=True).nth(2).click()
    expect(page.get_by_text("groups changed by more than noise explains").first).to_be_visible()
    expect(page.get_by_text("Over the versions of the rows")).to_be_visible()
    settled(page)


@pytest.mark.audit
def test_the_table_of_an_answer_is_inert_when_it_is_kept(server, page, tmp_path):
    versions(server.home, HOSTILE)
    page.add_init_script("delete window.showSaveFilePicker")  # a dialog of the system, which no test can answer
    visit(page, f"{server.url}/results")
    page.get_by_text("Table (6 rows)").first.click()
    frame = page.get_by_test_id("stDataFrame").nth(1)  # below the list of answers
    expect(frame).to_be_visible()
    frame.hover()
    with page.expect_download() as event:
        page.get_by_role("button", name="Download as CSV").nth(1).evaluate("one => one.click()")
    event.value.save_as(tmp_path / "table.csv")
    table = pd.read_csv(tmp_path / "table.csv", dtype=str)
    cells = [str(cell) for name in table.columns for cell in [name, *table[name]]]
    assert "plain" in cells
    assert [cell for cell in cells if re.match(r"\s*([=+@]|-\D)", cell)] == []


@pytest.mark.audit
def test_a_plan_travels_as_a_file(server, page, visitor, tmp_path):
    released(page, server.url)
    file = kept(page, "Plan as a file", tmp_path)
    compile(kept(page, "Python script", tmp_path).read_text(encoding="utf-8"), "script", "exec")
    nbformat.validate(nbformat.reads(kept(page, "Notebook", tmp_path).read_text(encoding="utf-8"), 4))

    other = visit(visitor(), f"{server.url}/ask")
    other.get_by_role("button", name="Remove").click()  # the plan is this user's in every browser
    expect(other.get_by_text("Begin with a question")).to_be_visible()
    other.get_by_role("button", name="Import plan").click()
    chooser = other.get_by_test_id("stFileUploader").locator("input[type=file]")
    chooser.set_input_files({"name": "plan.json", "mimeType": "application/json", "buffer": b'{"murmur_plan": 1}'})
    expect(other.get_by_role("alert").first).to_be_visible()
    chooser.set_input_files(file)
    expect(other.get_by_text("1 question")).to_be_visible()
    other.get_by_role("button", name="Use this plan").click()
    expect(other.get_by_text("answered already: costs nothing")).to_be_visible()


@pytest.mark.audit
@pytest.mark.parametrize("width", [360, 1280])
def test_the_screens_for_sharing_fit(answering, visitor, width):
    page = visitor(viewport={"width": width, "height": 900})
    publishing(page, answering.url)
    fits(page)
    page.get_by_text("What a colleague will see").click()
    expect(page.get_by_role("heading", name="Visits by age")).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Publish", exact=True).click()
    token = shown_link(page).rpartition("/")[2]
    fits(page)
    for path in ("publish", "verify", f"?share={token}"):
        visit(page, f"{answering.url}/{path}")
        fits(page)


@pytest.mark.audit
def test_publishing_needs_no_mouse(answering, page):
    publishing(page, answering.url)
    button = page.get_by_role("button", name="Publish", exact=True)
    page.get_by_label("The link is valid").focus()
    for _ in range(10):
        page.keyboard.press("Tab")
        if button.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    assert shown_link(page).startswith(answering.url)
