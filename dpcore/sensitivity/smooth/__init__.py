"""Smooth sensitivity: an upper bound of the local sensitivity that changes by at most e^beta between neighbours.

For a statistic f let A^(k) be its largest local sensitivity over all tables within k changes of x. Then

    S*(x) = max_k e^{-beta k} A^(k)(x)

is the smallest beta-smooth upper bound of the local sensitivity (Nissim, Raskhodnikova & Smith 2007, Def. 2.2).

bound      the result: the profile A^(0), A^(1), ..., and S*; checks of parameters
maximum    the largest e^{-beta k} A^(k) without computing every A^(k)
level      A^(k) of order statistics, from the sorted values around the rank
order_statistic  order statistics, quantiles and trimmed means
tree_cost  the cost of a minimum spanning tree
attention  the centre of attention of several points
ladder     S* rounded up to a public sequence, as an exact integer

S* depends on the rows: neither S* nor a standard deviation or an interval computed from it may be released.
"""

from dpcore.sensitivity.smooth.attention import center_of_attention
from dpcore.sensitivity.smooth.bound import SmoothSensitivity
from dpcore.sensitivity.smooth.ladder import Ladder
from dpcore.sensitivity.smooth.order_statistic import median, order_statistic, quantile, trimmed_mean
from dpcore.sensitivity.smooth.tree_cost import spanning_tree

__all__ = [
    "Ladder",
    "SmoothSensitivity",
    "center_of_attention",
    "median",
    "order_statistic",
    "quantile",
    "spanning_tree",
    "trimmed_mean",
]
