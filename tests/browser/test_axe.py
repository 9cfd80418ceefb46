"""The rules of axe for WCAG 2.2 AA, and its best practices, on every page: light and dark, wide and on a phone.

axe is put into the page by the debugger's door, which a page's security policy does not see.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from dpcore.present.chart.palette import PALETTES
from pages.ui.navigation import SCREENS
from tests.browser.screen import repainted, settled, visit
from tests.browser.server import Server
from tests.browser.tour import TOUR, House, Stop, stock, unloaded
from tests.server.provider import Provider

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
LOOKS = tuple((scheme, width) for scheme in ("light", "dark") for width in (1280, 360))
# every fourth stop, in turn: colours do not depend on the width, nor sizes on the scheme
ONE_LOOK = [(stop, [LOOKS[place % 2 * 3]]) for place, stop in enumerate(TOUR[::4])]
EVERY_LOOK = [pytest.param(stop, LOOKS, marks=pytest.mark.audit) for stop in TOUR]
TITLES = {screen.script: str(screen.title) for screen in SCREENS}
_RUN = """async ([rules, allowed]) => {
    const said = await axe.run(document, {runOnly: rules, resultTypes: ["violations"]});
    return said.violations.flatMap(rule => rule.nodes.map(node => {
        const at = document.querySelector(node.target[0]);
        const stock = allowed.findIndex(([id, selector]) => id === rule.id && at.matches(selector));
        const why = [...node.any, ...node.all, ...node.none].map(one => one.message).join("; ");
        return {rule: rule.id, stock, html: node.html.slice(0, 300), why};
    }));
}"""


@dataclass(frozen=True)
class Stock:
    """What Streamlit itself breaks: the rule, the very element, a stop where it is seen, and why it is not ours."""

    rule: str
    element: str
    seen: str
    why: str


ALLOWED = (
    Stock(
        "presentation-role-conflict",
        'section[data-testid="stFileUploaderDropzone"][role="presentation"]',
        "load",
        "Streamlit gives the place where files are dropped a label and the role of something that has none.",
    ),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A dashboard with something on every page."""
    home = tmp_path_factory.mktemp("stocked") / "home"
    token, bundle = stock(home)
    with Server(home) as running:
        yield House(running.url, token, bundle)


@pytest.fixture
def page(looker: Page) -> Page:
    """The tab of this file."""
    return looker


def broken(page: Page) -> list[dict[str, Any]]:
    """Every element that breaks a rule, with the number of the line that allows it, or -1."""
    page.mouse.move(0, 0)
    page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(_RUN, [RULES, [(one.rule, one.element) for one in ALLOWED]])
    return found


def ours(page: Page, looks: Sequence[tuple[str, int]] = LOOKS) -> list[str]:
    """What is broken and not allowed, in each look, as one line each."""
    said = []
    for scheme, width in looks:
        page.set_viewport_size({"width": width, "height": 900})
        repainted(page, scheme)
        said += [
            f"{scheme} {width}: {one['rule']}: {one['html']} ({one['why']})" for one in broken(page) if one["stock"] < 0
        ]
    return said


def test_every_page_of_the_navigation_is_on_the_tour_and_has_a_title_of_its_own() -> None:
    assert len(TITLES) > 8
    assert set(TITLES) == {stop.script for stop in TOUR}
    assert len(set(TITLES.values())) == len(TITLES)


@pytest.mark.parametrize(
    ("stop", "looks"), [*ONE_LOOK, *EVERY_LOOK], ids=lambda value: value.name if isinstance(value, Stop) else len(value)
)
def test_no_rule_is_broken(house: House, page: Page, stop: Stop, looks: Sequence[tuple[str, int]]) -> None:
    stop.go(page, house)
    assert ours(page, looks) == []
    expect(page).to_have_title(f"{TITLES[stop.script]} · Murmur")
    # a name that is read aloud is no Markdown: it shows no escapes
    expect(page.locator('[aria-label*="\\\\"], [alt*="\\\\"]')).to_have_count(0)


@pytest.mark.audit
def test_no_rule_is_broken_at_the_door(tmp_path: Path, page: Page) -> None:
    with Provider() as provider, Server(tmp_path / "home", secrets=provider.secrets(tmp_path / "secrets.toml")) as team:
        visit(page, team.url)
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        assert ours(page) == []


@pytest.mark.audit
def test_no_rule_is_broken_for_a_passer_by_with_a_link(tmp_path: Path, page: Page) -> None:
    token, _ = stock(tmp_path / "home")
    with Provider() as provider, Server(tmp_path / "home", secrets=provider.secrets(tmp_path / "secrets.toml")) as team:
        visit(page, f"{team.url}/?share={token}")
        expect(page.get_by_role("link", name="Read the answers")).to_be_visible()
        assert ours(page) == []


@pytest.mark.parametrize("allowed", ALLOWED, ids=lambda one: one.rule)
def test_what_is_allowed_is_still_found(house: House, page: Page, allowed: Stock) -> None:
    next(stop for stop in TOUR if stop.name == allowed.seen).go(page, house)
    assert ALLOWED.index(allowed) in [one["stock"] for one in broken(page)]


def test_a_fault_of_ours_is_found_beside_an_allowed_one(house: House, page: Page) -> None:
    # the mutant of this file: faults that are ours, one of them inside the element that is allowed another
    unloaded(page, house)
    page.get_by_test_id("stFileUploaderDropzone").evaluate(
        """at => at.insertAdjacentHTML("beforeend", "<img src='data:,'><ul role='presentation' tabindex=0></ul>"
            + "<p style='color:#999;background:#fff'>faint</p>")"""
    )
    assert {"image-alt", "color-contrast", "presentation-role-conflict"} <= {
        one["rule"] for one in broken(page) if one["stock"] < 0
    }


def test_the_words_of_a_chart_can_be_read(house: House, page: Page) -> None:
    """axe does not look at words in a drawing: those on the axes are in the colour of the page's words.

    A picture keeps its colours until the page is drawn anew, and its ground with them.
    """
    for scheme, color, ground in (("light", "rgb(20, 24, 29)", "#ffffff"), ("dark", "rgb(237, 235, 232)", "#171614")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        visit(page, f"{house.url}/results")
        source = page.locator("[data-testid=stImage] img").first.get_attribute("src") or ""
        drawn = b64decode(source.partition(",")[2]).decode()
        assert f'fill="{ground}"' in drawn and PALETTES["dark" if scheme == "dark" else "light"].text in drawn
        expect(page.locator("[data-testid=stApp]")).to_have_css("background-color", _rgb(ground))
        expect(page.locator("[data-testid=stApp]")).to_have_css("color", color)
        page.get_by_text("Values under the pointer").first.click()
        word = page.locator(".js-plotly-plot .xtick text").first
        expect(word).to_have_css("fill", color)
        settled(page)


def _rgb(colour: str) -> str:
    return "rgb({}, {}, {})".format(*(int(colour[at : at + 2], 16) for at in (1, 3, 5)))
