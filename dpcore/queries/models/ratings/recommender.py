"""A recommender: means of items, similarities of pairs of them, and predictions of ratings, by users' rows.

Source: McSherry & Mironov 2009 (a differentially private recommender for the Netflix Prize). Beside it, `rated`
proves the privacy of its two rounds, and `ratings` says what follows from the released numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mu, Price, Spread
from dpcore.number import shown
from dpcore.queries.models.model import kind_of
from dpcore.queries.models.ratings.rated import BITS, WHOLE, Design
from dpcore.queries.models.ratings.ratings import Ratings, means
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.key import Axis
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import price_at
from dpcore.queries.question.suggesting import Suggesting
from dpcore.queries.question.topic import Topic
from dpcore.result import FIGURES, Figures, Keys, Model, Result
from dpcore.table.aggregate import Aggregate, Categories, PerUnit, WithinUnit
from dpcore.table.category import Category
from dpcore.table.column import Identifier, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

MOST_ITEMS = 100
MEAN, RATERS = Text("mean rating"), Text("weighted raters")
_LISTED = 3  # pairs that a sentence names


@final
@dataclass(frozen=True)
class Recommender(Query, Readable, Suggesting):
    """Means of items, similarities of pairs of items, and predictions of ratings that users have not given.

    user: the identifier of the privacy unit. item: a category with 2 to 100 listed values. rating: a number column.
    """

    name: ClassVar[str] = "recommender"
    title: ClassVar[Text] = Text("Recommender")
    help: ClassVar[Text] = Text(
        "From the ratings of items by users: the mean of each item, which items are rated alike, and what a user would "
        "give to the others. The protected unit must be the user."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.GROUP, topic.PREDICTS)
    synonyms: ClassVar[Text] = Text(
        "rating, ratings, star rating, stars, reviews, recommend, recommendation, collaborative filtering, "
        "best rated, items, movies, favourite"
    )
    formula: ClassVar[str] = "correlations of ratings less the item’s mean and the user’s level"
    cites: ClassVar[str] = "a private recommender (McSherry and Mironov 2009)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("user", "column", Text("The identifier of users, the protected unit."), (Identifier,),
                  label=Text("User")),
        Parameter(
            "item",
            "column",
            Text("What is rated: a category with 2 to {most} listed values.", most=MOST_ITEMS),
            (Category,),
            label=Text("Item"),
        ),
        Parameter("rating", "column", Text("The ratings, within the declared bounds."), (Number,),
                  label=Text("Rating")),
    )  # fmt: skip
    error = ErrorUnit(by_rows=True)

    user: str
    item: str
    rating: str
    where: Sequence[Condition] = ()

    @classmethod
    def suggested(cls, table: Table) -> Self | None:
        """For a table whose units have several rows, each of one category and one number."""
        columns, user = table.schema.columns, table.unit.identifier
        items = {name: column.values for name, column in columns.items() if isinstance(column, Category)}
        ratings = [name for name, column in columns.items() if isinstance(column, Number)]
        if user is None or table.unit.max_rows < 2 or (len(items), len(ratings)) != (1, 1):
            return None
        ((item, values),) = items.items()
        return cls(user, item, ratings[0]) if 2 <= len(values) <= MOST_ITEMS else None

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        if not isinstance(schema.columns.get(self.user), Identifier):
            raise QueryError(
                "Column {name} is not an identifier.", "Name the column that identifies users.", name=shown(self.user)
            )
        number(schema, self.rating)
        items = len(self.items(schema))
        if not 2 <= items <= MOST_ITEMS:
            raise QueryError(
                "A recommender compares 2 to {most} items. {item} has {items:,} listed values.",
                "Declare fewer values; rows with others are left out.",
                most=MOST_ITEMS,
                item=self.item,
                items=items,
            )
        return super().bind(schema)

    def admit(self, table: Table) -> None:
        """Raises QueryError unless the user is the privacy unit."""
        super().admit(table)
        if table.unit.identifier != self.user:
            raise QueryError(
                "A recommender protects users, but {user} is not the privacy unit of this dataset.",
                "Declare {user} as the unit when the dataset is opened, with the most rows of a user.",
                user=shown(self.user),
            )

    def items(self, schema: Schema) -> tuple[str, ...]:
        """The listed values. Raises QueryError."""
        column = declared(schema, self.item)
        if not isinstance(column, Category):
            raise QueryError("Column {name} is not a category.", "Declare it as a Category.", name=shown(self.item))
        return tuple(column.values)

    @property
    def words(self) -> Words:
        """The question in words."""
        facts = {"user": self.user, "item": self.item, "rating": self.rating}
        return Words(
            Text("Recommender of {item} by the {rating} of each {user}", **facts),
            measured=Text("similarity"),
            cell=Text("pair"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for ratings."""
        return Text("Predictions of {rating} for a user who rated some {item}", rating=self.rating, item=self.item)

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The mean and the weight of each item, then for each item its similarity to every other one."""
        items = self.items(schema)
        lines: list[tuple[str, str]] = [(part, item) for part in (MEAN, RATERS) for item in items]
        lines += [(Text("similar to {item}", item=item), other) for item in items for other in items if item != other]
        return (Axis(None, ("part", "variable"), tuple(lines)),)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """A square of similarities."""
        items = self.items(table.schema)
        size = len(items)
        pairs = tuple((first, other) for first in range(size) for other in range(first + 1, size))
        marks = tuple(2 * size + first * (size - 1) + other - 1 for first, other in pairs)
        column = number(table.schema, self.rating)
        ratings = Schema({item: Number(column.low, column.high) for item in items})
        return Model(
            keys, figures, marks, (1.0,) * len(marks), self.words.measured, arguments=items, outputs=items,
            noun=self.words.cell, square=items, pairs=pairs, rated=ratings,
        )  # fmt: skip

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of both rounds. Raises QueryError."""
        self.admit(table)
        design = self._design(table, type(price))
        return tuple((noise.loss, 1) for noise in (design.first(price), design.second(price)) if noise.loss)

    def run(self, table: Table, price: Price) -> Run:
        """Items, then pairs of them."""
        self.admit(table)
        design = self._design(table, type(price))
        key, where, present = Categories(self.item, self.items(table.schema)), tuple(self.where), (self.rating,)
        sums = tuple(PerUnit(self.user, values, design.of_items) for values in (None, design.scores))
        noise = design.first(price)
        (noisy,) = yield Round((Step(Aggregate(sums, (key,), where, present), design.linear, noise),), noise.loss)
        residual = design.residual(noisy, noise.scales[0])
        products = tuple(WithinUnit(self.user, values, design.of_pairs) for values in (residual, None))
        noise = design.second(price)
        yield Round((Step(Aggregate(products, (key, key), where, present), design.scatter, noise),), noise.loss)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """Means and weights in the column's unit, then similarities."""
        (first,), _ = rounds
        weights, sums, errors, factor = self._design(table, kind_of(rounds[:1])).released(first, level)
        found = means(weights, sums, errors, factor)
        mean = self._in_bounds(table, *(getattr(found, name) for name in FIGURES))
        rated, error = np.maximum(weights, 0.0) / WHOLE, errors[0] / WHOLE
        raters = (rated, np.full(len(rated), error), np.maximum(rated - factor * error, 0.0), rated + factor * error)
        alike, beside = self.read(table, rounds).similarities(factor), ~np.eye(len(rated), dtype=bool)
        parts = (mean, Estimates(*raters), Estimates(*(getattr(alike, name)[beside] for name in FIGURES)))
        return Estimates(*(np.concatenate([getattr(part, name) for part in parts]) for name in FIGURES))

    def read(self, table: Table, rounds: Rounds) -> Ratings:
        """The released numbers of both rounds."""
        return self._design(table, kind_of(rounds[:1])).read(rounds)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The rating of every item, item by item, for users with known ratings of some, shape (n, items)."""
        middle, half = self._range(table)
        given = np.full((0, len(self.items(table.schema))), np.nan) if points is None else points
        found = self.read(table, rounds).predictions((given - middle) / half, self._factor(rounds, level))
        return self._in_bounds(table, *(getattr(found, name).T.ravel() for name in FIGURES))

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """The pairs that are most alike, or that predictions are no better than means."""
        ratings, items = self.read(table, rounds), self.items(table.schema)
        if not ratings.told:
            return Text(
                "The similarities cannot be estimated: the noise may be larger than the variation of the ratings."
            )
        if not ratings.informative:
            return Text(
                "No better than the items' means and each user's own level, within the margin of error: the "
                "similarities may be noise alone."
            )
        alike = ratings.similarities(self._factor(rounds, level))
        rows, columns = np.triu_indices(len(items), 1)
        order = np.argsort(-np.nan_to_num(alike.low[rows, columns], nan=-1.0), kind="stable")[:_LISTED]
        clear = [place for place in order if alike.low[rows[place], columns[place]] > 0]
        sizes = alike.estimate[rows, columns]
        named = [
            Text("{one} and {other} ({value})", one=items[rows[at]], other=items[columns[at]], value=f"{sizes[at]:.2f}")
            for at in clear
        ]
        hatched = Text("Hatched pairs may be noise alone.")
        return joined((Text("Most alike: {named}.", named=joined(named, ", ")), hatched)) if named else hatched

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """How users count, and what margins leave out."""
        count = "1/√c" if isinstance(price, Mu) else "1/c"
        return Text(
            "A user with c rated items counts {weight} in means and weights of items, so that everyone has the same "
            "influence. Similarities are correlations of what is left of ratings after the item's mean and the user's "
            "own level. Margins of predictions are for one rating.",
            weight=count,
        )

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The margin of a similarity, if each user rated as many items as rows are kept, all equally often."""
        if rows is None:
            return UNKNOWN
        design = self._design(table, type(price))
        spread = design.second(price).error(level)
        usual, low, high = (
            min(design.expected(spread.std[0], count), 1.0) for count in (rows.typical, rows.most, rows.least)
        )
        typical = Text("{count} ratings of each user, of items that are rated equally often", count=design.most)
        words = joined((assumed(rows, typical, Text("")), Text("The error is that of the similarity of two items.")))
        middle, least, most = (min(spread.factor * each, 1.0) for each in (usual, low, high))
        return Prediction(usual, middle, min(middle, least), max(middle, most), max(middle, most), words)

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which a similarity has the requested predicted margin. Raises QueryError."""
        design = self._design(table, kind)
        if rows is None or design.most < 2:
            raise QueryError(
                "The price of this margin of error for “{self_}” is not known yet.",
                "Declare the expected number of rows, and units of several rows.",
                self_=self.sentence,
            )
        spread, count = design.second(kind(Fraction(1))).error(level), rows.typical
        return price_at(
            lambda size: spread.factor * design.expected(size * spread.std[0], count), half_width, kind, str(self)
        )

    def _design(self, table: Table, kind: Kind) -> Design:
        """The rounds for a kind of price."""
        scores = grid(self.rating, number(table.schema, self.rating), BITS)
        items = len(self.items(table.schema))
        return Design(scores, items, min(table.unit.max_rows, items), table.neighbors, kind)

    def _range(self, table: Table) -> tuple[float, float]:
        """The middle and half of the range of the grid of ratings."""
        scores = self._design(table, Mu).scores
        return (scores.low + scores.steps / 2) * scores.step, scores.steps / 2 * scores.step

    def _in_bounds(self, table: Table, value: Floats, std: Floats, low: Floats, high: Floats) -> Estimates:
        """Ratings in the column's unit and within its bounds, from halves of the range."""
        (middle, half), column = self._range(table), number(table.schema, self.rating)
        value, low, high = (
            np.clip(middle + half * each, float(column.low), float(column.high)) for each in (value, low, high)
        )
        return Estimates(value, half * std, low, high)

    def _factor(self, rounds: Rounds, level: float) -> float:
        """The width of intervals in standard errors."""
        spread = rounds[1][0].mechanism.error(level)
        assert spread is not None
        return spread.factor
