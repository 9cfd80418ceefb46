"""The desk of whoever is here. Every page asks it anew on each rerun: what it says is the truth.

Desks are kept here and not in Streamlit's caches: those are cleared at a browser's word.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict

import dpcore as dp
from pages.ui import signin

MOST = 200
_lock = threading.RLock()
_house: list[dp.Desk] = []
_desks: OrderedDict[str, dp.Desk] = OrderedDict()


def desk() -> dp.Desk:
    """The signed-in user's desk, or the one person's; one for each user. Raises AccessError where nobody is signed in.

    A desk holds no answer and no row, only connections: those of users long gone are let go.
    """
    user = signin.user()
    return house() if user is None else desk_of(user)


def house() -> dp.Desk:
    """The desk behind all others, nobody's who signs in; MURMUR_DATABASE and MURMUR_HOME say where it keeps things."""
    with _lock:
        if not _house:
            _house.append(dp.Desk(os.environ.get("MURMUR_DATABASE")))
        return _house[0]


def desk_of(user: str) -> dp.Desk:
    """A user's desk; the least recently used is closed where there are too many."""
    with _lock:
        if user not in _desks:
            _desks[user] = dp.Desk(user=user, beside=house())
        _desks.move_to_end(user)
        while len(_desks) > MOST:
            _desks.popitem(last=False)[1].close()
        return _desks[user]


def close() -> None:
    """Let go of every desk; the next one that is asked for is opened anew."""
    with _lock:
        while _desks:
            _desks.popitem()[1].close()
        while _house:
            _house.pop().close()
