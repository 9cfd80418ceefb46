"""The median of a column: a number of its public grid, drawn by its distance from the middle row.

Source: for prices in mu, the exponential mechanism (McSherry & Talwar 2007) with the rank as score (Smith 2011),
charged as a bounded range (Dong, Durfee & Rogers 2020); for prices in epsilon, permute-and-flip (McKenna & Sheldon
2020).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, final

from dpcore.queries.order.recounting import CHECK
from dpcore.queries.order.selected import Selected, Target
from dpcore.queries.order.smoothed import METHOD, SELECTION, SMOOTH, checked
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.ranked import unbounded
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats


@final
@dataclass(frozen=True)
class Median(Selected):
    """The value in the middle of a clamped column, over the rows where it is not missing."""

    name: ClassVar[str] = "median"
    title: ClassVar[Text] = Text("Median")
    help: ClassVar[Text] = Text("The value in the middle of a number column, in all or in each group.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MUCH,)
    synonyms: ClassVar[Text] = Text(
        "middle value, middle, typical, 50th percentile, p50, central value, half of the people, "
        "robust average, outliers, midpoint, ordinary person"
    )
    formula: ClassVar[str] = "t with #{xᵢ < t} ≤ n / 2 ≤ #{xᵢ ≤ t}"
    cites: ClassVar[str] = "ranks as scores (Smith 2011)"
    parameters: ClassVar[tuple[Parameter, ...]] = (*Selected.parameters, METHOD, CHECK)
    later: ClassVar[Mapping[str, Any]] = {"method": SELECTION, "check": False}

    column: str
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    method: str = SELECTION
    check: bool = True

    def __post_init__(self) -> None:
        if checked(self.method) == SMOOTH:
            object.__setattr__(self, "check", False)
        super().__post_init__()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Median of {column}", column=self.column),
            details=(Text("smooth sensitivity"),) if self.method == SMOOTH else (),
        )

    @property
    def error(self) -> ErrorUnit:
        """Of the median."""
        return ErrorUnit(self._unit, truth=Text("median"))

    @property
    def targets(self) -> tuple[Target, ...]:
        """The middle."""
        return (Target(Fraction(1, 2)),)

    def answer(self, selected: list[Floats], level: float) -> Estimates:
        """The selected numbers."""
        return unbounded(selected[0])
