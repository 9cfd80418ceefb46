"""One quantile of a column: a number of its public grid, drawn by its distance from a rank.

Source: as for `Median`. With an interval, two more numbers are selected, at the ranks q n - t and q n + t of the n
rows, for a public whole number t. It contains every q-quantile at 95 %, whatever the rows are:

* Lower end. The score of a number v above the column's lower bound is max(#{x < v} - (q n - t), (q n - t) - #{x <= v},
  0), that of the bound only max((q n - t) - #{x <= v}, 0). Some number has score 0: the order statistic at that rank,
  or, if q n < t, the bound. So by the tail bound of McSherry & Talwar 2007 the selected number has a score below t with
  probability 97.5 %: t is chosen above that bound of the error, ln(40 N) / rate for N numbers of the grid. (The bound
  holds for permute-and-flip too, which is never worse: McKenna & Sheldon 2020.) If the selected number is the bound,
  no row is below it. Else #{x < v} < q n, so that v is not above the least q-quantile.
* Upper end. The same with all orders reversed: the upper bound stands for the ranks above n.
* Both ends hold at 95 % by a union bound. The number selected for the quantile itself can only widen the interval.

`Rank` proves that the bounds' own scores leave the sensitivity as it is. In records without the field `bounded` they
had none: with q n < t no number had score 0, and the end could be any number of the grid. Their intervals hold from
t / min(q, 1 - q) rows on, where both ranks exist.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import real
from dpcore.queries.order.recounting import CHECK
from dpcore.queries.order.selected import SURE, Selected, Target
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.ranked import unbounded
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.statistic.sums.ranges import MOST_PARTS
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

_MIDDLE, _END = Fraction(1, 2), Fraction(1, 4)
"""The shares of the price for the quantile and for each end of its interval."""


@final
@dataclass(frozen=True)
class Quantile(Selected):
    """The value of a clamped column below which the share `q` of the rows lies; missing values are left out.

    interval: whether to select an interval for it too, at a level of 95 %, for a quarter of the price on each end.
    bounded: whether its ends are the column's bounds where a group has few rows. False only for earlier records.
    """

    name: ClassVar[str] = "quantile"
    title: ClassVar[Text] = Text("Quantile")
    help: ClassVar[Text] = Text("The value below which a given share of the rows lies, such as the 90th percentile.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MUCH, topic.SPREAD)
    synonyms: ClassVar[Text] = Text(
        "percentile, 90th percentile, p90, p95, p99, cutoff, cut-off, top 10 percent, top 1%, "
        "bottom 10 percent, maximum, minimum, max, min, highest, lowest, largest, smallest, upper limit, "
        "value at risk, var, threshold value"
    )
    formula: ClassVar[str] = "t with #{xᵢ < t} ≤ q n ≤ #{xᵢ ≤ t}"
    cites: ClassVar[str] = "ranks as scores (Smith 2011)"
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
    later: ClassVar[Mapping[str, Any]] = {"check": False, "bounded": False}

    column: str
    q: float = 0.9
    interval: bool = False
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    check: bool = True
    bounded: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        share = real(self.q, "`q` of `Quantile`", at_least=0, at_most=1, error=QueryError) + 0.0
        if (MOST_PARTS * Fraction(repr(share))).denominator > 1:
            raise QueryError("A quantile can have at most six decimals.", "For example 0.333333.")
        if self.interval and share in (0, 1):
            raise QueryError("The smallest and the largest value have no interval.", "Ask for a share between 0 and 1.")
        object.__setattr__(self, "q", share)
        object.__setattr__(self, "bounded", self.bounded or not self.interval)

    def to_dict(self) -> dict[str, Any]:
        """Canonical plain data. `bounded` is written where it is on and there is an interval."""
        data = super().to_dict()
        return data if self.interval else {name: value for name, value in data.items() if name != "bounded"}

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Quantile {q:g} of {column}", q=self.q, column=self.column),
            details=(Text("with an interval"),) if self.interval else (),
            measured=Text("{column}", column=self.column),
        )

    @property
    def error(self) -> ErrorUnit:
        """In ranks; in the unit of the column too if an interval was paid for."""
        return ErrorUnit("ranks", quantiles=(self.q,), truth=Text("quantile"), selected=self.interval)

    @property
    def targets(self) -> tuple[Target, ...]:
        """The rank, and the ends of the interval."""
        rank = Fraction(repr(self.q))
        if not self.interval:
            return (Target(rank),)
        return (Target(rank, _MIDDLE), Target(rank, _END, -1), Target(rank, _END, 1))

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """From how many rows on the interval of an earlier version holds."""
        if self.bounded or price.total <= 0:
            return Text("")
        shift = self._shift(table, self.mechanism(table, self.spent(price), _END))
        rank = Fraction(repr(self.q))
        return Text(
            "The interval was selected as in an earlier version. It contains the true quantile with 95 % probability "
            "only in groups of at least {rows:,} rows. With fewer rows it may lie anywhere between the bounds.",
            rows=math.ceil(shift / min(rank, 1 - rank)),
        )

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error in ranks, and what the interval of an earlier version does not cover."""
        error = super().predict(table, price, level, rows)
        words = [text for text in (error.assumption, self.remark(table, price, None)) if text]
        return replace(error, assumption=joined(words))

    def answer(self, selected: list[Floats], level: float) -> Estimates:
        """The selected numbers. The interval holds at 95 %: it is not stated for a higher level."""
        if not self.interval or level > SURE:
            return unbounded(selected[0])
        stacked = np.stack(selected)
        unknown = np.full(selected[0].shape, np.nan)
        return Estimates(selected[0], unknown, stacked.min(axis=0), stacked.max(axis=0))
