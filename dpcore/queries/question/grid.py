"""The public grid to which a number column is rounded: its step is a power of two, fine enough to be negligible."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.question import refusal
from dpcore.table.aggregate import Grid
from dpcore.table.column import Number
from dpcore.table.condition import declared
from dpcore.table.schema import Schema


def number(schema: Schema, name: str) -> Number:
    """The Number column of that name. Raises QueryError."""
    refusal.check_varies(schema, name)
    column = declared(schema, name)
    if not isinstance(column, Number):
        raise QueryError(
            "Column {name} is not a number.", "Declare it as a Number, or use a Histogram.", name=shown(name)
        )
    return column


def grid(name: str, column: Number, bits: int, *, from_zero: bool = False) -> Grid:
    """The finest grid with at most 2**bits steps between the bounds. Whole-number columns have steps of at least 1.

    from_zero: count the steps from zero to the bound farther from zero instead.
    """
    low, high = Fraction(column.low), Fraction(column.high)
    size = max(abs(low), abs(high)) if from_zero else high - low
    exponent = _log2_ceil(size) - bits
    if column.integer:
        exponent = max(exponent, 0)
    while True:
        step = Fraction(2) ** exponent
        first, last = floor(low / step), ceil(high / step)
        if last - first <= 2**bits or from_zero:
            return Grid(name, first, last - first, exponent)
        exponent += 1


def _log2_ceil(value: Fraction) -> int:
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    return exponent if Fraction(2) ** exponent >= value else exponent + 1
