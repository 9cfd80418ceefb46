"""A loading that is stopped leaves nothing, wherever it was; once the ledger has the rows it is no longer stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

import dpcore as dp
from dpcore.desk.home import Home
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.duckdb_connection import connect
from dpcore.engine.source import delimited, fingerprint, frozen
from dpcore.engine.source.parquet import ParquetFiles
from dpcore.ledger.ledger import Ledger
from dpcore.stop import Stopped

ENDLESS = "SELECT count(*) FROM range(1000000000000000) AS t(i) WHERE hash(i) = 1"
LOAD: dict[str, Any] = {
    "schema": dp.Schema(x=dp.Number(0, 9), u=dp.Identifier()),
    "unit": dp.Unit("u", 2),
    "budget": dp.Budget(mu=1.0),
}


def rows(folder: Path, kind: str, count: int = 100) -> dp.Source:
    cells = {"x": [i % 9 for i in range(count)], "u": [f"u{i % 30}" for i in range(count)]}
    if kind == ".parquet":
        pa.parquet.write_table(pa.table(cells), folder / "rows.parquet")
    else:
        lines = "\n".join(f"{x},{u}" for x, u in zip(*cells.values(), strict=True))
        (folder / f"rows{kind}").write_text(f"x,u\n{lines}\n")
    return dp.read(str(folder / f"rows{kind}"))


def load(desk: dp.Desk, source: dp.Source, version: bool, cancel: threading.Event | None) -> dp.Dataset:
    return desk.update("t", source, cancel=cancel) if version else desk.add_dataset("t", source, **LOAD, cancel=cancel)


def files(home: Path) -> set[Path]:
    return {path for part in ("data", "spool") for path in (home / part).rglob("*")}


# Where the stop comes, before the rows are in place
STEPS: list[tuple[Any, str, str]] = [
    (delimited, "quotes", ".csv"),
    (ParquetFiles, "_copy_plain", ".parquet"),
    (frozen, "fingerprint", ".csv"),
    (fingerprint, "scan", ".parquet"),
    (Ledger, "loads", ".csv"),
    (DuckDB, "prepare", ".parquet"),
    (DuckDB, "_write", ".csv"),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("version", [False, True])
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step[1])
def test_a_stop_leaves_nothing(step: tuple[Any, str, str], version: bool, tmp_path: Path, monkeypatch: Any) -> None:
    owner, name, kind = step
    home, cancel = tmp_path / "home", threading.Event()
    with dp.Desk(home=home) as desk:
        if version:
            desk.add_dataset("t", rows(tmp_path, ".csv", 50), **LOAD)
        before, source, honest = files(home), rows(tmp_path, kind), getattr(owner, name)

        def stopping(*args: Any, **kwargs: Any) -> Any:
            cancel.set()
            return honest(*args, **kwargs)

        with monkeypatch.context() as patch, pytest.raises(Stopped, match="No rows were kept"):
            patch.setattr(owner, name, stopping)
            load(desk, source, version, cancel)
        assert cancel.is_set() and files(home) == before
        assert [one.version for one in desk.datasets()] == [1] * version
        assert load(desk, source, version, threading.Event()).version == 1 + version


@pytest.mark.sample(2)
@pytest.mark.parametrize("version", [False, True])
@pytest.mark.parametrize("at", [(Home, "place"), (Ledger, "add_version"), (Ledger, "open_dataset")], ids=str)
def test_a_stop_that_comes_late_stops_nothing(at: Any, version: bool, tmp_path: Path, monkeypatch: Any) -> None:
    cancel, honest = threading.Event(), getattr(*at)
    with dp.Desk(home=tmp_path / "home") as desk:
        if version:
            desk.add_dataset("t", rows(tmp_path, ".csv", 50), **LOAD)
        monkeypatch.setattr(*at, lambda *args, **kwargs: (cancel.set(), honest(*args, **kwargs))[1])
        assert load(desk, rows(tmp_path, ".csv"), version, cancel).version == 1 + version
        assert desk.release("t", dp.Plan([dp.Count()], mu=0.1))


@pytest.mark.parametrize("act", ["execute", "write"])
def test_a_statement_that_runs_is_interrupted(act: str, tmp_path: Path, monkeypatch: Any) -> None:
    """It would run for years."""
    began, cancel = threading.Event(), threading.Event()

    def write(self: ParquetFiles, target: Path) -> None:
        with connect(target.parent) as connection:
            began.set()
            if act == "execute":
                connection.execute(ENDLESS)
            else:
                connection.sql(ENDLESS).write_parquet(str(target))

    monkeypatch.setattr(ParquetFiles, "write", write)
    stopped: list[BaseException] = []

    def work(call: Callable[[], object]) -> None:
        try:
            call()
        except BaseException as error:
            stopped.append(error)

    with dp.Desk(home=tmp_path / "home") as desk:
        source = rows(tmp_path, ".parquet")
        thread = threading.Thread(target=work, args=(lambda: load(desk, source, False, cancel),), daemon=True)
        thread.start()
        assert began.wait(120)
        cancel.set()
        thread.join(120)
        assert not thread.is_alive() and isinstance(stopped[0], Stopped)
        assert not files(tmp_path / "home")


def test_a_stop_before_the_start_reads_nothing(tmp_path: Path, monkeypatch: Any) -> None:
    cancel, source = threading.Event(), rows(tmp_path, ".csv")
    cancel.set()
    monkeypatch.setattr(type(source), "write", lambda *_: pytest.fail("it was read"))
    with dp.Desk(home=tmp_path / "home") as desk, pytest.raises(Stopped):
        load(desk, source, False, cancel)
