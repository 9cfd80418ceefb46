"""Where along a column a released count of rows is noise: there a mean has no rows to speak of.

The count is read at the finest of some bandwidths at which rows stand out from noise where they usually are; a kernel
as wide as that of the mean would count rows that lie elsewhere. It is noise where it is at most `CLEAR` standard
deviations above 0, which noise alone exceeds at a point once in 700 times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpcore.statistic.spectrum import Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLEAR = 3.0
_USUAL = 2.0  # times as far above 0 are the counts where rows usually are


def few_rows(read: Callable[[float], Reading], widths: Sequence[float]) -> NDArray[np.bool_]:
    """Whether the count at each point is noise. read: the count at points, at a bandwidth. widths: from the finest."""
    for width in widths:
        found = read(width)
        least = CLEAR * np.sqrt(found.variance)
        rows = np.maximum(found.value, 0.0)
        if float(rows @ rows) >= _USUAL * float(np.median(least)) * float(rows.sum()) > 0:  # the mean over the rows
            break
    return np.asarray(found.value <= least)
