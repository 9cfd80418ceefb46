"""One hash of a row's cells, which depends on the values and not on how they are stored or written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dpcore.engine.sql.physical import physical

if TYPE_CHECKING:
    from sqlglot import exp


def hash_rows(
    rows: exp.Expr,
    columns: Sequence[tuple[str, str]],
    salt: int,
    meaning: int,
    place: str = "",
    decimal: str = ".",
) -> exp.Select:
    """The hash `h` of each row's cells, after the column `place`, if given.

    columns: names and DuckDB's type names. decimal: a comma if both comma and point are decimal marks in text. Nested
    SELECTs parse each text only once.
    """
    from sqlglot import exp

    from dpcore.engine.sql.digit import with_point

    lower, numbers, middle, upper = (exp.select(*([place] if place else [])) for _ in range(4))
    cells = list[exp.Expr]()
    for at, (name, type_name) in enumerate(columns):
        cell, kind = exp.column(name, quoted=True), physical(type_name)
        below, number, time = (exp.column(f"_{at}{mark}") for mark in ("", "n", "t"))
        value = exp.func("said_number", number) if meaning > 1 else number
        if kind in ("text", "other") or (kind == "decimal" and meaning > 1):
            lower = lower.select(exp.func("trim", exp.cast(cell, "text")).as_(below.name), copy=False)
            digits = with_point(below) if decimal == "," and kind == "text" else below
            numbers = numbers.select(below, _double(digits).as_(number.name), copy=False)
        else:
            lower, numbers = (
                lower.select(_cell(cell, type_name).as_(below.name), copy=False),
                numbers.select(below, copy=False),
            )
        if kind in ("text", "other"):
            moment = exp.func("said_time", below).as_(time.name)
            middle = middle.select(below, value.as_(number.name), moment, copy=False)
            cells.append(exp.func("said_hash", exp.func("lower", below), number, time))
        elif kind == "decimal" and meaning > 1:
            middle = middle.select(value.as_(number.name), copy=False)
            cells.append(exp.Case().when(_is_known(number), _hash(number)))
        else:
            middle = middle.select(below, copy=False)
            cells.append(below)
    row = exp.Anonymous(this="hash", expressions=[exp.Literal.number(salt), *cells])
    numbered = numbers.from_(_with_name(lower.from_(rows, copy=False), "_lower"), copy=False)
    middle = middle.from_(_with_name(numbered, "_numbers"), copy=False)
    return upper.select(row.as_("h", copy=False), copy=False).from_(_with_name(middle, "_middle"), copy=False)


def _with_name(query: exp.Select, name: str) -> exp.Subquery:
    return query.subquery(name, copy=False)


def macros(meaning: int) -> dict[str, exp.Expr]:
    """Macros for text columns; expanding them in the engine is much faster than building the trees."""
    from sqlglot import exp

    from dpcore.engine.sql.calendar import instant
    from dpcore.engine.sql.digit import shortest_double

    x, number, time = exp.column("x"), exp.column("number"), exp.column("time")
    return {
        "said_time(x)": instant(x),
        "said_number(x)": shortest_double(x),
        "said_hash(x, number, time)": _hash_words(x, number, time) if meaning > 1 else _hash_spelling(x, number, time),
    }


def _hash_words(text: exp.Expr, number: exp.Expr, time: exp.Expr) -> exp.Expr:
    """As `_hash_spelling`, but reads the words that programs write for missing cells and booleans in text files."""
    from sqlglot import exp

    from dpcore.table.listing import NOBODY

    def among(words: Iterable[str]) -> exp.Expr:
        return exp.In(this=text, expressions=[exp.Literal.string(word) for word in words])

    case = exp.Case().when(among(sorted({word.lower() for word in (*NOBODY, "\\N")})), exp.null())
    for truth, words in (("true", ("t", "y", "yes")), ("false", ("f", "n", "no"))):
        case = case.when(among(words), _hash(exp.Literal.string(truth)))
    return case.else_(_hash_spelling(text, number, time))


def _hash_spelling(text: exp.Expr, number: exp.Expr, time: exp.Expr) -> exp.Expr:
    """One hash for all texts of the same value; NULL for empty text and NaN."""
    from sqlglot import exp

    return (
        exp.Case()
        .when(exp.Not(this=exp.func("isfinite", number)), exp.null())
        .when(_is_known(number), _hash(number))
        .when(_is_known(time), _hash(time))
        .when(exp.NEQ(this=text, expression=exp.Literal.string("")), _hash(text))
    )


def _double(x: exp.Expr) -> exp.Expr:
    from sqlglot import exp

    return exp.TryCast(this=x, to=exp.DataType.build("double"))


def _hash(x: exp.Expr) -> exp.Expr:
    from sqlglot import exp

    return exp.Anonymous(this="hash", expressions=[x])


def _is_known(x: exp.Expr) -> exp.Expr:
    from sqlglot import exp

    return x.is_(exp.null()).not_()


def _cell(cell: exp.Expr, type_name: str) -> exp.Expr:
    """The hash of a cell that is not text; a text of the same value has the same hash."""
    from sqlglot import exp

    match physical(type_name):
        case "integer" | "decimal":
            return exp.Case().when(_is_known(cell), _hash(_double(cell)))
        case "float":
            # A float32 counts as its shortest decimal text, as in a CSV file.
            value = _double(exp.cast(cell, "text") if type_name == "FLOAT" else cell)
            return exp.Case().when(exp.func("isfinite", value), _hash(value))
        case "date":
            # Times in nanoseconds have no direct cast; digits below a microsecond are ignored.
            literal = exp.Literal.number
            text = exp.Substring(this=exp.cast(cell, "text"), start=literal(1), length=literal(26))
            time = exp.TryCast(this=text if type_name.endswith("_NS") else cell, to=exp.DataType.build("timestamp"))
            return exp.Case().when(_is_known(cell), _hash(time))
        case "flag":
            true, false = (_hash(exp.Literal.string(text)) for text in ("true", "false"))
            return exp.Case().when(cell, true).when(exp.Not(this=cell), false)
        case kind:
            raise AssertionError(kind)
