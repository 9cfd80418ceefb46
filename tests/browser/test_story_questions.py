"""Every question on a table nobody here made: asked by its form, released, looked at, shared, exported, checked.

No question is named: what a form asks for is entered by the kinds of its parameters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect

import dpcore as dp
from dpcore.cli import main
from dpcore.queries import QUERIES, Parameter, Query
from tests.browser.screen import fits, repainted, settled, unfold, visit
from tests.browser.server import Server
from tests.contracts.example import of_units
from tests.release.test_flights import CARRIERS, flights_csv

AIRPORTS = ["EWR", "JFK", "LGA"]
_MANY = re.compile("Select all|dest|up to|No results")


@dataclass(frozen=True)
class Story:
    """A dataset, and which of the choices of a form are made: the first or the last."""

    name: str
    neighbors: str
    budget: dp.Budget
    last: bool

    @property
    def kinds(self) -> list[type[Query]]:
        """What can be asked of it: its flights have no units of several rows."""
        kinds = [kind for kind in QUERIES if not of_units(kind)]
        return [kind for kind in kinds if self.neighbors == "replace" or not kind.limits.public_rows]


STORIES = (
    Story("flights", "add_remove", dp.Budget(mu=40, delta=1e-6), last=False),
    Story("fixed flights", "replace", dp.Budget(epsilon=100), last=True),
)


class Form:
    """The form of one question on Ask."""

    def __init__(self, page: Page, story: Story, kind: type[Query], pairs: str) -> None:
        self.page, self.story, self.kind, self.pairs = page, story, kind, pairs

    def filled(self) -> None:
        """Chooses the question, and enters what its parameters need."""
        self.choose(self.page.locator("[class*=st-key-form-][class*=-kind]").first, str(self.kind.title))
        values: dict[str, str] = {}
        for parameter in self.kind.parameters:
            if parameter.used(values | {name: "" for name in self.unknown(values)}):
                self.enter(parameter, values)

    def unknown(self, values: dict[str, str]) -> list[str]:
        """The choices that the form has not asked for."""
        return [other.name for other in self.kind.parameters if other.kind == "choice" and other.name not in values]

    def enter(self, parameter: Parameter, values: dict[str, str]) -> None:
        """One parameter, by its kind; what has a usable default keeps it."""
        field = self.field(parameter.name)
        match parameter.kind:
            case "choice":
                value, title = parameter.choices[-1 if self.story.last else 0]
                values[parameter.name] = value
                if self.story.last:
                    self.choose(field, str(title))
            case "columns" | "several" if not parameter.optional:
                ends = any(other.kind == "pairs" and other.of == parameter.name for other in self.kind.parameters)
                for option in ("origin", "dest") if ends else (None, None):
                    self.choose(field, option)
            case "partition":
                self.choose(field, "origin")
            case "matrix" if not parameter.optional:
                self.write(field.locator("textarea"), "1, 1, 0\n0, 1, -1")
            case "pairs":
                self.write(field.locator("textarea"), self.pairs)
            case "condition":
                self.write(self.page.locator(f"[class*=-{parameter.name}-value]").locator("input"), "15")
            case "conditions":
                for place in range(int(parameter.low)):
                    value = self.page.locator(f"[class*=-{parameter.name}-{place}-value]").locator("input")
                    self.write(value, str(15 * (place + 1)))

    def field(self, name: str) -> Locator:
        """The widget of a parameter."""
        return self.page.locator(f"[class*=st-key-form-][class*=-{self.kind.name}-{name}]").first

    def choose(self, box: Locator, option: str | None) -> None:
        """An option of a list, by its name: only what is in view is drawn, so it is typed first.

        Without a name, the first column that is left but the destinations, of which there are too many for a model.
        """
        self.open(box)
        if isinstance(option, str):
            self.page.keyboard.type(option)
            self.page.get_by_role("option", name=option, exact=True).click()
        else:
            few = self.page.get_by_role("option").filter(has_not_text=_MANY)
            if few.count():  # one column is enough where no other is left
                few.first.click()
        self.page.keyboard.press("Escape")
        settled(self.page)

    def open(self, box: Locator) -> None:
        """The list of a field, again if a late repaint of a long plan has closed it."""
        for last in (False,) * 9 + (True,):
            box.get_by_role("combobox").click()
            try:
                expect(self.page.get_by_role("option").first).to_be_visible(timeout=5_000 if not last else None)
                return
            except AssertionError:
                if last:
                    raise
                self.page.keyboard.press("Escape")
                settled(self.page)

    def write(self, field: Locator, text: str) -> None:
        field.fill(text)
        field.blur()
        settled(self.page)


def described(airports: list[str], missing: float | str) -> dp.Schema:
    """The declared columns. missing: what is done about missing numbers."""
    return dp.Schema(
        dep_delay=dp.Number(-30, 300, missing=missing),
        distance=dp.Number(0, 5000, integer=True, missing=missing),
        air_time=dp.Number(0, 700, missing=missing),
        origin=dp.Category(AIRPORTS),
        dest=dp.Category(airports),
        carrier=dp.Category(CARRIERS),
        month=dp.Number(1, 12, integer=True, missing=missing),
        late=dp.Flag(),
    )


def homes(home: Path, folder: Path) -> tuple[dict[str, str], str]:
    """Two datasets of three thousand flights; their ids, and a public list of routes."""
    rows = pd.read_csv(flights_csv(folder)).iloc[::110]
    routes = sorted(set(zip(rows.origin, rows.dest, strict=True)))
    complete, ids = rows.dropna(subset=["dep_delay", "air_time"]).assign(late=lambda rows: rows.dep_delay > 15), {}
    with dp.Desk(home=home) as desk:
        for story in STORIES:
            schema = described(sorted(set(rows.dest)), "drop" if story.neighbors == "add_remove" else 1.0)
            facts = {"schema": schema, "budget": story.budget, "neighbors": story.neighbors}
            desk.add_dataset(
                story.name, dp.read(complete[[*schema.columns]]), expected_rows=3_000, separate_budget=True, **facts
            )  # type: ignore[arg-type]
            ids[story.name] = next(one.id for one in desk.datasets() if one.name == story.name)
    return ids, "\n".join(map(", ".join, routes))


def press(page: Page, name: str, **options: bool) -> None:
    page.get_by_role("button", name=name, **options).click()
    settled(page)


def asked(page: Page, url: str, story: Story, pairs: str) -> None:
    """A plan of every question, by its form."""
    visit(page, url)
    unfold(page, "Add a question")
    for number, kind in enumerate(story.kinds, start=1):
        Form(page, story, kind, pairs).filled()
        press(page, "Add to the plan")
        assert page.get_by_role("alert").all_inner_texts() == [], kind
        expect(page.get_by_role("region", name=re.compile(rf"The plan: {number} question"))).to_be_visible()


def seen(page: Page, url: str) -> None:
    """The results in light and dark, wide and on a phone: they fit."""
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        visit(page, url)
        expect(page.get_by_role("alert")).to_have_count(0)
        for scheme in ("dark", "light"):
            repainted(page, scheme)
            fits(page)


@pytest.mark.audit
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_every_question_from_its_form_to_a_checked_bundle(
    story: Story, server: Server, page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids, pairs = homes(server.home, tmp_path)
    asked(page, f"{server.url}/ask?dataset={ids[story.name]}", story, pairs)
    fits(page)
    press(page, "Check and release")
    press(page, "Release", exact=True)
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    settled(page)
    seen(page, f"{server.url}/results?dataset={ids[story.name]}")

    home = ["--home", str(server.home)]
    assert main([*home, "share", story.name, "--title", "All questions"]) == 0
    path = capsys.readouterr().out.split("/s/")[1].split()[0]
    reads(page, f"{server.url}/s/{path}", story.kinds)
    for name in ("all.html", "all.zip"):
        assert main([*home, "share", story.name, "--title", "All questions", "--out", str(tmp_path / name)]) == 0
    capsys.readouterr()
    assert main([*home, "verify", str(tmp_path / "all.zip")]) == 0
    assert "Genuine" in capsys.readouterr().out
    with dp.Desk(home=server.home) as desk:
        desk.verify()
        assert {type(release.query) for release in desk.releases(story.name)} == set(story.kinds)


def reads(page: Page, link: str, kinds: Sequence[type[Query]]) -> None:
    """The shared page on a phone, in the dark and in the light."""
    assert (answer := page.goto(link)) is not None and answer.status == 200
    expect(page.locator(".answer")).to_have_count(len(kinds))
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
