"""The terms of a linear model: an intercept, and a coefficient for each feature, in the columns' units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.models.features import Features
from dpcore.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_NAMED = 6  # terms that a sentence lists


def _listed(names: Sequence[str]) -> str:
    """The names, or the first ones and a sign that there are more."""
    return ", ".join((*names[:_NAMED], *(["…"] if len(names) > _NAMED else [])))


def distinct(names: Sequence[str]) -> list[str]:
    """The names, with a number after each that a former one has already: a, b, a (2)."""
    found: list[str] = []
    for name in names:
        own, count = name, 1
        while own in found or (count > 1 and own in names):
            count += 1
            own = f"{name} ({count})"
        found.append(own)
    return found


@final
@dataclass(frozen=True)
class Terms:
    """The features of a linear model, in the order of `columns`; of a category, all values but the first declared one.

    products: with the target as the weighted variable, if that is a number.
    """

    products: Features
    columns: tuple[str, ...]

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Their places in the vector of a row, whose first entry is the constant."""
        variables = self.products.variables
        first = {places[0] for places in self.products.categories}
        order = {name: place for place, name in enumerate(self.columns)}
        own = [place for place, variable in enumerate(variables, 1) if variable.column in order and place not in first]
        return tuple(sorted(own, key=lambda place: (order[variables[place - 1].column], place)))

    @property
    def names(self) -> list[str]:
        """The column of each term, with the value of a category."""
        own = (self.products.variables[place - 1] for place in self.places)
        return [variable.column if variable.key is None else f"{variable.column} = {variable.key}" for variable in own]

    def without(self, few: Sequence[int], firsts: Sequence[Sequence[int]]) -> list[Text]:
        """What is said of terms that have no margin; see `dpcore.queries.models.regression.Fit`."""
        said, variables = list[Text](), self.products.variables
        if rare := [name for name, sign in zip(self.names, few[1:], strict=True) if sign]:
            flags = {name for name, place in zip(self.names, self.places, strict=True) if place in self.products.flags}
            signs = dict(zip(self.names, few[1:], strict=True))
            rare = [f"{name} = {'true' if signs[name] > 0 else 'false'}" if name in flags else name for name in rare]
            words = Text(
                "Too few rows for a coefficient of their own: {names}. They are taken as equal to another value of "
                "their column.",
                names=_listed(rare),
            )
            said.append(words)
        if firsts:
            columns = [variables[self.places[others[0] - 1] - 1].column for others in firsts]
            names = [
                next(f"{each.column} = {each.key}" for each in variables if each.column == name) for name in columns
            ]
            words = Text(
                "Coefficients of a category are differences from its first value. Too few rows have {names}, so these "
                "are rough estimates without margins; predictions for the other values have margins.",
                names=_listed(names),
            )
            said.append(words)
        return said

    @property
    def ranges(self) -> tuple[float, ...]:
        """The range of each term's column, in its unit; 1 between false and true, or two values of a category."""
        return tuple(2 * self.products.variables[place - 1].half for place in self.places)

    @property
    def scaled(self) -> tuple[Floats, Floats]:
        """The coefficients in the columns' units: a linear map of those for entries from -1 to 1, and a constant."""
        middle, half = 0.0, 1.0
        if self.products.weighted is not None:
            target = self.products.variables[self.products.weighted]
            middle, half = target.middle, target.half
        linear = half * np.eye(1 + len(self.places))
        for row, place in enumerate(self.places, 1):
            variable = self.products.variables[place - 1]
            if variable.key is None:
                linear[row, row] = half / variable.half
                linear[0, row] = -linear[row, row] * variable.middle
        constant = np.zeros(1 + len(self.places))
        constant[0] = middle
        return linear, constant

    def entries(self, given: Floats) -> Floats:
        """The constant and the terms of rows, from -1 to 1; shape (rows, 1 + terms).

        given: the columns of the rows, shape (rows, columns): numbers, 0 and 1, and places of categories' values.
        """
        variables, columns = self.products.variables, dict(zip(self.columns, given.T, strict=True))
        found = [np.ones(len(given))]
        for place in self.places:
            variable = variables[place - 1]
            column = columns[variable.column]
            if variable.key is None:
                found.append((column - variable.middle) / variable.half)
            else:
                keys = [each.key for each in variables if each.column == variable.column]
                found.append(np.where(np.isnan(column), np.nan, column == keys.index(variable.key)))
        return np.stack(found, axis=1)
