"""An engine in plain Python for small tables: the exact integers of an `Aggregate`, computed the slow, obvious way.

Rows are dicts of clean values (None is missing); identifiers sit under the key "unit".
"""

from __future__ import annotations

import bisect
import hashlib
import itertools
import operator
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np

from dpcore.table.aggregate import (
    Aggregate,
    Blocks,
    Categories,
    Clipped,
    Edges,
    Flags,
    Grid,
    Integers,
    Key,
    Leaf,
    Least,
    Met,
    Nearest,
    Pairs,
    Periods,
    PerUnit,
    Product,
    Residual,
    Rows,
    Sampled,
    Score,
    Squares,
    Total,
    Units,
    WithinUnit,
    columns_of,
)
from dpcore.table.ball import FACTORS, UNIT, Ball
from dpcore.table.condition import Condition
from dpcore.table.leaf import Branch
from dpcore.table.ordering import Order
from dpcore.table.score import Part, Square
from tests.statistic.reading import read

Row = dict[str, Any]
_OPERATORS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda value, values: value in values,
    "not in": lambda value, values: value not in values,
}


def meets(row: Row, condition: Condition) -> bool:
    """Whether a row meets a condition; a missing cell meets none."""
    value = row[condition.column]
    return value is not None and bool(_OPERATORS[condition.op](value, condition.value))


def cell(row: Row, key: Key) -> int | None:
    """The cell of a row along one key, or None."""
    if isinstance(key, Blocks):
        return block(row, key)
    if isinstance(key, Leaf):
        return leaf(row, key.tree)
    if isinstance(key, Sampled):
        return 0  # the largest sample
    ends = [row[grid.column] for grid in key.grids] if isinstance(key, Nearest) else [row[x] for x in columns_of(key)]
    if None in ends:
        return None
    value = ends[0]
    match key:
        case Pairs(_, _, names, pairs):
            edges = {frozenset((names[low], names[high])): place for place, (low, high) in enumerate(pairs)}
            return edges.get(frozenset(end.strip() for end in ends))
        case Nearest():
            return nearest(key, list(map(step, ends, key.grids)))
        case Score():
            scores = (weight * factor(row, part) for weight, part in zip(key.weights, key.parts, strict=True))
            return bisect.bisect_right(key.edges, key.constant + sum(scores))
        case Categories():
            return key.values.index(value) if value in key.values else (len(key.values) if key.other else None)
        case Flags():
            return int(value)
        case Integers():
            return int(value) - key.low
        case Edges():
            last = len(key.edges) - 2
            for index, (low, high) in enumerate(itertools.pairwise(key.edges)):
                if low <= value < high or (index == last and value == high):
                    return index
            return None
        case Periods():
            inside = [index for index, start in enumerate(key.starts) if start <= value <= key.last]
            return inside[-1] if inside else None


def leaf(row: Row, node: Branch | int) -> int | None:
    """The leaf that a row reaches; what it has in columns that are not on its way does not matter."""
    while isinstance(node, Branch):
        place = cell(row, node.key)
        if place is None:
            return None
        node = node.children[node.places[place]]
    return node


def block(row: Row, key: Blocks) -> int:
    """The block of a row: by its unit, or by its values where each row is a unit."""
    own = row.get("unit") if key.column is not None else sorted((name, x) for name, x in row.items() if name != "unit")
    return int.from_bytes(hashlib.sha256(repr(own).encode()).digest()[:8]) % key.count


def step(value: float, grid: Grid) -> int:
    """The grid integer of a clean value."""
    return min(max(floor((value - grid.low * grid.step) / grid.step + 0.5), 0), grid.steps)


def nearest(key: Nearest, steps: Sequence[int]) -> int:
    """The nearest place of a row with these grid integers, by the whole squared distance."""
    far = [
        sum((scale * y - c) ** 2 for scale, y, c in zip(key.scales, steps, place, strict=True)) for place in key.places
    ]
    return far.index(min(far))


def factor(row: Row, part: Part) -> int:
    """What a row without missing cells contributes to a product or a score."""
    if isinstance(part, Square):
        return (2 * step(row[part.column], part.grid) - part.grid.steps) ** 2
    return step(row[part.column], part) if isinstance(part, Grid) else int(meets(row, part))


def vector(ball: Ball, steps: Sequence[int]) -> list[int]:
    """The vector of a row with these grid integers, clipped to a ball; the factor is found by bisection."""
    places = [Fraction((2 * y - grid.steps) * UNIT, grid.steps) for y, grid in zip(steps, ball.grids, strict=True)]
    whole = list(map(int, places))  # toward zero
    low, high = 0, FACTORS
    while low < high:
        middle = (low + high + 1) // 2
        inside = sum((middle * w) ** 2 for w in whole) <= (ball.radius * FACTORS) ** 2
        low, high = (middle, high) if inside else (low, middle - 1)
    return [int(Fraction(low * w, FACTORS)) for w in whole]


