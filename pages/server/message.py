"""The messages that a browser may send to Streamlit's WebSocket: rerun, stop, and requests for files and table rows.

All others are dropped: clearing caches would affect all users, and installing agent skills would write files here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from google.protobuf.message import DecodeError
from starlette.types import Message, Receive
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg
from streamlit.runtime.runtime_util import get_max_widget_state_size_bytes

from pages.server.pace import Pace, Paces

_SERVED = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
_OPERATION, _OPERATIONS = "backend_operation_request", {"deferred_file", "dataframe_chunk"}
SMALL, WIDGETS = 128 * 1024, 10_000
"""Maximum bytes of a message of somebody who is not signed in; maximum number of widgets of a page."""
BURST, RATE, PATIENCE = 20, 20.0, 10.0
"""Burst and rate (per second) of messages of one page, and of all visitors without sign-in; their longest wait."""
SHARE = 4
"""Visitors of one address get this fraction (1/4) of the rate for visitors."""
FIRST = 3
"""Messages with which a page opens. They have their own rate limit, so that open pages do not block new ones."""
PAGES = 3
"""How many bursts all pages of one user may use together."""
_strangers, _arrivals = (Paces(lambda: Pace(BURST, RATE / SHARE), Pace(BURST, RATE)) for _ in range(2))
_users = Paces(lambda: Pace(PAGES * BURST, RATE))
Allowed = Callable[[BackendOperationRequest], bool]


def sifted(receive: Receive, address: str, user: Callable[[], str | None], allowed: Allowed) -> Receive:
    """The messages of a WebSocket, rate-limited, without those that this dashboard does not serve.

    A large message of a visitor without sign-in closes the connection: Streamlit stores it as long as the session.

    address: of the client. user: the signed-in user, whose pages share a rate limit; None: visitors share one too.
    allowed: whether the user may have a file or rows, which Streamlit does not check.
    """
    own, heard = Pace(BURST, RATE), 0

    async def next_served() -> Message:
        nonlocal heard
        while True:
            message = await receive()
            data = message.get("bytes")
            if data is not None and len(data) > SMALL and user() is None:
                return {"type": "websocket.disconnect", "code": 1009}
            if message["type"] != "websocket.receive":
                return message
            if served(data, allowed):
                heard += 1
                who, strangers = user(), _strangers if heard > FIRST else _arrivals
                wait = strangers.wait(address, PATIENCE) if who is None else _users.wait(who)
                if wait is None:
                    return {"type": "websocket.disconnect", "code": 1013}
                await asyncio.sleep(max(wait, own.wait() or 0.0))
                return message

    return next_served


def served(data: bytes | None, allowed: Allowed = lambda _: True) -> bool:
    """Whether to pass a message on to Streamlit, which refuses oversized and malformed messages itself."""
    if data is None:  # a text frame, on which Streamlit raises
        return False
    if len(data) > get_max_widget_state_size_bytes():
        return True
    request = BackMsg()
    try:
        request.ParseFromString(data)
    except DecodeError:
        return True
    kind = request.WhichOneof("type")
    if kind == _OPERATION:
        operation = request.backend_operation_request
        return operation.WhichOneof("payload") in _OPERATIONS and allowed(operation)
    return kind in _SERVED and len(request.rerun_script.widget_states.widgets) <= WIDGETS
