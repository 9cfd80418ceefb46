"""A tour of the dashboard: every page of it, and what unfolds on each, ready to be looked at."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote_plus

from playwright.sync_api import Page, expect

import dpcore as dp
from dpcore.plan.scenario import Scenario
from dpcore.present import bundle
from dpcore.table.sample import NAME, sample
from pages.learn.lesson import LESSONS
from pages.ui import navigation
from tests.browser.screen import settled, unfold, visit

PLAN = (
    dp.Count(),
    dp.Count(by=("ward",)),
    dp.Mean("cost", by=("ward",)),
    dp.Histogram("age", bins=24),
    dp.StandardDeviation("nights"),
)
TABLE = b"age,ward,patient,when\n1,A,p1,2020-01-01\n2,B,p2,2020-01-02\n"


@dataclass(frozen=True)
class House:
    """A dashboard with something on every page: its address, a link's token, a bundle that this desk has signed."""

    url: str
    token: str
    bundle: bytes


@dataclass(frozen=True)
class Stop:
    """A sight: its name, the script of its page, and the way there."""

    name: str
    script: str
    go: Callable[[Page, House], object]


def stock(home: Path) -> tuple[str, bytes]:
    """Two tables; of one, answers, a link with a comment, a team with a plan that waits. Returns token and bundle."""
    made = sample()
    with dp.Desk(home=home) as desk:
        for name in ("other", NAME):
            desk.add_dataset(
                name,
                dp.read(made.rows),
                schema=made.schema,
                unit=made.unit,
                budget=dp.Budget(mu=5.0, delta=1e-6),
                expected_rows=made.expected_rows,
                synthetic=True,
                separate_budget=name == NAME,  # of the same rows
            )
        releases = desk.release(NAME, dp.Plan(PLAN, mu=0.5))
        desk.save_scenario(NAME, Scenario("careful", ((PLAN[0].bind(made.schema), 1.0),), "mu", 0.1, 1e-6))
        sharing, team = desk.sharing(NAME), desk.team(NAME)
        share, token = sharing.publish(releases, "Visits by ward", "What colleagues asked for.")
        sharing.comment(share.id, "Shall we ask for July too?")
        sharing.revoke(sharing.publish(releases[:1], "An old one")[0].id)
        for user, role in (("ada@example.org", "analyst"), ("ben@example.org", "viewer")):
            team.add(user, role)
        team.grant("ada@example.org", mu=0.3)
        team.take_back(team.reserve(mu=0.2).id)
        with dp.Desk(user="ada@example.org", beside=desk) as analyst:
            analyst.team(NAME).propose(dp.Plan([dp.Mean("nights")], mu=0.4), "for the yearly report")
        return token, bundle.write(desk.dossier(NAME, releases, "Visits by ward"), desk.seal)


def press(page: Page, name: str | re.Pattern[str], **options: bool) -> None:
    """Presses the first button of that name, and waits."""
    page.get_by_role("button", name=name, **options).first.click()
    settled(page)


def unloaded(page: Page, house: House) -> None:
    """The page for a table, without the one that an earlier visit left there."""
    visit(page, f"{house.url}/data")
    if page.get_by_role("button", name="Choose another table").count():
        press(page, "Choose another table")


def _loaded(page: Page, house: House) -> None:
    unloaded(page, house)
    page.locator('input[type="file"]').set_input_files({"name": "t.csv", "mimeType": "text/csv", "buffer": TABLE})
    expect(page.get_by_text("4 columns.")).to_be_visible()
    settled(page)


def _described(page: Page, house: House) -> None:
    _loaded(page, house)
    press(page, "Describe the columns")
    expect(page.get_by_role("heading", level=1)).to_have_text("Describe")
    press(page, "Open the dataset")  # which is refused


def _planned(page: Page, house: House) -> None:
    visit(page, f"{house.url}/ask")
    if page.get_by_text("Begin with a question").count():  # else the plan is there from an earlier stop
        press(page, "Histogram of age")
    unfold(page, "Add a question")


def _checked(page: Page, house: House) -> None:
    _planned(page, house)
    press(page, re.compile("Check and release"))
    expect(page.get_by_role("dialog")).to_be_visible()


def _answered(page: Page, house: House) -> None:
    _checked(page, house)
    page.get_by_role("button", name="Release", exact=True).click()
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    settled(page)


