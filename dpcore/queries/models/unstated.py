"""Which parts of a model may get no margin of error, though it was paid: said with the prediction, before the charge.

The thresholds follow from the noise and the expected rows alone. Around them noise decides, so they are approximate.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, sqrt

from dpcore.table.column import Column, Number
from dpcore.text import Text, joined


def of_regression(needed: float, rows: float, features: Iterable[Column], *, centred: bool = False) -> Text:
    """For which features coefficients get no margins. needed: the least eigenvalue of X'X from which they do.

    centred: whether it is that of features less their means; else twice the rows are needed for a mean at a bound.
    """
    numbers = [isinstance(column, Number) for column in features]
    share = 50 * sqrt((1 if centred else 2) * needed / max(1.0, rows))
    if any(numbers) and share >= 50:
        return Text(
            "At this price no margins can be stated: the noise may be as large as the variation of any feature. Pay a "
            "higher price."
        )
    narrow = Text(
        "No margins are stated if the noise may be as large as the variation of a feature: if a number, given the "
        "others, has a standard deviation below about {share:.2g} % of its range.",
        share=share,
    )
    rare = Text("A value that fewer than about {rows:,} rows have gets no margin.", rows=ceil(2 * needed))
    said = [narrow] if any(numbers) else []
    if not all(numbers):
        said.append(rare)
    return joined(said)


def of_clusters(noise: float, count: int, cells: int, rows: float) -> Text:
    """How many rows the margins need. noise: half an interval of a cell. rows: the least number that is expected."""
    if rows <= 2 * noise * sqrt(cells):
        return Text(
            "At this price there may be no margins: the noise may be as large as the number of rows. Pay a higher "
            "price, or ask for fewer columns."
        )
    few = ceil(2 * noise * sqrt(cells / count))
    return Text("A cluster of fewer than about {rows:,} rows may get no margin for its centre.", rows=few)


def of_components(apart: float) -> Text:
    """Which components get no margins. apart: the least difference of shares of the variance that is told."""
    if apart >= 1:
        return Text("At this price no margins can be stated: the noise may be as large as the variance.")
    return Text(
        "A component gets a margin only if its share of the variance differs from those of the others by more than "
        "about {apart:.2g} percentage points.",
        apart=100 * apart,
    )
