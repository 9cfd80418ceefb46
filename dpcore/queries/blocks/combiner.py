"""How the values of blocks are combined into one number for each group: four mechanisms, with their errors and prices.

exponential_median   a grid integer is selected by its rank among the block values
clipped_mean         Gaussian or Laplace noise is added to the mean of the block values
smooth_median        the median of the block values, with noise scaled to its smooth sensitivity
center_of_attention  the middle of the shortest interval with most block values, with such noise

The exponential median has the smallest typical error on nearly every table. The size of smooth noise is private.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Literal, final

import numpy as np

from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Additive, Kind, Mechanism, Price, additive
from dpcore.mechanisms.smooth import scaled
from dpcore.mechanisms.smooth_noise import SmoothNoise
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.prediction import UNSTATED, Prediction, linear
from dpcore.queries.question.ranked import Selection, cost, largest, selection, unbounded
from dpcore.queries.question.round import Drawn
from dpcore.queries.question.single import noise_sizes, price_at, sold
from dpcore.statistic import BlockCenter, Blocks, BlockSum, SmoothBlockMedian, Statistic
from dpcore.statistic.blocks.block_distance import band, replaced
from dpcore.statistic.blocks.given import ValuesOfBlocks
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.sensitivity.relation import Neighbors

_HALF = Fraction(1, 2)
SELECTION_BITS, BITS = 12, 20
"""Block values are on a grid of at most 2**BITS steps; where one of them is selected, 2**SELECTION_BITS."""
_BETTER = Text("The exponential median has the smaller typical error on nearly every table.")


@dataclass(frozen=True)
class Combiner(ABC):
    """A way to combine block values. values: in steps of the public grid. reached: the most groups of one unit."""

    name: ClassVar[str]
    title: ClassVar[Text]
    bits: ClassVar[int] = BITS
    unit_of_error: ClassVar[Literal["value", "ranks", "none"]]

    values: ValuesOfBlocks
    neighbors: Neighbors
    reached: int

    detail: ClassVar[tuple[Text, ...]] = ()
    """How block values are combined, in words, if not by the exponential median."""

    @abstractmethod
    def mechanism(self, price: Price) -> Mechanism:
        """The noise at a price. Raises QueryError."""

    @abstractmethod
    def statistic(self, price: Price) -> Statistic:
        """What is computed of the exact integers of the blocks. Raises QueryError."""

    @abstractmethod
    def answer(self, drawn: Drawn, level: float) -> Estimates:
        """The answer of each group, in steps from the first of the grid."""

    @abstractmethod
    def predict(self, price: Price, level: float) -> Prediction:
        """The error in its own unit, in steps if this is that of the values."""

    @abstractmethod
    def price_of(self, kind: Kind, half_width: float, level: float, question: Text) -> Price:
        """The price at which `half_width` bounds the error, in the unit of `predict`. Raises QueryError."""


@final
@dataclass(frozen=True)
class ExponentialMedian(Combiner):
    """A selection among the grid integers; permute-and-flip for a price in epsilon."""

    name: ClassVar[str] = "exponential_median"
    title: ClassVar[Text] = Text("Exponential median")
    bits: ClassVar[int] = SELECTION_BITS
    unit_of_error: ClassVar[Literal["value", "ranks", "none"]] = "ranks"

    def mechanism(self, price: Price) -> Selection:
        """The selection at a price, with scores in halves of a block."""
        return selection(price, self._band, _HALF.denominator)

    def statistic(self, price: Price) -> Blocks:
        """The score of each grid integer."""
        return Blocks(self.values)

    def answer(self, drawn: Drawn, level: float) -> Estimates:
        """The selected numbers."""
        return unbounded(drawn.array[0])

    def predict(self, price: Price, level: float) -> Prediction:
        """The error in ranks among the block values, for any rows; it is never more than half of the blocks."""
        mechanism, most = self.mechanism(price), self.values.count / 2
        worst = min(most, mechanism.worst(self.values.top + 1, level))
        typical = min(worst, mechanism.typical)
        said = [
            Text("Combined by the exponential median, which has the smallest typical error on nearly every table."),
            Text(
                "The error is the number of block values between the answer and their median. It does not include the "
                "difference between the statistic of a block and that of all rows."
            ),
        ]
        return Prediction(typical, worst, worst, worst, worst, joined(said), "ranks", worst)

    def price_of(self, kind: Kind, half_width: float, level: float, question: Text) -> Price:
        """The price at which `half_width` ranks bound the error. Raises QueryError for half of the blocks or more."""
        blocks = self.values.count
        if half_width >= blocks / 2:
            raise QueryError(
                "Every answer is within {most:g} ranks of the median of {blocks} block values.",
                "Ask for a smaller error.",
                most=blocks / 2,
                blocks=blocks,
            )
        off = math.log(self.values.top + 1) - math.log1p(-level)
        epsilon = self._band * Fraction(off / half_width)
        return sold(cost(kind, epsilon), kind, str(question), lambda: float(self._band) * off / largest(kind))

    @property
    def _band(self) -> Fraction:
        return band(self.neighbors, self.reached)


@final
@dataclass(frozen=True)
class ClippedMean(Combiner):
    """The mean of the block values with additive noise: Gaussian for a price in mu, Laplace for one in epsilon."""

    name: ClassVar[str] = "clipped_mean"
    title: ClassVar[Text] = Text("Clipped mean")
    unit_of_error: ClassVar[Literal["value", "ranks", "none"]] = "value"
    detail: ClassVar[tuple[Text, ...]] = (Text("clipped mean"),)

    def mechanism(self, price: Price) -> Additive:
        """The noise on the sum of the block values."""
        return additive(self.statistic(price).linear, price)

    def statistic(self, price: Price) -> BlockSum:
        """The sum of the block values."""
        return BlockSum(self.values, replaced(self.neighbors), self.reached)

    def answer(self, drawn: Drawn, level: float) -> Estimates:
        """The mean of the block values, within the bounds; its error is that of the noise alone."""
        spread, count = drawn.mechanism.error(level), self.values.count
        if spread is None:
            raise QueryError("This answer's noise has no known size.", "Update the program.")
        mean = drawn.array[0] / count
        middle, half = np.clip(mean, 0, self.values.top), spread.half[0] / count
        low, high = (np.clip(middle + side * half, 0, self.values.top) for side in (-1, 1))
        return Estimates(middle, np.full(mean.shape, spread.std[0] / count), low, high)

    def predict(self, price: Price, level: float) -> Prediction:
        """The size of the noise, which is public."""
        spread = self.mechanism(price).error(level)
        error = linear(spread.std[0] / self.values.count, spread.half[0] / self.values.count)
        combined = Text(
            "Combined by the clipped mean. The margin does not include the difference between the mean of the block "
            "values and the statistic of all rows."
        )
        return replace(error, assumption=joined([combined, _BETTER]))

    def price_of(self, kind: Kind, half_width: float, level: float, question: Text) -> Price:
        """The price at which the margin of error is `half_width`."""
        unit = kind(Fraction(1))
        spread = noise_sizes(self.statistic(unit).linear, unit, level)
        return price_at(lambda size: spread(size).half[0] / self.values.count, half_width, kind, str(question))


@dataclass(frozen=True)
class _Smooth(Combiner):
    """Noise scaled to smooth sensitivity: power-core noise.

    In one group a unit changes up to s block values, which the statistic's profile covers. In several groups each
    change of one block value gets an equal share of epsilon.
    """

    unit_of_error: ClassVar[Literal["value", "ranks", "none"]] = "none"
    parts: ClassVar[int]
    """The parts of a step of the grid in which answers are counted."""

    def mechanism(self, price: Price) -> SmoothNoise:
        """The noise at a price. Raises QueryError."""
        top = self.parts * self.values.top
        each = replaced(self.neighbors) * self.reached // self.changes
        try:
            return scaled(price, top, (0, top), each)
        except DpError as error:
            raise QueryError(error.message, error.hint) from None

    @property
    def changes(self) -> int:
        """The block values that are replaced at once in the statistic's profile."""
        return replaced(self.neighbors) if self.values.groups == 1 else 1

    def answer(self, drawn: Drawn, level: float) -> Estimates:
        """The drawn numbers."""
        return unbounded(drawn.array[0] / self.parts)

    def predict(self, price: Price, level: float) -> Prediction:
        """None can be stated: the size of the noise is private."""
        return replace(UNSTATED, assumption=joined([self.said, _BETTER]))

    def price_of(self, kind: Kind, half_width: float, level: float, question: Text) -> Price:
        """Always raises QueryError."""
        raise QueryError(
            "The error of “{question}” is private, so no price can be found for it.",
            "Choose a weight or a price, or combine the blocks by the exponential median.",
            question=question,
        )

    @property
    @abstractmethod
    def said(self) -> Text:
        """The combiner in words."""


