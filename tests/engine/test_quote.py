"""No cell takes the rows after it away: a file in which a quote stays open is refused, as the engine reads quotes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import duckdb
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.source import quotation, transcode
from dpcore.engine.source.delimited_scan import Piece, _scan
from dpcore.engine.source.quotation import quotes

LINE_ENDS = ("\n", "\r\n", "\r")


def text(random: Random, end: str) -> str:
    """Lines of two cells: plain, well quoted, or with quotes and spaces anywhere."""

    def cell() -> str:
        kind = random.randrange(5)
        if kind == 0:
            return "a"
        if kind == 1:
            return '"' + "".join(random.choices(["a", '""', ",", " ", end], k=random.randrange(4))) + '"'
        return "".join(random.choices('a"" ', k=random.randrange(5)))

    return "".join(f"{cell()},{cell()}{end}" for _ in range(random.randint(1, 4)))


def rows(path: Path, lines: str, connection: duckdb.DuckDBPyConnection) -> list[tuple[str, str]] | None:
    """What the engine reads; None where it refuses."""
    path.write_bytes(lines.encode())
    end = transcode.line_end(path)
    if end is None:
        return None  # it is converted before it is read
    piece = Piece(path, ("c", "d"), ",", heads=True, end=end, single=True, open=False)
    query = f"SELECT * FROM {_scan([path], piece).sql(dialect='duckdb')}"
    try:
        return connection.execute(query).fetchall()
    except duckdb.Error:
        return None


@pytest.mark.sample(1)
@pytest.mark.parametrize("chunk", [3, 2**24])
def test_a_quote_is_open_where_the_engine_leaves_it_open(
    chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves one open where a line that is added to the file is no row."""
    monkeypatch.setattr(quotation, "_CHUNK", chunk)
    random, path, seen = Random(chunk), tmp_path / "t.csv", set()
    with duckdb.connect() as connection:
        for _ in range(400):
            end = random.choice(LINE_ENDS)
            lines = f"c,d{end}{text(random, end)}"
            found = rows(path, lines, connection)
            if found is None:
                continue
            is_open = rows(path, f"{lines}z,z{end}", connection) != [*found, ("z", "z")]
            path.write_bytes(lines.encode())
            assert quotes(path, ",").open == is_open, lines
            seen.add(is_open)
    assert seen == {True, False}


@pytest.mark.parametrize("cell", [' "abc', '"abc" "x', '"" "', ' """', '"a"   "b, '])
def test_a_cell_that_stays_open_is_refused(cell: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("c,d\n" + "a,1\n" * 5 + f"{cell},2\n" + "a,3\n" * 5)
    with pytest.raises(dp.SourceError, match="an unclosed quote"):
        dp.read(path)


@pytest.mark.sample(4)
@pytest.mark.parametrize("cell", [' "abc"', '"abc" ', '  "abc', 'abc "', '"He said ""hi"" "', '" "', '""" """'])
def test_a_cell_that_is_closed_takes_no_row_away(cell: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text('\ufeff"c",d\n' + "a,1\n" * 5 + f"{cell},2\n" * 2, encoding="utf-8")
    frozen = dp.read(path).freeze(tmp_path / "frozen", bytes(32))
    assert pq.read_table(frozen.path).num_rows == 7
