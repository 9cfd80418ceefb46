"""The small nodes that every statement is made of: exact literals, plain calls, casts that cannot raise."""

from __future__ import annotations

from sqlglot import exp


def double(value: float) -> exp.Expr:
    """The literal of exactly this double; a plain 0.1 would be a decimal, and converted a second time."""
    spelling = repr(float(value))
    literal = exp.Literal.number(spelling.lstrip("-") if "e" in spelling else spelling.lstrip("-") + "e0")
    return exp.cast(exp.Neg(this=literal) if spelling.startswith("-") else literal, "double")


def integer(value: int) -> exp.Expr:
    """A whole-number literal."""
    literal = exp.Literal.number(abs(value))
    return exp.Neg(this=literal) if value < 0 else literal


def text(value: str) -> exp.Expr:
    """A text literal."""
    return exp.Literal.string(value)


def call(name: str, *arguments: exp.Expr) -> exp.Expr:
    """A function call written as it stands."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def attempt(x: exp.Expr, type_name: str | exp.DataType) -> exp.Expr:
    """TRY_CAST. Without `safe`, sqlglot writes a plain CAST for Spark, which raises on a bad cell."""
    return exp.TryCast(this=x, to=exp.DataType.build(type_name), safe=True)


def known(x: exp.Expr) -> exp.Expr:
    """True where there is a value."""
    return exp.Not(this=exp.Is(this=x, expression=exp.null()))
