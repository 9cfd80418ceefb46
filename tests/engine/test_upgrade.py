"""Another version of DuckDB makes other fingerprints: rows that are there stay known, and are not called altered."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pyarrow as pa
import pytest

import dpcore as dp

SCHEMA = dp.Schema(x=dp.Number(0, 1000))
BUDGET = dp.Budget(mu=100, delta=1e-6)
PLAN = dp.Plan([dp.Ask(dp.Count(), mu=40)])


def rows(first: int = 0) -> dp.Source:
    return dp.read(pa.table({"x": [float(value) for value in range(first, first + 500)]}))


def people(first: int = 0) -> dp.Source:
    places = range(first, first + 500)
    return dp.read(pa.table({"x": [float(place) for place in places], "who": [f"person {place}" for place in places]}))


def test_rows_of_which_a_column_was_left_out_are_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although it is gone, so that nothing with it can be made again."""
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.add_dataset("t", people().without("who"), schema=SCHEMA, budget=BUDGET)
    monkeypatch.setattr("duckdb.__version__", "97.1.0")
    with dp.Desk(home=tmp_path / "home") as desk:
        for same in (people(), people().without("who"), rows()):
            with pytest.raises(dp.KnownRowsError):
                desk.add_dataset("again", same, schema=SCHEMA, budget=BUDGET)
        desk.add_dataset("others", people(10_000), schema=SCHEMA, budget=BUDGET)


@pytest.fixture
def upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dp.Desk:
    """A desk with one dataset of before the upgrade, in a home that was moved."""
    with dp.Desk(home=tmp_path / "old") as desk:
        desk.add_dataset("t", rows(), schema=SCHEMA, budget=BUDGET)
    shutil.move(tmp_path / "old", tmp_path / "new")
    monkeypatch.setattr("duckdb.__version__", "97.1.0")
    return dp.Desk(home=tmp_path / "new")


@pytest.mark.parametrize("deleted", [False, True])
def test_rows_that_are_there_at_the_first_use_are_recognised(upgraded: dp.Desk, deleted: bool) -> None:
    with upgraded as desk:
        for attempt in range(2):
            with pytest.raises(dp.KnownRowsError):
                desk.add_dataset(f"again {attempt}", rows(100 * attempt), schema=SCHEMA, budget=BUDGET)
            if deleted and attempt == 0:
                desk.delete_rows("t")
        desk.add_dataset("others", rows(5000), schema=SCHEMA, budget=BUDGET)


def test_a_copy_whose_time_changed_is_read_and_one_of_another_size_is_not(upgraded: dp.Desk, tmp_path: Path) -> None:
    (copy,) = (tmp_path / "new" / "data").rglob("*.parquet")
    os.utime(copy, (1, 1))
    with upgraded as desk:
        assert desk.release("t", PLAN)
        copy.write_bytes(copy.read_bytes() + b" ")
        with pytest.raises(dp.SourceError, match="altered"):
            desk.release("t", dp.Plan([dp.Ask(dp.Sum("x"), mu=4)]))
