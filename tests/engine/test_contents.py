"""The rows of blocks: each cell as plain Python reads it, in the block of its unit, and no row more or less."""

from __future__ import annotations

import datetime as dt
import os
import random
from pathlib import Path
from typing import Any

import pytest

from dpcore.engine.sql.contents import contents
from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.literal import text
from dpcore.engine.sql.postgres_dialect import DIALECTS
from dpcore.engine.sql.scan import Scan
from dpcore.engine.sql.spark import SparkDialect
from dpcore.errors import QueryError
from dpcore.table.aggregate import Aggregate, Blocks, Contents, Rows
from dpcore.table.column import Date
from dpcore.table.condition import Condition
from dpcore.table.program import Program
from dpcore.table.table import Table, Unit
from tests.engine import oracle
from tests.engine import test_statement as statements
from tests.engine.rows import answers
from tests.engine.test_blocks import SCHEMA, UNIT, columns, line

GOLDEN = Path(__file__).parent / "golden_contents"
FILTER = (Condition("age", ">=", 18),)
READ = ("whole", "part", "ward", "smoker", "day")
EPOCH = dt.date(1970, 1, 1)


def asked(table: Table, names: tuple[str, ...] = READ, count: int = 5, **more: Any) -> Aggregate:
    program = Program("f", "", tuple((name, table.schema[name]) for name in names), 1, 1.0, 1024)  # type: ignore[misc]
    return Aggregate((Contents(program),), (Blocks(count, table.unit.identifier),), present=names, **more)


def expected(name: str, cell: Any) -> Any:
    """A clean cell as a number; None if it is missing."""
    column, value = SCHEMA[name], oracle.clean(SCHEMA[name], cell)
    if value is None:
        return None
    if name == "ward":
        return column.keys.index(value)  # type: ignore[union-attr]
    return (value - EPOCH).days if isinstance(column, Date) else value + 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("unit", [Unit(), Unit("who", 50)], ids=str)
def test_rows_are_those_of_plain_python(seed: int, unit: Unit) -> None:
    chance = random.Random(seed)
    lines, table = [line(chance) for _ in range(200)], Table(SCHEMA, unit)
    where = (Condition("part", ">=", 0.1),)
    everything, some, counts = answers(
        columns(lines),
        table,
        [asked(table), asked(table, ("part", "day"), where=where)],
        [Aggregate((Rows(),), (Blocks(5, unit.identifier),), present=READ)],
    )
    clean = [tuple(expected(name, each[name]) for name in READ) for each in lines]
    wanted = sorted(row for row in clean if None not in row)
    assert sorted(zip(*map(list, everything[1:]), strict=True)) == wanted and len(wanted) > 20
    assert [list(everything[0]).count(block) for block in range(5)] == counts[0].tolist()
    few = sorted((row[1], row[4]) for row in clean if row[1] is not None and row[4] is not None and row[1] >= 0.1)
    assert sorted(zip(*map(list, some[1:]), strict=True)) == few
    assert [column.dtype.kind for column in everything[1:]] == ["i", "f", "i", "i", "i"]


def test_a_unit_keeps_its_rows_in_one_block() -> None:
    """Rows of one unit differ in their cells and share their block; of more than its bound, some are left out."""
    rows = [
        line(random.Random(seed)) | {"who": f"u{seed % 7}", "whole": seed % 20, "part": float(seed % 7) / 3}
        for seed in range(140)
    ]
    for most in (50, 2):
        table = Table(SCHEMA, Unit("who", most))
        (found,) = answers(columns(rows), table, [asked(table, ("whole", "part"))])
        blocks: dict[float, set[int]] = {}
        for block, _, part in zip(*map(list, found), strict=True):
            blocks.setdefault(part, set()).add(block)
        assert len(blocks) == 7 and all(len(each) == 1 for each in blocks.values())
        assert len(found[0]) == 7 * min(most, 20)


def test_a_table_without_rows() -> None:
    table = Table(SCHEMA)
    (found,) = answers(columns([]), table, [asked(table)])
    assert [len(column) for column in found] == [0] * 6


def test_contents_are_asked_by_blocks_alone() -> None:
    (measure,), keys = asked(UNIT).measures, asked(UNIT).keys
    for wrong in (
        {"measures": (measure, Rows()), "keys": keys},
        {"measures": (measure,)},
        {"measures": (measure,), "keys": keys, "max_groups": 1},
    ):
        with pytest.raises(QueryError, match="by blocks alone"):
            Aggregate(**wrong)  # type: ignore[arg-type]


NAMES = tuple(name for name in statements.SCHEMA if name not in ("patient", "note"))
CASES = {
    "contents_of_blocks_of_rows": (statements.ROW, FILTER),
    "contents_of_blocks_of_units": (statements.PERSON, ()),
}


@pytest.mark.parametrize("dialect", (*DIALECTS, SparkDialect()), ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("case", CASES)
def test_the_statement_is_the_reviewed_one(case: str, dialect: Dialect) -> None:
    """As in `test_statement`, and written anew by the same variable."""
    table, where = CASES[case]
    salt = text(str(statements.SALT))
    ask = asked(table, NAMES, 100, where=where)
    assert ask.program is not None
    scan = Scan(table, statements.STORED, statements.relation(), dialect, salt, block_salt=salt)
    written = dialect.sql(contents(ask, ask.program, scan), pretty=True).replace("\r", "\\r") + "\n"
    path = GOLDEN / f"{case}.{dialect.name}.sql"
    if os.environ.get("MURMUR_UPDATE_GOLDEN"):
        path.write_text(written)
    assert written == path.read_text()
