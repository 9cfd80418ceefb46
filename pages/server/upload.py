"""Uploads: bytes are accepted only for a file that a widget on the page has just requested, up to a limit per user.

Streamlit itself accepts any bytes under any name for any open session, whatever its page shows, and keeps them in
memory. Here tables go to disk, and Streamlit gets a record without bytes; it keeps the small files of other widgets.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence

import streamlit as st
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec, UploadFileUrlInfo

from pages.server import receiving, signin_middleware
from pages.server.open_session import connected, open_sessions, sessions_of, uploaders, user_of
from pages.ui.person import signin
from pages.ui.rows.arrivals import UPLOADER, arrivals

PAUSE_SECONDS = 60.0
"""Maximum pause between two parts of a body."""
LEFT_SECONDS = 10.0
"""So long an upload that no page has taken waits for a browser that has left its session, and may come back to it."""
ASKED = 16
"""Maximum number of requested files per session."""
SHARE = 2
"""Limit of a user's files in memory, as a multiple of the largest one."""
UNASKED = "No page of this session asked for this file."
PAUSED = "The upload was not continued in time. Hint: upload the file again."
TOO_MUCH = "Your uploads in progress have reached the limit. Hint: finish them, or close the other pages first."
_PATH = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)/?")


class Asked:
    """The names of requested files, by session."""

    def __init__(self, manager: MemoryUploadedFileManager) -> None:
        self._manager, self._names = manager, OrderedDict[str, OrderedDict[str, None]]()
        self._give, self._close, self._remove = (
            manager.get_upload_urls,
            manager.remove_session_files,
            manager.remove_file,
        )
        self._left = dict[str, float]()
        manager.get_upload_urls = self.give  # type: ignore[method-assign, assignment]
        manager.remove_session_files = self.close  # type: ignore[method-assign, assignment]
        manager.remove_file = self.remove  # type: ignore[method-assign]

    def give(self, session: str, files: Sequence[str]) -> list[UploadFileUrlInfo]:
        """Create names for files, if the page of this session shows an uploader."""
        if not uploaders(session):
            return []
        given = self._give(session, list(files)[:ASKED])
        names = self._names.setdefault(session, OrderedDict())
        names.update((info.file_id, None) for info in given)
        while len(names) > ASKED:
            names.popitem(last=False)
        return given

    def add(self, session: str, name: str, body: receiving.Body) -> bool:
        """Give Streamlit a record of a file that is whole on disk; False if it was dropped meanwhile."""
        whole = arrivals.finish(name, body.kind)
        if whole:
            self._manager.add_file(session, UploadedFileRec(name, body.name, "application/octet-stream", b""))
        return whole

    def remove(self, session_id: str, file_id: str) -> None:
        """Remove a file, in memory and on disk."""
        arrivals.drop(file_id)
        self._remove(session_id, file_id)

    def close(self, session: str) -> None:
        """A session has ended: remove its files and names."""
        self._names.pop(session, None)
        arrivals.close(session)
        self._close(session)

    def forget(self) -> None:
        """Remove the files of ended sessions; Streamlit does so only when the next session starts."""
        for session in {*self._names, *self._manager.file_storage, *arrivals.sessions()} - {*open_sessions()}:
            self.close(session)
        self._leave()

    def _leave(self) -> None:
        """Remove the uploads of sessions that no browser has been connected to for a while: of closed tabs."""
        left = {session for session in arrivals.sessions() if not connected(session)}
        now = time.monotonic()
        self._left = {session: self._left.get(session, now) for session in left}
        for session, since in self._left.items():
            if now - since >= LEFT_SECONDS:
                arrivals.close(session)

    def expects(self, session: str, name: str) -> bool:
        """Whether a file of this name was requested."""
        return name in self._names.get(session, ()) and bool(uploaders(session))

    def fits(self, session: str, sessions: Sequence[str], size: int) -> bool:
        """Whether this many more bytes fit a user's limit, removing the session's own older files if needed."""
        most = SHARE * largest()
        for name in [None, *self._manager.file_storage.get(session, ())]:
            if name is not None:
                self._manager.remove_file(session, name)
            if size + sum(map(self._held, sessions)) <= most:
                return True
        return False

    def _held(self, session: str) -> int:
        return sum(len(file.data) for file in list(self._manager.file_storage.get(session, {}).values()))


