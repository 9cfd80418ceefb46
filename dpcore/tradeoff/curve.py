"""The abstract trade-off curve and the quantities computed from it.

A trade-off function f is convex, continuous, non-increasing, with 0 <= f(alpha) <= 1 - alpha (Dong, Roth & Su 2022,
Prop. 2.2). M is f-DP when every test of "D or D'" with type I error alpha has type II error at least f(alpha).

Every quantity has certified bounds (lower, upper); the plain call returns the conservative one of the two.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Protocol, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore.number import real
from dpcore.tradeoff import argument

Array = NDArray[np.float64]
Pair = tuple[Array, Array]
# values of the privacy loss X, their weights under Q, the relative error of the weights
Losses = tuple[Array, Array, float]


@final
@dataclass(frozen=True, slots=True)
class Moments:
    """Functionals of the privacy loss L = log p/q under P: E L, E L^2, E|L|^3, E|L - E L|^3 (theory of the CLT)."""

    kl: float
    kappa2: float
    kappa3: float
    kappa3_centered: float

    @classmethod
    def _of(cls, kl: float, absolute: Callable[[float, float], float]) -> Moments:
        """From absolute(c, k) = E|L - c|^k."""
        return cls(kl, absolute(0.0, 2.0), absolute(0.0, 3.0), absolute(kl, 3.0))


# where f(0) < 1
UNBOUNDED = Moments(math.inf, math.inf, math.inf, math.inf)


class Curve(ABC):
    """A trade-off function; immutable. Families implement the abstract array methods, named with an underscore."""

    __slots__ = ()

    @abstractmethod
    def _bounds(self, alpha: Array) -> Pair:
        """(lower, upper) of f at alpha in [0, 1]."""

    @abstractmethod
    def _delta_bounds(self, epsilon: Array) -> Pair:
        """(lower, upper) of sup_S Q(S) - e^epsilon P(S) at any real epsilon, for f = T(P, Q)."""

    @abstractmethod
    def _epsilon_bounds(self, delta: Array) -> Pair:
        """(lower, upper) of the smallest epsilon >= 0 with delta(epsilon) <= delta, for delta in [0, 1)."""

    @abstractmethod
    def _mu(self, delta: float) -> float:
        """Upper bound of `mu`."""

    def _missing(self) -> tuple[float, float]:
        """(Q(X = inf), P(X = -inf)) of the privacy loss X, rounded down: 1 - f(0) of the curve and of its inverse."""
        return _at_infinity(self), _at_infinity(self.inverse())

    def _points(self) -> Losses | None:
        """(X, its weights under Q, their relative error) if X is discrete and no weight underflows."""
        return None

    def _off(self) -> float:
        """Largest relative error of the probabilities of the law, over all releases together.

        If P' <= e^s P and Q' <= e^s Q, and conversely, then delta'(x) is between e^-s delta(x + 2s) and
        e^s delta(x - 2s), and f'(a) between e^-s f(e^s a) and e^s f(e^-s a).
        """
        return 0.0

    @abstractmethod
    def inverse(self) -> Curve:
        """f^-1 = T(Q, P): the same pair of distributions, exchanged."""

    @abstractmethod
    def symmetrize(self) -> Curve:
        """The curve of a symmetric neighbouring relation: max{f, f^-1} (Dong, Roth & Su 2022, Prop. 2.4)."""

    @abstractmethod
    def moments(self) -> Moments:
        """kl, kappa2, kappa3 and kappa3_centered of the privacy loss; infinite where f(0) < 1."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain JSON for `from_dict`. The format is stable: a stored curve can always be loaded."""

    @overload
    def __call__(self, alpha: float) -> float: ...
    @overload
    def __call__(self, alpha: ArrayLike) -> Any: ...
    def __call__(self, alpha: ArrayLike) -> Any:
        """The smallest type II error at type I error `alpha` in [0, 1], rounded down."""
        return self.bounds(alpha)[0]

    def bounds(self, alpha: ArrayLike) -> tuple[Any, Any]:
        """(lower, upper) of f(alpha), floats for a scalar, otherwise arrays of the same shape."""
        return _at(self._bounds, argument.alphas(alpha))

    @overload
    def delta(self, epsilon: float) -> float: ...
    @overload
    def delta(self, epsilon: ArrayLike) -> Any: ...
    def delta(self, epsilon: ArrayLike) -> Any:
        """Smallest delta with (epsilon, delta)-DP, rounded up: 1 + f*(-e^epsilon), for any real epsilon.

        Dong, Roth & Su 2022, Prop. 2.12.
        """
        return self.delta_bounds(epsilon)[1]

    def delta_bounds(self, epsilon: ArrayLike) -> tuple[Any, Any]:
        """(lower, upper) of delta(epsilon)."""
        return _at(self._delta_bounds, argument.epsilons(epsilon))

    @overload
    def epsilon(self, delta: float) -> float: ...
    @overload
    def epsilon(self, delta: ArrayLike) -> Any: ...
    def epsilon(self, delta: ArrayLike) -> Any:
        """Smallest epsilon >= 0 with (epsilon, delta)-DP, rounded up; math.inf if there is none."""
        return self.epsilon_bounds(delta)[1]

    def epsilon_bounds(self, delta: ArrayLike) -> tuple[Any, Any]:
        """(lower, upper) of epsilon(delta), delta in [0, 1)."""
        return _at(self._epsilon_bounds, argument.deltas(delta))

    def mu(self, delta: float = 0.0) -> float:
        """Smallest mu with f >= G_mu tensor f_{0,delta}, rounded up; math.inf if there is none."""
        return self._mu(real(delta, "`delta` of `mu`", at_least=0.0, below=1.0))

    @overload
    def power(self, alpha: float) -> float: ...
    @overload
    def power(self, alpha: ArrayLike) -> Any: ...
    def power(self, alpha: ArrayLike) -> Any:
        """The largest power of a test at level `alpha`: 1 - f(alpha), rounded up."""
        level = argument.alphas(alpha)
        return _at(lambda a: (a, np.minimum(1.0, np.nextafter(1.0 - self._bounds(a)[0], 2.0))), level)[1]

    def advantage(self) -> float:
        """The largest true positive rate minus false positive rate: total variation, delta(0), rounded up."""
        return self.delta(0.0)

    def repeat(self, times: int) -> Curve:
        """The curve of `times` adaptive releases, each with this curve (Dong, Roth & Su 2022, Thm 3.2)."""
        return _algebra[0].repeat(self, times)

    def group(self, size: int) -> Curve:
        """The curve for neighbours that differ in `size` units: 1 - (1-f)^{o size} (Dong, Roth & Su 2022, Thm 2.14)."""
        return _algebra[0].group(self, size)

    def subsample(self, rate: float, sampling: Literal["uniform", "poisson"] = "uniform") -> Curve:
        """The curve of the release on a random sample; `rate` in [0, 1] is the inclusion probability of a unit.

        uniform   C_rate: a sample of fixed size, neighbours that replace a unit; for a curve that is its own inverse
                  (Dong, Roth & Su 2022, Thm 4.2)
        poisson   each unit drawn independently, neighbours that add or remove one: rate f + (1-rate) Id and its
                  inverse, composed separately; the worse of the two is returned. f is T(without the unit, with it).
        """
        return _algebra[0].subsample(self, rate, sampling)

    def renyi(self, order: float) -> float:
        """Rényi divergence at `order` > 0, rounded up; 1 is the Kullback-Leibler divergence, math.inf pure epsilon.

        The larger of both directions: max{D(Q, P), D(P, Q)} for f = T(P, Q); for add/remove neighbours the largest over
        both curves. math.inf if the divergence is infinite (Mironov 2017).
        """
        return self.renyi_bounds(order)[1]

    def renyi_bounds(self, order: float) -> tuple[float, float]:
        """(lower, upper) of the Rényi divergence."""
        return _algebra[0].renyi_bounds(self, order)

    def posterior(self, prior: float) -> float:
        """The largest probability that an attacker guesses correctly whether a unit is in the data; rounded up.

        `prior` in [0, 1] is the probability of membership before the release. The best guess is the more likely case
        after the release, and the result is its expected posterior: 1 - min_alpha (1-prior) alpha + prior f(alpha) =
        1 - prior + prior delta(log((1-prior)/prior)). At even odds this is (1 + advantage) / 2.
        """
        before = real(prior, "`prior` of `posterior`", at_least=0.0, at_most=1.0)
        if not 1e-300 < before < 1.0:
            return 1.0
        odds = math.log1p(-before) - math.log(before) if before != 0.5 else 0.0
        correct = (1.0 - before) + before * float(self._delta_bounds(np.array([odds]))[1][0])
        return min(1.0, max(correct, before) + 8.0 * argument.UNIT * (1.0 + abs(odds)))

    def belief(self, prior: float, alpha: float = 0.0) -> float:
        """The largest P(member | accused) for an attack with false positive rate `alpha`; rounded up.

        prior (1-f(alpha)) / (prior (1-f(alpha)) + (1-prior) alpha), which decreases in alpha. At alpha = 0 this is the
        largest posterior after any output, with the odds prior / (1-prior) times e^epsilon(0).
        """
        before = real(prior, "`prior` of `belief`", at_least=0.0, at_most=1.0)
        false = real(alpha, "`alpha` of `belief`", at_least=0.0, at_most=1.0)
        if before in (0.0, 1.0):
            return before
        less = max(math.exp(-self.epsilon(0.0)), false / self.power(false) if false else 0.0)
        return min(1.0, before / (before + (1.0 - before) * less) * (1.0 + 16.0 * argument.UNIT))


