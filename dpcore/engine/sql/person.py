"""The unit of a row by an identifier column, computed once in a statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from sqlglot import exp

from dpcore.engine.sql.clean import identifier_text, unit
from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.layer import READ, SAID, Layers
from dpcore.engine.sql.physical import Physical
from dpcore.table.column import Identifier
from dpcore.table.table import Table


class PersonReader(Protocol):
    """The rows of a statement and how their cells are read."""

    table: Table
    kinds: Mapping[str, Physical]
    dialect: Dialect
    layers: Layers


def person(name: str, writer: PersonReader) -> exp.Expr:
    """The unit of a row by this column; NULL without an identifier."""
    kind, dialect, column = writer.kinds[name], writer.dialect, writer.table.schema[name]
    written = isinstance(column, Identifier) and column.as_written
    read = identifier_text(exp.column(name, quoted=True), kind, dialect)
    if dialect.rule == 1 or kind == "integer":
        return writer.layers.add(READ, ("unit", name), lambda: unit(read, kind, written, dialect))
    spelt = writer.layers.add(READ, ("identified", name), lambda: read)
    return writer.layers.add(SAID, ("unit", name), lambda: unit(spelt, kind, written, dialect))


def person_text(name: str, writer: PersonReader) -> exp.Expr:
    """The unit as canonical text."""
    kind, dialect, cell = writer.kinds[name], writer.dialect, exp.column(name, quoted=True)
    if dialect.rule > 1 and kind != "integer":
        return person(name, writer)
    return writer.layers.add(READ, ("unit", "text", name), lambda: dialect.spelling(cell, kind))
