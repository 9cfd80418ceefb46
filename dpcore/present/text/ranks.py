"""Errors that are counted in ranks, in words: how many rows lie between an answer and the true one.

How far apart the values of those rows are is private. The number of rows is said where people declared it, and nowhere
else.
"""

from __future__ import annotations

import math

from dpcore.present.text.digits import frequency, rounded_up
from dpcore.queries import Query
from dpcore.queries.prediction import Prediction
from dpcore.release.record import Release
from dpcore.table.table import Table

UNIT = "ranks"
UNBOUNDED = "How far apart their values are depends on the rows, and is not known."
TYPED = "How many rows may lie between the answer and the true one. " + UNBOUNDED
"""Beside a field where such an error is typed."""
_NEAR = 0.05
"""An error of this share of the rows is called small."""


def whole(ranks: float) -> str:
    """A number of ranks, rounded up to a whole one of at most three digits."""
    most = max(1.0, rounded_up(math.ceil(ranks * (1 - 1e-12)), 3))
    return f"{most:,.0f}" if most < 1e15 else f"{most:.3g}"


def counted(ranks: float) -> str:
    """The same with its noun: "103 ranks"."""
    return f"{whole(ranks)} {UNIT if whole(ranks) != '1' else UNIT[:-1]}"


def least(query: Query, ranks: float) -> int:
    """With fewer rows than these, every number between the bounds is within so many ranks of the true answer."""
    return math.floor(min(1e15, ranks / min(max(share, 1 - share) for share in query.quantiles))) + 1


def judged(query: Query, table: Table, ranks: float) -> str:
    """For how many rows so many ranks are few; of a declared number of rows, between which percentiles they reach."""
    needed = f"within 5 percentiles for {whole(ranks / _NEAR)} rows or more; not usable below {least(query, ranks):,}"
    rows = _declared(query, table)
    if rows is None:
        return needed
    if rows < least(query, ranks):
        return f"not usable: {_cell(query, table)} has fewer than {least(query, ranks):,} rows"
    return percentiles(query, table, ranks)


def percentiles(query: Query, table: Table, ranks: float) -> str:
    """How far so many ranks reach among a declared number of rows: "between the 49.4th and 50.6th percentile of …".

    Empty where none is declared, or too few.
    """
    rows = _declared(query, table)
    if rows is None or rows < least(query, ranks):
        return ""
    if len(query.quantiles) > 1:
        off = math.ceil(1000 * ranks / rows - 1e-9) / 10
        return f"within {off:g} percentiles of the one asked, of {_cell(query, table)}"
    low, high = (100 * (query.quantiles[0] + side * ranks / rows) for side in (-1, 1))
    ends = math.floor(10 * max(0.0, low) + 1e-9) / 10, math.ceil(10 * min(100.0, high) - 1e-9) / 10
    return f"between the {_ordinal(ends[0])} and {_ordinal(ends[1])} percentile of {_cell(query, table)}"


def meaning(release: Release, error: Prediction) -> str:
    """How far off an answer is: chart caption and alt text alike."""
    true = f"the true {release.query.truth}"
    most = whole(error.largest)
    said = (
        f"{frequency(release.level)} at most {most} row{'' if most == '1' else 's'} lie between the answer and {true}"
    )
    said = f"For each {release.query.cell}, {said}." if release.cells > 1 else f"{said[0].upper()}{said[1:]}."
    place = percentiles(release.query, release.facts_table, error.largest)
    return f"{said} {UNBOUNDED}" + (f" That is {place}, as declared." if place else "")


def caveat(release: Release, error: Prediction) -> str:
    """For how few rows an answer says nothing: a public number, whatever the rows are."""
    few, where = least(release.query, error.largest), " in a group" if release.query.by else ""
    return f"With fewer than {few:,} rows{where} any number between the bounds is that near: the answer is not usable."


def _declared(query: Query, table: Table) -> float | None:
    """The rows of an average cell, where their number is declared and no filter leaves any out."""
    if not table.expected_rows or query.where:
        return None
    return table.expected_rows / query.groups(table)


def _cell(query: Query, table: Table) -> str:
    rows = f"the {table.expected_rows:,} rows expected"
    return f"an average group of {rows}" if query.by else rows


def _ordinal(value: float) -> str:
    """A percentile: 48.9th, 51st."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    plain = value % 1 or value % 100 in (11, 12, 13)
    return f"{value:g}{'th' if plain else ends.get(int(value) % 10, 'th')}"
