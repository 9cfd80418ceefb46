"""The smallest types that hold whole numbers of a public size: arithmetic and sums of them take the least time."""

from __future__ import annotations


def summand(most: int) -> str:
    """The type of 0..most for sums. DuckDB sums a smallint in 64 bits, exact up to 2^48 rows, any other type in 128."""
    return "smallint" if most < 2**15 else factor(most)


def factor(most: int) -> str:
    """The type for arithmetic whose operands and results are all of at most this size."""
    return "int" if most < 2**31 else "bigint"
