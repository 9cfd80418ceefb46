"""The real dashboard in a process of its own, and a plain HTTP client that says exactly what it is told to."""

from __future__ import annotations

import http.client
import os
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.child import start

ROOT = Path(__file__).parents[2]


@dataclass
class Server:
    """One `streamlit run asgi.py` of `root`, with `home` as its MURMUR_HOME; `with` starts and stops it.

    secrets: its secrets.toml, where people are to sign in. environment: more variables of it.
    """

    home: Path
    root: Path = ROOT
    port: int = 0
    secrets: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    process: BaseProcess | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def log(self) -> str:
        """Everything it has printed so far, over all its starts."""
        return self._log.read_text(encoding="utf-8")

    @property
    def _log(self) -> Path:
        return self.home.with_suffix(".log")

    def start(self, timeout: float = 180.0) -> Server:
        """Returns once it answers for its health."""
        self.port = self.port or free_port()
        self.home.mkdir(parents=True, exist_ok=True)
        options = [f"--server.port={self.port}", "--server.headless=true", "--server.fileWatcherType=none"]
        options += [f"--secrets.files={self.secrets}"] if self.secrets else []
        environment = os.environ | {"MURMUR_HOME": str(self.home), "HOME": str(self.home), "PYTHONUNBUFFERED": "1"}
        environment |= self.environment
        self.process = start(
            ("-m", "streamlit"), "run", "asgi.py", *options, env=environment, cwd=self.root, log=self._log
        )
        deadline = time.monotonic() + timeout
        while not self.healthy():
            if self.process.exitcode is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"The dashboard did not start:\n{self.log}")
            time.sleep(0.05)
        return self

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def healthy(self) -> bool:
        try:
            return self.get("/_stcore/health").status == 200
        except OSError:
            return False

    def stop(self) -> None:
        """Asks politely, then kills."""
        if self.process is not None:
            self.process.terminate()
            self.process.join(10)
            if self.process.exitcode is None:
                self.kill()
            _free.append(self.port)

    def kill(self) -> None:
        """kill -9, as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.join()

    def get(self, path: str, headers: Mapping[str, str] | None = None, method: str = "GET") -> Answer:
        """One request, with the path byte by byte as given and Host only as in `headers` (default: the right one)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in ({"Host": f"localhost:{self.port}"} | dict(headers or {})).items():
                connection.putheader(name, value)
            connection.endheaders()
            response = connection.getresponse()
            body = b"" if response.status == 101 else response.read()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, body)
        finally:
            connection.close()

    def websocket(self, headers: Mapping[str, str] | None = None) -> int:
        """The status of a WebSocket handshake: 101 is a yes."""
        handshake = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Protocol": "streamlit",
        }
        return self.get("/_stcore/stream", handshake | dict(headers or {})).status


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


_free: list[int] = []


def free_port() -> int:
    """A port that nobody listens on; one of an ended dashboard if there is, whose files browsers still have."""
    while _free:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port := _free.pop()))
            except OSError:
                continue
            return port
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
