"""Uploads over the wire: taken for a file that a widget asked for, from the session's own user, while they fit."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from starlette.requests import Request
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from pages.server import open_session, receiving, upload
from tests.browser.server import Server
from tests.server.conftest import SMALL, Visitor
from tests.server.wire import strings

XSRF = "_streamlit_xsrf"


class Page:
    """A session that stays open: what a browser's script does, and nothing else."""

    def __init__(self, visitor: Visitor, socket: ClientConnection) -> None:
        self.visitor, self.socket, self.session, self.text = visitor, socket, "", ""
        self.files: list[str] = []  # the numbers under which they are made

    def go(self, page: str, query: str = "") -> Page:
        request = BackMsg()
        request.rerun_script.page_name, request.rerun_script.query_string = page, query
        self.socket.send(request.SerializeToString())
        seen: list[str] = []
        while True:
            message = self.read()
            seen += strings(message)
            self.files += filter(None, [message.delta.new_element.download_button.deferred_file_id])
            if message.WhichOneof("type") == "new_session":
                self.session = message.new_session.initialize.session_id
            if message.WhichOneof("type") == "script_finished":
                self.text = "\n".join(seen)
                return self

    def ask(self, *files: str) -> list[str]:
        """The names under which the server will take these files."""
        request = BackMsg()
        request.file_urls_request.request_id = "r"
        request.file_urls_request.file_names.extend(files)
        request.file_urls_request.session_id = self.session
        self.socket.send(request.SerializeToString())
        while True:
            message = self.read()
            if message.WhichOneof("type") == "file_urls_response":
                return [each.file_id for each in message.file_urls_response.file_urls]

    def make(self, number: str) -> str:
        """Where a file lies once it is made; empty where none is."""
        self._ask_for(number)
        while (message := self.read()).WhichOneof("type") != "backend_operation_response":
            pass
        return message.backend_operation_response.deferred_file.url

    def ignores(self, number: str) -> bool:
        """Whether the server has said nothing of a file by the time it has drawn a page that was asked for later."""
        self._ask_for(number)
        request = BackMsg()
        request.rerun_script.page_name = "learn"
        self.socket.send(request.SerializeToString())
        kinds: list[str | None] = []
        while "script_finished" not in kinds:
            kinds.append(self.read().WhichOneof("type"))
        return "backend_operation_response" not in kinds

    def _ask_for(self, number: str) -> None:
        request = BackMsg()
        operation = request.backend_operation_request
        operation.request_id, operation.session_id, operation.deferred_file.file_id = "file", self.session, number
        self.socket.send(request.SerializeToString())

    def read(self) -> ForwardMsg:
        message, data = ForwardMsg(), self.socket.recv(timeout=120)
        assert isinstance(data, bytes)
        message.ParseFromString(data)
        return message

    def put(
        self, name: str, data: bytes = b"a\n1\n", by: Visitor | None = None, method: str = "PUT", **told: str
    ) -> int:
        by = by or self.visitor
        body = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\n' + data + b"\r\n--x--\r\n"
        headers = {
            "Host": f"localhost:{by.server.port}",
            "Cookie": by.header,
            "X-Xsrftoken": by.cookies.get(XSRF, ""),
            "Content-Type": "multipart/form-data; boundary=x",
            **{key.replace("_", "-"): value for key, value in told.items()},
        }
        connection = http.client.HTTPConnection("127.0.0.1", by.server.port, timeout=120)
        try:
            connection.request(method, f"/_stcore/upload_file/{self.session}/{name}", body, headers)
            return connection.getresponse().status
        finally:
            connection.close()


@contextmanager
def opened(visitor: Visitor, page: str, query: str = "") -> Iterator[Page]:
    visitor.arrive()
    told = {"Origin": visitor.server.url, "Cookie": visitor.header}
    offered = [Subprotocol(part) for part in ("streamlit", visitor.cookies.get(XSRF, "none"))]
    address = f"ws://localhost:{visitor.server.port}/_stcore/stream"
    with connect(
        address, additional_headers=told, subprotocols=offered, max_size=None, origin=None, open_timeout=120
    ) as socket:
        yield Page(visitor, socket).go(page, query)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One person's desk."""
    with Server(tmp_path_factory.mktemp("alone") / "home", environment=SMALL) as running:
        yield running


@pytest.fixture(params=["alone", "team"])
def visitor(request: pytest.FixtureRequest) -> Visitor:
    if request.param == "alone":
        return Visitor(request.getfixturevalue("alone"))
    visitor = Visitor(request.getfixturevalue("team_server"))
    visitor.sign_in("ada@example.org")
    return visitor


