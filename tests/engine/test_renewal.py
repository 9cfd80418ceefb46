"""A copy that an earlier version froze is frozen anew at its first use, once, whole or not at all, and recognised."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import dpcore as dp
from dpcore.desk.home import Home
from dpcore.desk.renewal import Renewals
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.source.parquet import ParquetFiles

SCHEMA = dp.Schema(c=dp.Category(["a", "b"]), note=dp.Text(), u=dp.Identifier())
BUDGET = dp.Budget(mu=100, delta=1e-6)
PLAN = dp.Plan([dp.Ask(dp.Count(by=["c"]), mu=40)])


def rows(folder: Path) -> dp.Source:
    """In every row a cell that is longer than any may be now."""
    path = folder / "rows.parquet"
    notes = [f"{i} " + "x" * 2000 for i in range(200)]
    cells = {"c": [f"{' ' * 3000}a\t", "b"] * 100, "note": notes, "u": [str(i // 2) for i in range(200)]}
    pa.parquet.write_table(pa.table(cells), path)
    return dp.read(path)


def earlier(home: Path, source: dp.Source, monkeypatch: pytest.MonkeyPatch, unit: dp.Unit) -> list[Path]:
    """A dataset as an earlier version left it: the file copied byte by byte, its record without a number."""
    honest = Frozen.to_dict

    def old(self: Frozen) -> dict[str, Any]:
        return {name: value for name, value in honest(self).items() if name not in ("loaded", "reading")}

    with monkeypatch.context() as patch, dp.Desk(home=home) as desk:
        patch.setattr(ParquetFiles, "write", lambda self, target: shutil.copyfile(self._paths[0], target))
        patch.setattr(Frozen, "to_dict", old)
        patch.setattr(Renewals, "current", lambda self, dataset, version, rows, key, loader: rows)
        desk.add_dataset("t", source, schema=SCHEMA, unit=unit, budget=BUDGET)
    return parquets(home)


def parquets(home: Path) -> list[Path]:
    return sorted(home.glob("data/*/*.parquet"))


def longest(path: Path) -> int:
    return max(len(cell or "") for column in pa.parquet.read_table(path).columns for cell in column.to_pylist())


@pytest.mark.sample(1)
@pytest.mark.parametrize("unit", [dp.Unit(), dp.Unit("u", 2)], ids=["row", "unit"])
def test_an_old_copy_is_frozen_anew_once(unit: dp.Unit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    source = rows(tmp_path)
    old = earlier(home, source, monkeypatch, unit)
    assert max(map(longest, old)) > 2000
    with dp.Desk(home=home) as desk:
        [release] = desk.release("t", PLAN)
        assert np.rint(release.table["estimate"]).tolist() == [100, 100]
        left = set(parquets(home)) & set(old)
        assert len(left) == (unit.identifier is not None)  # the truncated rows of before, which nothing reads
        made = [path for path in parquets(home) if path not in left]
        assert max(map(longest, made)) <= 1000 and all(path.stat().st_mode & 0o777 == 0o600 for path in made)
        desk.verify()
    times = [path.stat().st_mtime_ns for path in parquets(home)]
    with dp.Desk(home=home) as desk:
        desk.release("t", dp.Plan([dp.Ask(dp.Count(), mu=1)]))
        assert [path.stat().st_mtime_ns for path in parquets(home)] == times
        for delete in (False, True):
            if delete:
                desk.delete_rows("t")
            with pytest.raises(dp.KnownRowsError):
                desk.add_dataset("again", source, schema=SCHEMA, budget=BUDGET)


def test_rows_of_an_unused_old_copy_are_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = rows(tmp_path)
    earlier(tmp_path / "home", source, monkeypatch, dp.Unit())
    with dp.Desk(home=tmp_path / "home") as desk, pytest.raises(dp.KnownRowsError):
        desk.add_dataset("again", source, schema=SCHEMA, budget=BUDGET)


class Killed(BaseException):
    """The process ended here."""


def killed(*_: object) -> Any:
    raise Killed


BREAKS: list[tuple[Any, str, Callable[..., Any]]] = [
    (Home, "write", killed),
    (os, "fsync", killed),
    (os, "replace", killed),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("at", BREAKS, ids=lambda at: at[1])
def test_until_the_new_copy_is_whole_the_old_one_counts(
    at: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    [old] = earlier(home, rows(tmp_path), monkeypatch, dp.Unit())
    dataset, key = old.parent.name, Home(home).key("fingerprint", "owner")
    with dp.Desk(home=home) as desk:
        record = Frozen.from_dict(desk._ledger.rows(dataset, 1))
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(*at)
        Renewals(Home(home)).current(dataset, 1, record, key, key)
    assert old.exists() and not list(home.glob("frozen/*.json"))
    with dp.Desk(home=home) as desk:
        [release] = desk.release("t", PLAN)
        assert np.rint(release.table["estimate"]).tolist() == [100, 100]
    assert not old.exists() and len(parquets(home)) == 1


def test_an_old_copy_that_a_killed_process_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    [old] = earlier(home, rows(tmp_path), monkeypatch, dp.Unit())
    dataset, key = old.parent.name, Home(home).key("fingerprint", "owner")
    with dp.Desk(home=home) as desk:
        record = Frozen.from_dict(desk._ledger.rows(dataset, 1))
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(Path, "unlink", lambda *_, **__: killed())
        Renewals(Home(home)).current(dataset, 1, record, key, key)
    assert old.exists() and list(home.glob("frozen/*.json"))
    other = old.with_name(f"{'0' * 32}.parquet")
    other.write_bytes(b"another version's rows")
    with dp.Desk(home=home) as desk:
        assert not old.exists() and other.exists() and len(parquets(home)) == 2
        [release] = desk.release("t", PLAN)
    assert np.rint(release.table["estimate"]).tolist() == [100, 100]


def test_a_process_that_comes_second_reads_what_the_first_one_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    [old] = earlier(home, rows(tmp_path), monkeypatch, dp.Unit())
    dataset, key = old.parent.name, Home(home).key("fingerprint", "owner")
    with dp.Desk(home=home) as desk:
        record = Frozen.from_dict(desk._ledger.rows(dataset, 1))
    first, second = Renewals(Home(home)), Renewals(Home(home))
    notes = [None]  # the second one looks before the first one has written
    honest = second.find
    monkeypatch.setattr(Renewals, "find", lambda self, *place: notes.pop() if notes else honest(*place))
    notes.append(None)
    made = first.current(dataset, 1, record, key, key)
    assert second.current(dataset, 1, record, key, key) == made


def test_an_old_copy_that_was_altered_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [old] = earlier(tmp_path / "home", rows(tmp_path), monkeypatch, dp.Unit())
    pa.parquet.write_table(pa.parquet.read_table(old).slice(1), old)
    with dp.Desk(home=tmp_path / "home") as desk:
        with pytest.raises(dp.SourceError, match="was altered"):
            desk.release("t", PLAN)
        assert [entry.kind for entry in desk.ledger("t")] == ["open"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("renewed", [False, True])
def test_a_home_that_was_moved_keeps_its_rows(renewed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, moved = tmp_path / "home", tmp_path / "elsewhere" / "moved"
    earlier(home, rows(tmp_path), monkeypatch, dp.Unit())
    if renewed:
        with dp.Desk(home=home) as desk:
            desk.release("t", PLAN)
    moved.parent.mkdir()
    home.rename(moved)
    with dp.Desk(home=moved) as desk:
        [release] = desk.release("t", dp.Plan([dp.Ask(dp.Count(by=["c"]), mu=41)]))
        assert np.rint(release.table["estimate"]).tolist() == [100, 100]
    assert not home.exists()
