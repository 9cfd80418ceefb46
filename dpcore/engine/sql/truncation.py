"""Keeps at most `max_rows` rows of each unit, chosen by a keyed hash of all values that questions can observe.

The choice depends only on the unit's own rows, and later descriptions of them do not change it (`kept_order`). DuckDB's
hash is invertible, so the author of the rows could construct collisions for every key; in DuckDB, rows with equal
hashes are therefore ordered by their cells. Collisions of the keyed MD5 cannot be constructed without the key. Rows
that are equal in all observable values are interchangeable, so the order in the file does not matter. Rows without a
unit are dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from sqlglot import exp

from dpcore.engine.sql.clean import canonical, identifier_text, readable, unit
from dpcore.engine.sql.dialect import Dialect, DuckDBDialect
from dpcore.engine.sql.kept_order import Ordering, kept_order
from dpcore.engine.sql.literal import call, integer
from dpcore.engine.sql.physical import Physical
from dpcore.table.category import Category
from dpcore.table.column import Asked, Column, Flag, Identifier, Number
from dpcore.table.table import Table

Read: TypeAlias = dict[tuple[str, type[Column]], str]
"""The names of the parsed cells, by column and kind of column."""
_NAMED = (Number, Category)


def stored_columns(table: Table) -> list[str]:
    """The columns that questions need of the kept rows: no text columns, and no identifier except the unit's."""
    unit_name = table.unit.identifier
    columns = table.schema.columns.items()
    return [name for name, column in columns if name == unit_name or isinstance(column, Asked)]


def truncate(
    table: Table,
    kinds: Mapping[str, Physical],
    relation: exp.Expr,
    dialect: Dialect,
    salt: exp.Expr,
    part: tuple[int, int] = (0, 1),
) -> exp.Query:
    """The stored columns of the kept rows, with the cleaned unit.

    part: (number, count) keeps the units of one of several parts, chosen by a keyed hash of the unit; for DuckDB alone.
    """
    name, limit = table.unit.identifier, table.unit.max_rows
    assert name is not None
    groups, identifier = kept_order(table), table.schema[name]
    read = _read(table, kinds, dialect, groups)
    cell = exp.column(read[name, Identifier]) if (name, Identifier) in read else exp.column(name, quoted=True)
    written = isinstance(identifier, Identifier) and identifier.as_written
    who = unit(cell, kinds[name], written, dialect)
    # Named by position, because a table may have a column of any name, such as _unit or _rank.
    stored = [column for column in stored_columns(table) if column != name]
    ordering = [column for group in groups for column, _ in group]
    places = {column: f"_{place}" for place, column in enumerate(dict.fromkeys([*stored, *ordering]))}
    columns = [exp.column(column, quoted=True).as_(place) for column, place in places.items()]
    orders = {f"_order{place or ''}": _hash_of(group, kinds, read, dialect, salt) for place, group in enumerate(groups)}
    # without copies: for each clause, the builder would copy everything inside it
    hashes = [exp.alias_(order, alias, copy=False) for alias, order in orders.items()]
    named = [exp.alias_(who, "_unit", copy=False), *hashes, *columns]
    cells = _cells(read, kinds, relation, dialect, _declarations(table))
    inner = exp.Select().select(*named, copy=False).from_(cells, copy=False)
    rows = exp.select("*").from_(inner.subquery("_all", copy=False), copy=False)
    rows.where(_is_known(exp.column("_unit")), copy=False)
    outputs = [exp.column("_unit").as_(name, quoted=True)]
    outputs += [exp.column(places[column]).as_(column, quoted=True) for column in stored]
    if isinstance(dialect, DuckDBDialect):
        number, count = part
        observed = list[exp.Expr]()
        for place, group in enumerate(groups):  # a later description decides only where all before it are equal
            observed += [exp.column(f"_order{place}")] if place else []
            observed += [_observable(column, exp.column(places[at]), kinds[at], dialect) for at, column in group]
        if count > 1:
            of = exp.Mod(this=dialect.order(salt.copy(), [exp.column("_unit")]), expression=integer(count))
            rows.where(exp.EQ(this=of, expression=integer(number)), copy=False)
        return _by_hash(rows, outputs, limit, observed)
    ranked = exp.select("*", _rank([exp.column(alias) for alias in orders]).as_("_rank"))
    ranked.from_(rows.subquery("_rows", copy=False), copy=False)
    kept = exp.select(*outputs).from_(ranked.subquery("_ranked", copy=False), copy=False)
    return kept.where(_at_most("_rank", integer(limit)), copy=False)


def _hash_of(
    group: list[Ordering], kinds: Mapping[str, Physical], read: Read, dialect: Dialect, salt: exp.Expr
) -> exp.Expr:
    """The keyed hash of the cells of these columns."""
    cells = list[exp.Expr]()
    for name, column in group:
        text = exp.column(read.get((name, type(column)), ""))
        cells.append(canonical(column, exp.column(name, quoted=True), kinds[name], dialect, text))
    return dialect.order(salt.copy(), cells)


