"""Keeps the rows of each unit in a bounded number of cells, chosen by a keyed hash."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.literal import call, integer


def in_first_cells(
    inside: exp.Select,
    codes: Sequence[exp.Expr],
    who: tuple[exp.Expr, exp.Expr],
    most: int,
    dialect: Dialect,
    salt: exp.Expr,
) -> exp.Expr:
    """Rows in the first `most` cells of their unit, in the order of a keyed hash of unit and cell (then the cell)."""
    hashed = exp.select("*", dialect.order(salt, [who[1], *codes]).as_("_order")).from_(inside.subquery("_inside"))
    by = exp.Order(expressions=[exp.Ordered(this=x) for x in (exp.column("_order"), *codes)])
    rank = exp.Window(this=call("DENSE_RANK"), partition_by=[who[0]], order=by)
    ranked = exp.select("*", rank.as_("_rank")).from_(hashed.subquery("_hashed"))
    first_cells = exp.select("*").from_(ranked.subquery("_ranked"))
    return first_cells.where(exp.LTE(this=exp.column("_rank"), expression=integer(most))).subquery("_kept")
