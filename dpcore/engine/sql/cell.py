"""The public cell of a row: a small integer from 0, or NULL outside all cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from sqlglot import exp

from dpcore.engine.sql import search
from dpcore.engine.sql.clean import day
from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.literal import cast, double, integer
from dpcore.engine.sql.physical import Physical
from dpcore.engine.sql.value import place_of
from dpcore.errors import QueryError
from dpcore.number import BLANKS
from dpcore.table.aggregate import Edges, Grid, Integers, Pairs, Periods
from dpcore.table.category import Category
from dpcore.table.column import Number
from dpcore.table.listing import Listing, listing

_SAFE = 2**62
_DOUBLE = 2**52


def step(grid: Grid, column: Number, x: exp.Expr, type_name: str = "bigint") -> exp.Expr:
    """The grid integer y of a clean value x (see `Grid`). Integers on a grid with steps up to 1 stay integers.

    type_name: of the result for other columns; it must hold the grid's steps.
    """
    factor = 2 ** max(-grid.exponent, 0)
    if (
        column.integer
        and grid.exponent <= 0
        and factor * max(abs(column.low), abs(column.high)) + abs(grid.low) < _SAFE
    ):
        scaled: exp.Expr = exp.Mul(this=x, expression=integer(factor)) if factor > 1 else x
        y: exp.Expr = exp.Sub(this=scaled, expression=integer(grid.low)) if grid.low else scaled
        ends = [int(v) * factor - grid.low for v in (column.low, column.high)]
        return _within(y, grid.steps, ends, integer)
    if grid.steps > _DOUBLE:
        raise QueryError("A grid of {steps} steps is too fine for a double.", "Use fewer steps.", steps=grid.steps)
    real = cast(x, "double") if column.integer else x
    scaled = exp.Mul(this=real, expression=double(2.0**-grid.exponent))
    shifted = exp.Sub(this=scaled, expression=double(float(grid.low))) if grid.low else scaled
    ends = [math.floor(float(v) * 2.0**-grid.exponent - float(grid.low) + 0.5) for v in (column.low, column.high)]
    rounded = exp.Floor(this=exp.Add(this=shifted, expression=double(0.5)))
    return cast(_within(rounded, grid.steps, ends, double), type_name)


def _within(y: exp.Expr, steps: int, ends: Sequence[int], literal: Callable[[int], exp.Expr]) -> exp.Expr:
    """y clamped to 0..steps; unchanged if both ends of the column are inside, because y is monotone."""
    if ends[0] >= 0 and ends[1] <= steps:
        return y
    below, above = exp.LT(this=y, expression=integer(0)), exp.GT(this=y, expression=integer(steps))
    return exp.Case().when(below, literal(0)).when(above, literal(steps)).else_(y)


def whole(key: Integers, v: exp.Expr) -> exp.Expr:
    """The cell of a clean integer."""
    inside = exp.Between(this=v, low=integer(key.low), high=integer(key.high))
    return exp.Case().when(inside, _place(exp.Sub(this=v, expression=integer(key.low))))


def flag(x: exp.Expr) -> exp.Expr:
    """0 for False, 1 for True."""
    return cast(x, "int")


def period(key: Periods, x: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The calendar period of a clean date; by division if all periods have the same number of days."""
    lengths = {(b - a).days for a, b in zip(key.starts, key.starts[1:], strict=False)}
    bounds = (day(key.starts[0].isoformat()), day(key.last.isoformat()))
    if len(lengths) == 1 and (key.last - key.starts[-1]).days < min(lengths):
        passed = dialect.days(x, bounds[0])
        place = _place(exp.IntDiv(this=exp.Paren(this=passed), expression=integer(min(lengths))))
    else:
        place = search.place([day(start.isoformat()) for start in key.starts], x, dialect)
    return exp.Case().when(exp.Between(this=x, low=bounds[0], high=bounds[1]), place, copy=False)


