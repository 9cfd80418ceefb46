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

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from pages.ui import connection
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
        assert delay == connection.HEAD_SECONDS
        self.timers.append(Timer(lambda: function(*args)))
        return self.timers[-1]

    def create_task(self, coroutine: Any) -> Any:
        coroutine.close()
        return Task()

    @property
    def waiting(self) -> list[Timer]:
        return [timer for timer in self.timers if not timer.cancelled]


class Transport(asyncio.Transport):
    closed = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def write(self, data: Any) -> None:
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
        "from pages.ui import connection; connection.raise_limit(); print(resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    printed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed.strip() == f"({hard}, {hard})"


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
