"""What a browser may ask of Streamlit over its WebSocket: to draw a page, to stop, and to send or fetch files and rows.

Everything else is dropped. Clearing the caches would be for all users; installing an agent's skills writes files here.
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
"""The most bytes of a message from somebody who is not in, and the most widgets of a page."""
BURST, RATE, PATIENCE = 20, 20.0, 10.0
"""Messages of one page at once and a second, and of all strangers; seconds that a stranger waits."""
SHARE = 4
"""Strangers of one address have this part of the strangers' pace."""
FIRST = 3
"""Messages with which a page opens: they have a pace of their own, so that pages that stay shut nobody out."""
PAGES = 3
"""The bursts that all pages of one user may have at once."""
_strangers, _arrivals = (Paces(lambda: Pace(BURST, RATE / SHARE), Pace(BURST, RATE)) for _ in range(2))
_users = Paces(lambda: Pace(PAGES * BURST, RATE))
Allowed = Callable[[BackendOperationRequest], bool]


def sifted(receive: Receive, address: str, user: Callable[[], str | None], allowed: Allowed) -> Receive:
    """The messages of a WebSocket at a steady pace, without those that this dashboard does not serve.

    A stranger's large one ends it: Streamlit keeps what a session said for as long as it remembers the session.

    address: of whoever asks. user: who that is, whose pages share a pace; None: a stranger, and these share one too.
    allowed: whether a file or rows are for whoever asks: Streamlit hands them out without a look at that.
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
    """Whether a message goes on to Streamlit; it refuses by itself what is too large or no message at all."""
    if data is None:  # text, which Streamlit answers with an exception
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
