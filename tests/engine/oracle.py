"""The rules of `dpcore.table.schema` and `dpcore.table.aggregate` in plain Python, one row and one cell at a time."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import itertools
import math
import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
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
    Leaf,
    Least,
    Met,
    Nearest,
    Pairs,
    Periods,
    Product,
    Rows,
    Score,
    Squares,
    Total,
    Units,
)
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Identifier, Number, Text
from dpcore.table.condition import Condition
from dpcore.table.leaf import Branch
from dpcore.table.schema import Schema
from dpcore.table.score import Part, Square
from tests.oracle import nearest, vector

Row = dict[str, Any]
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_BLANKS = " \t\r\n"
_ALL_BLANKS = _BLANKS + "\u00a0\u2007\u202f\ufeff"
NOBODY = ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None")


def number(cell: Any) -> float | None:
    if cell is None or isinstance(cell, dt.date | bytes | list | dict):
        return None
    if isinstance(cell, str):
        cell = cell.strip(_BLANKS)
        value = float(cell) if _NUMBER.fullmatch(cell) else {"true": 1.0, "false": 0.0}.get(cell.lower(), math.nan)
    else:
        value = float(cell)
    if not math.isfinite(value):
        return None
    return _said(value) if isinstance(cell, str | Decimal) else value  # what is stored as a float says it already


def _said(value: float) -> float:
    """A double that is exactly a float32, and long to write, is the number that the float32 is written as."""
    if abs(value) > 3e38 or float(np.float32(value)) != value or len(repr(abs(value))) <= 15:
        return value
    return value if value.is_integer() and abs(value) <= 1.7e38 else float(str(np.float32(value)))


def meant(text: str) -> str:
    """What a text says, by Python's exact decimals: an independent reading."""
    if not re.fullmatch(r"[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})?", text):
        return text
    with localcontext() as context:
        context.prec = 5000
        spelling = f"{Decimal(text):f}"
    sign, size = ("-", spelling[1:]) if spelling.startswith("-") else ("", spelling)
    whole, _, part = size.partition(".")
    whole, part = whole.lstrip("0"), part.rstrip("0")
    if len(whole) + len(part) > 38:
        return text
    number = (whole or "0") + (f".{part}" if part else "")
    return number if number == "0" else sign + number


def clean(column: Any, cell: Any) -> Any:
    """The declared value, or None when missing. A category is its key."""
    match column:
        case Number(low, high, integer, missing):
            value = number(cell)
            if value is None:
                if missing == "drop":
                    return None
                return math.floor(missing + 0.5) if integer else missing
            exact = cell if isinstance(cell, int) else value
            if exact <= low or exact >= high:
                return low if exact <= low else high
            if not integer:
                return value
            return exact if isinstance(cell, int) or abs(value) >= 2.0**52 else math.floor(value + 0.5)
        case Category(values, other):
            text = None if cell is None else spelt(cell)
            text = None if text is None or len(text.strip(_BLANKS)) > 1000 else text.strip(_BLANKS).strip(_ALL_BLANKS)
            found = None if text is None else _listed(text, values)
            if found is not None:
                return found
            return "other" if other and text and not (isinstance(cell, str) and text in NOBODY) else None
        case Flag():
            if isinstance(cell, str):
                text = meant(cell.strip(_ALL_BLANKS)).lower()
                yes, no = ("true", "t", "yes", "y", "1"), ("false", "f", "no", "n", "0")
                return True if text in yes else False if text in no else None
            value = number(cell)
            return None if value is None or value not in (0, 1) else value == 1
        case Date(low, high):
            if isinstance(cell, str):
                try:
                    cell = dt.date.fromisoformat(cell.strip(_BLANKS)[:10])
                except ValueError:
                    return None
            if isinstance(cell, dt.datetime):
                cell = cell.date()
            return cell if isinstance(cell, dt.date) and low <= cell <= high else None
        case Identifier():
            text = cell.strip(_ALL_BLANKS) if isinstance(cell, str) else cell
            text = meant(unicodedata.normalize("NFC", text)) if isinstance(text, str) and text not in NOBODY else text
            return None if text in (*NOBODY, None) or (isinstance(text, float) and not math.isfinite(text)) else text
    raise AssertionError(column)


