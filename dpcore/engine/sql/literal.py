"""Basic nodes of statements: exact literals, function calls, and casts that cannot raise errors."""

from __future__ import annotations

from sqlglot import exp


def double(value: float) -> exp.Expr:
    """A literal of exactly this double; a plain 0.1 would be a decimal and be converted again."""
    spelling = repr(float(value))
    literal = exp.Literal.number(spelling.lstrip("-") if "e" in spelling else spelling.lstrip("-") + "e0")
    return exp.cast(exp.Neg(this=literal) if spelling.startswith("-") else literal, "double")


def integer(value: int) -> exp.Expr:
    """An integer literal."""
    literal = exp.Literal.number(abs(value))
    return exp.Neg(this=literal) if value < 0 else literal


def text(value: str) -> exp.Expr:
    """A text literal."""
    return exp.Literal.string(value)


def call(name: str, *arguments: exp.Expr) -> exp.Expr:
    """A function call that is not translated between dialects."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def attempt(x: exp.Expr, type_name: str | exp.DataType) -> exp.Expr:
    """TRY_CAST. Without `safe`, sqlglot renders a plain CAST for Spark, which raises for an invalid cell."""
    return exp.TryCast(this=x, to=exp.DataType.build(type_name), safe=True)


def known(x: exp.Expr) -> exp.Expr:
    """True if the value is not NULL."""
    return exp.Not(this=exp.Is(this=x, expression=exp.null()))
