"""Security middleware in front of Streamlit: closed paths, the Host check, allowed messages, response headers."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from pages.server import address, download, message, signin_middleware
from pages.ui.person import signin

# Metrics reveal exact upload sizes and latencies by function; the agent API drives the app without a browser.
_CLOSED = re.compile(r"/_stcore/(metrics|agent)(/|$)")

# No 'unsafe-inline' and no 'unsafe-eval' for scripts: charts, tables, editors and uploads work without them. The hash
# is of the one inline script in Streamlit's index.html; the browser tests fail when an upgrade changes it.
# Markdown in a column name loads nothing from elsewhere: images, fetches and frames stay on this origin.
_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class SecurityMiddleware:
    """Pure ASGI, so that uploads are streamed unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses closed paths and foreign hosts; adds the security headers to every HTTP response."""
        if scope["type"] == "websocket":
            request = HTTPConnection(scope)
            messages = message.sifted(
                receive,
                address.visitor(request),
                lambda: signin_middleware.user_of(request) if signin.required() else "",
                lambda operation: _allowed(request, operation),
            )
            opened = address.answers(scope) and _same_origin(scope)
            await (self.app if opened else WebSocketClose())(scope, messages, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = re.sub(r"/+", "/", scope["path"])

        async def dressed(part: Message) -> None:
            if part["type"] == "http.response.start":
                headers = MutableHeaders(scope=part)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)  # a share page's own policy is stricter
                if path.startswith("/media/"):
                    headers["cache-control"] = "no-store"
            await send(part)

        await self._answering(scope, path)(scope, receive, dressed)

    def _answering(self, scope: Scope, path: str) -> ASGIApp:
        if _CLOSED.search(path):
            return PlainTextResponse("Not Found", 404)
        # Streamlit checks the Host of its WebSocket only.
        if not is_host_allowed(Headers(scope=scope).get("host")):
            return PlainTextResponse("Forbidden", 403)
        if not address.answers(scope):
            return PlainTextResponse(address.REFUSAL, 403)
        if not download.served(path, HTTPConnection(scope)):
            return PlainTextResponse("Not Found", 404)
        return self.app


def _allowed(request: HTTPConnection, operation: BackendOperationRequest) -> bool:
    """Whether an open page may fetch a file or table rows; after its sign-in has ended it can only be redrawn."""
    return not signin_middleware.left(request) and download.made(operation.deferred_file.file_id, request)


def _same_origin(scope: Scope) -> bool:
    """Streamlit accepts origins of this computer with any port, which could be another desk or an unrelated server."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False
