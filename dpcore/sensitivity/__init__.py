"""SENSITIVITY: how much one privacy unit can change a statistic, by norm and by neighbouring relation.

additive    statistics that are sums of small integer vectors over rows, one sum for each public cell
"""

from dpcore.sensitivity.additive import Contribution

__all__ = ["Contribution"]
