"""Waiting for a Streamlit page, and for its layout: nothing here sleeps, and nothing is measured once."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

PATIENCE = 180_000
"""Milliseconds that anything is waited for: a busy machine is slow, and only what is broken takes so long."""

# All at once in one selector. A skeleton stands for an element whose code the browser is still fetching.
_IDLE = (
    '[data-testid=stApp][data-test-script-state="notRunning"][data-test-connection-state="CONNECTED"]'
    ':not(:has([data-stale="true"], [data-testid=stSkeleton]))'
)
_TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
# What scrolls sideways: the document, and the part of it that Streamlit scrolls.
_FITS = """() => [document.documentElement, ...document.querySelectorAll("[data-testid=stMain]")]
    .every(one => one.scrollWidth <= one.clientWidth)"""
# A picture in a closed expander has no layout of its own until that opens: its box is one of the past.
_WITHIN = """selector => {
    const shown = [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
    const edges = shown.map(one => one.getBoundingClientRect());
    return shown.length > 0 && edges.every(at => at.left >= 0 && at.right <= innerWidth && at.left < at.right);
}"""
_REPAINTED = """dark => {
    const light = colour => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, one) => sum + Number(one), 0) > 450;
    const app = document.querySelector("[data-testid=stApp]");
    const words = [...document.querySelectorAll(".js-plotly-plot .main-svg text")];
    return light(getComputedStyle(app).backgroundColor) !== dark
        && words.every(one => light(getComputedStyle(one).fill) === dark);
}"""


def settled(page: Page, timeout: float = PATIENCE) -> Page:
    """Returns when the script has run, the socket is up, nothing on the page is stale and all of it is drawn."""
    look = f"() => document.querySelector({_IDLE!r}) !== null"
    for _ in range(2):  # the browser is told that the script has run before it has drawn what that sent last
        page.wait_for_function(look, polling=50, timeout=timeout)
        page.evaluate(_TWO_FRAMES)
    page.wait_for_function(look, polling=50, timeout=timeout)
    return page


def visit(page: Page, url: str) -> Page:
    """Opens a page of the dashboard and waits until it has settled."""
    page.goto(url)
    return settled(page)


def unfold(page: Page, words: str) -> None:
    """Opens an expander by some of its label, unless it is open, and waits."""
    title = page.locator("summary").filter(has_text=words).first
    if not title.evaluate("title => title.parentElement.open"):
        title.click()
    settled(page)


def code(block: Locator) -> str:
    """What a block of code says, on one line; it is drawn after the rest of the page."""
    expect(block).to_have_text(re.compile(r"\S"))
    return block.inner_text().replace("\n", "").strip()


def fits(page: Page, *selectors: str) -> None:
    """Fails unless the page comes to need no scrolling sideways, and all shown matches lie within the window."""
    page.wait_for_function(_FITS)
    for selector in selectors:
        page.wait_for_function(_WITHIN, arg=selector)


def repainted(page: Page, scheme: str) -> Page:
    """Puts the page into light or dark, and waits until its ground and its charts have followed."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.wait_for_function(_REPAINTED, arg=scheme == "dark")
    return settled(page)
