"""What DuckDB, PostgreSQL and Spark say differently. Every expression here is total: no cell can make it raise."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, final

from sqlglot import exp

from dpcore.data.physical import Physical

_BLANKS = " \t\r\n"
_LARGEST = 1.7976931348623157e308


def double(value: float) -> exp.Expr:
    """The literal of exactly this double; a plain 0.1 would be a decimal, and converted a second time."""
    spelling = repr(float(value))
    literal = exp.Literal.number(spelling.lstrip("-") if "e" in spelling else spelling.lstrip("-") + "e0")
    return exp.cast(exp.Neg(this=literal) if spelling.startswith("-") else literal, "double")


def integer(value: int) -> exp.Expr:
    """A whole-number literal."""
    literal = exp.Literal.number(abs(value))
    return exp.Neg(this=literal) if value < 0 else literal


def call(name: str, *arguments: exp.Expr) -> exp.Expr:
    """A function call written as it stands."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def attempt(x: exp.Expr, type_name: str | exp.DataType) -> exp.Expr:
    """TRY_CAST. Without `safe`, sqlglot writes a plain CAST for Spark, which raises on a bad cell."""
    return exp.TryCast(this=x, to=exp.DataType.build(type_name), safe=True)


class Dialect(ABC):
    """How one engine reads a cell without ever raising, and orders rows by their content."""

    name: ClassVar[str]

    @abstractmethod
    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """The cell as a double; NULL where it has no spelling as one. May be NaN or infinite."""

    @abstractmethod
    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """The cell as a date; NULL where it is none."""

    @abstractmethod
    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """The number of days between two dates."""

    @abstractmethod
    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The place (from 0) of the text in a list of different values; NULL when it is not there."""

    @abstractmethod
    def order(self, salt: int, cells: Sequence[exp.Expr]) -> exp.Expr:
        """A keyed hash of the cells, NULLs told apart from empty text."""

    @abstractmethod
    def total(self, y: exp.Expr) -> exp.Expr:
        """The exact sum of whole numbers, however many."""

    def finite(self, x: exp.Expr) -> exp.Expr:
        """False for NaN and infinities (NaN is above every number in all three engines), NULL for NULL."""
        return exp.Between(this=x, low=double(-_LARGEST), high=double(_LARGEST))

    def text(self, cell: exp.Expr, kind: Physical = "text") -> exp.Expr:
        """The cell as text without blanks around it; a time outside the years 1 to 9999 has none.

        DuckDB 2.0 stores times that it cannot spell, raises for them in TRY_CAST too, and moves a cast out of a CASE.
        """
        if kind == "date":
            first, last = (exp.cast(exp.Literal.string(day), "date") for day in ("0001-01-01", "9999-12-31"))
            inside = exp.Between(this=self.day(cell, kind), low=first, high=last)
            cell = exp.Case().when(inside, cell)
        return exp.Trim(this=exp.cast(cell, "text"), expression=exp.Literal.string(_BLANKS))

    def sql(self, query: exp.Expr) -> str:
        """The statement as this engine reads it."""
        return query.sql(dialect=self.name)


@final
class DuckDBDialect(Dialect):
    """Embedded, the default."""

    name = "duckdb"

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell."""
        return attempt(_readable(cell, kind), "double")

    def finite(self, x: exp.Expr) -> exp.Expr:
        """By function: a comparison may be decided for all rows from a file's statistics, which leave NaN out."""
        return call("isfinite", x)

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell; times with a zone are taken in UTC."""
        readable = cell if kind == "date" else self.text(cell)
        return attempt(readable, "date")

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """Dates subtract to whole days."""
        return exp.Sub(this=later, expression=earlier)

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The code of an ENUM: one look-up in a hash table for each row, or each dictionary entry."""
        enum = exp.DataType(this=exp.DataType.Type.ENUM, expressions=[exp.Literal.string(value) for value in values])
        return call("enum_code", attempt(text, enum))

    def order(self, salt: int, cells: Sequence[exp.Expr]) -> exp.Expr:
        """DuckDB's own 64-bit hash."""
        return call("hash", integer(salt), *cells)

    def total(self, y: exp.Expr) -> exp.Expr:
        """A 128-bit sum."""
        return exp.Sum(this=y)


