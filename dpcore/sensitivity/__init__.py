"""HOW MUCH ONE UNIT CAN MOVE AN ANSWER, by norm and by neighbouring relation.

additive    statistics that are sums over rows of small integer vectors, one vector for each public cell
"""

from dpcore.sensitivity.additive import Contribution

__all__ = ["Contribution"]