def _observable(column: Column, cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The value of a stored cell as far as questions can observe it."""
    assert isinstance(column, Asked)
    return canonical(column, cell, kind, dialect, _value(column, cell.copy(), kind, dialect))


def _value(column: Column, cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The number or the text of a cell, before any bound; NULL for columns that are neither."""
    match column:
        case Number():
            return dialect.number(cell, kind)
        case Category():
            return readable(column, cell, kind, dialect)
        case Flag() if dialect.rule > 1:
            return readable(column, cell, kind, dialect)
        case Identifier():
            return identifier_text(cell, kind, dialect)
        case _:
            return exp.null()


def _read(table: Table, kinds: Mapping[str, Physical], dialect: Dialect, groups: list[list[Ordering]]) -> Read:
    """Names for parsed numbers and for texts of categories, flags and units, different from all column names."""
    who, named = table.unit.identifier, _NAMED if dialect.rule == 1 else (*_NAMED, Flag)
    assert who is not None
    spelt = dialect.rule > 1 and kinds[who] != "integer"
    schemas = (*table.before, table.schema)
    mark = "_read"
    while any(name.casefold().startswith(mark) for schema in schemas for name in schema):
        mark = f"_{mark}"
    columns: list[tuple[str, Column]] = [*schemas[0].columns.items(), *(each for group in groups[1:] for each in group)]
    read: Read = {}
    for place, (name, column) in enumerate(columns):
        if isinstance(column, named) or (spelt and name == who):
            read.setdefault((name, type(column)), f"{mark}{place}")
    return read


def _declarations(table: Table) -> dict[str, list[Column]]:
    """The declarations of each column, and those before it that the order of rows still follows."""
    found = {name: [column] for name, column in table.schema.columns.items()}
    for group in kept_order(table):
        for name, column in group:
            found.setdefault(name, []).append(column)
    return found


def _cells(
    read: Read, kinds: Mapping[str, Physical], relation: exp.Expr, dialect: Dialect, columns: Mapping[str, list[Column]]
) -> exp.Expr:
    """The columns, and the numbers and texts of cells, which the order uses several times."""
    values = list[exp.Expr]()
    for (name, shape), alias in read.items():
        column = next(column for column in columns[name] if type(column) is shape)
        value = _value(column, exp.column(name, quoted=True), kinds[name], dialect)
        values.append(exp.alias_(value, alias, copy=False))
    cells = exp.Select().select(*(exp.column(name, quoted=True) for name in columns), *values, copy=False)
    return cells.from_(relation, copy=False).subquery("_cells", copy=False)


def _by_hash(rows: exp.Select, columns: list[exp.Expr], limit: int, cells: list[exp.Expr]) -> exp.Query:
    """The first rows of each unit by their hash; among rows with the hash at the limit, by their cells.

    Sorting by the hash alone takes less than half of the time of sorting by hash and cells. RANK() is used because
    DuckDB writes such windows to disk when memory is short. It replaces `ROW_NUMBER() <= limit` by an aggregate of the
    smallest hashes of each unit in memory: the number of units would then decide whether there is an answer.
    """
    order: list[exp.Expr] = [exp.column("_order")]
    first = exp.Window(this=call("RANK"), partition_by=[exp.column("_unit")], order=_order_by(order))
    to_here = exp.WindowSpec(kind="RANGE", start="UNBOUNDED", start_side="PRECEDING", end="CURRENT ROW")
    last = exp.Window(
        this=exp.Count(this=exp.Star()), partition_by=[exp.column("_unit")], order=_order_by(order), spec=to_here
    )
    ranks = exp.Select().select(exp.Star(), exp.alias_(first, "_first"), exp.alias_(last, "_last"), copy=False)
    ranks = ranks.from_(rows.subquery("_rows", copy=False), copy=False)
    near = exp.Select().select(exp.Star(), copy=False).from_(ranks.subquery("_ranks", copy=False), copy=False)
    near.where(_at_most("_first", integer(limit)), copy=False)
    sure = exp.select(*columns).from_("_near").where(_at_most("_last", integer(limit)))
    rank = exp.alias_(_rank(cells), "_rank", copy=False)
    tied = exp.Select().select(exp.Star(), rank, copy=False).from_("_near", copy=False)
    tied.where(exp.GT(this=exp.column("_last"), expression=integer(limit)), copy=False)
    left = exp.Sub(this=integer(limit + 1), expression=exp.column("_first"))
    fitting = exp.select(*columns).from_(tied.subquery("_tied", copy=False)).where(_at_most("_rank", left))
    return exp.union(sure, fitting, distinct=False, copy=False).with_("_near", as_=near, materialized=True, copy=False)


def _rank(order: list[exp.Expr]) -> exp.Expr:
    """The rank of a row within its unit; arbitrary if there is nothing to order by."""
    return exp.Window(this=exp.RowNumber(), partition_by=[exp.column("_unit")], order=_order_by(order))


def _order_by(keys: list[exp.Expr]) -> exp.Order | None:
    return exp.Order(expressions=[exp.Ordered(this=key.copy()) for key in keys]) if keys else None


def _at_most(name: str, limit: exp.Expr) -> exp.Expr:
    return exp.LTE(this=exp.column(name), expression=limit)


def _is_known(x: exp.Expr) -> exp.Expr:
    return exp.Not(this=_missing(x))


def _missing(x: exp.Expr) -> exp.Expr:
    return exp.Is(this=x, expression=exp.null())
