"""Who a provider's claims are of, and when sign-in is on: no server."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
import streamlit as st
from streamlit.runtime.secrets import Secrets, secrets_singleton

from dpcore import AccessError
from pages.server.signin_middleware import SigninMiddleware
from pages.server.wanted_page import MOST, SECONDS, Wanted
from pages.ui.person import signin

NOW = 1_800_000_000.0
GOOD = {"is_logged_in": True, "email": "Ada@Example.org", "email_verified": True, "iat": NOW - 5, "exp": NOW + 60}
SETTINGS = """[auth]
redirect_uri = "http://localhost:8501/oauth2callback"
cookie_secret = "0123456789012345678901234567890123456789"
client_id = "murmur"
client_secret = "x"
server_metadata_url = "http://localhost:1/.well-known/openid-configuration"
"""


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """Writes a secrets.toml, and makes it this process's."""

    def write(text: str | None) -> None:
        path = Path(tmp_path / "secrets.toml")
        if text is not None:
            path.write_text(text)
        monkeypatch.setattr(st, "secrets", Secrets())
        real = st.get_option
        monkeypatch.setattr(st, "get_option", lambda name: [str(path)] if name == "secrets.files" else real(name))
        monkeypatch.setattr("streamlit.config.get_option", st.get_option)

    yield write
    secrets_singleton._reset()  # the door's cookies are read by Streamlit's own copy


def test_the_name_is_the_address_in_lower_case():
    assert signin.identity(GOOD, NOW) == "ada@example.org"
    assert signin.identity({**GOOD, "email_verified": "true"}, NOW) == "ada@example.org"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"is_logged_in": False}, "Nobody is signed in"),
        ({"exp": NOW}, "has ended"),
        ({"exp": None}, "has ended"),
        ({"exp": True, "iat": 0}, "has ended"),
        ({"iat": NOW + 61}, "has ended"),
        ({"email_verified": False}, "has not confirmed"),
        ({"email_verified": None}, "has not confirmed"),
        ({"email_verified": "yes"}, "has not confirmed"),
        ({"email": ""}, "has not confirmed"),
        ({"email": None}, "has not confirmed"),
        ({"email": "owner"}, "not an e-mail address"),
        ({"email": "a@b\n"}, "not an e-mail address"),
        ({"email": "a b@example.org"}, "not an e-mail address"),
        ({"email": "ад@example.org"}, "not an e-mail address"),
        ({"email": "ada@exampl\u212a.org"}, "not an e-mail address"),
        ({"email": "a" * 65 + "@example.org"}, "not an e-mail address"),
    ],
    ids=str,
)
def test_whom_nobody_vouches_for_has_no_name(changed, said):
    with pytest.raises(AccessError, match=said):
        signin.identity({**GOOD, **changed}, NOW)


def test_dots_and_tags_are_other_people():
    assert signin.address_of("a.b+c@example.org") != signin.address_of("ab@example.org")


def test_no_secrets_are_one_persons_desk(settings):
    settings(None)
    assert not signin.required()
    assert signin.user() is None


def test_secrets_with_auth_ask_everybody(settings):
    settings(SETTINGS)
    assert signin.required() and signin.fault() is None and signin.providers() == [""]
    with pytest.raises(AccessError, match="Nobody is signed in"):
        signin.user()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[auth\nbroken", "cannot be read"),
        ("[database]\nx = 1\n", "no section"),
        ("[auth]\n", "cannot be read"),
        (SETTINGS.replace("0123456789012345678901234567890123456789", "short"), "cookie_secret"),
        (SETTINGS.replace("cookie_secret", "cookie"), "cookie_secret"),
        (SETTINGS.replace("oauth2callback", "back"), "redirect_uri"),
        (SETTINGS.replace("client_id", "client"), "provider are incomplete: client_id is missing"),
    ],
)
def test_settings_that_are_not_sound_lock_the_door(settings, text, said):
    settings(text)
    assert signin.required()
    with pytest.raises(AccessError, match=said):
        signin.user()


