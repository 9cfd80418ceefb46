"""Several quantiles of a column in one question, by recursive halving; each level is a selection for part of the price.

Source: recursive halving (Kaplan, Schnapp & Stemmer 2022). The selections use, for prices in mu, the exponential
mechanism (McSherry & Talwar 2007) with the rank as score (Smith 2011), charged as a bounded range (Dong, Durfee &
Rogers 2020); for prices in epsilon, permute-and-flip (McKenna & Sheldon 2020). Between two levels, the rows below, at
and above each split are counted with noise (`dpcore.queries.halving` explains why).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Additive, Kind, Mu, Price, additive
from dpcore.mechanisms.exponential import window
from dpcore.number import real, shown
from dpcore.queries.base import FEWER_CELLS, Estimates
from dpcore.queries.halving import Halving, Ranges
from dpcore.queries.key import Axis, axis_of
from dpcore.queries.parameter import Parameter
from dpcore.queries.prediction import Guess, Prediction, ranks
from dpcore.queries.ranked import Ranked, Selection, selection, unbounded
from dpcore.queries.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.single import sold
from dpcore.result import Cells, Figures, Keys, Result
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear, Rank
from dpcore.statistic.ranges import MOST_PARTS, Range
from dpcore.statistic.rank import band, denominator
from dpcore.table.aggregate import Aggregate, Order
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

USUAL = (0.1, 0.25, 0.5, 0.75, 0.9)
MOST = 99
_COUNTS = Fraction(1, 5)  # the price of the counts after a level, as a share of the level's price
_TIE = 4.0  # a count up to this many standard deviations may be noise
_HALVINGS = 24  # bisection steps for the logarithm of a price, which is bracketed within a quarter
_LEAST, _MOST = 1e-19, 1e9  # the range of prices searched
_FEW_TIES = Text("The typical error assumes that few rows have the same value.")


@final
@dataclass(frozen=True)
class Quantiles(Ranked):
    """The values of a clamped column below which the shares `qs` of the rows lie; missing values are left out."""

    name: ClassVar[str] = "quantiles"
    title: ClassVar[Text] = Text("Quantiles")
    help: ClassVar[Text] = Text(
        "The values below which given shares of the rows lie, such as quartiles or percentiles."
    )
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers."), (Number,)),
        Parameter(
            "qs",
            "numbers",
            Text("Up to {most} shares from 0 to 1, separated by commas.", most=MOST),
            usual=USUAL,
            label=Text("Shares"),
        ),
    )
    truth: ClassVar[Text] = Text("quantile")
    most_cells: ClassVar[int] = FEWER_CELLS

    column: str
    qs: Sequence[float] = USUAL
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        values = list(self.qs) if isinstance(self.qs, Iterable) and not isinstance(self.qs, str) else [self.qs]
        if not 1 <= len(values) <= MOST:
            raise QueryError(
                "`qs` must be 1 to {most} shares. Got {count}.",
                "For example [0.25, 0.5, 0.75].",
                most=MOST,
                count=len(values),
            )
        shares = sorted(real(share, "A quantile", at_least=0, at_most=1, error=QueryError) + 0.0 for share in values)
        if len(set(shares)) < len(shares):
            raise QueryError(
                "`qs` names a share more than once. Got {shares}.", "Name each share once.", shares=shown(shares)
            )
        if any((MOST_PARTS * _decimal(share)).denominator > 1 for share in shares):
            raise QueryError("A quantile can have at most six decimals.", "For example 0.333333.")
        object.__setattr__(self, "qs", tuple(shares))
        super().__post_init__()

    @property
    def words(self) -> Text:
        """The question in words."""
        shares = Text("{count} shares", count=len(self.qs))
        if len(self.qs) <= 9:
            shares = joined((f"{share:g}" for share in self.qs), ", ")
        return Text("Quantiles of {column} ({shares})", column=self.column, shares=shares)

    @property
    def measured(self) -> Text:
        """Values of the column."""
        return Text("{column}", column=self.column)

    @property
    def quantiles(self) -> tuple[float, ...]:
        """The requested shares."""
        return tuple(self.qs)

    @property
    def shape(self) -> type[Result]:
        """Always `Cells`."""
        return Cells

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """A number for each share and group."""
        return Cells(keys, figures)

    @property
    def cell(self) -> Text:
        """The noun for one entry: a quantile."""
        return Text("quantile")

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the shares."""
        return (*(axis_of(schema, part) for part in self.by), Axis(None, ("q",), tuple((share,) for share in self.qs)))

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of a selection for each level, and of a count between two levels. Raises QueryError."""
        levels = self._levels
        for level in range(levels):  # raises before the charge if answers would be meaningless or too long
            places = self._places(table, level)
            selection_ = self._selection(price, self._widest(table, level), MOST_PARTS)
            self._order(table, self.checked(table, selection_, places), (self._any(table),) * places)
            if level:
                Order(self.lattice(table), (self._any(table),) * (3 * self._places(table, level - 1)), 0)
        first = self._selection(price, self._widest(table, 0)).loss
        counts = self._noise(table, price).loss if levels > 1 else None
        parts = ((first, levels), (counts, levels - 1))
        return tuple((loss, times) for loss, times in parts if loss is not None and times)

    def run(self, table: Table, price: Price) -> Run:
        """Alternates selections and counts until every quantile has an answer."""
        halving = self._halving(table, price)
        for level in range(self._levels):
            if level:
                step = self._counting(table, price, halving)
                (noisy,) = yield Round((step,), step.mechanism.loss)
                halving.counted(noisy)
                if halving.done:
                    return
            step = self._selecting(table, price, halving)
            (drawn,) = yield Round((step,), step.mechanism.loss)
            halving.selected(drawn)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The released numbers, which never decrease with the shares."""
        halving = self._halving(table, price)
        for place, (drawn,) in enumerate(rounds):
            (halving.counted if place % 2 else halving.selected)(np.array(drawn.noisy, dtype=object))
        return unbounded(self.numbers(table, halving.answers.ravel().astype(np.float64)))

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error in ranks, for any rows, of a quantile on the last level."""
        typical = math.hypot(
            *(self._selection(price, self._narrowest(table, at)).typical for at in range(self._levels))
        )
        error = ranks(typical, self._worst(table, price, level))
        return replace(error, assumption=joined([error.assumption, _FEW_TIES])) if self._levels > 1 else error

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which `half_width` ranks bound the error, by bisection, as the error decreases in the price."""

        def enough(cost: float) -> bool:
            return self._worst(table, kind(Fraction(cost)), level) <= half_width

        first = (self._worst(table, kind(Fraction(1)), level) / half_width) ** (2 if kind is Mu else 1)
        low = high = min(max(first, _LEAST), _MOST)
        while low > _LEAST and enough(low):
            low /= 1.25
        while high < _MOST and not enough(high):
            high *= 1.25
        for _ in range(_HALVINGS):
            middle = math.sqrt(low * high)
            low, high = (low, middle) if enough(middle) else (middle, high)
        return sold(Fraction(high), half_width, kind, str(self))

    @property
    def _levels(self) -> int:
        """The number of levels until every quantile was the middle one of a range."""
        return len(self.qs).bit_length()

    def _worst(self, table: Table, price: Price, level: float) -> float:
        """A bound of the error of each quantile in ranks, at a confidence level.

        The error of a quantile is at most the error of its own selection plus a weighted mean of the errors at the two
        ends of its range. The error at an end is the error of its selection plus the effect of rows at the split.
        Either there are too few of them to tell from noise, or they are counted. Then the counted shares change a rank
        by at most three times the error of a count.
        """
        points, levels = self.lattice(table).steps + 1, self._levels
        event = 1 - (1 - level) / (levels + 3 * (levels - 1))  # the level of each single error, by a union bound
        bound = sum(self._selection(price, self._widest(table, at)).worst(points, event) for at in range(levels))
        if levels == 1:
            return bound
        noise = self._noise(table, price)
        half = noise.error(event).half[0]
        return bound + (levels - 1) * max(3 * half, self._tie(noise) + half)

    def _part(self, price: Price) -> Price:
        """The part of the price for the selection of one level."""
        levels = self._levels
        return type(price)(price.total / (levels + (levels - 1) * _COUNTS))

    def _selection(self, price: Price, width: Fraction, parts: int = 1) -> Selection:
        return selection(self._part(price), width, parts)

    def _noise(self, table: Table, price: Price) -> Additive:
        """The noise on the counts of parts, which are disjoint."""
        return additive(self._counts(table, 1), type(price)(self._part(price).total * _COUNTS))

    def _counts(self, table: Table, numbers: int) -> Linear:
        """The statistic that extracts the number of rows in each range from the answer to an `Order`."""
        reach = Contribution(((1,),), table.neighbors, table.unit.max_rows, cells=3)
        return Linear(reach, ((1,) + (0,) * (numbers - 1),), (1.0,), counts=True)

    def _tie(self, noise: Additive) -> float:
        return _TIE * noise.error(0.95).std[0]

    def _halving(self, table: Table, price: Price) -> Halving:
        shares = [_decimal(share) for share in self.qs]
        tie = self._tie(self._noise(table, price)) if self._levels > 1 else 0.0
        return Halving(self.groups(table), self.lattice(table).steps, shares, tie)

    def _places(self, table: Table, level: int) -> int:
        """The largest number of ranges of a level, in all groups together."""
        return self.groups(table) * int(min(2**level, len(self.qs)))

    def _widest(self, table: Table, level: int) -> Fraction:
        """The largest band of a level, over all ranges it may have; the first level has only one possibility."""
        if not level:
            return self._narrowest(table, 0)
        return band(((_END,) * 2,), table.neighbors, table.unit.max_rows)

    def _narrowest(self, table: Table, level: int) -> Fraction:
        """The band of a level for ideal ranks, which are 1/2 on all levels but the first."""
        middle = _decimal(self.qs[len(self.qs) // 2]) if not level else _HALF
        ranges = (Range(0, 0, middle),) * min(2, self._places(table, level))
        return band((ranges,), table.neighbors, table.unit.max_rows)

    def _any(self, table: Table) -> tuple[Range, ...]:
        return (Range(0, self.lattice(table).steps, _HALF),)

    def _order(self, table: Table, mechanism: Selection, ranges: Ranges) -> Order:
        lattice = self.lattice(table)
        return Order(lattice, ranges, window(mechanism.rate, lattice.steps + 1, len(ranges) * len(ranges[0])))

    def _selecting(self, table: Table, price: Price, halving: Halving) -> Step:
        ranges = halving.ranges()
        width = band((halving.asked,), table.neighbors, table.unit.max_rows)
        mechanism = self._selection(price, width, denominator(ranges))
        order = self._order(table, mechanism, ranges)
        return Step(self._aggregate(table, order), Rank(order.ranges, order.reach), mechanism)

    def _counting(self, table: Table, price: Price, halving: Halving) -> Step:
        order = Order(self.lattice(table), halving.parts(), 0)
        return Step(self._aggregate(table, order), self._counts(table, order.numbers), self._noise(table, price))

    def _aggregate(self, table: Table, order: Order) -> Aggregate:
        return Aggregate((order,), self.keys(table), tuple(self.where), (self.column,), self._groups(table))


_HALF = Fraction(1, 2)
_END = Range(0, 0, Fraction(1))


def _decimal(share: float) -> Fraction:
    """A share as the decimal number it prints as."""
    return Fraction(repr(share))
