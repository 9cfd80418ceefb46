"""Connections that are opened and left: they end, they leave the log small, and the server goes on."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import h11
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from pages.server import connection
from tests.browser.server import Server
from tests.repo.house import ROOT


class Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call, self.cancelled = call, False

    def cancel(self) -> None:
        self.cancelled = True


class Task:
    def add_done_callback(self, function: Callable[..., None]) -> None:
        pass


class Loop:
    """An event loop whose time never comes by itself."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def call_later(self, delay: float, function: Callable[..., None], *args: object) -> Timer:
        assert delay in (connection.HEAD_SECONDS, connection.READ_SECONDS)
        self.timers.append(Timer(lambda: function(*args)))
        return self.timers[-1]

    def create_task(self, coroutine: Any) -> Any:
        coroutine.close()
        return Task()

    @property
    def waiting(self) -> list[Timer]:
        return [timer for timer in self.timers if not timer.cancelled]


class Transport(asyncio.Transport):
    closed = aborted = False
    unread, limit = 0, -1

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.limit = 65_536 if high is None else high

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.closed = self.aborted = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def write(self, data: Any) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Bounded(H11Protocol):
    pass


connection.bound_heads(Bounded)


async def app(scope: Any, receive: Any, send: Any) -> None:
    pass


@pytest.fixture
def protocol() -> Iterator[Bounded]:
    loop = Loop()
    made = Bounded(uvicorn.Config(app, log_config=None), ServerState(), {}, loop)  # type: ignore[arg-type]
    made.connection_made(Transport())
    yield made
    made.connection_lost(None)
    assert not loop.waiting or made.transport.is_closing()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("held") / "home") as running:
        yield running


HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: y\r\n\r\n"


@pytest.mark.parametrize("length", range(len(HEAD)))
def test_a_head_that_is_not_complete_in_time_ends_its_connection(protocol, length):
    for place in range(length):
        protocol.data_received(HEAD[place : place + 1])
    (timer,) = protocol.loop.timers  # one from the beginning on: a byte now and then wins no time
    timer.call()
    assert protocol.transport.is_closing()


@pytest.mark.parametrize("head", [HEAD, HEAD.replace(b"GET", b"PUT").replace(b"X: y", b"Content-Length: 9")])
def test_a_complete_head_is_timed_no_longer(protocol, head):
    protocol.data_received(head)
    assert not protocol.loop.waiting and not protocol.transport.is_closing()


@pytest.mark.parametrize(
    "framing, pieces", [(b"Content-Length: 99", b"xxxx"), (b"Transfer-Encoding: chunked", b"1\r\nx\r\n")]
)
def test_a_body_that_trickles_in_after_the_answer_ends_its_connection(protocol, framing, pieces):
    protocol.data_received(HEAD.replace(b"X: y", framing))
    for event in (h11.Response(status_code=200, headers=[(b"content-length", b"0")]), h11.EndOfMessage()):
        protocol.conn.send(event)
    for place in range(len(pieces)):
        protocol.data_received(pieces[place : place + 1])
    (timer,) = protocol.loop.waiting  # one from its first byte on
    timer.call()
    assert protocol.transport.is_closing()


def test_what_an_answered_request_still_sends_may_end_in_time(protocol):
    protocol.data_received(HEAD.replace(b"X: y", b"Content-Length: 2"))
    for event in (h11.Response(status_code=200, headers=[(b"content-length", b"0")]), h11.EndOfMessage()):
        protocol.conn.send(event)
    protocol.data_received(b"x")
    protocol.data_received(b"y" + HEAD)
    assert not protocol.loop.waiting and not protocol.transport.is_closing()


@pytest.mark.parametrize(
    "left, more", [([900_000], 0), ([900_000, 834_465], 0), ([9_000_000, 5_000_000, 40_000, 39_999], 2)]
)
def test_an_answer_that_nobody_reads_ends_its_connection(protocol, left, more):
    protocol.data_received(HEAD)
    assert protocol.transport.limit == 0
    protocol.transport.unread = left[0]
    protocol.pause_writing()
    for number, protocol.transport.unread in enumerate([*left[1:], left[-1]]):
        assert not protocol.transport.aborted
        timer = protocol.loop.timers[-1]
        timer.call()
        assert len(protocol.loop.waiting) - 1 <= number + 1
        if protocol.transport.aborted:
            break
    assert protocol.transport.aborted and number == more


