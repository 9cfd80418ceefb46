"""docs/deployment as it stands: nginx takes its file, and two processes behind it are one dashboard, whichever dies."""

from __future__ import annotations

import configparser
import re
import subprocess
import time
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

import dpcore as dp
from tests.browser.server import ROOT, Server
from tests.release.conftest import SCHEMA, visits
from tests.server.proxy import CONF, NGINX, command, nginx, written
from tests.server.wire import window

UNIT = ROOT / "docs/deployment/murmur@.service"
needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


@needs_nginx
def test_nginx_takes_the_documented_file(tmp_path: Path) -> None:
    main = written(tmp_path, 1, [2, 3])
    tested = subprocess.run([*command(tmp_path, main), "-t"], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    (tmp_path / "murmur.conf").write_text(CONF.read_text().replace("hash ", "hush "))
    assert subprocess.run([*command(tmp_path, main), "-t"], capture_output=True, check=False).returncode


def test_the_unit_starts_what_is_there_with_options_that_exist() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(UNIT)
    program, *options = unit["Service"]["ExecStart"].split()
    assert program.endswith("/bin/streamlit") and options[:2] == ["run", "asgi.py"] and (ROOT / "asgi.py").is_file()
    from streamlit import config

    known = config.get_config_options()
    assert [option for option in options[2:] if option.split("=")[0].removeprefix("--") not in known] == []
    ports = re.findall(r"server 127\.0\.0\.1:(\d+) ", CONF.read_text())
    assert [f"murmur@{port}" for port in ports] == re.findall(r"murmur@\d+", UNIT.read_text())


@needs_nginx
@pytest.mark.audit
def test_two_processes_behind_nginx_are_one_dashboard(tmp_path: Path) -> None:
    with dp.Desk(home=tmp_path / "home") as desk:
        made = desk.add_dataset("visits", dp.read(visits(30)), schema=SCHEMA, budget=dp.Budget(mu=1, delta=1e-6))
        answers = desk.release("visits", dp.Plan([dp.Ask(dp.Count())], mu=0.1))
        _, token = desk.sharing("visits").publish(answers, "Visits", until=None)
    (tmp_path / "nginx").mkdir()
    one, two = Server(tmp_path / "home"), Server(tmp_path / "home")
    with one, two, nginx(tmp_path / "nginx", [one, two]) as front:
        cookies = _cookies(front)
        told = {"Cookie": f"murmur_process={cookies['murmur_process']}"}
        assert "murmur_process" not in front.get("/", told).headers.get("set-cookie", "")
        assert front.get("/readyz").body == b"ready"
        assert front.get("/", told).headers["strict-transport-security"]
        for path in ("/_stcore/metrics", "//_stcore/metrics/", "/_stcore/agent/mcp"):
            assert front.get(path).status == 404
        assert front.get(f"/s/{token}").status == 200
        assert front.get("/", {"Host": f"localhost:{front.port}", "Content-Length": f"{4_200 * 2**20}"}).status == 413
        with window(front, cookies) as ask:
            ask.open("ask", f"dataset={made.id}")
            ask.press("Count by ward")
            ask.press("Check and release")
            ask.press("Release")
            ask.settle()
            assert "Answers" in [heading.heading.body for heading in ask.page.drawn("heading")]
        for dies, lives in ((one, two), (two, one)):
            dies.kill()
            while front.get("/", told).status != 200:  # the other one may have been away a moment ago
                time.sleep(0.05)
            with window(front, cookies) as left:
                left.open("results", f"dataset={made.id}")
                assert "margin of error from privacy noise" in left.page.words and not left.page.trouble
            assert lives.healthy() and front.get("/", told).status == 200
            dies.start()
    log = "".join(path.read_text() for path in (tmp_path / "nginx").glob("*.log"))
    assert token not in log and "dataset=" not in log


def _cookies(front: Server) -> dict[str, str]:
    """What nginx gives a browser that comes for the first time."""
    found: SimpleCookie = SimpleCookie(front.get("/").headers["set-cookie"])
    assert found["murmur_process"]["httponly"] and found["murmur_process"]["secure"]
    return {"murmur_process": found["murmur_process"].value}
