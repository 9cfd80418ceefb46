"""Sums of any size, cells shared by one scan, and an engine that is closed and says nothing of a row."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from dpcore.engine.duckdb import DuckDB
from dpcore.engine.duckdb_connection import connect
from dpcore.errors import QueryError, SchemaError, SourceError
from dpcore.table.aggregate import (
    Aggregate,
    Categories,
    Edges,
    Flags,
    Grid,
    Integers,
    Met,
    Product,
    Rows,
    Score,
    Squares,
    Total,
)
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number, Text
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from tests.engine.rows import KEY, answers, assert_as_oracle, frozen


def test_sums_beyond_64_bits_are_exact() -> None:
    size, high = 5000, 2**43
    x = pa.array([float(high - 1)] * size + [1.0], pa.float64())
    grid = Grid("x", 0, high, 0)
    [answer] = answers({"x": x}, Table(Schema(x=Number(0, high))), [Aggregate((Rows(), Total(grid), Squares(grid)))])
    assert answer.tolist() == [size + 1, size * (high - 1) + 1, size * (high - 1) ** 2 + 1]
    assert answer[2] > 2**90 and type(answer[2]) is int


def test_a_grid_that_could_overflow_is_refused_on_public_facts() -> None:
    schema = Schema(x=Number(-(2**53), 2**53, integer=True))
    with pytest.raises(QueryError, match="too fine"):
        answers({"x": pa.array([1])}, Table(schema), [Aggregate((Squares(Grid("x", -(2**53), 2**54, 0)),))])
    with pytest.raises(QueryError, match="too fine"):
        fine, coarse = Grid("x", -(2**53), 2**54, 0), Grid("x", 0, 1, 0)
        answers({"x": pa.array([1])}, Table(schema), [Aggregate((Product(coarse, fine),))])


def test_products_are_exact_and_skip_rows_that_miss_either_cell() -> None:
    size, high = 5000, 2**43
    columns = {
        "x": pa.array([float(high - 1)] * size + [None, 3.0, 5.0], pa.float64()),
        "y": pa.array([float(high - 2)] * size + [7.0, None, 2.0], pa.float64()),
        "f": pa.array([True] * size + [True, False, False]),
    }
    schema = Schema(x=Number(0, high), y=Number(0, high), f=Flag())
    x, y, small = Grid("x", 0, high, 0), Grid("y", 0, high, 0), Grid("y", 0, 2**18, 25)
    asks = [
        Aggregate((Rows(), Product(x, y), Product(y, x), Product(x, small)), present=("x", "y")),
        Aggregate((Product(x, y), Rows())),
        Aggregate((Product(x, y),), keys=(Flags("f"),)),
    ]
    first, second, third = answers(columns, Table(schema), asks)
    total = size * (high - 1) * (high - 2)
    assert first[:3].tolist() == [size + 1, total + 10, total + 10] and type(first[1]) is int
    assert second.tolist() == [total + 10, size + 3]
    assert third.tolist() == [[10, total]]
    assert_as_oracle(columns, schema, asks)


def test_counts_are_int64_and_sums_python_integers() -> None:
    columns = {"x": pa.array([1.0, None])}
    table = Table(Schema(x=Number(0, 10)))
    counts, sums = answers(columns, table, [Aggregate((Rows(),)), Aggregate((Rows(), Total(Grid("x", 0, 10, 0))))])
    assert counts.dtype == np.int64 and sums.dtype == object


def test_many_asks_share_statements_and_stay_exact() -> None:
    rng = np.random.default_rng(5)
    size = 3000
    x = pa.array(rng.normal(40, 40, size), mask=rng.random(size) < 0.1)
    wards = pa.array(rng.choice(["A", "B", "C", "zzz", ""], size))
    columns = {"x": x, "w": wards, "n": pa.array(rng.integers(-5, 30, size)), "f": pa.array(rng.random(size) < 0.5)}
    schema = Schema(x=Number(0, 100), w=Category(["A", "B", "C"]), n=Number(0, 24, integer=True), f=Flag())
    w, n, f = Categories("w", ("A", "B", "C")), Integers("n", 0, 24), Flags("f")
    fine, coarse = Grid("x", 0, 100 * 512, -9), Grid("x", 0, 25, 2)
    bins = Edges("x", tuple(i * 1.0 for i in range(101)), even=True)
    old = Condition("n", ">=", 12)
    asks = [
        Aggregate((Rows(),)),
        Aggregate((Total(fine), Total(coarse)), where=(old,)),
        Aggregate((Rows(), Total(fine), Squares(fine)), present=("x",)),
        Aggregate((Rows(),), keys=(bins,)),
        Aggregate((Rows(),), keys=(w,), where=(old,)),
        Aggregate((Rows(), Total(fine)), keys=(f, w), present=("x",)),
        Aggregate((Rows(), Total(coarse)), keys=(w, f)),
        Aggregate((Rows(),), keys=(n, w)),
        Aggregate((Rows(),), keys=(n,), where=(old, Condition("w", "!=", "A"))),
        Aggregate((Rows(), Squares(coarse)), keys=(bins, w, f)),
    ]
    assert_as_oracle(columns, schema, asks)
    together = answers(columns, Table(schema), asks)
    apart = answers(columns, Table(schema), *([ask] for ask in asks))
    assert [answer.tolist() for answer in together] == [answer.tolist() for answer in apart]


def test_no_statistic_of_the_file_decides_for_a_row() -> None:
    """Parquet's minimum and maximum leave NaN out: folded into a comparison, they let NaN through a clamp."""
    columns = {"x": pa.array([1e308, None, np.nan]), "y": pa.array([5.0, 5.0, np.nan]), "n": pa.array([7, 7, None])}
    schema = Schema(x=Number(0, 120), y=Number(0, 10, integer=True), n=Number(0, 5))
    asks = [Aggregate((Rows(), Total(Grid(name, 0, 120, 0))), present=(name,)) for name in columns]
    assert_as_oracle(columns, schema, asks)


