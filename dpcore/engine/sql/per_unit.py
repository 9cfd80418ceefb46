r"""The statements of sums over units: rows become cells of units, weighted by the number of cells of the unit.

All numbers are whole. Limits that are checked here on public facts keep each within 64 bits until it is summed: a value
is at most the steps of its grid, the sum of a unit's values in a cell at most `max_rows` times as large, a product with
a weight at most 2^62, and the sum of a unit's differences at most 2 * parts * cells. The text contains only public
numbers, and middles computed from noisy numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dpcore.engine.sql.ball import divide
from dpcore.engine.sql.dialect import Dialect, DuckDBDialect
from dpcore.engine.sql.literal import integer, is_known
from dpcore.engine.sql.scan import Scan
from dpcore.engine.sql.writer import Writer
from dpcore.errors import QueryError
from dpcore.table.aggregate import Aggregate, Grid, PerUnit, Residual, WithinUnit

_FITS = 2**62


def sums(ask: Aggregate, scan: Scan) -> exp.Query:
    """SELECT cell (or two cells, the first not above the second), and the sum of each measure as text."""
    residual = next((each.residual for each in ask.measures if isinstance(each, WithinUnit) and each.residual), None)
    grid = next((each.grid for each in ask.measures if isinstance(each, PerUnit) and each.grid), None)
    _check(ask, scan.table.unit.max_rows)
    units = _count_cells(_cells(ask, scan, residual.grid if residual else grid))
    if isinstance(ask.measures[0], PerUnit):
        value = exp.column("_y")
        outputs = [
            _weigh(measure.weights, [value] if measure.grid else [], scan.dialect)
            for measure in ask.measures
            if isinstance(measure, PerUnit)
        ]
        return _select_groups(units.subquery("_units", copy=False), [exp.column("_cell")], outputs)
    if residual is not None:
        units = _residuals(units, residual, scan.dialect)
    return _pair_sums(ask, units, scan.dialect)


def _cells(ask: Aggregate, scan: Scan, grid: Grid | None) -> exp.Select:
    """SELECT unit, cell, and the mean grid integer of the unit's rows in the cell, rounded down."""
    writer = Writer(scan)
    code, who = writer.code(ask.keys[0]), writer.unit()
    y = writer.step(grid) if grid else integer(0)
    where = [writer.meets(condition) for condition in ask.where]
    where += [is_known(code), is_known(who), *([is_known(y)] if grid else [])]
    where += [is_known(writer.value(name)) for name in ask.present if grid is None or name != grid.column]
    rows = writer.layers.query([code, who, y, *where]).subquery("_rows", copy=False)
    total = exp.cast(scan.dialect.total(y), "bigint")
    mean = exp.cast(exp.IntDiv(this=total, expression=exp.Count(this=exp.Star())), "bigint")
    query = exp.Select().select(who.as_("_unit"), code.as_("_cell"), exp.alias_(mean, "_y", copy=False), copy=False)
    return query.from_(rows, copy=False).where(*where, copy=False).group_by(who.copy(), code.copy(), copy=False)


def _count_cells(cells: exp.Select) -> exp.Select:
    """The cells, each with the number of its unit's cells."""
    size = exp.Window(this=exp.Count(this=exp.Star()), partition_by=[exp.column("_unit")])
    named = [exp.column("_unit"), exp.column("_cell"), exp.column("_y"), exp.alias_(size, "_size", copy=False)]
    return exp.Select().select(*named, copy=False).from_(cells.subquery("_cells", copy=False), copy=False)


def _residuals(units: exp.Select, residual: Residual, dialect: Dialect) -> exp.Select:
    """The cells with residuals in place of grid integers."""
    steps, unit, cell, size = residual.grid.steps, exp.column("_unit"), exp.column("_cell"), exp.column("_size")
    twice = exp.Mul(this=exp.column("_y"), expression=integer(2))
    z = divide(exp.Paren(this=exp.Sub(this=twice, expression=integer(steps))), integer(residual.parts), steps)
    middle = exp.Case()
    for place, value in enumerate(residual.middles):
        middle = middle.when(exp.EQ(this=cell.copy(), expression=integer(place)), integer(value), copy=False)
    apart = exp.Sub(this=exp.Paren(this=z), expression=exp.Paren(this=middle))
    first = exp.Select().select(unit, cell, size, exp.alias_(apart, "_d", copy=False), copy=False)
    first = first.from_(units.subquery("_units", copy=False), copy=False)
    total = exp.cast(exp.Window(this=dialect.total(exp.column("_d")), partition_by=[unit.copy()]), "bigint")
    second = exp.Select().select(unit, cell, size, "_d", exp.alias_(total, "_total", copy=False), copy=False)
    second = second.from_(first.subquery("_apart", copy=False), copy=False)
    count = exp.Paren(this=exp.Add(this=size.copy(), expression=integer(residual.shrink)))
    level = divide(exp.column("_total"), integer(1), count)
    left = exp.Sub(this=exp.column("_d"), expression=exp.Paren(this=level))
    third = exp.Select().select(unit, cell, size, exp.alias_(left, "_left", copy=False), copy=False)
    third = third.from_(second.subquery("_levels", copy=False), copy=False)
    x, ends = exp.column("_left"), [integer(end) for end in (-residual.bound, residual.bound)]
    clamped = exp.Case().when(exp.LT(this=x, expression=ends[0]), ends[0].copy())
    clamped = clamped.when(exp.GT(this=x.copy(), expression=ends[1]), ends[1].copy()).else_(x.copy())
    last = exp.Select().select(unit, cell, size, exp.alias_(exp.cast(clamped, "bigint"), "_y", copy=False), copy=False)
    return last.from_(third.subquery("_lefts", copy=False), copy=False)


