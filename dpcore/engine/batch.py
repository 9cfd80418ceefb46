"""Groups aggregates into batches that share one scan, while the number of their joint cells stays small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import assert_never, final

from dpcore.table.aggregate import (
    Aggregate,
    Clipped,
    Contents,
    Key,
    Leaf,
    Least,
    Met,
    PerUnit,
    Product,
    Rows,
    Sampled,
    Squares,
    Total,
    Units,
    WithinUnit,
    columns_of,
)
from dpcore.table.ordering import Order
from dpcore.table.table import Table

# Measured on 10M rows, 2 cores: count, sum and squares by 50 x 5 cells take 0.10 s in one statement and 0.15 s in
# several; by 50 x 5 x 121 cells 0.25 s and 0.18 s.
MOST_CELLS = 4096


@final
@dataclass(slots=True)
class Batch:
    """Aggregates (by their place in the plan) that one statement answers, grouped by `keys`.

    closed: no keys may be added. max_groups: only aggregates with the same bound and rows may be added. sets: the keys
    of the aggregates, if each is grouped by its own keys in the same scan.
    """

    keys: tuple[Key, ...]
    closed: bool = False
    max_groups: int | None = None
    asks: dict[int, Aggregate] = field(default_factory=dict)
    sets: tuple[tuple[Key, ...], ...] = ()

    def join(self, ask: Aggregate) -> tuple[Key, ...]:
        """The keys joined with those of one more aggregate."""
        return (*self.keys, *(key for key in dict.fromkeys(ask.keys) if key not in self.keys))

    def takes(self, ask: Aggregate, limit: int | None) -> bool:
        """Whether this statement can also answer one more aggregate at low cost."""
        keys = self.join(ask)
        if any(isinstance(key, Sampled) for key in keys):
            return False  # each aggregate draws a separate sample
        if self.max_groups is not None or limit is not None:
            return self.max_groups == limit and all(_rows(ask) == _rows(other) for other in self.asks.values())
        return keys == self.keys or (not self.closed and _cells(keys) <= MOST_CELLS)


def most_cells(ask: Aggregate, table: Table) -> int | None:
    """The most cells in which a unit is counted, if its rows and the cells would allow more; else None."""
    unit = table.unit
    if ask.max_groups is None or unit.identifier is None or not ask.keys:
        return None
    return ask.max_groups if ask.max_groups < min(unit.max_rows, ask.cells) else None


def batches(asks: Sequence[Aggregate], table: Table) -> list[Batch]:
    """The batches to run, without aggregates that have statements of their own: `Order`, `Contents`, sums over units.

    Counts of distinct units and bounded cells do not add up over cells, so they are grouped by their own keys only.
    Counts by the leaves of a tree are grouped by several sets of keys at once: each leaf is found once for all of them.
    """
    open_batches = list(_of_leaves(asks))
    placed = {place for batch in open_batches for place in batch.asks}
    apart = [ask.order is not None or ask.program is not None or ask.by_unit for ask in asks]
    summed = [place for place, _ in enumerate(asks) if not apart[place] and place not in placed]
    for place in sorted(summed, key=lambda i: -asks[i].cells):
        ask = asks[place]
        limit = most_cells(ask, table)
        closed = table.unit.identifier is not None and any(isinstance(measure, Units) for measure in ask.measures)
        takes = [batch for batch in open_batches if not batch.sets and batch.takes(ask, limit)]
        homes = [batch for batch in takes if not closed or batch.keys == ask.keys]
        if homes:
            home = max(homes, key=lambda batch: (_count_shared(batch, ask), -_cells(batch.join(ask))))
            home.keys, home.closed = home.join(ask), home.closed or closed
        else:
            home = Batch(tuple(dict.fromkeys(ask.keys)), closed, limit)
            open_batches.append(home)
        home.asks[place] = ask
    return open_batches


def _of_leaves(asks: Sequence[Aggregate]) -> Iterator[Batch]:
    """Batches of counts by leaves, among the same rows."""
    found: dict[object, dict[int, Aggregate]] = {}
    for place, ask in enumerate(asks):
        leaves = [key for key in ask.keys if isinstance(key, Leaf)]
        sampled = any(isinstance(key, Sampled) for key in ask.keys)  # each aggregate draws a separate sample
        if leaves and ask.measures == (Rows(),) and ask.max_groups is None and not sampled:
            found.setdefault((ask.where, ask.present), {})[place] = ask
    for own in found.values():
        if len(own) > 1:
            keys = tuple(dict.fromkeys(key for ask in own.values() for key in ask.keys))
            sets = tuple(dict.fromkeys(tuple(dict.fromkeys(ask.keys)) for ask in own.values()))
            yield Batch(keys, closed=True, asks=own, sets=sets)


def columns(ask: Aggregate) -> set[str]:
    """The columns that an aggregate reads."""
    names = {*ask.present, *(condition.column for condition in ask.where)}
    names.update(name for key in ask.keys for name in columns_of(key))
    for measure in ask.measures:
        match measure:
            case Total(grid) | Squares(grid) | Least(grid) | Order(grid):
                names.add(grid.column)
            case Product(first, second):
                names |= {first.column, second.column}
            case Clipped(ball):
                names.update(grid.column for grid in ball.grids)
            case Met(condition):
                names.add(condition.column)
            case Contents(program):
                names.update(name for name, _ in program.columns)
            case PerUnit(unit, grid):
                names |= {unit, *([grid.column] if grid else [])}
            case WithinUnit(unit, residual):
                names |= {unit, *([residual.grid.column] if residual else [])}
            case Rows() | Units():
                pass
            case _:
                assert_never(measure)
    return names


def _count_shared(batch: Batch, ask: Aggregate) -> int:
    return len(columns(ask) & set().union(*(columns(other) for other in batch.asks.values())))


def _rows(ask: Aggregate) -> tuple[object, ...]:
    return ask.keys, ask.where, ask.present


def _cells(keys: Sequence[Key]) -> int:
    return prod(key.size + 1 for key in keys)