def test_a_request_may_never_say_who_it_is(settings, monkeypatch):
    settings(SETTINGS)
    real = st.get_option
    told = {"server.trustedUserHeaders": {"X-Email": "email"}}
    monkeypatch.setattr(st, "get_option", lambda name: told.get(name) or real(name))
    with pytest.raises(AccessError, match="trustedUserHeaders"):
        signin.user()


def test_the_example_opens_for_nobody_until_it_is_filled_in(settings):
    settings((Path(__file__).parents[2] / ".streamlit/secrets.example.toml").read_text())
    assert signin.required() and signin.fault()


def test_each_of_several_providers_is_offered(settings):
    head, rest = SETTINGS.split("client_id", 1)
    settings(f"{head}[auth.one]\nclient_id{rest}[auth.two]\nclient_id{rest}")
    assert signin.fault() is None and signin.providers() == ["one", "two"]


def test_no_setting_of_ours_trusts_headers():
    assert not st.get_option("server.trustedUserHeaders")


# The door around the application, with an application that only sets a cookie


def answer(path: str) -> list[str]:
    """The Set-Cookie lines of an answer through the door."""
    sent: list[dict] = []

    async def app(scope, receive, send):
        headers = [(b"content-type", b"text/html"), (b"set-cookie", b"_streamlit_user=x; Path=/")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def send(message):
        sent.append(message)

    plain, _, query = path.partition("?")
    scope = {
        "type": "http",
        "method": "GET",
        "path": plain,
        "query_string": query.encode(),
        "headers": [(b"accept", b"text/html"), (b"host", b"localhost:8501")],
        "server": ("localhost", 8501),
    }
    asyncio.run(SigninMiddleware(app)(scope, None, send))
    return [value.decode() for name, value in sent[0]["headers"] if name == b"set-cookie"]


def test_cookies_are_for_https_alone_where_the_desk_is(settings):
    settings(SETTINGS)
    assert "Secure" not in answer("/ledger")[0]
    settings(SETTINGS.replace("http://localhost:8501", "https://murmur.example.org"))
    assert all("Secure" in line for line in answer("/ledger"))


@pytest.mark.parametrize("path", ["/s/abc", "/static/x.html", "/media/x", "/_stcore/health", "/x/y", "/"])
def test_only_pages_are_wished_for(settings, path):
    settings(SETTINGS)
    assert not [line for line in answer(path) if "murmur_wanted" in line]
    assert [line for line in answer("/ledger?x=1") if re.match(r"murmur_wanted=[\w-]{22};", line)]


@pytest.mark.parametrize("path", ["/shared?share=T0KEN", "/?share=T0KEN", "/ask?job=T0KEN", "/ledger?dataset=T0KEN"])
def test_no_cookie_holds_what_an_address_holds(settings, path):
    settings(SETTINGS)
    lines = [line for line in answer(path) if "murmur_wanted" in line]
    assert lines and "T0KEN" not in "".join(lines)


def test_a_wish_is_granted_once_and_for_ten_minutes():
    now = [0.0]
    wanted = Wanted(lambda: now[0])
    first, second, third = (wanted.put(f"/ledger?x={number}") for number in range(3))
    assert (wanted.take(first), wanted.take(first), wanted.take("")) == ("/ledger?x=0", "", "")
    now[0] = SECONDS - 0.5
    assert wanted.take(second) == "/ledger?x=1"
    now[0] = SECONDS
    assert wanted.take(third) == ""


def test_many_wishes_take_no_more_room():
    wanted = Wanted()
    first = wanted.put("/ledger")
    for _ in range(MOST):
        wanted.put("/ask")
    assert len(wanted._pages) == MOST and wanted.take(first) == ""


def test_on_one_persons_desk_the_door_does_nothing(settings):
    settings(None)
    assert answer("/ledger") == ["_streamlit_user=x; Path=/"]
