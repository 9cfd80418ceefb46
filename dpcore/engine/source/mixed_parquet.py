"""Parquet files of one table whose columns have different types, for example one file per month.

Whether whole numbers are stored as integers or as doubles, or a date as a day or a time, may depend on a single missing
cell. Such a column is stored as the texts of its values, from which the same values are read: no cell is rounded, and
whether files are refused depends on their types alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from dpcore.engine.sql.physical import Physical, physical, word
from dpcore.engine.sql.plain import plain

if TYPE_CHECKING:
    from sqlglot import exp

NOTHING: Final = '"NULL"'
"""DuckDB's type of a column without a type: it has no values."""
TEXT: Final = "VARCHAR"
_WIDE: Final = ("UBIGINT", "HUGEINT", "UHUGEINT")


class Part(Protocol):
    """The columns of a file according to its footer."""

    @property
    def types(self) -> Mapping[str, str]:
        """DuckDB's type names by column."""

    @property
    def spans(self) -> Mapping[str, int]:
        """The integer columns that are durations: the ticks per second, as a power of ten."""

    def everything(self, *paths: Path) -> exp.Select:
        """All columns of files with this footer."""


def common(parts: Sequence[Part]) -> dict[str, str] | None:
    """By column, the common type in which all parts are stored; empty if a column needs no conversion.

    None if the parts do not have the same columns, or a column has nested cells in one part and values in another.
    """
    first = parts[0]
    if any({*part.types} != {*first.types} for part in parts):
        return None
    types = {name: _common_type([(part.types[name], part.spans.get(name)) for part in parts]) for name in first.types}
    return {name: kind for name, kind in types.items() if kind is not None} if None not in types.values() else None


def _common_type(seen: Sequence[tuple[str, int | None]]) -> str | None:
    """The common type of a column; empty if it needs no conversion, None if there is no common type."""
    known = {each for each in seen if each[0] != NOTHING}
    if len(known) < 2:
        return ""
    names, kinds = {name for name, _ in known}, {physical(name) for name, _ in known}
    if "other" in kinds:
        return None
    if kinds == {"float"} or kinds == {"text"}:
        return ""  # stored as doubles or texts anyway
    whole = kinds == {"integer"} and not names & {*_WIDE} and all(span is None for _, span in known)
    return "BIGINT" if whole else TEXT


def words(parts: Sequence[Part]) -> dict[str, str]:
    """The type word of each column; text for a column with several type words."""
    by_name: dict[str, str] = {}
    for name in parts[0].types:
        types = [part.types[name] for part in parts]
        seen = {word(physical(each)) for each in types if each != NOTHING} or {word(physical(NOTHING))}
        by_name[name] = seen.pop() if len(seen) == 1 else "text"
    return by_name


def rows(part: Part, paths: Sequence[Path], kept: Mapping[str, str], unit: str | None) -> exp.Select:
    """The rows of files with the same footer, in the common types. unit: the column of the identifiers of units."""
    from sqlglot import exp

    stored = plain(part.everything(*paths), part.types, part.spans)
    cells = [_cell(name, part, kept.get(name, ""), name == unit) for name in part.types]
    return exp.select(*cells).from_(stored.subquery("_plain"))


def _cell(name: str, part: Part, kept: str, identifies: bool) -> exp.Expr:
    from sqlglot import exp

    from dpcore.engine.sql.dialect import DuckDBDialect
    from dpcore.engine.sql.literal import cast
    from dpcore.engine.sql.value import identifier_text

    cell, type_name, dialect = exp.column(name, quoted=True), part.types[name], DuckDBDialect()
    kind: Physical = "decimal" if name in part.spans else physical(type_name)
    value: exp.Expr = cell
    if type_name == NOTHING:
        value = exp.null()
    elif kept == "BIGINT":
        value = cast(cell, "bigint")
    elif kept == TEXT and kind != "text":
        # as in files of floats alone, a large float is no identifier
        value = identifier_text(cell, kind, dialect) if identifies else dialect.spelling(cell, kind)
    return exp.alias_(value, name, quoted=True)
