"""Describing a table in place again changes no question about columns that are declared as before."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.base import Engine
from dpcore.engine.rows import Rows
from dpcore.errors import SchemaError, SourceError
from dpcore.table.aggregate import Aggregate
from dpcore.table.table import Table, Unit
from tests.chance import seeds
from tests.engine.in_place.world import KEY, KINDS, Kind, address, make
from tests.engine.test_kept_order import NAMES, chain, kept_alike, rows
from tests.postgres import Cluster
from tests.spark import Server

TEXT = Kind("text", (), KINDS["text"].arrow, str)


@contextlib.contextmanager
def asked_of(found: Rows, folder: Path) -> Iterator[Any]:
    """Answers asks about a table in place, with one engine for each table."""
    with contextlib.ExitStack() as held:
        engines: dict[int, Engine] = {}

        def answer(table: Table, ask: Aggregate) -> np.ndarray[Any, Any]:
            if id(table) not in engines:
                found.check(KEY, table)
                engines[id(table)] = held.enter_context(found.engine(table, KEY, folder))
            return engines[id(table)].aggregate([ask])[0]

        yield answer


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_on_a_server(seed: int, server: Any, postgres: Cluster, tmp_path: Path) -> None:
    chance = random.Random(seed)
    tables, columns = chain(chance, Unit("who", chance.choice([1, 2, 5]))), rows(chance)
    lines = pa.table(columns).to_pylist()
    make(server, "visits", dict.fromkeys(columns, TEXT), lines)
    found = dp.read(address(postgres), table="visits").load(tmp_path, KEY)
    with asked_of(found, tmp_path) as answer:
        assert kept_alike(tables, answer)


def test_a_column_that_orders_rows_must_still_be_there(server: Any, postgres: Cluster, tmp_path: Path) -> None:
    """Also if it is no longer declared: without it, other rows would be kept."""
    first = dp.Schema({"who": dp.Identifier(), **{name: dp.Flag() for name in NAMES}})
    last = dp.Schema({"who": dp.Identifier(), "a": dp.Flag()})
    table = Table(last, Unit("who", 2), before=(first,))
    columns = rows(random.Random(1))
    make(server, "visits", dict.fromkeys(columns, TEXT), pa.table(columns).to_pylist())
    found = dp.read(address(postgres), table="visits").load(tmp_path, KEY)
    found.check(KEY, table)
    server.execute('ALTER TABLE visits DROP COLUMN "d"')
    with pytest.raises((SourceError, SchemaError)):
        found.check(KEY, table)
    found.check(KEY, Table(last, Unit(), before=(first,)))


@pytest.mark.xdist_group("spark")
@pytest.mark.parametrize("seed", seeds(2, 0, 1))
def test_on_spark(seed: int, spark: Server, tmp_path: Path) -> None:
    chance = random.Random(seed)
    tables, columns = chain(chance, Unit("who", chance.choice([1, 2, 5]))), rows(chance)
    pq.write_table(pa.table(columns), tmp_path / "rows.parquet")
    spark.table("visits", dict.fromkeys(columns, "string"), tmp_path / "rows.parquet")
    found = dp.read(spark.address, table="visits").load(tmp_path, KEY)
    with asked_of(found, tmp_path) as answer:
        assert kept_alike(tables[:2], answer)