def test_a_file_that_a_widget_asked_for_is_taken(visitor):
    with opened(visitor, "data") as page:
        (name,) = page.ask("a.csv")
        assert page.put(name) == 204
        assert page.put(name, method="DELETE") == 204


@pytest.mark.parametrize("name", ["x", "00000000-0000-4000-8000-000000000000", "..", "%2e%2e"])
def test_a_name_that_nobody_gave_is_refused(visitor, name):
    with opened(visitor, "data") as page:
        page.ask("a.csv")
        assert page.put(name) >= 400
        assert page.put(name, method="DELETE") >= 400


@pytest.mark.sample(4)
@pytest.mark.parametrize("elsewhere", ["", "ledger", "learn"])
def test_a_page_without_a_place_for_files_is_given_no_name_and_takes_none(visitor, elsewhere):
    with opened(visitor, elsewhere) as page:
        assert page.ask("a.csv") == []
        page.go("data")
        (name,) = page.ask("a.csv")
        page.go(elsewhere)
        assert page.put(name) == 403
        page.go("data")
        assert page.put(name) == 204


def test_one_page_asks_for_a_few_files_at_a_time(visitor):
    with opened(visitor, "data") as page:
        assert len(page.ask(*["a.csv"] * 1000)) == 16
        first, *_ = page.ask("a.csv")
        for _ in range(16):
            page.ask("a.csv")
        assert page.put(first) == 403


def test_a_session_that_is_over_takes_nothing(visitor):
    with opened(visitor, "data") as page:
        (name,) = page.ask("a.csv")
    assert page.put(name) >= 400


def test_another_users_session_takes_nothing(team_server):
    ada, eve = Visitor(team_server), Visitor(team_server)
    ada.sign_in("ada@example.org")
    eve.sign_in("eve@example.org")
    with opened(ada, "data") as page:
        (name,) = page.ask("a.csv")
        assert page.put(name, by=eve) == 403
        assert page.put(name, by=eve, method="DELETE") == 403
        assert page.put(name) == 204


def test_a_strangers_page_takes_nothing(team_server):
    with opened(Visitor(team_server), "data") as page:
        assert page.ask("a.csv") == []
        assert page.put("x") == 403


def test_a_user_holds_so_much_and_no_more(visitor):
    large = b"1\n" * 750_000
    with opened(visitor, "data") as first, opened(visitor, "data") as second:
        for page, count in ((first, 5), (second, 0)):
            for _ in range(count):
                (name,) = page.ask("a.csv")
                assert page.put(name, large) == 204
        (name,) = second.ask("a.csv")
        assert second.put(name, large) == 413  # five of 1.5 MB lie there, and 8 MB are a user's share
        (name,) = first.ask("a.csv")
        assert first.put(name, large) == 204  # the page's own older file makes room
    with opened(visitor, "data") as page:
        assert page.put(page.ask("a.csv")[0], b"1\n") == 204


@pytest.mark.parametrize(
    ("headers", "size"),
    [
        ({"content-length": "5"}, 5),
        ({}, 1 << 20),
        ({"content-length": "5", "transfer-encoding": "chunked"}, 1 << 20),
        ({"transfer-encoding": "identity", "content-length": "5"}, 1 << 20),
        ({"content-length": "9" * 18}, 1 << 20),
        ({"content-length": "-5"}, 1 << 20),
        ({"content-length": "٥"}, 1 << 20),
    ],
    ids=str,
)
def test_a_body_in_chunks_counts_as_the_largest_whatever_length_it_names(headers, size):
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    assert receiving.announced(Request({"type": "http", "headers": raw}), 1 << 20) == size


def test_what_an_ended_session_held_is_let_go(monkeypatch):
    manager = MemoryUploadedFileManager("/x")
    asked = upload.Asked(manager)
    for session in ("open", "ended"):
        manager.add_file(session, UploadedFileRec("f", "a.csv", "text/csv", b"a\n1\n"))
    info = SimpleNamespace(session=SimpleNamespace(id="open"))
    running = SimpleNamespace(_session_mgr=SimpleNamespace(list_sessions=lambda: [info]))
    monkeypatch.setattr(open_session.runtime, "get_instance", lambda: running)
    asked.forget()
    assert set(manager.file_storage) == {"open"} and manager.get_files("open", ["f"])
