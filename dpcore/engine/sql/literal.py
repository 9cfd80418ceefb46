"""Basic nodes of statements: exact literals, function calls, and casts that cannot raise errors."""

from __future__ import annotations

from functools import cache

from sqlglot import exp

from dpcore.engine.sql.physical import Physical


def double(value: float) -> exp.Expr:
    """A literal of exactly this double; a plain 0.1 would be a decimal and be converted again."""
    spelling = repr(float(value))
    literal = exp.Literal.number(spelling.lstrip("-") if "e" in spelling else spelling.lstrip("-") + "e0")
    return cast(exp.Neg(this=literal) if spelling.startswith("-") else literal, "double")


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


def cast(x: exp.Expr, type_name: str | exp.DataType) -> exp.Expr:
    """CAST of the value, or the value if it is a CAST to this type. Not copied; rendering copies the statement."""
    if isinstance(x, exp.Cast):
        return exp.cast(x, _type(type_name), copy=False)
    return exp.Cast(this=x, to=_type(type_name).copy())


def attempt(x: exp.Expr, type_name: str | exp.DataType) -> exp.Expr:
    """TRY_CAST. Without `safe`, sqlglot renders a plain CAST for Spark, which raises for an invalid cell."""
    return exp.TryCast(this=x, to=_type(type_name).copy(), safe=True)


@cache
def _parse(type_name: str) -> exp.DataType:
    return exp.DataType.build(type_name)


def _type(type_name: str | exp.DataType) -> exp.DataType:
    """The type. A name is parsed once: sqlglot would parse it for each of the hundreds of casts of a statement."""
    return _parse(type_name) if isinstance(type_name, str) else type_name


def is_known(x: exp.Expr) -> exp.Expr:
    """True if the value is not NULL."""
    return exp.Not(this=exp.Is(this=x, expression=exp.null()))


def castable(cell: exp.Expr, kind: Physical) -> exp.Expr:
    """The cell in a type for which TRY_CAST to a number is defined."""
    match kind:
        case "flag":
            return exp.Case().when(cell, integer(1)).when(exp.Not(this=cell), integer(0))
        case "date" | "other":
            return exp.null()
        case _:
            return cell
