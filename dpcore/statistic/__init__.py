"""WHAT IS COMPUTED FROM EXACT INTEGERS BEFORE NOISE IS ADDED: deterministic, total, with a proven reach.

linear    integer combinations of sums over rows
"""

from dpcore.statistic.base import Statistic
from dpcore.statistic.linear import Linear

STATISTICS: tuple[type[Statistic], ...] = (Linear,)
"""Every kind there is: beside the engine, the one kind of code that meets exact numbers."""

__all__ = ["STATISTICS", "Linear", "Statistic"]
