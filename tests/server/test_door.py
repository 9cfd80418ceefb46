"""The door: who gets in, who does not, and what a request cannot make the server believe. No browser."""

from __future__ import annotations

import json
import time

import pytest
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value

from pages.ui.navigation import SCREENS
from tests.browser.server import Server
from tests.server.conftest import SECRET, Visitor, ticket
from tests.server.wire import look

PAGES = tuple(screen.address for screen in SCREENS)
IN, OUT = "Signed in as", "sign in to see what is shared with you"
USER = "_streamlit_user"


@pytest.fixture
def visitor(team_server) -> Visitor:
    return Visitor(team_server)


@pytest.fixture
def ada(visitor) -> Visitor:
    visitor.sign_in("ada@example.org")
    return visitor


def forged(server: Server, secret: str = SECRET, **claims: object) -> str:
    """A cookie as Streamlit makes it, of whatever claims, signed with a secret."""
    now = int(time.time())
    good = {
        "iss": "x",
        "sub": "x",
        "iat": now,
        "exp": now + 600,
        "email": "ada@example.org",
        "email_verified": True,
        "origin": server.url,
        "is_logged_in": True,
    }
    text = json.dumps({name: value for name, value in (good | claims).items() if value is not None})
    return create_signed_value(secret, USER, text).decode()


def drawn(visitor: Visitor, page: str = "", **options):
    visitor.arrive()
    return look(visitor.server, visitor.cookies, page, **options)


# Who is in


def test_who_signs_in_is_in_and_is_named_in_lower_case(visitor):
    visitor.sign_in("Ada.Lovelace+x@Example.ORG")
    seen = drawn(visitor)
    assert IN in seen.text and "ada.lovelace+x@example.org" in seen.text
    assert seen.pages[0] == "Home"


@pytest.mark.sample(8)
@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_sees_the_door_and_nothing_else_at_every_address(visitor, page):
    seen = drawn(visitor, page)
    assert OUT in seen.text and IN not in seen.text
    assert "sign-in-" in seen.text
    assert not [word for word in ("Bring your own", "Upload", "You have no dataset", "left") if word in seen.text]


def test_the_page_that_was_asked_for_is_opened_after_sign_in(visitor):
    assert visitor.sign_in("ada@example.org", "/ledger?dataset=abc").endswith("/ledger?dataset=abc")


@pytest.mark.sample(3)
@pytest.mark.parametrize("page", ["//evil.example/x", "/\\evil.example", "/ledger?x=%0d%0aSet-Cookie:a=b", "/s/abc"])
def test_no_other_place_is_ever_opened_after_sign_in(visitor, page):
    ended = visitor.sign_in("ada@example.org", page)
    assert ended.startswith(visitor.server.url + "/") and "evil" not in ended


@pytest.mark.sample(3)
@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example", "/\\evil", "/s/x", "/ledger/../x"])
def test_a_planted_wish_leads_nowhere_else(visitor, wanted):
    visitor.cookies["murmur_wanted"] = wanted
    visitor.ask(visitor.server.url + "/_stcore/health")
    form = visitor.open(f"{visitor.server.url}/auth/login?provider={ticket()}")
    assert visitor.open(form, {"email": "ada@example.org"}) == visitor.server.url + "/"
    assert IN in drawn(visitor).text
    assert "murmur_wanted" not in visitor.cookies


@pytest.mark.sample(4)
@pytest.mark.parametrize("lie", ["audience", "issuer", "nonce", "expired", "unsigned", "key"])
def test_a_token_that_is_not_for_us_lets_nobody_in(provider, visitor, lie):
    provider.lie = lie
    visitor.sign_in("ada@example.org")
    assert provider.exchanged
    assert USER not in visitor.cookies
    assert OUT in drawn(visitor).text


@pytest.mark.sample(2)
@pytest.mark.parametrize("lie", ["unverified", "unsaid", "speechless"])
def test_an_address_that_the_provider_does_not_vouch_for_lets_nobody_in(provider, visitor, lie):
    provider.lie = lie
    visitor.sign_in("ada@example.org")
    seen = drawn(visitor)
    assert "has not confirmed your e-mail address" in seen.text and IN not in seen.text


def test_a_sign_in_ends_when_the_provider_said_so(visitor):
    visitor.arrive()
    for seconds in (2, 8, 32, 128):  # the shortest in which this machine draws a page
        ends = int(time.time()) + seconds
        cookies = {**visitor.cookies, USER: forged(visitor.server, exp=ends)}
        if IN in look(visitor.server, cookies).text:
            break
    else:
        raise AssertionError("a sign-in of two minutes was refused")
    while time.time() < ends:
        time.sleep(0.05)
    assert "Your sign-in has ended" in look(visitor.server, cookies).text


# What a request cannot make the server believe


