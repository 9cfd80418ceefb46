"""Cells as texts: trimmed, bounded in length, and in the canonical spelling of their value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, assert_never

from sqlglot import exp

from dpcore.engine.sql import calendar
from dpcore.engine.sql.literal import call, cast, integer
from dpcore.engine.sql.physical import Physical
from dpcore.number import BLANKS
from dpcore.spelling import MOST_CHARACTERS
from dpcore.table.listing import ALL_BLANKS


class Texts(ABC):
    """How an engine reads the texts of cells; the part of a `Dialect` that is about texts."""

    _bytes: ClassVar[str] = "OCTET_LENGTH"
    """The function for the number of bytes of a text."""

    @abstractmethod
    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """A decimal or a double as text in plain digits (as `dpcore.number.spelt`); NULL for NaN and infinities."""

    @abstractmethod
    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """The cell as a date; NULL if it is not a date."""

    def bare(self, cell: exp.Expr) -> exp.Expr:
        """The cell as trimmed text of any length."""
        return exp.Trim(this=cast(cell, "text"), expression=exp.Literal.string(BLANKS))

    def text(self, cell: exp.Expr) -> exp.Expr:
        """The cell as trimmed text; NULL if it exceeds the length limit of cells."""
        short = exp.LTE(this=exp.Length(this=self.bare(cell)), expression=integer(MOST_CHARACTERS))
        return exp.Case().when(short, self.bare(cell))

    def label(self, cell: exp.Expr) -> exp.Expr:
        """As `text`. From rule 2 on, for all columns but numbers and days, also without no-break spaces at the ends."""
        short = exp.LTE(this=exp.Length(this=self.bare(cell)), expression=integer(MOST_CHARACTERS))
        return exp.Case().when(short, self._narrow(self.bare(cell)))

    def _narrow(self, text: exp.Expr) -> exp.Expr:
        inner = exp.Trim(this=text, expression=exp.Literal.string(ALL_BLANKS))
        return exp.Case().when(self._narrows(text), inner, copy=False).else_(text, copy=False)

    def _narrows(self, text: exp.Expr) -> exp.Expr:
        """Whether a trimmed text may still have one of ALL_BLANKS at an end."""
        return self._beyond_ascii(text)

    def _beyond_ascii(self, text: exp.Expr) -> exp.Expr:
        return exp.NEQ(this=call(self._bytes, text), expression=exp.Length(this=text))

    def normal(self, text: exp.Expr) -> exp.Expr:
        """The text in the composed form of Unicode (NFC), in engines that have a function for it."""
        return text

    def matches(self, text: exp.Expr, pattern: str) -> exp.Expr:
        """Whether a text matches a pattern."""
        return exp.RegexpLike(this=text, expression=exp.Literal.string(pattern))

    def replace(self, text: exp.Expr, pattern: str, by: str) -> exp.Expr:
        r"""A text with its first match of a pattern replaced. by: the replacement, with groups as \1."""
        return call("REGEXP_REPLACE", text, exp.Literal.string(pattern), exp.Literal.string(by))

    def spelling(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """The canonical text of the cell, which depends only on its value (as `dpcore.number.spelt`), or NULL.

        Used for categories, units, and the hashes that order rows and groups.
        """
        match kind:
            case "text":
                return self.text(cell)
            case "integer":
                return cast(cell, "text")
            case "float" | "decimal":
                return self.digits(cell, kind)
            case "flag":
                words = [exp.Literal.string(word) for word in ("true", "false")]
                return exp.Case().when(cell, words[0]).when(exp.Not(this=cell), words[1])
            case "date":
                return calendar.moment(self.date_only(cell))
            case "other":
                return cast(exp.null(), "text")
            case _:
                assert_never(kind)

    def date_only(self, cell: exp.Expr) -> exp.Expr:
        """A date or time in the years 1 to 9999; NULL for any other date or time, which has no canonical text.

        DuckDB 2.0 stores times that it cannot convert to text; even TRY_CAST raises then, also inside a CASE.
        """
        first, last = (cast(exp.Literal.string(day), "date") for day in ("0001-01-01", "9999-12-31"))
        return exp.Case().when(exp.Between(this=self.day(cell, "date"), low=first, high=last), cell)
