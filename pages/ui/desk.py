"""The desk of the current user. Pages read it on every rerun and cache nothing of it.

Desks are not kept in Streamlit's caches, which a browser can clear.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict

import dpcore as dp
from pages.ui.person import signin

MOST = 200
_lock = threading.RLock()
_house: list[dp.Desk] = []
_desks: OrderedDict[str, dp.Desk] = OrderedDict()


def desk() -> dp.Desk:
    """The signed-in user's desk, or the single user's; one per user. Raises AccessError if nobody is signed in.

    A desk holds no answer and no row, only connections; those of the least recent users are closed.
    """
    user = signin.user()
    return house() if user is None else desk_of(user)


def house() -> dp.Desk:
    """The base desk of this process, of no signed-in user; MURMUR_DATABASE and MURMUR_HOME set where its data are."""
    with _lock:
        if not _house:
            _house.append(dp.Desk(os.environ.get("MURMUR_DATABASE")))
        return _house[0]


def desk_of(user: str) -> dp.Desk:
    """A user's desk; if there are too many, the least recently used is closed."""
    with _lock:
        if user not in _desks:
            _desks[user] = dp.Desk(user=user, beside=house())
        _desks.move_to_end(user)
        while len(_desks) > MOST:
            _desks.popitem(last=False)[1].close()
        return _desks[user]


def close() -> None:
    """Close every desk; the next request opens a new one."""
    with _lock:
        while _desks:
            _desks.popitem()[1].close()
        while _house:
            _house.pop().close()