def _explored(page: Page, house: House) -> None:
    visit(page, f"{house.url}/explore?scenario=nonsense")
    expect(page.get_by_text("This link does not contain a valid scenario.")).to_be_visible()
    unfold(page, "Price of a margin of error")
    unfold(page, "Plan noisy gradient descent (DP-SGD)")
    expect(page.locator("[data-testid=stImage] img")).to_have_count(4)


def _linked(page: Page, house: House) -> None:
    visit(page, f"{house.url}/explore")
    press(page, "Copy link")
    expect(page.get_by_role("dialog")).to_be_visible()


def _saved(page: Page, house: House) -> None:
    visit(page, f"{house.url}/explore")
    press(page, "Save", exact=True)
    expect(page.get_by_label("Name")).to_be_visible()


def _read(page: Page, house: House) -> None:
    visit(page, f"{house.url}/results")
    expect(page.locator("[data-testid=stImage] img").first).to_be_visible()
    unfold(page, "Table (")
    press(page, "Measure again")


def _booked(page: Page, house: House) -> None:
    visit(page, f"{house.url}/ledger")
    for place_ in range(page.locator("summary").count()):
        page.locator("summary").nth(place_).click()
        settled(page)


def _told(page: Page, house: House) -> None:
    visit(page, f"{house.url}/dataset")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dataset")
    unfold(page, "Describe again")
    expect(page.get_by_role("button", name="Describe the rows so")).to_be_visible()


def _publishing(page: Page, house: House) -> None:
    visit(page, f"{house.url}/results")
    press(page, "Publish…")
    expect(page.get_by_role("heading", level=1)).to_have_text("Publish")
    for words in ("What a colleague will see", "Comments", "This desk's key"):
        unfold(page, words)


def _published(page: Page, house: House) -> None:
    _publishing(page, house)
    page.get_by_label("Title").fill("Another one")
    press(page, "Publish", exact=True)
    expect(page.get_by_text("is published.")).to_be_visible()
    press(page, "Revoke")


def _shared(page: Page, house: House) -> None:
    visit(page, f"{house.url}/?share={house.token}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Shared release")
    expect(page.get_by_text("Shall we ask for July too?")).to_be_visible()
    unfold(page, "How the columns were read")


def _verified(page: Page, house: House) -> None:
    visit(page, f"{house.url}/verify")
    _hand_in(page, house.bundle)
    expect(page.get_by_text("Genuine.")).to_be_visible()


def _refused(page: Page, house: House) -> None:
    visit(page, f"{house.url}/verify")
    _hand_in(page, house.bundle[:-9])
    expect(page.get_by_text("Altered.")).to_be_visible()


def _hand_in(page: Page, content: bytes) -> None:
    file = {"name": "bundle.zip", "mimeType": "application/zip", "buffer": content}
    page.locator('input[type="file"]').set_input_files(file)
    settled(page)


def _teamed(page: Page, house: House) -> None:
    visit(page, f"{house.url}/team")
    expect(page.get_by_text(re.compile("ben@.?example.org")).first).to_be_visible()  # it is written so as to be no link
    for words in ("Set aside a slice", "Earlier slices"):
        unfold(page, words)


def _lesson(title: str) -> Callable[[Page, House], object]:
    def go(page: Page, house: House) -> None:
        visit(page, f"{house.url}/learn?lesson={quote_plus(title)}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Learn")

    return go


TOUR = (
    Stop("home", navigation.HOME, lambda page, house: visit(page, house.url)),
    Stop("load", navigation.LOAD, unloaded),
    Stop("load a file", navigation.LOAD, _loaded),
    Stop("describe", navigation.DESCRIBE, _described),
    Stop("dataset", navigation.DATASET, _told),
    Stop("ask a plan", navigation.ASK, _planned),
    Stop("ask check", navigation.ASK, _checked),
    Stop("ask answers", navigation.ASK, _answered),
    Stop("explore", navigation.EXPLORE, _explored),
    Stop("explore link", navigation.EXPLORE, _linked),
    Stop("explore save", navigation.EXPLORE, _saved),
    Stop("results", navigation.RESULTS, _read),
    Stop("ledger", navigation.LEDGER, _booked),
    Stop("publish", navigation.PUBLISH, _publishing),
    Stop("publish a link", navigation.PUBLISH, _published),
    Stop("shared", navigation.SHARED, _shared),
    Stop("verify", navigation.VERIFY, _verified),
    Stop("verify what is broken", navigation.VERIFY, _refused),
    Stop("team", navigation.TEAM, _teamed),
    *(Stop(f"learn {title}", navigation.LEARN, _lesson(title)) for title in LESSONS),
)
