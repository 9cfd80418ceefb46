"""WHAT IS COMPUTED FROM EXACT INTEGERS BEFORE NOISE IS ADDED: deterministic, total, with a proven reach.

linear        integer combinations of sums over rows
projection    public integer combinations of exact counts: what a factor must say, and how far a unit moves it
square_root   the factor for Gaussian noise on cumulative counts
tree          the factor for Laplace noise on cumulative counts
cumulative    which factor for which price; views of noisy cumulative counts
rank          how far grid integers are from a wanted rank: the score of a selection
"""

from dpcore.statistic.base import Statistic
from dpcore.statistic.linear import Linear
from dpcore.statistic.projection import Projection
from dpcore.statistic.rank import Rank

STATISTICS: tuple[type[Statistic], ...] = (Linear, Projection, Rank)
"""Every kind there is: beside the engine, the one kind of code that meets exact numbers."""

__all__ = ["STATISTICS", "Linear", "Projection", "Rank", "Statistic"]
