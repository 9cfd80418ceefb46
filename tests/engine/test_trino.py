"""What Trino's dialect says of a cell is what DuckDB's says.

There is no Trino here. Its expressions are translated to DuckDB's SQL, with the functions that only Trino has as
macros, and doubles as text in Java's notation. So this tests what the expressions mean, by Trino's documentation, and
not Trino. Its statements are reviewed in `golden`.
"""

from __future__ import annotations

import datetime as dt
import random
import struct
from collections.abc import Sequence
from typing import Any

import duckdb
import numpy as np
import pytest
import sqlglot
from sqlglot import exp

from dpcore.engine.sql import digit
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.literal import call, cast, integer, text
from dpcore.engine.sql.physical import Physical
from dpcore.engine.sql.trino import TrinoDialect
from dpcore.number import LONG, spelt

MACROS = {
    "at_timezone(x, zone)": "timezone(zone, x)",
    "date_add(part, days, day)": "CAST(day + CAST(days AS INTEGER) AS DATE)",
    "day_format(y, m, d)": "printf('%04d-%02d-%02d', y, m, d)",
    "from_base(digits, base)": "CAST('0x' || digits AS BIGINT)",
}
NUMBERS = (
    *("1", " 1 ", "+1", "+-1", "-1", "--1", "1_000", "1__0", "_1", "1.", ".5", ".", "1e5", "1E-5", "1e999", "1e-999"),
    *(
        "1d",
        "1f",
        "0x1p3",
        "0x10",
        "nan",
        "inf",
        "Infinity",
        "1,5",
        "",
        " ",
        "\v7\f",
        "true",
        "FALSE",
        "yes",
        "1 2",
        "١",
    ),
)
DAYS = (
    *(
        "2013-01-15",
        "2013/1/5",
        "2013-1/5",
        "2013-02-30",
        "2013-01-15 24:00:00",
        "2013-01-15T23:59:60",
        "0002013-01-15",
    ),
    *("2013-01-15 23:30:00-02:00", "2013-01-15 00:30:00+0100", "2013-01-15 00:30:00+01", "2013-01-15 10", "13-1-15"),
    *(
        "2013-01-15 10:00:00.123456789Z",
        "2013-01-15 25:00:00",
        "10000-01-01",
        "10000-01-01 00:30:00+01:00",
        "today",
        "",
    ),
    *("2012-02-29", "2013-02-29", "2013-01-15 10:00 Europe/Paris", "2013-01-15  1:2:3", "2013\\01\\15", "2013 01 15"),
)


def java(value: float, single: bool) -> str:
    """A double, or a float of 32 bits, with a point and an exponent: the shortest digits, as Java finds them."""
    mantissa, _, power = str(np.float32(value) if single else value).partition("e")
    sign, body = ("-", mantissa[1:]) if mantissa.startswith("-") else ("", mantissa)
    whole, _, part = body.partition(".")
    digits = (whole + part).lstrip("0")
    exponent = int(power or 0) + (len(whole) - 1 if whole.strip("0") else -1 - (len(part) - len(part.lstrip("0"))))
    digits = digits.rstrip("0") or "0"
    return f"{sign}{digits[0]}.{digits[1:] or '0'}E{exponent if digits != '0' else 0}"


def of_trino(x: exp.Expr, cells: Sequence[Any], type_name: str) -> list[Any]:
    """The values of one of Trino's expressions, of the column c."""

    def written(node: exp.Expr) -> exp.Expr:
        if type(node) is exp.Cast and node.to.is_type("varchar"):
            single = isinstance(node.this, exp.TryCast) and node.this.to.is_type("float")
            if single or isinstance(node.this, exp.Abs):
                return call("JAVA", node.this, exp.true() if single else exp.false())
        if isinstance(node, exp.Pad):
            return call("RPAD", node.this, cast(node.expression, "int"), node.args["fill_pattern"])
        if isinstance(node, exp.DataType) and node.is_type("decimal"):
            return exp.DataType.build("int128")  # of 38 digits and no fraction, but with products
        if isinstance(node, exp.Anonymous | exp.Format) and node.sql_name().upper() == "FORMAT":
            return call("DAY_FORMAT", *node.expressions)
        return node

    said = TrinoDialect().sql(exp.select(x.as_("v")).from_("t"))
    tree = sqlglot.parse_one(said, dialect="trino")
    for node in reversed(list(tree.walk())):
        if (other := written(node)) is not node:
            node.replace(other)
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.create_function("java", java, ["DOUBLE", "BOOLEAN"], "VARCHAR")
        for name, body in MACROS.items():
            connection.execute(f"CREATE MACRO {name} AS {body}")
        connection.execute(f"CREATE TABLE t (c {type_name})")
        connection.executemany("INSERT INTO t VALUES (?)", [[cell] for cell in cells])
        return [row[0] for row in connection.execute(tree.sql(dialect="duckdb")).fetchall()]


def of_duckdb(x: exp.Expr, cells: Sequence[Any], type_name: str) -> list[Any]:
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(f"CREATE TABLE t (c {type_name})")
        connection.executemany("INSERT INTO t VALUES (?)", [[cell] for cell in cells])
        return [row[0] for row in connection.execute(DuckDBDialect().sql(exp.select(x).from_("t"))).fetchall()]


