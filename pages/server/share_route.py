"""Share links as plain HTML and files: /s/<token>, with .json, .csv, .html (to keep) or .zip (signed) after it.

Independent of the app and its sessions: no cookie, no script. Every request checks whether the link is open; its
content is rendered once. Whatever is wrong with a link, the response is the same to the byte.
"""

from __future__ import annotations

import contextlib
import json
import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from dpcore.desk.desk import Desk
from dpcore.desk.sharing import Opened
from dpcore.errors import AccessError, DpError, QueryError
from dpcore.present import answers, bundle, page
from dpcore.present.file import export
from dpcore.present.language.translation import PARAMETER, Language
from dpcore.present.page import environment
from dpcore.text import Text
from pages.server import page_language
from pages.server.address import visitor
from pages.server.function_cache import Functions
from pages.server.page_cache import Shelved
from pages.server.rate_limit import Limit
from pages.server.sliced import Sliced
from pages.server.thread_pool import Crew
from pages.ui import event
from pages.ui.desk import house

Answer = TypeVar("Answer")
HTML = "text/html; charset=utf-8"
# Placeholder of the reader's token in rendered pages, so that they can be cached for all readers.
_TOKEN = secrets.token_urlsafe(32)
LOOKUPS = 2_000
"""Maximum number of requests waiting for the look-up of their link, which takes milliseconds."""
MOST_CELLS = 2_000_000
"""Maximum cells of a link offered as a file: a CSV has some 100 bytes per cell."""
_BUSY = "<!doctype html><title>Later</title><p>This desk cannot answer now. Try again later."


@dataclass(frozen=True)
class Kind:
    """One format of a link's content. file: the name for downloading; empty if it is shown as a page."""

    media: str
    file: str
    draw: Callable[[Opened, Desk, Language], str | bytes]


def _page(opened: Opened, desk: Desk, language: Language) -> str:
    ending = f"?{PARAMETER}={language.code}"
    files = [page.File(label, f"{_TOKEN}.{name}{ending}", KINDS[name].file) for name, label in _FILES.items()]
    seal, dossier = desk.seal.fingerprint, opened.dossier
    return page.html(dossier, fingerprint=seal, files=files, form_action=_TOKEN, language=language)


_FILES = {
    "csv": Text("CSV"),
    "json": Text("JSON"),
    "html": Text("Offline page"),
    "zip": Text("Signed bundle"),
}


KINDS = {
    "": Kind(HTML, "", _page),
    "html": Kind(
        HTML,
        "answers.html",
        lambda opened, desk, language: page.html(
            opened.dossier, fingerprint=desk.seal.fingerprint, offline=True, language=language
        ),
    ),
    "json": Kind("application/json", "answers.json", lambda opened, *_: json.dumps(opened.dossier.to_dict())),
    "csv": Kind(
        "text/csv; charset=utf-8",
        "answers.csv",
        lambda opened, *_: export.long_csv(answers.all_of(opened.dossier.releases), opened.dossier.unread),
    ),
    "zip": Kind("application/zip", "bundle.zip", lambda opened, desk, _: bundle.write(opened.dossier, desk.seal)),
}


@dataclass(frozen=True)
class Wanted:
    """The content of an open link. name: of the rendered bytes in the cache; empty if they are for one reader only."""

    token: str
    name: str
    kind: Kind
    draw: Callable[[], str | bytes]


