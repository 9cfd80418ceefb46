"""A keyed hash available in every engine: MD5 of texts, each preceded by its length."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dpcore.engine.sql.literal import call


def of(salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
    """The hash of a text salt and the cells, in which NULL differs from empty text."""

    def piece(cell: exp.Expr) -> exp.Expr:
        text = exp.cast(cell, "text")
        framed = call("CONCAT", exp.cast(call("LENGTH", text), "text"), exp.Literal.string(":"), text.copy())
        return (
            exp.Case()
            .when(exp.Not(this=exp.Is(this=cell.copy(), expression=exp.null())), framed)
            .else_(exp.Literal.string("~"))
        )

    return call("MD5", call("CONCAT", salt, *(piece(cell) for cell in cells)))
