"""Streamlit's page states its language, by which screen readers choose how to pronounce it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import streamlit
from starlette.responses import FileResponse, HTMLResponse
from starlette.types import ASGIApp, Message, Scope

from pages.server.page_language import PageLanguageMiddleware

INDEX = Path(streamlit.__file__).parent / "static" / "index.html"


def asked(app: ASGIApp, path: str = "/", query: str = "", accepted: str = "") -> tuple[dict[str, str], str]:
    """The headers and the body of an answer."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(part: Message) -> None:
        sent.append(part)

    headers = [(b"accept-language", accepted.encode())]
    scope: Scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": headers}
    scope["asgi"] = {"spec_version": "2.4"}  # nothing is received while an answer is sent
    asyncio.run(PageLanguageMiddleware(app)(scope, receive, send))
    start, *parts = sent
    assert start["type"] == "http.response.start"
    body = b"".join(part.get("body", b"") for part in parts)
    return {name.decode(): value.decode() for name, value in start["headers"]}, body.decode()


@pytest.mark.parametrize(
    ("query", "accepted", "code"),
    [
        ("", "", "en"),
        ("", "de,fr;q=0.5", "en"),
        ("", "de,ko-KR;q=0.5", "ko"),
        ("lang=ko", "en", "ko"),
        ("lang=en", "ko", "en"),
        ("lang=%22%3E%3Cscript%3E", "", "en"),
    ],
)
def test_the_page_of_streamlit_states_the_language_of_the_request(query: str, accepted: str, code: str) -> None:
    headers, body = asked(FileResponse(INDEX), query=query, accepted=accepted)
    assert body == INDEX.read_text(encoding="utf-8").replace('<html lang="en"', f'<html lang="{code}"', 1)
    assert f'<html lang="{code}"' in body
    assert int(headers["content-length"]) == len(body.encode()) and headers["vary"] == "Accept-Language"


def test_other_answers_stay_as_they_are() -> None:
    words = '<html lang="en">&lt;'
    assert asked(HTMLResponse(words), "/s/token", "lang=ko")[1] == words  # a share page states its own language
    plain = HTMLResponse(words, media_type="text/plain")
    assert asked(plain, query="lang=ko") == ({name.decode(): v.decode() for name, v in plain.raw_headers}, words)
