"""The frame in a real browser: every page is reachable, none asks for what it may not, and what stands around it is
small. Two walks: by clicks where there is nothing yet, and by addresses where there are two datasets."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from pages.ui.navigation import SCREENS
from tests.browser.screen import settled, visit
from tests.browser.server import Server
from tests.browser.test_axe import ours
from tests.browser.test_chrome import ROW, TOP, opened

PAGES = {str(screen.title): f"/{screen.address}" for screen in SCREENS if screen.menu != "nobody"}
FIRST = "/ledger"
EMPTY = tuple(screen.address for screen in SCREENS if screen.address != "learn")  # which is the same for everybody
# of the meter and the title: it is one row whose parts are all inside the window, and the title is near the top
_LARGE = """([top, row]) => {
    const box = at => at.getBoundingClientRect(), title = document.querySelector("h1");
    const meter = document.querySelector(".st-key-meter");
    if (!title?.checkVisibility() || !meter) return ["no title or no meter"];
    const said = [];
    if (box(title).y > top) said.push(`the title is at ${box(title).y}`);
    if (box(meter).height > row) said.push(`the meter is ${box(meter).height} high`);
    for (const part of meter.children) {
        const {left, right, width} = box(part);
        if (left < 0 || right > innerWidth || width <= 20) said.push(`a part from ${left} to ${right}`);
    }
    return said;
}"""


@dataclass
class Walk:
    """What was seen on the way: what is too large on each page, complaints of the console, what was fetched."""

    url: str
    large: dict[str, list[str]] = field(default_factory=dict)
    frame: tuple[int, str] = (0, "")
    complaints: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", lambda said: self.complaints.append(f"{said.text} {said.location['url']}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.fetched.append(request.url))

    @property
    def wrong(self) -> list[str]:
        # on /data its client first asks whether the app lies under /data/
        asked = re.compile(r"404.*/\w+/_stcore/(health|host-config)$")
        foreign = [url for url in self.fetched if not url.startswith((self.url, "data:", "blob:"))]
        return [text for text in self.complaints if not asked.search(text)] + foreign


def large(page: Page) -> list[str]:
    """What is too large after all of it has had the time to become small."""
    with contextlib.suppress(TimeoutError):
        page.wait_for_function(f"limits => ({_LARGE})(limits).length === 0", arg=[TOP, ROW], timeout=30_000)
    said: list[str] = page.evaluate(_LARGE, [TOP, ROW])
    return said


@pytest.fixture(scope="module")
def last(tab: Page) -> Iterator[Page]:
    """The page that walks, and stays where it came to."""
    page = tab.context.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory, last: Page) -> Iterator[Walk]:
    """Every page by its address; the first is the first that this server opens at all."""
    home = tmp_path_factory.mktemp("walk") / "home"
    opened(home, None, "visits", "a name that is as long as people make them").close()
    with Server(home) as server:
        walk = Walk(server.url)
        walk.watch(last)
        for path in (FIRST, *(path for path in PAGES.values() if path != FIRST)):
            visit(last, server.url + path)
            if path == FIRST:
                walk.frame = last.get_by_test_id("stTopNavLink").count(), last.url.partition("?")[0]
            walk.large[path] = large(last)
        yield replace(walk, complaints=[*walk.complaints], fetched=[*walk.fetched])


def test_first_deep_link_of_a_fresh_server_keeps_the_frame(walk: Walk) -> None:
    # scripts directly in pages/ would run here without app.py, and so without whatever app.py decides
    assert walk.frame == (len(PAGES), walk.url + FIRST)


def test_what_stands_around_a_page_is_small(walk: Walk) -> None:
    assert set(walk.large) == set(PAGES.values())
    assert {path: said for path, said in walk.large.items() if said} == {}


def test_the_policy_blocks_nothing_that_the_pages_need_and_nothing_is_fetched_from_elsewhere(walk: Walk) -> None:
    assert walk.fetched and walk.wrong == []


def test_what_is_too_large_blocked_or_from_elsewhere_is_seen(walk: Walk, last: Page) -> None:
    """The mutant of this file: the meter gets a high and narrow part, the page a script and a file of another site."""
    mutant = Walk(walk.url)
    mutant.watch(last)
    last.evaluate(
        """async () => {
            const meter = document.querySelector(".st-key-meter");
            meter.insertAdjacentHTML("beforeend", "<p style='width:9px;flex:none;min-height:99px'></p>");
            const script = document.createElement("script");
            script.src = "http://localhost:9/other.js";
            document.body.append(script);
            await fetch("http://localhost:9/other").catch(() => 0);
        }"""
    )
    said: list[str] = last.evaluate(_LARGE, [0, ROW])
    assert {text.split()[1] for text in said} == {"title", "meter", "part"}
    assert any("Content Security Policy" in text for text in mutant.wrong)
    assert any("localhost:9/" in text for text in mutant.wrong)
    assert large(last) != []


def test_navigation_leads_to_every_page(shared_server: Server, tab: Page) -> None:
    page, seen = tab.context.new_page(), Walk(shared_server.url)
    seen.watch(page)
    visit(page, shared_server.url)
    expect(page.get_by_role("heading", level=1)).to_have_css("color", "rgb(20, 24, 29)")
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", re.compile(r"rgb\(255, "))
    for title, path in PAGES.items():
        page.get_by_test_id("stTopNavLink").filter(has_text=title).click()
        settled(page)
        expect(page).to_have_url(shared_server.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert seen.fetched and seen.wrong == []
    page.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", EMPTY)
def test_no_rule_is_broken_where_there_is_nothing_yet(shared_server: Server, looker: Page, path: str) -> None:
    visit(looker, f"{shared_server.url}/{path}")
    assert ours(looker, [("dark", 360)]) == []


@pytest.mark.audit
@pytest.mark.parametrize(
    ("scheme", "text", "ground"), [("light", "rgb(20, 24, 29)", 255), ("dark", "rgb(237, 235, 232)", 23)]
)
def test_home_opens_in_both_themes(shared_server, visitor, scheme, text, ground):
    page = visit(visitor(color_scheme=scheme), shared_server.url)
    expect(page.get_by_role("heading", level=1)).to_have_css("color", text)
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", re.compile(rf"rgb\({ground}, "))


@pytest.mark.audit
def test_the_first_deep_link_of_a_fresh_server_opens_its_page(server, page):
    visit(page, f"{server.url}/ledger")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ledger")
