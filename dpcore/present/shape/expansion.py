"""The chart of a smooth function of a column: one line per group inside its interval band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from dpcore.present.chart.picture import Along, Picture, Series
from dpcore.present.shape.common import drawn
from dpcore.present.shape.function import axis, lines
from dpcore.release.record import Release
from dpcore.result import Expansion

if TYPE_CHECKING:
    from numpy.typing import NDArray


def picture(release: Release, result: Expansion) -> Picture:
    """One line per group, over its public points."""
    low, high = release.query.bounds(release.facts_table)
    picture = drawn(release, Along(tuple(map(float, result.at)), axis(result)), lines(result))
    return replace(picture, zero=not (isfinite(low) and isfinite(high)), within=_within(picture.series, ~result.far))


def _within(lines: Sequence[Series], close: NDArray[np.bool_]) -> tuple[float, ...]:
    """The ends of an axis for points of usual margins, if others would flatten them."""
    low, high = (np.concatenate([getattr(line, end) for line in lines]) for end in ("low", "high"))
    close = close[: len(low)]  # of the groups that are drawn
    if close.all() or not close.any():
        return ()
    ends = float(low[close].min()), float(high[close].max())
    return ends if ends[0] < ends[1] else ()
