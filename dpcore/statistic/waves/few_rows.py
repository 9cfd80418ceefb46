"""Where along a column a released count of rows is noise: there a mean has no rows to speak of.

The count is read at the finest of some bandwidths at which rows stand out from noise where they usually are; a kernel
as wide as that of the mean would count rows that lie elsewhere. It is noise where it is at most `CLEAR` standard
deviations above 0, which noise alone exceeds at a point once in 700 times.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpcore.statistic.waves.spectrum import SpectrumReading

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLEAR = 3.0
_USUAL = 2.0  # times as far above 0 are the counts where rows usually are


def standing_out(read: Callable[[float], SpectrumReading], widths: Sequence[float]) -> float:
    """The first of these bandwidths, from the finest, at which rows stand out; else the last.

    read: the count along the whole column, at a bandwidth.
    """
    for width in widths:
        found = read(width)
        rows = np.maximum(found.value, 0.0)
        usual = float(rows @ rows) / max(float(rows.sum()), 1e-300)  # the mean over the rows
        if usual >= _USUAL * CLEAR * math.sqrt(float(np.median(found.variance))):
            return width
    return widths[-1]


def few_rows(count: SpectrumReading) -> NDArray[np.bool_]:
    """Whether the count at each point is noise."""
    return np.asarray(count.value <= CLEAR * np.sqrt(count.variance))