@final
class PostgresDialect(Dialect):
    """Has no TRY_CAST: a cell is cast only after a pattern says that it can be."""

    name = "postgres"

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """Through numeric, which holds every spelling let through; beyond the range of doubles is NULL."""
        if kind == "integer":
            return exp.cast(cell, "double")
        if kind in ("decimal", "float"):
            return _narrowed(cell)
        if kind == "flag":
            return exp.cast(_readable(cell, kind), "double")
        text = self.text(cell)
        spelt = exp.RegexpLike(this=text, expression=exp.Literal.string(_NUMBER))
        return exp.Case().when(spelt, _narrowed(exp.cast(text, "decimal")))

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """A text is checked to be a day of the calendar first."""
        if kind == "date":
            return exp.cast(cell, "date")
        text = self.text(cell)
        ten = exp.Substring(this=text, start=integer(1), length=integer(10))
        shaped = exp.RegexpLike(this=text, expression=exp.Literal.string(_DAY))
        return exp.Case().when(shaped, exp.Case().when(_in_calendar(text), exp.cast(ten, "date")))

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """Dates subtract to whole days."""
        return exp.Sub(this=later, expression=earlier)

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The place in an array, from 1."""
        array = exp.Array(expressions=[exp.Literal.string(value) for value in values])
        return exp.Sub(this=call("ARRAY_POSITION", array, text), expression=integer(1))

    def order(self, salt: int, cells: Sequence[exp.Expr]) -> exp.Expr:
        """MD5 of the cells' text, each preceded by its length."""
        return _md5(salt, cells)

    def total(self, y: exp.Expr) -> exp.Expr:
        """A decimal sum."""
        return exp.Sum(this=exp.cast(y, "decimal(38, 0)"))


@final
class SparkDialect(Dialect):
    """Spark 4; reads text by TRY_CAST."""

    name = "spark"

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell."""
        readable = self.text(cell) if kind == "text" else _readable(cell, kind)
        return attempt(readable, "double")

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell."""
        return attempt(cell if kind == "date" else self.text(cell), "date")

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """DATEDIFF(end, start)."""
        return call("DATEDIFF", later, earlier)

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The place in an array, from 1; 0 when it is not there."""
        array = call("ARRAY", *(exp.Literal.string(value) for value in values))
        place = exp.Nullif(this=call("ARRAY_POSITION", array, text), expression=integer(0))
        return exp.Sub(this=place, expression=integer(1))

    def order(self, salt: int, cells: Sequence[exp.Expr]) -> exp.Expr:
        """MD5 of the cells' text, each preceded by its length."""
        return _md5(salt, cells)

    def total(self, y: exp.Expr) -> exp.Expr:
        """A decimal sum."""
        return exp.Sum(this=exp.cast(y, "decimal(38, 0)"))


DIALECTS: tuple[Dialect, ...] = (DuckDBDialect(), PostgresDialect(), SparkDialect())

_NUMBER = r"^[+-]?([0-9]{1,250}(\.[0-9]{0,250})?|\.[0-9]{1,250})([eE][+-]?[0-9]{1,3})?$"
_DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T].*)?$"


def _readable(cell: exp.Expr, kind: Physical) -> exp.Expr:
    """The cell as something that an attempt to read a number is defined for."""
    match kind:
        case "flag":
            return exp.Case().when(cell, integer(1)).when(exp.Not(this=cell), integer(0))
        case "date":
            return exp.null()
        case "other":
            return exp.cast(cell, "text")
        case _:
            return cell


def _narrowed(value: exp.Expr) -> exp.Expr:
    """A number as a double: NULL above the largest (and for NaN, which is above all), 0 where it is tiny.

    PostgreSQL raises where a product of doubles underflows to 0.
    """
    size = exp.Abs(this=value)
    return (
        exp.Case()
        .when(exp.GT(this=size.copy(), expression=exp.Literal.number("1.7976931348623157e308")), exp.null())
        .when(exp.LT(this=size, expression=exp.Literal.number("1e-200")), double(0.0))
        .else_(exp.cast(value, "double"))
    )


def _in_calendar(text: exp.Expr) -> exp.Expr:
    """Whether the text YYYY-MM-DD is a day of the calendar, from the year 1."""

    def part(start: int, length: int) -> exp.Expr:
        return exp.cast(exp.Substring(this=text.copy(), start=integer(start), length=integer(length)), "int")

    def divides(number: int) -> exp.Expr:
        return exp.EQ(this=exp.Mod(this=part(1, 4), expression=integer(number)), expression=integer(0))

    leap = exp.and_(divides(4), exp.or_(exp.Not(this=divides(100)), divides(400)))
    february = exp.EQ(this=part(6, 2), expression=integer(2))
    length = (
        exp.Case()
        .when(exp.and_(february, leap), integer(29))
        .when(february.copy(), integer(28))
        .when(exp.In(this=part(6, 2), expressions=[integer(month) for month in (4, 6, 9, 11)]), integer(30))
        .else_(integer(31))
    )
    return exp.and_(
        exp.GTE(this=part(1, 4), expression=integer(1)),
        exp.Between(this=part(6, 2), low=integer(1), high=integer(12)),
        exp.Between(this=part(9, 2), low=integer(1), high=length),
    )


def _md5(salt: int, cells: Sequence[exp.Expr]) -> exp.Expr:
    def piece(cell: exp.Expr) -> exp.Expr:
        text = exp.cast(cell, "text")
        framed = call("CONCAT", exp.cast(call("LENGTH", text), "text"), exp.Literal.string(":"), text.copy())
        return (
            exp.Case()
            .when(exp.Not(this=exp.Is(this=cell.copy(), expression=exp.null())), framed)
            .else_(exp.Literal.string("~"))
        )

    return call("MD5", call("CONCAT", exp.Literal.string(str(salt)), *(piece(cell) for cell in cells)))