@final
@dataclass(frozen=True)
class SmoothMedian(_Smooth):
    """The lower median of the block values."""

    name: ClassVar[str] = "smooth_median"
    title: ClassVar[Text] = Text("Median, smooth sensitivity")
    parts: ClassVar[int] = 1
    detail: ClassVar[tuple[Text, ...]] = (Text("smooth median"),)

    def statistic(self, price: Price) -> SmoothBlockMedian:
        """The median and its scale."""
        return SmoothBlockMedian(self.values, self.mechanism(price).ladder, self.changes)

    @property
    def said(self) -> Text:
        """The combiner in words."""
        return Text("Combined by the median with noise scaled to its smooth sensitivity.")


@final
@dataclass(frozen=True)
class CenterOfAttention(_Smooth):
    """The middle of the shortest interval with most of the block values."""

    name: ClassVar[str] = "center_of_attention"
    title: ClassVar[Text] = Text("Centre of attention")
    parts: ClassVar[int] = 2
    detail: ClassVar[tuple[Text, ...]] = (Text("centre of attention"),)

    def statistic(self, price: Price) -> BlockCenter:
        """The centre in half steps and its scale."""
        return BlockCenter(self.values, self.mechanism(price).ladder, self.changes)

    @property
    def said(self) -> Text:
        """The combiner in words."""
        return Text("Combined by the centre of attention with noise scaled to its smooth sensitivity.")


COMBINERS: tuple[type[Combiner], ...] = (ExponentialMedian, ClippedMean, SmoothMedian, CenterOfAttention)
"""The ways that can be chosen, the default first."""
