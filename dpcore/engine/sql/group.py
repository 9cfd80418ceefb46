"""The rows of a statement; if `max_groups` is set, each unit's rows in at most so many cells, by a keyed hash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.layer import Layers
from dpcore.engine.sql.literal import call, integer, is_known


class GroupWriter(Protocol):
    """The named expressions of a statement."""

    layers: Layers
    dialect: Dialect

    def value(self, name: str) -> exp.Expr:
        """The clean value of a column."""

    def unit(self) -> exp.Expr:
        """The unit of a row."""

    def unit_text(self) -> exp.Expr:
        """The unit as text."""


def rows(
    writer: GroupWriter,
    codes: Sequence[exp.Expr],
    outputs: Sequence[exp.Expr],
    where: list[exp.Expr],
    present: Sequence[str],
    max_groups: int | None,
    salt: exp.Expr,
) -> tuple[exp.Expr, list[exp.Expr]]:
    """The rows with the outputs, and the conditions that still have to be applied.

    With `max_groups`, only rows that meet the conditions and have values in `present` count toward a unit's bound.
    """
    if max_groups is None:
        return writer.layers.query([*codes, *outputs, *where]).subquery("_rows", copy=False), where
    where = [*where, *(is_known(code) for code in codes), *(is_known(writer.value(name)) for name in present)]
    who = (writer.unit(), writer.unit_text())
    source = writer.layers.query([*codes, *outputs, *where, *who]).subquery("_rows", copy=False)
    inside = exp.select("*").from_(source).where(*where)
    return in_first_cells(inside, codes, who, max_groups, writer.dialect, salt), []


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
