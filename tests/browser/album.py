"""`python -m tests.browser.album FOLDER`: pictures of every screen, in each language, light and dark, wide and on a phone.

README shows some of them; the others are to be looked at after screens have changed.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from dpcore.present.language.translation import languages, offered
from dpcore.text import Text
from tests.browser.conftest import ARGUMENTS
from tests.browser.screen import repainted, settled, visit
from tests.browser.server import Server
from tests.browser.tour import TABLE, House, stock

WIDTHS = {"wide": (1280, 900), "phone": (390, 844)}
Label = Callable[[str], str]


def _described(page: Page, url: str, label: Label) -> None:
    visit(page, f"{url}/data")
    page.locator('input[type="file"]').set_input_files({"name": "t.csv", "mimeType": "text/csv", "buffer": TABLE})
    page.get_by_role("button", name=label("Describe the columns")).click()
    settled(page)


def _planned(page: Page, url: str, label: Label) -> None:
    visit(page, f"{url}/ask")
    for column in ("Histogram of {column}", "Mean of {column}"):
        del column
    page.get_by_role("button", name=label("Add a question")).first.click()
    settled(page)


def take(house: House, folder: Path) -> None:
    """Every picture into the folder: `<screen>-<language>-<width>-<scheme>.png`."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGUMENTS))
        for code in offered():
            label: Label = lambda key, code=code: languages()[code].say(Text(key))  # noqa: E731
            for width, (across, down) in WIDTHS.items():
                context = chromium.new_context(
                    viewport={"width": across, "height": down}, reduced_motion="reduce", locale=code
                )
                page = context.new_page()
                for name in ("", "data", "ask", "explore", "results", "ledger", "publish", "team", "learn"):
                    visit(page, f"{house.url}/{name}?lang={code}")
                    for scheme in ("light", "dark"):
                        repainted(page, scheme).screenshot(path=folder / f"{name or 'home'}-{code}-{width}-{scheme}.png")
                context.close()
        chromium.close()


def main() -> int:
    """Stock a desk, serve it, and take the pictures."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp()) / "home"
    token, bundle = stock(home)
    with Server(home) as running:
        take(House(running.url, token, bundle), folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
