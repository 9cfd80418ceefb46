"""Write down what today's program stores: `python -m tests.stored.make NAME`, once for each published version.

NAME becomes a folder beside this file. What is there already is never written again: it is what later versions read.

home/ murmur.sql      a home folder, and the SQLite ledger in it as SQL
postgres/ desk.sql    a home folder of a ledger in PostgreSQL, and that ledger as SQL
files/                a plan and bundles, as they were downloaded
told*.json            tokens of links, the link of a scenario, the desk's public key, and all that was said of it then
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import dpcore as dp
from tests.postgres import Cluster, cluster
from tests.stored import reading, story

HERE = Path(__file__).parent


def main(name: str) -> None:
    """Both ledgers, into a new folder."""
    folder = HERE / name
    folder.mkdir()
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary) / "home"
        sqlite(home, folder)
    with tempfile.TemporaryDirectory() as temporary, cluster() as server:
        postgres(Path(temporary) / "home", server, folder)


def sqlite(home: Path, folder: Path) -> None:
    """A home with its own ledger, and the files that were made there."""
    found = story.told(lambda user: dp.Desk(user=user, home=home))
    said = _said(lambda user: dp.Desk(user=user, home=home), found)
    connection = sqlite3.connect(home / "murmur.db")
    (folder / "murmur.sql").write_text("\n".join(connection.iterdump()) + "\n")
    connection.close()
    _copied(home, folder / "home")
    (folder / "files").mkdir()
    (folder / "files" / "plan.json").write_text(found["files"].pop("plan"))
    for name, data in found["files"].items():
        (folder / "files" / f"{name}.zip").write_bytes(data)
    _write(folder / "told.json", said)


def postgres(home: Path, server: Cluster, folder: Path) -> None:
    """A home whose ledger lies in a database server."""
    url = server.empty()
    found = story.told(lambda user: dp.Desk(url, user, home))
    said = _said(lambda user: dp.Desk(url, user, home), found)
    command = [server.programs / "pg_dump", "--inserts", "--no-owner", "-h", "127.0.0.1", "-p", str(server.port)]
    dump = subprocess.run([*command, "-U", "admin", "desk"], check=True, capture_output=True, text=True).stdout
    (folder / "desk.sql").write_text("".join(line for line in dump.splitlines(True) if not line.startswith("\\")))
    _copied(home, folder / "postgres")
    _write(folder / "told_postgres.json", said)


def _said(open_: story.Open, found: dict[str, Any]) -> dict[str, Any]:
    """All that is said of it, to each user and each holder of a link."""
    users = {}
    for user in reading.USERS:
        with open_(user) as desk:
            users[user] = reading.read(desk)
            links = {name: reading.opened(desk, token) for name, token in found["tokens"].items()}
            public = desk.seal.public
    files = {name: reading.bundle(data, public) for name, data in found["files"].items() if name != "plan"}
    plan = reading.plan(found["files"]["plan"])
    kept = {name: found[name] for name in ("tokens", "link")}
    return {**kept, "public": public.hex(), "users": users, "links": links, "bundles": files, "plan": plan}


def _copied(home: Path, target: Path) -> None:
    shutil.copytree(home, target, ignore=shutil.ignore_patterns("murmur.db*", "*.lock", "spool"))


def _write(path: Path, said: dict[str, Any]) -> None:
    path.write_text(json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    os.umask(0o077)
    main(sys.argv[1])
