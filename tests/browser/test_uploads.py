"""Uploads by Streamlit's own widget in a real browser: one that is taken, one that is refused, and what is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import visit
from tests.browser.server import Server


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A dashboard where one user's uploads may have 4 MB together, and one of them as much."""
    environment = {"MURMUR_UPLOAD_GB": "0.004", "MURMUR_UPLOAD_QUOTA_GB": "0.004"}
    with Server(tmp_path / "home", environment=environment) as running:
        yield running


def spooled(server: Server) -> list[int]:
    """The sizes of the uploads on disk, while they are received those that were announced."""
    return [path.stat().st_size for path in (server.home / "spool").glob("*/*")]


def until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not done():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def test_a_user_has_a_limit_and_learns_of_it_on_the_page(
    visitor: Callable[..., Page], small: Server, tmp_path: Path
) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(b"a,b\r\n" + b"1,2\r\n" * 500_000)  # 2.5 MB
    first, second = visitor(), visitor()
    for page in (first, second):
        visit(page, f"{small.url}/data")
        expect(page.get_by_text("4MB per file")).to_be_visible()
    first.locator('input[type="file"]').set_input_files(file)
    expect(first.get_by_text("2 columns.")).to_be_visible()
    assert spooled(small) == [file.stat().st_size]
    second.locator('input[type="file"]').set_input_files(file)
    expect(second.get_by_text("Your uploads, with this one, exceed the limit of 0.00391 GB a user.")).to_be_visible()
    assert spooled(small) == [file.stat().st_size]
    second.get_by_role("button", name="Choose another table").click()  # one person has one table
    until(lambda: spooled(small) == [])
    second.locator('input[type="file"]').set_input_files(file)
    expect(second.get_by_text("2 columns.")).to_be_visible()
    assert spooled(small) == [file.stat().st_size]


def test_uploads_end_with_their_server_however_it_ends(visitor: Callable[..., Page], small: Server) -> None:
    file = {"name": "a.csv", "mimeType": "text/csv", "buffer": b"a\n1\n"}
    for end in (small.kill, small.stop):
        page = visitor()
        visit(page, f"{small.url}/data")
        page.locator('input[type="file"]').set_input_files(file)  # type: ignore[arg-type]
        expect(page.get_by_text("1 columns.")).to_be_visible()
        assert spooled(small) == [4]
        end()
        assert spooled(small) == ([4] if end == small.kill else [])
        small.start()
        assert spooled(small) == []
