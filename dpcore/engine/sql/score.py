"""The score of a row and its cell in 64-bit integers; `Score` proves that no sum, product or difference exceeds them.

If `Score.largest` shows that 32 bits suffice, 32-bit integers are used, which takes less time.

Engines round the quotients of negative numbers differently. So a score is divided only from the first edge upwards,
after subtracting this edge; the first and the last cell are found by comparisons.
"""

from __future__ import annotations

from sqlglot import exp

from dpcore.engine.sql import narrow, search
from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.literal import cast, integer
from dpcore.table.grid import Grid
from dpcore.table.score import Score, Square


def score(key: Score, parts: list[exp.Expr]) -> exp.Expr:
    """The score. parts: grid integers and truth values. The score is NULL if one of them is NULL (a missing cell)."""
    type_name = narrow.factor(2 * max(key.largest, *map(abs, key.edges)))  # twice, for the difference from an edge
    total: exp.Expr = cast(integer(key.constant), type_name)
    for part, weight, value in zip(key.parts, key.weights, parts, strict=True):
        if isinstance(part, Grid):
            term: exp.Expr = exp.Mul(this=cast(value, type_name), expression=integer(weight))
        elif isinstance(part, Square):
            twice = exp.Mul(this=cast(value, type_name), expression=integer(2))
            away = exp.Paren(this=exp.Sub(this=twice, expression=integer(part.grid.steps)))
            square = exp.Mul(this=away, expression=away.copy())
            term = exp.Mul(this=square, expression=integer(weight))
        else:
            whole = cast(value, "int")  # PostgreSQL has no cast to bigint
            truth = whole if type_name == "int" else cast(whole, type_name)
            term = exp.Mul(this=truth, expression=integer(weight))
        total = exp.Add(this=total, expression=term)
    return total


def cell_of_score(key: Score, x: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The cell of a score, by integer division if the edges are evenly spaced."""
    first, last = integer(key.edges[0]), integer(key.edges[-1])
    below, above = exp.LT(this=x, expression=first), exp.GTE(this=x, expression=last)
    if key.step is None:
        inside = search.place([integer(edge) for edge in key.edges], x, dialect)
    else:
        offset = exp.Paren(this=exp.Sub(this=x, expression=first.copy()))
        inside = cast(exp.IntDiv(this=offset, expression=integer(key.step)), "int")
    following = exp.Add(this=inside, expression=integer(1))
    from_first = exp.GTE(this=x, expression=first.copy())  # not true for NULL, so that there is no cell
    case = exp.Case().when(below, integer(0), copy=False).when(above, integer(len(key.edges)), copy=False)
    return case.when(from_first, following, copy=False)
