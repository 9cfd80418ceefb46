"""The share page in Chromium: a colleague, a phone, no account; light, dark, on paper, and with the network cut."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import pandas as pd
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from pypdf import PdfReader

import dpcore as dp
from tests.browser.server import Server

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Chromium says so of every page that is not there.
NOT_THERE = "Failed to load resource: the server responded with a status of 404 (Not Found)"
TITLE, NOTE = "Visits by ward, spring <2026>", "For Monday.\n<script>document.title='broken'</script>"


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server, an owner's desk, and a link to answers of every shape."""
    home = tmp_path_factory.mktemp("share") / "home"
    rows = pd.DataFrame(
        {
            "patient": [str(row // 3) for row in range(1_500)],
            "age": [row % 90 for row in range(1_500)],
            "ward": [["Cardiology", "Maternity", "Surgery"][row % 3] for row in range(1_500)],
            "cost": [float(row % 700) for row in range(1_500)],
            "zone": [row % 300 for row in range(1_500)],
        }
    )
    schema = dp.Schema(
        patient=dp.Identifier(),
        age=dp.Number(0, 99, integer=True),
        ward=dp.Category(["Cardiology", "Maternity", "Surgery"]),
        cost=dp.Number(0, 1_000),
        zone=dp.Number(0, 299, integer=True),
    )
    unit, budget = dp.Unit("patient", max_rows=3), dp.Budget(epsilon=3.0, delta=1e-6)
    with dp.Desk(home=home) as desk:
        desk.add_dataset("visits", dp.read(rows), schema=schema, unit=unit, budget=budget, synthetic=True)
        asks = [dp.Count(), dp.Histogram("age", bins=20), dp.Mean("cost", by=["ward"]), dp.Count(by=["zone"])]
        releases = desk.release("visits", dp.Plan([dp.Ask(one) for one in asks], mu=0.5))
        share, token = desk.sharing("visits").publish(releases, TITLE, NOTE, "2099-01-01")
        with Server(home) as server:
            yield server, desk, share, f"{server.url}/s/{token}"


@pytest.fixture
def watched(visitor):
    """Opens a page that fails on any console error, and on any request to elsewhere."""
    seen, said = [], []

    def open_(url, **options):
        page = visitor(**options)
        page.on("request", lambda request: seen.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(url)
        return page

    open_.seen = seen
    yield open_
    assert [one for one in said if one != NOT_THERE] == []


def violations(page):
    """What axe finds, by rule, with the elements."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}}).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_the_page_has_no_accessibility_violation(shared, watched, scheme, width):
    *_, url = shared
    page = watched(url, color_scheme=scheme, viewport={"width": width, "height": 800})
    for one in page.locator("summary").all():
        one.click()
    assert violations(page) == []
    page.goto(f"{url}wrong")
    assert violations(page) == []


def test_axe_would_see_a_violation(shared, visitor):
    *_, url = shared
    page = visitor()
    page.goto(url)
    page.evaluate("document.documentElement.removeAttribute('lang'); document.querySelector('svg title').remove()")
    assert {"html-has-lang", "svg-img-alt"} <= {name for name, _ in violations(page)}


@pytest.mark.parametrize("width", [320, 360, 768])
def test_on_a_phone_nothing_scrolls_sideways(shared, watched, width):
    *_, url = shared
    page = watched(url, viewport={"width": width, "height": 700})
    for one in page.locator("summary").all():
        one.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
    for picture in page.locator("svg").all():
        box = picture.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_it_asks_for_nothing_but_itself(shared, watched):
    *_, url = shared
    watched(url)
    assert [one for one in watched.seen if not one.endswith("/favicon.ico")] == [url]


def test_without_javascript_all_of_it_is_there(shared, watched):
    *_, url = shared
    page = watched(url, java_script_enabled=False)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
    expect(page.locator("section.answer")).to_have_count(4)
    expect(page.locator("svg")).to_have_count(3)
    table = page.get_by_role("region", name="Table 2: Histogram of age, 20 bins")
    expect(table).to_be_hidden()
    page.get_by_text("Table (20 rows)").click()
    expect(table).to_be_visible()
    expect(page.get_by_text("margin of error from privacy noise: ±").first).to_be_visible()


def test_what_the_publisher_wrote_is_text(shared, watched):
    *_, url = shared
    page = watched(url)
    expect(page).to_have_title(f"{TITLE} · Murmur")
    expect(page.locator(".note")).to_contain_text("<script>document.title='broken'</script>")
    assert page.locator("script").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_ground_follows_the_readers_scheme(shared, watched, scheme):
    *_, url = shared
    page = watched(url, color_scheme=scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    words = page.evaluate("getComputedStyle(document.querySelector('svg text')).fill.match(/\\d+/g).map(Number)")
    assert (sum(ground) < 150) == (scheme == "dark")
    assert (sum(words) > 450) == (scheme == "dark")


def test_the_keyboard_reaches_everything(shared, watched):
    *_, url = shared
    page = watched(url)
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim().slice(0, 40)"))
    assert reached[0] == "Skip to the answers"
    assert {"Table (20 rows)", "CSV", "JSON", "Offline page", "Signed bundle"} <= set(reached)
    page.locator("a", has_text="Skip to the answers").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "answers"


def test_files_come_down_by_their_links(shared, watched, tmp_path):
    *_, url = shared
    page = watched(url)
    for name, file in (("CSV", "answers.csv"), ("JSON", "answers.json"), ("Signed bundle", "bundle.zip")):
        with page.expect_download() as caught:
            page.get_by_role("link", name=name, exact=True).click()
        assert caught.value.suggested_filename == file
        caught.value.save_as(tmp_path / file)
    assert len(pd.read_csv(tmp_path / "answers.csv")) == 1 + 20 + 3 + 300


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_offline_file_needs_no_network(shared, watched, visitor, tmp_path, scheme):
    *_, url = shared
    page = watched(url)
    with page.expect_download() as caught:
        page.get_by_role("link", name="Offline page").click()
    kept = tmp_path / "answers.html"
    caught.value.save_as(kept)
    assert urlsplit(url).path.rpartition("/")[2] not in kept.read_text()
    away = visitor(color_scheme=scheme, viewport={"width": 360, "height": 700})
    said, asked = [], []
    away.on("console", lambda message: said.append(message.text))
    away.on("request", lambda request: asked.append(request.url))
    away.context.set_offline(True)
    away.goto(kept.as_uri())
    expect(away.get_by_role("heading", level=1)).to_have_text(TITLE)
    expect(away.locator("svg").first).to_be_visible()
    assert away.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (violations(away), said, asked) == ([], [], [kept.as_uri()])
    with away.expect_download() as caught:
        away.get_by_role("link", name="CSV").click()
    assert len(pd.read_csv(caught.value.path())) == 1 + 20 + 3 + 300


def test_on_paper_it_is_light_and_whole(shared, watched):
    *_, url = shared
    page = watched(url, color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--text').trim()") == "#14181d"
    expect(page.get_by_role("link", name="CSV")).to_be_hidden()
    text = "\n".join(one.extract_text() for one in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages)
    for said in (
        TITLE,
        "Histogram of age, 20 bins",
        "What was protected",
        "Is it genuine?",
        "margin of error from privacy noise: ±",
    ):
        assert said in text
    # the table of twenty bins, folded on the screen, is printed; that of three hundred groups is not
    assert text.count("\n") < 400
    assert "95" in text and "99" in text


def test_a_link_that_is_revoked_is_dead_in_an_open_browser(shared, watched):
    server, desk, _, _ = shared
    sharing = desk.sharing("visits")
    share, token = sharing.publish(desk.releases("visits"), "soon gone")
    page = watched(f"{server.url}/s/{token}")
    expect(page.get_by_role("heading", level=1)).to_have_text("soon gone")
    sharing.revoke(share.id)
    response = page.goto(f"{server.url}/s/{token}?again")
    assert response.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("This link is not valid.")
