"""HOW NOISE MEETS A STATISTIC, and what that costs: a mechanism tells the ledger its loss and nothing else.

additive    Laplace, discrete Laplace and (elliptical) Gaussian noise on integer statistics
exponential the exponential mechanism and permute-and-flip on scores
"""

from dpcore.mechanisms.additive import Additive, Lane, Spread, Statistic, gaussian, laplace
from dpcore.mechanisms.exponential import Exponential, PermuteAndFlip, epsilon_of, exponential, permute_and_flip, window

__all__ = [
    "Additive",
    "Exponential",
    "Lane",
    "PermuteAndFlip",
    "Spread",
    "Statistic",
    "epsilon_of",
    "exponential",
    "gaussian",
    "laplace",
    "permute_and_flip",
    "window",
]