class UploadGate:
    """Pure ASGI, around Streamlit's upload endpoint alone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self._under_way = app, Counter[str]()
        self._asked: Asked | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses unrequested and oversized uploads; aborts a body that pauses too long."""
        match = _PATH.search(re.sub(r"/+", "/", scope["path"])) if scope["type"] == "http" else None
        if match is None and scope["type"] == "http" and "/_stcore/upload_file" in scope["path"]:
            await PlainTextResponse("Forbidden", 403)(scope, receive, send)
        elif match is None or scope["method"] == "OPTIONS":
            await self.app(scope, receive, send)
        else:
            await self._timed(match[1], match[2], scope, receive, send)

    async def _timed(self, session: str, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        """One request to the endpoint; its answer is that it took too long if its body pauses before there is one."""
        body, begun = Patience(receive), False

        async def answer(message: Message) -> None:
            nonlocal begun
            if body.paused and not begun:  # whatever Streamlit makes of a body that was cut off
                raise ClientDisconnect
            begun = True
            await send(message)

        with contextlib.suppress(ClientDisconnect):
            await self._pass(session, name, scope, body, answer)
        if body.paused and not begun:
            await PlainTextResponse(PAUSED, 408, {"Connection": "close"})(scope, receive, send)

    async def _pass(self, session: str, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        asked = self._asked = self._asked or watched()
        request, user = Request(scope, receive), user_of(session)

        def wanted() -> bool:
            own = user == user_of(session) and (not signin.required() or user == signin_middleware.user_of(request))
            return own and asked is not None and asked.expects(session, name)

        if asked is None or user is None or not connected(session) or not wanted():
            await PlainTextResponse(UNASKED, 403)(scope, receive, send)
        elif scope["method"] == "PUT" and any(f"-{UPLOADER}-" in widget for widget in uploaders(session)):
            upload = receiving.Upload(name, session, user)
            answer = await upload.answer(request, wanted, lambda body: asked.add(session, name, body))
            await answer(scope, receive, send)
        else:
            await self._forward(asked, request, session, user, send)

    async def _forward(self, asked: Asked, request: Request, session: str, user: str, send: Send) -> None:
        """Has Streamlit take a file into memory, or remove one."""
        size = receiving.announced(request, largest()) if request.method == "PUT" else 0
        if not asked.fits(session, sessions_of(user), size + self._under_way[user]):
            await PlainTextResponse(TOO_MUCH, 413)(request.scope, request.receive, send)
            return
        self._under_way[user] += size
        try:
            await self.app(request.scope, request.receive, send)
        finally:
            self._under_way[user] -= size
            self._under_way += Counter()  # without users who have nothing under way


_watched: list[Asked] = []


def watched() -> Asked | None:
    """The tracker of this process, created at the first call; None before Streamlit runs."""
    if not _watched and runtime.exists():
        manager = runtime.get_instance().uploaded_file_mgr
        assert isinstance(manager, MemoryUploadedFileManager)
        _watched.append(Asked(manager))
    return _watched[0] if _watched else None


def largest() -> int:
    """Maximum bytes of one file in memory."""
    return int(st.get_option("server.maxUploadSize")) * 2**20


class Patience:
    """The parts of a body as they arrive; after a pause of `PAUSE_SECONDS`, it ends as if the client had gone."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self.paused = receive, False

    async def __call__(self) -> Message:
        """The next message of the body."""
        try:
            return await asyncio.wait_for(self._receive(), PAUSE_SECONDS)
        except TimeoutError:
            self.paused = True
            return {"type": "http.disconnect"}
