"""What the server shows to the network. Streamlit's defaults fail most of these; no browser is needed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages.server.security import HEADERS
from tests.browser.screen import visit
from tests.browser.server import ROOT, Server

SECRET = "secret-55"


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS"])
@pytest.mark.parametrize(
    "path",
    [
        "/_stcore/metrics",
        "/_stcore/metrics/",
        "//_stcore/metrics",
        "/_stcore//metrics",
        "/%5Fstcore/metrics",
        "/_stcore/metrics?families=cache_memory_bytes",
        "/_stcore/agent",
        "/_stcore/agent/openapi.json",
        "/_stcore/agent/interact",
        "/_stcore/agent/mcp",
    ],
)
def test_metrics_and_agent_api_are_closed(shared_server, path, method):
    answer = shared_server.get(path, method=method)
    assert (answer.status, answer.body in (b"", b"Not Found")) == (404, True)


@pytest.mark.parametrize("path", ["/", "/ask", "/_stcore/health", "/_stcore/metrics", "/nowhere", "/media/x.csv"])
def test_every_answer_carries_the_security_headers(shared_server, path):
    headers = shared_server.get(path).headers
    assert {name: headers.get(name) for name in HEADERS} == HEADERS


def test_foreign_pages_may_not_frame_or_message_the_dashboard(shared_server):
    assert "frame-ancestors 'none'" in shared_server.get("/").headers["content-security-policy"]
    assert b'"allowedOrigins":[]' in shared_server.get("/_stcore/host-config").body


def test_media_is_never_stored_by_a_cache(shared_server):
    assert shared_server.get("/media/0123456789abcdef.csv").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "localhost@evil.example", ""])
def test_foreign_host_is_refused(shared_server, host):
    evil = {"Host": host, "Origin": f"http://{host}"}
    assert shared_server.get("/", evil).status == 403
    assert shared_server.websocket(evil) == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "http://["])
def test_foreign_origin_gets_no_websocket(shared_server, origin):
    assert shared_server.websocket({"Origin": origin}) == 403


def test_every_setting_is_known_to_streamlit(shared_server):
    assert "config option" not in shared_server.log


def test_own_origin_gets_a_websocket(shared_server):
    assert shared_server.websocket({"Origin": shared_server.url}) == 101


def test_upload_without_token_is_refused(shared_server):
    assert shared_server.get("/_stcore/upload_file/session/file", method="PUT").status == 403


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/static/../../../../etc/passwd",
        "/static/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/static/..%2f..%2f..%2fetc/passwd",
        "/media/../../etc/passwd",
        "/component/../../../etc/passwd",
        "/app/static/../app.py",
        "/app/static/app.py",
        "/app.py",
        "/.streamlit/config.toml",
        "/static//etc/passwd",
        "/static/..%5c..%5cetc%5cpasswd",
    ],
)
def test_no_path_leads_to_a_file(shared_server, path):
    answer = shared_server.get(path)
    assert b"root:" not in answer.body
    assert b"set_page_config" not in answer.body
    assert b"showErrorDetails" not in answer.body
    assert answer.status in (200, 400, 403, 404)  # 200 is Streamlit's own page, whatever the path


def test_an_exceptions_text_reaches_neither_browser_nor_log(tmp_path, page):
    server = failing(tmp_path)
    frames = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(data)))
    with server:
        visit(page, server.url)
        page.get_by_test_id("stException").or_(page.get_by_test_id("stAlert")).first.wait_for()
    assert SECRET not in page.content()
    assert frames
    assert not any(SECRET in (f if isinstance(f, str) else f.decode("latin-1")) for f in frames)
    assert "home.py:2" in server.log
    assert SECRET not in server.log


@pytest.mark.audit
def test_streamlits_defaults_fail_all_of_this(tmp_path, page):
    # the mutant of this file: the same app with neither the guard nor the settings
    server = failing(tmp_path)
    shutil.rmtree(server.root / ".streamlit")
    (server.root / "asgi.py").write_text("import streamlit as st\n\napp = st.App('app.py')\n")
    (server.root / "app.py").write_text((server.root / "pages/home/home.py").read_text())
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    with server:
        assert server.get("/_stcore/metrics").status == 200
        assert server.get("/_stcore/agent/openapi.json").status == 200
        assert not set(server.get("/").headers) & set(HEADERS)
        assert (server.get("/", evil).status, server.websocket(evil)) == (200, 101)
        assert server.websocket({"Origin": "http://localhost:1"}) == 101
        visit(page, server.url)
        expect(page.get_by_test_id("stException")).to_contain_text(SECRET)
    assert SECRET in server.log


def failing(folder: Path) -> Server:
    """The same dashboard, with a home page that stumbles over a cell."""
    root = folder / "failing"
    shutil.copytree(ROOT / "pages", root / "pages", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / ".streamlit", root / ".streamlit")
    for script in ("app.py", "asgi.py"):
        shutil.copy(ROOT / script, root)
    (root / "dpcore").symlink_to(ROOT / "dpcore")
    (root / "pages/home/home.py").write_text("cell = 'secret' + '-55'\nint(cell)\n")
    return Server(folder / "home", root)
