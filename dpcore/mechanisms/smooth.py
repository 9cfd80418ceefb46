r"""Noise scaled to the smooth sensitivity of a statistic: value + (S / alpha) Z, rounded to the grid and clamped.

The statistic gives exact integers: the value f and the number j of the scale s_j, a public sequence that grows by at
most e^beta a step (`dpcore.sensitivity.smooth.ladder`). So S = s_j is an upper bound of the local sensitivity with
S <= e^beta S' between neighbours, and f + (S / alpha) Z is epsilon-DP, or (epsilon, delta)-DP, for the constants of
`dpcore.mechanisms.admissible`. s_j / alpha is an exact fraction and Z real: the draw is f + round((s_j / alpha) Z),
exact. Rounding to the public grid and clamping to public bounds are post-processing.

Where a replaced unit can change two places (groups, or ranges of one group), each place gets epsilon / 2: the profile
for `replace` covers a row that leaves or enters (`dpcore.statistic.order.smooth_quantile`). Where it can change one
place twice in succession (two weights of a graph), each change gets epsilon / 2. This needs noise without a failure.

Nothing that this mechanism says depends on the rows: neither j nor the scale of the noise is recorded or shown, and no
public fact bounds its error, so `error` is None.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore import noise
from dpcore.budget.loss import Approximate, Loss, Pure
from dpcore.budget.loss.base import down
from dpcore.errors import DpError
from dpcore.mechanisms import admissible
from dpcore.mechanisms.admissible import Constants
from dpcore.mechanisms.base import Mechanism
from dpcore.mechanisms.exponential import epsilon_of
from dpcore.mechanisms.price import Epsilon, Mu, Price
from dpcore.number import fraction, integer, shown
from dpcore.sensitivity.smooth import Ladder
from dpcore.sensitivity.smooth.ladder import PARTS, least_floor
from dpcore.statistic.sums.ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]


@dataclass(frozen=True)
class SmoothNoise(Mechanism):
    """Noise of one distribution at the scale s_j / alpha of each place.

    kind: the name by which it is chosen. fails: whether it has a failure probability.
    alpha: the noise per unit of smooth sensitivity is 1 / alpha. epsilon: of each place. ladder: the public scales.
    low, high: the grid integers between which answers are clamped.
    """

    kind: ClassVar[str]
    fails: ClassVar[bool] = False

    alpha: Fraction
    epsilon: Fraction
    ladder: Ladder
    low: int
    high: int
    loss: Loss | None

    def __post_init__(self) -> None:
        self.law.deviation()  # parameters that the distribution does not have are refused before anything is charged

    @staticmethod
    @abstractmethod
    def constants(epsilon: Fraction, delta: Fraction, beta: Fraction | None) -> Constants:
        """Its alpha and beta for an epsilon and a delta; the beta that is given, or the usual one. Raises DpError."""

    @property
    @abstractmethod
    def law(self) -> noise.Law:
        """The distribution of Z."""

    def draw(self, exact: Integers) -> Integers:
        """A grid integer for each place, shape (places, cells), from values and numbers of scales.

        exact: shape (2, *cells, places), as `SmoothQuantile.exact` returns it.
        """
        values, steps = exact.reshape(2, -1)
        law = self.law
        drawn = [
            int(value) + int(noise.draw(law, self.ladder.scale(int(step)) / self.alpha, 1)[0])
            for value, step in zip(values, steps, strict=True)
        ]
        answer = np.array([min(max(each, self.low), self.high) for each in drawn], dtype=np.int64)
        return answer.reshape(-1, exact.shape[-1]).T

    def error(self, level: float) -> None:
        """None: the size of the noise depends on the rows, and no public fact bounds it usefully."""

    @property
    def size(self) -> str:
        """The public parameters: alpha, beta and the smallest scale."""
        return f"alpha {float(self.alpha):.6g}, beta {float(self.ladder.beta):.6g}, floor {self.ladder.floor}"

    def to_dict(self) -> dict[str, Any]:
        """The name and public parameters, fractions as text."""
        return {
            "mechanism": self.name,
            "alpha": str(self.alpha),
            "epsilon": str(self.epsilon),
            "beta": str(self.ladder.beta),
            "floor": self.ladder.floor,
            "top": self.ladder.top,
            **({"parts": self.ladder.parts} if self.ladder.parts > 1 else {}),
            "low": self.low,
            "high": self.high,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The mechanism that `to_dict` wrote."""
        floor, top, parts = (integer(value) for value in (data["floor"], data["top"], data.get("parts", 1)))
        ladder = Ladder(floor, top, fraction(data["beta"]), parts)
        ends = integer(data["low"]), integer(data["high"])
        return cls(fraction(data["alpha"]), fraction(data["epsilon"]), ladder, *ends, loss)


@final
@dataclass(frozen=True)
class PowerCoreNoise(SmoothNoise):
    """Power-core noise: of all distributions the one with the smallest noise by the path certificate."""

    name: ClassVar[str] = "smooth_power_core"
    cites: ClassVar[str] = (
        "noise scaled to smooth sensitivity (Nissim, Raskhodnikova and Smith 2007), of the power-core distribution, "
        "epsilon-DP"
    )
    kind: ClassVar[str] = "power_core"
    constants = staticmethod(admissible.power_core)

    @property
    def law(self) -> noise.Law:
        """The power-core distribution, with epsilon rounded down."""
        return noise.PowerCore(down(self.epsilon), float(self.ladder.beta))


