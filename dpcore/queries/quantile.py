"""One quantile of a column: a number of its public grid, drawn by its distance from a rank.

Source: as for `Median`. With an interval, two neighbouring ranks are selected too. By the tail bound of McSherry &
Talwar 2007, a selected number is within a public number t of ranks of its rank, at a given level. So the number
selected at the rank q n - t is, at that level, not above the upper q-quantile, and the one selected at q n + t not
below the lower q-quantile, whatever the rows are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import real, shown
from dpcore.queries.base import Estimates
from dpcore.queries.parameter import Parameter
from dpcore.queries.ranked import unbounded
from dpcore.queries.recounting import CHECK
from dpcore.queries.selected import SURE, Selected, Target
from dpcore.statistic.ranges import MOST_PARTS
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.base import Floats

_MIDDLE, _END = Fraction(1, 2), Fraction(1, 4)
"""The shares of the price for the quantile and for each end of its interval."""


@final
@dataclass(frozen=True)
class Quantile(Selected):
    """The value of a clamped column below which the share `q` of the rows lies; missing values are left out.

    interval: whether to select an interval for it too, at a level of 95 %, for a quarter of the price on each end.
    """

    name: ClassVar[str] = "quantile"
    title: ClassVar[Text] = Text("Quantile")
    help: ClassVar[Text] = Text("The value below which a given share of the rows lies, such as the 90th percentile.")
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers."), (Number,)),
        Parameter(
            "q",
            "real",
            Text("The share of the rows below the value, from 0 to 1."),
            low=0.0,
            high=1.0,
            default=0.9,
            label=Text("Share"),
        ),
        Parameter(
            "interval",
            "flag",
            Text("Half of the price then pays for an interval that contains the true quantile with 95 % probability."),
            label=Text("With an interval"),
        ),
        CHECK,
    )
    counted: ClassVar[bool] = True
    truth: ClassVar[Text] = Text("quantile")

    column: str
    q: float = 0.9
    interval: bool = False
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    check: bool = True

    def __post_init__(self) -> None:
        share = real(self.q, "`q` of `Quantile`", at_least=0, at_most=1, error=QueryError) + 0.0
        if (MOST_PARTS * Fraction(repr(share))).denominator > 1:
            raise QueryError("A quantile can have at most six decimals.", "For example 0.333333.")
        if not isinstance(self.interval, bool):
            raise QueryError("`interval` must be True or False. Got {interval}.", interval=shown(self.interval))
        if self.interval and share in (0, 1):
            raise QueryError("The smallest and the largest value have no interval.", "Ask for a share between 0 and 1.")
        object.__setattr__(self, "q", share)
        super().__post_init__()

    @property
    def words(self) -> Text:
        """The question in words."""
        return Text("Quantile {q:g} of {column}", q=self.q, column=self.column)

    @property
    def details(self) -> tuple[Text, ...]:
        """Whether it has an interval."""
        return (Text("with an interval"),) if self.interval else ()

    @property
    def measured(self) -> Text:
        """Values of the column."""
        return Text("{column}", column=self.column)

    @property
    def quantiles(self) -> tuple[float, ...]:
        """The requested share."""
        return (self.q,)

    @property
    def intervals(self) -> bool:
        """Whether an interval was paid for."""
        return self.interval

    @property
    def targets(self) -> tuple[Target, ...]:
        """The rank, and the ends of the interval."""
        rank = Fraction(repr(self.q))
        if not self.interval:
            return (Target(rank),)
        return (Target(rank, _MIDDLE), Target(rank, _END, -1), Target(rank, _END, 1))

    def answer(self, selected: list[Floats], level: float) -> Estimates:
        """The selected numbers. The interval holds at 95 %: it is not stated for a higher level."""
        if not self.interval or level > SURE:
            return unbounded(selected[0])
        stacked = np.stack(selected)
        unknown = np.full(selected[0].shape, np.nan)
        return Estimates(selected[0], unknown, stacked.min(axis=0), stacked.max(axis=0))
