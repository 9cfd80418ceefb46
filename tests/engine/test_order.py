"""Order statistics around a rank, against plain Python: in two passes, in one, and in one statement of any engine."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import psycopg
import pyarrow as pa
import pytest

from dpcore.engine import window
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.sql.bucketed import select_by_buckets
from dpcore.engine.sql.dialect import Dialect, DuckDBDialect
from dpcore.engine.sql.literal import integer, text
from dpcore.engine.sql.order import select_ranks
from dpcore.engine.sql.plain import parquet
from dpcore.engine.sql.postgres_dialect import PostgresDialect
from dpcore.engine.sql.scan import Scan
from dpcore.engine.window import from_ranks
from dpcore.errors import QueryError
from dpcore.statistic.sums.ranges import MOST_NUMBERS, MOST_REACH, Range, order_size, widest_reach
from dpcore.table.aggregate import Aggregate, Categories, Flags, Grid, Integers, Key, Rows
from dpcore.table.category import Category
from dpcore.table.column import Flag, Identifier, Number
from dpcore.table.condition import Condition
from dpcore.table.ordering import Order
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.engine import oracle
from tests.engine.rows import KEY, frozen
from tests.postgres import DATABASE, Cluster

SCHEMA = Schema(
    x=Number(0, 100), k=Number(-20, 90, integer=True), g=Category(["a", "b", "c"]), f=Flag(), unit=Identifier()
)
GRIDS = [Grid("x", 0, 100 * 2**13, -13), Grid("x", 3, 95, 0), Grid("x", 16, 1500, -4), Grid("k", -20, 110, 0)]
KEYS: list[tuple[Key, ...]] = [(), (Categories("g", ("a", "b", "c")),), (Integers("k", 0, 2), Flags("f"))]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Case:
    """Rows, and an aggregate that asks for ranks of theirs."""

    rows: list[oracle.Row]
    table: Table
    ask: Aggregate

    @property
    def order(self) -> Order:
        assert self.ask.order is not None
        return self.ask.order

    @property
    def columns(self) -> dict[str, pa.Array]:
        kinds = {"x": pa.float64(), "k": pa.int64(), "g": pa.string(), "f": pa.bool_(), "unit": pa.string()}
        return {name: pa.array([row[name] for row in self.rows], kind) for name, kind in kinds.items()}


def numbers(random: np.random.Generator, rows: int) -> np.ndarray:
    """Spread, in clusters, the same, with ties, and outside the bounds."""
    shapes = [
        random.uniform(-20, 120, rows),
        random.choice([12.0, 88.0], rows) + random.normal(0, 0.01, rows),
        np.full(rows, 37.25),
        np.round(random.normal(50, 10, rows)),
        np.exp(random.normal(0, 3, rows)),
    ]
    return random.choice(np.array(shapes))


def ranges(random: np.random.Generator, steps: int, cells: int) -> tuple[tuple[Range, ...], ...]:
    """Disjoint ones for each cell; some leave integers out, some are empty, some hold a single one."""
    count = int(random.choice([1, 2, 6]))
    made = []
    for _ in range(cells):
        cuts = sorted(random.choice(steps, 2 * count, replace=False).tolist())
        ends = [(0, steps)] if count == 1 else list(zip(cuts[::2], cuts[1::2], strict=True))
        if random.random() < 0.5:
            ends[-1] = (ends[-1][0], steps)
        ends = [(low, low - 1) if low and random.random() < 0.1 else (low, high) for low, high in ends]
        made.append(tuple(Range(*end, Fraction(int(random.integers(0, 21)), 20)) for end in ends))
    return tuple(made)


def drawn(seed: int, most: int = 4000) -> Case:
    """A case over the whole range people use."""
    random = np.random.default_rng(seed)
    rows = int(random.choice([0, 1, 2, 7, 100, most]))
    cells = {
        "x": numbers(random, rows).tolist(),
        "k": random.integers(-30, 100, rows).tolist()
        if random.random() < 0.5
        else random.integers(0, 3, rows).tolist(),
        "g": random.choice(["a", "b", "c", "d", ""], rows).tolist(),
        "f": random.choice([True, False], rows).tolist(),
        "unit": random.integers(0, 3 + rows // 3, rows).astype(str).tolist(),
    }
    rare = random.random((rows, 4)) < 0.05
    for row, name in zip(*np.nonzero(rare), strict=True):
        cells[list(cells)[name]][row] = random.choice(np.array([None, float("nan")])) if name == 0 else None
    grid, keys = GRIDS[random.integers(len(GRIDS))], KEYS[random.integers(len(KEYS))]
    places = int(np.prod([key.size for key in keys]))
    order = Order(grid, ranges(random, grid.steps, places), int(random.choice([0, 1, 3, 40, 3000])))
    present = tuple(name for name in ("x", "k") if random.random() < 0.5)
    where = (Condition("k", "<", 60),) if random.random() < 0.5 else ()
    unit = Unit("unit", max_rows=10_000) if random.random() < 0.3 else Unit()
    lines = [dict(zip(cells, line, strict=True)) for line in zip(*cells.values(), strict=True)]
    return Case(lines, Table(SCHEMA, unit), Aggregate((order,), keys, where, present))


def expected(case: Case) -> np.ndarray:
    """The array that `Order` describes, one row at a time."""
    ask, order = case.ask, case.order
    found: dict[tuple[int, int], list[int]] = {}
    for row in case.rows:
        kept = all(oracle.met(condition, SCHEMA, row) for condition in ask.where)
        kept = kept and all(oracle.clean(SCHEMA[name], row[name]) is not None for name in ask.present)
        codes = [oracle.code(key, SCHEMA, row) for key in ask.keys]
        value = oracle.clean(SCHEMA[order.grid.column], row[order.grid.column])
        if kept and None not in codes and value is not None:
            cell = int(np.ravel_multi_index(codes, ask.shape)) if codes else 0
            y = oracle.step(order.grid, value)
            for place, inside in enumerate(order.ranges[cell]):
                if inside.low <= y <= inside.high:
                    found.setdefault((cell, place), []).append(y)
    answer = np.zeros((order.numbers, len(order.ranges), len(order.ranges[0])), dtype=np.int64)
    for (cell, place), ys in found.items():
        ys.sort()
        middle = int(order.ranges[cell][place].rank * len(ys))
        near = sorted(set(ys[max(0, middle - order.reach - 2) : middle + order.reach + 1]))
        answer[:2, cell, place] = len(ys), sum(y < near[0] for y in ys)
        answer[2 : 2 + len(near), cell, place] = near
        answer[2 + order.size : 2 + order.size + len(near), cell, place] = [ys.count(y) for y in near]
    return answer.reshape(order.numbers, *ask.shape, -1)


def by_engine(case: Case, folder: Path) -> np.ndarray:
    with DuckDB(frozen(case.columns, folder), case.table, KEY, folder) as engine:
        counts, answer = engine.aggregate([Aggregate((Rows(),)), case.ask])
    assert counts.tolist() == [len(case.rows)]
    return answer


def in_one(case: Case, relation: Any, dialect: Dialect, shift: int = 0) -> str:
    """The statement by points, or by buckets where they have a size and some range has points."""
    kinds = {"x": "float", "k": "integer", "g": "text", "f": "flag", "unit": "text"}
    embedded = isinstance(dialect, DuckDBDialect)
    salt = integer(7) if embedded else text("7")
    scan = Scan(case.table, kinds, relation, dialect, salt, not embedded)  # type: ignore[arg-type]
    if shift and any(inside.points for cell in case.order.ranges for inside in cell):
        return dialect.sql(select_by_buckets(case.ask, case.order, scan, shift))
    return dialect.sql(select_ranks(case.ask, case.order, scan))


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(60))
def test_order_statistics_are_those_of_plain_python(seed: int, tmp_path: Path) -> None:
    case = drawn(seed)
    answer = by_engine(case, tmp_path)
    assert answer.dtype == np.int64 and answer.shape == (case.order.numbers, *case.ask.shape, len(case.order.ranges[0]))
    assert answer.tolist() == expected(case).tolist()


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(60, 90))
def test_one_statement_gives_the_same(seed: int, tmp_path: Path) -> None:
    case = drawn(seed)
    sql = in_one(case, parquet(frozen(case.columns, tmp_path).path), DuckDBDialect())
    columns = list(duckdb.execute(sql).fetchnumpy().values())
    assert from_ranks(case.ask, case.order, columns).tolist() == expected(case).tolist()


def test_one_statement_gives_the_same_on_a_server(postgres: Cluster) -> None:
    postgres.empty()
    with postgres.connect(DATABASE) as connection:
        for setting in ("parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size"):
            connection.execute(f"SET {setting} = 0")
        for seed in range(90, 96):
            case = drawn(seed, most=500)
            connection.execute("DROP TABLE IF EXISTS visits")
            connection.execute("CREATE TABLE visits (x float8, k bigint, g text, f boolean, unit text)")
            rows = [tuple(row.values()) for row in case.rows]
            if rows:
                connection.cursor().executemany("INSERT INTO visits VALUES (%s, %s, %s, %s, %s)", rows)
            for shift in (0, *sorted({1, 4, case.order.grid.steps.bit_length()})):
                sql = in_one(case, "visits", PostgresDialect(), shift)
                found = fetched(connection, sql)
                assert from_ranks(case.ask, case.order, found).tolist() == expected(case).tolist(), (seed, shift)
                plan = " ".join(line for (line,) in connection.execute(f"EXPLAIN {sql}"))  # type: ignore[arg-type]
                assert "Workers Planned" in plan, "a fence keeps the server from sharing the rows among its workers"


def fetched(connection: psycopg.Connection[Any], sql: str) -> list[np.ndarray]:
    lines = connection.execute(sql).fetchall()  # type: ignore[arg-type]
    return list(np.array(lines, dtype=np.int64).reshape(-1, 5).T)


def test_few_grid_integers_take_one_pass_and_many_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []
    fetch = DuckDB._fetch
    monkeypatch.setattr(DuckDB, "_fetch", lambda self, sql: (statements.append(sql), fetch(self, sql))[1])
    rows = [dict.fromkeys(SCHEMA) | {"x": float(x), "k": x} for x in range(100)]
    for grid, passes in ((GRIDS[3], 1), (GRIDS[0], 2)):
        statements.clear()
        order = Order(grid, ((Range(0, grid.steps, HALF),),), 5)
        by_engine(Case(rows, Table(SCHEMA), Aggregate((order,))), tmp_path)
        assert len([sql for sql in statements if "place" in sql]) == passes
    statements.clear()
    by_engine(Case([], Table(SCHEMA), Aggregate((Order(GRIDS[0], ((Range(0, 9, HALF),),), 5),))), tmp_path)
    assert len([sql for sql in statements if "place" in sql]) == 1


def test_without_its_second_pass_an_answer_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "_join", lambda some, more: some)
    random = np.random.default_rng(3)
    rows = [dict.fromkeys(SCHEMA) | {"x": x, "k": 0} for x in random.uniform(0, 100, 50).tolist()]
    order = Order(GRIDS[0], ((Range(0, GRIDS[0].steps, HALF),),), 5)
    case = Case(rows, Table(SCHEMA), Aggregate((order,)))
    assert by_engine(case, tmp_path).tolist() != expected(case).tolist()


def test_a_unit_keeps_its_rows_in_few_cells() -> None:
    """Every unit has a row in each of three cells, and two are kept: a third of the rows is gone, none twice."""
    units = 200
    columns = {
        "x": pa.array([float(y) for y in range(units)] * 3),
        "k": pa.array([0] * 3 * units),
        "g": pa.array(["a"] * units + ["b"] * units + ["c"] * units),
        "f": pa.array([True] * 3 * units),
        "unit": pa.array([str(unit) for unit in range(units)] * 3),
    }
    whole = (Range(0, 100, HALF),)
    ask = Aggregate((Order(Grid("x", 0, 100, 0), (whole,) * 3, 1),), keys=KEYS[1], max_groups=2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table = Table(SCHEMA, Unit("unit", max_rows=3, max_groups=2))
        with DuckDB(frozen(columns, folder), table, KEY, folder) as engine:
            [answer] = engine.aggregate([ask])
    assert answer[0].sum() == 2 * units and (answer[0] < units).all()


@pytest.mark.parametrize(
    "bad",
    [
        lambda: Range(0, 9, 0.5),  # type: ignore[arg-type]
        lambda: Range(0, 9, Fraction(3, 2)),
        lambda: Range(0, 9, Fraction(-1, 2)),
        lambda: Range(0, 9, Fraction(1, 1_000_003)),
        lambda: Range(5, 3, HALF),
        lambda: Range(-1, 3, HALF),
        lambda: Range(0, -1, HALF),
        lambda: Order(GRIDS[3], (), 1),
        lambda: Order(GRIDS[3], ((),), 1),
        lambda: Order(GRIDS[3], ((Range(0, 9, HALF),), ()), 1),
        lambda: Order(GRIDS[3], ((Range(0, 9, HALF), Range(9, 12, HALF)),), 1),
        lambda: Order(GRIDS[3], ((Range(9, 12, HALF), Range(0, 8, HALF)),), 1),
        lambda: Order(GRIDS[3], ((Range(0, 111, HALF),),), 1),
        lambda: Order(GRIDS[3], ((Range(0, 9, HALF),),), -1),
        lambda: Order(GRIDS[3], ((Range(0, 9, HALF),),), MOST_REACH + 1),
        lambda: Order(Grid("x", 0, 2**30, 0), ((Range(0, 2**30, HALF),),), 2**21),
        lambda: Order(GRIDS[0], ((Range(0, 2**19, HALF),),) * 1000, 2000),
        lambda: Order(Grid("x", 0, 2**62 - 1, 0), ((Range(0, 1, HALF),),) * 2, 1),
        lambda: Aggregate((Order(GRIDS[3], ((Range(0, 9, HALF),),), 1), Rows())),
        lambda: Aggregate((Order(GRIDS[3], ((Range(0, 9, HALF),),), 1),), keys=KEYS[1]),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(bad: Any) -> None:
    with pytest.raises(QueryError):
        bad()


@pytest.mark.parametrize("places", [1, 3, 1000, 50_000])
@pytest.mark.parametrize("points", [1, 2, 121, 2**20 + 1, 2**40])
def test_the_widest_reach_fits_and_the_next_does_not(places: int, points: int) -> None:
    reach = widest_reach(places, points)
    assert places * (2 + 2 * order_size(reach, points)) <= MOST_NUMBERS
    assert reach == MOST_REACH or places * (2 + 2 * order_size(reach + 1, points)) > MOST_NUMBERS
