"""Pages requested before sign-in, by a random name. The address may contain the token of a share link; in a cookie it
would be written to the browser's disk and sent with every request.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

SECONDS, MOST = 600, 10_000
# A page of the dashboard: one word and the query string. Nothing that leads to another server.
_PAGE = re.compile(r"/[a-z_]{0,40}(\?[\w\-.~%=&+]{0,800})?")
_NO_PAGE = re.compile(r"/(_stcore|media|component|static|app|s|auth|oauth2callback)(/|$)")


def is_page(path: str) -> bool:
    """Whether a path can be one of the dashboard's pages."""
    return not _NO_PAGE.match(path)


class Wanted:
    """Addresses of one process, for ten minutes each; if there are too many, the oldest are dropped."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._pages: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def put(self, address: str) -> str:
        """A name for an address; empty for the home page, and if it is no page of the dashboard."""
        if address == "/" or not _PAGE.fullmatch(address) or not is_page(address):
            return ""
        name = secrets.token_urlsafe(16)
        with self._lock:
            self._pages[name] = (self._clock() + SECONDS, address)
            if len(self._pages) > MOST:
                self._pages.popitem(last=False)
        return name

    def take(self, name: str) -> str:
        """The address of a name, once; empty if there is none any more."""
        with self._lock:
            until, address = self._pages.pop(name, (0.0, ""))
        return address if self._clock() < until else ""