def _listed(text: str, values: Any) -> str | None:
    """The listed value that is spelt so; else the only one of this truth or number."""
    bare = {value.strip(_ALL_BLANKS): value for value in reversed(values)}
    composed = [value for value in bare if unicodedata.normalize("NFC", value) == unicodedata.normalize("NFC", text)]
    if text in bare or len(composed) == 1:
        return bare[text if text in bare else composed[0]]
    truths = [value for value in bare if value in _truth(text)]
    if len(truths) == 1:
        return bare[truths[0]]
    same = [value for value in bare if _digits(value) is not None and _digits(value) == _digits(text)]
    return bare[same[0]] if len(same) == 1 else None


def _truth(text: str) -> tuple[str, ...]:
    """The spellings of the truth that a text is; none of any other text."""
    every = [(word, word.title(), word.upper()) for word in ("true", "false")]
    return next((words for words in every if text in words), ())


def _digits(text: str) -> str | None:
    """The number of a plain number; None for any other text."""
    return meant(text) if meant(text) != text or re.fullmatch(r"-?(0|[1-9][0-9]{0,37})([.][0-9]*)?", text) else None


def spelt(cell: Any) -> str | None:
    """By value: plain digits, no zeros at the end; None where there is no spelling."""
    match cell:
        case bool():
            return str(cell).lower()
        case float() if not math.isfinite(cell):
            return None
        case float() | Decimal() if cell == math.floor(cell):
            return str(int(cell))
        case float() | Decimal():
            return f"{Decimal(str(cell)):f}".rstrip("0")
        case dt.datetime():
            return str(cell).removesuffix(" 00:00:00")
        case list() | dict():
            return None
    return str(cell)


def met(condition: Condition, schema: Schema, row: Row) -> bool:
    condition = condition.bind(schema)
    value = clean(schema[condition.column], row[condition.column])
    if value is None:
        return False
    first = condition.values[0]
    return {
        "==": lambda: value == first,
        "!=": lambda: value != first,
        "<": lambda: value < first,
        "<=": lambda: value <= first,
        ">": lambda: value > first,
        ">=": lambda: value >= first,
        "in": lambda: value in condition.values,
        "not in": lambda: value not in condition.values,
    }[condition.op]()


def step(grid: Grid, x: float) -> int:
    """In doubles, as every engine does it: within an ulp of the middle of a step rationals would say otherwise."""
    y = math.floor(x * 2.0**-grid.exponent - grid.low + 0.5)
    exact = math.floor(Fraction(x) / Fraction(2) ** grid.exponent - grid.low + Fraction(1, 2))
    assert abs(y - exact) <= 1
    return min(max(y, 0), grid.steps)


def block(key: Blocks, schema: Schema, row: Row) -> int:
    """By a keyed MD5 of the unit, or of all values but texts."""
    names = [key.column] if key.column else [name for name, column in schema.columns.items() if column != Text()]
    framed = [_framed(clean(schema[name], row[name]), schema[name]) for name in names]
    salt = hmac.digest(bytes(range(32)), b"blocks", "sha256").hex()
    return int(hashlib.md5((salt + "".join(framed)).encode()).hexdigest()[:7], 16) % key.count


def _framed(value: Any, column: Any) -> str:
    match column, value:
        case _, None:
            return "~"
        case Category(values), _:
            text = str((*values, "other").index(value))
        case Flag(), _:
            text = str(int(value))
        case Date(), _:
            text = str((value - dt.date(1970, 1, 1)).days)
        case Number(low, high, False), _:
            parts = 2.0 ** (40 - math.frexp(max(abs(low), abs(high)))[1])
            text = str(math.floor(value * parts - math.floor(low * parts) + 0.5))
        case _:
            text = spelt(value) or ""
    return f"{len(text)}:{text}"


