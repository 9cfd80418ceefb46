"""Connections: a higher limit of open files, timeouts for unfinished requests and unread answers, and bounded logging.

Without these a few hundred half-sent requests take every file that the process may open, and asyncio logs the refusal
of each further connection, megabytes a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import h11
from streamlit.runtime.runtime_util import get_max_widget_state_size_bytes
from uvicorn.protocols.http.h11_impl import H11Protocol

FILES = 65_536
HEAD_SECONDS = 15.0
READ_SECONDS, READ_BYTES = 60.0, 65_536
"""An unfinished answer of which the client reads fewer bytes in this time is aborted."""
QUIET_SECONDS = 60.0
_FULL = "socket.accept() out of system resource"
_timers: WeakKeyDictionary[H11Protocol, asyncio.TimerHandle] = WeakKeyDictionary()
_unread: WeakKeyDictionary[H11Protocol, asyncio.TimerHandle] = WeakKeyDictionary()


def prepare() -> None:
    """From the server's start, in its event loop."""
    raise_limit()
    asyncio.get_running_loop().set_exception_handler(Handler())
    bound_heads()


def raise_limit() -> None:
    """Let this process open as many files as it may, up to `FILES`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Handler:
    """asyncio's default exception handler, except that refused connections are logged once a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._next = clock, float("-inf")

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Called by the event loop."""
        if context.get("message") != _FULL:
            loop.default_exception_handler(context)
        elif self._clock() >= self._next:
            self._next = self._clock() + QUIET_SECONDS
            logging.getLogger("murmur").error(
                "Connections are refused: the process may not open more files. Hint: raise its limit (ulimit -n), and "
                "bound connections by address at the proxy."
            )


def bound_heads(protocol: type[H11Protocol] = H11Protocol) -> None:
    """Close connections whose request is not sent, or whose answer is not read, in time; bound WebSocket messages.

    uvicorn has no setting for this and chooses its protocol class before our code runs, so the class itself is patched.
    """
    if "heads_are_bounded" in vars(protocol):
        return
    made, received, lost = protocol.connection_made, protocol.data_received, protocol.connection_lost
    upgraded, paused, resumed = protocol.handle_websocket_upgrade, protocol.pause_writing, protocol.resume_writing

    def connection_made(self: H11Protocol, transport: asyncio.Transport) -> None:
        # Streamlit refuses larger messages, but only after uvicorn has buffered them.
        self.config.ws_max_size = min(self.config.ws_max_size, get_max_widget_state_size_bytes())
        self.access_log = False  # its lines contain tokens of share links and sign-in codes
        made(self, transport)
        transport.set_write_buffer_limits(0)  # pause writing as soon as a byte is unread
        _watch(self)

    def handle_websocket_upgrade(self: H11Protocol, event: h11.Request) -> None:
        self.transport.set_write_buffer_limits()  # a WebSocket pings its reader
        upgraded(self, event)
        _end_unanswered(self.transport)

    def data_received(self: H11Protocol, data: bytes) -> None:
        received(self, data)
        _watch(self)

    def pause_writing(self: H11Protocol) -> None:
        paused(self)
        _await_reader(self)

    def resume_writing(self: H11Protocol) -> None:
        _stop(_unread, self)
        resumed(self)

    def connection_lost(self: H11Protocol, exc: Exception | None) -> None:
        _stop(_timers, self)
        _stop(_unread, self)
        lost(self, exc)

    changed = (connection_made, data_received, connection_lost, handle_websocket_upgrade, pause_writing, resume_writing)
    for function in changed:
        setattr(protocol, function.__name__, function)
    protocol.heads_are_bounded = True  # type: ignore[attr-defined]


def _watch(protocol: H11Protocol) -> None:
    """Time incomplete requests only: answers and uploads may take longer."""
    if not _late(protocol) or protocol.transport.is_closing():
        _stop(_timers, protocol)
    elif protocol not in _timers:
        _timers[protocol] = protocol.loop.call_later(HEAD_SECONDS, _close, protocol)


def _await_reader(protocol: H11Protocol) -> None:
    left = protocol.transport.get_write_buffer_size()
    _unread[protocol] = protocol.loop.call_later(READ_SECONDS, _look_again, protocol, left)


def _look_again(protocol: H11Protocol, before: int) -> None:
    if before - protocol.transport.get_write_buffer_size() < READ_BYTES:
        protocol.transport.abort()  # close() would wait for the client
    else:
        _await_reader(protocol)


def _stop(timers: WeakKeyDictionary[H11Protocol, asyncio.TimerHandle], protocol: H11Protocol) -> None:
    if timer := timers.pop(protocol, None):
        timer.cancel()


def _close(protocol: H11Protocol) -> None:
    _timers.pop(protocol, None)
    if _late(protocol):
        protocol.transport.close()


def _late(protocol: H11Protocol) -> bool:
    """Whether the head is incomplete, or the body is still arriving after the request was answered."""
    theirs, ours = protocol.conn.their_state, protocol.conn.our_state
    return theirs is h11.IDLE or (theirs is h11.SEND_BODY and ours in (h11.DONE, h11.MUST_CLOSE))


def _end_unanswered(transport: asyncio.Transport) -> None:
    """Close a WebSocket with an invalid handshake: uvicorn would neither answer nor close it."""
    if not getattr(transport.get_protocol(), "handshake_initiated", True):
        transport.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        transport.close()
