"""Example questions, from the declared schema of a table."""

from __future__ import annotations

import re

import dpcore as dp
from dpcore.queries import QUERIES, Query
from dpcore.queries.question.key import equal_bins
from dpcore.queries.question.suggesting import Suggesting
from dpcore.table.category import Category
from dpcore.table.column import Number, is_constant
from dpcore.table.schema import Schema
from dpcore.table.table import Table

BINS = 24
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PARTS = re.compile(r"[^\W\d_]+")
_ANYWHERE = (
    "id/ids/code/codes/zip/zipcode/postcode/postal/phone/telephone/lat/lon/lng/latitude/longitude/fips/ssn/timestamp/"
    "pclass/dayofyear/dayofweek/dow/yyyymm/yyyymmdd/weekday"
)
_LAST = (
    "key/year/years/yr/month/mon/week/day/hour/hr/minute/min/second/quarter/number/num/no/nr/index/cluster/class/"
    "category/type/date/flight"
)
_CODES, _KINDS = frozenset(_ANYWHERE.split("/")), frozenset(_LAST.split("/"))
"""Parts of the names of codes and of parts of a date; some of them only at the end, since a class size is none."""
_KOREAN = re.compile(r"(?:코드|번호|연도|년도|출생년|생년월일|(?<!개)월|일자|요일|시각|위도|경도|학년|분기)\d*$")
_DATES = ((1_500, 2_200), (150_001, 220_012), (15_000_101, 22_001_231))
"""Numbers between these are years, months as 202412 and days as 20241231."""
_CLOCKS = (2_359, 2_400)
"""A clock such as 1745 for a quarter to six ends at one of those."""


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
    numbers = {name: column for name, column in schema.columns.items() if isinstance(column, Number)}
    return [
        name
        for name, column in numbers.items()
        if not is_constant(column) and not _is_code(name) and not _is_date(column)
    ]


def _is_code(name: str) -> bool:
    parts = [part.casefold() for part in _PARTS.findall(_CAPITAL.sub(" ", name))]
    return bool(_CODES & {*parts}) or (bool(parts) and parts[-1] in _KINDS) or bool(_KOREAN.search(name))


def _is_date(column: Number) -> bool:
    low, high = float(column.low), float(column.high)
    return high in _CLOCKS or any(least <= low and high <= most for least, most in _DATES)


def bins(schema: Schema, name: str) -> int:
    """A readable number of even bins; for integers, one at which all bins cover equally many values."""
    column = schema.columns[name]
    if isinstance(column, Number) and column.integer:
        return equal_bins(name, column, min(BINS, int(column.high - column.low) + 1)).size
    return BINS
