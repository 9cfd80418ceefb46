"""HOW NOISE MEETS A STATISTIC, and what that costs: a mechanism tells the ledger its loss and nothing else.

additive    Laplace, discrete Laplace and (elliptical) Gaussian noise on integer statistics
"""

from dpcore.mechanisms.additive import Additive, Lane, Spread, Statistic, gaussian, laplace

__all__ = ["Additive", "Lane", "Spread", "Statistic", "gaussian", "laplace"]