class Shared:
    """The ASGI application under /s/."""

    def __init__(self, desk: Callable[[], Desk] = house) -> None:
        self._desk, self._drawn, self._functions = desk, Shelved(), Functions()
        self._failed, self._asked = Limit(), Limit()
        # Looking up a link and rendering a page take milliseconds, a large file many seconds. Separate pools, so that
        # fast requests do not wait for slow ones, and the app for none.
        self._lookups = Crew(4, "share-link", LOOKUPS)
        self._pages, self._files = Crew(4, "share-page"), Crew(2, "share-file")
        self._values = Crew(2, "share-value")  # evaluating many points must not delay pages

    def prepare(self) -> None:
        """Load templates, the desk and its key for the first reader. A desk that fails to open reports it later."""
        environment.prepare()
        with contextlib.suppress(DpError):
            _ = self._desk().seal.fingerprint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Database access and rendering run outside the event loop."""
        request = Request(scope, receive)
        if request.method not in ("GET", "HEAD"):
            response = _response("", 405, "text/plain", {"allow": "GET, HEAD"})
        else:
            response = await self._answer(request) or _response(_BUSY, 503, HTML, {"retry-after": "60"})
        _, dot, ending = request.scope["path"].partition("/s/")[2].partition(".")
        form = (ending or "page") if ending in KINDS and (ending or not dot) else "none"
        event.record("share", form=form, status=response.status_code)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response | None:
        """None if too many requests wait. Links are looked up first, so that only valid ones wait for rendering."""
        wanted = await self._lookups.run(lambda: self.look_up(request))
        if not isinstance(wanted, Wanted):
            return wanted
        crew = self._files if wanted.kind.file else self._pages if wanted.name else self._values
        return await crew.run(lambda: self.draw(request, wanted))

    def look_up(self, request: Request) -> Response | Wanted:
        """What to render for a link, or else the response; the same page for all invalid links."""
        # not the route's parameter, which drops a trailing line break
        token, dot, ending = request.scope["path"].partition("/s/")[2].partition(".")
        kind = KINDS.get(ending) if ending or not dot else None

        def content() -> Response | Wanted:
            asked = request.query_params if not dot and "at" in request.query_params else None
            opened = self._desk().open_share(token, count=not dot and asked is None and request.method == "GET")
            if kind is None:
                return self._nothing(request)
            if asked is not None:
                return self._value(request, opened, asked, token)
            if kind.file:
                _check_size(opened)
            language = page_language.of(request)
            name = f"{opened.edition} {ending} {language.code}"
            wanted = Wanted(token, name, kind, lambda: kind.draw(opened, self._desk(), language))
            body = self._drawn.find(wanted.name)
            return wanted if body is None else _sent(wanted, body)

        return self._explained(request, content)

    def _value(self, request: Request, opened: Opened, asked: Mapping[str, str], token: str) -> Response | Wanted:
        """A function's values at the points a reader entered. Rendered per request, so limited by address."""
        if self._asked.add(visitor(request)):
            return _response(_BUSY, 429, HTML, {"retry-after": "60"})
        number, typed, language = asked.get("answer", ""), asked["at"], page_language.of(request)

        def drawn() -> str:
            release = self._functions.get(opened).get(number)
            if release is None:
                raise AccessError("There is no curve under this number.")
            return page.value(release, int(number), typed, token, language)

        return Wanted(token, "", KINDS[""], drawn)

    def draw(self, request: Request, wanted: Wanted) -> Response:
        """The content of a link, from the cache if it was rendered before."""
        if not wanted.name:  # drawn for one reader
            return self._explained(request, lambda: _response(wanted.draw(), 200, HTML))
        return self._explained(request, lambda: _sent(wanted, self._drawn.get(wanted.name, wanted.draw)))

    def _explained(self, request: Request, act: Callable[[], Answer]) -> Answer | Response:
        """The result of `act`, or the response that explains the failure."""
        try:
            return act()
        except AccessError:
            return self._nothing(request)
        except QueryError as error:  # too much for a bundle
            return _response(error.message, 413, "text/plain; charset=utf-8")
        except DpError:
            return _response(_BUSY, 503, HTML)
        except Exception as error:
            logging.getLogger("murmur").error("a share page failed", exc_info=error)
            return _response(_BUSY, 500, HTML)

    def _nothing(self, request: Request) -> Response:
        if self._failed.add(visitor(request)):
            return _response("", 429, "text/plain", {"retry-after": "60"})
        return _response(page.missing(page_language.of(request).code), 404, HTML)


def _check_size(opened: Opened) -> None:
    """Raises QueryError if a file would occupy the threads for minutes and be too large for the cache."""
    if sum(len(row) for release in opened.dossier.releases for row in release.noisy) > MOST_CELLS:
        raise QueryError("These answers are too large for a file. Ask the person who shared them for a selection.")


def _response(body: str | bytes, status: int, media: str, headers: dict[str, str] | None = None) -> Response:
    return Response(body, status, _strict(media) | (headers or {}))


def _sent(wanted: Wanted, body: bytes) -> Sliced:
    """The cached bytes, with the reader's own token inserted into a page."""
    kind = wanted.kind
    headers = {"content-disposition": f'attachment; filename="{kind.file}"'} if kind.file else {}
    changed = {} if kind.file else {_TOKEN.encode(): wanted.token.encode()}
    return Sliced(body, _strict(kind.media) | headers, changed)


def _strict(media: str) -> dict[str, str]:
    """Headers stricter than those of the app: no scripts, no external resources, no storage."""
    return {
        "content-type": media,
        "content-security-policy": environment.policy(),
        "cache-control": "no-store",
        "x-robots-tag": "noindex, nofollow, noarchive",
    }


shared = Shared()
route = Route("/s/{rest:path}", shared)
