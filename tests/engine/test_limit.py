"""A table larger than memory: the same rows are kept; temporary files are private, bounded, and gone afterwards."""

from __future__ import annotations

import os
import signal
import stat
from collections import Counter
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine import limit
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.duckdb_connection import connect
from dpcore.table.aggregate import Aggregate, Grid, Rows, Total, Units
from dpcore.table.category import Category
from dpcore.table.column import Identifier, Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests import child
from tests.engine.rows import KEY, frozen

COUNT = 300_000
SHORT = (
    r"need more memory or temporary disk space than Murmur may use\. Hint: Free some disk space, or set MURMUR_MEMORY"
)
SMALL, FEW, PLENTY = 20 * 10**6, 10**6, 10**10
SCHEMA = Schema(who=Identifier(), x=Number(0, 9), c=Category(["a", "b"]))
TABLE = Table(SCHEMA, Unit("who", 3))
ASKS = [Aggregate((Rows(), Units(), Total(Grid("x", 0, 9 * 2**10, -10))))]


def columns(count: int = COUNT) -> dict[str, pa.Array]:
    """Rows of which each unit has ten on average, many of them equal."""
    source = np.random.default_rng(1)
    names = np.array(["a", "b", "a text of some length"])
    return {
        "who": pa.array(source.integers(0, count // 10, count)),
        "x": pa.array(source.integers(0, 90, count) / 10),
        "c": pa.array(names[source.integers(0, 3, count)]),
    }


@pytest.fixture(scope="module")
def rows() -> dict[str, pa.Array]:
    return columns()


def limited(monkeypatch: pytest.MonkeyPatch, memory: int, spill: int, parts: int = 1) -> None:
    """What DuckDB may use, and in how many parts rows are sorted."""
    monkeypatch.setattr(limit, "memory", lambda connection, most: memory)
    monkeypatch.setattr(limit, "spill", lambda folder: spill)
    monkeypatch.setattr(DuckDB, "_parts", lambda engine: parts)


def kept(folder: Path, cells: dict[str, pa.Array]) -> tuple[Counter[tuple[object, ...]], list[int]]:
    """The rows of the truncated copy, and integers from it."""
    folder.mkdir()
    with DuckDB(frozen(cells, folder), TABLE, KEY, folder) as engine:
        [answer] = engine.aggregate(ASKS)
        stored = pq.read_table(engine._copy)
    assert not list(folder.rglob("*.part"))
    return Counter(zip(*(stored[name].to_pylist() for name in SCHEMA), strict=True)), [int(each) for each in answer]


@pytest.mark.parametrize("parts", [2, 7])
def test_rows_that_are_sorted_in_parts_are_the_same(
    parts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = columns(5000)
    whole = kept(tmp_path / "whole", cells)
    monkeypatch.setattr(DuckDB, "_parts", lambda engine: parts)
    assert kept(tmp_path / "parts", cells) == whole
    assert whole[1][1] == len(set(cells["who"].to_pylist()))


def test_there_are_more_parts_the_more_rows_and_the_less_memory_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = DuckDB(frozen(columns(5000), tmp_path), TABLE, KEY, tmp_path)
    counts = []
    for room in (10**9, 10**6, 10**5):
        monkeypatch.setattr("dpcore.engine.duckdb.present_limit", lambda connection, room=room: room)
        counts.append(engine._parts())
    engine.close()
    width = 24 + 8 + 8 + 32
    assert counts == [1, 1, -(-5000 * width // 80_000)]


def test_a_sort_beyond_memory_is_spilled_and_gives_the_same_integers(
    rows: dict[str, pa.Array], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is spilled: with hardly any temporary files it ends in one sentence, and nothing is left of it."""
    whole = kept(tmp_path / "whole", rows)
    limited(monkeypatch, SMALL, FEW)
    with pytest.raises(dp.SourceError, match=SHORT) as caught:
        kept(tmp_path / "short", rows)
    assert caught.value.__context__ is None  # the engine's own words are dropped
    assert [path.suffix for path in (tmp_path / "short").rglob("*")] == [".parquet"]
    limited(monkeypatch, SMALL, PLENTY)
    assert kept(tmp_path / "spilled", rows) == whole


def test_temporary_files_are_private_and_end_with_the_connection(tmp_path: Path) -> None:
    with connect(tmp_path) as connection:
        (spill,) = tmp_path.iterdir()
        assert stat.S_IMODE(spill.stat().st_mode) == 0o700
        setting = connection.execute("SELECT current_setting('temp_directory')").fetchall()[0][0]
        assert Path(setting) == spill
    assert not list(tmp_path.iterdir())


def test_without_a_folder_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for footers, which are read where their owner keeps them."""
    with connect(None) as connection, pytest.raises(duckdb.Error):
        connection.execute(f"COPY (SELECT 1) TO '{tmp_path / 'rows.parquet'}'")
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"x": [1]}), path)
    monkeypatch.setattr("dpcore.engine.duckdb_connection.tempfile.mkdtemp", None)
    assert dp.read(path).columns == {"x": "number"}
    assert list(tmp_path.iterdir()) == [path]


KILLED = """
import os, signal, sys
from pathlib import Path
from dpcore.engine.duckdb import DuckDB
from tests.engine.test_limit import KEY, TABLE, columns, frozen
folder = Path(sys.argv[1])
engine = DuckDB(frozen(columns(100), folder), TABLE, KEY, folder)
(spill,) = folder.glob("*.work/spill-*")
(spill / "rows.tmp").write_bytes(bytes(1000))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_temporary_files_of_a_killed_process_go_at_the_next_start(tmp_path: Path) -> None:
    ended = child.run(("-c", KILLED), str(tmp_path))
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    assert [path.name for path in tmp_path.rglob("*.tmp")] == ["rows.tmp"]
    with DuckDB(frozen(columns(100), tmp_path), TABLE, KEY, tmp_path):
        assert not list(tmp_path.rglob("*.tmp")) and len(list(tmp_path.glob("*.work"))) == 1
    assert {path.suffix for path in tmp_path.rglob("*")} == {".parquet"}


def test_a_charge_is_answered_later_if_there_was_no_room(
    rows: dict[str, pa.Array], own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = dp.Plan([dp.Count()], mu=0.1)
    with dp.Desk() as desk:
        facts = {"schema": dp.Schema(**SCHEMA.columns), "unit": dp.Unit("who", 3), "budget": dp.Budget(mu=1.0)}
        desk.add_dataset("visits", dp.read(pa.table(rows)), **facts)
        frozen_path = Path(desk._ledger.rows(desk.dataset("visits").id, 1)["path"])
        for path in frozen_path.parent.glob("*.parquet"):
            if path != frozen_path:
                path.unlink()  # the truncated copy, so that a release has to make it
        limited(monkeypatch, SMALL, FEW)
        with pytest.raises(dp.SourceError, match=SHORT):
            desk.release("visits", plan)
        spent = desk.standing("visits").spent
        assert len(desk.unanswered("visits")) == 1
        assert [path for path in frozen_path.parent.rglob("*") if path != frozen_path] == []
        monkeypatch.undo()
        assert len(desk.release("visits", plan)) == 1
        assert desk.standing("visits").spent == spent and not desk.unanswered("visits")


@pytest.mark.parametrize("words", [os.strerror(28), "Could not write"])
def test_a_full_disk_is_named_while_rows_are_processed(words: str, tmp_path: Path) -> None:
    def fail(connection: object) -> None:
        raise duckdb.IOException(f"IO Error: {words}")

    said = "the disk is full" if words == os.strerror(28) else "could not be processed"
    with DuckDB(frozen(columns(10), tmp_path), TABLE, KEY, tmp_path) as engine:
        with pytest.raises(dp.SourceError, match=said):
            engine._run(fail)
        with pytest.raises(dp.SourceError, match="could not be processed"):  # this kind of error may quote a cell
            engine._run(lambda connection: connection.execute(f"SELECT error('{words}')").fetchall())


@pytest.mark.parametrize(("said", "size"), [("2GB", 2 * 10**9), ("1.5 GiB", 3 * 2**29), ("700mb", 7 * 10**8)])
def test_a_size_is_read_and_is_for_the_whole_process(said: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limit.size(said) == size
    monkeypatch.setenv("MURMUR_MEMORY", said)
    with connect(None) as connection:
        assert limit.present_limit(connection) == pytest.approx(0.6 * size, rel=0.05)
    with connect(None, memory="100MB") as connection:
        assert limit.present_limit(connection) == pytest.approx(10**8, rel=0.05)


def test_without_a_setting_it_follows_from_the_machine(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        own = limit.present_limit(connection)
    with connect(None) as connection:
        assert limit.present_limit(connection) == pytest.approx(min(4 * 10**9, own / 2), rel=0.05)
    free = os.statvfs(tmp_path)
    assert 0 < limit.spill(tmp_path) < free.f_frsize * free.f_blocks


@pytest.mark.parametrize("said", ["2", "lots", "100MB", "-2GB", "2GB; SET x = 1"])
@pytest.mark.parametrize("name", ["MURMUR_MEMORY", "MURMUR_SPILL"])
def test_a_setting_that_is_no_size_is_refused_in_one_sentence(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, said)
    with pytest.raises(dp.SourceError, match=rf"^{name} must be a size of at least 512 MB\. Got "), connect(tmp_path):
        pass
    assert not list(tmp_path.iterdir())
