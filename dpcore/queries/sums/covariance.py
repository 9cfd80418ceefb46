"""The covariances of several columns (population version: divided by n)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.queries.sums.joint import covariance_of
from dpcore.queries.sums.pairs import Pairs
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

# The reference answer for the split of noise, as in `dpcore.queries.question.moment`: means a quarter of the half-range
# away from the middle, second moments of uniform columns, no correlation.
_MEAN, _SQUARE = 0.25, 1.0 / 3.0


@final
@dataclass(frozen=True)
class Covariance(Pairs):
    """The covariances of clamped columns, and the variance of each, over the rows where none is missing."""

    name: ClassVar[str] = "covariance"
    title: ClassVar[Text] = Text("Covariance")
    help: ClassVar[Text] = Text(
        "How number columns vary together: the variance of each and the covariance of each pair."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.TOGETHER,)
    synonyms: ClassVar[Text] = Text("covariance matrix, cov, vary together")
    formula: ClassVar[str] = "Σ (xᵢ − x̄)(yᵢ − ȳ) / n"
    cites: ClassVar[str] = "nearest semidefinite matrices (Higham 1988)"
    diagonal: ClassVar[bool] = True
    shares: ClassVar[Text] = Text("share of the largest possible covariance")
    least: ClassVar[float] = 0.0

    columns: Sequence[str] = field()
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Covariance of {columns}", columns=joined(self.columns, ", ")), cell=Text("pair"))

    def scales(self, table: Table) -> Floats:
        """The product of both half-ranges, in the product of both units."""
        half = self.half_ranges(table)
        return np.array([half[j] * half[k] for j, k in self.pairs])

    def answer(self, moments: Floats, covariance: Floats, factor: float, same: bool) -> Estimates:
        """The covariance, or the variance."""
        return covariance_of(moments, covariance, factor, same)

    def _cost(self, size: int) -> tuple[float, float, float]:
        couples = size * (size - 1) / 2
        rows = couples * _MEAN**4 + size * (2 * _MEAN**2 - _SQUARE + 0.5) ** 2
        return rows, (2 * couples + 4 * size) * _MEAN**2, couples / 2 + size
