"""What somebody without an account may send over a WebSocket: nothing of it reaches anybody else."""

from __future__ import annotations

import asyncio

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import ConnectionClosed

from pages.server import message
from pages.server.pace import Pace, Paces
from tests.server.conftest import Visitor
from tests.server.test_door import IN, drawn
from tests.server.test_upload import opened
from tests.server.wire import look


def made(**fields: object) -> BackMsg:
    request = BackMsg()
    for name, value in fields.items():
        setattr(request, name, value)
    return request


CLEAR = made(clear_cache=True)
RERUN = BackMsg()
RERUN.rerun_script.page_name = "learn"


@pytest.mark.parametrize(
    "request_",
    [
        BackMsg(),
        CLEAR,
        made(clear_cache=False),
        made(load_git_info=True),
        made(set_run_on_save=True),
        made(debug_disconnect_websocket=True),
        made(debug_shutdown_runtime=True),
    ],
    ids=str,
)
def test_what_the_dashboard_does_not_serve_is_dropped(request_):
    assert not message.served(request_.SerializeToString())
    hidden = made(app_heartbeat=True).SerializeToString() + request_.SerializeToString()  # the last one counts
    assert message.served(hidden) == (request_ == BackMsg())


@pytest.mark.parametrize("operation", ["install_skills", "dismiss_skills_nudge", "deferred_file", "dataframe_chunk"])
def test_of_operations_only_reading_is_served(operation):
    request = BackMsg()
    getattr(request.backend_operation_request, operation).SetInParent()
    assert message.served(request.SerializeToString()) == (operation in ("deferred_file", "dataframe_chunk"))


def test_what_a_page_needs_is_served():
    for name in ("rerun_script", "file_urls_request"):
        request = BackMsg()
        getattr(request, name).SetInParent()
        assert message.served(request.SerializeToString())
    assert message.served(made(stop_script=True).SerializeToString())
    assert not message.served(None)  # text


def test_every_kind_of_message_is_decided_about():
    kinds = {field.name for field in BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields}
    dropped = {"clear_cache", "set_run_on_save", "load_git_info"} | {name for name in kinds if name.startswith("debug")}
    assert kinds == message._SERVED | {message._OPERATION} | dropped


def crowded(count: int) -> BackMsg:
    request = BackMsg()
    request.rerun_script.widget_states.widgets.extend([WidgetState()] * count)
    return request


def test_a_page_has_so_many_widgets_and_no_more():
    assert message.served(crowded(message.WIDGETS).SerializeToString())
    assert not message.served(crowded(message.WIDGETS + 1).SerializeToString())


@pytest.mark.sample(3)
@pytest.mark.parametrize("field", ["query_string", "page_name", "page_script_hash", "fragment_id"])
def test_what_a_stranger_says_at_length_ends_the_connection(team_server, field):
    stranger, ada = Visitor(team_server), Visitor(team_server)
    ada.sign_in("ada@example.org")
    for size in (message.SMALL + 1, 3 << 20):
        request = BackMsg()
        setattr(request.rerun_script, field, "x" * size)
        with opened(stranger, "") as page, pytest.raises(ConnectionClosed):
            page.socket.send(request.SerializeToString())
            while True:
                page.read()
    request = BackMsg()
    request.rerun_script.page_name = "learn"
    state = request.rerun_script.widget_states.widgets.add(id="x", string_value="ä" * 1_000_000)
    with opened(ada, "") as page:
        page.socket.send(request.SerializeToString())
        while page.read().WhichOneof("type") != "script_finished":
            pass
    state.string_value *= 2
    with opened(ada, "") as page, pytest.raises(ConnectionClosed):
        page.socket.send(request.SerializeToString())
        while True:
            page.read()


def test_a_sentence_of_a_stranger_is_heard(team_server):
    request = BackMsg()
    request.rerun_script.page_name = "learn"
    request.rerun_script.cached_message_hashes.extend(["0" * 64] * 1_500)
    with opened(Visitor(team_server), "") as page:
        page.socket.send(request.SerializeToString())
        while page.read().WhichOneof("type") != "script_finished":
            pass


@pytest.mark.parametrize("burst, rate", [(1, 1.0), (20, 10.0), (5, 100.0)])
def test_turns_come_at_a_steady_pace_after_a_burst(burst, rate):
    now = [1_000.0]
    pace = Pace(burst, rate, lambda: now[0])
    for _ in range(3):
        assert [pace.wait() for _ in range(burst)] == pytest.approx([0.0] * burst, abs=1e-9)
        assert [pace.wait() for _ in range(5)] == pytest.approx([(number + 1) / rate for number in range(5)])
        assert pace.wait(most=5.5 / rate) is None
        assert pace.wait(most=6.5 / rate) == pytest.approx(6 / rate)  # the turn that was not taken
        now[0] += 6 / rate + 2 * burst / rate