@final
@dataclass(frozen=True)
class StudentNoise(SmoothNoise):
    """Student's t noise with 3 degrees of freedom."""

    name: ClassVar[str] = "smooth_student"
    cites: ClassVar[str] = "noise scaled to smooth sensitivity, of Student's t distribution (Bun and Steinke 2019)"
    kind: ClassVar[str] = "student"
    constants = staticmethod(admissible.student)

    @property
    def law(self) -> noise.Law:
        """Student's t distribution."""
        return noise.StudentT(float(admissible.DF))


@final
@dataclass(frozen=True)
class Cauchy4Noise(SmoothNoise):
    """Noise of density ~ 1/(1 + z^4)."""

    name: ClassVar[str] = "smooth_cauchy4"
    cites: ClassVar[str] = (
        "noise scaled to smooth sensitivity, of density 1/(1 + z^4) (Nissim, Raskhodnikova and Smith 2007)"
    )
    kind: ClassVar[str] = "cauchy4"
    constants = staticmethod(admissible.cauchy4)

    @property
    def law(self) -> noise.Law:
        """The distribution with density ~ 1/(1 + z^4)."""
        return noise.Cauchy4()


@final
@dataclass(frozen=True)
class SmoothLaplaceNoise(SmoothNoise):
    """Laplace noise; it has a failure probability."""

    name: ClassVar[str] = "smooth_laplace"
    cites: ClassVar[str] = (
        "Laplace noise scaled to smooth sensitivity, (epsilon, delta)-DP (Nissim, Raskhodnikova and Smith 2007)"
    )
    kind: ClassVar[str] = "laplace"
    fails: ClassVar[bool] = True
    constants = staticmethod(admissible.laplace)

    @property
    def law(self) -> noise.Law:
        """The Laplace distribution."""
        return noise.Laplace()


@final
@dataclass(frozen=True)
class SmoothGaussianNoise(SmoothNoise):
    """Gaussian noise; it has a failure probability, and its loss is not mu-GDP for the mu of its scale."""

    name: ClassVar[str] = "smooth_gaussian"
    cites: ClassVar[str] = (
        "Gaussian noise scaled to smooth sensitivity, (epsilon, delta)-DP (Nissim, Raskhodnikova and Smith 2007)"
    )
    kind: ClassVar[str] = "gaussian"
    fails: ClassVar[bool] = True
    constants = staticmethod(admissible.gaussian)

    @property
    def law(self) -> noise.Law:
        """The normal distribution."""
        return noise.Gaussian()


SMOOTH: tuple[type[SmoothNoise], ...] = (
    PowerCoreNoise,
    StudentNoise,
    Cauchy4Noise,
    SmoothLaplaceNoise,
    SmoothGaussianNoise,
)
"""The distributions that can be chosen, the default first."""


def smooth(
    price: Price,
    ranges: Sequence[Sequence[Range]],
    neighbors: Neighbors,
    *,
    floor: int = 1,
    kind: str = "power_core",
    beta: Fraction | None = None,
) -> SmoothNoise:
    """The noise for a price, on one number for each range of each cell.

    floor: the smallest scale in grid steps, public; a larger one makes the window of order statistics shorter. kind:
    that of one of SMOOTH. beta: the smoothness, by default a quarter or a tenth of epsilon; with a failure
    probability the largest published one. Loss: Pure(epsilon), or Approximate(epsilon, delta) with the delta of a `Mu`
    price, where epsilon is the largest that its mu covers. Raises DpError, on public facts only.
    """
    flat = [range_ for cell in ranges for range_ in cell]
    top = max(1, *(range_.high - range_.low for range_ in flat))
    ends = min(min(range_.low, range_.high) for range_ in flat), max(range_.high for range_ in flat)
    changes = 1 if neighbors == "add_remove" or len(flat) == 1 else 2
    return scaled(price, top, ends, changes, floor=floor, kind=kind, beta=beta)


def scaled(
    price: Price,
    top: int,
    ends: tuple[int, int],
    changes: int,
    *,
    floor: int | None = None,
    kind: str = "power_core",
    beta: Fraction | None = None,
) -> SmoothNoise:
    """The same for any statistic with a smooth sensitivity, answered in [ends[0], ends[1]].

    top: the largest possible sensitivity in grid steps. changes: the most changes that a unit makes, each to one place
    and each covered by the statistic's profile; each gets an equal share of epsilon. floor: None for the smallest for
    which there are not too many scales: 1, except at very low prices. Raises DpError.
    """
    chosen = _named(kind)
    delta = price.delta if isinstance(price, Mu) else Fraction(0)
    total = price.epsilon if isinstance(price, Epsilon) else epsilon_of(price.squared, Pure)
    if chosen.fails and not (delta and changes == 1):
        raise DpError(
            "{kind} noise scaled to smooth sensitivity needs a failure probability, and that a unit changes one place.",
            "Use power-core noise, or give the price a delta.",
            kind=kind,
        )
    epsilon = total / changes
    constants = chosen.constants(epsilon, delta, beta)
    ladder = Ladder(least_floor(top, constants.beta) if floor is None else floor, top, constants.beta, PARTS)
    loss = Approximate(total, delta) if chosen.fails else Pure(total)
    return chosen(constants.alpha, epsilon, ladder, *ends, loss)


def _named(name: str) -> type[SmoothNoise]:
    for kind in SMOOTH:
        if kind.kind == name:
            return kind
    raise DpError(
        "`kind` of a smooth sensitivity must be one of {names}. Got {kind}.",
        "power_core has the smallest noise.",
        names=", ".join(kind.kind for kind in SMOOTH),
        kind=shown(name),
    )
