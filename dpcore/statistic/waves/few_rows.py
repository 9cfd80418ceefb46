"""Where along a column a released count of rows does not exceed its noise: there a mean rests on few rows or none.

The count is read at the finest of some bandwidths at which it clearly exceeds its noise where most rows are; a kernel
as wide as that of the mean would count rows that lie elsewhere. The count is taken for noise where it is at most
`CLEAR` standard deviations above 0, which noise alone exceeds at a point once in 700 times.
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
_USUAL = 2.0  # where most rows are, counts must be twice as far above 0


def standing_out(read: Callable[[float], SpectrumReading], widths: Sequence[float]) -> float:
    """The first bandwidth, from the finest, at which the count clearly exceeds its noise; else the last.

    read: returns the count along the whole column at a bandwidth.
    """
    for width in widths:
        count = read(width)
        rows = np.maximum(count.value, 0.0)
        usual = float(rows @ rows) / max(float(rows.sum()), 1e-300)  # the mean over the rows
        if usual >= _USUAL * CLEAR * math.sqrt(float(np.median(count.variance))):
            return width
    return widths[-1]


def few_rows(count: SpectrumReading) -> NDArray[np.bool_]:
    """Whether the count at each point does not exceed its noise."""
    return np.asarray(count.value <= CLEAR * np.sqrt(count.variance))
