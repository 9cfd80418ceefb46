"""Reads a line that a person typed, as the cells of a file would be read. No row of a table is involved."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, final

from dpcore.engine.duckdb_connection import connect
from dpcore.errors import SourceError
from dpcore.table.cell_format import Format
from dpcore.table.column import Column, Date, Flag, Identifier, Number, Text, Unbounded

if TYPE_CHECKING:
    from sqlglot import exp

    from dpcore.engine.sql.dialect import Dialect
    from dpcore.engine.sql.physical import Physical

MOST_TRIED: Final = 50
"""The most cells that are read at once."""
Value = str | float | bool | dt.date | None


@final
@dataclass(frozen=True, slots=True)
class Tried:
    """How one cell is read. says: what the cell says, None if that is missing or not listed.

    counted: as it counts in questions: within its bounds, a missing one replaced or left out (None).
    """

    says: Value
    counted: Value


def read_line(
    cells: Mapping[str, str], columns: Mapping[str, Column], formats: Mapping[str, Format], decimal: str = "."
) -> dict[str, Tried]:
    """How the typed cells of described columns are read, by the expressions that read every file.

    decimal: a comma if both comma and point are decimal marks, as in files with semicolons. Raises SourceError.
    """
    import duckdb

    names = [name for name in columns if name in cells][:MOST_TRIED]
    alike = dict[tuple[Column, Format], list[str]]()
    for name in names:
        alike.setdefault((columns[name], formats.get(name, Format())), []).append(name)
    found = dict[str, Tried]()
    try:
        with connect(None) as connection:
            for (column, format_), those in alike.items():
                typed = [cells[name].replace("\0", "") for name in those]
                for place, *values in connection.execute(_statement(column, format_, decimal), [typed]).fetchall():
                    found[those[place - 1]] = _outcome(column, *values)
    except duckdb.Error:
        pass
    if len(found) < len(names):
        raise SourceError("This line cannot be read.", "Type one line as it is in your file.")
    return {name: found[name] for name in names}


@lru_cache(200)
def _statement(column: Column, format_: Format, decimal: str) -> str:
    """The statement that reads a list of cells of one such column. It contains no cell."""
    from sqlglot import exp, parse_one

    from dpcore.engine.sql.dialect import DuckDBDialect
    from dpcore.engine.sql.written import of_formats

    dialect = DuckDBDialect(decimal=decimal)
    typed = parse_one("SELECT unnest($1) AS cell, unnest(range(1, len($1) + 1)) AS place", dialect="duckdb")
    assert isinstance(typed, exp.Select)
    kinds: dict[str, Physical] = {"cell": "text", "place": "integer"}
    rows = of_formats(typed.subquery("_typed"), kinds, {"cell": format_}, dialect)
    says, counted = _outputs("cell", column, dialect)
    return dialect.sql(exp.select(exp.column("place"), says.as_("says"), counted.as_("counted")).from_(rows))


def _outputs(name: str, column: Column, dialect: Dialect) -> tuple[exp.Expr, exp.Expr]:
    """What the cell says, and as what it counts; of a category, its place in the list for both."""
    from sqlglot import exp

    from dpcore.engine.sql.clean import category, clean_value, identifier_text, readable, unit

    cell = exp.column(name, quoted=True)
    match column:
        case Number():
            number = dialect.shortest_double(readable(column, cell, "text", dialect), "text")
            finite = exp.Case().when(dialect.finite(number), number.copy())
            return finite, clean_value(column, number.copy(), "text", dialect)
        case Unbounded():
            number = dialect.number(cell, "text")
            finite = exp.Case().when(dialect.finite(number), number.copy())
            return finite, finite.copy()
        case Date():
            return dialect.day(cell, "text"), clean_value(column, dialect.day(cell.copy(), "text"), "text", dialect)
        case Flag():
            truth = clean_value(column, readable(column, cell, "text", dialect), "text", dialect)
            return truth, truth.copy()
        case Identifier():
            who = unit(identifier_text(cell, "text", dialect), "text", column.as_written, dialect)
            return who, who.copy()
        case Text():
            return dialect.label(cell), dialect.label(cell.copy())
    place = category(column, readable(column, cell, "text", dialect), "text", dialect)
    return dialect.label(cell.copy()), place


def _outcome(column: Column, says: Value, counted: Value) -> Tried:
    if isinstance(column, Number | Unbounded | Date | Flag | Identifier | Text):
        return Tried(says, counted)
    return Tried(says or None, None if counted is None else column.keys[int(str(counted))])