@pytest.mark.sample(2)
@pytest.mark.parametrize("size", [1, 255, 256, 257, 65_536])
def test_a_list_of_any_length(size: int) -> None:
    values = [f"v{i}" for i in range(size)]
    x = pa.array([values[0], values[-1], f" {values[-1]} ", "no", None, ""])
    for column in (Category(values), Category(values, other=True))[size // 1000 > 0 :]:
        key = Categories("x", column.values, column.other)
        some = Condition("x", "!=", values[-1])
        by, some_answer = answers(
            {"x": x}, Table(Schema(x=column)), [Aggregate((Rows(),), keys=(key,)), Aggregate((Rows(),), where=(some,))]
        )
        assert by.sum() == 3 + column.other and by[0, size - 1] >= 2
        assert some_answer.tolist() == [(size > 1) + column.other]


HOSTILE = [
    '"; DROP TABLE t; --',
    "a'b",
    "back`tick",
    "{braces}",
    "$1",
    "?",
    "percent%s",
    "_0",
    "k0",
    "select",
    "né\u202eme",
    "a.b",
]


def test_names_and_values_are_never_read_as_sql() -> None:
    columns = {name: pa.array([name, "x'; --", None]) for name in HOSTILE}
    schema = Schema({name: Category([name, "x'; --", "\\"]) for name in HOSTILE})
    asks = [
        Aggregate((Rows(),), keys=(Categories(name, schema[name].values),), where=(Condition(name, "!=", "\\"),))
        for name in HOSTILE
    ]
    assert_as_oracle(columns, schema, asks)


def test_a_declared_column_must_be_there(tmp_path: Path) -> None:
    copy = frozen({"x": pa.array([1])}, tmp_path)
    with pytest.raises(SchemaError, match="'y' is declared, but not in the table"):
        DuckDB(copy, Table(Schema(y=Number(0, 1))), KEY, tmp_path)


def test_an_engine_error_says_nothing_and_keeps_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    secret = "canary-9313"
    copy = frozen({"x": pa.array([secret] * 50_000), "y": pa.array(range(50_000))}, tmp_path)
    engine = DuckDB(copy, Table(Schema(x=Category(["A"]), y=Number(0, 9))), KEY, tmp_path)
    half = copy.path.read_bytes()
    copy.path.write_bytes(half[: len(half) // 2] + bytes(len(half) // 2))
    with caplog.at_level(logging.DEBUG), pytest.raises(SourceError) as caught:
        engine.aggregate([Aggregate((Rows(),), present=("x", "y"))])
    error: BaseException | None = caught.value
    assert str(error) == "The rows could not be processed. Hint: Load the table again. Charges and answers are kept."
    assert error is not None and error.__cause__ is None and error.__context__ is None
    assert secret not in caplog.text


REACHES = [
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT count(*) FROM glob('/etc/*')",
    "COPY (SELECT 1) TO '/tmp/murmur-escaped.csv'",
    "ATTACH '/tmp/murmur-escaped.db'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "SET disabled_optimizers = ''",
    "SET lock_configuration = false",
    "SELECT * FROM outside",
]


@pytest.mark.parametrize("statement", REACHES)
def test_the_connection_reaches_nothing_else(statement: str, tmp_path: Path) -> None:
    import duckdb

    outside = pa.table({"a": [1]})
    assert outside.num_rows
    with connect(tmp_path) as connection, pytest.raises(duckdb.Error):
        connection.execute(statement)


def test_a_neighbouring_file_cannot_be_read(tmp_path: Path) -> None:
    import duckdb

    copies = tmp_path / "own"
    copies.mkdir()
    other = frozen({"x": pa.array([1])}, tmp_path)
    with connect(copies) as connection, pytest.raises(duckdb.Error):
        connection.execute(f"SELECT * FROM '{copies}/../{other.path.name}'")
    with connect(copies, files=[other.path]) as connection:
        assert connection.execute(f"SELECT * FROM '{other.path}'").fetchall() == [(1,)]


def test_text_columns_are_never_asked(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="is free text and cannot be used in questions"):
        answers({"t": pa.array(["a"])}, Table(Schema(t=Text())), [Aggregate((Rows(),), present=("t",))])


def test_values_that_are_equal_in_python_but_not_in_the_table_stay_apart() -> None:
    """1 equals True; as values of a category they are "1" and "true"."""
    columns, schema = {"c": pa.array(["1", "true", "true"])}, Schema(c=Category(["1", "true"]))
    one, true = Condition("c", "==", 1), Condition("c", "==", True)
    assert one != true and one == Condition("c", "==", 1.0) and len({one, true, Condition("c", "==", 1.0)}) == 2
    by = tuple(Score((condition,), (1,), 0, (1,)) for condition in (one, true))
    asks = [
        Aggregate((Rows(),), where=(one,)),
        Aggregate((Rows(),), where=(true,)),
        Aggregate((Rows(), Met(one), Met(true))),
        Aggregate((Rows(),), by),
    ]
    found = [answer.tolist() for answer in answers(columns, Table(schema), asks)]
    assert found == [[1], [2], [3, 1, 2], [[[0, 2], [1, 0]]]]
