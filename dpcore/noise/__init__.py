"""DRAWING NOISE: exact rounded draws from continuous distributions, so that proofs about real noise apply as they are.

draw                          round(scale * Z), exact, from the operating system's random number generator
Gaussian, Laplace             additive noise (trade-off curves `gaussian`, `laplace`)
DiscreteLaplace               the exact discrete distribution for counts (curve `pure`)
StudentT, Cauchy4, PowerCore  heavy-tailed noise for smooth sensitivity (curve `pure`)
LAWS                          all of these noise distributions, in this order
exponential, permute_and_flip  exact selection of grid integers by score (losses `BoundedRange`, `Pure`)

entropy.py   random words, without seed or buffer
law.py       the interface of a noise distribution; half widths, quantiles and certified rounding derived from it
ball.py      rigorous interval arithmetic where double precision is not enough
selection.py selection by score, exact for an exact rate
sampler.py   the sampler, which is independent of the data
"""

from __future__ import annotations

from dpcore.noise.cauchy import Cauchy4
from dpcore.noise.gaussian import Gaussian
from dpcore.noise.laplace import DiscreteLaplace, Laplace
from dpcore.noise.law import Law
from dpcore.noise.powercore import PowerCore
from dpcore.noise.sampler import draw
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