C = exp.column("c", quoted=True)


def finite(values: Sequence[float | None]) -> list[float | None]:
    return [value if value is not None and abs(value) < 1e308 else None for value in values]


def test_a_number_is_read_from_text_as_in_duckdb() -> None:
    ours, theirs = (each.number(C, "text") for each in (TrinoDialect(), DuckDBDialect()))
    assert finite(of_trino(ours, NUMBERS, "VARCHAR")) == finite(of_duckdb(theirs, NUMBERS, "VARCHAR"))


def test_a_day_is_read_from_text_as_in_duckdb() -> None:
    ours, theirs = (each.day(C, "text") for each in (TrinoDialect(), DuckDBDialect()))
    found = of_trino(cast(ours, "date"), DAYS, "VARCHAR")
    assert (
        dict(zip(DAYS, found, strict=True)) == dict(zip(DAYS, of_duckdb(theirs, DAYS, "VARCHAR"), strict=True))
        and dt.date(2013, 1, 16) in found
        and None in found
    )


def doubles(count: int) -> list[float]:
    """Floats of 32 bits and doubles of all sizes."""
    source, found = random.Random(5), [0.0, -0.5, 1e22, 1e23, 3e-5, 1.5, 2.0**53 + 2, 3 * 2.0**-14, 2.0**-15, 1e-310]
    while len(found) < count:
        bits = source.getrandbits(64)
        value = struct.unpack("<d", struct.pack("<Q", bits))[0]
        single = struct.unpack("<f", struct.pack("<I", bits & 2**32 - 1))[0]
        small = struct.unpack("<f", struct.pack("<f", source.uniform(0, 10.0 ** source.randint(-6, 6))))[0]
        found += [x for x in (value, single, small, source.randint(0, 999) / 64) if x == x and abs(x) < 1e308]
    return found


@pytest.mark.parametrize("kind", ["float", "decimal", "flag"])
def test_a_cell_is_spelt_as_in_duckdb(kind: Physical) -> None:
    cells: list[Any] = {
        "float": doubles(2000),
        "decimal": ["1.50", "0.05", "-0.10", "7.00", None],
        "flag": [True, False],
    }[kind]
    type_name = {"float": "DOUBLE", "decimal": "DECIMAL(10, 2)", "flag": "BOOLEAN"}[kind]
    assert of_trino(TrinoDialect().spelling(C, kind), cells, type_name) == of_duckdb(
        DuckDBDialect().spelling(C, kind), cells, type_name
    )


def test_a_float_is_said_by_its_shortest_text() -> None:
    """Which of them is one is told by the number of digits, since Java writes 1.8310546875E-4 for 0.00018310546875."""
    cells = doubles(2000)
    ours = of_trino(TrinoDialect().said(C, "float"), cells, "DOUBLE")
    assert ours == of_duckdb(digit.said(C), cells, "DOUBLE")
    assert sum(mine != cell for mine, cell in zip(ours, cells, strict=True)) > 100
    long = [len(repr(abs(cell))) > LONG for cell in cells if not cell.is_integer()]
    assert of_trino(digit.many(C), [cell for cell in cells if not cell.is_integer()], "DOUBLE") == long


def test_a_time_is_spelt_in_utc_without_zeros() -> None:
    times = [dt.datetime(2013, 1, 15), dt.datetime(2013, 1, 15, 10), dt.datetime(2013, 1, 15, 10, 0, 10, 500000)]
    said = [f"{time:%Y-%m-%d %H:%M:%S}.{time.microsecond:06}000000 UTC" for time in times]
    pattern = TrinoDialect().spelling(C, "date").expressions[1]
    assert of_trino(call("REGEXP_REPLACE", C, pattern, text("")), said, "VARCHAR") == [spelt(time) for time in times]


def test_it_writes_what_trino_has() -> None:
    """No REPEAT, which makes arrays; no division of doubles; no literal beyond 64 bits; at most 127 arguments."""
    dialect = TrinoDialect()
    assert dialect.sql(exp.IntDiv(this=C, expression=integer(7))) == '"c" / 7'
    assert dialect.sql(exp.Repeat(this=text("0"), times=C)) == "RPAD('', \"c\", '0')"
    assert dialect.sql(integer(2**64)) == "CAST('18446744073709551616' AS DECIMAL(38, 0))"
    assert dialect.sql(integer(2**63 - 1)) == str(2**63 - 1)
    assert dialect.sql(dialect.total(cast(C, "bigint"))) == 'SUM(CAST(CAST("c" AS BIGINT) AS DECIMAL(38, 0)))'
    tree = sqlglot.parse_one(dialect.sql(dialect.order(text("key"), [C] * 1000)), dialect="trino")
    assert max(len(each.expressions) for each in tree.find_all(exp.Concat)) <= 127
    assert dialect.position(C, [str(value) for value in range(300)]).find(exp.Array) is None


def test_it_is_no_source() -> None:
    import dpcore as dp

    with pytest.raises(dp.SourceError, match="kind of database cannot be read"):
        dp.read("trino://user@localhost:8080/hive", table="default.visits")
