"""SENSITIVITY: how much one privacy unit can change a statistic, by norm and by neighbouring relation.

additive    statistics that are sums of small integer vectors over rows, one sum for each public cell
closed_form counts, sums, means, covariances, histograms: plain floats, by norm and relation
functional  norms of functions: kernel density estimates, kernel machines, ridge regression; all global, plain floats
smooth      a bound that depends on the rows: order statistics, quantiles, trimmed means, spanning trees, centres

The functions of `smooth` return the smooth sensitivity S* of a statistic at given numbers, and its profile. They are
meant for study and for tests: S* depends on the rows, and must not be released.
"""

from dpcore.sensitivity.additive import Contribution
from dpcore.sensitivity.closed_form import (
    count,
    covariance,
    histogram,
    mean,
    statistical_queries,
    subset_sums,
    sum,
    variance,
)
from dpcore.sensitivity.functional import erm, projection, ridge
from dpcore.sensitivity.kernel import kde
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
    "count",
    "covariance",
    "erm",
    "histogram",
    "kde",
    "mean",
    "median",
    "order_statistic",
    "projection",
    "quantile",
    "ridge",
    "spanning_tree",
    "statistical_queries",
    "subset_sums",
    "sum",
    "trimmed_mean",
    "variance",
]
