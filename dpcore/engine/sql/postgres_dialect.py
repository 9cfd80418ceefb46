"""The dialect of PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from sqlglot import exp

from dpcore.engine.sql import calendar, digit, listed, md5, numeric
from dpcore.engine.sql.dialect import Dialect, DuckDBDialect
from dpcore.engine.sql.fence import fence
from dpcore.engine.sql.literal import call, cast, castable, is_known
from dpcore.engine.sql.physical import Physical

HEXADECIMAL = 7


@final
class PostgresDialect(Dialect):
    """PostgreSQL, which has no TRY_CAST: a cell is cast only if a pattern shows that it can be."""

    name, buckets = "postgres", True

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """Through numeric, which can represent every accepted text; NULL outside the range of doubles."""
        if kind == "integer":
            return cast(cell, "double")
        if kind == "float":
            return numeric.inner(cell)
        if kind == "decimal":
            return numeric.narrow(cell)
        if kind != "text":
            return cast(castable(cell, kind), "double")
        text = self.text(cell)
        return digit.or_truth(numeric.read(text), text)

    def shortest_double(self, x: exp.Expr, kind: Physical) -> exp.Expr:
        """From the shortest text of a float32."""
        return numeric.shortest_double(x) if kind in self.unsaid else x

    def finite(self, x: exp.Expr) -> exp.Expr:
        """Every value except NULL, because `number` returns finite values only."""
        return is_known(x)

    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """Through numeric, whose text has no exponent; NULL if it exceeds the length limit of cells."""
        return numeric.digits(cell, kind)

    def bare(self, cell: exp.Expr) -> exp.Expr:
        """With the collation C: other collations of a column may treat different texts as equal."""
        return exp.Collate(this=super().bare(cell), expression=exp.to_identifier("C", quoted=True))

    def normal(self, text: exp.Expr) -> exp.Expr:
        """Only for texts beyond ASCII, because the function is slow. Databases not in UTF-8 are refused."""
        composed = call("NORMALIZE", text)
        return exp.Case().when(self._beyond_ascii(text), composed, copy=False).else_(text, copy=False)

    def sql(self, query: exp.Expr, pretty: bool = False) -> str:
        """With inner SELECTs protected from inlining, which would compute their expressions repeatedly."""
        return fence(query).sql(dialect=self.name, pretty=pretty, copy=False)

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """For text, by a pattern and a check of the calendar date."""
        if kind == "date":
            return cast(cell, "date")
        return calendar.match_date(self.spelling(cell, kind))

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """The index in an array, which is searched linearly; by bisection if there are many values."""
        if len(values) > listed.FEW:
            return listed.place(text, sorted((value, place) for place, value in enumerate(values)))
        return listed.among("ARRAY_POSITION", text, values)

    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """MD5 of the cells' text, each preceded by its length."""
        return md5.of(salt, cells)

    def from_hexadecimal(self, digits: exp.Expr) -> exp.Expr:
        """Through a bit string."""
        bits = exp.DataType.build(f"bit({4 * HEXADECIMAL})", dialect="postgres")
        return cast(cast(call("CONCAT", exp.Literal.string("x"), digits), bits), "bigint")

    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
        """PostgreSQL sums bigints in 128 bits, which is much faster than a sum of numerics."""
        return exp.Sum(this=cast(y, "decimal(38, 0)" if wide else "bigint"))


DIALECTS: tuple[Dialect, ...] = (DuckDBDialect(), PostgresDialect())
