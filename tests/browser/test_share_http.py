"""Share links over plain HTTP, from the running server: what they give, what they never give, what is kept of them."""

from __future__ import annotations

import http.client
import io
import json
import logging
import re
import secrets
import sqlite3
import time
import zipfile

import pandas as pd
import pytest

from dpcore.desk.dossier import Dossier
from dpcore.present.language.translation import offered
from pages.server.log_redaction import redacting
from pages.server.rate_limit import MOST
from tests.browser.server import Server
from tests.desk.sharing.world import filled

STRICT = {
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow, noarchive",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
}
MOVING = ("date", "server")


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A server, an owner's desk on the same ledger, and answers to share."""
    home = tmp_path_factory.mktemp("share") / "home"
    made, releases = filled(home)
    with Server(home) as server:
        yield server, made, releases
    made.close()


@pytest.fixture
def link(world):
    """A fresh link: its share and its token."""
    _, made, releases = world
    return made.sharing("visits").publish(releases, "Visits", "A note.")


def still(answer):
    """An answer without what changes from second to second."""
    return answer.status, {k: v for k, v in answer.headers.items() if k not in MOVING}, answer.body


def test_a_link_gives_the_page_and_its_files(world, link):
    server, made, releases = world
    _, token = link
    shown = server.get(f"/s/{token}")
    assert (shown.status, shown.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"<h1" in shown.body and b"Visits" in shown.body
    assert len(shown.body) < 1_000_000
    data = json.loads(server.get(f"/s/{token}.json").body)
    assert Dossier.from_dict(data).releases == made.open_share(token, count=False).dossier.releases
    table = pd.read_csv(io.BytesIO(server.get(f"/s/{token}.csv").body))
    assert list(table["release"].unique()) == [one.id for one in releases]
    assert table["estimate"].tolist() == [value for one in releases for value in one.estimates["estimate"]]
    assert b"Content-Security-Policy" in server.get(f"/s/{token}.html").body
    with zipfile.ZipFile(io.BytesIO(server.get(f"/s/{token}.zip").body)) as bundle:
        assert bundle.testzip() is None


@pytest.mark.parametrize("ending", ["", ".json", ".csv", ".html", ".zip"])
def test_every_form_has_the_strict_headers_and_head_has_the_same(world, link, ending):
    server, *_ = world
    path = f"/s/{link[1]}{ending}"
    got, head = server.get(path), server.get(path, method="HEAD")
    assert {name: got.headers.get(name) for name in STRICT} == STRICT
    policy = got.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src" not in policy and "unsafe" not in policy
    assert "set-cookie" not in got.headers
    assert ("attachment" in got.headers.get("content-disposition", "")) == bool(ending)
    assert still(head) == (200, still(got)[1], b"")


def test_the_page_names_its_files_and_the_links_work(world, link):
    server, *_ = world
    hrefs = re.findall(r'href="([^"#]+)" download', server.get(f"/s/{link[1]}").body.decode())
    assert [href.partition("?")[0].rpartition(".")[2] for href in hrefs] == ["csv", "json", "html", "zip"]
    assert [server.get(f"/s/{href}").status for href in hrefs] == [200] * 4


def test_the_page_is_read_in_the_languages_that_there_are(world, link):
    server, *_ = world
    page = server.get(f"/s/{link[1]}").body.decode()
    others = re.findall(r'href="([^"#]+)" lang="(\w+)"', page)
    assert '<html lang="en">' in page and [code for _, code in others] == [code for code in offered() if code != "en"]
    for href, code in others:
        read = server.get(f"/s/{href}").body.decode()
        assert f'<html lang="{code}">' in read and "What was protected" not in read
        assert f"?lang={code}" in re.findall(r'href="([^"#]+)" download', read)[0]


def test_whatever_is_wrong_gives_the_same_bytes(world, link):
    server, made, releases = world
    sharing = made.sharing("visits")
    revoked, dead = sharing.publish(releases, "revoked")
    assert server.get(f"/s/{dead}").status == 200
    sharing.revoke(revoked.id)
    good = link[1]
    changed = [good[:-1], good + "A", good[:20], good.swapcase(), secrets.token_urlsafe(32), "A" * 2_000]
    endings = [f"{good}.", f"{good}.exe", f"{good}.json.json", f"{good}/", f"{good}/x", f"x/{good}", f"{good}%20"]
    wrong = [dead, f"{dead}.json", f"{dead}.zip", *changed, *endings, "", "x", ".json", "%ff"]
    answers = [still(server.get(f"/s/{token}")) for token in wrong]
    assert answers[0][0] == 404
    assert {name: answers[0][1].get(name) for name in STRICT} == STRICT
    assert [token for token, answer in zip(wrong, answers, strict=True) if answer != answers[0]] == []
    assert b"Visits" not in answers[0][2] and good.encode() not in answers[0][2]


@pytest.mark.parametrize("trick", ["..%2f{}", "%2e%2e/{}", "{}%00", "{}%0a", "x/../{}", "./{}", "..\\{}", "%252e/{}"])
def test_tricks_with_the_path_tell_nothing_and_open_nothing(world, link, trick):
    server, *_ = world
    good, bad = (server.get(f"/s/{trick.format(token)}") for token in (link[1], secrets.token_urlsafe(32)))
    assert still(good) == still(bad)
    assert b"Visits" not in good.body


def test_an_expired_link_is_answered_like_a_wrong_one(tmp_path):
    home = tmp_path / "home"
    made, releases = filled(home)
    with made, Server(home) as server:
        _, token = made.sharing("visits").publish(releases, "x", until="2099-01-01")
        before, wrong = server.get(f"/s/{token}"), server.get("/s/wrong")
        # The ledger has seen a later day: whatever the server's own clock says, the link has ended.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("dpcore.clock.now", lambda: "2099-01-02T00:00:00+00:00")
            made.rename("visits", "stays")
        after = server.get(f"/s/{token}")
    assert before.status == 200
    assert still(after) == still(wrong)


def test_a_revoked_link_is_dead_at_the_next_request(world, link):
    server, made, _ = world
    share, token = link
    assert [server.get(f"/s/{token}{ending}").status for ending in ("", ".json", ".csv")] == [200] * 3
    made.sharing("visits").revoke(share.id)
    assert [server.get(f"/s/{token}{ending}").status for ending in ("", ".json", ".csv", ".html", ".zip")] == [404] * 5


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"])
def test_other_methods_are_refused_alike_for_good_and_bad_links(world, link, method):
    server, *_ = world
    good, bad = (still(server.get(f"/s/{token}", method=method)) for token in (link[1], "wrong"))
    assert (good[0], good[1]["allow"]) == (405, "GET, HEAD")
    assert good == bad


def test_opening_counts_pages_and_not_looks(world, link):
    server, made, _ = world
    share, token = link
    for method in ("GET", "HEAD", "GET", "HEAD"):
        server.get(f"/s/{token}", method=method)
    server.get(f"/s/{token}.csv")
    server.get("/s/wrong")

    def counted():
        return next(one for one in made.sharing("visits").all if one.id == share.id).opened

    wait_until(lambda: counted() == 2)
    assert counted() == 2


def wait_until(ready, seconds=20):
    """Asks until it is so, or the time is over."""
    limit = time.monotonic() + seconds
    while not ready() and time.monotonic() < limit:
        time.sleep(0.1)


def test_guessing_is_slowed_and_a_valid_link_is_never_refused(tmp_path):
    home = tmp_path / "home"
    made, releases = filled(home)
    with made, Server(home) as server:
        _, token = made.sharing("visits").publish(releases, "x")
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        found = []
        for _ in range(MOST + 20):
            connection.request("GET", f"/s/{secrets.token_urlsafe(32)}", headers={"Host": f"localhost:{server.port}"})
            response = connection.getresponse()
            response.read()
            found.append(response.status)
        connection.close()
        assert found == [404] * MOST + [429] * 20
        assert server.get(f"/s/{token}").status == 200


def test_the_token_is_in_no_file_and_no_log(tmp_path):
    home = tmp_path / "home"
    made, releases = filled(home)
    with made, Server(home) as server:
        _, token = made.sharing("visits").publish(releases, "x")
        for path in (f"/s/{token}", f"/s/{token}.zip", f"/s/{token}x", f"/?share={token}", f"//s/{token}"):
            server.get(path)
        server.get(f"/s/{token}", method="POST")
        assert token not in server.log
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in left if token.encode() in path.read_bytes()] == []