def code(key: Any, schema: Schema, row: Row) -> int | None:
    if isinstance(key, Blocks):
        return block(key, schema, row)
    if isinstance(key, Pairs):
        names = [clean(schema[name], row[name]) for name in (key.first, key.second)]
        found = tuple(sorted(key.names.index(name) for name in names if name in key.names))
        return key.pairs.index(found) if found in key.pairs else None  # type: ignore[arg-type]
    if isinstance(key, Nearest):
        cells = [clean(schema[grid.column], row[grid.column]) for grid in key.grids]
        return None if None in cells else nearest(key, list(map(step, key.grids, cells)))
    if isinstance(key, Leaf):
        node: Branch | int = key.tree
        while isinstance(node, Branch):
            place = code(node.key, schema, row)
            if place is None:
                return None
            node = node.children[node.places[place]]
        return node
    if isinstance(key, Score):
        if any(clean(schema[part.column], row[part.column]) is None for part in key.parts):
            return None
        pairs = zip(key.weights, key.parts, strict=True)
        total = key.constant + sum(weight * factor(schema, row, part) for weight, part in pairs)
        return sum(edge <= total for edge in key.edges)
    value = clean(schema[key.column], row[key.column])
    if value is None:
        return None
    match key:
        case Categories(_, values, other):
            return (*values, "other").index(value) if value in values or other else None
        case Flags():
            return int(value)
        case Integers(_, low, high):
            return int(value) - low if low <= value <= high else None
        case Edges(_, edges):
            if value == edges[-1]:
                return len(edges) - 2
            return next((i for i, (a, b) in enumerate(itertools.pairwise(edges)) if a <= value < b), None)
        case Periods(_, starts, last):
            return max((i for i, start in enumerate(starts) if start <= value <= last), default=None)
    raise AssertionError(key)


def aggregate(
    ask: Aggregate, schema: Schema, rows: list[Row], unit: str | None = None
) -> dict[tuple[int, ...], list[int]]:
    """The measures of every cell that has rows; nothing is truncated here."""
    cells: dict[tuple[int, ...], list[Row]] = {}
    for row in rows:
        codes = [code(key, schema, row) for key in ask.keys]
        kept = all(met(condition, schema, row) for condition in ask.where)
        kept = kept and all(clean(schema[name], row[name]) is not None for name in ask.present)
        if kept and None not in codes:
            cells.setdefault(tuple(c for c in codes if c is not None), []).append(row)
    return {cell: [measured(m, schema, inside, unit) for m in ask.measures] for cell, inside in cells.items()}


def measured(measure: Any, schema: Schema, rows: list[Row], unit: str | None) -> int:
    match measure:
        case Rows():
            return len(rows)
        case Units():
            return len(rows) if unit is None else len({clean(schema[unit], row[unit]) for row in rows})
        case Met(condition):
            return sum(met(condition, schema, row) for row in rows)
        case Total(grid) | Squares(grid):
            values = [clean(schema[grid.column], row[grid.column]) for row in rows]
            steps = [step(grid, value) for value in values if value is not None]
            return sum(y * y for y in steps) if isinstance(measure, Squares) else sum(steps)
        case Least(grid):
            values = [clean(schema[grid.column], row[grid.column]) for row in rows]
            return min([step(grid, value) for value in values if value is not None], default=grid.steps)
        case Clipped(ball, place):
            rows_ = [[clean(schema[grid.column], row[grid.column]) for grid in ball.grids] for row in rows]
            vectors = (vector(ball, list(map(step, ball.grids, some))) for some in rows_ if None not in some)
            return sum(each[place] for each in vectors)
        case Product(first, second):
            return sum(factor(schema, row, first) * factor(schema, row, second) for row in rows)
    raise AssertionError(measure)


def factor(schema: Schema, row: Mapping[str, object], part: Part) -> int:
    """What a row contributes to a product or a score: 0 where the cell is missing."""
    if isinstance(part, Square):
        return (2 * factor(schema, row, part.grid) - part.grid.steps) ** 2
    if isinstance(part, Condition):
        return int(met(part, schema, row))
    value = clean(schema[part.column], row[part.column])
    return 0 if value is None else step(part, value)
