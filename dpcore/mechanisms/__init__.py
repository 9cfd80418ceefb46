"""HOW NOISE MEETS A STATISTIC, and what that costs: a mechanism tells the ledger its loss and nothing else.

price       mu or epsilon, in exact fractions
additive    Laplace, discrete Laplace and (elliptical) Gaussian noise on integer statistics
"""

from dpcore.mechanisms.additive import Additive, Spread, Statistic, additive, gaussian, laplace
from dpcore.mechanisms.price import Epsilon, Kind, Mu, Price, kind_of, recorded, total

__all__ = [
    "Additive",
    "Epsilon",
    "Kind",
    "Mu",
    "Price",
    "Spread",
    "Statistic",
    "additive",
    "gaussian",
    "kind_of",
    "laplace",
    "recorded",
    "total",
]
