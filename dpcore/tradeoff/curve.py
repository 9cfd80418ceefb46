"""The curve: what an attacker's two errors must satisfy, and every reading of it.

A trade-off function f is convex, continuous, non-increasing, with 0 <= f(alpha) <= 1 - alpha (Dong, Roth & Su 2022,
Prop. 2.2). M is f-DP when every test of "D or D'" with type I error alpha has type II error at least f(alpha).

Every reading is a certified pair (lower, upper) around the truth; the plain call answers the private side of it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore.number import real
from dpcore.tradeoff import argument

Array = NDArray[np.float64]
Pair = tuple[Array, Array]


@final
@dataclass(frozen=True, slots=True)
class Moments:
    """Functionals of the privacy loss L = log p/q under P: E L, E L^2, E|L|^3, E|L - E L|^3 (theory of the CLT)."""

    kl: float
    kappa2: float
    kappa3: float
    kappa3_centered: float


class Curve(ABC):
    """A trade-off function; immutable. Families fill in the readings on arrays, named with an underscore."""

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
        """See `mu`; rounded up."""

    @abstractmethod
    def inverse(self) -> Curve:
        """f^-1 = T(Q, P): the same pair with its roles exchanged."""

    @abstractmethod
    def symmetrize(self) -> Curve:
        """The curve of a relation that holds in both orders: max{f, f^-1} (Dong, Roth & Su 2022, Prop. 2.4)."""

    @abstractmethod
    def moments(self) -> Moments:
        """kl, kappa2, kappa3 and kappa3_centered of the privacy loss; infinite where f(0) < 1."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """What `from_dict` reads back: plain JSON, a stored curve loads for ever."""

    @overload
    def __call__(self, alpha: float) -> float: ...
    @overload
    def __call__(self, alpha: ArrayLike) -> Any: ...
    def __call__(self, alpha: ArrayLike) -> Any:
        """The smallest type II error at type I error `alpha` in [0, 1], rounded down."""
        return self.bounds(alpha)[0]

    def bounds(self, alpha: ArrayLike) -> tuple[Any, Any]:
        """(lower, upper) of f(alpha), floats for a scalar, else arrays of its shape."""
        return _each(self._bounds, argument.alphas(alpha))

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
        return _each(self._delta_bounds, argument.epsilons(epsilon))

    @overload
    def epsilon(self, delta: float) -> float: ...
    @overload
    def epsilon(self, delta: ArrayLike) -> Any: ...
    def epsilon(self, delta: ArrayLike) -> Any:
        """Smallest epsilon >= 0 with (epsilon, delta)-DP, rounded up; math.inf where there is none."""
        return self.epsilon_bounds(delta)[1]

    def epsilon_bounds(self, delta: ArrayLike) -> tuple[Any, Any]:
        """(lower, upper) of epsilon(delta), delta in [0, 1)."""
        return _each(self._epsilon_bounds, argument.deltas(delta))

    def mu(self, delta: float = 0.0) -> float:
        """Smallest mu with f >= G_mu tensor f_{0,delta}, rounded up; math.inf where there is none."""
        return self._mu(real(delta, "`delta` of `mu`", at_least=0.0, below=1.0))

    @overload
    def power(self, alpha: float) -> float: ...
    @overload
    def power(self, alpha: ArrayLike) -> Any: ...
    def power(self, alpha: ArrayLike) -> Any:
        """The most an attacker's test of level `alpha` detects: 1 - f(alpha), rounded up."""
        level = argument.alphas(alpha)
        return _each(lambda a: (a, np.minimum(1.0, np.nextafter(1.0 - self._bounds(a)[0], 2.0))), level)[1]

    def advantage(self) -> float:
        """The most that true minus false positive rate can be: total variation, delta(0), rounded up."""
        return self.delta(0.0)

    def repeat(self, times: int) -> Curve:
        """The curve of `times` adaptive releases, each with this curve (Dong, Roth & Su 2022, Thm 3.2)."""
        return _algebra[0].repeat(self, times)

    def group(self, size: int) -> Curve:
        """The curve for neighbours that differ in `size` units: 1 - (1-f)^{o size} (Thm 2.14 there)."""
        return _algebra[0].group(self, size)

    def subsample(self, rate: float, sampling: Literal["uniform", "poisson"] = "uniform") -> Curve:
        """The release on a sample; `rate` in [0, 1] is the chance that a unit is in it.

        uniform   C_rate: a sample of fixed size, neighbours that replace a unit; for a curve that is its own inverse
                  (Dong, Roth & Su 2022, Thm 4.2)
        poisson   each unit drawn on its own, neighbours that add or remove one: rate f + (1-rate) Id and its inverse,
                  composed apart; the worse one is answered. f is T(without the unit, with it).
        """
        return _algebra[0].subsample(self, rate, sampling)

    def renyi(self, order: float) -> float:
        """Rényi divergence of the pair at `order` > 0, rounded up; 1 is Kullback-Leibler's, math.inf pure epsilon.

        In the order of the pair in which it is larger: max{D(Q, P), D(P, Q)} for f = T(P, Q), and over both curves
        where one unit is added or removed. math.inf where there is none (Mironov 2017).
        """
        return self.renyi_bounds(order)[1]

    def renyi_bounds(self, order: float) -> tuple[float, float]:
        """(lower, upper) of it."""
        return _algebra[0].renyi_bounds(self, order)

    def posterior(self, prior: float) -> float:
        """The most often that an attacker is right who guesses whether a unit is in the data; rounded up.

        `prior` in [0, 1] is its chance to be in before anything is released. The best guess is the likelier side after
        the release, so this is the mean of its posterior: 1 - min_alpha (1-prior) alpha + prior f(alpha) =
        1 - prior + prior delta(log((1-prior)/prior)). At even odds it is (1 + advantage) / 2.
        """
        before = real(prior, "`prior` of `posterior`", at_least=0.0, at_most=1.0)
        if not 1e-300 < before < 1.0:
            return 1.0
        odds = math.log1p(-before) - math.log(before) if before != 0.5 else 0.0
        found = (1.0 - before) + before * float(self._delta_bounds(np.array([odds]))[1][0])
        return min(1.0, max(found, before) + 8.0 * argument.UNIT * (1.0 + abs(odds)))

    def belief(self, prior: float, alpha: float = 0.0) -> float:
        """The most that an accusation can be believed: P(in | accused) where alpha of those not in are; rounded up.

        prior (1-f(alpha)) / (prior (1-f(alpha)) + (1-prior) alpha), which falls as alpha rises. At alpha = 0 it is the
        most that any output can say: odds of prior / (1-prior) times e^epsilon(0).
        """
        before = real(prior, "`prior` of `belief`", at_least=0.0, at_most=1.0)
        false = real(alpha, "`alpha` of `belief`", at_least=0.0, at_most=1.0)
        if before in (0.0, 1.0):
            return before
        less = max(math.exp(-self.epsilon(0.0)), false / self.power(false) if false else 0.0)
        return min(1.0, before / (before + (1.0 - before) * less) * (1.0 + 16.0 * argument.UNIT))


