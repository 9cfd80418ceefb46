"""HOW NOISE IS DRAWN: exact integers from real laws, so that a proof about real noise holds for the program.

draw                          round(scale * Z), exact, from the operating system's generator
Gaussian, Laplace             the additive laws (curves `gaussian`, `laplace`)
DiscreteLaplace               the exact discrete law for counts (curve `pure`)
StudentT, Cauchy4, PowerCore  heavy tails for smooth sensitivity (curve `pure`)
LAWS                          all of them, in this order
exponential, permute_and_flip  exact selection of grid integers by score (losses `BoundedRange`, `Pure`)

entropy.py   random words; nothing seeds or buffers them
law.py       what a law must say, and what follows from it: half widths, quantiles, certain rounding
ball.py      rigorous arithmetic where doubles cannot decide
selection.py selection by score: exact for an exact rate
sample.py    the sampler: data-independent, it never sees a row
"""

from __future__ import annotations

from dpcore.noise.cauchy import Cauchy4
from dpcore.noise.gaussian import Gaussian
from dpcore.noise.laplace import DiscreteLaplace, Laplace
from dpcore.noise.law import Law
from dpcore.noise.powercore import PowerCore
from dpcore.noise.sample import draw
from dpcore.noise.selection import exponential, permute_and_flip
from dpcore.noise.student import StudentT

LAWS: tuple[type[Law], ...] = (Gaussian, Laplace, DiscreteLaplace, StudentT, Cauchy4, PowerCore)

__all__ = [
    "LAWS",
    "Cauchy4",
    "DiscreteLaplace",
    "Gaussian",
    "Laplace",
    "Law",
    "PowerCore",
    "StudentT",
    "draw",
    "exponential",
    "permute_and_flip",
]
