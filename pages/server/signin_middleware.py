"""Sign-in outside of pages: uploads only for signed-in users, and the return to the requested page after sign-in."""

from __future__ import annotations

import contextlib
import json
import re
import time
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME
from streamlit.web.server.starlette.starlette_websocket import _get_signed_cookie_with_chunks

from dpcore.errors import AccessError
from pages.server import address
from pages.server.rate_limit import Limit
from pages.server.wanted_page import SECONDS, Wanted, is_page
from pages.ui.person import ended_signins, signin
from pages.ui.rows.arrivals import arrivals
from pages.ui.rows.unfinished import uploads

WANTED = "murmur_wanted"
# Each sends requests to the provider and creates a client for them.
_COSTLY = ("/auth/login", "/oauth2callback")
_wanted, _asked = Wanted(), Limit()


class SigninMiddleware:
    """Pure ASGI. Does nothing where sign-in is off."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses uploads without sign-in; remembers the requested page and redirects to it after sign-in.

        Opening the sign-out address ends the sign-in for every copy of the cookie, even if no page ended it before.
        """
        if scope["type"] != "http" or not signin.required():
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        path = re.sub(r"/+", "/", scope["path"])
        if "/_stcore/upload_file/" in path and request.method != "OPTIONS" and stranger(request):
            await PlainTextResponse("Forbidden", 403)(scope, receive, send)
            return

        if path.rstrip("/").endswith("/auth/logout"):
            await run_in_threadpool(_end, request)
        elif path.rstrip("/") in _COSTLY and _asked.add(f"{path} {address.visitor(request)}"):
            await PlainTextResponse("Too many sign-ins from this address.", 429, {"retry-after": "60"})(
                scope, receive, send
            )
            return

        async def led(message: Message) -> None:
            if message["type"] == "http.response.start":
                _lead(request, path, MutableHeaders(scope=message), message["status"])
            await send(message)

        await self.app(scope, receive, led)


def known(request: HTTPConnection) -> bool:
    """Whether a request's cookie belongs to a signed-in user."""
    return user_of(request) is not None


def user_of(request: HTTPConnection) -> str | None:
    """The signed-in user of a request's cookie, or None."""
    try:
        return None if signin.fault() else signin.identity(_claims(request), time.time())
    except (AccessError, ValueError):
        return None


def stranger(request: HTTPConnection) -> bool:
    """Whether sign-in is required and this client is not signed in."""
    return signin.required() and not known(request)


def left(request: HTTPConnection) -> bool:
    """Whether the user was signed in when this connection began and no longer is; false without a cookie."""
    return USER_COOKIE_NAME in request.cookies and stranger(request)


def _claims(request: HTTPConnection) -> dict[str, Any]:
    """The claims in a request's cookie, if this server signed it. Raises ValueError."""
    return dict(json.loads(_get_signed_cookie_with_chunks(request.cookies, USER_COOKIE_NAME) or b"{}"))


def _end(request: Request) -> None:
    user = user_of(request)
    if user is not None:
        uploads.forget(user)
        arrivals.forget(user)
        with contextlib.suppress(AccessError, ValueError):
            ended_signins.add(_claims(request))


def _lead(request: Request, path: str, headers: MutableHeaders, status: int) -> None:
    """Notes the page requested before sign-in, and redirects to it afterwards."""
    if path == "/oauth2callback" and status == 302 and _signed(headers):
        if address := _wanted.take(request.cookies.get(WANTED, "")):
            headers["location"] = address
        headers.append("set-cookie", f"{WANTED}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
    elif _is_page(request, path, headers) and not known(request) and (name := _wanted.put(_address(request, path))):
        headers.append("set-cookie", f"{WANTED}={name}; Max-Age={SECONDS}; Path=/; HttpOnly; SameSite=Lax")
    if signin.home().startswith("https://"):
        _secure(headers)


def _address(request: Request, path: str) -> str:
    return f"{path}?{request.url.query}" if request.url.query else path


def _signed(headers: Headers) -> bool:
    set_ = headers.getlist("set-cookie")
    return any(cookie.startswith(f"{USER_COOKIE_NAME}=") and "Max-Age=0" not in cookie for cookie in set_)


def _is_page(request: Request, path: str, headers: Headers) -> bool:
    return (
        request.method == "GET"
        and headers.get("content-type", "").startswith("text/html")
        and "text/html" in request.headers.get("accept", "")
        and is_page(path)
    )


def _secure(headers: MutableHeaders) -> None:
    """Streamlit omits `Secure` from its cookies; behind https it is added."""
    for place, (name, value) in enumerate(headers.raw):
        if name == b"set-cookie" and b"secure" not in value.lower():
            headers.raw[place] = (name, value + b"; Secure")
