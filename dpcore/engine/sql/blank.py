"""Blanks around a text in DuckDB, where looking for a blank at an end takes less time than trimming."""

from __future__ import annotations

from sqlglot import exp

from dpcore.engine.sql.literal import call, integer, text
from dpcore.number import BLANKS
from dpcore.spelling import MOST_CHARACTERS
from dpcore.table.listing import ALL_BLANKS

_AFTER = "!"
"""A text that is empty or begins with one of BLANKS is below this text, compared by bytes."""
_WIDE = ALL_BLANKS.removeprefix(BLANKS)


def tidy_cell(cell: exp.Expr, trimmed: exp.Expr, tidy: exp.Expr) -> exp.Expr:
    """A cell without ALL_BLANKS around it; NULL if it exceeds the length limit of cells.

    trimmed: the cell without BLANKS; tidy: the result for a cell that has none of BLANKS at an end and is not long. An
    ASCII text contains no other blanks of ALL_BLANKS.
    """
    long = exp.GT(this=call("STRLEN", cell), expression=integer(MOST_CHARACTERS))
    untidy = exp.or_(exp.LT(this=cell, expression=text(_AFTER)), *_at_end(cell, BLANKS), long, copy=False)
    short = exp.LTE(this=exp.Length(this=trimmed), expression=integer(MOST_CHARACTERS))
    bare = exp.Case().when(short, exp.Trim(this=cell, expression=text(ALL_BLANKS)), copy=False)
    return exp.Case().when(untidy, bare, copy=False).else_(tidy, copy=False)


def has_edge(cell: exp.Expr) -> exp.Expr:
    """Whether a text has one of ALL_BLANKS, but not of BLANKS, at an end."""
    begins = [call("STARTS_WITH", cell, text(blank)) for blank in _WIDE]
    return exp.paren(exp.or_(*begins, *_at_end(cell, _WIDE), copy=False), copy=False)


def _at_end(cell: exp.Expr, blanks: str) -> list[exp.Expr]:
    return [call("ENDS_WITH", cell, text(blank)) for blank in blanks]
