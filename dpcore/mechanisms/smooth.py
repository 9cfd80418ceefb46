r"""Noise scaled to the smooth sensitivity of a statistic: value + (S / alpha) Z, rounded to the grid and clamped.

The statistic gives exact integers: the value f and the number j of the scale s_j, a public sequence that grows by at
most e^beta a step (`dpcore.sensitivity.smooth.ladder`). So S = s_j is an upper bound of the local sensitivity with
S <= e^beta S' between neighbours, and f + (S / alpha) Z is epsilon-DP, or (epsilon, delta)-DP, for the constants of
`dpcore.mechanisms.admissible`. s_j / alpha is an exact fraction and Z real: the draw is f + round((s_j / alpha) Z),
exact. Rounding to the public grid and clamping to public bounds are post-processing.

Where a replaced unit can change two places (groups, or ranges of one group), each place gets epsilon / 2: the profile
for `replace` covers a row that leaves or enters (`dpcore.statistic.order.smooth_quantile`). Where a replaced unit can
change one place twice in succession (two weights of a graph), each change gets epsilon / 2. Such a split needs noise
without a failure probability.

No recorded or shown value depends on the rows: j and the scale of the noise are neither recorded nor shown. No public
fact bounds the error, so `error` is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpcore.budget.loss import Approximate, Pure
from dpcore.errors import DpError
from dpcore.mechanisms.exponential import epsilon_of
from dpcore.mechanisms.price import Epsilon, Mu, Price
from dpcore.mechanisms.smooth_noise import SMOOTH, SmoothNoise
from dpcore.number import shown
from dpcore.sensitivity.smooth import Ladder
from dpcore.sensitivity.smooth.ladder import PARTS, least_floor
from dpcore.statistic.sums.ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]


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

    floor: the smallest scale in grid steps, public; a larger floor makes the window of order statistics shorter. kind:
    the `kind` of a class in SMOOTH. beta: the smoothness, by default that of the kind's function in `admissible`.
    Loss: Pure(epsilon), or Approximate(epsilon, delta) with the delta of a `Mu` price, where epsilon is the largest
    that its mu covers. Raises DpError, on public facts only.
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
    """As `smooth`, for any statistic with a smooth sensitivity and answers in [ends[0], ends[1]].

    top: the largest possible sensitivity in grid steps. changes: the most changes that a unit makes, each to one place
    and each covered by the statistic's profile; each gets an equal share of epsilon. floor: None chooses the smallest
    floor whose ladder is not too long: 1, except at very low prices. Raises DpError.
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
