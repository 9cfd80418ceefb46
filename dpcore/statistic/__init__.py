"""STATISTICS: deterministic, total functions of exact integers, computed before noise is added, of proven sensitivity.

linear        integer combinations of sums over rows
projection    public integer combinations of exact counts: the interface of a factor matrix, and the sensitivity
square_root   the factor matrix for Gaussian noise on cumulative counts
tree          the factor matrix for Laplace noise on cumulative counts
cumulative    the choice of the factor matrix by price; views of noisy cumulative counts
rank          the distance of grid integers from a given rank: the score of a selection
blocks        a statistic of each block of units, and the score of a selection among the block values
smooth        a quantile, and the scale of its smooth sensitivity
trimmed       a trimmed mean, and the scale of its smooth sensitivity
spanning_tree the cost of a minimum spanning tree, and the scale of its smooth sensitivity
ranges        ranges of grid integers with a rank in each
"""

from dpcore.statistic.base import Statistic
from dpcore.statistic.blocks import Blocks
from dpcore.statistic.linear import Linear
from dpcore.statistic.projection import Projection
from dpcore.statistic.rank import Rank
from dpcore.statistic.smooth import SmoothQuantile
from dpcore.statistic.spanning_tree import SpanningTreeCost
from dpcore.statistic.trimmed import SmoothTrimmedMean

STATISTICS: tuple[type[Statistic], ...] = (
    Linear,
    Projection,
    Rank,
    SmoothQuantile,
    SmoothTrimmedMean,
    Blocks,
    SpanningTreeCost,
)
"""All statistics. Apart from engines, only statistics process exact numbers."""

__all__ = [
    "STATISTICS",
    "Blocks",
    "Linear",
    "Projection",
    "Rank",
    "SmoothQuantile",
    "SmoothTrimmedMean",
    "SpanningTreeCost",
    "Statistic",
]
