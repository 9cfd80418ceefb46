"""Uploads: bytes are accepted only for a file that a widget on the page has just requested, up to a limit per user.

Streamlit itself accepts any bytes under any name for any open session, whatever its page shows.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import Any

import streamlit as st
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadFileUrlInfo

from dpcore.errors import AccessError
from pages.server import signin_middleware
from pages.ui import signin

PAUSE_SECONDS = 60.0
"""Maximum pause between two parts of a body."""
ASKED = 16
"""Maximum number of requested files per session."""
SHARE = 2
"""Limit of a user's unread uploads, as a multiple of the largest file."""
UNASKED = "No page of this session asked for this file."
TOO_MUCH = "Your uploads in progress have reached the limit. Hint: finish them, or close the other pages first."
_PATH = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)/?")
_VALUE = "file_uploader_state_value"


class Asked:
    """The names of requested files, by session."""

    def __init__(self, manager: MemoryUploadedFileManager) -> None:
        self._manager, self._names = manager, OrderedDict[str, OrderedDict[str, None]]()
        self._give, self._close = manager.get_upload_urls, manager.remove_session_files
        manager.get_upload_urls = self.give  # type: ignore[method-assign, assignment]
        manager.remove_session_files = self.close  # type: ignore[method-assign, assignment]

    def give(self, session: str, files: Sequence[str]) -> list[UploadFileUrlInfo]:
        """Create names for files, if the page of this session shows an uploader."""
        if not shows_uploader(session):
            return []
        given = self._give(session, list(files)[:ASKED])
        names = self._names.setdefault(session, OrderedDict())
        names.update((info.file_id, None) for info in given)
        while len(names) > ASKED:
            names.popitem(last=False)
        return given

    def close(self, session: str) -> None:
        """A session has ended: remove its files and names."""
        self._names.pop(session, None)
        self._close(session)

    def forget(self) -> None:
        """Remove the files of ended sessions; Streamlit does so only when the next session starts."""
        left = {info.session.id for info in runtime.get_instance()._session_mgr.list_sessions()}
        for session in {*self._names, *self._manager.file_storage} - left:
            self.close(session)

    def expects(self, session: str, name: str) -> bool:
        """Whether a file of this name was requested."""
        return name in self._names.get(session, ()) and shows_uploader(session)

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
            await self._pass(Request(scope), match[1], match[2], receive, send)

    async def _pass(self, request: Request, session: str, name: str, receive: Receive, send: Send) -> None:
        asked = self._asked = self._asked or watched()
        user = user_of(session)
        own = user is not None and (not signin.required() or user == signin_middleware.user_of(request))
        if asked is None or not own or user is None or not asked.expects(session, name):
            await PlainTextResponse(UNASKED, 403)(request.scope, receive, send)
            return
        size = _size(request) if request.method == "PUT" else 0
        if not asked.fits(session, sessions_of(user), size + self._under_way[user]):
            await PlainTextResponse(TOO_MUCH, 413)(request.scope, receive, send)
            return
        self._under_way[user] += size
        try:
            await self.app(request.scope, _impatient(receive), send)
        except ClientDisconnect:
            pass
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
    """Maximum bytes of one file."""
    return int(st.get_option("server.maxUploadSize")) * 2**20


def shows_uploader(session: str) -> bool:
    """Whether the open page of a session shows an uploader. Of a page that was left, Streamlit keeps metadata only."""
    app_session = _session(session)
    if app_session is None:
        return False
    state = app_session.session_state
    widgets = state._new_widget_state
    drawn = [name for name, widget in list(widgets.widget_metadata.items()) if widget.value_type == _VALUE]
    return any(name in widgets.states or name in state._old_state for name in drawn)


def user_of(session: str) -> str | None:
    """The user of a session; empty where sign-in is off; None if nobody is signed in."""
    app_session = _session(session)
    if app_session is None:
        return None
    if not signin.required():
        return ""
    try:
        return None if signin.fault() else signin.identity(app_session._user_info, time.time())
    except AccessError:
        return None


def sessions_of(user: str) -> list[str]:
    """The open sessions of a user."""
    open_ = [info.session.id for info in runtime.get_instance()._session_mgr.list_sessions()]
    return [session for session in open_ if user_of(session) == user]


def _session(session: str) -> Any:
    info = runtime.get_instance()._session_mgr.get_session_info(session) if runtime.exists() else None
    return info.session if info is not None else None


def _size(request: Request) -> int:
    """The declared size of a body; the maximum if it declares none or is chunked."""
    declared = "" if "transfer-encoding" in request.headers else request.headers.get("content-length", "")
    return (
        min(int(declared), largest()) if declared.isascii() and declared.isdigit() and len(declared) < 20 else largest()
    )


def _impatient(receive: Receive) -> Receive:
    async def soon() -> Message:
        try:
            return await asyncio.wait_for(receive(), PAUSE_SECONDS)
        except TimeoutError:
            return {"type": "http.disconnect"}

    return soon
