"""Principal components of number columns, from one noisy release of all sums and products.

Sources: SuLQ (Blum, Dwork, McSherry & Nissim 2005) with symmetric noise (`dpcore.queries.models.features`), half of
whose variance beside the diagonal Analyze Gauss (Dwork, Talwar, Thakurta & Zhang 2014) has to add at the same price;
`dpcore.queries.models.eigen` has the errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import shown
from dpcore.queries.curves.kernel_estimate import drawn
from dpcore.queries.models import eigen
from dpcore.queries.models.features import Features, features
from dpcore.queries.models.model import MomentModel, independent, kind_of
from dpcore.queries.models.unstated import of_components
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.crossed import Crossed
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.round import Rounds
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Figures, Keys, Model, Result
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import names
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

FEWEST, MOST = 2, 20
"""The numbers of columns of one question."""
VARIANCE, FIT = Text("share of the variance"), Text("fit")
AROUND = Text("edge of the noise"), Text("rows")

# For predicted errors: the variances of columns that are spread evenly over their range, have a standard deviation of
# a tenth of it, and lie at both ends, in squares of half of the range.
_EVEN, _NARROW, _WIDE = 1 / 3, 0.04, 1.0


@final
@dataclass(frozen=True)
class PrincipalComponents(MomentModel):
    """The directions in which clamped columns vary most, each column in halves of its declared range.

    For each component its share of the total variance, and its loading on each column: their squares add up to 1.
    """

    name: ClassVar[str] = "principal_components"
    title: ClassVar[Text] = Text("Principal components")
    help: ClassVar[Text] = Text("The few directions in which several number columns vary together most.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.TOGETHER,)
    synonyms: ClassVar[Text] = Text(
        "pca, dimension reduction, reduce dimensions, factor analysis, main directions, eigenvectors, "
        "factors, dimensionality reduction, component analysis, prcomp, fewer dimensions"
    )
    formula: ClassVar[str] = "eigenvectors of Σ (xᵢ − x̄)(xᵢ − x̄)ᵀ / n"
    cites: ClassVar[str] = "noisy moments as in SuLQ (Blum, Dwork, McSherry and Nissim 2005)"
    error = ErrorUnit(by_rows=True, compares_shares=True)
    unaligned: ClassVar[bool] = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "columns",
            "several",
            Text("From {low} to {high} columns of numbers.", low=FEWEST, high=MOST),
            (Number,),
            low=FEWEST,
            high=MOST,
        ),
    )

    columns: Sequence[str] = field()  # type: ignore[assignment]  # scripts and records use this name
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        columns = Crossed(names(self.columns, "columns"))
        if not FEWEST <= len(columns) <= MOST or not all(isinstance(name, str) for name in columns):
            raise QueryError(
                "`columns` must be {low} to {high} columns of numbers. Got {columns}.",
                'For example columns=["age", "cost"].',
                low=FEWEST,
                high=MOST,
                columns=shown(list(columns)),
            )
        object.__setattr__(self, "columns", columns)
        super().__post_init__()
        columns.where = self.where

    def products(self, schema: Schema) -> Features:
        """The products of the columns."""
        return features(schema, self.used)

    @property
    def used(self) -> tuple[str, ...]:
        """The columns."""
        return tuple(self.columns)

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Principal components of {columns}", columns=joined(self.columns, ", ")),
            measured=VARIANCE,
            cell=Text("component"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text("Components of rows with {columns}", columns=joined(self.columns, ", "))

    @property
    def components(self) -> tuple[Text, ...]:
        """Their names."""
        return tuple(Text("component {place}", place=place) for place in range(1, 1 + len(self.columns)))

    def lines(self, schema: Schema) -> tuple[tuple[str, str], ...]:
        """The shares of all components, the loadings of each, and what they are read by."""
        shares = ((VARIANCE, name) for name in self.components)
        loadings = ((component, column) for component in self.components for column in self.columns)
        return (*shares, *loadings, *((FIT, name) for name in AROUND))

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The components, compared by their shares of the variance, with the edge of the noise."""
        size = len(self.columns)
        return Model(
            keys,
            figures,
            tuple(range(size)),
            (1.0,) * size,
            self.words.measured,
            line=size + size * size,
            arguments=tuple(self.columns),
            outputs=self.components,
            noun=self.words.cell,
        )

    def found_in(self, table: Table, price: type[Price], noisy: Floats, spread: Spread) -> eigen.Components:
        """The components of noisy products."""
        moments, variances = self.moments(table, price, noisy, spread)
        return eigen.components(moments, variances, self.products(table.schema).places)

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """Shares and loadings, with intervals where a component is distinguished from noise."""
        found, factor = self.found_in(table, type(price), noisy, spread), spread.whole
        loadings = found.vectors.ravel()
        errors = np.sqrt(np.diagonal(found.errors, axis1=1, axis2=2))[:, :-1]
        errors = np.where(found.told[:, None], errors, np.nan).ravel()
        value = np.concatenate([np.clip(found.shares, 0.0, 1.0), loadings, [found.edge, found.rows]])
        rows = float(spread.std[0] / self.products(table.schema).units(type(price))[0])
        std = np.concatenate([np.where(found.told, found.stds, np.nan), errors, [0.0, rows]])
        far = factor * std
        far[-1] = spread.count * rows
        low, high = value - far, value + far
        floor = np.repeat([0.0, -1.0, 0.0], [len(found.shares), len(loadings), 2])
        top = np.repeat([1.0, np.inf], [len(found.shares) + len(loadings), 2])
        low, high = np.clip(low, floor, top), np.clip(high, floor, top)
        return Estimates(value, std, low, high)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The scores of rows, in halves of the ranges, shape (components, rows) in one row; NaN for rows with NaN."""
        noisy, spread = drawn(rounds, level)
        found = self.found_in(table, kind_of(rounds), noisy, spread)
        variables = self.products(table.schema).variables
        given = np.zeros((0, len(variables))) if points is None else points
        middle, half = (np.array([getattr(variable, name) for variable in variables]) for name in ("middle", "half"))
        entries = (given - middle) / half
        scores = found.vectors @ (entries - found.mean).T
        whole = np.hstack([entries, np.full((len(given), 1), -1.0)])
        std = np.sqrt(np.maximum(np.einsum("nk,ikl,nl->in", whole, found.errors, whole), 0.0))
        std = np.where(found.told[:, None], std, np.nan)
        low, high = scores - spread.whole * std, scores + spread.whole * std
        return Estimates(*(figure.ravel() for figure in (scores, std, low, high)))

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """How many components are distinguished from noise."""
        noisy, spread = drawn(rounds, level)
        found = self.found_in(table, kind_of(rounds), noisy, spread)
        told = int(found.told.sum())
        if not told:
            return Text("No component can be distinguished from noise. Ask for fewer columns, or pay a higher price.")
        share = 100 * min(1.0, float(found.shares[found.told].sum()))
        return Text.counted(
            "{n} component is distinguished from noise. It has {share:.0f} % of the variance.",
            "{n} components are distinguished from noise. Together they have {share:.0f} % of the variance.",
            n=told,
            share=share,
        )

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """The units, and what is not distinguished from noise."""
        return Text(
            "Each column is measured in halves of its declared range. A component is not distinguished from noise that "
            "alone could be as large, or could turn it into the next one."
        )

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of a share of the variance."""
        if rows is None:
            return UNKNOWN
        products = self.products(table.schema)
        _, variances = self.moments(table, type(price), np.zeros((len(spread.std), 1)), spread)
        typical, most, least, _ = sizes(rows, float(np.sqrt(variances[0])))
        counted = ((typical, _EVEN), (max(least, 1.0), _NARROW), (most, _WIDE))
        usual = eigen.components(independent(products, typical, _EVEN), variances, products.places)
        std, high, low = (
            min(1.0, float(np.median(eigen.components(independent(products, *each), variances, products.places).stds)))
            for each in counted
        )
        half, high = (min(1.0, spread.whole * error) for error in (std, max(std, high)))
        even = Text("columns that are spread evenly over their range, independent of each other")
        words = joined(
            (
                assumed(rows, even, Text("columns with a standard deviation from a tenth of their range up")),
                Text("The error is that of a share of the variance."),
                of_components(eigen.CLEAR * usual.edge),
            )
        )
        return Prediction(std, half, min(half, spread.whole * low), high, high, words)