def test_pages_are_paced_and_strangers_together(monkeypatch):
    """Without a clock: what is slept, by each of ten sockets that send 30 messages each."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(message.asyncio, "sleep", sleep)
    endless = Pace(10_000, 1.0, lambda: 0.0)
    for name, burst in (("_strangers", message.BURST), ("_arrivals", 10 * message.FIRST), ("_users", 100)):
        paces = Paces(lambda burst=burst: Pace(burst, 1.0, lambda: 0.0), endless)
        monkeypatch.setattr(message, name, paces)
    monkeypatch.setattr(message, "Pace", lambda burst, rate: Pace(burst, rate, lambda: 0.0))

    async def receive() -> dict[str, object]:
        return {"type": "websocket.receive", "bytes": RERUN.SerializeToString()}

    async def send(user: str | None, address: str = "192.0.2.1") -> list[object]:
        heard = message.sifted(receive, address, lambda: user, lambda _: True)
        return [(await heard())["type"] for _ in range(30)]

    for number in range(10):
        slept.clear()
        assert asyncio.run(send(f"user {number}")) == ["websocket.receive"] * 30
        assert slept[:20] == pytest.approx([0.0] * 20, abs=1e-9) and slept[-1] == pytest.approx(10 / message.RATE)
    for number in range(5):  # all pages of one user have one pace, and nobody else waits for it
        slept.clear()
        asyncio.run(send("busy", str(number)))
        assert slept[-1] == pytest.approx(max(10 / message.RATE, 30 * (number + 1) - 100))
    slept.clear()
    asyncio.run(send("quiet"))
    assert slept[-1] == pytest.approx(10 / message.RATE)
    slept.clear()
    first = asyncio.run(send(None))
    assert first == ["websocket.receive"] * 30 and slept[-1] == pytest.approx(30.0 - message.FIRST - 20)
    for left in (3, *[0] * 8):  # whoever opens a page sees it, however many others stay
        seen = message.FIRST + left
        assert asyncio.run(send(None)) == ["websocket.receive"] * seen + ["websocket.disconnect"] * (30 - seen)
    slept.clear()
    assert asyncio.run(send(None, "192.0.2.2")) == first  # another address waits for itself alone
    assert slept[-1] == pytest.approx(30.0 - message.FIRST - 20)


def test_all_strangers_together_have_one_pace():
    now = [0.0]
    paces = Paces(lambda: Pace(5, 1.0, lambda: now[0]), Pace(20, 4.0, lambda: now[0]))
    served = [paces.wait(f"192.0.2.{number % 10}", 10.0) for number in range(200)]
    together = [wait for wait in served if wait is not None]
    assert len(together) == 20 + 4 * 10 and max(together) <= 10.0
    now[0] += 60.0
    assert paces.wait("192.0.2.1", 10.0) == 0.0


@pytest.fixture
def left(team_server) -> Visitor:
    """Ada, who has signed out; `cookies` is a copy of what her browser had."""
    ada = Visitor(team_server)
    ada.sign_in("ada@example.org")
    assert IN in drawn(ada).text
    kept = dict(ada.cookies)
    ada.ask(f"{team_server.url}/auth/logout")
    ada.cookies = kept
    return ada


def test_who_has_left_is_out_with_a_copied_cookie_too(left):
    assert "has ended" in drawn(left).text


def test_nobody_can_bring_a_sign_in_back_by_clearing_the_cache(left):
    stranger = Visitor(left.server)
    stranger.arrive()
    frames = (CLEAR.SerializeToString(), "text", made(load_git_info=True).SerializeToString())
    assert IN not in look(left.server, stranger.cookies, before=frames).text
    assert IN not in drawn(left).text


def test_a_restart_brings_no_sign_in_back(left):
    left.server.stop()
    left.server.start()
    assert IN not in drawn(left).text


def test_a_browser_without_a_sign_in_may_open_the_way_out(team_server):
    stranger = Visitor(team_server)
    assert "location" in stranger.ask(f"{team_server.url}/auth/logout")
    stranger.cookies["_streamlit_user"] = "forged"
    assert "location" in stranger.ask(f"{team_server.url}/auth/logout")


def test_a_page_left_open_gives_no_file_after_the_sign_in_has_ended(team_server):
    ada = Visitor(team_server)
    ada.sign_in("ada@example.org")
    with opened(ada, "learn") as page:
        assert page.make("any") == ""
        ada.ask(f"{team_server.url}/auth/logout")
        assert page.ignores("any")
        assert "has ended" in page.go("learn").text


def test_somebody_without_a_cookie_never_left(team_server):
    stranger = Visitor(team_server)
    stranger.arrive()
    with opened(stranger, "") as page:
        assert page.make("any") == ""
