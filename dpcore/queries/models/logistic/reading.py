"""The rounds of a logistic regression as they are answered, and what follows from all of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.budget.loss import Gaussian
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mechanism, Mu, Price
from dpcore.queries.models import regression
from dpcore.queries.models.logistic import fit as logistic_fit
from dpcore.queries.models.logistic.check import Check
from dpcore.queries.models.logistic.design import Design
from dpcore.queries.models.logistic.fit import Fit, Gradient, Moments
from dpcore.queries.question.round import Rounds
from dpcore.special import ndtr, ndtri

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_TOLD = 2.0
"""The least eigenvalue of the terms' moments, over the edge of the noise, from which margins are stated."""


@final
@dataclass
class Descent:
    """The weights after the rounds so far: a function of public facts and noisy integers alone."""

    design: Design
    kind: type[Price]
    weights: Floats = field(init=False)
    known: Moments = field(init=False)
    gradients: list[Gradient] = field(default_factory=list)
    fit: Fit = field(init=False)
    few: tuple[int, ...] = ()
    told: bool = False

    def __post_init__(self) -> None:
        self.weights = np.zeros(len(self.design.used))

    def summed(self, noisy: Any, noise: Mechanism) -> None:
        """Receives the moments."""
        design, units = self.design, self.design.products.units(self.kind)
        values = np.array(noisy, dtype=np.float64)[:, 0] / units
        variances = np.square(np.array(_stds(noise)) / units)
        used, places = design.used, design.products.places
        common = regression.common(values, variances, design.products, used)
        self.few, kept = common.few, common.kept
        self.known = replace(self._moments(values, variances, places, used), ends=design.ends)
        if len(kept) > 1:
            inner = self._moments(values, variances, places, kept)
            self.told = min(inner.least, inner.rows) > _TOLD * inner.edge

    def _moments(self, values: Floats, variances: Floats, places: NDArray[np.int64], used: list[int]) -> Moments:
        inner = places[np.ix_(used, used)]
        return logistic_fit.moments(*(np.where(inner >= 0, each[inner], 0.0) for each in (values, variances)))

    def stepped(self, noisy: Any, noise: Mechanism) -> None:
        """Receives a gradient at the weights, and changes them."""
        design, public = self.design, self.design.public(self.weights)
        statistic = design.statistic(self.kind, self.weights)
        gradient, bands = design.read(statistic, np.array(noisy, dtype=np.float64)[0])
        (size,) = _stds(noise)
        own, count = design.noise_of(statistic, size)
        self.gradients.append(Gradient(public, gradient, own, bands, count))
        self.fit = logistic_fit.advance(self.known, self.gradients, design.scale[design.used])
        self.weights = self.fit.weights


@final
@dataclass(frozen=True, slots=True)
class Reading:
    """What is told of the terms, the constant first. told: whether margins of coefficients can be stated.

    few: for each, 0, or its sign in rows with a value that too few have.
    """

    fit: Fit
    told: bool
    few: tuple[int, ...]
    check: Check
    factor: float

    @property
    def related(self) -> bool:
        """Whether a coefficient is told to differ from 0, of all of them together."""
        if not self.told:
            return False
        several = ndtri(1 - ndtr(-self.factor) / len(self.few))
        margins = several * np.sqrt(np.diag(self.fit.covariance)) + self.fit.pull
        return bool(((np.abs(self.fit.weights) > margins) & (np.array(self.few) == 0))[1:].any())


def read(design: Design, rounds: Rounds, level: float) -> Reading:
    """All of a complete transcript."""
    gram, *gradients, counts = (step for (step,) in rounds)
    descent = Descent(design, Mu if isinstance(gram.mechanism.loss, Gaussian) else Epsilon)
    descent.summed(gram.noisy, gram.mechanism)
    for step in gradients:
        descent.stepped(step.noisy, step.mechanism)
    spread = counts.mechanism.error(level)
    assert spread is not None
    shape = counts.array.reshape(-1, 2)
    middles = design.middles(descent.weights)
    check = Check(shape, spread.std[0], spread.factor, spread.whole, middles, len(design.used))
    told = descent.told and not descent.fit.apart
    return Reading(descent.fit, told, descent.few, check, spread.factor)


def _stds(noise: Mechanism) -> tuple[float, ...]:
    spread = noise.error(0.95)
    if spread is None:
        raise QueryError("This answer's noise has no known size.", "Update the program.")
    return spread.std
