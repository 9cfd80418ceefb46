"""A mechanism: Laplace noise, rounded to tens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

from dpcore import noise
from dpcore.budget.loss import Loss
from dpcore.mechanisms.base import Mechanism, Spread
from dpcore.number import fraction

if TYPE_CHECKING:
    from dpcore.mechanisms.base import Integers

_LAW = noise.Laplace()


@final
@dataclass(frozen=True)
class Tens(Mechanism):
    """The nearest multiple of ten to the exact integer plus Laplace noise: rounding is post-processing.

    scale: of the noise, in grid units: at least the L1 sensitivity by epsilon.
    """

    name: ClassVar[str] = "tens"
    cites: ClassVar[str] = "Laplace noise, epsilon-DP (Dwork, McSherry, Nissim and Smith 2006), rounded to tens"

    scale: Fraction
    loss: Loss | None

    def draw(self, exact: Integers) -> Integers:
        """Multiples of ten, shape (coordinates, cells)."""
        noisy: Integers = exact + noise.draw(_LAW, self.scale, exact.shape).astype(object)
        return (noisy + 5) // 10 * 10

    def error(self, level: float) -> Spread:
        """That of the noise, and at most five more."""
        scale = float(self.scale)
        std, half = _LAW.std(scale) + 5, float(_LAW.half_width(scale, level)) + 5
        return Spread((std,), (half,), half / std)

    @property
    def size(self) -> str:
        """The scale of the noise."""
        return f"{float(self.scale):.6g}"

    def to_dict(self) -> dict[str, Any]:
        """The name and the scale."""
        return {"mechanism": self.name, "scale": str(self.scale)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The mechanism that `to_dict` wrote."""
        return cls(fraction(data["scale"]), loss)