def among(names: Sequence[str], column: Category, text: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The place of a trimmed text in a list of names; NULL for a name that is not a value of the column."""
    if dialect.rule > 1:
        texts = listing(tuple(column.values), dialect.comma, truths=dialect.rule > 2)
        places = [texts.find(name) for name in names]
        spellings = tuple(() if place is None else texts.spellings[place] for place in places)
        numbers = tuple(None if place is None else texts.numbers[place] for place in places)
        return place_of(Listing(spellings, numbers, dialect.comma), text, kind, dialect)
    public = {value.strip(BLANKS) for value in column.values}
    # a trimmed text never begins with a blank
    return dialect.position(text, [name if name in public else f" {place}" for place, name in enumerate(names)])


def pair(key: Pairs, first: exp.Expr, second: exp.Expr, dialect: Dialect) -> exp.Expr:
    """A number for two names, as text, from their places in the list; the same in either order. NULL for equal names.

    Uses CASE, because LEAST and GREATEST drop NULLs, and bigint, because DuckDB's places have the smallest type that
    holds the list: a product that exceeds it would be an error, which would reveal that a row has such names.
    """

    def number_of(low: exp.Expr, high: exp.Expr) -> exp.Expr:
        return exp.Add(this=exp.Mul(this=cast(low, "bigint"), expression=integer(len(key.names))), expression=high)

    up, down = exp.LT(this=first, expression=second), exp.LT(this=second, expression=first)
    return dialect.bare(exp.Case().when(up, number_of(first, second)).when(down, number_of(second, first)))


def cell_of_pair(key: Pairs, number: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The cell of a pair with this number, or NULL."""
    return dialect.position(number, [str(low * len(key.names) + high) for low, high in key.pairs])


def guess(key: Edges, column: Number, x: exp.Expr) -> exp.Expr | None:
    """A first estimate of the bin in bins of even width, as a double; None if no estimate is needed."""
    width = even_width(key)
    if column.integer or width is None:
        return None
    low = double(key.edges[0])
    offset = exp.Paren(this=exp.Sub(this=x, expression=low)) if key.edges[0] else x
    return exp.Floor(this=exp.Div(this=offset, expression=double(width), typed=False, safe=False))


def bin_of(key: Edges, column: Number, x: exp.Expr, guessed: exp.Expr | None, dialect: Dialect) -> exp.Expr:
    """The bin of a clean number: by integer division, by a corrected estimate, or by bisection of the edges."""
    if column.integer:
        return _binned_whole(key, column, x, dialect)
    inside = exp.Between(this=x, low=double(key.edges[0]), high=double(key.edges[-1]))
    width = even_width(key)
    if guessed is None or width is None:
        bin_ = search.place([double(edge) for edge in key.edges[:-1]], x, dialect)
        return exp.Case().when(inside, bin_, copy=False)

    def edge(place: exp.Expr) -> exp.Expr:
        product = exp.Mul(this=place, expression=double(width))
        return exp.Add(this=double(key.edges[0]), expression=product) if key.edges[0] else product

    last, following = double(key.edges[-1]), exp.Add(this=guessed, expression=double(1))
    if guesses_all(key, width):
        corrected = exp.Case().when(exp.LT(this=x, expression=last), guessed)
        corrected = corrected.when(exp.GTE(this=x, expression=last), double(key.size - 1))
    else:
        corrected = (
            exp.Case()
            .when(exp.EQ(this=x, expression=last), double(key.size - 1))
            .when(exp.LT(this=x, expression=edge(guessed)), exp.Sub(this=guessed, expression=double(1)))
            .when(exp.LT(this=x, expression=edge(exp.Paren(this=following))), guessed)
            .else_(following)
        )
    if key.edges[0] <= column.low and column.high <= key.edges[-1]:  # clean values are always inside
        return _place(corrected)
    return exp.Case().when(inside, _place(corrected))


def even_width(key: Edges) -> float | None:
    """The double w with edges[i] == low + i * w in doubles for every i, or None."""
    if not key.even:
        return None
    low, high = key.edges[0], key.edges[-1]
    middle = (high - low) / key.size
    for width in (middle, math.nextafter(middle, 0.0), math.nextafter(middle, math.inf)):
        if np.array_equal(low + np.arange(len(key.edges)) * width, key.edges):
            return width
    return None


def guesses_all(key: Edges, width: float) -> bool:
    """Whether the estimate of `guess` is the bin of every value from the first edge to below the last.

    A difference, a quotient and a floor never decrease when their argument grows. So it suffices that the estimate is
    right for each inner edge and the double before it, the first edge, and the double before the last edge.
    """
    edges = np.array(key.edges)
    from_, below = edges[:-1], np.nextafter(edges[1:], -np.inf)
    places = np.arange(key.size)
    return all(np.array_equal(np.floor((x - edges[0]) / width), places) for x in (from_, below))


def _binned_whole(key: Edges, column: Number, v: exp.Expr, dialect: Dialect) -> exp.Expr:
    # A clean value is within the bounds, so edges beyond them may be moved there: DuckDB has no integers beyond 2^127.
    low, high, bins = int(column.low), int(column.high), key.size
    firsts = [min(max(math.ceil(edge), low), high + 1) for edge in key.edges[:-1]]
    last = max(min(math.floor(key.edges[-1]), high), low - 1)
    width = high - low + 1
    divided = [low - (-i * width // bins) for i in range(bins)]
    if firsts[1:] == divided[1:] and firsts[0] <= low and last >= high and width * bins < _SAFE:
        offset = exp.Paren(this=exp.Sub(this=v, expression=integer(low))) if low else v
        return _place(exp.IntDiv(this=exp.Mul(this=offset, expression=integer(bins)), expression=integer(width)))
    inside = exp.Between(this=v, low=integer(firsts[0]), high=integer(last))
    period_ = search.place([integer(first) for first in firsts], v, dialect)
    return exp.Case().when(inside, period_, copy=False)


def _place(x: exp.Expr) -> exp.Expr:
    return cast(x, "int")


def check_sums(grid: Grid, most: int) -> Grid:
    """The grid, if sums over it are exact. Raises QueryError."""
    if grid.steps > most:
        raise QueryError("A grid of {steps} steps is too fine for exact sums.", "Use fewer steps.", steps=grid.steps)
    return grid
