"""The statements that answer aggregates exactly: one SELECT of integers per batch, in any dialect.

Nothing is summed in floating point. Names and values are nodes of an expression tree, never concatenated text.
"""

from __future__ import annotations

from sqlglot import exp

from dpcore.engine.batch import Batch
from dpcore.engine.sql.asked import Statement
from dpcore.engine.sql.group import rows
from dpcore.engine.sql.needed import common_filters, filter_columns, needed_columns, shared_columns
from dpcore.engine.sql.scan import Scan
from dpcore.engine.sql.sets import cells, group_by_sets
from dpcore.engine.sql.writer import Writer


def statement(batch: Batch, scan: Scan, coin_salt: exp.Expr | None = None) -> Statement:
    """The statement of a batch. coin_salt: the salt of its random sample, never used again."""
    writer = Writer(scan, coin_salt)
    codes = [writer.code(key) for key in batch.keys]
    outputs: dict[tuple[object, ...], exp.Expr] = {}
    places: dict[int, tuple[int, ...]] = {}
    common = common_filters([ask.where for ask in batch.asks.values()])
    shared = shared_columns([ask.present for ask in batch.asks.values()]) if batch.max_groups is None else ()
    if batch.sets:
        by_key = dict(zip(batch.keys, codes, strict=True))
        codes, checked = [*cells(writer.layers, by_key, scan.table.schema, shared).values()], [*shared]
    else:
        checked = filter_columns([*batch.asks.values()], shared)
    for place, ask in batch.asks.items():
        rest = tuple(condition for condition in ask.where if condition not in common)
        keys = [(measure, rest, needed_columns(ask, measure, shared)) for measure in ask.measures]
        for key in keys:
            if key not in outputs:
                outputs[key] = writer.measure(*key)
        places[place] = tuple(list(outputs).index(key) for key in keys)
    where = [writer.meets(condition) for condition in common] + writer.present(checked)
    present = next(iter(batch.asks.values())).present if batch.max_groups is not None else ()
    source, where = rows(writer, codes, [*outputs.values()], where, present, batch.max_groups, scan.salt)
    named = [code.as_(f"k{i}") for i, code in enumerate(codes)]
    named += [exp.alias_(measure, f"m{i}", copy=False) for i, measure in enumerate(outputs.values())]
    query = exp.Select().select(*named, copy=False).from_(source, copy=False)
    if where:
        query = query.where(*where, copy=False)
    if batch.sets:
        query = group_by_sets(query, dict(zip(batch.keys, codes, strict=True)), batch.sets)
    elif codes:
        query = query.group_by(*codes, copy=False)
    return Statement(query, batch.keys, places, bool(batch.sets))
