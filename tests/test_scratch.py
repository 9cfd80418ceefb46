"""Work beside rows ends with its process: what a killed one left is removed, what a running one makes stays."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow as pa
import pytest

import dpcore as dp
from dpcore import scratch
from dpcore.desk.home import Home
from dpcore.engine.duckdb import DuckDB
from dpcore.table.table import Table
from tests.repo.house import ROOT

PLAN = dp.Plan([dp.Count()], mu=0.1)

# Truncates the rows for a release, and waits before the copy takes its place.
RELEASES = """
import os, sys
import dpcore as dp
link = os.link
def wait(part, target):
    if str(target).endswith(".parquet"):
        print(flush=True)
        sys.stdin.read()
    link(part, target)
os.link = wait
with dp.Desk() as desk:
    desk.release("visits", dp.Plan([dp.Count()], mu=0.1))
"""


def loaded() -> Path:
    """A dataset whose truncated copy is still to be made; its frozen rows."""
    with dp.Desk() as desk:
        desk.add_dataset(
            "visits",
            dp.read(pa.table({"x": [1, 2, 3], "u": ["a", "a", "b"]})),
            schema=dp.Schema(x=dp.Number(0, 9), u=dp.Identifier()),
            unit=dp.Unit("u", 1),
            budget=dp.Budget(mu=1.0),
        )
        frozen = Path(desk._ledger.rows(desk.dataset("visits").id, 1)["path"])
    for path in frozen.parent.iterdir():
        if path != frozen:
            path.unlink()
    return frozen


@pytest.mark.sample(1)
@pytest.mark.parametrize("ended", [True, False])
def test_work_on_rows_goes_with_its_process_and_with_no_other(own_home: Path, ended: bool) -> None:
    frozen = loaded()
    process = subprocess.Popen(
        [sys.executable, "-c", RELEASES], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout and process.stdout.readline() == "\n"
    made = set(frozen.parent.rglob("*"))
    assert len([path for path in made if path.is_file()]) == 2
    if ended:
        process.kill()
        process.communicate()
    with dp.Desk() as desk:
        assert set(frozen.parent.rglob("*")) == ({frozen} if ended else made)
        process.communicate()
        assert process.returncode == (-9 if ended else 0)
        assert len(desk.release("visits", PLAN)) == 1
    assert len(list(frozen.parent.rglob("*"))) == 2


def test_what_earlier_versions_left_goes_a_day_after_its_last_change(own_home: Path) -> None:
    """They hold no lock, so nothing else tells whether one of them still runs."""
    folder = Home().folder("visits")
    (folder / "spill").mkdir()
    left = [folder / "spill" / "block", folder / "0123.part", folder / "spill"]
    for path in left[:2]:
        path.write_text("rows")
    (folder / "rows.parquet").write_text("rows")
    for age, there in ((80_000, 4), (90_000, 1)):
        for path in (*left, folder / "rows.parquet"):
            os.utime(path, times=(time.time() - age, time.time() - age))
        Home().sweep()
        assert len(list(folder.rglob("*"))) == there


def test_two_readers_of_the_same_rows_do_not_share_where_they_spill(own_home: Path) -> None:
    """DuckDB names these files alike in every process, and would write into another's."""
    rows = dp.read(pa.table({"x": [1, 2, 3]})).freeze(own_home / "data", b"key")
    table = Table(dp.Schema(x=dp.Number(0, 9)))
    with DuckDB(rows, table, b"key", own_home / "data") as one, DuckDB(rows, table, b"key", own_home / "data") as two:
        asked = "SELECT current_setting('temp_directory')"
        places = {each._run(lambda connection: connection.execute(asked).fetchone()) for each in (one, two)}
        assert len(places) == 2
    assert list((own_home / "data").iterdir()) == [rows.path]


def test_claims_and_sweeps_at_once_disturb_nobody(tmp_path: Path) -> None:
    """A folder may be swept between being made and being locked; it is then made again."""
    ends = threading.Event()

    def keep_sweeping() -> None:
        while not ends.is_set():
            scratch.sweep(tmp_path)

    sweeper = threading.Thread(target=keep_sweeping)
    sweeper.start()
    try:
        for _ in range(300):
            with scratch.scratch(tmp_path) as folder:
                (folder / "rows").write_text("rows")
                assert (folder / "rows").read_text() == "rows"
    finally:
        ends.set()
        sweeper.join()
    assert not list(tmp_path.iterdir())
