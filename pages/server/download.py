"""Files that pages offer: each for the users for whose pages it was made, as long as their sign-in lasts.

Streamlit gives a file to whoever knows its address, and makes one for whoever knows its number.
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
from pages.ui import signin

_FOLDER, _ASSETS = "/media/", "/static/media/"


class Owned:
    """For whom files were made, by their names."""

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
        """The address of a file that is made when it is asked for."""
        address = self._make(number)
        self._users.setdefault(_name(address), set()).update(self._users.get(number, ()))
        return address

    def readers(self, address: str) -> set[str]:
        """The users of a file or number; none of one that is unknown."""
        return self._users.get(_name(address), set())

    def forget(self) -> None:
        """Let go of names that Streamlit has let go of."""
        manager = self._manager
        with manager._lock:
            for name in self._users.keys() - manager._deferred_callables.keys() - manager._file_metadata.keys():
                del self._users[name]


_watched: list[Owned] = []


def watched() -> Owned | None:
    """This process's files, from the first call on; None before Streamlit runs."""
    if not _watched and runtime.exists():
        _watched.append(Owned(runtime.get_instance().media_file_mgr))
    return _watched[0] if _watched else None


def served(path: str, request: HTTPConnection) -> bool:
    """Whether a path names no file, or one for whoever asks; Streamlit's own fonts are for everybody."""
    _, folder, name = path.partition(_FOLDER)
    return (
        not folder
        or path.startswith(_ASSETS)
        or not signin.required()
        or signin_middleware.user_of(request) in _readers(name)
    )


def made(number: str, request: HTTPConnection) -> bool:
    """Whether a number is unknown, of which Streamlit says so, or of a file for whoever asks."""
    readers = _readers(number)
    return not readers or not signin.required() or signin_middleware.user_of(request) in readers


def _readers(address: str) -> set[str]:
    owned = watched()
    return owned.readers(address) if owned is not None else set()


def _name(address: str) -> str:
    """As Streamlit reads it."""
    return os.path.splitext(address.rpartition(_FOLDER)[2])[0]


def _readers_now() -> set[str]:
    """For whom the page is drawn from which this is called; pages for passers-by offer no files."""
    try:
        user = signin.user()
    except AccessError:
        return set()
    return set() if user is None else {user}
