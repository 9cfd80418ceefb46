"""nginx as docs/deployment/nginx.conf configures it, on loopback and without TLS, before given processes."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.browser.server import ROOT, Server, free_port

CONF = ROOT / "docs/deployment/nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
MAIN = """daemon off;
pid {folder}/pid;
error_log {folder}/main.log crit;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/murmur.conf;
}}
"""


def written(folder: Path, port: int, upstreams: Sequence[int]) -> Path:
    """The documented file with other ports and without TLS, and a main file that includes it."""
    text = CONF.read_text(encoding="utf-8")
    text, redirects = re.subn(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text, tls = re.subn(r"    ssl_certificate.*\n", "", text)
    text, listens = re.subn("listen 443 ssl http2", f"listen 127.0.0.1:{port}", text)
    text, ports = re.subn(r"127\.0\.0\.1:850(\d)", lambda found: f"127.0.0.1:{upstreams[int(found[1]) - 1]}", text)
    text, logs = re.subn("/var/log/nginx/murmur.log", f"{folder}/murmur.log", text)
    assert (redirects, tls, listens, ports, logs) == (1, 2, 1, 2, 1), "the documented file has another shape"
    (folder / "murmur.conf").write_text(text.replace("dp.example.org", "localhost"))
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder))
    return main


def command(folder: Path, main: Path) -> list[str]:
    """nginx with this main file and nothing of the machine's own configuration."""
    return [str(NGINX), "-p", str(folder), "-c", str(main), "-e", str(folder / "start.log")]


@contextmanager
def nginx(folder: Path, servers: Sequence[Server]) -> Iterator[Server]:
    """nginx in front of two running dashboards: a server like them, at another port."""
    port = free_port()
    front = Server(servers[0].home, port=port)
    process = subprocess.Popen(command(folder, written(folder, port, [server.port for server in servers])))
    try:
        while not front.healthy():
            assert process.poll() is None, (folder / "start.log").read_text()
            time.sleep(0.02)
        yield front
    finally:
        process.terminate()
        process.wait()
