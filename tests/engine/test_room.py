"""Loading without room: the disk is named and not the file; what is wrong with the file is still said."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.source import delimited, parquet

KEY = b"k" * 32
ROOM = r"The rows cannot be stored: the disk is full\. Hint: Free some disk space"
TABLE = pa.table({"a": [1, 2, 3], "b": ["x", "y", "z"]})
KINDS = ["csv", "tsv", "parquet", "table", "frame"]


def source(kind: str, folder: Path) -> dp.Source:
    """The same rows in each kind of source."""
    path = folder / f"rows.{kind}"
    if kind == "table":
        return dp.read(TABLE)
    if kind == "frame":
        return dp.read(TABLE.to_pandas())
    if kind == "parquet":
        pq.write_table(pa.table({**{name: TABLE[name] for name in "ab"}, "c": [["n"]] * 3}), path)
    else:
        TABLE.to_pandas().to_csv(path, index=False, sep="," if kind == "csv" else "\t")
    return dp.read(path)


def failing(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Whatever writes rows ends as DuckDB and Arrow end where the system gives this code."""
    words = os.strerror(code)

    def write(*_: Any, **__: Any) -> None:
        raise duckdb.IOException(f'IO Error: Async write failed: "Could not write file \\"x.parquet\\": {words}"')

    def store(*_: Any, **__: Any) -> None:
        raise OSError(code, f"Error writing bytes to file. Detail: [errno {code}] {words}")

    for module in (delimited, parquet):
        monkeypatch.setattr(module, "copy", write)
    monkeypatch.setattr(pq, "write_table", store)


@pytest.mark.sample(4)
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("kind", KINDS)
def test_a_full_disk_is_named_and_nothing_is_left(
    kind: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = source(kind, tmp_path)
    failing(monkeypatch, code)
    with pytest.raises(dp.SourceError, match=ROOM):
        rows.freeze(tmp_path / "frozen", KEY)
    assert not list((tmp_path / "frozen").iterdir())


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", KINDS)
def test_another_failure_is_not_taken_for_a_full_disk(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = source(kind, tmp_path)
    failing(monkeypatch, errno.EIO)
    with pytest.raises(dp.SourceError) as caught:
        rows.freeze(tmp_path / "frozen", KEY)
    assert "full" not in str(caught.value)


def test_a_cell_that_speaks_of_a_full_disk_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"a,b\n1,2\n{os.strerror(errno.ENOSPC)},3,4\n")
    with pytest.raises(dp.SourceError, match="do not fit the header"):
        dp.read(path).freeze(tmp_path / "frozen", KEY)
