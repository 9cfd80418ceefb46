"""Time and the server's memory during an upload, beside Streamlit's own endpoint, which keeps files in memory."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from benchmarks.screens import await_health
from benchmarks.size import sized
from benchmarks.table import Table, seconds

SIZES = sized((0.1, 1.0, 4.0), (0.001,))
"""GB (10^9 bytes) of each upload."""
FLAT = 50
"""MB by which memory may grow."""
SIDE = 1.1  # of Streamlit alone, which needs several times the file
XSRF = "_streamlit_xsrf"
BEFORE = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
AFTER = b"\r\n--x--\r\n"
PART = b"12345,67,A,0.890\r\n" * 3640  # 64 kB


def table() -> Table:
    """Murmur with files of three sizes, then Streamlit's endpoint with those that it should survive here."""
    columns = ("server", "GB", "time", "MB/s", "memory before", "added at the peak", "afterwards", "target")
    out = Table("Uploads", columns)
    for script in ("asgi.py", "app.py"):
        with tempfile.TemporaryDirectory() as folder, _serving(script, folder) as (port, pid):
            _upload(port, 0.001)
            for size in SIZES if script == "asgi.py" else [each for each in SIZES if each < SIDE]:
                before = _memory(pid, "VmRSS")
                Path(f"/proc/{pid}/clear_refs").write_text("5")  # the peak begins anew
                took = _upload(port, size)
                added, left = (_memory(pid, line) - before for line in ("VmHWM", "VmRSS"))
                missed = " (missed)" * (script == "asgi.py" and added > FLAT)
                out.add(
                    "Murmur" if script == "asgi.py" else "Streamlit's own",
                    f"{size:g}",
                    seconds(took),
                    f"{size * 1000 / took:.0f}",
                    f"{before} MB",
                    f"{added} MB",
                    f"{left} MB",
                    f"at most {FLAT} MB{missed}" if script == "asgi.py" else "–",
                )
    out.note("One CSV file over one connection, sent from this machine, until the server has answered.")
    return out


def _memory(pid: int, line: str) -> int:
    """MB of a process: VmRSS now, VmHWM at its peak."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(each for each in status if each.startswith(f"{line}:")).split()[1]) // 1000


@contextmanager
def _serving(script: str, home: str) -> Iterator[tuple[int, int]]:
    """The port and the process of a dashboard with its limits raised."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    options = ["--server.headless=true", f"--server.port={port}", "--server.maxUploadSize=8000"]
    environment = {**os.environ, "MURMUR_HOME": home, "MURMUR_UPLOAD_GB": "8"}
    command, quiet = [sys.executable, "-m", "streamlit", "run", script, *options], subprocess.DEVNULL
    server = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)
    try:
        await_health(f"http://127.0.0.1:{port}/_stcore/health", server)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def _upload(port: int, size: float) -> float:
    """Seconds until the server has taken a file of this many GB from a page, which then removes it."""
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
    from websockets.sync.client import ClientConnection, connect
    from websockets.typing import Subprotocol

    def until(socket: ClientConnection, kind: str) -> ForwardMsg:
        while True:
            message, data = ForwardMsg(), socket.recv(timeout=120)
            assert isinstance(data, bytes)
            message.ParseFromString(data)
            session.append(message.new_session.initialize.session_id)
            if message.WhichOneof("type") == kind:
                return message

    session: list[str] = []
    cookie = _cookie(port)
    address, offered = f"ws://localhost:{port}/_stcore/stream", [Subprotocol("streamlit"), Subprotocol(cookie)]
    told = {"Origin": f"http://localhost:{port}", "Cookie": f"{XSRF}={cookie}"}
    with connect(
        address, additional_headers=told, subprotocols=offered, max_size=None, origin=None, close_timeout=1
    ) as page:
        run, ask = BackMsg(), BackMsg()
        run.rerun_script.page_name = "data"
        page.send(run.SerializeToString())
        until(page, "script_finished")
        own = next(filter(None, session))
        ask.file_urls_request.request_id, ask.file_urls_request.session_id = "r", own
        ask.file_urls_request.file_names.append("a.csv")
        page.send(ask.SerializeToString())
        (file,) = until(page, "file_urls_response").file_urls_response.file_urls
        began = time.perf_counter()
        _put(port, cookie, f"/_stcore/upload_file/{own}/{file.file_id}", round(size * 1e9 / len(PART)))
        return time.perf_counter() - began


def _cookie(port: int) -> str:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", "/_stcore/health", headers={"Host": f"localhost:{port}"})
        answer = connection.getresponse()
        answer.read()
        return str(answer.getheader("set-cookie")).split("=", 1)[1].split(";")[0]


def _put(port: int, cookie: str, path: str, parts: int) -> None:
    """Send a file of so many parts, and remove it when the server has it."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=600)) as connection:
        headers = {
            "Host": f"localhost:{port}",
            "Cookie": f"{XSRF}={cookie}",
            "X-Xsrftoken": cookie,
            "Content-Type": "multipart/form-data; boundary=x",
        }
        length = len(BEFORE) + parts * len(PART) + len(AFTER)
        body = (part for run in ([BEFORE], [PART] * parts, [AFTER]) for part in run)
        for method, sent, size in (("PUT", body, length), ("DELETE", None, 0)):
            connection.request(method, path, sent, headers | {"Content-Length": str(size)})
            answer = connection.getresponse()
            answer.read()
            if answer.status != 204:
                raise RuntimeError(f"{method} was answered with {answer.status}.")
