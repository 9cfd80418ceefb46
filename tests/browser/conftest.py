"""The real dashboard, opened by a real Chromium. All of it runs on one worker, one test after another."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.browser.server import Server
from tests.server.provider import Provider

ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
HERE = Path(__file__).parent
WIDE: ViewportSize = {"width": 1280, "height": 900}


def pytest_itemcollected(item: pytest.Item) -> None:
    """One worker for all of them: two browsers at once on two cores would only time out."""
    # not in pytest_collection_modifyitems: pytest-xdist has read the marks by then
    if HERE in item.path.parents:
        item.add_marker(pytest.mark.xdist_group("browser"))


# package, not session: Playwright's event loop would still run under the tests that come after these
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; each takes contexts of its own."""
    found = [path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path]
    if not found:
        pytest.fail("The browser tests need Chromium on the PATH. Hint: `make test` installs it on Debian as root.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found[0], args=list(ARGUMENTS))
        expect.set_options(timeout=15_000)  # two cores may have other work
        yield chromium
        chromium.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A fresh dashboard: its own port, an empty MURMUR_HOME."""
    with Server(tmp_path / "home") as running:
        yield running


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One dashboard for all tests of a file that only look."""
    with Server(tmp_path_factory.mktemp("shared") / "home") as running:
        yield running


@pytest.fixture
def team_server(tmp_path: Path) -> Iterator[Server]:
    """A fresh dashboard where people sign in, with a provider that believes whoever types an address."""
    with Provider() as provider:
        secrets = provider.secrets(tmp_path / "secrets.toml")
        with Server(tmp_path / "team", secrets=secrets) as running:
            yield running


@pytest.fixture(scope="package")
def idle(browser: Browser) -> Iterator[list[Page]]:
    """Windows that nobody uses just now: opening one, and loading a page for the first time, takes seconds."""
    pages: list[Page] = []
    yield pages
    for page in pages:
        page.context.close()


def forget(page: Page) -> None:
    """Closes the other tabs and removes all that sites have stored; only what was fetched and compiled stays."""
    context = page.context
    origins = {stored["origin"] for stored in context.storage_state()["origins"]}
    for tab in context.pages:
        if tab.url.startswith("http"):
            origins.add(tab.evaluate("origin"))
        if tab is not page:
            tab.close()
    page.goto("about:blank")  # the session ends
    debugger = context.new_cdp_session(page)
    for origin in origins:
        debugger.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    debugger.detach()
    context.clear_cookies()
    context.set_offline(False)


@pytest.fixture
def visitor(browser: Browser, idle: list[Page]) -> Iterator[Callable[..., Page]]:
    """Makes a page in a context of its own, a person with a browser of their own: `visitor(color_scheme="dark")`."""
    usual: list[Page] = []
    special: list[BrowserContext] = []

    def arrive(**options: object) -> Page:
        settings = {"viewport": WIDE, "reduced_motion": "reduce", "accept_downloads": True}
        if not set(options) <= {"viewport", "color_scheme"}:
            special.append(browser.new_context(**(settings | options)))
            return special[-1].new_page()
        usual.append(idle.pop() if idle else browser.new_context(**settings).new_page())
        page = usual[-1]
        page.set_viewport_size(options.get("viewport", WIDE))
        page.emulate_media(color_scheme=options.get("color_scheme", "light"))
        return page

    yield arrive
    for context in special:
        context.close()
    for page in reversed(usual):  # the next person takes the warmest
        if page.is_closed():
            page.context.close()
        else:
            forget(page)
            idle.append(page)


@pytest.fixture
def looker(visitor: Callable[..., Page]) -> Page:
    """The page of somebody who only looks."""
    return visitor()


@pytest.fixture
def page(visitor: Callable[..., Page]) -> Page:
    """One visitor's page, in light."""
    return visitor()
