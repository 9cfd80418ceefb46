"""Questions to begin with, from what is publicly declared about a table."""

from __future__ import annotations

import dpcore as dp
from dpcore.queries import Query
from dpcore.queries.key import equal_bins
from dpcore.table.column import Category, Number
from dpcore.table.schema import Schema

BINS = 24


def starters(schema: Schema) -> list[Query]:
    """A histogram, a count by group, a mean by group, and the count of all: as far as the columns allow."""
    numbers = [name for name, column in schema.columns.items() if isinstance(column, Number)]
    groups = [
        name for name, column in schema.columns.items() if isinstance(column, Category) and len(column.keys) <= 50
    ]
    found: list[Query] = [dp.Histogram(numbers[0], bins=bins(schema, numbers[0]))] if numbers else []
    found += [dp.Count(by=[groups[0]])] if groups else []
    found += [dp.Mean(numbers[-1], by=groups[:1])] if numbers else []
    return [*found, dp.Count()]


def bins(schema: Schema, name: str) -> int:
    """A readable number of even bins; of whole numbers one at which all bins hold equally many values."""
    column = schema.columns[name]
    if isinstance(column, Number) and column.integer:
        return equal_bins(name, column, min(BINS, int(column.high - column.low) + 1)).size
    return BINS
