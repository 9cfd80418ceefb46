"""The block of a unit: a keyed hash of its identifier, or of a row's values, modulo the number of blocks.

The hash is the keyed MD5 of texts that are the same in every engine, so the same rows are in the same blocks wherever
they are stored. It depends on the unit's own cells alone. Privacy does not depend on the hash: any function of the unit
would be valid. The key prevents the author of the rows from choosing blocks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol, assert_never

from sqlglot import exp

from dpcore.engine.sql import md5
from dpcore.engine.sql.cell import flag, step
from dpcore.engine.sql.clean import day
from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.layer import GUESS, Layers
from dpcore.engine.sql.literal import integer
from dpcore.engine.sql.physical import Physical
from dpcore.engine.sql.postgres_dialect import HEXADECIMAL
from dpcore.table.aggregate import Blocks, Grid
from dpcore.table.category import Category
from dpcore.table.column import Asked, Date, Flag, Identifier, Number
from dpcore.table.table import Table


class BlockWriter(Protocol):
    """The clean values of the rows of a statement."""

    @property
    def table(self) -> Table:
        """The public facts."""

    @property
    def kinds(self) -> Mapping[str, Physical]:
        """The physical type of each column."""

    @property
    def dialect(self) -> Dialect:
        """The dialect."""

    @property
    def layers(self) -> Layers:
        """The expressions so far, to which the expressions of hashed values are added."""

    def value(self, name: str) -> exp.Expr:
        """The clean value of a column."""

    def unit_text(self) -> exp.Expr:
        """The unit as canonical text."""

    def identifier_text(self, name: str) -> exp.Expr:
        """The canonical text of an identifier column."""


_BITS = 40
"""The number of bits of a value that are hashed, counted from the first bit of the column's larger bound."""


def block(key: Blocks, writer: BlockWriter, salt: exp.Expr | None) -> exp.Expr:
    """The block of a row, from 0 to count - 1."""
    assert salt is not None and key.column == writer.table.unit.identifier
    columns = writer.table.schema.columns.items()
    if key.column is not None:
        cells = [writer.unit_text()]
    else:
        cells = [_spell(name, column, writer) for name, column in columns if isinstance(column, Asked | Identifier)]
    digits = exp.Substring(this=md5.of(salt, cells), start=integer(1), length=integer(HEXADECIMAL))
    number = exp.Paren(this=writer.dialect.from_hexadecimal(digits))
    return exp.Mod(this=number, expression=integer(key.count))


def _fine(name: str, column: Number) -> Grid:
    """A grid on which practically all distinct values differ: as an integer, a double has the same text everywhere."""
    exponent = math.frexp(max(abs(column.low), abs(column.high)))[1] - _BITS
    low, high = (
        math.floor(Fraction(column.low) / Fraction(2) ** exponent),
        math.ceil(Fraction(column.high) / Fraction(2) ** exponent),
    )
    return Grid(name, low, high - low, exponent)


def _spell(name: str, column: Number | Category | Flag | Date | Identifier, writer: BlockWriter) -> exp.Expr:
    """A value as an integer or a text that is the same in every engine; NULL if it is missing."""
    dialect, add = writer.dialect, writer.layers.add
    match column:
        case Identifier():
            return writer.identifier_text(name)
        case Number(integer=False):
            return add(GUESS, (GUESS, name), lambda: step(_fine(name, column), column, writer.value(name)))
        case Number() | Category():
            return writer.value(name)
        case Flag():
            return add(GUESS, (GUESS, name), lambda: flag(writer.value(name)))
        case Date():
            return add(GUESS, (GUESS, name), lambda: dialect.days(writer.value(name), day("1970-01-01")))
        case _:
            assert_never(column)
