"""The parts of noisy stochastic gradient descent: what a step reads, how its noise is sized, how a step moves weights.

Weights are those of the vector v = (1, terms) of a row with entries from -1 to 1. Everything here follows from public
facts and noisy integers. Records keep the noisy integers of all steps, which are read again by these rules: never
change a number here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.budget.loss import Gaussian, Laplace, Subsampled
from dpcore.budget.loss.base import root
from dpcore.mechanisms import Additive, Epsilon, Price
from dpcore.mechanisms.additive import GaussianNoise, LaplaceNoise
from dpcore.queries.models.terms import Terms
from dpcore.queries.question.round import Promise, Step
from dpcore.remembered import remembered
from dpcore.statistic import ClippedGradient
from dpcore.statistic.learners.clipped_gradient import BITS, UNIT, Model, edges
from dpcore.table.aggregate import Aggregate, Flags, Grid, Key, Measure, Met, Rows, Sampled, Score, Total
from dpcore.table.condition import Condition
from dpcore.table.score import Part, Square

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.question.variable import Variable

    Floats = NDArray[np.float64]

_NORMS = 8  # cells of the squared length of a row's vector
_SQUARE = 2**36  # parts of a squared length of 1
_PARTS = 2**10  # to which sizes of noise are rounded up
_FAR = 64.0  # the largest size of a weight
_CURVED = {"logistic": 0.25, "linear": 1.0}  # the largest second derivative of a row's loss in its score


@final
@dataclass(frozen=True)
class Course:
    """A course of steps. target: of a linear model, the variable of the number; of a logistic one, the flag's name.

    rate: the probability of a unit to be in a step's sample; 1 if all rows are read. failing: the probability of
    failure that is charged for samples. clip: the largest length of a row's gradient. speed: 1 is the usual size of a
    step. changes: the most rows of which neighbouring tables differ. unit: the identifier of units.
    """

    terms: Terms
    target: Variable | str
    used: tuple[str, ...]
    where: tuple[Condition, ...]
    rate: Fraction
    failing: Fraction
    steps: int
    clip: float
    speed: float
    changes: int
    unit: str | None

    @property
    def model(self) -> Model:
        """Linear for a number, logistic for a flag."""
        return "logistic" if isinstance(self.target, str) else "linear"

    @cached_property
    def _variables(self) -> tuple[Variable, ...]:
        """The variable of each term."""
        return tuple(self.terms.products.variables[place - 1] for place in self.terms.places)

    @cached_property
    def _scales(self) -> tuple[int, ...]:
        """By what each coordinate of v is multiplied to be whole."""
        return (1, *(1 if variable.key is not None else variable.steps for variable in self._variables))

    @cached_property
    def _measures(self) -> tuple[Measure, ...]:
        """Rows, and the sum over them of each term."""
        parts = (variable.part for variable in self._variables)
        return (Rows(), *(Total(part) if isinstance(part, Grid) else Met(part) for part in parts))

    @cached_property
    def _matrix(self) -> tuple[tuple[int, ...], ...]:
        """The whole coordinates from the measures."""
        size = len(self._measures)
        found = [tuple(int(place == 0) for place in range(size))]
        for row, variable in enumerate(self._variables, 1):
            twice = 1 if variable.key is not None else 2
            less = 0 if variable.key is not None else variable.steps
            found.append(tuple(-less if place == 0 else twice * int(place == row) for place in range(size)))
        return tuple(found)

    @cached_property
    def _squares(self) -> tuple[tuple[Part, ...], tuple[int, ...], int]:
        """Parts, weights and the constant of an upper bound of the squared length of v, in parts of 1 / _SQUARE."""
        numbers = [variable.part for variable in self._variables if isinstance(variable.part, Grid)]
        flags = sum(variable.key is None and isinstance(variable.part, Condition) for variable in self._variables)
        categories = len({variable.column for variable in self._variables if variable.key is not None})
        weights = tuple(-(-_SQUARE // part.steps**2) for part in numbers)
        return tuple(map(Square, numbers)), weights, (1 + flags + categories) * _SQUARE

    @cached_property
    def _norm_key(self) -> Score | None:
        """The cells of the squared length; None if it is the same for all rows."""
        parts, weights, least = self._squares
        if not parts:
            return None
        most = least + len(parts) * _SQUARE
        return Score(parts, weights, least, tuple(least + (most - least) * cell // _NORMS for cell in range(1, _NORMS)))

    @cached_property
    def _norms(self) -> tuple[int, ...]:
        """The largest squared length in each cell, rounded up."""
        parts, weights, least = self._squares
        if self._norm_key is None:
            return (least,)
        squares = (part.grid.steps**2 for part in parts if isinstance(part, Square))
        most = least + sum(weight * square for weight, square in zip(weights, squares, strict=True))
        return (*self._norm_key.edges, most)

    @cached_property
    def _bound(self) -> int:
        """The largest length of a row's gradient, in parts of 2**-BITS; not above what any row can have."""
        longest = math.isqrt(max(self._norms) // _SQUARE) + 1
        residual = 1 if self.model == "logistic" else 4
        return max(1, int(Fraction(min(self.clip, float(residual * longest))) * 2**BITS))

    @cached_property
    def statistic(self) -> ClippedGradient:
        """What is summed in each step."""
        return ClippedGradient(self.model, self._matrix, self._bound, self._norms, _SQUARE)

    def promise(self, price: Price) -> Promise:
        """The losses of all steps."""
        loss = self.loss(price)
        return ((loss, 1 if isinstance(loss, Subsampled) else self.steps),)

    def loss(self, price: Price) -> Gaussian | Laplace | Subsampled:
        """The loss of a step, or that of all steps on samples together, which is at most the price."""
        if isinstance(price, Epsilon):
            return Laplace(price.epsilon / self.steps)
        if self.rate == 1:
            return Gaussian(price.squared / self.steps)
        multiplier = noise_multiplier(price.squared, self.rate, self.steps, self.failing)
        loss = Subsampled(1 / multiplier**2, self.rate, self.steps, self.failing)
        # where mu can only be found by long work, the steps are paid as if every unit were in each sample
        return loss if loss.quick else replace(loss, failing=Fraction(0))

    def mechanism(self, price: Price) -> Additive:
        """The noise of a step: in units of its scale the same for each coordinate.

        Laplace noise has the scale of the largest L1 distance, which is at most sqrt(coordinates) times the L2 one.
        """
        loss, distance = self.loss(price), self.changes * self._bound
        if isinstance(loss, Laplace):
            size = Fraction(distance * (math.isqrt(len(self._scales) * _PARTS**2 - 1) + 1), _PARTS) / loss.size
            return LaplaceNoise(tuple(size * scale for scale in self._scales), loss)
        size = Fraction(math.ceil(Fraction(root(1 / loss.size)) * distance * _PARTS), _PARTS)
        return GaussianNoise(tuple(size * scale for scale in self._scales), loss.parts[0])

    def step(self, weights: Floats, mechanism: Additive) -> Step:
        """The gradient at these weights."""
        return Step(Aggregate(self._measures, self.keys(weights), self.where, self.used), self.statistic, mechanism)

    def keys(self, weights: Floats) -> tuple[Key, ...]:
        """A fresh sample, the score, the label of a logistic model, and the length."""
        whole = [round(float(weight) * UNIT / scale) for weight, scale in zip(weights, self._scales, strict=True)]
        parts, factors, constant = list[Part](), [], whole[0]
        for variable, weight in zip(self._variables, whole[1:], strict=True):
            parts.append(variable.part)
            factors.append(weight if variable.key is not None else 2 * weight)
            constant -= 0 if variable.key is not None else variable.steps * weight
        if not isinstance(self.target, str):
            one = -round(UNIT / self.target.steps)
            parts.append(self.target.part)
            factors.append(2 * one)
            constant -= self.target.steps * one
        score = Score(tuple(parts), tuple(factors), constant, edges(self.model))
        label = (Flags(self.target),) if isinstance(self.target, str) else ()
        norm = () if self._norm_key is None else (self._norm_key,)
        sample = (Sampled(self.rate, self.unit),) if self.rate < 1 else ()
        return (*sample, score, *label, *norm)

    def start(self, counts: Floats) -> Floats:
        """The first weights: of a logistic model, the constant that fits the noisy counts of false and true."""
        weights = np.zeros(len(self._scales))
        if self.model == "logistic":
            no, yes = (max(1.0, float(count)) for count in counts)
            weights[0] = math.log(yes / no)
        return np.clip(weights, -_FAR, _FAR)

    def moved(self, weights: Floats, noisy: Floats, rows: float) -> Floats:
        """The weights after a step with this noisy gradient. rows: the noisy number of all rows."""
        gradient = noisy / (np.array(self._scales, dtype=np.float64) * 2**BITS)
        usual = 2.0 / (_CURVED[self.model] * (1.0 + len(self._variables) / 3.0))
        size = self.speed * usual / (float(self.rate) * max(rows, 1.0))
        moved: Floats = np.clip(weights - size * gradient, -_FAR, _FAR)
        return moved


@remembered(4096)
def noise_multiplier(mu_squared: Fraction, rate: Fraction, steps: int, failing: Fraction) -> Fraction:
    """A noise multiplier for which so many steps have at most this mu^2; where mu is found fast, hardly less."""

    def excess(place: float) -> float:
        """log of mu / target for a multiplier e^place; infinite where mu can only be found by long work."""
        loss = Subsampled(1 / _whole(place) ** 2, rate, steps, failing)
        return 0.5 * math.log(float((loss.mu_squared or 0) / mu_squared)) if loss.quick else math.inf

    most = math.log(math.sqrt(steps / float(mu_squared))) + 1e-9  # enough without sampling
    # the central limit theorem: rate^2 steps (e^(1/s^2) - 1) = mu^2
    place = -0.5 * math.log(math.log1p(float(mu_squared / (rate**2 * steps))))
    low, high = -math.inf, most
    place = min(place, most)
    for turn in range(60):
        found = excess(place)
        if -1e-4 <= found <= 0 or (found <= 0 and high - low < 1e-6):
            return _whole(place)
        low, high = (place, high) if found > 0 else (low, place)
        guess = place + (0.05 if math.isinf(found) else found + 3e-5)  # mu falls at least as fast as 1 / multiplier
        if turn % 2 and math.isfinite(low):
            place = 0.5 * (low + high)
        elif low < guess < high:
            place = guess
        else:
            place = high - 1e-3 if math.isinf(low) else 0.5 * (low + high)
    return _whole(most)


def _whole(place: float) -> Fraction:
    """e^place, rounded up to few digits, so that it is the same on every machine."""
    return Fraction(math.ceil(math.exp(place) * 2**20), 2**20)
