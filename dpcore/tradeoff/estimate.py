r"""The central limit theorem of composition: two estimates of a total, never used for accounting.

berry_esseen   mu, gamma: G_mu(a + gamma) - gamma <= tensor f_i (a) <= G_mu(a - gamma) + gamma on [gamma, 1 - gamma]
               (Dong, Roth & Su 2022, Thm 3.4): rigorous with its gamma, an estimate without
sgd_mu         mu of noisy gradient descent in the limit of many steps: an estimate; it may be below the truth
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, final

from dpcore import special
from dpcore.errors import DpError
from dpcore.number import real, shown, whole
from dpcore.tradeoff.argument import items_of
from dpcore.tradeoff.compose import factors
from dpcore.tradeoff.curve import Curve


@final
class Estimate(float):
    """A number that is not a bound: neither the number nor a result computed from it may be charged.

    Arithmetic returns an Estimate again; only an explicit float(...) converts it to a plain number.
    """

    __slots__ = ()
    certified = False

    def __repr__(self) -> str:
        return f"{float(self)!r} (an estimate, not a bound)"

    def __add__(self, other: float) -> Estimate:
        return Estimate(float(self) + other)

    def __sub__(self, other: float) -> Estimate:
        return Estimate(float(self) - other)

    def __rsub__(self, other: float) -> Estimate:
        return Estimate(other - float(self))

    def __mul__(self, other: float) -> Estimate:
        return Estimate(float(self) * other)

    def __truediv__(self, other: float) -> Estimate:
        return Estimate(float(self) / other)

    def __rtruediv__(self, other: float) -> Estimate:
        return Estimate(other / float(self))

    def __pow__(self, other: float, modulus: None = None) -> Estimate:
        return Estimate(float(self) ** other)

    def __neg__(self) -> Estimate:
        return Estimate(-float(self))

    def __abs__(self) -> Estimate:
        return Estimate(abs(float(self)))

    __radd__, __rmul__ = __add__, __mul__


@final
@dataclass(frozen=True, slots=True)
class BerryEsseen:
    """G_mu is within gamma of the composition, in alpha and in f; vacuous for gamma >= 1/2.

    mu alone is an estimate; the bound is mu together with gamma.
    """

    mu: Estimate
    gamma: float


def berry_esseen(curves: Iterable[Curve]) -> BerryEsseen:
    """mu = 2 |kl|_1 / s and gamma = 0.56 |kappa3_centered|_1 / s^3, s^2 = |kappa2|_1 - |kl|_2^2."""
    counted: list[tuple[Curve, int]] = []
    items = items_of(curves)
    for curve in [curves] if items is None else items:
        if not isinstance(curve, Curve):
            raise DpError("`berry_esseen` takes a list of trade-off curves. Got {curve}.", curve=type(curve).__name__)
        counted += factors(curve)
    each = [(curve.moments(), times) for curve, times in counted]
    kl = math.fsum(times * m.kl for m, times in each)
    if not math.isfinite(kl):
        raise DpError("`berry_esseen` needs curves with f(0) = 1.", "charge failures apart; they add")
    spread = math.sqrt(math.fsum(times * (m.kappa2 - m.kl**2) for m, times in each))
    if spread == 0.0:
        return BerryEsseen(Estimate(0.0), 0.0)
    third = math.fsum(times * m.kappa3_centered for m, times in each)
    return BerryEsseen(Estimate(2.0 * kl / spread), 0.56 * third / spread**3)


def sgd_mu(
    rows: int,
    batch: int,
    noise_multiplier: float,
    epochs: float,
    sampling: Literal["poisson", "uniform"] = "poisson",
) -> Estimate:
    """An estimate of mu after epochs * rows / batch steps, p = batch / rows, s = noise_multiplier.

    poisson   p sqrt(T (e^{1/s^2} - 1))                                            Bu, Dong, Long & Su 2020
    uniform   sqrt(2) p sqrt(T) sqrt(e^{1/s^2} Phi(3/(2s)) + 3 Phi(-1/(2s)) - 2)   Dong, Roth & Su 2022, Cor. 5.4
    """
    total = whole(rows, "`rows` of `sgd_mu`", low=1, high=2**63)
    size = whole(batch, "`batch` of `sgd_mu`", low=1, high=total)
    noise = real(noise_multiplier, "`noise_multiplier` of `sgd_mu`", at_least=0.04, at_most=1e9)
    steps = real(epochs, "`epochs` of `sgd_mu`", above=0.0) * total / size
    rate, square = size / total, noise**-2
    if not isinstance(sampling, str) or sampling not in ("poisson", "uniform"):
        raise DpError(
            '`sampling` of `sgd_mu` must be "poisson" or "uniform". Got {sampling}.', sampling=shown(sampling)
        )
    if sampling == "poisson":
        return Estimate(rate * math.sqrt(steps * math.expm1(square)))
    # e^v Phi(3/(2s)) + 3 Phi(-1/(2s)) - 2, written without cancellation
    chi = math.expm1(square) * float(special.ndtr(1.5 / noise))
    chi += 0.5 * math.erf(1.5 / noise / math.sqrt(2.0)) - 1.5 * math.erf(0.5 / noise / math.sqrt(2.0))
    return Estimate(rate * math.sqrt(2.0 * steps * max(chi, 0.0)))
