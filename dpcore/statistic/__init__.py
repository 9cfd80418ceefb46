"""STATISTICS: deterministic, total functions of exact integers, computed before noise is added, of proven sensitivity.

base  the base class of statistics

waves/  factors of noisy functions: Fourier coordinates, functions read from them, projections and square roots
  projection        public integer combinations of exact counts: the interface of a factor matrix, and the sensitivity
  square_root       the factor matrix for Gaussian noise on cumulative counts
  fourier           weighted Fourier coordinates, for functions of a column
  spectrum          reading a function of a column from its noisy coordinates
  by_value          reading it at each value of a column with few whole numbers
  trend_width       the bandwidth of a mean along a column
  few_rows          where along a column a released count does not exceed its noise
  plane             weighted Fourier coordinates, for functions of two columns
  plane_spectrum    reading a function of two columns
  circle            exact cosines for `fourier` and `plane`
  band              the width of a simultaneous band around a curve or surface
  column_waves      the sine and cosine waves of a curve's noise
  dense             a factor given by all its entries: a small public integer matrix T of any signs

learners/  models fitted to rows before noise is added (gradients, kernel machines), and optimised factors
  clipped_gradient  gradients of a linear or logistic model, each of a bounded length
  machine           the coefficients of a kernel machine
  minimiser         the minimiser of a kernel machine's loss, to a proven distance
  squared_error     the squared errors of public predictions, for a kernel machine
  logistic          the gradient of the logistic loss at public weights
  tree              the factor matrix for Laplace noise on cumulative counts
  chosen            a factor for answers whose noise has a chosen covariance
  optimal           a numerically optimised factor for Gaussian noise on the answers of a workload

sums/  sums over rows: integer combinations, signed sums, scatter, ranges, and strategies for workloads
  linear            integer combinations of sums over rows
  scatter           weighted products within units: of the residuals, and of the indicators of the unit's items
  signed            sums of rows in some cells, added or subtracted, for a perceptron
  ranges            ranges of grid integers with a rank in each
  strategy          strategies for a workload of counts

order/  ranks of grid integers, statistics of smooth sensitivity, cumulative counts, and scores of points
  machine_score     the scores of a kernel machine
  cumulative        the choice of the factor matrix by price; views of noisy cumulative counts
  rank              the distance of grid integers from a given rank: the score of a selection, and its reach
  smooth_quantile   a quantile, and the scale of its smooth sensitivity
  smooth_trimmed    a trimmed mean, and the scale of its smooth sensitivity
  smooth_spanning_tree  the cost of a minimum spanning tree, and the scale of its smooth sensitivity

blocks/  values of blocks of units, and their combinations: scores, sums, medians and centres
  value             a statistic of each block of units
  given             the numbers that the owner's function returned for each block
  block_distance    the score of a selection among the block values
  block_mean        the sum of the block values, for additive noise
  block_median      the median of the block values, and the scale of its smooth sensitivity
  center            the centre of attention of the block values, and the scale of its smooth sensitivity
"""

from dpcore.statistic.base import Normed, Statistic
from dpcore.statistic.blocks.block_distance import Blocks
from dpcore.statistic.blocks.block_mean import BlockSum
from dpcore.statistic.blocks.block_median import SmoothBlockMedian
from dpcore.statistic.blocks.center import BlockCenter
from dpcore.statistic.learners.clipped_gradient import ClippedGradient
from dpcore.statistic.learners.logistic import LogisticGradient
from dpcore.statistic.learners.machine import Machine
from dpcore.statistic.learners.squared_error import SquaredError
from dpcore.statistic.order.rank import Rank
from dpcore.statistic.order.smooth_quantile import SmoothQuantile
from dpcore.statistic.order.smooth_spanning_tree import SpanningTreeCost
from dpcore.statistic.order.smooth_trimmed import SmoothTrimmedMean
from dpcore.statistic.sums.linear import Linear
from dpcore.statistic.sums.scatter import Scatter
from dpcore.statistic.sums.signed import Signed
from dpcore.statistic.waves.projection import Projection

STATISTICS: tuple[type[Statistic], ...] = (
    Linear,
    Projection,
    ClippedGradient,
    Machine,
    Signed,
    LogisticGradient,
    Rank,
    SmoothQuantile,
    SmoothTrimmedMean,
    Blocks,
    BlockSum,
    SmoothBlockMedian,
    BlockCenter,
    SpanningTreeCost,
    Scatter,
    SquaredError,
)
"""All statistics. Apart from engines, only statistics process exact numbers."""

__all__ = [
    "STATISTICS",
    "BlockCenter",
    "BlockSum",
    "Blocks",
    "ClippedGradient",
    "Linear",
    "LogisticGradient",
    "Machine",
    "Normed",
    "Projection",
    "Rank",
    "Scatter",
    "Signed",
    "SmoothBlockMedian",
    "SmoothQuantile",
    "SmoothTrimmedMean",
    "SpanningTreeCost",
    "SquaredError",
    "Statistic",
]
