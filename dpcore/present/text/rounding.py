"""What rounding values to the public grid adds to an error in ranks, in words.

Rounding to the nearest multiple keeps the order of values, so the quantile of rounded values is the rounded quantile:
ranks that hold among rounded values hold among the values themselves up to half a multiple either way.
"""

from __future__ import annotations

import numpy as np

from dpcore.present.text.digits import upward
from dpcore.queries import Query
from dpcore.release.record import Release
from dpcore.table.column import Number
from dpcore.table.table import Table
from dpcore.text import Text

_SMALL = 0.01  # of an answer: rounding by less is not said beside it


def step(query: Query, table: Table) -> float:
    """The multiple to which values are rounded before ranks are counted; 0 where each value keeps its own place."""
    quantity = query.quantity(table)
    column = table.schema.columns.get(quantity.clipped or "")
    if query.error.unit != "ranks" or query.error.block_values is not None or not isinstance(column, Number):
        return 0.0
    return 0.0 if column.integer and quantity.step <= 1 else quantity.step


def words(release: Release) -> Text:
    """What rounding adds; empty where it adds nothing."""
    size = step(release.query, release.facts_table)
    if not size:
        return Text("")
    return Text(
        "Values were rounded to the nearest multiple of {step} before rows were counted, which moves a value by up to "
        "{half}; narrower bounds round less.",
        step=upward(size),
        half=upward(size / 2),
    )


def matters(release: Release) -> bool:
    """Whether rounding moves an answer by a part of it that is seen, so that it is said with the answer."""
    half, answers = step(release.query, release.facts_table) / 2, np.abs(release.figures["estimate"])
    return bool((half > _SMALL * answers[np.isfinite(answers)]).any())


def foreseen(query: Query, table: Table, said: Text) -> Text:
    """The same of a quote, where whole numbers do not keep their own places; `said` alone elsewhere."""
    size, column = step(query, table), table.schema.columns.get(query.quantity(table).clipped or "")
    if not size or not isinstance(column, Number) or not column.integer:
        return said
    return Text("{said}; values are rounded to multiples of {step}", said=said, step=upward(size))
