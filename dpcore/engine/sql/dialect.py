"""What DuckDB, PostgreSQL and Spark say differently. Every expression here is total: no cell can make it raise."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, assert_never, final

from sqlglot import exp

from dpcore.engine.sql import calendar, digit, listed, md5, numeric
from dpcore.engine.sql.fence import fenced_off
from dpcore.engine.sql.literal import attempt, call, double, integer, known
from dpcore.engine.sql.physical import Physical
from dpcore.number import BLANKS, MOST_CHARACTERS, WHOLE

_LARGEST = 1.7976931348623157e308


class Dialect(ABC):
    """How one engine reads a cell without ever raising, and orders rows by their content."""

    name: ClassVar[str]
    unsaid: ClassVar[tuple[Physical, ...]] = ("text", "decimal", "float")
    """The kinds of cells whose numbers are not yet what their spelling says (`said`)."""

    @abstractmethod
    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """The cell as a double; NULL where it has no spelling as one. May be NaN or infinite."""

    def said(self, x: exp.Expr, kind: Physical) -> exp.Expr:
        """The number that `number` gave by its value alone: 0.1 for 0.10000000149011612, the float32 next to it.

        Whatever stores it: a file of text has in full what a column of doubles or of float32 holds.
        """
        return digit.said(x) if kind in self.unsaid else x

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
    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """A keyed hash of the cells, NULLs told apart from empty text."""

    @abstractmethod
    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
        """The exact sum of bigints, however many; of decimals where they are `wide`."""

    def finite(self, x: exp.Expr) -> exp.Expr:
        """False for NaN and infinities (NaN is above every number in all three engines), NULL for NULL."""
        return exp.Between(this=x, low=double(-_LARGEST), high=double(_LARGEST))

    @abstractmethod
    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """A decimal or a double in plain digits, by its value (`dpcore.number.spelt`); NULL for NaN and infinities."""

    def bare(self, cell: exp.Expr) -> exp.Expr:
        """The cell as text without blanks around it, however long."""
        return exp.Trim(this=exp.cast(cell, "text"), expression=exp.Literal.string(BLANKS))

    def text(self, cell: exp.Expr) -> exp.Expr:
        """The cell as text without blanks around it; NULL where that is longer than a cell may be."""
        short = exp.LTE(this=exp.Length(this=self.bare(cell)), expression=integer(MOST_CHARACTERS))
        return exp.Case().when(short, self.bare(cell))

    def spelling(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """The cell's one spelling, by its value alone, as `dpcore.number.spelt` has it; NULL where it has none.

        Categories, units, and the hashes that order rows and groups all go by it.
        """
        match kind:
            case "text":
                return self.text(cell)
            case "integer":
                return exp.cast(cell, "text")
            case "float" | "decimal":
                return self.digits(cell, kind)
            case "flag":
                words = [exp.Literal.string(word) for word in ("true", "false")]
                return exp.Case().when(cell, words[0]).when(exp.Not(this=cell), words[1])
            case "date":
                return self._moment(cell)
            case "other":
                return exp.cast(exp.null(), "text")
            case _:
                assert_never(kind)

    def dated(self, cell: exp.Expr) -> exp.Expr:
        """A day or a time of the years 1 to 9999; NULL for any other, which has no spelling.

        DuckDB 2.0 stores times that it cannot spell, raises for them in TRY_CAST too, and moves a cast out of a CASE.
        """
        first, last = (exp.cast(exp.Literal.string(day), "date") for day in ("0001-01-01", "9999-12-31"))
        return exp.Case().when(exp.Between(this=self.day(cell, "date"), low=first, high=last), cell)

    def _moment(self, cell: exp.Expr) -> exp.Expr:
        """A day or an instant in UTC, midnight as the day."""
        spelling = exp.cast(self.dated(cell), "text")
        return exp.RegexpReplace(
            this=spelling, expression=exp.Literal.string(_MIDNIGHT), replacement=exp.Literal.string("")
        )

    def sql(self, query: exp.Expr, pretty: bool = False) -> str:
        """The statement as this engine reads it."""
        return query.sql(dialect=self.name, pretty=pretty)


@final
class DuckDBDialect(Dialect):
    """Embedded, the default."""

    name = "duckdb"
    unsaid = ("text", "decimal")  # a frozen copy keeps a float as what it says

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell; a decimal by its digits, because its own cast rounds by the column's scale."""
        if kind == "decimal":
            return attempt(exp.cast(cell, "text"), "double")
        if kind == "text":
            return digit.or_truth(attempt(self.text(cell), "double"), self.text(cell))
        return attempt(_readable(cell, kind), "double")

    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """Whole numbers through integers; the rest by DuckDB's shortest text, which is Python's."""
        if kind == "decimal":
            return digit.without_zeros(exp.cast(cell, "text"))
        x = exp.cast(cell, "double")
        return digit.of_double(x, self.finite(x), {digit.FITS: "bigint", WHOLE: "int128"}, "e")

    def finite(self, x: exp.Expr) -> exp.Expr:
        """By function: a comparison may be decided for all rows from a file's statistics, which leave NaN out."""
        return call("isfinite", x)

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell; times with a zone or an offset are taken in UTC."""
        return attempt(cell, "date") if kind == "date" else calendar.day(self.spelling(cell, kind))

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """Dates subtract to whole days."""
        return exp.Sub(this=later, expression=earlier)

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The code of an ENUM: one look-up in a hash table for each row, or each dictionary entry."""
        enum = exp.DataType(this=exp.DataType.Type.ENUM, expressions=[exp.Literal.string(value) for value in values])
        return call("enum_code", attempt(text, enum))

    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """DuckDB's own 64-bit hash."""
        return call("hash", salt, *cells)

    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
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
        if kind == "float":
            return numeric.inner(cell)
        if kind == "decimal":
            return numeric.narrowed(cell)
        if kind != "text":
            return exp.cast(_readable(cell, kind), "double")
        text = self.text(cell)
        return digit.or_truth(numeric.read(text), text)

    def said(self, x: exp.Expr, kind: Physical) -> exp.Expr:
        """By the shortest text of a float32."""
        return numeric.said(x) if kind in self.unsaid else x

    def finite(self, x: exp.Expr) -> exp.Expr:
        """Any that there is: `number` gives no other."""
        return known(x)

    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """By numeric, which writes out powers of ten; NULL where that is longer than a cell may be."""
        return numeric.digits(cell, kind)

    def bare(self, cell: exp.Expr) -> exp.Expr:
        """By the order of characters alone: a column's own collation may take different texts for the same."""
        return exp.Collate(this=super().bare(cell), expression=exp.to_identifier("C", quoted=True))

    def sql(self, query: exp.Expr, pretty: bool = False) -> str:
        """With each inner SELECT kept as it is: put together, what one names would be computed at every mention."""
        fenced = query.copy()
        for inner in fenced.find_all(exp.Subquery):
            if isinstance(inner.this, exp.Select) and not inner.this.args.get("offset"):
                fenced_off(inner.this)
        return super().sql(fenced, pretty)

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """A text by a pattern, and as a day of the calendar."""
        if kind == "date":
            return exp.cast(cell, "date")
        return calendar.matched(self.spelling(cell, kind))

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """Dates subtract to whole days."""
        return exp.Sub(this=later, expression=earlier)

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The place in an array, from 1, which is looked through in order; by halving where there are many."""
        if len(values) > listed.FEW:
            return listed.place(text, sorted((value, place) for place, value in enumerate(values)))
        array = exp.Array(expressions=[exp.Literal.string(value) for value in values])
        return exp.Sub(this=call("ARRAY_POSITION", array, text), expression=integer(1))

    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """MD5 of the cells' text, each preceded by its length."""
        return md5.of(salt, cells)

    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
        """PostgreSQL sums bigints in 128 bits, as a numeric: much faster than numerics themselves."""
        return exp.Sum(this=exp.cast(y, "decimal(38, 0)" if wide else "bigint"))


