"""Uploads over the wire: taken for a file that a widget asked for, from the session's own user, while they fit."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.requests import Request
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from dpcore.desk.home import Home
from pages.server import answers, open_session, receiving, upload
from pages.ui import desk as desks
from tests.browser.server import Server
from tests.server.conftest import SMALL, Visitor
from tests.server.wire import strings

XSRF = "_streamlit_xsrf"
BEFORE = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\n'
AFTER = b"\r\n--x--\r\n"


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
        headers = self.headers(by) | {key.replace("_", "-"): value for key, value in told.items()}
        connection = http.client.HTTPConnection("127.0.0.1", by.server.port, timeout=120)
        try:
            connection.request(method, self.path(name), BEFORE + data + AFTER, headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def path(self, name: str) -> str:
        return f"/_stcore/upload_file/{self.session}/{name}"

    def headers(self, by: Visitor) -> dict[str, str]:
        return {
            "Host": f"localhost:{by.server.port}",
            "Cookie": by.header,
            "X-Xsrftoken": by.cookies.get(XSRF, ""),
            "Content-Type": "multipart/form-data; boundary=x",
        }

    def redrawn(self) -> str:
        """What the page shows the next time it is drawn."""
        seen: list[str] = []
        while (message := self.read()).WhichOneof("type") != "script_finished":
            seen += strings(message)
        return "\n".join(seen).replace("\\", "")

    @property
    def spooled(self) -> dict[str, int]:
        """The files of uploads on the server's disk, with their sizes."""
        found = (self.visitor.server.home / "spool").glob("*/*")
        return {str(path): path.stat().st_size for path in found}


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
        names = [first.ask("a.csv")[0] for _ in range(6)]
        for name in names[:5]:
            assert first.put(name, large) == 204
        (other,) = second.ask("a.csv")
        assert second.put(other, large) == 413  # five of 1.5 MB lie there, and 8 MB are a user's share
        assert "exceed the limit" in second.redrawn()
        assert first.put(names[5], large) == 204  # the page's own older file makes room
        assert second.put(other, b"1\n") == 204
        for page, name in (*((first, name) for name in names), (second, other)):
            assert page.put(name, method="DELETE") == 204
        assert second.put(other, large) == second.put(other, method="DELETE") == 204


def test_a_table_lies_on_disk_privately_until_it_is_removed(visitor):
    with opened(visitor, "data") as page:
        (name,) = page.ask("a.csv")
        before = page.spooled
        assert page.put(name, b"a\n7\n") == 204
        (path,) = page.spooled.keys() - before
        assert Path(path).read_bytes() == b"a\n7\n" and Path(path).stat().st_mode & 0o777 == 0o600
        assert page.put(name, b"a\n12\n") == 204  # again, in place of the first
        (path,) = page.spooled.keys() - before
        assert Path(path).read_bytes() == b"a\n12\n"
        assert page.put(name, method="DELETE", X_Xsrftoken="forged") == 403 and Path(path).exists()
        assert page.put(name, method="DELETE") == 204 and page.spooled == before


def test_a_forged_request_brings_nothing(visitor):
    with opened(visitor, "data") as page:
        (name,) = page.ask("a.csv")
        before = page.spooled
        assert page.put(name, X_Xsrftoken="forged") == 403 and page.spooled == before


def test_a_small_file_of_another_page_stays_in_memory(visitor):
    with opened(visitor, "verify") as page:
        (name,) = page.ask("a.csv")
        before = page.spooled
        assert page.put(name) == 204 and page.spooled == before
        assert page.put(name, method="DELETE") == 204


def test_why_a_file_is_refused_stands_on_the_page(visitor):
    with opened(visitor, "data") as page:
        (name,) = page.ask("a.csv")
        before = page.spooled
        assert page.put(name, b"1\n" * 2_200_000) == 413 and page.spooled == before
        assert "larger than the limit of 0.00391 GB" in page.redrawn()
        assert page.put(name, b"", Content_Type="text/csv") == 400 and page.spooled == before
        assert "not complete" in page.redrawn()
        assert page.put(name) == 204


def test_a_body_in_chunks_is_taken_and_ends_at_the_largest_size(visitor):
    def put(name: str, parts: int) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", visitor.server.port, timeout=120)
        body = iter([BEFORE, *[b"1\n" * 100_000] * parts, AFTER])
        with closing(connection):
            connection.request("PUT", page.path(name), body, page.headers(visitor), encode_chunked=True)
            return connection.getresponse().status

    with opened(visitor, "data") as page:
        (name,) = page.ask("a.csv")
        before = page.spooled
        with suppress(ConnectionError, http.client.HTTPException):  # where the server has closed before all was sent
            assert put(name, 22) == 413
        assert "larger than the limit" in page.redrawn()
        assert page.spooled == before
        assert put(name, 20) == 204
        assert [page.spooled[path] for path in page.spooled.keys() - before] == [4_000_000]
        assert page.put(name, method="DELETE") == 204


