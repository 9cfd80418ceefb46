"""Medians and cumulative distributions against hand-written DuckDB and PostgreSQL: exact quantiles, grouped counts.

python -m benchmarks.order FILE ASK RUNS            seconds of each run by Murmur and by hand, in turns, on DuckDB
python -m benchmarks.order FILE ASK RUNS ADDRESS    the same on a table of that database, `bench`
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import dpcore as dp
from benchmarks import data
from benchmarks.asks import SCHEMA
from benchmarks.child import answer, module
from benchmarks.clock import middle, timed
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds
from tests.postgres import SECRET, cluster

RUNS, IN_PLACE = sized((5, 3), (1, 1))
CELLS = 4096
_CLAMPED = "CASE WHEN isfinite(value) THEN least(greatest(value, 0), 1000) END"
_PLAIN = "least(greatest(value, 0), 1000)"
_BIN = f"least(floor({{}} * {CELLS} / 1000), {CELLS - 1})::INTEGER AS bin"

ASKS: dict[str, tuple[dp.Query, str, str, float | None, float | None]] = {
    "median": (
        dp.Median("value"),
        f"SELECT quantile_disc({_CLAMPED}, 0.5) FROM t",
        f"SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY {_PLAIN}) FROM bench",
        1.0,
        1.3,
    ),
    "median by 50 groups": (
        dp.Median("value", by=["grp"]),
        f"SELECT grp, quantile_disc({_CLAMPED}, 0.5) FROM t GROUP BY grp",
        f"SELECT grp, percentile_disc(0.5) WITHIN GROUP (ORDER BY {_PLAIN}) FROM bench GROUP BY grp",
        None,
        None,
    ),
    f"cumulative of {CELLS:,} cells": (
        dp.Cumulative("value", CELLS),
        f"SELECT {_BIN.format(_CLAMPED)}, count(*) FROM t GROUP BY bin",
        f"SELECT {_BIN.format(_PLAIN)}, count(*) FROM bench GROUP BY bin",
        1.2,
        1.2,
    ),
}
"""Each question, the same by hand in DuckDB and in PostgreSQL, and how many times as long Murmur may take there."""


def table(rows: int) -> Table:
    """Releases on the frozen file, each in turn with the hand-written version, in one process per question."""
    path = data.table(rows)
    out = Table(f"Order statistics and a distribution, {rows:,} rows", ("what", "Murmur", "by hand", "ratio", "target"))
    for name, (_, _, _, target, _) in ASKS.items():
        _add(out, f"DuckDB: {name}", module("order", path, name, RUNS), target)
    return out


def postgres(rows: int) -> Table:
    """The same on a PostgreSQL server of its own, on loopback, read in place."""
    path = data.table(rows)
    out = Table(f"The same in PostgreSQL, in place, {rows:,} rows", ("what", "Murmur", "by hand", "ratio", "target"))
    with cluster() as server:
        address = server.empty()
        _fill(address, path)
        for name, (_, _, _, _, target) in ASKS.items():
            _add(out, f"PostgreSQL: {name}", module("order", path, name, IN_PLACE, address), target)
    return out


def _add(out: Table, name: str, found: Any, target: float | None) -> None:
    ours, hand = (middle(found[side]) for side in ("murmur", "hand"))
    said = f"at most {target}×" if target else "–"
    out.add(name, seconds(ours[0]), seconds(hand[0]), ratio(ours[0] / hand[0], at_most=target), said)


def _fill(address: str, path: Path) -> None:
    """Create the table `bench` with statistics, as an administrator would."""
    import duckdb
    import psycopg

    plain = address.replace("postgresql+psycopg", "postgresql")
    with psycopg.connect(plain, autocommit=True) as connection, duckdb.connect() as reader:
        connection.execute("CREATE TABLE bench (value float8, amount int, grp text, a text, b text, unit bigint)")
        with (
            connection.cursor().copy("COPY bench FROM STDIN (FORMAT csv)") as copy,
            tempfile.TemporaryDirectory() as to,
        ):
            reader.sql(f"FROM read_parquet('{path}')").write_csv(f"{to}/rows.csv", header=False)
            with open(f"{to}/rows.csv", "rb") as file:
                while block := file.read(2**20):
                    copy.write(block)
        connection.execute("VACUUM ANALYZE bench")


def _turns(path: str, name: str, runs: int, address: str) -> dict[str, Any]:
    query, duck, server, *_ = ASKS[name]
    plain = address.replace(f":{SECRET}", "")
    os.environ["MURMUR_SOURCE_PASSWORD"] = SECRET
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(dir=".bench"))
        desk = stack.enter_context(dp.Desk(home=home))
        source = dp.read(plain, table="bench") if address else dp.read(path)
        desk.add_dataset("t", source, schema=SCHEMA, budget=dp.Budget(mu=100.0))
        by_hand = _by_hand(stack, path, duck, server, address)
        found: dict[str, Any] = {"murmur": [], "hand": []}
        for run in range(runs + 1):  # the first of each is not counted
            plan = dp.Plan([query], mu=1 + run / 1000)  # at a price that no earlier run had
            found["murmur"].append(timed(lambda plan=plan: desk.release("t", plan)))
            found["hand"].append(timed(by_hand))
    return {side: pairs[1:] for side, pairs in found.items()}


def _by_hand(stack: ExitStack, path: str, duck: str, server: str, address: str) -> Callable[[], object]:
    if address:
        import psycopg

        plain = address.replace("postgresql+psycopg", "postgresql")
        other = stack.enter_context(psycopg.connect(plain))
        return lambda: other.execute(server).fetchall()
    import duckdb

    connection = stack.enter_context(duckdb.connect())
    connection.execute("SET enable_progress_bar = false")
    connection.execute(f"CREATE VIEW t AS FROM read_parquet('{path}')")
    return lambda: connection.execute(duck).fetchall()


if __name__ == "__main__":
    _path, _name, _runs, *_address = sys.argv[1:]
    answer(_turns(_path, _name, int(_runs), "".join(_address)))