def counts(aggregate: Aggregate, row: Row) -> bool:
    """Whether a row falls in a cell, has what must be there, and meets every condition."""
    return _admitted(aggregate, row) and all(cell(row, key) is not None for key in aggregate.keys)


def _admitted(aggregate: Aggregate, row: Row) -> bool:
    """Whether it has what must be there, and meets every condition; whatever its cells are."""
    present = all(row[name] is not None for name in aggregate.present)
    return present and all(meets(row, condition) for condition in aggregate.where)


def evaluate(aggregate: Aggregate, rows: Sequence[Row]) -> np.ndarray:
    """The answer of an exact engine on rows that are already truncated."""
    if aggregate.order is not None:
        return _ordered(aggregate, aggregate.order, rows)
    answer = np.zeros((len(aggregate.measures), *aggregate.shape), dtype=object)
    if aggregate.by_unit:
        return _by_unit(aggregate, rows, answer)
    for index, measure in enumerate(aggregate.measures):
        if isinstance(measure, Least):
            answer[index] = measure.grid.steps
    units: dict[tuple[int, ...], set[Any]] = {}
    for number, row in enumerate(rows):
        cells = tuple(cell(row, key) for key in aggregate.keys)
        if None in cells or not _admitted(aggregate, row):
            continue
        units.setdefault(cells, set()).add(row.get("unit", number))
        for index, measure in enumerate(aggregate.measures):
            match measure:
                case Rows():
                    added = 1
                case Met(condition):
                    added = int(meets(row, condition))
                case Total(grid):
                    added = step(row[grid.column], grid) if row[grid.column] is not None else 0
                case Squares(grid):
                    added = step(row[grid.column], grid) ** 2 if row[grid.column] is not None else 0
                case Product(first, second):
                    cells_ = (row[first.column], row[second.column])
                    added = 0 if None in cells_ else factor(row, first) * factor(row, second)
                case Clipped(ball, place):
                    cells_ = [row[grid.column] for grid in ball.grids]
                    added = 0 if None in cells_ else vector(ball, list(map(step, cells_, ball.grids)))[place]
                case Least(grid):
                    least = answer[(index, *cells)]
                    added = min(0, step(row[grid.column], grid) - least) if row[grid.column] is not None else 0
                case Units():
                    added = 0
            answer[(index, *cells)] += added
    for index, measure in enumerate(aggregate.measures):
        if isinstance(measure, Units):
            for cells, members in units.items():
                answer[(index, *cells)] = len(members)
    return answer


def _ordered(aggregate: Aggregate, order: Order, rows: Sequence[Row]) -> np.ndarray:
    """The array that an `Order` describes."""
    cells: list[list[int]] = [[] for _ in range(aggregate.cells)]
    for row in rows:
        if counts(aggregate, row) and row[order.grid.column] is not None:
            place = np.ravel_multi_index([cell(row, key) for key in aggregate.keys] or [0], aggregate.shape or (1,))
            cells[int(place)].append(step(row[order.grid.column], order.grid))
    return read(order, cells).reshape(order.numbers, *aggregate.shape, -1)


def _by_unit(aggregate: Aggregate, rows: Sequence[Row], answer: np.ndarray) -> np.ndarray:
    """Each unit has the values of its rows by cell: what it adds depends on their means and their number."""
    units: dict[Any, dict[int, list[Row]]] = {}
    for number, row in enumerate(rows):
        if counts(aggregate, row):
            place = cell(row, aggregate.keys[0])
            assert place is not None
            units.setdefault(row.get("unit", number), {}).setdefault(place, []).append(row)
    for (index, measure), cells in itertools.product(enumerate(aggregate.measures), units.values()):
        assert isinstance(measure, PerUnit | WithinUnit)
        weight = measure.weights[len(cells) - 1] if len(cells) <= len(measure.weights) else 0
        if isinstance(measure, PerUnit):
            values = means(cells, measure.grid) if measure.grid else dict.fromkeys(cells, 1)
            for place, value in values.items():
                answer[index, place] += weight * value
        else:
            values = residuals(cells, measure.residual) if measure.residual else dict.fromkeys(cells, 1)
            for (one, first), (other, second) in itertools.product(values.items(), repeat=2):
                answer[index, one, other] += weight * first * second
    return answer


def means(cells: dict[int, list[Row]], grid: Grid) -> dict[int, int]:
    """The mean grid integer of each cell, rounded down."""
    steps = {place: [step(row[grid.column], grid) for row in rows] for place, rows in cells.items()}
    return {place: floor(Fraction(sum(some), len(some))) for place, some in steps.items()}


def residuals(cells: dict[int, list[Row]], residual: Residual) -> dict[int, int]:
    """What is left of a unit's values once the middles and its level are subtracted."""
    steps = residual.grid.steps
    apart = {
        place: int(Fraction((2 * y - steps) * residual.parts, steps)) - residual.middles[place]
        for place, y in means(cells, residual.grid).items()
    }
    level = int(Fraction(sum(apart.values()), len(apart) + residual.shrink))  # toward zero
    return {place: max(-residual.bound, min(residual.bound, d - level)) for place, d in apart.items()}
