"""What sign-in needs outside of pages: uploads for those who are in alone, and the way back to the page asked for."""

from __future__ import annotations

import json
import re
import time
from http.cookies import SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME
from streamlit.web.server.starlette.starlette_websocket import _get_signed_cookie_with_chunks

from dpcore.errors import AccessError
from pages.ui import signin

WANTED = "murmur_wanted"
SECONDS = 600
# A page of the dashboard: one plain word, and what follows the question mark. Nothing that leads to another server.
PAGE = re.compile(r"/[a-z_]{0,40}(\?[\w\-.~%=&+]{0,800})?")
_NO_PAGE = re.compile(r"/(_stcore|media|component|static|app|s|auth|oauth2callback)(/|$)")


class Door:
    """Pure ASGI. Does nothing on a one-person desk."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses a stranger's upload; keeps a stranger's address in a cookie, and goes there after sign-in."""
        if scope["type"] != "http" or not signin.required():
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        path = re.sub(r"/+", "/", request.url.path)
        if "/_stcore/upload_file/" in path and request.method != "OPTIONS" and not known(request):
            await PlainTextResponse("Forbidden", 403)(scope, receive, send)
            return

        async def led(message: Message) -> None:
            if message["type"] == "http.response.start":
                _lead(request, path, MutableHeaders(scope=message), message["status"])
            await send(message)

        await self.app(scope, receive, led)


def known(request: Request) -> bool:
    """Whether a request's cookie is of somebody who is signed in."""
    try:
        claims = json.loads(_get_signed_cookie_with_chunks(request.cookies, USER_COOKIE_NAME) or b"{}")
        return not signin.fault() and bool(signin.identity(claims, time.time()))
    except (AccessError, ValueError):
        return False


def _lead(request: Request, path: str, headers: MutableHeaders, status: int) -> None:
    """Notes the page that a stranger asked for; once they have signed in, sends them there."""
    if path == "/oauth2callback" and status == 302 and _signed(headers):
        wanted = request.cookies.get(WANTED, "")
        if PAGE.fullmatch(wanted) and not _NO_PAGE.match(wanted):
            headers["location"] = wanted
        headers.append("set-cookie", f"{WANTED}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
    elif _is_page(request, path, headers) and not known(request):
        wanted = path + (f"?{request.url.query}" if request.url.query else "")
        if wanted != "/" and PAGE.fullmatch(wanted):
            kept = SimpleCookie({WANTED: wanted})[WANTED].OutputString()
            headers.append("set-cookie", f"{kept}; Max-Age={SECONDS}; Path=/; HttpOnly; SameSite=Lax")
    if signin.home().startswith("https://"):
        _secure(headers)


def _signed(headers: Headers) -> bool:
    set_ = headers.getlist("set-cookie")
    return any(one.startswith(f"{USER_COOKIE_NAME}=") and "Max-Age=0" not in one for one in set_)


def _is_page(request: Request, path: str, headers: Headers) -> bool:
    return (
        request.method == "GET"
        and headers.get("content-type", "").startswith("text/html")
        and "text/html" in request.headers.get("accept", "")
        and not _NO_PAGE.match(path)
    )


def _secure(headers: MutableHeaders) -> None:
    """Streamlit leaves `Secure` out of its cookies; behind https they have it."""
    for place, (name, value) in enumerate(headers.raw):
        if name == b"set-cookie" and b"secure" not in value.lower():
            headers.raw[place] = (name, value + b"; Secure")
