"""The correlations of several columns (Pearson's)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.queries.sums.joint import correlation_of
from dpcore.queries.sums.pairs import Pairs
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

# The reference answer for the split of noise: means a quarter of the half-range away from the middle, second moments of
# uniform columns, correlations of a half.
_MEAN, _SQUARE, _CORRELATION = 0.25, 1.0 / 3.0, 0.5


@final
@dataclass(frozen=True)
class Correlation(Pairs):
    """Pearson's correlation of each pair of clamped columns, over the rows where no column is missing.

    Where noise leaves open whether a column varies at all, the interval is the whole range from -1 to 1.
    """

    name: ClassVar[str] = "correlation"
    title: ClassVar[Text] = Text("Correlation")
    help: ClassVar[Text] = Text("How strongly number columns vary together, from -1 to 1, for each pair.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.TOGETHER,)
    synonyms: ClassVar[Text] = Text(
        "correlated, correl, correlation matrix, pairwise, relationship, association, associated, "
        "link between, linked, connection, related, pearson, anything to do with, go together, depends on, "
        "chi-squared, more when, tend to, take more, higher when, lower when, do more, closer, the more"
    )
    formula: ClassVar[str] = "Σ (xᵢ − x̄)(yᵢ − ȳ) / (n sₓ sᵧ)"
    cites: ClassVar[str] = "nearest correlation matrices (Higham 2002)"
    diagonal: ClassVar[bool] = False
    shares: ClassVar[Text] = Text("correlation")
    least: ClassVar[float] = 0.2
    typical: ClassVar[Text] = Text("a standard deviation of at least a tenth of the declared range")

    columns: Sequence[str] = field()
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Correlation of {columns}", columns=joined(self.columns, ", ")), cell=Text("pair"))

    def scales(self, table: Table) -> Floats:
        """A correlation has no unit."""
        return np.ones(len(self.pairs))

    def answer(self, moments: Floats, covariance: Floats, factor: float, same: bool) -> Estimates:
        """The correlation."""
        return correlation_of(moments, covariance, factor)

    def _cost(self, size: int) -> tuple[float, float, float]:
        couples, variance = size * (size - 1) / 2, _SQUARE - _MEAN**2
        rows = _MEAN**2 - _CORRELATION * variance - _CORRELATION * (2 * _MEAN**2 - _SQUARE + 0.5)
        sums, squares = 2 * (_MEAN * (1 - _CORRELATION)) ** 2, (1 + _CORRELATION**2) / 2
        return couples * rows**2, couples * sums, couples * squares
