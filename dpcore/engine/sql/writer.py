"""The expressions of a statement: each clean value, cell code, grid integer and filter is built once and named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, final

from sqlglot import exp

from dpcore.engine.sql import narrow
from dpcore.engine.sql.asked import PRODUCT_FITS, STEPS, STEPS_SQUARED
from dpcore.engine.sql.ball import clip
from dpcore.engine.sql.block import block
from dpcore.engine.sql.cell import among, bin_of, cell_of_pair, check_sums, flag, guess, pair, period, step, whole
from dpcore.engine.sql.clean import category, clean_value, readable
from dpcore.engine.sql.coin import coin
from dpcore.engine.sql.compare import comparison
from dpcore.engine.sql.layer import CLEAN, CODE, GUESS, LEAF, LEVELS, READ, SAID, SCORE, SCORED, Layers
from dpcore.engine.sql.leaf import leaf
from dpcore.engine.sql.literal import cast, integer, is_known
from dpcore.engine.sql.nearest import nearest
from dpcore.engine.sql.person import person, person_text
from dpcore.engine.sql.scan import Scan
from dpcore.engine.sql.score import cell_of_score, score
from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.table.aggregate import (
    Blocks,
    Categories,
    Clipped,
    Contents,
    Edges,
    Flags,
    Grid,
    Integers,
    Key,
    Leaf,
    Least,
    Measure,
    Met,
    Nearest,
    Pairs,
    Periods,
    PerUnit,
    Product,
    Rows,
    Sampled,
    Score,
    Squares,
    Total,
    Units,
    WithinUnit,
)
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.ordering import Order
from dpcore.table.score import Part, Square


@final
class Writer:
    """Builds and names each clean value, cell code, grid integer and filter of a statement once."""

    def __init__(self, scan: Scan, coin_salt: exp.Expr | None = None) -> None:
        self.table, self.kinds, self.dialect = scan.table, scan.kinds, scan.dialect
        self.block_salt, self.coin_salt = scan.block_salt, coin_salt
        self.layers = Layers(scan.relation, len(LEVELS))

    def value(self, name: str, values: Category | None = None) -> exp.Expr:
        """The clean value of a column; for a category, its index in the declared (or given) list."""
        column = values or declared(self.table.schema, name)
        read = self._read(name, column)
        if isinstance(column, Category):
            kind = self.kinds[name]
            return self.layers.add(CLEAN, (CLEAN, name, column), lambda: category(column, read, kind, self.dialect))
        value = self._shortest_double(name, column, read)
        return self.layers.add(CLEAN, (CLEAN, name), lambda: clean_value(column, value, self.kinds[name], self.dialect))

    def _read(self, name: str, column: Number | Category | Flag | Date) -> exp.Expr:
        """The result of `readable`."""
        kind, cell = self.kinds[name], exp.column(name, quoted=True)
        shape = Category if isinstance(column, Category) else None
        return self.layers.add(READ, (READ, name, shape), lambda: readable(column, cell, kind, self.dialect))

    def _shortest_double(self, name: str, column: Number | Flag | Date, read: exp.Expr) -> exp.Expr:
        """The result of `readable`; for a number, the double of its shortest decimal text."""
        kind = self.kinds[name]
        if not isinstance(column, Number) or kind not in self.dialect.unsaid:
            return read
        return self.layers.add(SAID, (SAID, name), lambda: self.dialect.shortest_double(read, kind))

    def unit(self) -> exp.Expr:
        """The unit of a row."""
        return person(self.table.unit.identifier or "", self)

    def unit_text(self) -> exp.Expr:
        """The unit as canonical text, for hashing."""
        return self.identifier_text(self.table.unit.identifier or "")

    def identifier_text(self, name: str) -> exp.Expr:
        """The unit of a row by an identifier column, as canonical text."""
        return person_text(name, self)

    def code(self, key: Key) -> exp.Expr:
        """The cell code of a key."""
        match key:
            case Categories(column, values, other):
                return self.value(column, Category(values, other))
            case Flags(column):
                return self.layers.add(CODE, key, lambda: flag(self.value(column)))
            case Integers(column):
                return self.layers.add(CODE, key, lambda: whole(key, self.value(column)))
            case Periods(column):
                return self.layers.add(CODE, key, lambda: period(key, self.value(column), self.dialect))
            case Edges(column):
                return self._bin(key, self._number(column))
            case Blocks():
                return self.layers.add(CODE, key, lambda: block(key, self, self.block_salt))
            case Sampled():
                return self.layers.add(CODE, key, lambda: coin(key, self, self.coin_salt))
            case Pairs(first, second, names):
                one, two = (self._end(column, names) for column in (first, second))
                number = self.layers.add(GUESS, ("pair", key), lambda: pair(key, one, two, self.dialect))
                return self.layers.add(CODE, key, lambda: cell_of_pair(key, number, self.dialect))
            case Nearest():
                return nearest(key, self)
            case Leaf(tree):
                return self.layers.add(LEAF, key, lambda: leaf(tree, self.code))
            case Score(parts):
                total = self.layers.add(SCORE, (SCORE, key), lambda: score(key, [*map(self._part, parts)]))
                return self.layers.add(SCORED, key, lambda: cell_of_score(key, total, self.dialect))
            case _:
                assert_never(key)

    def _part(self, part: Part) -> exp.Expr:
        """A part of a score; for a square, its grid integer."""
        if isinstance(part, Square):
            return self.small(part.grid)
        return self.small(part) if isinstance(part, Grid) else self.meets(part)

    def _end(self, name: str, names: tuple[str, ...]) -> exp.Expr:
        """The place of a category's value among the names of pairs."""
        column = declared(self.table.schema, name)
        if not isinstance(column, Category):
            raise QueryError("Column {name} is not a category.", "Declare it as a Category.", name=shown(name))
        text = self._read(name, column)
        return self.layers.add(
            CLEAN, (CLEAN, name, names), lambda: among(names, column, text, self.kinds[name], self.dialect)
        )

    def measure(self, measure: Measure, where: Sequence[Condition], present: Sequence[str]) -> exp.Expr:
        """The aggregate of a measure over the rows that meet the conditions and have values in `present`."""
        keep = [self.meets(condition) for condition in where]
        match measure:
            case Units() if self.table.unit.identifier is not None:
                counted: exp.Expr = exp.Count(this=exp.Distinct(expressions=[self.unit()]))
            case Rows() | Units() | Met():
                keep += [self.meets(measure.condition)] if isinstance(measure, Met) else []
                counted = exp.Count(this=exp.Star())
            case Total(grid):
                counted = self.dialect.total(self.small(check_sums(grid, STEPS)))
            case Squares(grid):
                counted = self._product(grid, grid)
            case Product(grids=(first, second)):
                counted = self._product(first, second)
            case Product(grids=grids, conditions=conditions):
                counted = self._where(grids, exp.and_(*map(self.meets, conditions)))
            case Clipped(ball, place):
                counted = self.dialect.total(clip(ball, place, self))
            case Least(grid):
                counted = exp.Min(this=self.step(grid))
            case Order() | Contents() | PerUnit() | WithinUnit():
                raise QueryError("An `Order`, rows or a sum over units cannot be part of a batch statement.")
            case _:
                assert_never(measure)
        if isinstance(counted, exp.Count) and isinstance(counted.this, exp.Star) and not keep and len(present) == 1:
            return exp.Count(this=self.value(present[0]))
        keep += self.present(present)
        aggregate = exp.Filter(this=counted, expression=exp.Where(this=exp.and_(*keep))) if keep else counted
        if isinstance(measure, Least):
            return exp.Coalesce(this=aggregate, expressions=[integer(measure.grid.steps)])
        return cast(aggregate, "text") if isinstance(measure, Total | Squares | Product | Clipped) else aggregate

    def _where(self, grids: tuple[Grid, ...], met: exp.Expr) -> exp.Expr:
        """The sum of y over the rows that meet a condition, or their number. CASE takes a tenth of a FILTER's time."""
        if not grids:
            return exp.Count(this=exp.Case().when(met, integer(1)))
        return self.dialect.total(exp.Case().when(met, self.small(check_sums(grids[0], STEPS))))

    def _product(self, first: Grid, second: Grid) -> exp.Expr:
        """The sum of y * y' over the rows that have both cells."""
        wide = first.steps * second.steps > PRODUCT_FITS
        types = ["decimal(38, 0)"] * 2 if wide else narrow.factors(first.steps, second.steps, self.dialect)
        grids = zip((first, second), types, strict=True)
        factors = [cast(self.small(check_sums(grid, STEPS_SQUARED)), type_name) for grid, type_name in grids]
        return self.dialect.total(exp.Mul(this=factors[0], expression=factors[1]), wide)

    def present(self, names: Sequence[str]) -> list[exp.Expr]:
        """Conditions that columns have values. To save time, a number is checked before it is clamped."""
        found = list[exp.Expr]()
        for name in names:
            column = declared(self.table.schema, name)
            if not isinstance(column, Number) or self.kinds[name] == "integer":
                found.append(is_known(self.value(name)))
            elif column.missing == "drop":
                found.append(self.dialect.finite(self._shortest_double(name, column, self._read(name, column))))
        return found

    def meets(self, condition: Condition) -> exp.Expr:
        """True if the condition is met, otherwise false or NULL."""
        bound = condition.bind(self.table.schema)
        column = declared(self.table.schema, bound.column)
        return self.layers.add(CODE, ("met", bound), lambda: comparison(column, bound, self.value(bound.column)))

    def _number(self, name: str) -> Number:
        column = declared(self.table.schema, name)
        if not isinstance(column, Number):
            raise QueryError("Column {name!r} is not declared as a number.", "Ask about a `Number` column.", name=name)
        return column

    def _bin(self, key: Edges, column: Number) -> exp.Expr:
        x = self.value(key.column)
        first = guess(key, column, x)
        guessed = None if first is None else self.layers.add(GUESS, ("guess", key), lambda: first)
        return self.layers.add(CODE, key, lambda: bin_of(key, column, x, guessed, self.dialect))

    def step(self, grid: Grid) -> exp.Expr:
        """The grid integer of a cell; NULL if it is missing."""
        return self.layers.add(CODE, grid, lambda: step(grid, self._number(grid.column), self.value(grid.column)))

    def small(self, grid: Grid) -> exp.Expr:
        """The grid integer for sums, in the smallest type that holds it; for integer columns, in any type."""
        column, type_name = self._number(grid.column), narrow.summand(grid.steps)
        if column.integer or type_name == "bigint":
            return self.step(grid)
        return self.layers.add(CODE, (type_name, grid), lambda: step(grid, column, self.value(grid.column), type_name))
