r"""Number, true-or-false and category columns as one vector of products, with its sensitivity in closed form.

A row is the vector v = (1, x_1, ..., x_d, e_1, ..., e_C). A number is x = t in [-1, 1] in halves of its range, a
true-or-false column x = 1 or -1, and a category e, which is 1 at the place of its value and 0 at its other values. One
number may have a weight w, so that its x lies in [-w, w]. The moments are the sums of the entries of v v', each once:
products of two different values of one category are 0 and left out.

Price in mu: isotropic noise on the symmetric matrix v v' (standard deviation s on the diagonal, s / sqrt(2) beside
it, as in the Gaussian orthogonal ensemble), in the norm |A|^2 = sum of squares of all entries. Entries that are equal
on every row (the square of a true-or-false column is 1; a value's own square is its product with 1) are one moment,
with noise of the weight of all of them. Let R^2 = d + w^2 + C be the largest |v|^2.

* One row: |v v'| = |v|^2 <= R^2.
* Rows v and u in place of each other: |v v' - u u'|^2 = |v|^4 + |u|^4 - 2 (v u)^2. With v = a + b and u = a - b this is
  8 (|a|^2 |b|^2 + (a b)^2), which is convex in each |a_j| and each |b_j| of the numbers. So at the maximum each
  |a_j| + |b_j| is at its bound and all a_j b_j have one sign: v can be taken at the corner x = (1, ..., 1, w). For
  fixed v u the value grows with |u|^2, so at most one x_j of u is not at an end. In this one, with K the sum of the
  other squares, the second derivative is 12 x^2 + 4 K - 4 w_j^2 >= 0, as K >= w_j^2 (w^2 <= d + C). So the maximum is
  at two corners, 2 (R^4 - (v u)^2), and depends only on how many numbers and categories differ.

Price in epsilon: every moment multiplied by a whole number such that its largest size is at most the same L; 2 L if it
is the product of the weighted number with something else, as a regression's error comes mostly from these. One row adds
at most that to each moment of numbers, and to one of those of each category (or pair of categories). Of rows in place
of each other, squares of numbers differ by at most L, and the number of rows not at all. The sum of the other
differences is convex in each number, so it is largest at two corners, where a moment differs by twice its size if one
of its two factors changes its sign (or by its size at either value of a category): again only how many differ matters.

Several rows a unit and rows left out follow as `dpcore.sensitivity.additive` says.
"""

from __future__ import annotations

import itertools
import operator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries.question.variable import Variable, variables
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Grid, Measure, Met, Product, Rows, Squares, Total
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from dpcore.table.table import Table

    Floats = NDArray[np.float64]

Vector = tuple[int, ...]

_BLOCK = 2**32


Entry = tuple[int, int]
"""Two places in v, 0 being the constant, the first not above the second."""


