"""Share links as plain HTML and files: /s/<token>, with .json, .csv, .html (to keep) or .zip (signed) after it.

Apart from the app and its sessions: no cookie, no script. Whether a link is open is asked at every request; what it
shows is drawn once. Whatever is wrong with a link, the answer is the same to the byte.
"""

from __future__ import annotations

import contextlib
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from dpcore.desk import Desk
from dpcore.errors import AccessError, DpError, QueryError
from dpcore.present import answers, bundle, export, page
from dpcore.sharing import Opened
from pages.ui.crew import Crew
from pages.ui.desk import house
from pages.ui.limit import Limit
from pages.ui.shelved import Shelved

HTML = "text/html; charset=utf-8"
# Stands in drawn pages for the token of whoever asks, so that they are drawn once for all.
_TOKEN = secrets.token_urlsafe(32)
_BUSY = "<!doctype html><title>Later</title><p>This desk cannot answer now. Try again later."


@dataclass(frozen=True)
class Kind:
    """One form of what a link shows. file: what it is called when it is kept; none: it is shown."""

    media: str
    file: str
    draw: Callable[[Opened, Desk], str | bytes]


def _page(opened: Opened, desk: Desk) -> str:
    files = [
        page.File(label, f"{_TOKEN}.{name}", KINDS[name].file)
        for name, label in (("csv", "CSV"), ("json", "JSON"), ("html", "Offline page"), ("zip", "Signed bundle"))
    ]
    return page.html(opened.dossier, fingerprint=desk.seal.fingerprint, files=files)


KINDS = {
    "": Kind(HTML, "", _page),
    "html": Kind(
        HTML,
        "answers.html",
        lambda opened, desk: page.html(opened.dossier, fingerprint=desk.seal.fingerprint, offline=True),
    ),
    "json": Kind("application/json", "answers.json", lambda opened, desk: json.dumps(opened.dossier.to_dict())),
    "csv": Kind(
        "text/csv; charset=utf-8",
        "answers.csv",
        lambda opened, desk: export.long_csv(answers.all_of(opened.dossier.releases)),
    ),
    "zip": Kind("application/zip", "bundle.zip", lambda opened, desk: bundle.write(opened.dossier, desk.seal)),
}


class Shared:
    """The ASGI application under /s/."""

    def __init__(self, desk: Callable[[], Desk] = house) -> None:
        self._desk, self._drawn, self._failed = desk, Shelved(), Limit()
        # a page takes milliseconds, a large file many seconds: neither waits for the other, nor the app for both
        self._pages, self._files = Crew(4, "share-page"), Crew(2, "share-file")

    def prepare(self) -> None:
        """What the first reader would wait for: templates, the desk, its key. A desk that cannot open says so later."""
        page.prepare()
        with contextlib.suppress(DpError):
            _ = self._desk().seal.fingerprint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request. The database and the drawing are kept off the event loop."""
        request = Request(scope, receive)
        if request.method not in ("GET", "HEAD"):
            response = _response("", 405, "text/plain", {"allow": "GET, HEAD"})
        else:
            crew = self._pages if request.scope["path"].count(".") == 0 else self._files
            response = await crew.run(lambda: self.answer(request)) or _response(
                _BUSY, 503, HTML, {"retry-after": "60"}
            )
        await response(scope, receive, send)

    def answer(self, request: Request) -> Response:
        """What a link gives; one page for all that give nothing. A valid link is never refused."""
        # not the route's own parameter: that one has lost a line break at its end
        token, dot, ending = request.scope["path"].partition("/s/")[2].partition(".")
        kind = KINDS.get(ending) if ending or not dot else None
        try:
            opened = self._desk().open_share(token, count=not dot and request.method == "GET")
            if kind is None:
                return self._nothing(request)
            body = self._drawn.get(f"{opened.edition} {ending}", lambda: kind.draw(opened, self._desk()))
        except AccessError:
            return self._nothing(request)
        except QueryError as error:  # too much for a bundle
            return _response(error.message, 413, "text/plain; charset=utf-8")
        except DpError:
            return _response(_BUSY, 503, HTML)
        except Exception as error:
            logging.getLogger("murmur").error("a share page failed", exc_info=error)
            return _response(_BUSY, 500, HTML)
        headers = {"content-disposition": f'attachment; filename="{kind.file}"'} if kind.file else {}
        return _response(
            body.replace(_TOKEN.encode(), token.encode()) if not ending else body, 200, kind.media, headers
        )

    def _nothing(self, request: Request) -> Response:
        client = request.client.host if request.client else ""
        if self._failed.add(client):
            return _response("", 429, "text/plain", {"retry-after": "60"})
        return _response(page.missing(), 404, HTML)


def _response(body: str | bytes, status: int, media: str, headers: dict[str, str] | None = None) -> Response:
    """With headers stricter than the app's: nothing runs, nothing is loaded, nothing is stored."""
    return Response(
        body,
        status,
        {
            "content-type": media,
            "content-security-policy": page.policy(),
            "cache-control": "no-store",
            "x-robots-tag": "noindex, nofollow, noarchive",
            **(headers or {}),
        },
    )


shared = Shared()
route = Route("/s/{rest:path}", shared)
