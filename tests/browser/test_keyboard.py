"""The dashboard by keyboard alone: the whole story, every page without a trap, what Escape closes. Learn and Explore
have tests of their own levers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import settled, visit
from tests.browser.server import Server
from tests.browser.tour import TOUR, House, stock

MOST = 150
_NAME = "() => [document.activeElement.ariaLabel, document.activeElement.innerText].join(' ').replace(/\\s+/g, ' ')"
_PLAIN = "() => !document.activeElement.matches('body, main, section, [role=dialog]')"
# A ring or a coloured border, on what has the focus or on the box around a field.
_SEEN = """() => {
    const ring = at => { const is = getComputedStyle(at);
        return (is.outlineStyle !== "none" && is.outlineWidth !== "0px") || is.boxShadow !== "none"; };
    const accent = ["rgb(31, 95, 191)", "rgb(91, 155, 240)"];
    for (let at = document.activeElement, up = 0; at && up < 5; at = at.parentElement, up++)
        if (ring(at) || accent.includes(getComputedStyle(at).borderTopColor)) return true;
    return document.activeElement === document.body;
}"""
# Everything that a mouse could act on and the keyboard should come to; a group of choices is one stop.
_REACHED = """() => {
    const at = document.activeElement, group = at.closest("[role=radiogroup], [role=toolbar], [role=tablist]");
    [at, group].forEach(one => one?.setAttribute("data-reached", ""));
}"""
_LEFT_OUT = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider]")]
    .filter(one => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
    .filter(one => !one.disabled && one.type !== "file")
    .filter(one => !one.hasAttribute("data-reached") && !one.closest("[data-reached][role]"))
    .filter(one => !(one.tabIndex === -1))
    .map(one => one.outerHTML.slice(0, 200))"""


@pytest.fixture
def page(looker: Page) -> Page:
    """The tab of this file."""
    return looker


def on(page: Page) -> str:
    """The name of what has the focus."""
    name: str = page.evaluate(_NAME)
    return name


def to(page: Page, name: str, key: str = "Tab") -> None:
    """Goes there; every stop on the way can be seen."""
    for _ in range(MOST):
        page.keyboard.press(key)
        page.wait_for_function(_SEEN, timeout=30_000)  # a border takes a moment to change its colour
        if page.evaluate(_PLAIN) and name in on(page):
            return
    pytest.fail(f"The keyboard does not come to {name!r}.")


def press(page: Page, name: str, key: str = "Enter") -> None:
    """Goes there and presses it."""
    to(page, name)
    page.keyboard.press(key)


def test_from_home_to_results_without_a_mouse(server: Server, page: Page) -> None:
    visit(page, server.url)
    press(page, "Try it on a sample table")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ask")
    settled(page)
    press(page, "Histogram of age", "Space")
    expect(page.get_by_role("button", name="Check and release")).to_be_visible()
    settled(page)
    press(page, "Check and release")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    settled(page)
    assert page.evaluate("document.activeElement.closest('[role=dialog]') !== null"), "the focus goes into the sheet"

    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Check and release")).to_be_focused()
    settled(page)
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    settled(page)
    press(page, "Release")
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    settled(page)
    press(page, "Results")
    expect(page.get_by_role("heading", level=1)).to_have_text("Results")
    expect(page.get_by_role("heading", name="Histogram of age")).to_be_visible()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A dashboard with something on every page."""
    home: Path = tmp_path_factory.mktemp("keys") / "home"
    token, bundle = stock(home)
    with Server(home) as running:
        yield House(running.url, token, bundle)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name", ["home", "load", "ask a plan", "results", "ledger", "publish", "shared", "verify", "team"]
)
def test_the_keyboard_comes_to_everything_and_out_again(house: House, page: Page, name: str) -> None:
    next(stop for stop in TOUR if stop.name == name).go(page, house)
    page.mouse.move(0, 0)  # what shows up under a mouse is not meant here
    page.evaluate("document.activeElement.blur()")
    to(page, "Skip to main content")
    for _ in range(MOST):
        page.evaluate(_REACHED)
        page.keyboard.press("Tab")
        if "Skip to main content" in on(page) and page.evaluate(_PLAIN):
            break
    else:
        pytest.fail(f"The keyboard is trapped at {on(page)!r}.")
    assert page.evaluate(_LEFT_OUT) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("path", "opener", "inside"),
    [
        ("explore", "Copy link", "dialog"),
        ("explore", "Save", "Save this scenario"),
        ("results", "Measure again", "Measure again for this price"),
        ("publish", "Revoke", "Revoke this link"),
    ],
)
def test_escape_closes_and_gives_the_focus_back(house: House, page: Page, path: str, opener: str, inside: str) -> None:
    visit(page, f"{house.url}/{path}")
    button = page.get_by_role("button", name=opener).first
    button.focus()
    page.keyboard.press("Enter")
    shown = page.get_by_role("dialog") if inside == "dialog" else page.get_by_role("button", name=inside)
    expect(shown).to_be_visible()
    settled(page)
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    expect(button).to_be_focused()
