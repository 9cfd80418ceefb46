"""The real dashboard, opened by a real Chromium: one for each worker, and each file on one worker."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect, sync_playwright

from tests.browser.screen import PATIENCE
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
    "--in-process-gpu",
    "--js-flags=--no-turbofan --no-maglev --single-threaded",  # a page is looked at for seconds: code is run, not tuned
    "--process-per-site",  # with `stay`: what is compiled for one visit is there for the next, in half of the time
)
WIDE: ViewportSize = {"width": 1280, "height": 900}


# package, not session: Playwright's event loop would still run under the tests that come after these
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a worker; each takes contexts of its own."""
    found = [path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path]
    if not found:
        pytest.fail("The browser tests need Chromium on the PATH. Hint: `make test` installs it on Debian as root.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found[0], args=list(ARGUMENTS))
        expect.set_options(timeout=PATIENCE)
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
def idle(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Browsers of people that nobody uses just now: what Chromium has loaded and compiled for them stays warm."""
    contexts: list[BrowserContext] = []
    yield contexts
    for context in contexts:
        context.close()


def opened(browser: Browser, **settings: object) -> BrowserContext:
    """A context that waits for what it needs."""
    context = browser.new_context(**settings)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    return context


def stay(context: BrowserContext) -> Page:
    """A tab that stays open, so that the window and the process of the site do; nobody is asked for what it shows."""

    def answer(route: Route) -> None:
        route.fulfill(body="A tab that stays open", content_type="text/plain")

    page = context.new_page()
    page.route("**/*", answer)
    page.goto("http://localhost/")
    return page


def forget(context: BrowserContext) -> None:
    """Closes all pages but the first and removes all that a site has stored; only what is cached of its files stays."""
    staying, *pages = context.pages
    origins = {stored["origin"] for stored in context.storage_state()["origins"]}
    origins |= {page.evaluate("origin") for page in pages if page.url.startswith("http")}
    for page in pages:
        page.goto("about:blank")  # the session ends
    for origin in origins:
        debugger = context.new_cdp_session(staying)
        debugger.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    for page in pages:
        page.close()
    context.clear_cookies()
    context.set_offline(False)


@pytest.fixture
def visitor(browser: Browser, idle: list[BrowserContext]) -> Iterator[Callable[..., Page]]:
    """Makes a page in a context of its own, a person with a browser of their own: `visitor(color_scheme="dark")`."""
    usual: list[BrowserContext] = []
    special: list[BrowserContext] = []

    def arrive(**options: object) -> Page:
        settings = {"viewport": WIDE, "reduced_motion": "reduce", "accept_downloads": True}
        if not set(options) <= {"viewport", "color_scheme"}:
            special.append(opened(browser, **(settings | options)))
            return special[-1].new_page()
        if not idle:
            idle.append(opened(browser, **settings))
            stay(idle[-1])
        usual.append(idle.pop())
        page = usual[-1].new_page()
        page.set_viewport_size(options.get("viewport", WIDE))
        page.emulate_media(color_scheme=options.get("color_scheme", "light"))
        return page

    yield arrive
    for context in special:
        context.close()
    for context in reversed(usual):  # the next person takes the warmest
        forget(context)
        idle.append(context)


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """One tab for all tests of a file that only look: what Chromium has loaded and compiled stays warm."""
    context = opened(browser, viewport=WIDE, reduced_motion="reduce", accept_downloads=True)
    stay(context)
    yield context.new_page()
    context.close()


@pytest.fixture
def looker(tab: Page) -> Iterator[Page]:
    """The tab of the file as a visitor finds it: light, wide, without cookies; each visit is a session of its own."""
    tab.context.clear_cookies()
    tab.set_viewport_size(WIDE)
    tab.emulate_media(color_scheme="light")
    yield tab
    tab.evaluate("location.protocol.startsWith('http') && (localStorage.clear(), sessionStorage.clear())")
    tab.goto("about:blank")  # the session ends


@pytest.fixture
def page(visitor: Callable[..., Page]) -> Page:
    """One visitor's page, in light."""
    return visitor()