class Symmetric(Curve):
    """A curve that is its own inverse; families implement delta for epsilon >= 0 only."""

    __slots__ = ()

    @abstractmethod
    def _delta_from_zero(self, epsilon: Array) -> Pair:
        """(lower, upper) of delta at epsilon >= 0."""

    def _delta_bounds(self, epsilon: Array) -> Pair:
        # f = f^-1 gives delta(-e) = 1 - e^-e + e^-e delta(e): two positive terms, without cancellation.
        size = np.abs(epsilon)
        lower, upper = self._delta_from_zero(size)
        certain, shrink = -np.expm1(-size), np.exp(-size)
        margin = 8.0 * argument.UNIT
        low = np.where(epsilon < 0.0, (certain + shrink * lower) * (1.0 - margin), lower)
        high = np.where(epsilon < 0.0, (certain + shrink * upper) * (1.0 + margin), upper)
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def inverse(self) -> Curve:
        """This curve."""
        return self

    def symmetrize(self) -> Curve:
        """This curve."""
        return self


@lru_cache(maxsize=64)
def _at_infinity(curve: Curve) -> float:
    return max(0.0, 1.0 - float(curve._bounds(np.zeros(1))[1][0]))


class Algebra(Protocol):
    """The operations that depend on every family. See `algebra`."""

    def repeat(self, curve: Curve, times: int) -> Curve:
        """See `Curve.repeat`."""

    def group(self, curve: Curve, size: int) -> Curve:
        """See `Curve.group`."""

    def subsample(self, curve: Curve, rate: float, sampling: Literal["uniform", "poisson"]) -> Curve:
        """See `Curve.subsample`."""

    def renyi_bounds(self, curve: Curve, order: float) -> tuple[float, float]:
        """See `Curve.renyi_bounds`."""


_algebra: list[Algebra] = []


def rest_on(algebra: Algebra) -> None:
    """Register the implementation. Called once, by the package, so that this module imports no family."""
    _algebra[:] = [algebra]


def _at(reading: Callable[[Array], Pair], values: Array) -> tuple[Any, Any]:
    # turns -0.0 into 0.0
    lower, upper = (side + 0.0 for side in reading(np.atleast_1d(values)))
    return (float(lower[0]), float(upper[0])) if values.ndim == 0 else (lower, upper)
