"""Streamlit's page states its language, by which screen readers choose how to pronounce it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Scope

from pages.server.page_language import PageLanguageMiddleware
from tests.language import only, write

INDEX = Path(streamlit.__file__).parent / "static" / "index.html"
WORDS = '<html lang="en">&lt;'


@pytest.fixture(scope="module", autouse=True)
def two_languages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("languages")
    write(folder, "ko")
    write(folder, "fr", left=lambda *_: True)  # is not offered
    with only(folder):
        yield


def asked(app: ASGIApp, path: str = "/ask", query: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
    """The status, the headers and the body of an answer."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(part: Message) -> None:
        sent.append(part)

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: Scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": raw}
    scope["asgi"] = {"spec_version": "2.4"}  # nothing is received while an answer is sent
    asyncio.run(PageLanguageMiddleware(app)(scope, receive, send))
    start, *parts = sent
    assert start["type"] == "http.response.start"
    body = b"".join(part.get("body", b"") for part in parts)
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body.decode()


def page(_: object) -> Response:
    return FileResponse(INDEX)


PAGES = Starlette(routes=[Route("/{path:path}", page)], middleware=[Middleware(GZipMiddleware)])


@pytest.mark.parametrize(
    ("query", "accepted", "code"),
    [
        ("", "", "en"),
        ("", "de,fr-FR;q=0.5", "en"),
        ("", "de,ko-KR;q=0.5", "ko"),
        ("lang=ko", "en", "ko"),
        ("lang=fr", "ko", "fr"),
        ("lang=en", "ko", "en"),
        ("lang=%22%3E%3Cscript%3E", "", "en"),
    ],
)
def test_the_page_of_streamlit_states_the_language_of_the_request(query: str, accepted: str, code: str) -> None:
    _, headers, body = asked(PAGES, query=query, accept_language=accepted, accept_encoding="gzip, deflate")
    assert body == INDEX.read_text(encoding="utf-8").replace('<html lang="en"', f'<html lang="{code}"', 1)
    assert f'<html lang="{code}"' in body
    assert int(headers["content-length"]) == len(body.encode()) and "Accept-Language" in headers["vary"]


def test_a_browser_that_has_the_page_in_another_language_gets_it_anew() -> None:
    _, headers, _ = asked(PAGES, accept_language="en")
    status, _, body = asked(PAGES, accept_language="ko", if_none_match=headers["etag"], range="bytes=0-99")
    assert status == 200 and '<html lang="ko"' in body


@pytest.mark.parametrize("path", ["/s/token", "/media/page.html", "/component/part.html"])
def test_what_people_have_made_stays_as_it_is(path: str) -> None:
    assert asked(HTMLResponse(WORDS), path, "lang=ko")[2] == WORDS


def test_other_answers_stay_as_they_are() -> None:
    plain = HTMLResponse(WORDS, media_type="text/plain")
    headers = {name.decode(): value.decode() for name, value in plain.raw_headers}
    assert asked(plain, query="lang=ko") == (200, headers, WORDS)