@pytest.mark.sample(8)
@pytest.mark.parametrize(
    "claims",
    [
        {"exp": None},
        {"exp": 1},
        {"exp": "9999999999"},
        {"iat": 4_102_444_800},  # in the year 2100
        {"email_verified": None},
        {"email_verified": False},
        {"email": ["ada@example.org"]},
        {"email": "owner"},
        {"email": "ada@example.org\n"},
        {"email": "ad\u0430@example.org"},
        {"email": "\u212aate@example.org"},
        {"origin": "http://localhost:1"},
        {"is_logged_in": False},
    ],
    ids=str,
)
def test_signed_claims_that_lack_something_let_nobody_in(visitor, claims):
    visitor.arrive()
    cookies = {**visitor.cookies, USER: forged(visitor.server, **claims)}
    seen = look(visitor.server, cookies)
    assert IN not in seen.text and OUT in seen.text


@pytest.mark.parametrize("secret", ["", "guess", SECRET[::-1]])
def test_a_cookie_signed_by_somebody_else_is_no_cookie(visitor, secret):
    visitor.arrive()
    assert IN not in look(visitor.server, {**visitor.cookies, USER: forged(visitor.server, secret or "x")}).text


@pytest.mark.parametrize("place", [1, 30, -1, -30])
def test_a_cookie_with_one_character_changed_is_no_cookie(ada, place):
    cookie = list(ada.cookies[USER])
    # The last character of a signature has two spare bits, so its first four must change.
    cookie[place] = "A" if cookie[place] not in "ABCD" else "Q"
    assert IN in look(ada.server, ada.cookies).text
    assert IN not in look(ada.server, {**ada.cookies, USER: "".join(cookie)}).text


def test_the_body_of_one_cookie_under_the_signature_of_another_is_no_cookie(ada):
    eve = Visitor(ada.server)
    eve.sign_in("eve@example.org")
    body, _, _ = ada.cookies[USER].rpartition(".")[0].rpartition(".")
    mixed = ".".join([body, *eve.cookies[USER].rsplit(".", 2)[1:]])
    assert IN not in look(ada.server, {**eve.cookies, USER: mixed}).text


def test_the_cookie_of_another_name_is_no_sign_in(ada):
    tokens = ada.cookies["_streamlit_user_tokens"]
    assert IN not in look(ada.server, {**ada.cookies, USER: tokens}).text


HEADERS = {
    name: "ada@example.org"
    for name in (
        *("X-Forwarded-Email", "X-Forwarded-User", "X-Auth-Request-Email", "X-Auth-Request-User", "Remote-User"),
        *("X-Remote-User", "X-Streamlit-User", "Cf-Access-Authenticated-User-Email", "X-Goog-Authenticated-User-Email"),
    )
}


def test_headers_say_nothing_about_who_somebody_is(visitor):
    eve = Visitor(visitor.server)
    eve.sign_in("eve@example.org")
    assert IN not in drawn(visitor, headers=HEADERS | {"Authorization": "Bearer ada@example.org"}).text
    seen = look(eve.server, eve.cookies, headers=HEADERS)
    assert "eve@" in seen.text and "ada@" not in seen.text


@pytest.mark.parametrize("query", ["user=ada@example.org", "email=ada%40example.org&is_logged_in=true", "who=ada"])
def test_an_address_says_nothing_about_who_somebody_is(visitor, query):
    assert IN not in drawn(visitor, query=query).text


def test_without_the_token_against_forged_requests_a_cookie_counts_for_nothing(ada):
    assert IN not in look(ada.server, ada.cookies, token="none").text
    bare = {name: value for name, value in ada.cookies.items() if name != "_streamlit_xsrf"}
    assert IN not in look(ada.server, bare, token=ada.cookies["_streamlit_xsrf"]).text
    assert IN not in look(ada.server, ada.cookies, headers={"Origin": ""}).text


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_only_who_is_in_uploads(ada, method):
    stranger = Visitor(ada.server)
    stranger.arrive()
    path = "/_stcore/upload_file/session/file"
    token = {"X-Xsrftoken": stranger.cookies["_streamlit_xsrf"]}
    assert stranger.server.get(path, {"Cookie": stranger.header} | token, method).body == b"Forbidden"
    # in, but not the session's: Streamlit's own refusal
    known = ada.server.get(path, {"Cookie": ada.header} | {"X-Xsrftoken": ada.cookies["_streamlit_xsrf"]}, method)
    assert known.body != b"Forbidden"


def test_a_link_opens_without_an_account(visitor):
    answer = visitor.server.get("/s/no-such-link")
    assert answer.status == 404 and b"sign-in-" not in answer.body
    assert "set-cookie" not in answer.headers


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(visitor):
    visitor.sign_in("ada@example.org")
    assert "HttpOnly" in visitor.attributes[USER]
    assert "samesite=lax" in visitor.attributes[USER].lower()
