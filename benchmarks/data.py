"""A public synthetic table, made by arithmetic: the same rows on every machine. No person is in it."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(".bench/data")
UNITS = 1_000_000

_ROWS = """
    SELECT
        (hash(i, 1) % 1000001) / 1000.0 AS value,
        (hash(i, 2) % 10001)::INTEGER AS amount,
        'group_' || lpad((hash(i, 3) % 50)::VARCHAR, 2, '0') AS grp,
        'a' || (hash(i, 4) % 5)::VARCHAR AS a,
        'b' || (hash(i, 5) % 8)::VARCHAR AS b,
        (hash(i, 6) % {units})::BIGINT AS unit
    FROM range({rows}) AS r(i)
"""


def table(rows: int) -> Path:
    """The Parquet file of so many rows, ten a unit on average up to 1M units; made if it is not there."""
    import duckdb

    path = FOLDER / f"rows_{rows}.parquet"
    if not path.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        query = _ROWS.format(rows=rows, units=max(1, min(UNITS, rows // 10)))
        with duckdb.connect() as connection:
            connection.sql(query).write_parquet(str(part))
        part.replace(path)
    path.read_bytes()  # into the file cache
    return path
