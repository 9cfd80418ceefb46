"""The dialect of Trino. There is no connection yet, so no table is read with it; its statements are golden-tested.

Read from Trino's documentation and source, for versions of 436 and later (Java 21, whose texts of doubles are the
shortest). The time zone of the session must be UTC. Names are folded to lower case, also in quotes, so the columns of a
table never differ in case alone. NULL comes last in every order; NaN compares with no number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from sqlglot import exp

from dpcore.engine.sql import calendar, digit, listed, md5, numeric
from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.literal import attempt, call, cast, integer, text
from dpcore.engine.sql.physical import Physical
from dpcore.number import WHOLE

_MOST_ARGUMENTS = 100
"""Of a function: Trino allows 127."""
_LARGEST = 2**63 - 1
"""The largest number that Trino reads as a literal without a point."""


@final
class TrinoDialect(Dialect):
    """Trino, which reads text by TRY_CAST. Its casts of doubles to integers round, and none is of a fraction here."""

    name = "trino"

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """TRY_CAST of the cell; of text by a pattern, because Java also reads 1d and 0x1p3, and not 1_000.

        A decimal through its text: a direct cast divides by a power of ten, and rounds by the column's scale.
        """
        if kind in ("date", "other"):
            return cast(exp.null(), "double")
        if kind != "text":
            return attempt(cast(cell, "text") if kind == "decimal" else cell, "double")
        said = exp.Trim(this=self.text(cell), expression=text(" \t\n\r\v\f"))
        bare = call("REGEXP_REPLACE", call("REPLACE", said, text("_")), text(r"^\+"))
        value = exp.Case().when(call("REGEXP_LIKE", said, text(numeric.NUMBER)), attempt(bare, "double"), copy=False)
        return digit.or_truth(value, self.text(cell))

    def said(self, x: exp.Expr, kind: Physical) -> exp.Expr:
        """By the digits of the text, which may be written with an exponent where other engines use none."""
        return digit.said(x, digit.many) if kind in self.unsaid else x

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """The date in UTC; of text by a pattern, because a cast to a date reads fewer texts."""
        return cast(_utc(cell), "date") if kind == "date" else calendar.in_trino(self.spelling(cell, kind))

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """DATE_DIFF; dates subtract to an interval."""
        return call("DATE_DIFF", text("day"), earlier, later)

    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """As in DuckDB, from Java's text. Whole numbers beyond 64 bits from two halves: a cast keeps 17 digits."""
        if kind == "decimal":
            return digit.without_zeros(cast(cell, "text"))
        x = cast(cell, "double")
        beyond = exp.and_(digit.is_whole(x, WHOLE), exp.Not(this=exp.Paren(this=digit.is_whole(x))), copy=False)
        others = digit.of_double(x, self.finite(x), {digit.FITS: "bigint"}, "E", digit.many)
        return exp.Case().when(beyond, cast(numeric.whole(x), "text"), copy=False).else_(others, copy=False)

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The index in an array, from 1; 0 if it is not in the array. By bisection if there are many values."""
        if len(values) > listed.FEW:
            return listed.place(text, sorted((value, place) for place, value in enumerate(values)))
        array = exp.Array(expressions=[exp.Literal.string(value) for value in values])
        place = exp.Nullif(this=call("ARRAY_POSITION", array, text), expression=integer(0))
        return exp.Sub(this=place, expression=integer(1))

    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """MD5 of the cells' text, each preceded by its length."""
        return md5.of(salt, cells)

    def from_hexadecimal(self, digits: exp.Expr) -> exp.Expr:
        """FROM_BASE 16."""
        return call("FROM_BASE", digits, integer(16))

    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
        """A decimal sum: a sum of bigints is a bigint, and an error beyond 64 bits."""
        return exp.Sum(this=cast(y, "decimal(38, 0)"))

    def sql(self, query: exp.Expr, pretty: bool = False) -> str:
        """With calls that Trino writes in another way."""
        tree = query.copy()
        for node in reversed(list(tree.walk())):  # what is inside a call before the call
            written = _written(node)
            if node is tree:
                tree = written
            elif written is not node:
                node.replace(written)
        return tree.sql(dialect=self.name, pretty=pretty, copy=False)

    def _moment(self, cell: exp.Expr) -> exp.Expr:
        """The text of a date or a time in UTC, without the zeros of its type; midnight as the date."""
        zeros = text(r"( 00:00:00)?\.?0* UTC$")
        return call("REGEXP_REPLACE", cast(_utc(self.dated(cell)), "text"), zeros)


def _utc(cell: exp.Expr) -> exp.Expr:
    """A date or a time of any precision, with or without a zone, as the time in UTC."""
    zoned = exp.DataType.build("timestamp(12) with time zone", dialect="trino")
    return call("AT_TIMEZONE", attempt(cell, zoned), text("UTC"))


def _written(node: exp.Expr) -> exp.Expr:
    """A node as Trino writes it. REPEAT makes arrays, MD5 is of bytes, and `DIV` of sqlglot divides doubles."""
    match node:
        case exp.IntDiv():
            return exp.Div(this=node.this, expression=node.expression, typed=True, safe=False)
        case exp.Repeat():
            return call("RPAD", text(""), node.args["times"], node.this)
        case exp.DPipe():
            return exp.DPipe(this=node.this, expression=node.expression)
        case exp.Literal() if not node.is_string and node.this.isdigit() and int(node.this) > _LARGEST:
            return cast(text(node.this), "decimal(38, 0)")
        case exp.Anonymous(this="MD5"):
            return call(
                "LOWER", call("TO_HEX", exp.Anonymous(this="Md5", expressions=[call("TO_UTF8", node.expressions[0])]))
            )
        case exp.Anonymous(this="CONCAT") if len(node.expressions) > _MOST_ARGUMENTS:
            parts = node.expressions
            groups = [parts[start : start + _MOST_ARGUMENTS] for start in range(0, len(parts), _MOST_ARGUMENTS)]
            return _written(
                call("CONCAT", *(call("CONCAT", *group) if len(group) > 1 else group[0] for group in groups))
            )
        case _:
            return node
