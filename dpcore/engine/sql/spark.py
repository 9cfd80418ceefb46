"""The dialect of Spark 4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from sqlglot import exp

from dpcore.engine.sql import calendar, digit, md5, numeric
from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.literal import attempt, call, cast, castable, double, integer
from dpcore.engine.sql.physical import Physical
from dpcore.spelling import WHOLE


@final
class SparkDialect(Dialect):
    """Spark 4, which has TRY_CAST, but reads other texts as numbers and dates."""

    name = "spark"

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell; for a text, only if a pattern shows that it is a number."""
        if kind == "text":
            text = self.text(cell)
            return digit.or_truth(numeric.in_spark(text), text)
        return attempt(castable(cell, kind), "double")

    def matches(self, text: exp.Expr, pattern: str) -> exp.Expr:
        """With Java's patterns."""
        return super().matches(text, calendar.java(pattern))

    def replace(self, text: exp.Expr, pattern: str, by: str) -> exp.Expr:
        """With Java's patterns. Spark replaces every match, so a pattern must match at one end only."""
        return super().replace(text, calendar.java(pattern), by.replace("\\", "$"))

    def bare(self, cell: exp.Expr) -> exp.Expr:
        """In binary collation: other collations of a column may treat different texts as equal."""
        return exp.Collate(this=super().bare(cell), expression=exp.to_identifier("UTF8_BINARY"))

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """For text, with a pattern and a check of the calendar date. NULL for numbers and flags."""
        if kind == "text":
            return calendar.in_spark(self.text(cell))
        return attempt(cell, "date") if kind == "date" else cast(exp.null(), "date")

    def shortest_double(self, x: exp.Expr, kind: Physical) -> exp.Expr:
        """From the digits of the text, which Java writes with another exponent than other engines."""
        return digit.shortest_double(x, digit.many) if kind in self.unsaid else x

    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """As in DuckDB, from Java's text. Whole numbers beyond 64 bits in parts: Java's text has up to 17 digits."""
        if kind == "decimal":
            return digit.without_zeros(cast(cell, "text"))
        x = attempt(cell, "double")
        beyond = exp.and_(digit.is_whole(x, WHOLE), exp.Not(this=exp.Paren(this=digit.is_whole(x))), copy=False)
        others = digit.of_double(x, self.finite(x), {digit.FITS: "bigint"}, "E", digit.many)
        return exp.Case().when(beyond, numeric.long_in_spark(x), copy=False).else_(others, copy=False)

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """DATEDIFF(end, start)."""
        return call("DATEDIFF", later, earlier)

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The index in an array, from 1; 0 if it is not in the array."""
        array = call("ARRAY", *(exp.Literal.string(value) for value in values))
        place = exp.Nullif(this=call("ARRAY_POSITION", array, text), expression=integer(0))
        return exp.Sub(this=place, expression=integer(1))

    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """MD5 of the cells' text, each preceded by its length."""
        return md5.of(salt, cells)

    def from_hexadecimal(self, digits: exp.Expr) -> exp.Expr:
        """CONV from base 16."""
        return attempt(call("CONV", digits, integer(16), integer(10)), "bigint")

    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
        """A decimal sum."""
        return exp.Sum(this=cast(y, "decimal(38, 0)"))

    def sql(self, query: exp.Expr, pretty: bool = False) -> str:
        """With floors that stay doubles: Spark's FLOOR returns a bigint and raises an error beyond its range."""
        plain = query.copy()
        for floor in reversed([*plain.find_all(exp.Floor)]):
            x, above = floor.this, floor.parent
            if isinstance(above, exp.EQ) and above.this == x:  # a test whether x is whole
                above.replace(exp.EQ(this=exp.Mod(this=exp.paren(x), expression=double(1)), expression=double(0)))
                continue
            has_digits = exp.Between(this=x, low=double(-(2.0**53)), high=double(2.0**53))
            floor.replace(exp.Case().when(has_digits, exp.cast(exp.Floor(this=x.copy()), "double")).else_(x))
        return plain.sql(dialect=self.name, pretty=pretty, copy=False)
