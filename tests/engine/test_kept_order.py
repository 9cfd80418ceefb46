"""Describing rows again changes no question about columns that are declared as before: the same rows are kept."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.kept_order import order_mark
from dpcore.table.aggregate import Aggregate, Blocks, Categories, Edges, Flags, Key, Rows, Total, Units
from dpcore.table.aggregate import Grid as GridOf
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.chance import seeds
from tests.engine.rows import KEY, frozen

NAMES = ("a", "b", "c", "d")
WORDS = ("0", "1", "2", "yes", "no", "")


def rows(chance: random.Random, count: int = 160) -> dict[str, pa.Array]:
    """Rows of few units with few values, so that many are equal in some columns and differ in others."""
    cells = {"who": [chance.choice("uvwxyz") for _ in range(count)]}
    cells |= {name: [chance.choice(WORDS) for _ in range(count)] for name in NAMES}
    return {name: pa.array(values, pa.string()) for name, values in cells.items()}


def declaration(chance: random.Random) -> Any:
    listed = chance.sample(WORDS[:-1], chance.randint(1, 4))
    some = [dp.Category(listed, other=chance.random() < 0.4), dp.Flag(), dp.Text(), dp.Identifier()]
    return chance.choice([*some, dp.Number(0, chance.choice([1, 2])), dp.Number(-1, 3, missing=2)])


def described(chance: random.Random, before: Schema | None = None) -> Schema:
    """A description, which declares some columns as the one before it did."""
    columns: dict[str, Any] = {"who": dp.Identifier()}
    for name in NAMES:
        if before is not None and name in before and chance.random() < 0.6:
            columns[name] = before[name]
        elif chance.random() < 0.7:
            columns[name] = declaration(chance)
    return dp.Schema(columns)


def chain(chance: random.Random, unit: Unit) -> list[Table]:
    """Tables described several times, as the ledger would give them."""
    schemas = [described(chance)]
    for _ in range(chance.randint(1, 3)):
        schemas.append(described(chance, schemas[-1]))
    return [Table(schema, unit, before=tuple(schemas[:place])) for place, schema in enumerate(schemas)]


def key_of(name: str, column: Any) -> Key | None:
    match column:
        case dp.Category(values, other):
            return Categories(name, tuple(values), other)
        case dp.Flag():
            return Flags(name)
        case dp.Number(low, high):
            return Edges(name, (low, (low + high) / 2, high))
    return None


def asked(columns: Sequence[tuple[str, Any]]) -> Aggregate:
    """The rows and units in each cell of some columns, and the total of a number among them."""
    keys = tuple(key for name, column in columns if (key := key_of(name, column)) is not None)
    grids = [
        GridOf(name, round(column.low * 2), round((column.high - column.low) * 2), -1)
        for name, column in columns
        if isinstance(column, dp.Number)
    ]
    return Aggregate((Rows(), Units(), *(Total(grid) for grid in grids[:1])), keys)


def kept_alike(tables: Sequence[Table], answer: Any) -> int:
    """Compares each description with those before it; the number of comparisons."""
    compared = 0
    for place, table in enumerate(tables):
        for older in tables[:place]:
            same = [
                (name, column)
                for name, column in table.schema.columns.items()
                if name in older.schema and older.schema[name] == column and key_of(name, column) is not None
            ]
            for size in range(min(2, len(same)) + 1):
                for columns in itertools.combinations(same, size):
                    one, other = (answer(each, asked(columns)) for each in (older, table))
                    assert (one == other).all(), (columns, older, table)
                    compared += 1
    return compared


@contextlib.contextmanager
def in_duckdb(columns: dict[str, pa.Array], folder: Path) -> Iterator[Any]:
    """Answers asks about these rows, with one engine for each table."""
    copy = frozen(columns, folder)
    with contextlib.ExitStack() as held:
        engines: dict[int, DuckDB] = {}

        def answer(table: Table, ask: Aggregate) -> np.ndarray[Any, Any]:
            if id(table) not in engines:
                engines[id(table)] = held.enter_context(DuckDB(copy, table, KEY, folder))
            return engines[id(table)].aggregate([ask])[0]

        yield answer


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", seeds(24, *range(2, 24)))
def test_the_rows_of_equal_columns_stay(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    tables = chain(chance, Unit("who", chance.choice([1, 2, 5, 20])))
    with in_duckdb(rows(chance), tmp_path) as answer:
        assert kept_alike(tables, answer)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", seeds(12, *range(1, 12)))
def test_each_unit_counts_as_if_it_were_alone(seed: int, tmp_path: Path) -> None:
    """After any number of descriptions a unit's own rows decide which of them are kept, and at most so many are."""
    chance = random.Random(seed)
    most = chance.choice([1, 2, 5])
    table, columns = chain(chance, Unit("who", most))[-1], rows(chance)
    ask = asked([each for each in table.schema.columns.items() if key_of(*each) is not None][:2])
    alone = []
    for who in (None, *sorted(set(columns["who"].to_pylist()))):
        mine = pa.table(columns) if who is None else pa.table(columns).filter(pa.compute.equal(columns["who"], who))
        folder = tmp_path / f"{who}"
        folder.mkdir()
        with in_duckdb({name: mine[name].combine_chunks() for name in columns}, folder) as answer:
            alone.append(answer(table, ask))
    whole, *each = alone
    assert (sum(each) == whole).all()
    assert all(one[0].sum() <= most for one in each)


