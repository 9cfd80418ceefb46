"""A dashboard for a team as app processes over one ledger and one home folder, started, killed and looked at."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
import psutil
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value, generate_xsrf_token_string

import dpcore as dp
from benchmarks.screens import await_health
from benchmarks.size import sized
from tests.browser.server import free_port

OWNER, DATASET = "olga@example.org", "visits"
CANARY, CELL = "zqcanary", 918_273_645
"""What no log may contain: it is in names, categories and cells."""
SECRET = "a secret of the benchmarks that is long enough to sign with"
AGES, ROWS = 10**9, sized(100_000, 1_000)
_SETTINGS = f"""[auth]
redirect_uri = "http://localhost:{{port}}/oauth2callback"
cookie_secret = "{SECRET}"
client_id = "murmur"
client_secret = "{SECRET}"
server_metadata_url = "http://localhost:9/.well-known/openid-configuration"
"""


@dataclass
class Site:
    """The app processes: their ports, their log, and the most memory that all of them had together."""

    folder: Path
    url: str
    ports: list[int] = field(default_factory=list)
    peak: int = 0
    processes: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict, repr=False)

    @property
    def log(self) -> Path:
        """What all processes wrote, over all their starts."""
        return self.folder / "log"

    @property
    def home(self) -> Path:
        """The home folder of the desk."""
        return self.folder / "home"

    def start(self, port: int) -> None:
        """Start the process of a port; returns once it answers for its health."""
        command = [sys.executable, "-m", "streamlit", "run", "asgi.py", "--server.headless=true"]
        command += [f"--server.port={port}", f"--secrets.files={self.folder / 'secrets.toml'}"]
        told = {"MURMUR_HOME": str(self.home), "MURMUR_DATABASE": self.url, "MURMUR_LOG": "json"}
        with self.log.open("ab") as log:
            self.processes[port] = subprocess.Popen(command, env={**os.environ, **told}, stdout=log, stderr=log)
        await_health(f"http://127.0.0.1:{port}/_stcore/health", self.processes[port])

    def kill(self, port: int) -> None:
        """kill -9, as a crash would."""
        self.processes[port].send_signal(signal.SIGKILL)
        self.processes[port].wait()

    def measure(self) -> None:
        """Note the memory of all processes."""
        size = 0
        for process in self.processes.values():
            with contextlib.suppress(psutil.Error):
                size += psutil.Process(process.pid).memory_info().rss
        self.peak = max(self.peak, size)

    def cookies(self, user: str, port: int) -> dict[str, str]:
        """The cookies of a signed-in user, as the server makes them after the provider's answer."""
        now = int(time.time())
        claims = {"iss": "x", "sub": user, "iat": now, "exp": now + 86_400, "email": user, "email_verified": True}
        text = json.dumps(claims | {"origin": f"http://localhost:{port}", "is_logged_in": True})
        signed = create_signed_value(SECRET, "_streamlit_user", text).decode()
        return {"_streamlit_user": signed, "_streamlit_xsrf": generate_xsrf_token_string()}

    def desk(self, user: str = OWNER) -> dp.Desk:
        """The same desk from here."""
        return dp.Desk(self.url, user=user, home=self.home)


@contextlib.contextmanager
def site(
    folder: Path, url: str, processes: int, users: list[str], spenders: list[str], slice_: float
) -> Iterator[Site]:
    """A team of analysts on one dataset; spenders have a slice of mu each. The processes end with the context."""
    made = Site(folder, url, [free_port() for _ in range(processes)])
    (folder / "secrets.toml").write_text(_SETTINGS)
    with made.desk() as desk:
        _open(desk, users, spenders, slice_)
    try:
        for port in made.ports:
            made.start(port)
        yield made
    finally:
        for process in made.processes.values():
            process.terminate()
        for process in made.processes.values():
            process.wait()


def _open(desk: dp.Desk, users: list[str], spenders: list[str], slice_: float) -> None:
    chance = np.random.default_rng(7)
    wards = [f"{CANARY}{letter}" for letter in "ABC"]
    rows = pd.DataFrame(
        {
            "age": [*chance.integers(0, AGES, ROWS - 1), CELL],
            "cost": chance.gamma(2.0, 900.0, ROWS),
            "ward": chance.choice(wards, ROWS),
        }
    )
    schema = dp.Schema(age=dp.Number(0, AGES, integer=True), cost=dp.Number(0, 50_000), ward=dp.Category(wards))
    whole = dp.Budget(mu=2 * slice_ * len(spenders) ** 0.5, delta=1e-6)
    desk.add_dataset(DATASET, dp.read(rows), schema=schema, budget=whole, expected_rows=ROWS)
    team = desk.team(DATASET)
    for user in users:
        team.add(user, "analyst")
    for user in spenders:
        team.grant(user, mu=slice_)
