"""A keyed hash available in every engine: MD5 of texts, each preceded by its length."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dpcore.engine.sql.literal import call, cast, is_known, text


def of(salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
    """The hash of a text salt and the cells, in which NULL differs from empty text."""

    def piece(cell: exp.Expr) -> exp.Expr:
        spelt = cast(cell, "text")
        framed = call("CONCAT", cast(call("LENGTH", spelt), "text"), text(":"), spelt)
        return exp.Case().when(is_known(cell), framed, copy=False).else_(text("~"), copy=False)

    return call("MD5", call("CONCAT", salt, *(piece(cell) for cell in cells)))
