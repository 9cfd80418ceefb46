"""What a browser may ask of Streamlit over its WebSocket: to draw a page, to stop, and to send or fetch files and rows.

Everything else is dropped. Clearing the caches would be for all users; installing an agent's skills writes files here.
"""

from __future__ import annotations

from collections.abc import Callable

from google.protobuf.message import DecodeError
from starlette.types import Message, Receive
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.runtime_util import get_max_widget_state_size_bytes

_SERVED = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
_OPERATION, _OPERATIONS = "backend_operation_request", {"deferred_file", "dataframe_chunk"}


def sifted(receive: Receive, left: Callable[[], bool]) -> Receive:
    """The messages of a WebSocket without those that this dashboard does not serve.

    left: whether its sign-in has ended. A page that is still open may then be drawn anew, which shows the door; the
    files and rows that it offered would come without a look at who asks.
    """

    async def next_served() -> Message:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or served(message.get("bytes"), left):
                return message

    return next_served


def served(data: bytes | None, left: Callable[[], bool] = lambda: False) -> bool:
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
        return operation.WhichOneof("payload") in _OPERATIONS and not left()
    return kind in _SERVED
