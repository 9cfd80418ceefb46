r"""What one release of noise may lose about one unit: a curve, and what each account books for it, exactly.

A closed set; it is all that the ledger is told of a mechanism. Amounts are exact fractions, so that they are added
exactly and rounded up once. An account that a loss does not fit books None: it is exceeded.

Gaussian       Gaussian noise: mu^2, without loss (Dong, Roth & Su 2022, Cor. 3.3); no epsilon
Pure           any epsilon-DP release, discrete Laplace noise among them: epsilon; mu = -2 Phi^-1(1/(1+e^epsilon))
Laplace        real Laplace noise, rounded: epsilon; mu = -2 Phi^-1(e^{-epsilon/2}/2)
BoundedRange   the exponential mechanism: epsilon, and the mu of half of it (Dong, Durfee & Rogers 2020)
Approximate    any (epsilon, delta)-DP release: the mu of epsilon, and delta beside it; no epsilon
Subsampled     steps of Gaussian noise, each on a Poisson sample: mu of the composed curve at a delta, beside it

The mu of a pure loss is the smallest whose G_mu lies under its curve, so that products of curves lie above G of the
summed mu^2, whoever chose the losses and when.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, final

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from dpcore import tradeoff
from dpcore.budget import renyi
from dpcore.budget.slot import up
from dpcore.errors import BudgetError, DpError
from dpcore.number import shown

Floats = NDArray[np.float64]
_LAST_ORDER = 256


class Loss(ABC):
    """A curve, and the exact amounts of it. Subclasses are frozen dataclasses of exact numbers, compared by value.

    name: as it is written in the ledger, never renamed.
    """

    __slots__ = ()
    name: ClassVar[str]

    def __post_init__(self) -> None:
        for one in fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            whole = one.name == "steps"
            if type(value) is not (int if whole else Fraction) or value < whole:
                raise BudgetError(
                    f"A loss is made of exact fractions, none negative. Got {shown(value)} as its {one.name}.",
                    "For example Gaussian(Fraction(1, 100)).",
                )

    @property
    @abstractmethod
    def curve(self) -> tradeoff.Curve:
        """What is promised, its numbers rounded up."""

    @property
    def pure(self) -> Fraction | None:
        """Epsilon as the pure account books it; None where none is finite."""
        return None

    @property
    @abstractmethod
    def mu_squared(self) -> Fraction | None:
        """mu**2 as the Gaussian account books it, with `failure` beside it; None where none is finite."""

    @property
    def failure(self) -> Fraction:
        """The delta that is booked beside mu."""
        return Fraction(0)

    def renyi(self, order: float) -> Fraction | None:
        """The Rényi loss at an order above 1, rounded up; None where none is finite."""
        return _read(self.curve, order)

    def divergences(self, orders: Floats) -> Floats:
        """The same at many orders, in doubles and rounded up; infinite where there is none."""
        losses = (self.renyi(float(order)) for order in orders)
        return np.array([math.inf if loss is None else up(loss) for loss in losses], dtype=np.float64)

    @property
    def rho(self) -> float:
        """Its price in zero-concentrated differential privacy (Bun & Steinke 2016); infinite where there is none."""
        return math.inf

    def epsilon(self, delta: float) -> float:
        """Its epsilon at delta: its own where it is pure."""
        return _epsilon(self.curve, delta) if self.pure is None else up(self.pure)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, fractions as text; `from_dict` reads it back."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]
        plain = {name: value if isinstance(value, int) else str(value) for name, value in values.items()}
        return {"loss": self.name, **plain}


@final
@dataclass(frozen=True, slots=True)
class Gaussian(Loss):
    """Gaussian noise of exactly mu-GDP; size is mu**2."""

    name: ClassVar[str] = "gaussian"

    size: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """G_mu."""
        return tradeoff.gaussian(_root(self.size))

    @property
    def mu_squared(self) -> Fraction:
        """Its size."""
        return self.size

    def renyi(self, order: float) -> Fraction:
        """order * mu**2 / 2, exactly (Mironov 2017, Prop. 7)."""
        return renyi.gaussian(self.size, order)

    def divergences(self, orders: Floats) -> Floats:
        """The same in doubles."""
        return orders * self.rho

    @property
    def rho(self) -> float:
        """mu**2 / 2."""
        return up(self.size) / 2.0


class _Epsilon(Loss):
    """A loss that is epsilon-DP, epsilon its size."""

    __slots__ = ()
    size: Fraction

    @property
    def pure(self) -> Fraction:
        """Its size."""
        return self.size

    @property
    def mu_squared(self) -> Fraction | None:
        """The squared mu of its curve; as the double it is, not as the decimal it prints as: that may be smaller."""
        return _squared(self.curve.mu())

    @property
    def rho(self) -> float:
        """epsilon**2 / 2 (Bun & Steinke 2016, Prop. 1.4)."""
        return up(self.size) ** 2 / 2.0

    def _limited(self, losses: Floats) -> Floats:
        """Losses in doubles, at most epsilon, rounded up by a billionth."""
        size = up(self.size)
        return np.asarray(np.fmin(np.where(np.isfinite(losses), losses, size), size) * (1.0 + 1e-9))


@final
@dataclass(frozen=True, slots=True)
class Pure(_Epsilon):
    """Any epsilon-DP release."""

    name: ClassVar[str] = "pure"

    size: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """f_{epsilon,0}."""
        return tradeoff.pure(up(self.size))

    def renyi(self, order: float) -> Fraction:
        """That of randomised response (see `dpcore.budget.renyi`)."""
        return renyi.pure(self.size, order)

    def divergences(self, orders: Floats) -> Floats:
        """The same in doubles, without cancelling."""
        return self._limited(renyi.pure_in_doubles(up(self.size), orders))


@final
@dataclass(frozen=True, slots=True)
class Laplace(_Epsilon):
    """Real Laplace noise, rounded."""

    name: ClassVar[str] = "laplace"

    size: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """T(Lap(0,1), Lap(epsilon,1))."""
        return tradeoff.laplace(up(self.size))

    def renyi(self, order: float) -> Fraction:
        """That of Laplace noise (see `dpcore.budget.renyi`)."""
        return renyi.laplace(self.size, order)

    def divergences(self, orders: Floats) -> Floats:
        """The same in doubles, without cancelling."""
        return self._limited(renyi.laplace_in_doubles(up(self.size), orders))


@final
@dataclass(frozen=True, slots=True)
class BoundedRange(_Epsilon):
    """Log likelihood ratios in a band of this width, wherever it lies: selection by the exponential mechanism."""

    name: ClassVar[str] = "bounded_range"

    size: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """(1 - alpha) / (1 + (e^epsilon - 1) alpha)."""
        return tradeoff.bounded_range(up(self.size))

    def renyi(self, order: float) -> Fraction:
        """The largest of two outcomes in a band (see `dpcore.budget.renyi`), not that of the curve, which is above."""
        return renyi.bounded_range(self.size, order)

    def divergences(self, orders: Floats) -> Floats:
        """The same in doubles: at most order * epsilon**2 / 8 (Dong, Durfee & Rogers 2020), and epsilon."""
        return self._limited(orders * self.rho)

    @property
    def rho(self) -> float:
        """epsilon**2 / 8."""
        return up(self.size) ** 2 / 8.0


@final
@dataclass(frozen=True, slots=True)
class Approximate(Loss):
    """Any (epsilon, delta)-DP release; size is epsilon, failure is delta, above 0."""

    name: ClassVar[str] = "approximate"

    size: Fraction
    failing: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """f_{epsilon,delta} = pure(epsilon) tensor f_{0,delta}."""
        return tradeoff.approximate(up(self.size), up(self.failing))

    @property
    def mu_squared(self) -> Fraction | None:
        """That of its epsilon, with delta beside it."""
        return Pure(self.size).mu_squared if self.size else Fraction(0)

    @property
    def failure(self) -> Fraction:
        """Its delta."""
        return self.failing

    def renyi(self, order: float) -> None:
        """None: an outcome that gives the unit away has no finite divergence."""

    def epsilon(self, delta: float) -> float:
        """Its own from its delta on."""
        return _epsilon(self.curve, delta)


@final
@dataclass(frozen=True, slots=True)
class Subsampled(Loss):
    """`steps` of Gaussian noise of mu**2 = size, each on a Poisson sample that takes a unit with chance `rate`.

    For add/remove neighbours: both orders, composed apart (Mironov, Talwar & Zhang 2019). failing: the delta at which
    mu is read. Where every step happens to take the unit nothing is hidden by sampling, so without any delta the mu is
    that of the steps without sampling.
    """

    name: ClassVar[str] = "subsampled"

    size: Fraction
    rate: Fraction
    steps: int
    failing: Fraction = Fraction(0)

    @property
    def curve(self) -> tradeoff.Curve:
        """That of the steps together; its sampling rate and its mu are rounded up."""
        return tradeoff.subsampled_gaussian(up(self.rate), math.nextafter(1.0 / _root(self.size), 0.0), self.steps)

    @property
    def mu_squared(self) -> Fraction | None:
        """The squared mu of the composed curve at `failing`."""
        return _squared(_mu(self.curve, _down(self.failing)))

    @property
    def failure(self) -> Fraction:
        """The delta at which mu is read."""
        return self.failing

    def divergences(self, orders: Floats) -> Floats:
        """At most those of the next whole order (Mironov, Talwar & Zhang 2019, 3.3), and those without sampling."""
        table = np.array([_sampled(_root(self.size), up(self.rate), order) for order in range(2, _LAST_ORDER + 1)])
        above = np.clip(np.ceil(orders).astype(int), 2, _LAST_ORDER)
        losses = np.where(orders > _LAST_ORDER, math.inf, table[above - 2])
        return np.asarray(self.steps * np.fmin(losses, orders * up(self.size) / 2.0) * (1.0 + 1e-9))


LOSSES: tuple[type[Loss], ...] = (Gaussian, Pure, Laplace, BoundedRange, Approximate, Subsampled)
"""Every kind there is. A new one is a class here and, where many of it compose well, its weights in `joint`."""

_KINDS: Mapping[str, type[Loss]] = {kind.name: kind for kind in LOSSES}


def from_dict(stored: Mapping[str, Any]) -> Loss:
    """The loss that `to_dict` wrote. Raises DpError for one that this version does not know."""
    values = dict(stored)
    kind = _KINDS.get(str(values.pop("loss", None)))
    if kind is None or {one.name for one in fields(kind)} != values.keys():  # type: ignore[arg-type]
        raise DpError(f"This version does not know the loss {shown(dict(stored))}.", "Update the program.")
    return kind(**{name: value if isinstance(value, int) else Fraction(value) for name, value in values.items()})


def of_curve(stored: Mapping[str, Any]) -> Loss | None:
    """The loss of a curve as charges were written before they named their losses; None where nothing was lost."""
    match stored:
        case {"family": "gaussian", "mu": mu}:
            return Gaussian(Fraction(mu) ** 2)
        case {"family": "pure", "epsilon": epsilon}:
            return Pure(Fraction(epsilon))
        case {"family": "laplace", "epsilon": epsilon}:
            return Laplace(Fraction(epsilon))
    return None


def _root(square: Fraction) -> float:
    """The square root, rounded up."""
    root = math.sqrt(square)
    return root if Fraction(root) ** 2 >= square else math.nextafter(root, math.inf)


@lru_cache(maxsize=4096)
def _sampled(mu: float, rate: float, order: int) -> float:
    """The Rényi loss of one step at a whole order: log of a sum over how many of `order` copies are sampled."""
    taken = np.arange(order + 1, dtype=np.float64)
    ways = gammaln(order + 1.0) - gammaln(taken + 1.0) - gammaln(order - taken + 1.0)
    rest = (
        (order - taken) * np.log1p(-min(rate, 1.0 - 2.0**-53))
        if rate < 1.0
        else np.where(taken < order, -math.inf, 0.0)
    )
    terms = ways + rest + taken * math.log(rate) + taken * (taken - 1.0) * mu**2 / 2.0
    most = float(np.max(terms))
    return (most + math.log(math.fsum(np.exp(terms - most)))) / (order - 1.0) + 1e-12


def _down(value: Fraction) -> float:
    number = float(value)
    return number if Fraction(number) <= value else math.nextafter(number, 0.0)


def _squared(mu: float) -> Fraction | None:
    return None if math.isinf(mu) else Fraction(mu) ** 2


@lru_cache(maxsize=4096)
def _mu(curve: tradeoff.Curve, delta: float) -> float:
    return curve.mu(delta)


@lru_cache(maxsize=4096)
def _epsilon(curve: tradeoff.Curve, delta: float) -> float:
    return float(curve.epsilon(delta))


@lru_cache(maxsize=4096)
def _read(curve: tradeoff.Curve, order: float) -> Fraction | None:
    loss = curve.renyi(order)
    return None if math.isinf(loss) else Fraction(loss)
