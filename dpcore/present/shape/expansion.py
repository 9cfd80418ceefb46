"""The chart of a smooth function of a column: one line per group inside its interval band.

Where there are no rows to speak of there is no line, and no band. A function of few whole numbers has a mark at each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from dpcore.present.chart.picture import Along, Picture, Series
from dpcore.present.shape.common import drawn
from dpcore.present.shape.function import axis, lines
from dpcore.present.text.curve import few
from dpcore.release.record import Release
from dpcore.result import Expansion
from dpcore.table.column import Number

_MARKED = 60

if TYPE_CHECKING:
    from numpy.typing import NDArray


def picture(release: Release, result: Expansion) -> Picture:
    """One line per group, over its public points."""
    low, high = release.query.quantity(release.facts_table).bounds
    nowhere = few(release)
    figures = {name: np.where(nowhere, np.nan, values).tolist() for name, values in result.figures.items()}
    whole = nowhere.any() and not nowhere.all()
    shown = lines(replace(result, figures=figures) if whole else result)
    column = release.facts_table.schema.columns.get(result.column)
    marked = isinstance(column, Number) and column.integer and result.points <= _MARKED
    across = Along(tuple(map(float, result.at)), axis(result), marked and float(result.at[0]).is_integer())
    picture = drawn(release, across, shown)
    close = ~result.far & (~nowhere | nowhere.all())
    return replace(picture, zero=not (isfinite(low) and isfinite(high)), within=_within(picture.series, close))


def _within(lines: Sequence[Series], close: NDArray[np.bool_]) -> tuple[float, ...]:
    """The ends of an axis for points of usual margins, if others would flatten them."""
    low, high = (np.concatenate([getattr(line, end) for line in lines]) for end in ("low", "high"))
    close = close[: len(low)]  # of the groups that are drawn
    if (close | np.isnan(low)).all() or not close.any():
        return ()
    ends = float(low[close].min()), float(high[close].max())
    return ends if ends[0] < ends[1] else ()
