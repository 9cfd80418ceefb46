"""What an expert would write in DuckDB for the same exact integers: one statement an ask, on the file itself.

python -m benchmarks.handwritten asks FILE RUNS        seconds of each run, peak memory, the integers
python -m benchmarks.handwritten truncate FILE RUNS    seconds of each way to keep 5 rows a unit
python -m benchmarks.handwritten window FILE RUNS      the first of these ways alone

FILE may be a pattern. MURMUR_MEMORY and MURMUR_SPILL limit memory and temporary files, as Murmur's own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.child import answer, peak
from benchmarks.clock import Pair, timed, total

_VALUE = "CASE WHEN isfinite(value) THEN least(greatest(value, 0), 1000) END"
_Y = f"floor({_VALUE} * 262144 + 0.5)::BIGINT"  # Murmur's public grids: 2^18 steps a unit for sums and means,
_Y8 = f"floor({_VALUE} * 8 + 0.5)::BIGINT"  # 8 for variances

ASKS = {
    "count": "SELECT count(*) FROM t",
    "sum": f"SELECT count(y), sum(y) FROM (SELECT {_Y} AS y FROM t)",
    "mean": f"SELECT count(y), sum(y) FROM (SELECT {_Y} AS y FROM t)",
    "variance": f"SELECT count(y), sum(y), sum(y * y) FROM (SELECT {_Y8} AS y FROM t)",
    "histogram": """
        SELECT least(floor(value / 10), 99)::INTEGER AS bin, count(*) FROM t
        WHERE value BETWEEN 0 AND 1000 GROUP BY bin ORDER BY bin
    """,
    "count_by": "SELECT grp, count(*) FROM t GROUP BY grp ORDER BY grp",
    "mean_by": f"SELECT grp, count(y), sum(y) FROM (SELECT grp, {_Y} AS y FROM t) GROUP BY grp ORDER BY grp",
    "cross": "SELECT a, b, count(*) FROM t GROUP BY a, b ORDER BY a, b",
}

# At most 5 rows of each unit, in the order of a keyed hash of the row's content; the asked columns, written to Parquet.
_HASHED = "SELECT value, grp, a, b, unit, hash(20261121, value, grp, a, b, unit) AS h FROM t"
TRUNCATIONS = {
    "window": f"SELECT * EXCLUDE (h) FROM ({_HASHED}) QUALIFY row_number() OVER (PARTITION BY unit ORDER BY h) <= 5",
    "five smallest hashes, joined": f"""
        WITH hashed AS ({_HASHED}),
            bound AS (SELECT unit AS who, list_last(min(h, 5)) AS last FROM hashed GROUP BY unit)
        SELECT value, grp, a, b, unit FROM hashed JOIN bound ON unit = who WHERE h <= last
    """,
    "five first rows by arg_min": f"""
        SELECT unnest(row) FROM (
            SELECT unnest(arg_min({{value: value, grp: grp, a: a, b: b, unit: unit}}, h, 5)) AS row
            FROM ({_HASHED}) GROUP BY unit
        )
    """,
}


def exact(rows: list[tuple[Any, ...]]) -> list[list[int]]:
    """The integers of an answer by measure, in the order of its cells."""
    return [[int(cell) for cell in column] for column in zip(*rows, strict=True) if not isinstance(column[0], str)]


def _connection(path: Path) -> Any:
    import duckdb

    connection = duckdb.connect()
    connection.execute("SET enable_progress_bar = false")
    for name, setting in (("MURMUR_MEMORY", "memory_limit"), ("MURMUR_SPILL", "max_temp_directory_size")):
        if limit := os.environ.get(name):
            connection.execute(f"SET {setting} = '{limit}'; SET temp_directory = '{path.parent / 'spill'}'")
    connection.execute(f"CREATE VIEW t AS FROM read_parquet('{path}')")
    return connection


def _asks(path: Path, runs: int) -> dict[str, Any]:
    seconds: list[Pair] = []
    answers: dict[str, list[list[int]]] = {}
    with _connection(path) as connection:

        def ask(name: str) -> None:
            answers[name] = exact(connection.execute(ASKS[name]).fetchall())

        for _ in range(runs):
            seconds.append(total([timed(lambda name=name: ask(name)) for name in ASKS]))
    answers["histogram"] = answers["histogram"][1:]  # its first column is the bin
    return {"seconds": seconds, "answers": answers, "peak": peak()}


def _truncations(path: Path, runs: int, names: Sequence[str] = tuple(TRUNCATIONS)) -> dict[str, Any]:
    seconds: dict[str, list[Pair]] = {name: [] for name in names}
    target = path.with_name("truncated.part")
    with _connection(path) as connection:
        connection.execute("SET preserve_insertion_order = false")
        for _ in range(runs):
            for name in names:
                sql = TRUNCATIONS[name]
                seconds[name].append(timed(lambda sql=sql: connection.sql(sql).write_parquet(str(target))))
                target.unlink()
    return {"seconds": seconds, "peak": peak()}


if __name__ == "__main__":
    ways = {"asks": _asks, "truncate": _truncations, "window": partial(_truncations, names=["window"])}
    answer(ways[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3])))
