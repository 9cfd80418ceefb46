"""Public numbers next to 0 are 0: engines differ in what they make of them, and one raises where they underflow."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.rows import Rows
from dpcore.mechanisms import Mu
from dpcore.table.table import Table
from tests.engine.in_place.world import KEY, address, owner
from tests.postgres import SECRET, Cluster

CELLS = [0.0, -0.0, 1e-250, 1e-320, 5e-324, -5e-324, 0.5, 1.0, 3.0, None, float("nan"), float("inf"), 1e17, 1e-200]
CELLS += [1e-199, -1e-250]
WIDE, UNIT = dp.Number(0, 2.0**53), dp.Number(-1, 1)
ASKED: list[tuple[dp.Number, dp.queries.Query]] = [
    *((UNIT, dp.Count(where=dp.Condition("x", op, c))) for op in ("<", "==", ">=") for c in (1e-220, -1e-200, 1e-200)),
    (dp.Number(0, 1), dp.Histogram("x", edges=[0, 1e-199, 1e-100, 1])),
    (dp.Number(5e-324, 2.0**53), dp.Sum("x")),
    (dp.Number(5e-324, 2.0**53), dp.Median("x")),
    (dp.Number(0, 2.0**53, missing=5e-324), dp.Sum("x")),
    (dp.Number(0, 2.0**53, missing=5e-324), dp.Histogram("x", bins=3)),
]


@pytest.fixture
def both(postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Rows, Rows]]:
    """The cells in a file and in a database."""
    monkeypatch.setenv("MURMUR_SOURCE_PASSWORD", SECRET)
    postgres.empty()
    with owner(postgres) as connection:
        connection.execute("CREATE TABLE t (x float8)")
        connection.cursor().executemany("INSERT INTO t VALUES (%s)", [(x,) for x in CELLS])
        pq.write_table(pa.table({"x": pa.array(CELLS, pa.float64())}), tmp_path / "t.parquet")
        server = dp.read(address(postgres), table="t").load(tmp_path, KEY)
        yield dp.read(tmp_path / "t.parquet").load(tmp_path, KEY), server


def test_both_engines_read_the_same(both: tuple[Rows, Rows], tmp_path: Path) -> None:
    for column, query in ASKED:
        table = Table(dp.Schema(x=column))
        answers = []
        for rows in both:
            with rows.engine(table, KEY, tmp_path) as engine:
                step = next(query.bind(table.schema).run(table, Mu(Fraction(1, 4)))).steps[0]
                answers.append(engine.aggregate([step.aggregate])[0].tolist())
        assert answers[0] == answers[1], (column, query)


def test_they_are_0() -> None:
    column = dp.Number(5e-324, 1, missing=1e-200)
    assert (column.low, column.missing) == (0, 0)
    assert dp.Condition("x", "==", 1e-250).bind(dp.Schema(x=UNIT)).value == 0
    with pytest.raises(dp.QueryError, match="increasing"):
        dp.Histogram("x", edges=[0, 1e-250, 1]).bind(dp.Schema(x=UNIT)).axes(dp.Schema(x=UNIT))
    assert repr(dp.Number(0, 1).low) == "0" and repr(dp.Number(0.0, 1.0).low) == "0.0"
    assert dp.Number(0, 1, missing=1.1e-200).missing == 1.1e-200
