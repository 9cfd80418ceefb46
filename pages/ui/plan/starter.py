"""Example questions, from the declared schema of a table."""

from __future__ import annotations

import dpcore as dp
from dpcore.queries import QUERIES, Query
from dpcore.queries.question.key import equal_bins
from dpcore.queries.question.suggesting import Suggesting
from dpcore.table.category import Category
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table

BINS = 24


def suggested(table: Table) -> list[Query]:
    """The questions for which a table of this public description is made."""
    kinds = (kind for kind in QUERIES if issubclass(kind, Suggesting))
    return [query for kind in kinds if (query := kind.suggested(table)) is not None]


def starters(schema: Schema) -> list[Query]:
    """A histogram, a count by group, a mean by group and a total count, as far as the columns allow."""
    numbers = [name for name, column in schema.columns.items() if isinstance(column, Number)]
    groups = [
        name for name, column in schema.columns.items() if isinstance(column, Category) and len(column.keys) <= 50
    ]
    queries: list[Query] = [dp.Histogram(numbers[0], bins=bins(schema, numbers[0]))] if numbers else []
    queries += [dp.Count(by=[groups[0]])] if groups else []
    queries += [dp.Mean(numbers[-1], by=groups[:1])] if numbers else []
    return [*queries, dp.Count()]


def bins(schema: Schema, name: str) -> int:
    """A readable number of even bins; for integers, one at which all bins cover equally many values."""
    column = schema.columns[name]
    if isinstance(column, Number) and column.integer:
        return equal_bins(name, column, min(BINS, int(column.high - column.low) + 1)).size
    return BINS
