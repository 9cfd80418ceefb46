"""The interquartile range of a column: the distance of two selected quartiles, for one charge.

Source: as for `Median`, at the ranks 1/4 and 3/4, each for half of the price.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from dpcore.queries.order.selected import Selected, Target
from dpcore.queries.order.smoothed import METHOD, SELECTION, SMOOTH, checked
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.ranked import unbounded
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

_HALF = Fraction(1, 2)


@final
@dataclass(frozen=True)
class InterquartileRange(Selected):
    """The width of the middle half of a clamped column: the third quartile minus the first."""

    name: ClassVar[str] = "interquartile_range"
    title: ClassVar[Text] = Text("Interquartile range")
    help: ClassVar[Text] = Text("The width of the middle half of the values: the third quartile minus the first.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.SPREAD,)
    synonyms: ClassVar[Text] = Text(
        "iqr, middle 50 percent, quartile range, robust spread, midspread, variability, dispersion, inter-quartile"
    )
    formula: ClassVar[str] = "Q(3/4) − Q(1/4)"
    cites: ClassVar[str] = "ranks as scores (Smith 2011)"
    parameters: ClassVar[tuple[Parameter, ...]] = (*Selected.parameters, METHOD)
    later: ClassVar[Mapping[str, Any]] = {"method": SELECTION}

    column: str
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    method: str = SELECTION

    def __post_init__(self) -> None:
        checked(self.method)
        super().__post_init__()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Interquartile range of {column}", column=self.column),
            details=(Text("smooth sensitivity"),) if self.method == SMOOTH else (),
        )

    @property
    def error(self) -> ErrorUnit:
        """Of each quartile."""
        return ErrorUnit(self._unit, quantiles=(0.25, 0.75), truth=Text("quartile"), parts=Text("quartile"))

    @property
    def targets(self) -> tuple[Target, ...]:
        """The first and the third quartile."""
        return Target(Fraction(1, 4), _HALF), Target(Fraction(3, 4), _HALF)

    def quantity(self, table: Table) -> Quantity:
        """From 0 to the width of the column's bounds."""
        quantity = super().quantity(table)
        return replace(quantity, low=0.0, high=quantity.high - quantity.low)

    def answer(self, selected: list[Floats], level: float) -> Estimates:
        """The difference of the selected quartiles; 0 if they are in the wrong order."""
        return unbounded(np.maximum(selected[1] - selected[0], 0.0))
