"""Comparisons of a clean value with public values: true, false, or NULL for a missing cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from sqlglot import exp

from dpcore.engine.sql.clean import day
from dpcore.engine.sql.literal import double, integer
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.condition import Condition

_OPERATORS: Mapping[str, type[exp.Binary]] = {
    "==": exp.EQ,
    "!=": exp.NEQ,
    "<": exp.LT,
    "<=": exp.LTE,
    ">": exp.GT,
    ">=": exp.GTE,
}


def comparison(column: Number | Category | Flag | Date, condition: Condition, x: exp.Expr) -> exp.Expr:
    """A condition that was checked against the column; x: the clean value."""
    values = [_literal(column, value) for value in condition.values]
    match condition.op:
        case "in":
            return exp.In(this=x, expressions=values)
        case "not in":
            return exp.Not(this=exp.In(this=x, expressions=values))
        case op:
            return _OPERATORS[op](this=x, expression=values[0])


def _literal(column: Number | Category | Flag | Date, value: object) -> exp.Expr:
    match column:
        case Number():
            return double(float(value))  # type: ignore[arg-type]
        case Category():
            return integer(column.keys.index(str(value)))
        case Flag():
            return exp.true() if value else exp.false()
        case Date():
            return day(str(value))
        case _:
            assert_never(column)
