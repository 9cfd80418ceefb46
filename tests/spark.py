"""A Spark Connect server of the tests' own: on loopback, in local mode, thrown away when its maker ends."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import free_port

OLDEST_JAVA = 17
MAIN = "org.apache.spark.sql.connect.service.SparkConnectServer"
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.shuffle.partitions": "2",
    # another zone and the other way with errors than ours, which a session of ours must set for itself
    "spark.sql.session.timeZone": "America/New_York",
    "spark.sql.ansi.enabled": "false",
    "spark.eventLog.enabled": "true",
    "spark.eventLog.rolling.enabled": "false",
    "spark.eventLog.compress": "false",
    "spark.log.structuredLogging.enabled": "false",
}
# What statements on few rows take is the time of compiling them: code is run, not tuned.
BRIEF = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
# Spark ends with whoever holds the other end of its standard input.
RUN = '"$@" & spark=$!; read told; kill -9 $spark; wait $spark'


@dataclass
class Server:
    """One server. folder: of its tables, its log and its log of events. java: options of its virtual machine."""

    folder: Path
    port: int
    java: str = BRIEF
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        """Of Spark Connect."""
        return f"sc://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns once it lets people in."""
        import pyspark

        home = Path(pyspark.__file__).parent
        own = {
            "spark.connect.grpc.binding.port": str(self.port),
            "spark.sql.warehouse.dir": str(self.folder / "warehouse"),
            "spark.eventLog.dir": str(self.folder / "events"),
            "spark.local.dir": str(self.folder / "local"),
        }
        for name in ("warehouse", "events", "local"):
            (self.folder / name).mkdir(exist_ok=True)
        command = ["sh", "-c", RUN, "sh", str(home / "bin/spark-submit"), "--class", MAIN, "--master", "local[2]"]
        command += ["--driver-memory", "1g", "--driver-java-options", self.java]
        command += [word for name, value in (SETTINGS | own).items() for word in ("--conf", f"{name}={value}")]
        environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1"}
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [*command, "spark-internal"],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                text=True,
                start_new_session=True,
                env=environment,
                cwd=self.folder,
            )
        while not _listens(self.port):
            if self.process.poll() is not None:
                raise RuntimeError(f"Spark did not start:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.1)

    def stop(self) -> None:
        """At once."""
        if self.process is not None:
            self.process.communicate("stop\n")
            self.process = None

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """While active, it takes connections and answers nothing."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self.process.pid, signal.SIGCONT)

    def kill(self) -> None:
        """kill -9, as a crash would."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.communicate()
            self.process = None

    @contextmanager
    def session(self) -> Iterator[Any]:
        """A session of whoever owns the tables."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of pandas 3
            from pyspark.sql.connect.session import SparkSession

        session = SparkSession.builder.remote(self.address).create()
        session.conf.set("spark.sql.session.timeZone", "UTC")
        try:
            yield session
        finally:
            session.stop()

    def table(self, name: str, columns: Mapping[str, str], file: Path) -> Path:
        """A table over the rows of a Parquet file, in place of one of that name; its folder. columns: their types."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        shutil.copy(file, folder / "part.parquet")
        spelt = ", ".join(f"`{column.replace('`', '``')}` {kind}" for column, kind in columns.items())
        with self.session() as session:
            session.sql(f"DROP TABLE IF EXISTS `{name}`").collect()
            session.sql(f"CREATE TABLE `{name}` ({spelt}) USING parquet LOCATION '{folder}'").collect()
        return folder


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def missing() -> str:
    """What this machine lacks to run Spark; nothing where it can."""
    if shutil.which("java") is None:
        return f"Java {OLDEST_JAVA}"
    said = subprocess.run(["java", "-version"], capture_output=True, text=True, check=False).stderr
    version = re.search(r'version "(\d+)', said)
    if version is None or int(version[1]) < OLDEST_JAVA:
        return f"Java {OLDEST_JAVA}"
    with suppress(ImportError):
        import pyspark  # noqa: F401

        return ""
    return "PySpark"


@contextmanager
def server(java: str = BRIEF) -> Iterator[Server]:
    """A fresh one, see `Server`; where it cannot be, its tests are left out and say why."""
    if lacking := missing():
        pytest.skip(f"These tests need {lacking}. Hint: `make test` installs it on Debian as root.")
    with tempfile.TemporaryDirectory(prefix="murmur-spark-", ignore_cleanup_errors=True) as name:
        one = Server(Path(name), free_port(), java)
        try:
            one.start()
            yield one
        finally:
            one.stop()
