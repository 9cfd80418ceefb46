"""SELECTs that PostgreSQL's planner does not inline, but can still run in parallel."""

from __future__ import annotations

from sqlglot import exp

from dpcore.engine.sql.literal import call, integer


def fence(query: exp.Expr) -> exp.Expr:
    """A copy whose inner SELECTs are fenced off."""
    whole = query.copy()
    for inner in whole.find_all(exp.Subquery):
        if isinstance(inner.this, exp.Select) and not inner.this.args.get("offset"):
            fenced_off(inner.this)
    return whole


def fenced_off(select: exp.Select) -> None:
    """Keeps PostgreSQL from inlining a SELECT's expressions in place of their names.

    The planner does not inline expressions that may be volatile. The added branch with the clock is never evaluated:
    the planner removes it later. OFFSET 0 would also work, but prevents parallel execution.
    """
    simple = not any(select.args.get(clause) for clause in ("group", "having", "distinct", "limit", "with_"))
    if not simple or any(expression.find(exp.Star, exp.Window, exp.AggFunc) for expression in select.expressions):
        select.set("offset", exp.Offset(expression=integer(0)))
        return
    for named in select.expressions:
        if isinstance(named, exp.Alias) and not isinstance(named.this, exp.Column):
            never = exp.and_(exp.false(), exp.Is(this=call("CLOCK_TIMESTAMP"), expression=exp.null()), copy=False)
            named.set("this", exp.Case().when(never, exp.null(), copy=False).else_(named.this, copy=False))