def test_ordered_by_the_description_in_force_they_would_not(tmp_path: Path) -> None:
    changed = 0
    for seed in range(6):
        chance, folder = random.Random(seed), tmp_path / str(seed)
        folder.mkdir()
        tables = chain(chance, Unit("who", chance.choice([1, 2, 5, 20])))
        forgetful = [replace(table, before=()) for table in tables]
        with in_duckdb(rows(chance), folder) as answer:
            try:
                kept_alike(forgetful, answer)
            except AssertionError:
                changed += 1
    assert changed > 2


def test_copies_are_shared_exactly_where_their_rows_are_the_same(tmp_path: Path) -> None:
    """The file of kept rows has its old name for a table described once, and where only bounds changed since."""
    first = Schema(who=dp.Identifier(), a=dp.Number(0, 1), b=dp.Category(["yes", "no"]))
    copy = frozen(rows(random.Random(1)), tmp_path)

    def name(table: Table) -> str:
        with DuckDB(copy, table, KEY, tmp_path) as engine:
            return engine._copy.name

    once = Table(first, Unit("who", 2))
    bounds = Table(Schema({**first.columns, "a": dp.Number(0, 9)}), Unit("who", 2), before=(first,))
    values = Table(Schema({**first.columns, "b": dp.Category(["yes"])}), Unit("who", 2), before=(first,))
    alone = replace(values, before=())
    assert name(bounds) == name(once)
    assert order_mark(once) == order_mark(bounds) == order_mark(alone) == []
    assert len({name(once), name(values)}) == 2 and name(values) != name(alone)


def test_rows_made_to_collide_are_ordered_by_what_was_declared_first(tmp_path: Path) -> None:
    """Whoever knows DuckDB's hash can write rows whose order looks equal: a new column must not decide between them."""
    first = Schema(who=dp.Identifier(), a=dp.Number(0, 9))
    last = Schema({**first.columns, "b": dp.Number(0, 9)})
    tables = [Table(first, Unit("who", 1)), Table(last, Unit("who", 1), before=(first,))]
    chance = random.Random(3)
    cells = [(f"u{unit}", x, chance.randint(0, 9)) for unit in range(80) for x in (0, 5)]
    columns = {
        "who": pa.array([who for who, *_ in cells], pa.string()),
        "a": pa.array([float(a) for _, a, _ in cells]),
        "b": pa.array([float(b) for *_, b in cells]),
    }
    with in_duckdb(columns, tmp_path) as answer, pytest.MonkeyPatch.context() as patched:  # all rows collide
        patched.setattr(DuckDBDialect, "order", lambda self, salt, cells: exp.Literal.number(7))
        assert kept_alike(tables, answer)
        answered = answer(tables[1], asked([("a", first["a"])]))
    assert answered[0].tolist() == [80, 0]  # the least


def test_blocks_of_rows_depend_on_every_column(tmp_path: Path) -> None:
    """So questions about them are others under any other description (`Limits.by_whole_row`)."""
    first = Schema(a=dp.Number(0, 9), c=dp.Category(WORDS[:3]))
    last = Schema({**first.columns, "b": dp.Flag()})
    ask = Aggregate((Rows(),), (Blocks(5, None),))
    with in_duckdb(rows(random.Random(1)), tmp_path) as answer:
        alone, more = (answer(Table(schema), ask) for schema in (first, last))
    assert alone.sum() == more.sum() == 160 and alone.tolist() != more.tolist()