class Symmetric(Curve):
    """A curve that is its own inverse; families give delta for epsilon >= 0 only."""

    __slots__ = ()

    @abstractmethod
    def _delta_from_zero(self, epsilon: Array) -> Pair:
        """(lower, upper) of delta at epsilon >= 0."""

    def _delta_bounds(self, epsilon: Array) -> Pair:
        # f = f^-1 gives delta(-e) = 1 - e^-e + e^-e delta(e): two positive terms, nothing cancels.
        size = np.abs(epsilon)
        lower, upper = self._delta_from_zero(size)
        certain, shrink = -np.expm1(-size), np.exp(-size)
        margin = 8.0 * argument.UNIT
        low = np.where(epsilon < 0.0, (certain + shrink * lower) * (1.0 - margin), lower)
        high = np.where(epsilon < 0.0, (certain + shrink * upper) * (1.0 + margin), upper)
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def inverse(self) -> Curve:
        """Itself."""
        return self

    def symmetrize(self) -> Curve:
        """Itself."""
        return self


class Algebra(Protocol):
    """What knows every family: how curves combine, and what is read family by family. See `algebra`."""

    def repeat(self, curve: Curve, times: int) -> Curve:
        """As of `Curve`, like the others."""

    def group(self, curve: Curve, size: int) -> Curve:
        """Groups."""

    def subsample(self, curve: Curve, rate: float, sampling: Literal["uniform", "poisson"]) -> Curve:
        """Samples."""

    def renyi_bounds(self, curve: Curve, order: float) -> tuple[float, float]:
        """Rényi divergences."""


_algebra: list[Algebra] = []


def rest_on(algebra: Algebra) -> None:
    """Curves combine by this. Called once, by the package: a curve itself imports no family."""
    _algebra[:] = [algebra]


def _each(reading: Callable[[Array], Pair], at: Array) -> tuple[Any, Any]:
    # no bound is -0.0
    lower, upper = (side + 0.0 for side in reading(np.atleast_1d(at)))
    return (float(lower[0]), float(upper[0])) if at.ndim == 0 else (lower, upper)
