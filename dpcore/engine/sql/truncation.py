"""Keeps at most `max_rows` rows of each unit, chosen by a keyed hash of all values that questions can observe.

The choice depends only on the unit's own rows. DuckDB's hash is invertible, so the author of the rows could make it
collide under every key; there, rows with equal hashes are ordered by their cells. Collisions of the keyed MD5 cannot be
made without the key. Rows that are equal in all observable values are interchangeable, so the order in the file does
not matter. Rows without a unit are dropped.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from dpcore.engine.sql.clean import canonical, readable, unit
from dpcore.engine.sql.dialect import Dialect, DuckDBDialect
from dpcore.engine.sql.literal import integer
from dpcore.engine.sql.physical import Physical
from dpcore.table.column import Category, Column, Identifier, Number, Text
from dpcore.table.table import Table

_NAMED = (Number, Category)


def stored(table: Table) -> list[str]:
    """The columns that questions need of the kept rows: no text columns, and no identifier except the unit's."""
    unit_name = table.unit.identifier
    columns = table.schema.columns.items()
    return [name for name, column in columns if name == unit_name or not isinstance(column, Text | Identifier)]


def truncated(
    table: Table, kinds: Mapping[str, Physical], relation: exp.Expr, dialect: Dialect, salt: exp.Expr
) -> exp.Query:
    """The stored columns of the kept rows, with the cleaned unit."""
    name, limit = table.unit.identifier, table.unit.max_rows
    assert name is not None
    who = unit(exp.column(name, quoted=True), kinds[name], dialect)
    read = _read(table)
    order = dialect.order(
        salt,
        [
            canonical(column, exp.column(place, quoted=True), kinds[place], dialect, exp.column(read.get(place, "")))
            for place, column in table.schema.columns.items()
            if not isinstance(column, Text | Identifier)
        ],
    )
    # Named by position, because a table may have a column of any name, such as _unit or _rank.
    places = {column: f"_{place}" for place, column in enumerate(stored(table)) if column != name}
    columns = [exp.column(column, quoted=True).as_(place) for column, place in places.items()]
    # nowhere a copy: the builder would make one of all that is inside for each clause around it
    named = [exp.alias_(who, "_unit", copy=False), exp.alias_(order, "_order", copy=False), *columns]
    inner = exp.Select().select(*named, copy=False).from_(_cells(table, kinds, relation, dialect), copy=False)
    rows = exp.select("*").from_(inner.subquery("_all", copy=False), copy=False)
    rows.where(_known(exp.column("_unit")), copy=False)
    outputs = [exp.column("_unit").as_(name, quoted=True)]
    outputs += [exp.column(place).as_(column, quoted=True) for column, place in places.items()]
    if isinstance(dialect, DuckDBDialect):
        schema = table.schema
        cells = [_told(schema[column], exp.column(place), kinds[column], dialect) for column, place in places.items()]
        return _by_window(rows, outputs, limit, cells)
    ranked = exp.select("*", _rank([exp.column("_order")]).as_("_rank"))
    ranked.from_(rows.subquery("_rows", copy=False), copy=False)
    kept = exp.select(*outputs).from_(ranked.subquery("_ranked", copy=False), copy=False)
    return kept.where(_at_most("_rank", integer(limit)), copy=False)


def _told(column: Column, cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The value of a stored cell as far as questions can observe it."""
    assert not isinstance(column, Text | Identifier)
    return canonical(column, cell, kind, dialect, _value(column, cell.copy(), kind, dialect))


def _value(column: Column, cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The number or the text of a cell, before any bound; NULL for other columns."""
    match column:
        case Number():
            return dialect.number(cell, kind)
        case Category():
            return readable(column, cell, kind, dialect)
        case _:
            return exp.null()


def _read(table: Table) -> dict[str, str]:
    """Names for parsed numbers and for texts of categories, different from all column names."""
    mark = "_read"
    while any(name.casefold().startswith(mark) for name in table.schema):
        mark = f"_{mark}"
    columns = table.schema.columns.items()
    return {name: f"{mark}{place}" for place, (name, column) in enumerate(columns) if isinstance(column, _NAMED)}


def _cells(table: Table, kinds: Mapping[str, Physical], relation: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The declared columns, and the numbers and texts of cells, which the order uses several times."""
    read = list[exp.Expr]()
    for name, alias in _read(table).items():
        value = _value(table.schema[name], exp.column(name, quoted=True), kinds[name], dialect)
        read.append(exp.alias_(value, alias, copy=False))
    columns = [exp.column(name, quoted=True) for name in table.schema]
    cells = exp.Select().select(*columns, *read, copy=False)
    return cells.from_(relation, copy=False).subquery("_cells", copy=False)


def _by_window(rows: exp.Select, columns: list[exp.Expr], limit: int, cells: list[exp.Expr]) -> exp.Query:
    """All rows of units within the limit; for other units, the first rows by a window.

    DuckDB writes a window to disk when memory is short. It does not do so with the smallest hashes of each unit, which
    are a little faster: then the number of units, a fact of the rows, would decide whether there is an answer.
    """
    sizes = exp.select(exp.column("_unit").as_("_who"), exp.Count(this=exp.Star()).as_("_size"))
    sizes = sizes.from_("_rows").group_by("_unit")
    on = exp.EQ(this=exp.column("_unit"), expression=exp.column("_who"))
    large = exp.GT(this=exp.column("_size"), expression=integer(limit))
    crowded = exp.select("_who").from_(sizes.subquery("_sizes")).where(large)
    few = exp.select(*columns).from_("_rows").join("_crowded", on=on, join_type="anti")
    rank = _rank([exp.column("_order"), *cells])
    many = exp.Select().select(exp.Star(), exp.alias_(rank, "_rank", copy=False), copy=False)
    many = many.from_("_rows", copy=False).join("_crowded", on=on, join_type="semi", copy=False)
    fitting = exp.select(*columns).from_(many.subquery("_ranked", copy=False), copy=False)
    fitting.where(_at_most("_rank", integer(limit)), copy=False)
    return (
        exp.union(few, fitting, distinct=False, copy=False)
        .with_("_rows", as_=rows, copy=False)
        .with_("_crowded", as_=crowded, materialized=True, copy=False)
    )


def _rank(order: list[exp.Expr]) -> exp.Expr:
    """The rank of a row within its unit; arbitrary if there is nothing to order by."""
    by = exp.Order(expressions=[exp.Ordered(this=key) for key in order]) if order else None
    return exp.Window(this=exp.RowNumber(), partition_by=[exp.column("_unit")], order=by)


def _at_most(name: str, limit: exp.Expr) -> exp.Expr:
    return exp.LTE(this=exp.column(name), expression=limit)


def _known(x: exp.Expr) -> exp.Expr:
    return exp.Not(this=_missing(x))


def _missing(x: exp.Expr) -> exp.Expr:
    return exp.Is(this=x, expression=exp.null())
