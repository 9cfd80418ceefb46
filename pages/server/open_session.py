"""The open sessions of Streamlit: whose they are, which uploaders their pages show, and having them drawn again."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from streamlit import runtime

from dpcore.errors import AccessError
from pages.ui.person import signin

_UPLOADER = "file_uploader_state_value"
_TURN, _TURNS = 0.1, 100
"""Seconds between two looks whether a script has ended, and their number."""


def uploaders(session: str) -> list[str]:
    """The ids of the uploaders on a session's open page. Of a page that was left, Streamlit keeps metadata only."""
    app_session = _session(session)
    if app_session is None:
        return []
    state = app_session.session_state
    widgets = state._new_widget_state
    drawn = [name for name, widget in list(widgets.widget_metadata.items()) if widget.value_type == _UPLOADER]
    return [name for name in drawn if name in widgets.states or name in state._old_state]


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
    return [session for session in open_sessions() if user_of(session) == user]


def open_sessions() -> list[str]:
    """All open sessions."""
    return [info.session.id for info in runtime.get_instance()._session_mgr.list_sessions()]


def connected(session: str) -> bool:
    """Whether a browser is connected to a session; one that has just left may come back to it."""
    return runtime.exists() and runtime.get_instance().is_active_session(session)


def left(session: str) -> bool:
    """Whether no browser is connected to a session of the server that runs."""
    return runtime.exists() and not runtime.get_instance().is_active_session(session)


async def redraw(session: str) -> None:
    """Draws a session's page again, once its script does not run: until then its last input is not known."""
    for _ in range(_TURNS):
        app_session = _session(session)
        if app_session is None:
            return
        if app_session._scriptrunner is None:
            app_session.request_rerun(app_session._client_state)
            return
        await asyncio.sleep(_TURN)


def _session(session: str) -> Any:
    info = runtime.get_instance()._session_mgr.get_session_info(session) if runtime.exists() else None
    return info.session if info is not None else None
