"""The smallest types that hold whole numbers of a public size, with which arithmetic and sums take the least time.

DuckDB checks each product and sum of integers for overflow, which takes longer than the operation. It does not check
decimals of up to 18 digits whose types exclude overflow. These are stored as 64-bit integers and equally exact.
"""

from __future__ import annotations

from dpcore.engine.sql.dialect import Dialect, DuckDBDialect

DIGITS = 18
"""The most digits of a decimal in 64 bits."""


def summand(most: int) -> str:
    """The type of 0..most for sums. DuckDB sums a smallint in 64 bits, exact up to 2^48 rows, any other type in 128."""
    return "smallint" if most < 2**15 else factor(most)


def factor(most: int) -> str:
    """The type for arithmetic whose operands and results are all of at most this size."""
    return "int" if most < 2**31 else "bigint"


def decimal(most: int) -> str:
    """The decimal that holds whole numbers of at most this size."""
    return f"decimal({len(str(most))}, 0)"


def factors(first: int, second: int, dialect: Dialect) -> list[str]:
    """The types of two factors of at most these sizes, whose product is below 2^63."""
    if isinstance(dialect, DuckDBDialect) and len(str(first)) + len(str(second)) <= DIGITS:
        return [decimal(first), decimal(second)]
    return [factor(first * second)] * 2
