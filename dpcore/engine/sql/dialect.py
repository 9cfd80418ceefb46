"""Differences between engines: the interface, and DuckDB. Every expression is total: no cell raises an error."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, final

from sqlglot import exp

from dpcore.engine.sql import blank, calendar, digit, listed
from dpcore.engine.sql.cell_text import Texts
from dpcore.engine.sql.literal import attempt, call, cast, castable, double
from dpcore.engine.sql.physical import Physical
from dpcore.spelling import WHOLE
from dpcore.table.listing import RULE

_LARGEST = 1.7976931348623157e308


class Dialect(Texts):
    """How an engine reads cells by a rule (`dpcore.table.listing`) without errors, and orders rows by their content."""

    name: ClassVar[str]
    unsaid: ClassVar[tuple[Physical, ...]] = ("text", "decimal", "float")
    """The physical types whose numbers still need `shortest_double`."""
    buckets: ClassVar[bool] = False
    """Whether the engine has WIDTH_BUCKET of a list and arrays of a query's results, which `bucketed` needs."""

    decimal: str = "."
    """The decimal mark of numbers in text; a comma if both comma and point are decimal marks."""

    def __init__(self, rule: int = RULE) -> None:
        self.rule = rule

    @property
    def comma(self) -> bool:
        """Whether a comma is a decimal mark in addition to the point, also in identifiers and categories."""
        return self.rule > 2 and self.decimal == ","

    @abstractmethod
    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """The cell as a double; NULL if it cannot be read as a double. May be NaN or infinite."""

    def shortest_double(self, x: exp.Expr, kind: Physical) -> exp.Expr:
        """The double of the shortest decimal text of x, a result of `number`: 0.1 for the float32 0.10000000149011612.

        The result does not depend on the storage: a text file may contain all digits of a double or a float32.
        """
        return digit.shortest_double(x) if kind in self.unsaid else x

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """The number of days between two dates, which subtract to whole days in most engines."""
        return exp.Sub(this=later, expression=earlier)

    @abstractmethod
    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The index (from 0) of the text in a list of distinct values; NULL if it is not in the list."""

    @abstractmethod
    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """A keyed hash of the cells, in which NULL differs from empty text."""

    @abstractmethod
    def from_hexadecimal(self, digits: exp.Expr) -> exp.Expr:
        """The number in a text of `HEXADECIMAL` hexadecimal digits, as a bigint."""

    @abstractmethod
    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
        """The exact sum of any number of bigints. wide: of decimals."""

    def finite(self, x: exp.Expr) -> exp.Expr:
        """False for NaN (above every number, or not comparable, by engine) and for infinities; NULL for NULL."""
        return exp.Between(this=x, low=double(-_LARGEST), high=double(_LARGEST))

    def sql(self, query: exp.Expr, pretty: bool = False) -> str:
        """The statement in the engine's SQL."""
        return query.sql(dialect=self.name, pretty=pretty)


@final
class DuckDBDialect(Dialect):
    """DuckDB, the embedded default. decimal: a comma if both comma and point are decimal marks of numbers in text."""

    name, _bytes = "duckdb", "STRLEN"
    unsaid = ("text", "decimal")  # a frozen copy already stores floats by their shortest decimal text

    def __init__(self, rule: int = RULE, decimal: str = ".") -> None:
        super().__init__(rule)
        self.decimal = decimal

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell; a decimal through its text, because a direct cast rounds by the column's scale."""
        if kind == "decimal":
            return attempt(cast(cell, "text"), "double")
        if kind == "text":
            spelling = self.text(cell)
            digits = digit.with_point(spelling) if self.decimal == "," else spelling
            return digit.or_truth(attempt(digits, "double"), spelling)
        return attempt(castable(cell, kind), "double")

    def label(self, cell: exp.Expr) -> exp.Expr:
        """Trims only texts with a blank at an end."""
        cell = cast(cell, "text")
        return blank.tidy_cell(cell, self.bare(cell), self._narrow(cell))

    def _narrows(self, text: exp.Expr) -> exp.Expr:
        return exp.and_(super()._narrows(text), blank.has_edge(text), copy=False)

    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """Integral values through integers; others by DuckDB's shortest text, which equals Python's."""
        if kind == "decimal":
            return digit.without_zeros(cast(cell, "text"))
        x = cast(cell, "double")
        return digit.of_double(x, self.finite(x), {digit.FITS: "bigint", WHOLE: "int128"}, "e")

    def normal(self, text: exp.Expr) -> exp.Expr:
        """With a function that is fast for ASCII."""
        return call("NFC_NORMALIZE", text)

    def finite(self, x: exp.Expr) -> exp.Expr:
        """With a function, because a comparison may be evaluated from file statistics, which ignore NaN."""
        return call("isfinite", x)

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell; times with a zone or an offset are converted to UTC."""
        return attempt(cell, "date") if kind == "date" else calendar.day(self.spelling(cell, kind))

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The code of an ENUM; from rule 2 on, for a short list, the place in the list.

        For a text that is not in the ENUM, TRY_CAST is slow: it compares each value to form an error that it drops.
        """
        if self.rule > 1 and len(values) <= listed.FEWEST:
            return listed.among("LIST_POSITION", text, values)
        enum = exp.DataType(this=exp.DataType.Type.ENUM, expressions=[exp.Literal.string(value) for value in values])
        return call("enum_code", attempt(text, enum))

    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """DuckDB's own 64-bit hash."""
        return call("hash", salt, *cells)

    def from_hexadecimal(self, digits: exp.Expr) -> exp.Expr:
        """With a cast of text that starts with 0x."""
        return attempt(exp.DPipe(this=exp.Literal.string("0x"), expression=digits, safe=True), "bigint")

    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
        """A 128-bit sum."""
        return exp.Sum(this=y)
