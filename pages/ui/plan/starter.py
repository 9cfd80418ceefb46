"""Example questions, from the declared schema of a table."""

from __future__ import annotations

import re

import dpcore as dp
from dpcore.queries import QUERIES, Query
from dpcore.queries.question.key import equal_bins
from dpcore.queries.question.suggesting import Suggesting
from dpcore.table.category import Category
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table

BINS = 24
_PARTS = re.compile(r"[^\W_]+")
_CALLED = (
    "id/key/code/codes/zip/zipcode/postcode/postal/year/yr/month/mon/week/weekday/day/dow/hour/hr/minute/min/second/"
    "quarter/number/num/no/nr/index/phone/telephone/lat/lon/lng/latitude/longitude/fips/cluster/class/category/type"
)
_CODES = frozenset(_CALLED.split("/"))
_ENDINGS = ("코드", "번호", "연도", "년도", "월", "일자", "요일", "시각", "위도", "경도")
_YEARS, _CLOCKS = (1_500, 2_200), (2_359, 2_400)
"""Whole numbers between these are years; a clock such as 1745 for a quarter to six ends at one of those."""


def suggested(table: Table) -> list[Query]:
    """The questions for which a table of this public description is made."""
    kinds = (kind for kind in QUERIES if issubclass(kind, Suggesting))
    return [query for kind in kinds if (query := kind.suggested(table)) is not None]


def starters(schema: Schema) -> list[Query]:
    """A histogram, a count by group, a mean by group and a total count, as far as the columns allow."""
    numbers = measured(schema)
    groups = [
        name for name, column in schema.columns.items() if isinstance(column, Category) and len(column.keys) <= 50
    ]
    queries: list[Query] = [dp.Histogram(numbers[0], bins=bins(schema, numbers[0]))] if numbers else []
    queries += [dp.Count(by=[groups[0]])] if groups else []
    queries += [dp.Mean(numbers[-1], by=groups[:1])] if numbers else []
    return [*queries, dp.Count()]


def measured(schema: Schema) -> list[str]:
    """The number columns whose average means something: neither codes nor parts of a date, by name and bounds."""
    return [
        name
        for name, column in schema.columns.items()
        if isinstance(column, Number)
        and not _CODES & {*_PARTS.findall(name.casefold())}
        and not name.endswith(_ENDINGS)
        and not (column.integer and (float(column.low) >= _YEARS[0] and float(column.high) <= _YEARS[1]))
        and not (column.integer and float(column.high) in _CLOCKS)
    ]


def bins(schema: Schema, name: str) -> int:
    """A readable number of even bins; for integers, one at which all bins cover equally many values."""
    column = schema.columns[name]
    if isinstance(column, Number) and column.integer:
        return equal_bins(name, column, min(BINS, int(column.high - column.low) + 1)).size
    return BINS