@final
class SparkDialect(Dialect):
    """Spark 4; reads text by TRY_CAST."""

    name = "spark"

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell."""
        if kind == "text":
            return digit.or_truth(attempt(self.text(cell), "double"), self.text(cell))
        return attempt(_readable(cell, kind), "double")

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell."""
        return attempt(cell if kind == "date" else self.spelling(cell, kind), "date")

    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """As DuckDB's, from Java's text. Beyond 64 bits a double is spelt by its shortest decimal."""
        if kind == "decimal":
            return digit.without_zeros(exp.cast(cell, "text"))
        x = attempt(cell, "double")
        return digit.of_double(x, self.finite(x), {digit.FITS: "bigint"}, "E")

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """DATEDIFF(end, start)."""
        return call("DATEDIFF", later, earlier)

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The place in an array, from 1; 0 when it is not there."""
        array = call("ARRAY", *(exp.Literal.string(value) for value in values))
        place = exp.Nullif(this=call("ARRAY_POSITION", array, text), expression=integer(0))
        return exp.Sub(this=place, expression=integer(1))

    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """MD5 of the cells' text, each preceded by its length."""
        return md5.of(salt, cells)

    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
        """A decimal sum."""
        return exp.Sum(this=exp.cast(y, "decimal(38, 0)"))


DIALECTS: tuple[Dialect, ...] = (DuckDBDialect(), PostgresDialect(), SparkDialect())

_MIDNIGHT = r"( 00:00:00)?(\+00)?$"


def _readable(cell: exp.Expr, kind: Physical) -> exp.Expr:
    """The cell as something that an attempt to read a number is defined for."""
    match kind:
        case "flag":
            return exp.Case().when(cell, integer(1)).when(exp.Not(this=cell), integer(0))
        case "date" | "other":
            return exp.null()
        case _:
            return cell