def test_an_answer_that_is_read_slowly_or_to_its_end_goes_on(protocol):
    protocol.data_received(HEAD)
    for protocol.transport.unread in range(10_000_000, 0, -65_536):
        if not protocol.loop.waiting:
            protocol.pause_writing()
        else:
            protocol.loop.waiting[-1].call()
    assert not protocol.transport.aborted
    protocol.resume_writing()
    assert protocol.loop.timers[-1].cancelled


UPGRADE = (
    b"GET /_stcore/stream?%s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n"
)


@pytest.mark.parametrize(
    "query, headers",
    [
        (b"x" * 50_000, b""),
        (b"x" * 9_000, b""),
        (b"", b"X: " + b"y" * 9_000 + b"\r\n"),
        (b"", b"X: y\r\n" * 200),
        (b"", b"Content-Length: 9\r\n"),
        (b"", b"Transfer-Encoding: chunked\r\n"),
    ],
    ids=["50 kB query", "9 kB query", "9 kB header", "200 headers", "body", "chunks"],
)
def test_a_handshake_that_cannot_be_read_ends_its_connection(server, query, headers):
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as held:
        held.sendall(UPGRADE % (query, headers))
        assert held.recv(100).startswith(b"HTTP/1.1 400 ")
        while held.recv(100):
            pass


def test_a_message_beyond_what_streamlit_takes_is_not_kept(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as held:
        held.sendall(UPGRADE % (b"", b""))
        assert b" 101 " in held.recv(1000)
        part = b"\xff" + (1 << 20).to_bytes(8, "big") + bytes(4) + bytes(1 << 20)  # masked, one MiB
        with pytest.raises(ConnectionError):
            held.sendall(b"\x02" + part)
            for _ in range(100):
                held.sendall(b"\x00" + part)


def test_what_requests_ask_for_is_not_logged(server):
    for query in ("%73hare=a-secret-link", "code=a-secret-code", "x" * 500):
        assert server.get(f"/?{query}").status == 200
    assert not [word for word in ("secret", "xxx", "GET") if word in server.log]


def test_the_class_is_extended_once(protocol):
    before = Bounded.data_received
    connection.bound_heads(Bounded)
    assert Bounded.data_received is before


def test_refused_connections_are_logged_once_a_minute(caplog):
    now = [0.0]
    handler, loop = connection.Handler(lambda: now[0]), asyncio.new_event_loop()
    full = {"message": "socket.accept() out of system resource", "exception": OSError(24, "x")}
    try:
        for now[0] in (0.0, 0.1, 59.9, 60.0, 61.0, 119.9, 120.0):
            handler(loop, full)
        assert [record.name for record in caplog.records] == ["murmur"] * 3
        handler(loop, {"message": "something else"})
        assert [record.name for record in caplog.records][3:] == ["asyncio"]
    finally:
        loop.close()
    assert all(record.levelno == logging.ERROR for record in caplog.records)


@pytest.mark.parametrize("soft", [64, 1000])
def test_the_limit_of_open_files_is_raised(soft):
    hard = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1] % (1 << 63), 4096)
    code = (
        f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}));"
        "from pages.server import connection; connection.raise_limit(); "
        "print(resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    printed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed.strip() == f"({hard}, {hard})"


@pytest.mark.audit
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="another process's limit is set on Linux alone")
def test_half_sent_requests_leave_the_log_small_and_the_server_alive(tmp_path):
    with Server(tmp_path / "home") as server:
        assert server.process
        before, held = len(server.log), []
        hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (256, hard))
        try:
            for _ in range(400):
                half = socket.create_connection(("127.0.0.1", server.port), timeout=20)
                half.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
                held.append(half)
            deadline = time.monotonic() + 60
            while "Connections are refused" not in server.log and time.monotonic() < deadline:
                time.sleep(0.05)
            assert "Connections are refused" in server.log
            # with all of them still held here, the server has hung up and answers others
            while not server.healthy():
                assert time.monotonic() < deadline
            assert len(server.log) - before < 5_000
        finally:
            for half in held:
                half.close()