def test_a_client_that_goes_in_the_middle_leaves_nothing_and_nobody_else_sends_the_same(visitor):
    with opened(visitor, "data") as page:
        (name,) = page.ask("a.csv")
        before = page.spooled
        with closing(http.client.HTTPConnection("127.0.0.1", visitor.server.port, timeout=120)) as connection:
            connection.putrequest("PUT", page.path(name), skip_host=True)
            for key, value in (page.headers(visitor) | {"Content-Length": "3000000"}).items():
                connection.putheader(key, value)
            connection.endheaders(BEFORE + b"1\n")
            until(lambda: page.spooled.keys() - before)
            assert page.put(name) == 409
        until(lambda: page.spooled == before)
        assert page.put(name) == 204


def test_an_upload_of_a_closed_tab_is_removed_before_its_session_ends(monkeypatch):
    """Streamlit keeps a session for two minutes after its browser has left it."""
    desks.close()
    asked, there = upload.Asked(MemoryUploadedFileManager("/x")), {"open", "closed"}
    infos = [SimpleNamespace(session=SimpleNamespace(id=session)) for session in sorted(there)]
    running = SimpleNamespace(
        _session_mgr=SimpleNamespace(list_sessions=lambda: infos), is_active_session=lambda session: session in there
    )
    monkeypatch.setattr(open_session.runtime, "get_instance", lambda: running)
    monkeypatch.setattr(open_session.runtime, "exists", lambda: True)
    now = [1000.0]
    monkeypatch.setattr(upload.time, "monotonic", lambda: now[0])
    for session in sorted(there):
        upload.arrivals.begin(f"{session}-file", session, "", 10)

    def held_after(seconds: float) -> list[str]:
        now[0] += seconds
        asked.forget()
        return [name for name in ("closed-file", "open-file") if upload.arrivals.has(name)]

    assert held_after(0) == held_after(60) == ["closed-file", "open-file"]
    there.remove("closed")
    assert held_after(5) == ["closed-file", "open-file"], "it may come back"
    there.add("closed")
    assert held_after(60) == ["closed-file", "open-file"], "it has"
    there.remove("closed")
    assert held_after(5) == held_after(upload.LEFT_SECONDS - 1) == ["closed-file", "open-file"]
    assert held_after(1) == ["open-file"]
    upload.arrivals.end()


def test_an_address_is_given_while_the_page_is_drawn_again(visitor):
    """As after a refused file, which has its page drawn again to say why."""
    with opened(visitor, "data") as page:
        wanted = []
        for number in range(40):
            request = BackMsg()
            request.file_urls_request.request_id = str(number)
            request.file_urls_request.file_names.append("a.csv")
            request.file_urls_request.session_id = page.session
            wanted.append(str(number))
            drawn = BackMsg()
            drawn.rerun_script.page_name = "data"
            page.socket.send(drawn.SerializeToString())
            page.socket.send(request.SerializeToString())
        while wanted:
            message = page.read()
            if message.WhichOneof("type") == "file_urls_response":
                wanted.remove(message.file_urls_response.response_id)


def test_answers_outlive_the_page_that_was_not_sent_yet():
    """What a script leaves unsent is dropped when it starts again; what a browser waits for is not."""

    class Queue(ForwardMsgQueue):
        pass

    answers.keep(Queue)
    answers.keep(Queue)
    queue = Queue()
    for kind in ("delta", "file_urls_response", "backend_operation_response", "script_finished"):
        message = ForwardMsg()
        getattr(message, kind).SetInParent() if kind != "script_finished" else setattr(message, kind, 0)
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=True)
    kinds = [message.WhichOneof("type") for message in queue._queue]
    assert sorted(kinds) == ["backend_operation_response", "file_urls_response", "script_finished"]
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["a"])
    assert sorted(message.WhichOneof("type") or "" for message in queue._queue) == sorted(kinds)
    queue.clear()
    assert queue.is_empty()


def until(done: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


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
    desks.close()
    manager = MemoryUploadedFileManager("/x")
    asked = upload.Asked(manager)
    for session in ("open", "ended"):
        manager.add_file(session, UploadedFileRec("f", "a.csv", "text/csv", b"a\n1\n"))
    info = SimpleNamespace(session=SimpleNamespace(id="open"))
    running = SimpleNamespace(_session_mgr=SimpleNamespace(list_sessions=lambda: [info]), is_active_session=bool)
    monkeypatch.setattr(open_session.runtime, "get_instance", lambda: running)
    monkeypatch.setattr(open_session.runtime, "exists", lambda: True)
    for session in ("open", "ended"):
        upload.arrivals.tell(session, ("No.", ""))
        upload.arrivals.begin(f"{session}-file", session, "", 10)
    asked.forget()
    assert upload.arrivals.sessions() == {"open"} and upload.arrivals.has("open-file")
    upload.arrivals.close("open")
    assert not list((Home().path / "spool").iterdir()) and not upload.arrivals.sessions()
    assert set(manager.file_storage) == {"open"} and manager.get_files("open", ["f"])
