"""The figures of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@final
@dataclass(frozen=True, slots=True)
class Estimates:
    """The answer in each cell, its standard error, and an interval at the requested level. Float arrays (cells,)."""

    estimate: Floats
    std_error: Floats
    low: Floats
    high: Floats
