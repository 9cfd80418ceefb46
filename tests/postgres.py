"""A PostgreSQL server of the tests' own: on loopback, thrown away when its maker ends, even by kill -9."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg
import pytest
import sqlalchemy as sa

from tests.browser.server import free_port

ROLE, SECRET, DATABASE = "murmur", "pass-word-55", "desk"
"""The user that owns the database, and the password without which it is not let in."""
OTHERS = """SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
NOBODY = pwd.getpwnam("nobody")
# Nothing here makes a commit return before it is on the disk: that is what is tested.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "jit": "off",
    "wal_writer_delay": "10s",  # what was not flushed at a commit is lost for certain
}
# The server ends with whoever holds the other end of its standard input, and its files with it; unless told to stop.
RUN = """
"$1/pg_ctl" start -w -s -D "$2/data" -l "$2/log" 2>> "$2/log" && echo up
read told || gone=yes
"$1/pg_ctl" stop -s -m immediate -D "$2/data" 2>> "$2/log"
[ -z "$gone" ] || rm -rf "$2"
"""


@dataclass
class Cluster:
    """One server, and a database in it."""

    folder: Path
    programs: Path
    port: int
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Returns once it lets people in."""
        command = ["sh", "-c", RUN, "sh", str(self.programs), str(self.folder)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, start_new_session=True, **_user())
        assert self.process.stdout
        if self.process.stdout.readline() != "up\n":
            raise RuntimeError(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()}")

    def stop(self) -> None:
        """At once, as a crash of the server that is noticed."""
        if self.process is not None:
            assert self.process.stdin and self.process.stdout
            self.process.communicate("stop\n")
            self.process = None

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """While active, it takes connections and answers nothing."""
        all_of_it = (self._server, *self._server.children(recursive=True))
        for one in all_of_it:
            one.suspend()
        try:
            yield
        finally:
            for one in all_of_it:
                one.resume()

    @property
    def _server(self) -> psutil.Process:
        return psutil.Process(int((self.folder / "data/postmaster.pid").read_text().split()[0]))

    def kill(self) -> None:
        """kill -9 of the server and of all that work for it."""
        server = self._server
        server.suspend()  # it would start others
        for one in (*server.children(recursive=True), server):
            one.send_signal(signal.SIGKILL)
        psutil.wait_procs([server])
        self.stop()

    def restart(self) -> None:
        """What happens to a server that is updated."""
        self.stop()
        self.start()

    def url(self, database: str, user: str = f"{ROLE}:{SECRET}") -> str:
        """The address of a database, with user and password in it."""
        return f"postgresql+psycopg://{user}@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def connect(self, database: str = "postgres") -> Iterator[psycopg.Connection[tuple[object, ...]]]:
        """As the administrator, who may do anything; each statement by itself."""
        with psycopg.connect(host="127.0.0.1", port=self.port, user="admin", dbname=database, autocommit=True) as one:
            yield one

    def empty(self) -> str:
        """The address of a database with nothing in it; the same one each time, and whoever is still there must go."""
        if self.process is None:
            self.start()
        with self.connect(DATABASE) as connection:
            connection.execute(OTHERS)
            connection.execute(f"DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION {ROLE}")
        return self.url(DATABASE)


def administrator(url: sa.URL) -> sa.URL:
    """The same database for somebody who may do anything."""
    return url.set(username="admin", password=None)


def copy(url: sa.URL, source: str, target: str) -> None:
    """A copy of one database in another's place, as a backup is made and restored."""
    engine = sa.create_engine(administrator(url).set(database="postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {target} WITH (FORCE)")
        connection.exec_driver_sql(f"CREATE DATABASE {target} OWNER {ROLE} TEMPLATE {source}")
    engine.dispose()


def _user() -> dict[str, object]:
    """PostgreSQL refuses to run as root."""
    return {"user": "nobody", "group": NOBODY.pw_gid, "extra_groups": []} if os.getuid() == 0 else {}


def programs(debian: Path = Path("/usr/lib/postgresql")) -> Path:
    """The folder of initdb and pg_ctl, of the newest version that Debian has, or on the PATH."""
    found = sorted(debian.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    onpath = shutil.which("initdb")
    if not found and not onpath:
        pytest.fail("These tests need PostgreSQL. Hint: `make test` installs it on Debian as root.")
    return (found[-1] if found else Path(onpath or "")).parent


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A fresh one that lets the administrator in without a password, and the role only with its own."""
    where = programs()
    with tempfile.TemporaryDirectory(prefix="murmur-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.getuid() == 0:
            os.chown(folder, NOBODY.pw_uid, NOBODY.pw_gid)
        initdb = [where / "initdb", "-D", folder / "data", "-U", "admin", "-A", "trust", "-E", "UTF8"]
        quiet = {"stdout": subprocess.DEVNULL, "cwd": folder}
        subprocess.run([*initdb, "--no-locale", "--no-sync", "--no-instructions"], check=True, **quiet, **_user())
        one = Cluster(folder, where, free_port())
        lines = [f"{name} = '{value}'\n" for name, value in (SETTINGS | {"port": str(one.port)}).items()]
        with (folder / "data/postgresql.conf").open("a") as file:
            file.writelines(lines)
        hosts = "127.0.0.1/32"
        rules = f"host all {ROLE} {hosts} scram-sha-256\nhost all admin {hosts} trust\n"
        (folder / "data/pg_hba.conf").write_text(rules)
        try:
            one.start()
            with one.connect() as connection:
                connection.execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{SECRET}'")
                connection.execute(f"CREATE DATABASE {DATABASE} OWNER {ROLE}")
            yield one
        finally:
            with suppress(OSError):
                one.stop()