def _pair_sums(ask: Aggregate, units: exp.Select, dialect: Dialect) -> exp.Select:
    """The sums over pairs of a unit's cells."""
    one, other = "_one", "_other"
    on = exp.and_(
        exp.EQ(this=exp.column("_unit", one), expression=exp.column("_unit", other)),
        exp.LTE(this=exp.column("_cell", one), expression=exp.column("_cell", other)),
    )
    named = [
        exp.column("_cell", one).as_("_cell"),
        exp.column("_cell", other).as_("_next"),
        exp.column("_size", one).as_("_size"),
        exp.column("_y", one).as_("_y"),
        exp.column("_y", other).as_("_by"),
    ]
    pairs = exp.Select().select(*named, copy=False).from_(exp.to_table("_units").as_(one), copy=False)
    pairs = pairs.join(exp.to_table("_units").as_(other), on=on, copy=False)
    outputs = [
        _weigh(measure.weights, [exp.column("_y"), exp.column("_by")] if measure.residual else [], dialect)
        for measure in ask.measures
        if isinstance(measure, WithinUnit)
    ]
    keys = [exp.column("_cell"), exp.column("_next")]
    query = _select_groups(pairs.subquery("_pairs", copy=False), keys, outputs)
    once = True if isinstance(dialect, DuckDBDialect) else None  # servers materialize a query that is named twice
    return query.with_("_units", as_=units, materialized=once, copy=False)


def _select_groups(source: exp.Expr, keys: Sequence[exp.Expr], outputs: Sequence[exp.Expr]) -> exp.Select:
    named = [key.as_(f"k{place}") for place, key in enumerate(keys)]
    named += [exp.alias_(exp.cast(each, "text"), f"m{place}", copy=False) for place, each in enumerate(outputs)]
    query = exp.Select().select(*named, copy=False).from_(source, copy=False)
    return query.group_by(*(key.copy() for key in keys), copy=False)


def _weigh(weights: Sequence[int], factors: Sequence[exp.Expr], dialect: Dialect) -> exp.Expr:
    """The sum of weights times factors; 0 for a unit with more cells than there are weights."""
    weight = exp.Case()
    for place, value in enumerate(weights, 1):
        weight = weight.when(exp.EQ(this=exp.column("_size"), expression=integer(place)), integer(value), copy=False)
    product: exp.Expr = exp.cast(weight.else_(integer(0)), "bigint")
    for factor in factors:
        product = exp.Mul(this=product, expression=factor.copy())
    return dialect.total(product)


def _check(ask: Aggregate, max_rows: int) -> None:
    """Raises QueryError, on public facts, if a number of one unit could leave 64 bits."""
    for measure in ask.measures:
        assert isinstance(measure, PerUnit | WithinUnit)
        most, first, steps = max(1, *map(abs, measure.weights)), 1, 0
        if isinstance(measure, PerUnit) and measure.grid:
            first = steps = measure.grid.steps
        elif isinstance(measure, WithinUnit) and measure.residual:
            residual = measure.residual
            cells, steps = ask.keys[0].size, residual.grid.steps
            first = max(residual.bound**2, steps * residual.parts, 4 * residual.parts * cells)
            if len(residual.middles) != cells or max(map(abs, residual.middles)) > residual.parts:
                raise QueryError("A residual needs a middle for each cell, from -parts to parts.")
        if most * first > _FITS:
            raise QueryError("The weights of a sum over units are too large for exact sums.", "Use smaller weights.")
        if steps * max(2, max_rows) > _FITS:  # at least 2, because a residual doubles the mean
            raise QueryError("A grid of {steps} steps is too fine for exact sums.", "Use fewer steps.", steps=steps)
