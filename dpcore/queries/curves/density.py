"""The density of a column: how many rows lie around each value, as a smooth function that can be read anywhere.

Source: Hall, Rinaldo & Wasserman 2013 (a kernel density estimate with Gaussian-process noise), released as Fourier
coordinates; `dpcore.statistic.waves.fourier` proves the sensitivity, `dpcore.statistic.waves.spectrum` reads the
function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, final

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.curves.density_curve import DensityCurve
from dpcore.queries.curves.joint_density import JointDensity
from dpcore.queries.curves.rule_density import RULES, RuleDensity
from dpcore.queries.curves.smooth_curve import bandwidth_along
from dpcore.queries.question import topic
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.topic import Topic
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.text import Text


def of_two(
    columns: Sequence[str],
    bandwidth: Sequence[float] | Literal["any"] | None = None,
    by: Sequence[Partition] = (),
    where: Sequence[Condition] = (),
) -> JointDensity:
    """The density of two columns. Raises QueryError."""
    free = bandwidth is None or (isinstance(bandwidth, str) and bandwidth == "any")
    pair: Any = (None, None) if free else bandwidth
    for what in (columns, pair):
        if not isinstance(what, list | tuple) or len(what) != 2:
            raise QueryError(
                "A density has one column and bandwidth, or a list of two columns and of two bandwidths. Got {what}.",
                'For example Density(["age", "cost"], bandwidth=[2, 50]).',
                what=shown(what),
            )
    return JointDensity(columns[0], columns[1], pair[0], pair[1], by, where)


@final
@dataclass(frozen=True)
class Density(DensityCurve):
    """The number of rows per unit of a number column around each value, by groups: a kernel density estimate.

    bandwidth: the standard deviation of the Gaussian kernel, in the column's unit; it must be public. "any" (or None):
    noise that serves every bandwidth, which is then chosen from the released numbers, and can be changed at any time.
    "rule" or "hall": by a rule of thumb from noisy quartiles, which is the question `RuleDensity`.
    """

    name: ClassVar[str] = "density"
    title: ClassVar[Text] = Text("Density")
    help: ClassVar[Text] = Text("How rows are spread over a number column, as a smooth curve without bins.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.SHAPE,)
    synonyms: ClassVar[Text] = Text(
        "density plot, distribution curve, smooth distribution, smooth histogram, bell curve, kde, "
        "kernel density, probability density, pdf, shape, skewed, skewness, peaks, normal curve"
    )
    formula: ClassVar[str] = "Σ K((t − xᵢ) / h) / h"
    cites: ClassVar[str] = "a kernel density estimate with Gaussian-process noise (Hall, Rinaldo and Wasserman 2013)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers."), (Number,)),
        bandwidth_along("column"),
    )

    def __new__(  # type: ignore[misc]
        cls, column: str | Sequence[str] = "", bandwidth: Any = None, *args: Any, **settings: Any
    ) -> Density | JointDensity | RuleDensity:
        """This question; by a rule, `RuleDensity`; of a list of two columns, `JointDensity` with two bandwidths."""
        if isinstance(bandwidth, str) and bandwidth in RULES:
            return RuleDensity(column, bandwidth, *args, **settings)
        if isinstance(column, str):
            return super().__new__(cls)
        return of_two(column, bandwidth, *args, **settings)
