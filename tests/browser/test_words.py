"""Every screen in a language whose sentences stand in brackets, a third longer: all is translated, and fits a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from dpcore.present.language.translation import ENGLISH, PSEUDO, Language, languages, offered
from dpcore.text import Text
from pages.ui.navigation import SCREENS
from tests.browser.screen import settled, visit
from tests.browser.server import Server
from tests.browser.tour import House, stock

# Describe has something to say after an upload alone, and Shared with a token alone.
PAGES = (*(screen.address for screen in SCREENS if screen.address not in ("describe", "shared")), "?share=")
LESSONS = ("The curve", "What epsilon allows", "Many looks", "Adaptive noise", "Famous mistakes")
# Names and notes that the stocked desk holds, people of the game, and what Streamlit itself writes.
GIVEN = re.compile(
    r"^(other|sample|careful|Ada|Ben|Cleo|Dan|Eva|Finn|Iris|Visits by ward|An old one|for the yearly report"
    r"|Shall we ask for July too\?|What colleagues asked for\.|Upload|\S+@\S+|keyboard_\w+|[a-z_]+)$"
)
OTHERS = [languages()[code] for code in offered() if code != ENGLISH]
LOOK = """() => {
    const words = "p, label, button, h1, h2, h3, li, summary, td, th, a, [role=tab], [role=option]";
    return [...document.querySelectorAll(words)].filter(one => one.offsetParent).flatMap(one => {
        const size = one.getBoundingClientRect(), text = one.innerText.trim();
        if (!text || size.width < 2 || size.height < 2) return [];
        let cut = false;
        for (let at = one; at && at !== document.body; at = at.parentElement) {
            if (at.clientWidth === 1) return [];  // for screen readers alone, beside an icon
            const flow = getComputedStyle(at).overflowX;
            if (["auto", "scroll"].includes(flow)) break;
            if (["hidden", "clip"].includes(flow) && at.clientWidth && at.scrollWidth > at.clientWidth + 1) cut = true;
        }
        return [[text, cut]];
    });
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A dashboard with something on every page."""
    home = tmp_path_factory.mktemp("stocked") / "home"
    token, bundle = stock(home)
    with Server(home) as running:
        yield House(running.url, token, bundle)


def unfolded(page: Page) -> None:
    """Opens whatever unfolds on the page."""
    while closed := page.locator("details:not([open]) > summary").all():
        closed[0].click()
        settled(page)


def wrong(page: Page) -> list[str]:
    """What stands on the page in plain English, and what is cut off."""
    said = []
    for text, cut in page.evaluate(LOOK):
        last = text.splitlines()[-1]  # behind the name of an icon
        if re.search("[A-Za-z]{3}", last) and "[" not in text and not GIVEN.match(last):
            said.append(f"not translated: {text}")
        if cut:
            said.append(f"cut off: {text}")
    return said


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_translated_and_fits_a_phone(house: House, looker: Page, path: str) -> None:
    looker.set_viewport_size({"width": 390, "height": 844})
    if path == "?share=":
        path += house.token
    visit(looker, f"{house.url}/{path}{'&' if '?' in path else '?'}lang={PSEUDO}")
    expect(looker.get_by_role("heading", level=1)).to_be_visible()
    if path.startswith("ask"):
        looker.get_by_role("button", name="ward").first.click()  # a question, with its fields
        settled(looker)
    unfolded(looker)
    assert wrong(looker) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("title", LESSONS)
def test_a_lesson_is_translated_and_fits_a_phone(house: House, looker: Page, title: str) -> None:
    looker.set_viewport_size({"width": 390, "height": 844})
    visit(looker, f"{house.url}/learn?lesson={title.replace(' ', '+')}&lang={PSEUDO}")
    unfolded(looker)
    assert wrong(looker) == []


def test_what_is_not_translated_or_has_no_room_is_seen(house: House, looker: Page) -> None:
    looker.set_viewport_size({"width": 390, "height": 844})
    visit(looker, f"{house.url}/?lang={PSEUDO}")
    added = (
        "<p>Nobody translated this.</p><p style='width:60px;overflow:hidden;white-space:nowrap'>[Thîs ïs töö löng]</p>"
    )
    looker.evaluate("html => document.querySelector('h1').insertAdjacentHTML('afterend', html)", added)
    found = wrong(looker)
    assert "not translated: Nobody translated this." in found and "cut off: [Thîs ïs töö löng]" in found


@pytest.mark.parametrize("other", OTHERS[:1], ids=lambda other: other.code)
def test_the_language_is_chosen_in_the_header_and_stays_in_the_address(house: House, visitor, other: Language) -> None:
    page: Page = visitor()
    visit(page, house.url)
    expect(page.get_by_role("link", name="Ledger", exact=True)).to_be_visible()
    page.locator(".st-key-meter").get_by_role("combobox").last.click()
    page.get_by_role("option", name=other.label).click()
    settled(page)
    ledger = other.say(Text("Ledger"))
    page.get_by_role("link", name=ledger, exact=True).click()
    settled(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(ledger)
    assert f"lang={other.code}" in page.url
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(ledger)


@pytest.mark.audit
@pytest.mark.parametrize("other", OTHERS[:1], ids=lambda other: other.code)
def test_a_link_with_a_language_opens_in_it(house: House, visitor, other: Language) -> None:
    page: Page = visitor()
    visit(page, f"{house.url}/learn?lang={other.code}")
    expect(page.get_by_role("heading", level=1)).to_have_text(other.say(Text("Learn")))
    expect(page.locator("html")).to_have_attribute("lang", other.code)
