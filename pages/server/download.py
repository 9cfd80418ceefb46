"""Downloads: each file is served only to the users whose pages offer it, while they are signed in.

Streamlit itself serves a file to anybody who knows its address, and creates a deferred file for anybody with its id.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from starlette.requests import HTTPConnection
from streamlit import runtime
from streamlit.runtime.media_file_manager import MediaFileManager

from dpcore.errors import AccessError
from pages.server import signin_middleware
from pages.ui.person import signin

_FOLDER, _ASSETS = "/media/", "/static/media/"


class Owned:
    """The users each file was made for, by file name."""

    def __init__(self, manager: MediaFileManager) -> None:
        self._manager, self._users = manager, dict[str, set[str]]()
        self._make = manager.execute_deferred
        manager.add = self._noting(manager.add)  # type: ignore[method-assign]
        manager.add_deferred = self._noting(manager.add_deferred)  # type: ignore[method-assign]
        manager.execute_deferred = self.make  # type: ignore[method-assign, assignment]

    def _noting(self, add: Callable[..., str]) -> Callable[..., str]:
        def noted(*args: Any, **kwargs: Any) -> str:
            address = add(*args, **kwargs)
            self._users.setdefault(_name(address), set()).update(_readers_now())
            return address

        return noted

    def make(self, number: str) -> str:
        """Create a deferred file and return its address."""
        address = self._make(number)
        self._users.setdefault(_name(address), set()).update(self._users.get(number, ()))
        return address

    def readers(self, address: str) -> set[str]:
        """The users of a file or deferred id; empty if it is unknown."""
        return self._users.get(_name(address), set())

    def forget(self) -> None:
        """Forget names that Streamlit has removed."""
        manager = self._manager
        with manager._lock:
            for name in self._users.keys() - manager._deferred_callables.keys() - manager._file_metadata.keys():
                del self._users[name]


_watched: list[Owned] = []


def watched() -> Owned | None:
    """The tracker of this process, created at the first call; None before Streamlit runs."""
    if not _watched and runtime.exists():
        _watched.append(Owned(runtime.get_instance().media_file_mgr))
    return _watched[0] if _watched else None


def served(path: str, request: HTTPConnection) -> bool:
    """Whether to serve this path: it is no file, it is one of this user's files, or a font of Streamlit's own."""
    _, folder, name = path.partition(_FOLDER)
    return (
        not folder
        or path.startswith(_ASSETS)
        or not signin.required()
        or signin_middleware.user_of(request) in _readers(name)
    )


def made(number: str, request: HTTPConnection) -> bool:
    """Whether a deferred id is this user's, or unknown, which Streamlit refuses itself."""
    readers = _readers(number)
    return not readers or not signin.required() or signin_middleware.user_of(request) in readers


def _readers(address: str) -> set[str]:
    owned = watched()
    return owned.readers(address) if owned is not None else set()


def _name(address: str) -> str:
    """The file name as Streamlit parses it."""
    return os.path.splitext(address.rpartition(_FOLDER)[2])[0]


def _readers_now() -> set[str]:
    """The user whose page is being drawn; empty if nobody is signed in, since such pages offer no files."""
    try:
        user = signin.user()
    except AccessError:
        return set()
    return set() if user is None else {user}
