"""Streamlit's own WebSocket without a browser: what the server would draw for a request, whatever that forges."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from google.protobuf.message import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.browser.server import Server
from tests.server.page import Page


@dataclass(frozen=True)
class Drawn:
    """Every message of one run."""

    messages: tuple[ForwardMsg, ...]

    @property
    def text(self) -> str:
        """Every string that was sent, a line each, without what keeps it inert."""
        return "\n".join(text for message in self.messages for text in strings(message)).translate(
            {0x5C: None, 0x2060: None}
        )

    @property
    def pages(self) -> list[str]:
        """The titles in the menu."""
        found = [page for message in self.messages for page in message.navigation.app_pages]
        return [page.page_name for page in found if not page.is_hidden]


def look(
    server: Server,
    cookies: Mapping[str, str],
    page: str = "",
    query: str = "",
    headers: Mapping[str, str] | None = None,
    token: str | None = None,
    session: str = "",
    before: tuple[bytes | str, ...] = (),
) -> Drawn:
    """Opens a page as a browser with these cookies does, and reads until the script has run.

    headers: more of them, or others. token: the XSRF token that the browser's script sends, else the cookie's.
    session: a session to go on with. before: frames that are sent first.
    """
    token = cookies.get("_streamlit_xsrf", "") if token is None else token
    told = {"Origin": server.url, "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    told = {name: value for name, value in (told | dict(headers or {})).items() if value}
    offered = [Subprotocol(part) for part in ("streamlit", token or "none", session) if part]
    address = f"ws://localhost:{server.port}/_stcore/stream"
    with connect(
        address, additional_headers=told, subprotocols=offered, max_size=None, origin=None, open_timeout=120
    ) as socket:
        for frame in before:
            socket.send(frame)
        ask = BackMsg()
        ask.rerun_script.query_string = query
        ask.rerun_script.page_name = page
        socket.send(ask.SerializeToString())
        found = []
        while not found or found[-1].WhichOneof("type") != "script_finished":
            message = ForwardMsg()
            data = socket.recv(timeout=120)
            assert isinstance(data, bytes)
            message.ParseFromString(data)
            found.append(message)
        return Drawn(tuple(found))


def strings(message: Message) -> Iterator[str]:
    """Every string in a message."""
    for _, value in message.ListFields():
        repeated = value if hasattr(value, "append") or hasattr(value, "add") else [value]
        for one in repeated:
            if isinstance(one, Message):
                yield from strings(one)
            elif isinstance(one, str):
                yield one


@contextmanager
def window(server: Server, cookies: Mapping[str, str]) -> Iterator[Window]:
    """A page of this server, open as long as the context lasts."""
    told = {"Origin": server.url, "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    offered = [Subprotocol("streamlit"), Subprotocol(cookies.get("_streamlit_xsrf", "none"))]
    address = f"ws://localhost:{server.port}/_stcore/stream"
    with connect(address, additional_headers=told, subprotocols=offered, max_size=None, origin=None) as socket:
        yield Window(socket)


class Window:
    """A page over a real WebSocket: each act returns once the server has drawn what follows from it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.page, self._socket = Page(), socket

    def send(self, data: bytes) -> None:
        """Send, and do not wait."""
        self._socket.send(data)

    def go(self, data: bytes) -> None:
        """Send, and read until the page is drawn."""
        self.send(data)
        while not self.page.take(bytes(self._socket.recv(timeout=120))):  # type: ignore[arg-type]
            pass

    def open(self, name: str, query: str = "") -> None:
        """Go to a page."""
        self.go(self.page.opened(name, query))

    def press(self, label: str) -> None:
        """Press the first button whose label begins like this."""
        self.go(self.page.pressed(self.page.widget("button", label)))

    def move(self, label: str, value: float) -> None:
        """Move the first slider whose label begins like this."""
        self.go(self.page.moved(self.page.widget("slider", label), value))

    def settle(self) -> None:
        """Wait until no fragment runs again by itself: until a job is done."""
        while self.page.rerun:
            fragment, seconds = next(iter(self.page.rerun.items()))
            time.sleep(seconds)
            self.go(self.page.again(fragment))
