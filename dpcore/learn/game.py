r"""The distinguishing game on two public tables: does a count come from the table with Iris or without her?

An attacker who says "with" from a threshold t on makes two errors (X the noise, the counts n and n + 1):

    false alarms   alpha = P(n + X >= t)          misses   beta = P(n + 1 + X < t)

Noise is `round(scale * Z)`, so {X >= k} is {scale Z >= k - 1/2}: with Gaussian and Laplace noise every pair lies on the
curve of the real noise; with discrete Laplace noise on that of `pure` (Neyman & Pearson 1933).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore import noise, special, tradeoff
from dpcore.noise import entropy
from dpcore.number import exact, real, whole
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

PERSON = "Iris"
TABLE = (("Ada", True), ("Ben", False), ("Cleo", True), ("Dan", False), ("Eva", True), ("Finn", False), (PERSON, True))
WITH = sum(ill for _, ill in TABLE)
WITHOUT = WITH - 1
NAMES = {True: Text("with {person}", person=PERSON), False: Text("without {person}", person=PERSON)}
ROUNDS = 2_000
STRENGTHS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
_MOST = 10**6
_NINETEEN_IN_TWENTY = 1.959963984540054


@final
@dataclass(frozen=True)
class Mechanism:
    """Noise on a count that one person changes by one.

    symbol: the name of the promise's parameter. promise(s): its curve. tail(x, s): P(scale Z >= x) at scale 1/s;
    of the discrete law only at half integers x.
    """

    name: str
    title: Text
    symbol: str
    law: noise.Law
    promise: Callable[[float], tradeoff.Curve]
    tail: Callable[[Any, float], Any]

    def noisy(self, strength: float, count: int, size: int) -> NDArray[np.int64]:
        """`size` independent noisy answers to a count."""
        return count + noise.draw(self.law, 1 / exact(strength), size)

    def errors(self, strength: float, threshold: float) -> tuple[float, float]:
        """(alpha, beta) of "with, from `threshold` on"; for noise that is not rounded take threshold + 1/2."""
        before = threshold - 0.5
        alpha = float(self.tail(np.float64(before - WITHOUT), strength))
        return alpha, float(self.tail(np.float64(WITH - before), strength))

    def spread(self, strength: float) -> float:
        """The standard deviation of the noise, in people."""
        return self.law.std(1 / exact(strength))


def _gaussian(x: Any, mu: float) -> Any:
    return special.ndtr(-mu * x)


def _laplace(x: Any, epsilon: float) -> Any:
    half = 0.5 * np.exp(-epsilon * np.abs(x))
    return np.where(x >= 0.0, half, 1.0 - half)


def _discrete(x: Any, epsilon: float) -> Any:
    # P(X >= k) = e^{-epsilon k} / (1 + e^{-epsilon}) for k = x + 1/2 >= 1, and the law is symmetric
    far = np.exp(-epsilon * (np.abs(x) + 0.5)) / (1.0 + math.exp(-epsilon))
    return np.where(x >= 0.0, far, 1.0 - far)


MECHANISMS: tuple[Mechanism, ...] = (
    Mechanism("gaussian", Text("Gaussian noise"), "mu", noise.Gaussian(), tradeoff.gaussian, _gaussian),
    Mechanism("laplace", Text("Laplace noise"), "epsilon", noise.Laplace(), tradeoff.laplace, _laplace),
    Mechanism("discrete", Text("Discrete Laplace noise"), "epsilon", noise.DiscreteLaplace(), tradeoff.pure, _discrete),
)


@final
@dataclass(frozen=True)
class Round:
    """One noisy answer, and the table from which it came."""

    present: bool
    answer: int


def deal(mechanism: Mechanism, strength: float) -> Round:
    """A table chosen by a fair coin, and its noisy count."""
    present = bool(entropy.words(1)[0] & np.uint64(1))
    return Round(present, int(mechanism.noisy(strength, WITH if present else WITHOUT, 1)[0]))


@final
@dataclass(frozen=True)
class Share:
    """`hits` of `rounds`, with a 95 % interval for the underlying probability (Wilson 1927)."""

    hits: int
    rounds: int

    @property
    def value(self) -> float:
        """The observed share."""
        return self.hits / self.rounds

    @property
    def ends(self) -> tuple[float, float]:
        """(low, high) of the interval."""
        n, z2 = self.rounds, _NINETEEN_IN_TWENTY**2
        middle = (self.hits + z2 / 2) / (n + z2)
        half = _NINETEEN_IN_TWENTY / (n + z2) * math.sqrt(self.hits * (n - self.hits) / n + z2 / 4)
        return max(0.0, middle - half), min(1.0, middle + half)


@final
@dataclass(frozen=True, eq=False)
class Rounds:
    """Many noisy answers: half of them without Iris, half with her."""

    mechanism: Mechanism
    strength: float
    without: NDArray[np.int64]
    present: NDArray[np.int64]

    def errors(self, threshold: int) -> tuple[Share, Share]:
        """(false alarms, misses) of the attacker who says "with" from `threshold` on."""
        alarms, misses = int(np.sum(self.without >= threshold)), int(np.sum(self.present < threshold))
        return Share(alarms, len(self.without)), Share(misses, len(self.present))


def play(mechanism: Mechanism, strength: float, rounds: int = ROUNDS) -> Rounds:
    """Draws `rounds` noisy answers, an even number up to 10^6."""
    real(strength, "`strength` of `play`", above=0.0)
    half = whole(rounds, "`rounds` of `play`", low=2, high=_MOST) // 2
    return Rounds(
        mechanism,
        strength,
        mechanism.noisy(strength, WITHOUT, half),
        mechanism.noisy(strength, WITH, half),
    )


def best(mechanism: Mechanism, strength: float) -> float:
    """The largest share of rounds that an attacker can guess right in the long run."""
    return mechanism.promise(strength).posterior(0.5)
