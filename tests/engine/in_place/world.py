"""Tables in a server of the tests' own, drawn over types and hostile cells, and the same rows exported and frozen."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pyarrow.parquet as pq
from psycopg import sql

import dpcore as dp
from dpcore.engine.rows import Source
from tests.postgres import DATABASE, ROLE, SECRET, Cluster

KEY = bytes(range(32))
LOW, HIGH = dt.date(2020, 1, 1), dt.date(2020, 12, 31)


@dataclass(frozen=True)
class Kind:
    """A type of the database, how its cells are drawn as texts, and how its texts are exported."""

    type_name: str
    cells: Sequence[str]
    arrow: pa.DataType
    read: Callable[[str], Any]

    def export(self, texts: Sequence[str | None]) -> pa.Array:
        """The column as an export would have it; a cell that no file holds is missing there."""
        return pa.array([None if text is None else self.read(text) for text in texts], self.arrow)


def _day(text: str) -> dt.date | None:
    return None if "BC" in text or "infinity" in text else dt.date.fromisoformat(text)


def _time(text: str) -> dt.datetime | None:
    return None if "BC" in text or "infinity" in text else dt.datetime.fromisoformat(text.replace("+00", "+00:00"))


_WHOLE = ("0", "1", "-1", "2", "7", "-7", "50", "99", "100", "101", "32767", "-32768")
_LARGE = ("2147483647", "-2147483648", "9007199254740993", "9223372036854775807", "-9223372036854775808")
_REAL = (
    *(
        "0",
        "-0",
        "1",
        "0.1",
        "0.7",
        "-0.5",
        "0.5",
        "1.5",
        "2.5",
        "49.999999999999",
        "50",
        "99.5",
        "100",
        "1e-5",
        "123.456",
    ),
    *("NaN", "Infinity", "-Infinity", "1e30", "-1e30", "1e-30", "3e38", "1e-40", "16777217", "1e15", "123456789012345"),
)
_DOUBLE = (
    *_REAL,
    "-9200000000000001024",
    "-9223372036854774784",
    "1e308",
    "-1e308",
    "5e-324",
    "-5e-324",
    "1e-300",
    "0.30000000000000004",
    "1e19",
    "1e22",
    "1.7e38",
    "2e38",
)
_DECIMAL = ("0", "0.00", "1", "1.0", "1.50", "-0.01", "0.1", "99.99", "100.00", "0.5", "2.5", "49.995", "NaN")
_NUMERIC = (*_DECIMAL, "Infinity", "-Infinity", "1e400", "1e-400", "-1e-400", "0." + "3" * 60, "9" * 40, "1e-330")
_TEXT = (
    *(
        "A",
        " A ",
        "\tB\n",
        "a",
        "",
        "  ",
        "NA",
        "nan",
        "null",
        "None",
        "é",
        "e\u0301",
        "\u212a",
        "x" * 1000,
        "y" * 1001,
    ),
    *(
        "1",
        "1.0",
        "01",
        ".5",
        "5.",
        "-0",
        "1e3",
        "1e999",
        "1e-999",
        "-1e-999",
        "0x1F",
        "1_000",
        "infinity",
        "NaN",
        "+7",
    ),
    *(
        "true",
        "FALSE",
        "Yes",
        "n",
        "t",
        "f",
        "0",
        "50.5",
        "'; --",
        "%s",
        "\\",
        "\\N",
        "“quoted”",
        "100",
        "١",
        "1 2",
        "--1",
        "\x0b1",
        "1\x0b",
        "\x0c7 ",
        "179769313486231580793728971405301e276",
        "1.7976931348623159e308",
    ),
)
_DAYS = ("2020-01-01", "2020-12-31", "2020-06-15", "2019-12-31", "2021-01-01", "0001-01-01", "9999-12-31", "2020-02-29")
_ODD_DAYS = ("infinity", "-infinity", "0044-03-15 BC")
_CLOCK = ("00:00:00", "23:59:59.999999", "12:00:00.5", "00:30:00", "23:30:00")
_ZONES = ("+00", "-05", "+05:30", "-11:59", "+14")
_TEXT_DAYS = (
    *(
        f"{day}{gap}{clock}{zone}"
        for day in _DAYS[:4]
        for gap in " T"
        for clock in _CLOCK
        for zone in ("", "Z", *_ZONES)
    ),
    *(
        "2020-1-5",
        "2020/06/01",
        "2020-06-01 24:00:00",
        "2020-06-01 24:00:00.000001",
        "2020-06-01 24:00:00.0000001",
        "2020-06-01 24:",
        "2020-06-01 23::+00",
        "2020-06-01\t1::00 +05",
        "2020-06-01 1:2:.5",
        "2020-06-01 1:2:",
        "2020-06-01 25:00",
        "2020-02-30",
        "2020-13-01",
        "2020-06-01 UTC",
    ),
    *(
        "epoch",
        "today",
        "20200601",
        "2020-06-01 10:00 -05:00",
        "2020-06-01T23:00:00-0500",
        "2020-06-01 x",
        "2020-06-01",
    ),
    *("0001-01-01 00:30:00+05:00", "9999-12-31 23:30:00-05:00", "2020-12-31 23:30-05", "10000-01-01 00:30+05", ""),
)

KINDS = {
    "smallint": Kind("smallint", _WHOLE, pa.int16(), int),
    "int": Kind("integer", (*_WHOLE, *_LARGE[:2]), pa.int32(), int),
    "bigint": Kind("bigint", (*_WHOLE, *_LARGE), pa.int64(), int),
    "real": Kind("real", _REAL, pa.float32(), float),
    "double": Kind("double precision", _DOUBLE, pa.float64(), float),
    "decimal": Kind("numeric(12,4)", _DECIMAL, pa.decimal128(38, 4), lambda text: _decimal(text)),
    "scaled": Kind(
        "numeric(38,20)", (*_DECIMAL, "0.00000000000000000001", "1" * 18), pa.decimal128(38, 20), lambda t: _decimal(t)
    ),
    "numeric": Kind("numeric", _NUMERIC, pa.string(), lambda text: text if len(text) <= 1000 else None),
    "boolean": Kind("boolean", ("true", "false"), pa.bool_(), lambda text: text == "true"),
    "text": Kind("text", _TEXT, pa.string(), str),
    "varchar": Kind("varchar(1001)", _TEXT, pa.string(), str),
    "char": Kind("char(8)", tuple(text for text in _TEXT if len(text) <= 8), pa.string(), str),
    "enum": Kind("mood", ("A", "b b", " A"), pa.string(), str),
    "uuid": Kind("uuid", tuple(f"{i:032x}" for i in (1, 2, 3)), pa.string(), str),
    "date": Kind("date", (*_DAYS, *_ODD_DAYS), pa.date32(), _day),
    "timestamp": Kind(
        "timestamp", tuple(f"{d} {c}" for d in _DAYS for c in _CLOCK) + _ODD_DAYS[:2], pa.timestamp("us"), _time
    ),
    "zoned": Kind(
        "timestamptz",
        tuple(f"{d} {c}{z}" for d in _DAYS[:5] for c in _CLOCK for z in _ZONES) + _ODD_DAYS[:2],
        pa.timestamp("us", "UTC"),
        _time,
    ),
    "days": Kind("text", _TEXT_DAYS, pa.string(), str),
    "ignoring": Kind('text COLLATE "blind"', _TEXT, pa.string(), str),
    "bytea": Kind("bytea", ("\\x41", "\\xff"), pa.list_(pa.int8()), lambda text: [1]),
    "array": Kind("integer[]", ("{1}", "{}"), pa.list_(pa.int8()), lambda text: [1]),
}


def _decimal(text: str) -> Decimal | None:
    return None if text == "NaN" else Decimal(text)


def address(cluster: Cluster, user: str = ROLE) -> str:
    """Of the database, without a password."""
    return f"postgresql+psycopg://{user}@127.0.0.1:{cluster.port}/{DATABASE}"


@contextmanager
def owner(cluster: Cluster) -> Iterator[psycopg.Connection[Any]]:
    """A connection of whoever owns the tables; each statement by itself."""
    words = {"host": "127.0.0.1", "port": cluster.port, "user": ROLE, "password": SECRET, "dbname": DATABASE}
    with psycopg.connect(**words, autocommit=True) as connection:
        yield connection


def types(connection: psycopg.Connection[Any]) -> None:
    """What some kinds of columns need."""
    connection.execute("CREATE TYPE mood AS ENUM ('A', 'b b', ' A')")
    connection.execute("CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")


def drawn(chance: random.Random, kinds: dict[str, Kind], count: int) -> list[dict[str, str | None]]:
    """Rows of cells as texts: of each kind any, some missing."""
    return [
        {name: None if chance.random() < 0.08 else chance.choice(kind.cells) for name, kind in kinds.items()}
        for _ in range(count)
    ]


def make(connection: psycopg.Connection[Any], table: str, kinds: dict[str, Kind], rows: list[dict[str, Any]]) -> None:
    """The table with these columns and rows, in place of one of that name."""
    name = sql.Identifier(table)
    columns = [sql.SQL("{} ").format(sql.Identifier(key)) + sql.SQL(kind.type_name) for key, kind in kinds.items()]
    connection.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(name))
    connection.execute(sql.SQL("CREATE TABLE {} ({})").format(name, sql.SQL(", ").join(columns)))
    fill(connection, table, kinds, rows)


def fill(connection: psycopg.Connection[Any], table: str, kinds: dict[str, Kind], rows: list[dict[str, Any]]) -> None:
    """The same table with these rows in place of its own."""
    name = sql.Identifier(table)
    connection.execute(sql.SQL("DELETE FROM {}").format(name))
    with connection.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(name)) as copy:
        for row in rows:
            copy.write_row([row[key] for key in kinds])


SPARK = {
    pa.int16(): "smallint",
    pa.int32(): "int",
    pa.int64(): "bigint",
    pa.float32(): "float",
    pa.float64(): "double",
    pa.string(): "string",
    pa.bool_(): "boolean",
    pa.date32(): "date",
    pa.timestamp("us"): "timestamp_ntz",
    pa.timestamp("us", "UTC"): "timestamp",
    pa.list_(pa.int8()): "array<tinyint>",
}
"""Spark's types of columns of a file."""


def spark_types(kinds: dict[str, Kind]) -> dict[str, str]:
    """Spark's types of the columns that `exported` writes."""
    return {
        name: SPARK.get(kind.arrow, str(kind.arrow).replace("decimal128", "decimal")) for name, kind in kinds.items()
    }


def exported(connection: psycopg.Connection[Any], table: str, kinds: dict[str, Kind], path: Path) -> Source:
    """The same rows in a file, each cell as the database spells it."""
    connection.execute("SET TimeZone = 'UTC'; SET extra_float_digits = 1")
    cells = [sql.SQL("{}::text").format(sql.Identifier(key)) for key in kinds]
    found = connection.execute(sql.SQL("SELECT {} FROM {}").format(sql.SQL(", ").join(cells), sql.Identifier(table)))
    rows = found.fetchall()
    made = {key: kind.export([row[place] for row in rows]) for place, (key, kind) in enumerate(kinds.items())}
    pq.write_table(pa.table(made), path)
    return dp.read(path)