def test_an_access_log_would_not_have_the_token():
    # Streamlit runs uvicorn without its access log; `uvicorn asgi:app` has one
    make = redacting(logging.LogRecord)
    token = secrets.token_urlsafe(32)
    for path in (f"/s/{token}", f"/s/{token}.json?x=1", f"/?share={token}", f"/shared?a=b&share={token}#c"):
        line = ("127.0.0.1:1", "GET", path, "1.1", 200)
        record = make("uvicorn.access", logging.INFO, "x", 1, '%s - "%s %s HTTP/%s" %d', line, None)
        assert token not in record.getMessage()
        assert token not in make("x", logging.INFO, "x", 1, f"GET {path}", (), None).getMessage()


def test_the_mutant_without_the_filter_logs_the_token():
    record = logging.LogRecord("uvicorn.access", logging.INFO, "x", 1, "%s", ("/s/secret",), None)
    assert "secret" in record.getMessage()


def test_a_damaged_ledger_says_so_and_shows_nothing(tmp_path):
    home = tmp_path / "home"
    made, releases = filled(home)
    with Server(home) as server:
        _, token = made.sharing("visits").publish(releases, "x")
        assert server.get(f"/s/{token}").status == 200
        made.close()
        with sqlite3.connect(home / "murmur.db") as database:
            database.execute("DROP TRIGGER entries_no_delete")
            database.execute("DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)")
        database.close()
        refused = server.get(f"/s/{token}")
    assert refused.status == 503
    assert b"Visits" not in refused.body
    assert {name: refused.headers.get(name) for name in STRICT} == STRICT


def test_the_rest_of_the_app_keeps_its_own_policy(world):
    server, *_ = world
    assert "script-src 'self'" in server.get("/").headers["content-security-policy"]
    assert server.get("/s/x", {"Host": "evil.example"}).status == 403


def test_the_page_names_the_key_of_this_desk(world, link):
    server, made, _ = world
    assert made.seal.fingerprint.encode() in server.get(f"/s/{link[1]}").body
