"""SENSITIVITY: how much one privacy unit can change a statistic, by norm and by neighbouring relation.

additive    statistics that are sums of small integer vectors over rows, one sum for each public cell
functional  norms of functions: kernel density estimates, kernel machines, ridge regression; all global, plain floats
smooth      a bound that depends on the rows: order statistics, quantiles, trimmed means, spanning trees, centres

The functions of `smooth` return the smooth sensitivity S* of a statistic at given numbers, and its profile. They are
for study and for tests: S* depends on the rows, and must not be released.
"""

from dpcore.sensitivity.additive import Contribution
from dpcore.sensitivity.functional import erm, kde, projection, ridge
from dpcore.sensitivity.smooth import (
    SmoothSensitivity,
    center_of_attention,
    median,
    order_statistic,
    quantile,
    spanning_tree,
    trimmed_mean,
)

__all__ = [
    "Contribution",
    "SmoothSensitivity",
    "center_of_attention",
    "erm",
    "kde",
    "median",
    "order_statistic",
    "projection",
    "quantile",
    "ridge",
    "spanning_tree",
    "trimmed_mean",
]
