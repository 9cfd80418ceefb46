"""The result of a computation of smooth sensitivity, and checks of its parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dpcore.errors import DpError
from dpcore.number import real
from dpcore.text import Text

Doubles = NDArray[np.float64]


@final
@dataclass(frozen=True)
class SmoothSensitivity:
    """The smooth sensitivity of a statistic at one table, in the unit of the statistic, in doubles.

    smooth: S* = max_k e^{-beta k} A^(k), 0 where it is below the smallest double. beta: the parameter of smoothness.
    Both `smooth` and `profile` depend on the rows: they are not private.
    """

    smooth: float
    beta: float
    _levels: Callable[[], Doubles] = field(repr=False, compare=False)

    @cached_property
    def profile(self) -> Doubles:
        """A^(k) for k = 0, 1, …, nondecreasing; beyond the end, A^(k) equals the last entry. Computed at first use.

        For n values the profile has n + 1 entries and takes about n^2 operations (1 s for 50,000 values); `smooth`
        needs only a few of its entries.
        """
        levels = self._levels()
        levels.flags.writeable = False
        return levels


def listed(levels: Doubles, beta: float) -> SmoothSensitivity:
    """The result from the whole profile."""
    weighted = levels * np.exp(-beta * np.arange(len(levels)))
    return SmoothSensitivity(float(weighted.max()), beta, levels.copy)


def smoothness(beta: object) -> float:
    """A checked beta."""
    return real(beta, "`beta` of a smooth sensitivity", above=0.0, hint="For example a tenth of epsilon.")


def bounds(low: object, high: object) -> tuple[float, float]:
    """Checked bounds of the values."""
    ends = real(low, "`low` of a smooth sensitivity"), real(high, "`high` of a smooth sensitivity")
    if not ends[0] < ends[1]:
        raise DpError(
            "`low` of a smooth sensitivity must be below `high`. Got {low:g} and {high:g}.",
            "The bounds are public: choose them without looking at the values.",
            low=ends[0],
            high=ends[1],
        )
    return ends


def numbers(values: Any, name: Text, empty: bool = False) -> Doubles:
    """The values as an array of finite doubles; empty: whether there may be none. Raises DpError."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        array = np.array([np.nan])
    if not np.isfinite(array).all():
        raise DpError(
            "{name} must be finite numbers.", "Remove or replace missing values and infinities first.", name=name
        )
    if not (array.size or empty):
        raise DpError("{name} must not be empty.", "Smooth sensitivity needs at least one value.", name=name)
    return array
