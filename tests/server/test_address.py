"""Without sign-in the desk answers at addresses of its own computer alone, unless somebody says otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.requests import HTTPConnection

from pages.server import address
from pages.ui.person import signin, signin_settings
from tests.browser.server import Server

LOCAL = [
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "127.0.0.1",
    "127.9.8.7",
    "::1",
    "[::1]",
    "::ffff:127.0.0.1",
]
ELSEWHERE = [
    *("0.0.0.0", "::", "192.168.1.5", "10.0.0.1", "169.254.1.1", "203.0.113.9", "2001:db8::1", "::ffff:10.0.0.1"),
    *(
        "",
        "dp.example.org",
        "localhost.example.org",
        "127.0.0.1.example.org",
        "xlocalhost",
        "0",
        "2130706433",
        "0x7f.1",
    ),
]


@pytest.mark.parametrize("name", LOCAL)
def test_names_of_this_computer(name):
    assert address.local(name)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_names_that_others_may_reach(name):
    assert not address.local(name)


def scope(server: tuple[str, int | None] | None, host: str) -> dict[str, object]:
    return {"type": "http", "server": server, "headers": [(b"host", host.encode("latin-1"))]}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One person's desk."""
    with Server(tmp_path_factory.mktemp("alone") / "home") as running:
        yield running


@pytest.fixture(params=["", "1", "true", "YES", "yes", "sign-in"])
def word(request, monkeypatch):
    """Whether the desk may be reached from elsewhere: by the word itself, or since people sign in."""
    monkeypatch.setattr(signin, "required", lambda: request.param == "sign-in")
    monkeypatch.setenv(signin_settings.WORD, "" if request.param == "sign-in" else request.param)
    return request.param in ("yes", "sign-in")


@pytest.mark.sample(200)
@pytest.mark.parametrize("host", [*LOCAL, *ELSEWHERE, "a@localhost:1", "localhost:x", "\xff"])
@pytest.mark.parametrize("server", [("127.0.0.1", 1), ("::1", 1), ("192.168.1.5", 1), ("/run/murmur", None), None])
def test_a_request_needs_an_address_and_a_name_of_this_computer(word, server, host):
    told = f"[{host}]:8501" if host.count(":") > 1 and host[0] != "[" else host
    own = server is None or server[0] != "192.168.1.5"
    named = address.local(host) or host == "a@localhost:1"
    if host == "localhost:x":
        named = True
    assert address.answers(scope(server, told)) == (word or (own and named))


@pytest.mark.parametrize(
    "client", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "203.0.113.9", "192.168.1.5", ""]
)
def test_a_proxy_of_this_computer_brings_nobody_from_elsewhere(word, client):
    asked = {**scope(("127.0.0.1", 1), "127.0.0.1:1"), "client": (client, 0)}
    assert address.answers(asked) == (word or address.local(client))
    assert address.answers({**asked, "client": None})


def test_a_desk_of_one_person_is_closed_to_those_whom_a_proxy_names(alone):
    for told, status in (("203.0.113.9", 403), ("127.0.0.1, 203.0.113.9", 403), ("127.0.0.1", 200)):
        headers = {"Host": f"127.0.0.1:{alone.port}", "X-Forwarded-For": told}
        assert alone.get("/", headers).status == status
        assert alone.websocket(headers) == (101 if status == 200 else status)


CALLERS = [
    ("X-Real-IP", "{}"),
    ("X-Forwarded-For", "{}"),
    ("X-Forwarded-For", "127.0.0.1, {}"),
    ("X-Forwarded-For", "{}, 127.0.0.1"),
    ("X-Forwarded-Host", "{}"),
    ("Forwarded", "for={}"),
    ("Forwarded", 'For="{}";proto=https;by=203.0.113.1'),
    ("Forwarded", "for=127.0.0.1, for={}"),
    ("Forwarded", "proto=http;host={}"),
    ("True-Client-IP", "{}"),
]


@pytest.mark.parametrize("header, form", CALLERS)
@pytest.mark.parametrize(
    "caller", ["127.0.0.1", "127.0.0.1:80", "[::1]:80", "203.0.113.9", "[2001:db8::1]:80", "unknown"]
)
def test_whoever_a_proxy_speaks_for_is_of_this_computer(word, header, form, caller):
    asked = scope(("127.0.0.1", 1), "localhost:1")
    headers = [*asked["headers"], (header.lower().encode(), form.format(caller).encode())]
    own = caller.startswith(("127.", "[::1]"))
    assert address.answers({**asked, "headers": headers}) == (word or own)
    again = [*headers, (header.lower().encode(), b"203.0.113.9")]
    assert address.answers({**asked, "headers": again}) == word


@pytest.mark.parametrize("header", ["X-Real-IP", "Forwarded", "X-Forwarded-Host"])
def test_a_desk_of_one_person_reads_what_uvicorn_does_not(alone, header):
    headers = {"Host": f"127.0.0.1:{alone.port}", header: "for=203.0.113.9" if header == "Forwarded" else "203.0.113.9"}
    assert alone.get("/", headers).status == alone.websocket(headers) == 403


@pytest.mark.parametrize("at", [*LOCAL, *ELSEWHERE])
def test_a_server_does_not_begin_at_an_address_of_others(word, monkeypatch, at):
    monkeypatch.setattr(address.st, "get_option", {"server.address": at or None}.get)
    assert bool(address.refusal()) == (not word and at in ELSEWHERE)
    assert signin_settings.WORD in (address.refusal() or signin_settings.WORD)


@pytest.mark.parametrize("path, refused", [("base", True), ("/a/b/", True), ("", False), ("/", False), (None, False)])
def test_a_server_does_not_begin_under_a_path(word, monkeypatch, path, refused):
    told = {"server.address": "localhost", "server.baseUrlPath": path}
    monkeypatch.setattr(address.st, "get_option", told.get)
    assert ("baseUrlPath is not supported" in address.refusal()) == refused


def test_it_says_so_and_ends(tmp_path, monkeypatch):
    monkeypatch.setenv("STREAMLIT_SERVER_ADDRESS", "0.0.0.0")
    with pytest.raises(RuntimeError, match=f"Sign-in is off.*{signin_settings.WORD}=yes") as refused:
        Server(tmp_path / "home").start()
    assert "Traceback" not in str(refused.value)
    monkeypatch.setenv(signin_settings.WORD, "yes")
    with Server(tmp_path / "home") as server:
        assert server.healthy()


@pytest.mark.parametrize(
    ("host", "visitor"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_who_has_a_network_of_addresses_is_one_visitor(host: str, visitor: str) -> None:
    scope = {"type": "http", "client": (host, 1), "headers": []}
    assert address.visitor(HTTPConnection(scope)) == visitor
    assert address.visitor(HTTPConnection(scope | {"client": None})) == ""
