"""Rows that collide in DuckDB's hash under every key: whoever writes them decides on nothing of anybody else's rows."""

from __future__ import annotations

import random
import struct
from itertools import pairwise
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.column import Identifier, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.engine.rows import KEY

MASK, FACTOR = 2**64 - 1, 0xD6E8FEB86659FD93
SCHEMA = Schema(a=Number(0, 1), b=Number(0, 1), who=Identifier())
Pair = tuple[float, float]


def cell(hashed: int) -> float:
    """The double of this hash."""
    for _ in range(2):
        hashed ^= hashed >> 32
        hashed = hashed * pow(FACTOR, -1, 2**64) & MASK
    return struct.unpack("<d", struct.pack("<Q", hashed ^ hashed >> 32))[0]


def colliding(source: random.Random) -> tuple[Pair, Pair]:
    """Two rows of two doubles each, the first counted by a > 0.5 and the second not, of one hash."""
    while True:
        one, two = source.getrandbits(64), source.getrandbits(64)
        first = cell(one), cell(two)
        second = cell(one ^ 0x8000000080000000), cell(two ^ 0x8000000000000000)
        if first[0] > 1 and second[0] < 0 and all(abs(value) < 1e307 for value in (*first, *second)):
            return first, second


@pytest.mark.sample(1)
@pytest.mark.parametrize("salt", [0, 1, 2**62 + 12345])
def test_they_collide(salt: int) -> None:
    """Else the next test would hold for nothing; where DuckDB takes another hash, rows must be made for that."""
    for seed in range(20):
        first, second = colliding(random.Random(seed))
        statement = "SELECT hash(?::BIGINT, ?::DOUBLE, ?::DOUBLE), hash(?::BIGINT, ?::DOUBLE, ?::DOUBLE)"
        with duckdb.connect() as connection:
            hashes = connection.execute(statement, [salt, *first, salt, *second]).fetchone()
        assert hashes is not None and hashes[0] == hashes[1]


@pytest.mark.sample(1)
@pytest.mark.parametrize("limit", [1, 3, 20])
@pytest.mark.parametrize("seed", range(3))
def test_which_rows_stay_follows_from_the_units_own_rows(seed: int, limit: int, tmp_path: Path) -> None:
    source = random.Random(seed)
    first, second = colliding(source)
    own = [first] * limit + [second] * limit
    units = range(300)
    one = [(*row, unit) for unit in units for row in own]
    orders = [one, one[::-1], sorted(one), sorted(one, reverse=True), source.sample(one, len(one))]
    orders.append([(0.1, 0.5, -1), *sorted(one, reverse=True)])
    question = Aggregate((Rows(),), where=(Condition("a", ">", 0.5),))
    counts = []
    for place, rows in enumerate(orders):
        folder = tmp_path / str(place)
        columns = dict(zip("ab", zip(*[row[:2] for row in rows], strict=True), strict=True))
        table = pa.table({**columns, "who": [row[2] for row in rows]})
        with DuckDB(dp.read(table).freeze(folder, KEY), Table(SCHEMA, Unit("who", limit)), KEY, folder) as engine:
            counts.append(int(engine.aggregate([question])[0].sum()))
    assert all(before == after for before, after in pairwise(counts))
