"""Pictures of every screen, or of some, in every language: `python -m tests.browser.album FOLDER [SCREEN ...]`.

Light and dark, wide and on a phone. README shows some of them; look at the others after a screen has changed.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import dpcore as dp
from dpcore.learn.game import ROUNDS
from dpcore.present.file import plan_file
from dpcore.present.language.translation import Language, languages, offered
from dpcore.text import Text
from tests.browser.conftest import ARGUMENTS
from tests.browser.screen import repainted, settled, visit
from tests.browser.server import Server
from tests.browser.tour import TABLE, House, stock

WIDTHS = {"wide": (1280, 900), "phone": (390, 844)}
PLAN = dp.Plan([dp.Ask(dp.Histogram("cost", bins=20)), dp.Ask(dp.Mean("nights", by=["ward"]), weight=2)], mu=0.2)
DICTIONARY = (
    b"column,kind,from,to,values,missing\nage,whole number,0,120,,\nward,category,,,A|B|C,\npatient,identifier,,,,\n"
)
Go = Callable[[Page, str, "Words"], object]


class Words:
    """The labels of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def __call__(self, key: str, **facts: Any) -> str:
        return self._language.say(Text(key, **facts))


def _press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label).first.click()
    settled(page)


def _atop(page: Page) -> None:
    page.mouse.move(0, 0)
    page.get_by_role("heading", level=1).scroll_into_view_if_needed()
    settled(page)


def _describe(page: Page, url: str, words: Words) -> None:
    if page.get_by_role("button", name=words("Choose another table")).count():
        _press(page, words("Choose another table"))
    page.locator('input[type="file"]').set_input_files({"name": "t.csv", "mimeType": "text/csv", "buffer": TABLE})
    _press(page, words("Describe the columns"))
    page.locator("summary").first.click()
    settled(page)
    about = {"name": "about.csv", "mimeType": "text/csv", "buffer": DICTIONARY}
    page.locator('input[type="file"]').first.set_input_files(about)
    settled(page)
    page.locator("summary").first.click()
    settled(page)


def _ask(page: Page, url: str, words: Words) -> None:
    _press(page, words("Import plan"))
    plan = {"name": "plan.json", "mimeType": "application/json", "buffer": plan_file.to_json(PLAN)}
    page.locator('input[type="file"]').set_input_files(plan)
    settled(page)
    first = page.get_by_role("button", name=words("Use this plan"))
    first.or_(page.get_by_role("button", name=words("Replace this plan"))).first.click()  # of an earlier picture
    settled(page)
    page.keyboard.press("Escape")
    _atop(page)


def _learn(page: Page, url: str, words: Words) -> None:
    _press(page, words("Play {rounds:,} rounds", rounds=ROUNDS))
    _atop(page)


SCREENS: dict[str, tuple[str, Go | None]] = {
    "home": ("", None),
    "data": ("data", None),
    "describe": ("data", _describe),
    "ask": ("ask", _ask),
    "explore": ("explore", None),
    "results": ("results", None),
    "ledger": ("ledger", None),
    "publish": ("publish", None),
    "team": ("team", None),
    "learn": ("learn", _learn),
}


def pictures(chromium: Browser, house: House, code: str, screens: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """(name, PNG) of each screen and of the share page in one language."""
    words = Words(languages()[code])
    for width, (across, down) in WIDTHS.items():
        context = chromium.new_context(
            viewport={"width": across, "height": down}, reduced_motion="reduce", locale=code, device_scale_factor=1
        )
        page = context.new_page()
        for name in screens:
            path, go = SCREENS[name]
            visit(page, f"{house.url}/{path}?dataset=sample&lang={code}")
            if go is not None:
                go(page, house.url, words)
            for scheme in ("light", "dark"):
                yield f"{name}-{code}-{width}-{scheme}", repainted(page, scheme).screenshot()
        page.goto(f"{house.url}/s/{house.token}?lang={code}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            yield f"share-{code}-{width}-{scheme}", page.screenshot()
        context.close()


def main() -> int:
    """Stock a desk, serve it, and write the pictures."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp()) / "home"
    token, bundle = stock(home)
    with Server(home) as running, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGUMENTS))
        for code in offered():
            for name, picture in pictures(
                chromium, House(running.url, token, bundle), code, sys.argv[2:] or list(SCREENS)
            ):
                path = folder / f"{name}.png"
                path.write_bytes(picture)
                Image.open(path).convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(path, optimize=True)
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
