"""Share links as plain HTML and files: /s/<token>, with .json, .csv, .html (to keep) or .zip (signed) after it.

Apart from the app and its sessions: no cookie, no script. Whether a link is open is asked at every request; what it
shows is drawn once. Whatever is wrong with a link, the answer is the same to the byte.
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
from dpcore.present.language.translation import PARAMETER, Language, chosen
from dpcore.text import Text
from pages.server.address import visitor
from pages.server.function_cache import Functions
from pages.server.page_cache import Shelved
from pages.server.rate_limit import Limit
from pages.server.sliced import Sliced
from pages.server.thread_pool import Crew
from pages.ui.desk import house

Answer = TypeVar("Answer")
HTML = "text/html; charset=utf-8"
# Stands in drawn pages for the token of whoever asks, so that they are drawn once for all.
_TOKEN = secrets.token_urlsafe(32)
LOOKUPS = 2_000
"""How many may wait until their link is looked up, which takes milliseconds."""
MOST_CELLS = 2_000_000
"""Cells of a link that can be had as a file: a CSV has some 100 bytes a cell."""
_BUSY = "<!doctype html><title>Later</title><p>This desk cannot answer now. Try again later."


@dataclass(frozen=True)
class Kind:
    """One form of what a link shows. file: what it is called when it is kept; none: it is shown."""

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
    """What a link that is open gives. name: of the drawn bytes in the cache, none where they are for one reader."""

    token: str
    name: str
    kind: Kind
    draw: Callable[[], str | bytes]


class Shared:
    """The ASGI application under /s/."""

    def __init__(self, desk: Callable[[], Desk] = house) -> None:
        self._desk, self._drawn, self._functions = desk, Shelved(), Functions()
        self._failed, self._asked = Limit(), Limit()
        # Whether a link is open is seen in milliseconds, and a page drawn; a large file takes many seconds. None waits
        # for a slower one, nor the app for any.
        self._lookups = Crew(4, "share-link", LOOKUPS)
        self._pages, self._files = Crew(4, "share-page"), Crew(2, "share-file")
        self._values = Crew(2, "share-value")  # whoever asks for many waits for none who wants a page

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
            response = await self._answer(request) or _response(_BUSY, 503, HTML, {"retry-after": "60"})
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response | None:
        """None where too many wait: a link is looked up first, so that only valid ones wait for a drawing."""
        wanted = await self._lookups.run(lambda: self.look_up(request))
        if not isinstance(wanted, Wanted):
            return wanted
        crew = self._files if wanted.kind.file else self._pages if wanted.name else self._values
        return await crew.run(lambda: self.draw(request, wanted))

    def look_up(self, request: Request) -> Response | Wanted:
        """What is to be drawn for a link, or the answer where nothing is; one page for all links that give nothing."""
        # not the route's own parameter: that one has lost a line break at its end
        token, dot, ending = request.scope["path"].partition("/s/")[2].partition(".")
        kind = KINDS.get(ending) if ending or not dot else None

        def found() -> Response | Wanted:
            asked = request.query_params if not dot and "at" in request.query_params else None
            opened = self._desk().open_share(token, count=not dot and asked is None and request.method == "GET")
            if kind is None:
                return self._nothing(request)
            if asked is not None:
                return self._value(request, opened, asked, token)
            if kind.file:
                _check_size(opened)
            language = _language(request)
            name = f"{opened.edition} {ending} {language.code}"
            wanted = Wanted(token, name, kind, lambda: kind.draw(opened, self._desk(), language))
            body = self._drawn.find(wanted.name)
            return wanted if body is None else _sent(wanted, body)

        return self._explained(request, found)

    def _value(self, request: Request, opened: Opened, asked: Mapping[str, str], token: str) -> Response | Wanted:
        """A function's values at points that a reader typed: drawn for each, so not too often for one address."""
        if self._asked.add(visitor(request)):
            return _response(_BUSY, 429, HTML, {"retry-after": "60"})
        number, typed, language = asked.get("answer", ""), asked["at"], _language(request)

        def drawn() -> str:
            release = self._functions.get(opened).get(number)
            if release is None:
                raise AccessError("There is no curve under this number.")
            return page.value(release, int(number), typed, token, language)

        return Wanted(token, "", KINDS[""], drawn)

    def draw(self, request: Request, wanted: Wanted) -> Response:
        """What a link gives, drawn where nobody drew it before."""
        if not wanted.name:  # drawn for one reader
            return self._explained(request, lambda: _response(wanted.draw(), 200, HTML))
        return self._explained(request, lambda: _sent(wanted, self._drawn.get(wanted.name, wanted.draw)))

    def _explained(self, request: Request, act: Callable[[], Answer]) -> Answer | Response:
        """What `act` gives, or the answer that says why there is none."""
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
        return _response(page.missing(_language(request).code), 404, HTML)


def _language(request: Request) -> Language:
    """That of the link, else the first of the reader's own that there is."""
    wanted = [request.query_params.get(PARAMETER, ""), *_accepted(request.headers.get("accept-language", ""))]
    return chosen(wanted)


def _accepted(header: str) -> list[str]:
    """The languages of a header in its order; how much each is liked is left aside."""
    return [part.partition(";")[0].strip() for part in header[:200].split(",")]


def _check_size(opened: Opened) -> None:
    """Raises QueryError where a file would take the threads of all others for minutes, and be kept by nobody."""
    if sum(len(row) for release in opened.dossier.releases for row in release.noisy) > MOST_CELLS:
        raise QueryError("These answers are too large for a file. Ask whoever shared them for a part of them.")


def _response(body: str | bytes, status: int, media: str, headers: dict[str, str] | None = None) -> Response:
    return Response(body, status, _strict(media) | (headers or {}))


def _sent(wanted: Wanted, body: bytes) -> Sliced:
    """The bytes of the cache, with the reader's own token in a page."""
    kind = wanted.kind
    headers = {"content-disposition": f'attachment; filename="{kind.file}"'} if kind.file else {}
    changed = {} if kind.file else {_TOKEN.encode(): wanted.token.encode()}
    return Sliced(body, _strict(kind.media) | headers, changed)


def _strict(media: str) -> dict[str, str]:
    """Headers stricter than the app's: nothing runs, nothing is loaded, nothing is stored."""
    return {
        "content-type": media,
        "content-security-policy": page.policy(),
        "cache-control": "no-store",
        "x-robots-tag": "noindex, nofollow, noarchive",
    }


shared = Shared()
route = Route("/s/{rest:path}", shared)
