"""Which rows and cells of a unit count is decided by that unit's own rows, and by nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.sql.literal import integer
from dpcore.engine.sql.physical import Physical
from dpcore.engine.sql.postgres_dialect import PostgresDialect
from dpcore.engine.sql.truncation import truncate
from dpcore.errors import SourceError
from dpcore.table.aggregate import Aggregate, Categories, Grid, Rows, Total, Units
from dpcore.table.category import Category
from dpcore.table.column import Identifier, Number, Text
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.engine.rows import KEY, assert_as_oracle, frozen

SCHEMA = Schema(who=Identifier(), x=Number(0, 100), c=Category(list("ABCDEF")), note=Text())
TYPES = {"who": pa.string(), "x": pa.float64(), "c": pa.string(), "note": pa.string()}
C = Categories("c", tuple("ABCDEF"))
LIMITS = [1, 3, 20]
Row = tuple[Any, ...]


def rows(units: int = 40, seed: int = 3) -> list[Row]:
    rng = np.random.default_rng(seed)
    made: list[Row] = []
    for unit in range(units):
        for _ in range(int(rng.integers(1, 60))):
            row = (f"u{unit}", float(rng.integers(0, 4)), str(rng.choice(list("ABCDEF"))), None)
            made += [row] * int(rng.integers(1, 4))  # identical rows tie
    return made


def columns(table: list[Row]) -> dict[str, pa.Array]:
    return {name: pa.array([row[i] for row in table], kind) for i, (name, kind) in enumerate(TYPES.items())}


def kept(table: list[Row], unit: Unit, folder: Path) -> Counter[Row]:
    """The rows of the truncated copy."""
    folder.mkdir()
    engine = DuckDB(frozen(columns(table), folder), Table(SCHEMA, unit), KEY, folder)
    engine.prepare()
    stored = pa.parquet.read_table(engine._copy)
    assert set(stored.column_names) == {"who", "x", "c"}
    return Counter(zip(*(stored[name].to_pylist() for name in ("who", "x", "c")), strict=True))


@pytest.mark.parametrize("limit", LIMITS)
def test_each_unit_keeps_as_many_rows_as_it_has_up_to_the_bound(limit: int, tmp_path: Path) -> None:
    table = rows()
    left = kept(table, Unit("who", limit), tmp_path / "a")
    had = Counter(row[0] for row in table)
    sizes = Counter[str]()
    for row, count in left.items():
        sizes[row[0]] += count
    assert sizes == {who: min(size, limit) for who, size in had.items()}
    assert left <= Counter(row[:3] for row in table)


@pytest.mark.sample(2)
@pytest.mark.parametrize("limit", LIMITS)
def test_order_and_other_units_change_nothing(limit: int, tmp_path: Path) -> None:
    table, unit = rows(), Unit("who", limit)
    all_kept = kept(table, unit, tmp_path / "a")
    shuffled = [table[i] for i in np.random.default_rng(1).permutation(len(table))]
    assert kept(shuffled, unit, tmp_path / "b") == all_kept
    fewer = kept([row for row in table if row[0] != "u7"], unit, tmp_path / "c")
    assert fewer == Counter({row: n for row, n in all_kept.items() if row[0] != "u7"})


def test_what_no_question_can_tell_does_not_count_in_the_order(tmp_path: Path) -> None:
    table = [("u", float(i), "A", f"note {i}") for i in range(100)]
    other = [("u", float(i), "A", f"other {i}") for i in range(100)]
    assert kept(table, Unit("who", 5), tmp_path / "a") == kept(other, Unit("who", 5), tmp_path / "b")


@pytest.mark.parametrize("blank", [None, "", "  ", "\t"])
def test_a_row_that_names_nobody_is_dropped(blank: str | None, tmp_path: Path) -> None:
    table = [(blank, 1.0, "A", None), ("u", 1.0, "A", None), (" u ", 1.0, "B", None)]
    assert kept(table, Unit("who", 5), tmp_path / "a") == {("u", 1.0, "A"): 1, ("u", 1.0, "B"): 1}


@pytest.mark.parametrize(
    "who", [pa.array([1, 1, None, 2]), pa.array([1.0, 1.0, np.nan, np.inf]), pa.array([b"a", b"a", None, b"b"])]
)
def test_identifiers_of_any_type(who: pa.Array, tmp_path: Path) -> None:
    named = 2 if pa.types.is_floating(who.type) else 3
    schema = Schema(who=Identifier(), x=Number(0, 9))
    copy = frozen({"who": who, "x": pa.array([1.0, 2.0, 3.0, 4.0])}, tmp_path)
    with DuckDB(copy, Table(schema, Unit("who", 2)), KEY, tmp_path) as engine:
        [answer] = engine.aggregate([Aggregate((Rows(), Units()))])
    assert answer.tolist() == [named, named - 1]


def test_aggregates_over_units_with_room_for_all_rows() -> None:
    table = rows(20)
    asks = [
        Aggregate((Rows(), Units())),
        Aggregate((Units(), Rows()), keys=(C,), where=(Condition("x", ">", 1),)),
        Aggregate((Rows(),), keys=(C,)),
        Aggregate((Rows(), Total(Grid("x", 0, 400, -2))), keys=(C,), present=("x",)),
        Aggregate((Units(),), where=(Condition("c", "in", ["A", "B"]),)),
    ]
    assert_as_oracle(columns(table), SCHEMA, asks, unit=Unit("who", 10_000))


BOUNDED = [
    Aggregate((Rows(), Units(), Total(Grid("x", 0, 100, 0))), keys=(C,), max_groups=2),
    Aggregate((Rows(),), keys=(C,), where=(Condition("x", ">", 0),), present=("x",), max_groups=2),
]


def bounded(table: list[Row], folder: Path, limit: int = 8) -> list[np.ndarray[Any, Any]]:
    folder.mkdir()
    with DuckDB(frozen(columns(table), folder), Table(SCHEMA, Unit("who", limit, 2)), KEY, folder) as engine:
        return engine.aggregate(BOUNDED)


def test_a_bound_with_room_for_all_cells_drops_no_row_and_keeps_the_conditions() -> None:
    room = [replace(ask, max_groups=5) for ask in BOUNDED]
    table = [row for row in rows(20) if row[2] != "F"]
    assert_as_oracle(columns(table), SCHEMA, room, unit=Unit("who", 10_000, 5))


def test_a_unit_counts_in_no_more_cells_than_its_bound(tmp_path: Path) -> None:
    table = rows()
    for unit in range(6):
        alone = [row for row in table if row[0] == f"u{unit}"]
        for answer in bounded(alone, tmp_path / f"{unit}"):
            assert np.count_nonzero(answer[0]) <= 2
            assert answer[0].sum() <= 8


def test_one_unit_moves_bounded_cells_by_no_more_than_declared(tmp_path: Path) -> None:
    table = rows()
    before = bounded(table, tmp_path / "all")
    for unit in range(6):
        after = bounded([row for row in table if row[0] != f"u{unit}"], tmp_path / f"{unit}")
        alone = bounded([row for row in table if row[0] == f"u{unit}"], tmp_path / f"only{unit}")
        for one, two, own in zip(before, after, alone, strict=True):
            assert (one - two).tolist() == own.tolist()
            assert np.count_nonzero(own[0]) <= 2 and own[0].sum() <= 8
        assert alone[0][1].tolist() == [int(n > 0) for n in alone[0][0]]


def test_bounded_cells_do_not_depend_on_order(tmp_path: Path) -> None:
    table = rows()
    shuffled = [table[i] for i in np.random.default_rng(2).permutation(len(table))]
    one, two = bounded(table, tmp_path / "a"), bounded(shuffled, tmp_path / "b")
    assert [answer.tolist() for answer in one] == [answer.tolist() for answer in two]


def test_the_truncated_copy_is_private_and_made_once(tmp_path: Path) -> None:
    copy = frozen(columns(rows()), tmp_path)
    table = Table(SCHEMA, Unit("who", 3))
    before = set(tmp_path.iterdir())
    DuckDB(copy, table, KEY, tmp_path).prepare()
    [made] = [path for path in set(tmp_path.iterdir()) - before if path.suffix == ".parquet"]
    stat = made.stat()
    assert stat.st_mode & 0o777 == 0o600
    DuckDB(copy, table, KEY, tmp_path).prepare()
    assert made.stat().st_mtime_ns == stat.st_mtime_ns
    DuckDB(copy, Table(SCHEMA, Unit("who", 4)), KEY, tmp_path).prepare()
    assert len([path for path in tmp_path.iterdir() if path.suffix == ".parquet"]) == len([copy, 3, 4])


def test_a_damaged_truncated_copy_is_refused_in_one_sentence(tmp_path: Path) -> None:
    engine = DuckDB(frozen(columns(rows()), tmp_path), Table(SCHEMA, Unit("who", 3)), KEY, tmp_path)
    engine.prepare()
    engine._copy.write_bytes(b"PAR1 nothing PAR1")
    with pytest.raises(SourceError, match=r"^The rows could not be processed\."):
        engine.aggregate([Aggregate((Rows(),), keys=(C,))])


def test_rows_whose_identifier_is_written_as_missing_are_nobodys(tmp_path: Path) -> None:
    named = [("u", 1.0, "A", None), ("NAN", 2.0, "B", None), ("Nadia", 3.0, "C", None)]
    missing = [(word, 9.0, "D", None) for word in ("NA", " NA ", "N/A", "NaN", "NULL", "None", "", None)]
    assert kept([*named, *missing], Unit("who", 3), tmp_path / "a") == Counter(row[:3] for row in named)


def test_the_copy_made_at_loading_serves_releases_whatever_the_order_of_the_columns(tmp_path: Path) -> None:
    """The ledger keeps a description with its columns sorted: what was declared in another order is the same table."""
    rows = pa.table({"u": ["a", "b", "a"], "x": [1, 2, 3], "g": ["k", "l", "k"]})
    schema = dp.Schema(x=dp.Number(0, 9), u=dp.Identifier(), g=dp.Category(["k", "l"]))
    with dp.Desk(home=tmp_path) as desk:
        unit, budget = dp.Unit("u", max_rows=2), dp.Budget(mu=1)
        folder = tmp_path / "data" / desk.add_dataset("t", dp.read(rows), schema=schema, unit=unit, budget=budget).id
        loaded = set(folder.glob("*.parquet"))
        desk.release("t", dp.Plan([dp.Count(["g"])], mu=0.1))
        assert len(loaded) == 2 and set(folder.glob("*.parquet")) == loaded


@pytest.mark.parametrize("kind", ["text", "integer", "float", "decimal", "flag", "date"])
def test_a_long_list_of_values_does_not_repeat_how_a_cell_is_read(kind: Physical) -> None:
    """PostgreSQL bisects long lists: each comparison contained the spelling of a double, 900 kB for 65 values."""
    sizes = []
    for count in (65, 300):
        table = Table(Schema(who=Identifier(), c=Category([f"v{place}" for place in range(count)])), Unit("who", 3))
        kinds: dict[str, Physical] = {"who": "integer", "c": kind}
        dialect, relation = PostgresDialect(), exp.to_table("t")
        sizes.append(dialect.sql(truncate(table, kinds, relation, dialect, integer(0))).count('"c"'))
    assert sizes[0] == sizes[1]
