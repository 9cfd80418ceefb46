"""The mechanisms that draw noise scaled to a smooth bound."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore import noise
from dpcore.budget.loss import Loss
from dpcore.budget.loss.base import down
from dpcore.mechanisms import admissible
from dpcore.mechanisms.admissible import Constants
from dpcore.mechanisms.base import Mechanism
from dpcore.number import fraction, integer
from dpcore.sensitivity.smooth import Ladder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]


@dataclass(frozen=True)
class SmoothNoise(Mechanism):
    """Noise of one distribution at the scale s_j / alpha of each place.

    kind: the name that selects the class. fails: whether the noise has a failure probability.
    alpha: a smooth sensitivity S gives the scale S / alpha. epsilon: the share of each place. ladder: the public scales
    s_j. low, high: answers are clamped to these grid integers.
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
        self.law.deviation()  # raises before any charge if the distribution does not allow the parameters

    @staticmethod
    @abstractmethod
    def constants(epsilon: Fraction, delta: Fraction, beta: Fraction | None) -> Constants:
        """alpha and beta for an epsilon and a delta; `beta` None chooses the usual value. Raises DpError."""

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
    """Power-core noise, the smallest noise that the path certificate allows."""

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
    """Laplace noise, with a failure probability."""

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
    """Gaussian noise, with a failure probability. The release is (epsilon, delta)-DP, not mu-GDP for the scale's mu."""

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