@final
@dataclass(frozen=True)
class Features:
    """The moments of columns. variables: numbers and true-or-false columns first, then the values of categories.

    weighted: the place among the variables of the number with a weight, or None.
    """

    variables: tuple[Variable, ...]
    weighted: int | None = None

    @cached_property
    def spans(self) -> int:
        """d: the numbers and true-or-false columns."""
        return sum(variable.key is None for variable in self.variables)

    @cached_property
    def categories(self) -> tuple[tuple[int, ...], ...]:
        """The places of the values of each category in v."""
        places: dict[str, list[int]] = {}
        for place, variable in enumerate(self.variables, 1):
            if variable.key is not None:
                places.setdefault(variable.column, []).append(place)
        return tuple(map(tuple, places.values()))

    @cached_property
    def flags(self) -> tuple[int, ...]:
        """The places of true-or-false columns in v."""
        numbered = enumerate(self.variables, 1)
        return tuple(place for place, each in numbered if isinstance(each.part, Condition) and each.key is None)

    @cached_property
    def squared_weights(self) -> Floats:
        """The squares of the largest entries of v."""
        weights = np.ones(1 + len(self.variables))
        if self.weighted is not None:
            weights[1 + self.weighted] = max(1.0, (self.spans + len(self.categories)) / 2)
        return weights

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entry of v v' that stands for each moment; the first is the number of rows."""
        size = 1 + len(self.variables)
        return tuple(
            pair for pair in itertools.combinations_with_replacement(range(size), 2) if self._home(pair) == pair
        )

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """The moment of each entry of v v', shape (1 + variables, 1 + variables); -1 where it is 0 in every row."""
        size, numbers = 1 + len(self.variables), {entry: place for place, entry in enumerate(self.entries)}
        found = np.full((size, size), -1)
        for pair in itertools.combinations_with_replacement(range(size), 2):
            home = self._home(pair)
            found[pair] = found[pair[::-1]] = numbers[home] if home else -1
        return found

    def _home(self, pair: Entry) -> Entry | None:
        """The first entry that equals this one in every row; None if it is 0 in every row."""
        low, high = pair
        if low == high:
            if self.variables[high - 1].key is not None and high:
                return (0, high)
            return (0, 0) if not high or isinstance(self.variables[high - 1].part, Condition) else pair
        if low and self.variables[low - 1].key is not None:
            return None if self.variables[low - 1].column == self.variables[high - 1].column else pair
        return pair

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """What an engine sums: rows, each variable, and each product, in the order of `entries`."""
        return tuple(map(self._measure, self.entries))

    def _measure(self, entry: Entry) -> Measure:
        low, high = (self.variables[place - 1].part if place else None for place in entry)
        if high is None:
            return Rows()
        if low is None:
            return Total(high) if isinstance(high, Grid) else Met(high)
        return Squares(high) if low == high and isinstance(high, Grid) else Product(low, high)

    @cached_property
    def matrix(self) -> tuple[Vector, ...]:
        """The moments, in whole numbers, from the measures."""
        numbers = {entry: place for place, entry in enumerate(self.entries)}
        rows = []
        for low, high in self.entries:
            row = [0] * len(self.entries)
            for first, one in self._affine(low):
                for second, other in self._affine(high):
                    measure = (first, second) if first <= second else (second, first)
                    home = self._summed(measure)
                    row[numbers[home]] += one * other
            rows.append(tuple(row))
        return tuple(rows)

    def _affine(self, place: int) -> tuple[tuple[int, int], ...]:
        """The whole number of an entry of v as a combination of what is summed: (place, factor), 0 being 1."""
        if not place:
            return ((0, 1),)
        variable = self.variables[place - 1]
        return ((place, 1),) if variable.key is not None else ((place, 2), (0, -variable.steps))

    def _summed(self, pair: Entry) -> Entry:
        """The entry whose measure is the sum of this product: a condition's square is the condition."""
        low, high = pair
        same = low == high and low and isinstance(self.variables[low - 1].part, Condition)
        return (0, high) if same else pair

    @cached_property
    def largest(self) -> Vector:
        """The largest size of each moment of one row, in whole numbers."""
        steps = [1, *(1 if variable.key is not None else variable.steps for variable in self.variables)]
        return tuple(steps[low] * steps[high] for low, high in self.entries)

    @cached_property
    def sizes(self) -> Vector:
        """L for each moment at a price in epsilon: twice as much if the weighted number is in it once."""
        place = None if self.weighted is None else 1 + self.weighted
        return tuple(_BLOCK if entry.count(place) == 1 else _BLOCK // 2 for entry in self.entries)

    @cached_property
    def factors(self) -> Vector:
        """What the moments are multiplied by at a price in epsilon."""
        return tuple(size // largest for size, largest in zip(self.sizes, self.largest, strict=True))

    def statistic(self, table: Table, price: Price, optional: bool) -> Linear:
        """The moments with their sensitivity. optional: whether a row can be left out."""
        optional = optional or table.unit.max_rows > 1
        match price:
            case Mu():
                vertices, differences = self.corners
                factors, weights = (1,) * len(self.entries), self.split
            case Epsilon():
                factors, weights = self.factors, (1.0,) * len(self.entries)
                vertices, differences = self._bounded(factors)
        reach = Contribution(vertices, table.neighbors, table.unit.max_rows, 1, optional, differences=differences)
        matrix = tuple(tuple(factor * value for value in row) for factor, row in zip(factors, self.matrix, strict=True))
        return Linear(reach, matrix, weights)

    def units(self, price: type[Price]) -> Floats:
        """What each coordinate of the statistic is divided by to give a moment of entries from -1 to 1."""
        if price is Mu:
            return np.array(self.largest, dtype=np.float64)
        return np.array([factor * size for factor, size in zip(self.factors, self.largest, strict=True)], np.float64)

    @cached_property
    def variances(self) -> Floats:
        """The variance of each moment's noise relative to that of an entry on the diagonal, entries from -1 to 1."""
        weights, places = self.squared_weights, self.places
        information = np.zeros(len(self.entries))
        for low, high in np.argwhere(places >= 0):  # each entry beside the diagonal twice
            information[places[low, high]] += weights[low] * weights[high]
        return 1.0 / information

    @cached_property
    def split(self) -> tuple[float, ...]:
        """The weights at which the noise has these variances."""
        scaled = zip(self.largest, self.variances.tolist(), strict=True)
        return tuple((1.0 / (size * variance)) ** 2 for size, variance in scaled)

    @cached_property
    def corners(self) -> tuple[tuple[Vector, ...], tuple[Vector, ...]]:
        """Rows of the largest norm in which every moment occurs; and the first one less all that differ from it."""
        first, *choices = self._choices()
        plain = [place for place in range(1, 1 + self.spans) if place - 1 != self.weighted]
        own = [()] if self.weighted is None else [(), (1 + self.weighted,)]
        others = [self._row(first, middle=True)]
        several = [count for count, places in enumerate(self.categories) if len(places) > 1]
        for many in range(1 + len(several)):
            moved = tuple(places[-1 if count in several[:many] else 0] for count, places in enumerate(self.categories))
            for flips in range(1 + len(plain)):
                others += [self._row(moved, {*plain[:flips], *more}) for more in own]
        base, rows = self._row(first), [self._row(chosen) for chosen in choices]
        return (base, *rows), tuple(_minus(base, other) for other in [*rows, *others])

    def _choices(self) -> list[Vector]:
        """Values of the categories, such that every value and every pair of values of two occur."""
        first = tuple(places[0] for places in self.categories)
        found = [first]
        for (one, places), (other, further) in itertools.combinations(enumerate(self.categories), 2):
            for pair in itertools.product(places, further):
                chosen = dict(enumerate(first)) | dict(zip((one, other), pair, strict=True))
                found.append(tuple(chosen.values()))
        if len(self.categories) == 1:
            found = [(place,) for place in self.categories[0]]
        return list(dict.fromkeys(found))

    def _row(self, chosen: Vector, flipped: Collection[int] = (), middle: bool = False) -> Vector:
        """The moments of a row, in whole numbers: numbers at an end, or as near to the middle as they can be."""
        whole = [1]
        for place, variable in enumerate(self.variables, 1):
            size = variable.steps % 2 if middle and isinstance(variable.part, Grid) else variable.steps
            own = -size if place in flipped else size
            whole.append(own if variable.key is None else int(place in chosen))
        return tuple(whole[low] * whole[high] for low, high in self.entries)

    def _bounded(self, factors: Vector) -> tuple[tuple[Vector, ...], tuple[Vector, ...]]:
        """Rows whose moments have the largest sum of sizes; and vectors whose sums are not below any difference's."""
        rows, differences = self.corners
        scaled = tuple(tuple(map(operator.mul, factors, row)) for row in rows)
        squares = [low == high and low > 0 for low, high in self.entries]
        facts = list(zip(self.sizes, self.largest, squares, strict=True))
        bounds = [
            tuple(
                size if square else -(-abs(value) * size // largest)
                for value, (size, largest, square) in zip(difference, facts, strict=True)
            )
            for difference in differences
        ]
        return scaled, tuple(bounds)


def features(schema: Schema, names: tuple[str, ...], target: str = "") -> Features:
    """The moments of columns, and of a number `target`, which gets a weight, after the others. Raises QueryError."""
    spans, keys = variables(schema, (*names, *([target] if target else [])))
    return _kept((*spans, *keys), len(spans) - 1 if target else None)


@lru_cache(maxsize=64)
def _kept(variables: tuple[Variable, ...], weighted: int | None) -> Features:
    return Features(variables, weighted)


def _minus(one: Vector, other: Vector) -> Vector:
    return tuple(map(operator.sub, one, other))
