"""What paid counts of the rows below and at each answer say of its rank (`dpcore.queries.order.recount` proves it)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]


@final
@dataclass(frozen=True, slots=True)
class Recounted:
    """What the counts say of each answer, shape (groups, shares).

    ranks: a bound of its distance from its quantile, in rows. low, high: the shares of rows between whose quantiles it
    lies, which include its own share. upto, onwards, rows: the noisy numbers of rows up to it, from it on, and of its
    group, in all. some: whether its group has rows, at that level.
    """

    ranks: Doubles
    low: Doubles
    high: Doubles
    upto: Doubles
    onwards: Doubles
    rows: Doubles
    some: NDArray[np.bool_]

    @property
    def inside(self) -> NDArray[np.bool_]:
        """Whether an answer lies among the rows; else any number up to a bound of the column might take its place."""
        return (self.low > 0) & (self.high < 1)
