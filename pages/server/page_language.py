"""The language of a request, and the `lang` of Streamlit's page, by which screen readers choose how to pronounce it."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dpcore.present.language.translation import PARAMETER, Language, chosen
from pages.server.wanted_page import is_page

_ENGLISH = b'<html lang="en"'
# left out of the request, so that Streamlit sends the whole page, uncompressed
_LEFT_OUT = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")


def of(request: HTTPConnection) -> Language:
    """The language of the link, else the first of the browser's languages that is offered."""
    header = request.headers.get("accept-language", "")
    accepted = [part.partition(";")[0].strip() for part in header[:200].split(",")]  # quality values are ignored
    return chosen([request.query_params.get(PARAMETER, "")], accepted)


class PageLanguageMiddleware:
    """Pure ASGI, so that uploads are streamed unchanged. For Streamlit's own page only: others know their language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """States the language of the request in Streamlit's page, which always states English."""
        if scope["type"] != "http" or not is_page(scope["path"]):
            await self.app(scope, receive, send)
            return
        tag = f'<html lang="{of(HTTPConnection(scope)).code}"'.encode()
        held: list[Message] = []

        async def stated(part: Message) -> None:
            if part["type"] == "http.response.start":
                if MutableHeaders(scope=part).get("content-type", "").startswith("text/html"):
                    held.append(part)  # until the body shows how long it becomes
                    return
            elif held:
                start, body = held.pop(), part.get("body", b"")
                part = {**part, "body": body.replace(_ENGLISH, tag, 1)}
                headers = MutableHeaders(scope=start)
                headers.add_vary_header("Accept-Language")
                if "content-length" in headers:
                    headers["content-length"] = str(int(headers["content-length"]) + len(part["body"]) - len(body))
                await send(start)
            await send(part)

        kept = [(name, value) for name, value in scope["headers"] if name.lower() not in _LEFT_OUT]
        await self.app({**scope, "headers": kept}, receive, stated)
