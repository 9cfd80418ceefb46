"""Whether the unit of a row is in a random sample: a keyed hash of the unit, below a public part of its range.

The key is used for one statement only and not stored, so the units of a sample are in effect drawn independently. If
each row is a unit, its identifier is the number that the engine assigns to the row while reading. It does not matter
which row gets which number: all numbers differ, and equal rows must be drawn independently of each other too.
"""

from __future__ import annotations

from math import floor

from sqlglot import exp

from dpcore.engine.sql import md5
from dpcore.engine.sql.block import BlockWriter
from dpcore.engine.sql.layer import GUESS, READ
from dpcore.engine.sql.literal import integer
from dpcore.engine.sql.postgres_dialect import HEXADECIMAL
from dpcore.table.key import Sampled

_HALF = 4 * HEXADECIMAL
BITS = 2 * _HALF
"""The bits of a hash that decide. Probabilities are rounded down to multiples of 2**-BITS."""


def coin(key: Sampled, writer: BlockWriter, salt: exp.Expr | None) -> exp.Expr:
    """0 for a row of the sample, NULL for any other row."""
    assert salt is not None and key.column == writer.table.unit.identifier
    who = _number(writer) if key.column is None else writer.unit_text()
    hashed = writer.layers.add(GUESS, ("hashed", key), lambda: md5.of(salt, [who]))
    high, low = (
        exp.Substring(this=text, start=integer(start), length=integer(HEXADECIMAL))
        for text, start in ((hashed, 1), (hashed.copy(), 1 + HEXADECIMAL))
    )
    upper, lower = (exp.Paren(this=writer.dialect.from_hexadecimal(digits)) for digits in (high, low))
    number = exp.Add(this=exp.Mul(this=upper, expression=integer(2**_HALF)), expression=lower)
    limit = integer(floor(key.rate * 2**BITS))
    return exp.Case().when(exp.LT(this=exp.Paren(this=number), expression=limit), integer(0))


def _number(writer: BlockWriter) -> exp.Expr:
    """A number that differs for every row."""
    return writer.layers.add(READ, ("number",), lambda: exp.Window(this=exp.RowNumber()))
